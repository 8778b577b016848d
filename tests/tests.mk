# The tests, also with killed runs, full disks, fuzzers and sanitizers. Included by the
# Makefile.

CLANG ?= $(shell command -v clang-14 || echo clang)
# Looked up only where a test is linked: it may have to be installed first.
CHECK_LIBS = $(shell $(PKG_CONFIG) --libs check 2>/dev/null || echo -lcheck)

# The longest first, as programs run side by side.
LONGEST  := t-octal t-values t-cold t-octal-period t-archive
TEST_SRC := $(LONGEST:%=tests/%.c) \
            $(filter-out $(LONGEST:%=tests/%.c),$(sort $(wildcard tests/t-*.c)))
TEST_BIN := $(TEST_SRC:%.c=$(BUILD)/%)
TEST_SUPPORT := $(call objects,$(filter-out $(TEST_SRC),$(sort $(wildcard tests/*.c))))
# Tests that run once more for each variant of the processor; one that the
# machine lacks falls back to the best it has.
VARIANTS := $(foreach t,t-cold t-values t-wheel t-base t-convolve t-ntt t-grid, \
              $(foreach v,portable avx2,$(v):$(BUILD)/tests/$(t)))
CASES    := $(sort $(wildcard tests/cli/cases-*.sh))
# Every fuzz target as a test that runs its corpus (tests/fuzz/replay.c).
FUZZ     := $(patsubst tests/fuzz/fuzz-%.c,%,$(sort $(wildcard tests/fuzz/fuzz-*.c)))
# Of what is written here, whatever the build.
OF_TEXTS := experiments/report/prose.py tests/modules.py tests/words.py \
            tests/references.py tests/recipes.py
REPLAY   := $(FUZZ:%=$(BUILD)/tests/fuzz/replay-%)
# Makes single calls fail, by LD_PRELOAD: not without glibc nor with sanitizers.
SHIM     := $(if $(findstring -fsanitize,$(CFLAGS)),,$(BUILD)/tests/torture/shim.so)

ALL      := tests/torture.py tests/library/run.sh tests/python/run.sh tests/gpu/run.sh \
            tests/mpi/run.sh tests/make.sh $(if $(LONG),tests/locales.sh tests/web/run.sh) $(VARIANTS) $(TEST_BIN) $(CASES) \
            $(REPLAY) $(OF_TEXTS)
# What a sanitizer can see: no texts; many short commands only in the slow tier.
WATCHED  := $(VARIANTS) $(TEST_BIN) $(REPLAY) $(filter-out $(patsubst %,tests/cli/cases-%.sh, \
              completion hardening help memory plot readme signals \
              $(if $(LONG),,arguments count foreign is json nim octal terminal)),$(CASES)) \
            $(if $(LONG),tests/python/run.sh)

check-long: packages ## with the slow tier and data-verify; also: make sanitize LONG=1
	@$(MAKE) --no-print-directory run-tests LONG=1
	@$(MAKE) --no-print-directory data-verify

# A linker that cannot wrap (macOS) goes without that one test.
tests: $(BUILD)/takeaway $(TEST_BIN) $(REPLAY) $(SHIM) $(BUILD)/tests/peak \
    $(BUILD)/tests/guards/naughty
	@printf 'int main(void) { return 0; }\n' > $(BUILD)/wrap.c
	@if $(CC) -Wl,--wrap=x -o $(BUILD)/wrap $(BUILD)/wrap.c 2>/dev/null; then \
	    $(MAKE) --no-print-directory $(BUILD)/tests/takeaway-wrong; fi
	@if [ '$(SHIM)' ] && printf '\043include <ucontext.h>\nvoid *b[5]; int f() { return __builtin_setjmp(b); }\n' | \
	    $(CC) -x c++ -fsyntax-only - 2>/dev/null; then \
	    $(MAKE) --no-print-directory $(BUILD)/tests/t-gpu-device $(BUILD)/tests/takeaway-cuda; fi

run-tests: tests
	@TAKEAWAY=$(BUILD)/takeaway BUILD=$(BUILD) $(if $(LONG),TAKEAWAY_LONG=1) \
	 tests/run.sh $(if $(findstring -fsanitize,$(CFLAGS)),$(WATCHED),$(ALL))

# CK_FORK=no: a leak or an error must end the whole program.
sanitize: packages ## the tests under ASan and UBSan
	@CK_FORK=no ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1 \
	 $(MAKE) --no-print-directory run-tests BUILD=$(BUILD)-sanitize \
	 CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all'

# ---- their programs ----

# Of the tool's own files.
CLI_PARTS := $(filter-out %/main.o,$(CLI_OBJ))
$(BUILD)/tests/t-cli $(REPLAY) $(FUZZ:%=$(BUILD)/fuzz-%): $(CLI_PARTS)

$(TEST_BIN) $(BUILD)/tests/guards/naughty: %: %.o $(TEST_SUPPORT) $(LIBRARY)
	$(call link,$(CHECK_LIBS))

# The tool with a wrong engine, and interruptions at a given read.
$(BUILD)/tests/takeaway-wrong: $(CLI_OBJ) $(BUILD)/tests/cli/wrong.o $(LIBRARY)
	$(call link,$(foreach f,ta_cold_bits pread,-Wl$(comma)--wrap=$f))

# The part for a device, with a model of CUDA in place of NVIDIA's header; not under
# sanitizers, which do not follow its fibers.
MODEL := $(BUILD)/tests/gpu/gpu-device.o
$(MODEL): src/cold/gpu/gpu-device.cu tests/gpu/cuda_runtime.h $(wildcard src/cold/gpu/gpu*.h) $(FLAGS)
	@mkdir -p $(@D)
	$(SAY) C++ $@
	$(Q)$(CC) -x c++ -std=c++17 $(filter-out -std=%,$(NEED)) $(CFLAGS) -Wall $(WERROR:%=-Werror) -Wno-unused-function \
	    -Wno-unknown-pragmas -fno-exceptions -fno-rtti -Itests/gpu -c -o $@ $<

$(BUILD)/tests/t-gpu-device: $(BUILD)/tests/t-gpu.o $(MODEL) $(TEST_SUPPORT) $(LIBRARY)
	$(call link,$(CHECK_LIBS))

$(BUILD)/tests/takeaway-cuda: $(CLI_OBJ) $(MODEL) $(LIBRARY)
	$(call link)

# What a command takes at its peak.
$(BUILD)/tests/peak: $(BUILD)/tests/cli/peak.o
	$(call link)

FORGE := $(BUILD)/tests/fuzz/forge.o
$(REPLAY): $(BUILD)/tests/fuzz/replay-%: $(BUILD)/tests/fuzz/fuzz-%.o \
    $(BUILD)/tests/fuzz/replay.o $(FORGE) $(LIBRARY)
	$(call link)

# With libFuzzer, in a build of its own (see fuzz below).
$(BUILD)/fuzz-%: $(BUILD)/tests/fuzz/fuzz-%.o $(FORGE) $(LIBRARY)
	$(call link,-fsanitize=fuzzer)

$(BUILD)/tests/torture/shim.so: tests/torture/shim.c $(FLAGS)
	@mkdir -p $(@D)
	$(SAY) LINK $@
	$(Q)$(CC) -O1 -fPIC -shared -o $@ $< -ldl 2>/dev/null || rm -f $@

# ---- longer ones ----

# Killed 200 times, no space left at every write, asked to stop, every call failing
# in turn: some minutes.
torture: all $(SHIM) ## runs killed, disks full, calls failing: the full figures
	@TAKEAWAY=$(BUILD)/takeaway TAKEAWAY_LONG=1 \
	 tests/run.sh tests/torture.py

MINUTES ?= 5
soak: tests ## the random tests with new seeds for MINUTES=5
	@BUILD=$(BUILD) tests/soak.sh $(MINUTES) $(SEED)

# Each fuzzer for FUZZ_SECONDS, under ASan and UBSan; needs clang and its
# run-time (libclang-rt-dev). FUZZ=NAME for one alone; FUZZ_RUNS=10000000 in
# the environment for that number of executions of each instead.
FUZZ_SECONDS ?= 60
fuzz: ## every parser for FUZZ_SECONDS=60 under libFuzzer (clang)
	@$(MAKE) --no-print-directory BUILD=$(BUILD)-fuzz CC='$(CLANG)' \
	    CFLAGS='-O2 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-coverage=trace-cmp -fno-sanitize-recover=all' \
	    $(FUZZ:%=$(BUILD)-fuzz/fuzz-%)
	@$(MAKE) --no-print-directory $(REPLAY)
	@tests/fuzz/run.sh $(BUILD) $(FUZZ_SECONDS) $(FUZZ)

# All that has threads under ThreadSanitizer: the thread pool and the watch for signals.
# FFTW and the others are not built for it, and are left out (clang's option).
THREADED ?= t-base t-wheel t-communicator t-convolve t-cold t-divide-plan t-values t-resume t-blocks t-octal
TSAN_BUILD = BUILD=$(BUILD)-tsan CC='$(CLANG)' CFLAGS='-O1 -g -fsanitize=thread'
TSAN_RUN = TSAN_OPTIONS='ignore_noninstrumented_modules=1 $(TSAN_OPTIONS)'
sanitize-threads: packages ## all that has threads under TSan (clang)
	@$(MAKE) --no-print-directory $(TSAN_BUILD) $(BUILD)-tsan/takeaway \
	    $(THREADED:%=$(BUILD)-tsan/tests/%)
	@$(TSAN_RUN) tests/run.sh $(THREADED:%=$(BUILD)-tsan/tests/%)
	@$(TSAN_RUN) TAKEAWAY=$(BUILD)-tsan/takeaway tests/tsan.sh

# All tests under memcheck (tests/valgrind.sh), those with variants in each that
# valgrind can run; VALGRIND=build/tests/t-set for one alone.
VALGRIND ?= $(TEST_BIN:%=avx2:%) $(filter portable:%,$(VARIANTS)) $(REPLAY) \
            $(CASES)
valgrind: tests ## all tests under memcheck, up to two hours
	@BUILD=$(BUILD) TAKEAWAY=$(BUILD)/takeaway tests/valgrind.sh $(VALGRIND)

# See tests/arm64.sh.
arm64: ## cross-compiled, the tests under qemu
	@BUILD=$(BUILD) tests/arm64.sh

# So many single-operator changes of src at random, and what notices them
# (tests/mutants/mutants.py); MUTANTS='--only octal --tests t-' for some of it.
MUTANTS ?= --count 300
mutants: packages ## changed operators in src, and what notices them: hours
	@BUILD=$(BUILD) tests/mutants/mutants.py $(MUTANTS)

names-of-tests:
	@printf '%s\n' $(VARIANTS) $(TEST_BIN) $(CASES) $(REPLAY)

.PHONY: check-long tests run-tests sanitize torture soak \
        fuzz sanitize-threads valgrind arm64 mutants names-of-tests
