# takeaway: `make demo`, `make check`, `make help`; see README.md.
BUILD      ?= build
PREFIX     ?= /usr/local
DESTDIR    ?=
CC         ?= cc
AR         ?= ar
CFLAGS     ?= -O3 -g
PKG_CONFIG ?= pkg-config
# Versions of clang-format differ in what they make of the same style.
CLANG_FORMAT ?= $(shell command -v clang-format-14 || echo clang-format)

VERSION := $(shell sed -n 's/^.define TA_VERSION  *"\(.*\)"/\1/p' include/takeaway.h)

# CFLAGS, CPPFLAGS and LDFLAGS are the user's; what the code needs is here.
WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
        -Wmissing-prototypes -Wvla $(if $(WERROR),-Werror)
NEED := -std=c11 -D_XOPEN_SOURCE=700 -D_DEFAULT_SOURCE -Iinclude -Isrc -pthread
# One set of objects for the tool, the static and the shared library, which shows
# what TA_API marks and nothing else: hidden names cost nothing in it.
NEED += -fPIC -fvisibility=hidden
comma := ,
# What makes an error of ours harder to use, as far as the compiler and the linker
# have it. Fortified functions want optimisation, and sanitizers their own.
accepts = $(shell printf 'int main(void) { return 0; }' | \
    $(CC) -Werror $(1) -o /dev/null -x c - 2>/dev/null && echo '$(1)')
HARD_CC   := $(call accepts,-fstack-protector-strong)
HARD_LINK := $(call accepts,-pie) $(call accepts,-Wl$(comma)-z$(comma)relro$(comma)-z$(comma)now)
ifeq ($(findstring -fsanitize,$(CC) $(CFLAGS))$(findstring FORTIFY,$(CPPFLAGS) $(CFLAGS)),)
    ifneq ($(filter-out -O0,$(lastword $(filter -O%,$(CFLAGS)))),)
        HARD_CC += -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
    endif
endif
LINK = $(CC) $(CFLAGS) $(HARD_LINK) -pthread $(LDFLAGS)
LIBS := -lfftw3 -lgsl -lgslcblas -lgmp -lzstd -lnettle -lpthread -lm
# Asked for only where a test is linked: it may have to be installed first.
CHECK_LIBS = $(shell $(PKG_CONFIG) --libs check 2>/dev/null || echo -lcheck)

# `make V=1` shows the commands, `make -s` nothing.
Q    := $(if $(V),,@)
MUTE := $(V)$(findstring s,$(filter-out --%,$(firstword -$(MAKEFLAGS))))
SAY   = $(if $(MUTE),@:,@printf '  %-5s %s\n')

LIB_SRC  := $(sort $(shell find src -name '*.c' -not -path 'src/cli/*'))
CLI_SRC  := $(sort $(wildcard src/cli/*.c))
TEST_SRC := $(sort $(wildcard tests/t-*.c))
LIB_OBJ  := $(LIB_SRC:%.c=$(BUILD)/%.o)
CLI_OBJ  := $(CLI_SRC:%.c=$(BUILD)/%.o)
TEST_BIN := $(TEST_SRC:tests/%.c=$(BUILD)/tests/%)
# Tests that run once more for each variant of the processor; one that the
# machine lacks falls back to the best it has.
VARIANTS := $(foreach t,t-base t-convolve t-ntt t-cold t-wheel t-nim, \
              $(foreach v,portable avx2, \
              $(v):$(BUILD)/tests/$(t)))
CASES    := $(sort $(wildcard tests/cli/cases-*.sh))
# Every fuzz target as a test that runs its corpus (tests/fuzz/replay.c).
FUZZ     := $(patsubst tests/fuzz/fuzz-%.c,%,$(sort $(wildcard tests/fuzz/fuzz-*.c)))
REPLAY   := $(FUZZ:%=$(BUILD)/tests/fuzz/replay-%)
TEST_SUPPORT := $(patsubst %.c,$(BUILD)/%.o, \
                $(filter-out $(TEST_SRC),$(sort $(wildcard tests/*.c))))
FORMATTED := $(sort $(shell find include src tests experiments -name '*.[ch]'))

.PHONY: all help packages demo check check-long sanitize tests run-tests \
        growth timing bench bench-octal octal-table install uninstall format format-check clean
.SECONDARY: $(TEST_BIN:=.o) $(TEST_SUPPORT) $(BUILD)/tests/cli/wrong.o

all: $(BUILD)/takeaway

help:
	@echo 'make              the library and the tool, in $(BUILD)/'
	@echo 'make demo         install what is missing, count to 2^26, fit, plot'
	@echo 'make check        install what is missing, build, run all tests'
	@echo 'make check-long   the same with the slow tier'
	@echo 'make sanitize     the tests under ASan and UBSan'
	@echo 'make experiments  all experiments, quick size; experiments-full: as published'
	@echo 'make report       the page of findings, $(BUILD)/report/index.html'
	@echo 'make report-check  the same, looked at by a browser'
	@echo 'make data-verify  the committed counts, computed again'
	@echo 'make torture      runs killed, disks full, calls failing: the full figures'
	@echo 'make growth       the growth experiment'
	@echo 'make timing       the timing experiment'
	@echo 'make bfiles       b-files for the OEIS, in $(BUILD)/bfiles/'
	@echo 'make bench        the promised ratios, measured'
	@echo 'make bench-kernels  the costs that the cost model stands on'
	@echo 'make bench-nim    the same of nim-values, some minutes'
	@echo 'make bench-octal  the same of octal games, about a minute'
	@echo 'make bench-length the same of lengths, about two minutes; make lengths: records'
	@echo 'make octal-table  the table of octal games anew, about ten minutes'
	@echo 'make fuzz         every parser for FUZZ_SECONDS=60 under libFuzzer (clang)'
	@echo 'make lint         gcc, clang, clang-tidy, cppcheck: all of C'
	@echo 'make valgrind     all tests under memcheck, up to two hours'
	@echo 'make arm64        cross-compiled, the tests under qemu'
	@echo 'make mutants      changed operators in src, and what notices them: hours'
	@echo 'make soak         random runs against naive for MINUTES=5'
	@echo 'make install      to $$DESTDIR$$PREFIX ($(DESTDIR)$(PREFIX)); make uninstall'
	@echo 'make format       clang-format in place; make format-check'
	@echo 'make clean        remove $(BUILD)/ and $(BUILD)-sanitize/'
	@echo 'Variables: CC CFLAGS CPPFLAGS LDFLAGS BUILD PREFIX DESTDIR WERROR=1 V=1'

# ---- building ----

# Rewritten only when compiler or flags change, so that no object made with
# others is used again.
FLAGS := $(BUILD)/flags
$(FLAGS): always
	@mkdir -p $(@D)
	@printf '%s\n' '$(CC) $(NEED) $(WARN) $(HARD_CC) $(HARD_LINK) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS)' \
	    | cmp -s - $@ || \
	 printf '%s\n' '$(CC) $(NEED) $(WARN) $(HARD_CC) $(HARD_LINK) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS)' > $@
.PHONY: always

$(BUILD)/takeaway: $(CLI_OBJ) $(BUILD)/libtakeaway.a
	$(SAY) LINK $@
	$(Q)$(LINK) -o $@ $^ $(LIBS)

$(BUILD)/libtakeaway.a: $(LIB_OBJ)
	$(SAY) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/%.o: %.c $(FLAGS)
	@mkdir -p $(@D)
	$(SAY) CC $@
	$(Q)$(CC) $(NEED) $(WARN) $(HARD_CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(TEST_SUPPORT) $(BUILD)/libtakeaway.a
	$(SAY) LINK $@
	$(Q)$(LINK) -o $@ $^ $(CHECK_LIBS) $(LIBS)

# Of the tool's own files.
FUZZ_CLI := $(filter-out %/main.o,$(CLI_OBJ))
$(BUILD)/tests/t-cli: $(BUILD)/tests/t-cli.o $(TEST_SUPPORT) $(FUZZ_CLI) \
                      $(BUILD)/libtakeaway.a
	$(SAY) LINK $@
	$(Q)$(LINK) -o $@ $^ $(CHECK_LIBS) $(LIBS)

# The tool with a wrong engine and interruptions at a given read, for the tests.
$(BUILD)/tests/takeaway-wrong: $(CLI_OBJ) $(BUILD)/tests/cli/wrong.o \
                               $(BUILD)/libtakeaway.a
	$(SAY) LINK $@
	$(Q)$(LINK) -Wl,--wrap=ta_cold,--wrap=ta_cold_run,--wrap=pread \
	    -o $@ $^ $(LIBS)

# What a command takes at its peak, for the tests of memory.
$(BUILD)/tests/peak: $(BUILD)/tests/cli/peak.o
	$(SAY) LINK $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $<

-include $(patsubst %.o,%.d,$(LIB_OBJ) $(CLI_OBJ) $(TEST_SUPPORT) $(TEST_BIN:=.o))

# ---- the two commands ----

packages:
	@CC='$(CC)' .ci/packages

# What has just been installed is seen by a make that starts after it.
demo: packages
	@$(MAKE) --no-print-directory all
	@experiments/growth/demo.sh $(BUILD)/takeaway $(BUILD)/demo

check: packages
	@$(MAKE) --no-print-directory run-tests

check-long: packages
	@$(MAKE) --no-print-directory run-tests LONG=1

# A linker that cannot wrap (macOS) goes without that one test.
tests: $(BUILD)/takeaway $(TEST_BIN) $(REPLAY) torture-programs $(BUILD)/tests/peak
	@printf 'int main(void) { return 0; }\n' > $(BUILD)/wrap.c
	@if $(CC) -Wl,--wrap=x -o $(BUILD)/wrap $(BUILD)/wrap.c 2>/dev/null; then \
	    $(MAKE) --no-print-directory $(BUILD)/tests/takeaway-wrong; fi

run-tests: tests
	@TAKEAWAY=$(BUILD)/takeaway BUILD=$(BUILD) $(if $(LONG),TAKEAWAY_LONG=1) \
	 tests/run.sh $(CASES) tests/torture.sh $(TEST_BIN) $(VARIANTS) $(REPLAY) \
	 tests/torture-calls.sh experiments/report/prose.py tests/rooms.py \
	 tests/library/run.sh

# Killed 200 times, no room at every write, asked to stop, every call failing in
# turn: some minutes.
torture: all torture-programs
	@TAKEAWAY=$(BUILD)/takeaway TAKEAWAY_LONG=1 \
	 tests/run.sh tests/torture.sh tests/torture-calls.sh
.PHONY: torture

# Check's forks are off: a leak or an error must end the whole binary.
sanitize: packages
	@CK_FORK=no ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1 \
	 $(MAKE) --no-print-directory run-tests BUILD=$(BUILD)-sanitize \
	 CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all'

# ---- experiments ----

EXPERIMENT_SRC := $(sort $(wildcard experiments/timing/*.c))
EXPERIMENT_OBJ := $(EXPERIMENT_SRC:%.c=$(BUILD)/%.o)
.SECONDARY: $(EXPERIMENT_OBJ)
-include $(EXPERIMENT_OBJ:.o=.d)

$(BUILD)/experiments/timing/%: $(BUILD)/experiments/timing/%.o $(BUILD)/libtakeaway.a
	$(SAY) LINK $@
	$(Q)$(LINK) -o $@ $^ $(LIBS)

growth: experiments-programs
	@TAKEAWAY=$(BUILD)/takeaway BUILD=$(BUILD) CC='$(CC)' experiments/growth/run.sh quick

# b-files for the OEIS, checked; some ten seconds.
bfiles: all
	@TAKEAWAY=$(BUILD)/takeaway BUILD=$(BUILD) experiments/bfiles/run.sh
.PHONY: bfiles

timing: experiments-programs
	@TAKEAWAY=$(BUILD)/takeaway BUILD=$(BUILD) CC='$(CC)' experiments/timing/run.sh quick

bench-kernels: $(BUILD)/experiments/timing/kernels
	@$<
.PHONY: bench-kernels

bench: all $(BUILD)/experiments/timing/random-set
	@TAKEAWAY=$(BUILD)/takeaway BUILD=$(BUILD) experiments/timing/bench.sh

# Programs on the public header alone.
$(BUILD)/experiments/octal/%: $(BUILD)/experiments/octal/%.o $(BUILD)/libtakeaway.a
	$(LINK) -o $@ $^ $(LIBS)

bench-octal: $(BUILD)/experiments/octal/bench
	@$< 5

octal-table: all $(BUILD)/experiments/octal/table
	@TAKEAWAY=$(BUILD)/takeaway experiments/octal/table.sh \
	    $(BUILD)/experiments/octal/table

# Lengths of optimal play: the promised ratios, about two minutes; records.
$(BUILD)/experiments/lengths/%: $(BUILD)/experiments/lengths/%.o $(BUILD)/libtakeaway.a
	$(SAY) LINK $@
	$(Q)$(LINK) -o $@ $^ $(LIBS)

bench-length: $(BUILD)/experiments/lengths/bench
	@$<

lengths: experiments-programs
	@TAKEAWAY=$(BUILD)/takeaway BUILD=$(BUILD) CC='$(CC)' experiments/lengths/run.sh quick
.PHONY: bench-length lengths

# Nim-values: promised ratios; the records of subtract-a-square.
bench-nim: all
	@TAKEAWAY=$(BUILD)/takeaway experiments/nim-growth/bench.sh
.PHONY: bench-nim

# The wheel: its promised ratios; each tuning value varied by itself.
bench-wheel: all
	@TAKEAWAY=$(BUILD)/takeaway experiments/tune-wheel/bench.sh

$(BUILD)/experiments/tune-wheel/tune: \
    $(BUILD)/experiments/tune-wheel/tune.o $(BUILD)/libtakeaway.a
	$(SAY) LINK $@
	$(Q)$(LINK) -o $@ $^ $(LIBS)

tune-wheel: $(BUILD)/experiments/tune-wheel/tune
	@BUILD=$(BUILD) experiments/tune-wheel/run.sh

# All that has threads under ThreadSanitizer: teams and the watch for signals.
# FFTW and the others are not built for it, and are left out (clang's option).
THREADED ?= t-wheel t-convolve t-cold t-shape t-nim t-length t-resume t-blocks
sanitize-threads: packages
	@$(MAKE) --no-print-directory BUILD=$(BUILD)-tsan CC='$(CLANG)' \
	    CFLAGS='-O1 -g -fsanitize=thread' $(BUILD)-tsan/takeaway \
	    $(THREADED:%=$(BUILD)-tsan/tests/%)
	@CK_FORK=no TSAN_OPTIONS='ignore_noninstrumented_modules=1 $(TSAN_OPTIONS)' \
	    tests/run.sh $(THREADED:%=$(BUILD)-tsan/tests/%)
	@TSAN_OPTIONS='ignore_noninstrumented_modules=1 $(TSAN_OPTIONS)' \
	    TAKEAWAY=$(BUILD)-tsan/takeaway tests/tsan.sh

.PHONY: bench-wheel tune-wheel sanitize-threads

# ---- hostile conditions ----

# Programs beside the tests that are no Check tests.
SOAK_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard tests/soak/*.c)))
.SECONDARY: $(SOAK_OBJ)
-include $(SOAK_OBJ:.o=.d)

$(BUILD)/tests/soak/soak: $(SOAK_OBJ) $(BUILD)/libtakeaway.a
	$(SAY) LINK $@
	$(Q)$(LINK) -o $@ $^ $(LIBS)

# Random cases against the naive engine, for so many minutes.
MINUTES ?= 5
soak: $(BUILD)/tests/soak/soak
	@tests/soak.sh $< $(MINUTES) $(SEED)

# The failing of single calls: a program and a library for LD_PRELOAD, which a
# system without glibc, or a sanitizer, has no use for.
$(BUILD)/tests/torture/torture: tests/torture/torture.c $(FLAGS)
	@mkdir -p $(@D)
	$(SAY) LINK $@
	$(Q)$(CC) $(WARN) -O1 -o $@ $<

$(BUILD)/tests/torture/shim.so: tests/torture/shim.c $(FLAGS)
	@mkdir -p $(@D)
	$(SAY) LINK $@
	$(Q)$(CC) -O1 -fPIC -shared -o $@ $< -ldl 2>/dev/null || rm -f $@

TORTURE := $(BUILD)/tests/torture/torture \
           $(if $(findstring -fsanitize,$(CFLAGS)),,$(BUILD)/tests/torture/shim.so)
torture-programs: $(TORTURE)

.PHONY: torture-programs

.SECONDARY: $(FUZZ:%=$(BUILD)/tests/fuzz/fuzz-%.o) $(BUILD)/tests/fuzz/replay.o
-include $(FUZZ:%=$(BUILD)/tests/fuzz/fuzz-%.d) $(BUILD)/tests/fuzz/replay.d \
         $(BUILD)/tests/fuzz/forge.d

$(BUILD)/tests/fuzz/replay-%: $(BUILD)/tests/fuzz/fuzz-%.o \
    $(BUILD)/tests/fuzz/replay.o $(BUILD)/tests/fuzz/forge.o $(FUZZ_CLI) \
    $(BUILD)/libtakeaway.a
	$(SAY) LINK $@
	$(Q)$(LINK) -o $@ $^ $(LIBS)

# With libFuzzer, in a build of its own (see fuzz below).
$(BUILD)/fuzz-%: $(BUILD)/tests/fuzz/fuzz-%.o $(BUILD)/tests/fuzz/forge.o \
    $(FUZZ_CLI) $(BUILD)/libtakeaway.a
	$(SAY) LINK $@
	$(Q)$(LINK) -fsanitize=fuzzer -o $@ $^ $(LIBS)

# Each fuzzer for so many seconds, under ASan and UBSan; needs clang and its
# run-time (libclang-rt-dev). FUZZ=NAME for one alone; FUZZ_RUNS=10000000 in
# the environment for so many executions of each instead.
FUZZ_SECONDS ?= 60
fuzz:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)-fuzz CC='$(CLANG)' \
	    CFLAGS='-O2 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-coverage=trace-cmp -fno-sanitize-recover=all' \
	    $(FUZZ:%=$(BUILD)-fuzz/fuzz-%)
	@$(MAKE) --no-print-directory $(REPLAY)
	@tests/fuzz/run.sh $(BUILD) $(FUZZ_SECONDS) $(FUZZ)
CLANG ?= $(shell command -v clang-14 || echo clang)

# So many single-operator changes of src at random, and what notices them
# (tests/mutants/mutants.py); MUTANTS='--only octal --room' for some of it.
MUTANTS ?= --count 300
mutants: packages
	@BUILD=$(BUILD) tests/mutants/mutants.py $(MUTANTS)

.PHONY: soak fuzz mutants

# ---- all experiments, and the report ----

# Programs on the public header alone.
REPORT_PROGRAMS := residues/residues dense-sets/elements nim-growth/values
REPORT_OBJ := $(REPORT_PROGRAMS:%=$(BUILD)/experiments/%.o)
.SECONDARY: $(REPORT_OBJ)
-include $(REPORT_OBJ:.o=.d)

$(REPORT_PROGRAMS:%=$(BUILD)/experiments/%): %: %.o $(BUILD)/libtakeaway.a
	$(SAY) LINK $@
	$(Q)$(LINK) -o $@ $^ $(LIBS)

experiments-programs: all $(REPORT_PROGRAMS:%=$(BUILD)/experiments/%) \
                      $(BUILD)/experiments/timing/random-set \
                      $(BUILD)/experiments/octal/table

# Quick size: some minutes on two cores. Full size: hours at most, and times
# that mean something only on a machine that does nothing else. Both go on
# where they were stopped.
experiments experiments-full: experiments-programs
	@TAKEAWAY=$(BUILD)/takeaway BUILD=$(BUILD) CC='$(CC)' \
	    experiments/all.sh $(if $(findstring full,$@),full,quick)

# Counts and values of the committed tables, computed again and compared.
data-verify: experiments-programs
	@TAKEAWAY=$(BUILD)/takeaway BUILD=$(BUILD) experiments/verify.sh

# The page, from the largest runs there are: committed ones (data/runs) or
# those made here. RUNS=here or RUNS=committed takes only the ones or others.
report:
	@.ci/packages python3
	@BUILD=$(BUILD) experiments/report/report.py $(BUILD)/report

report-check: report
	@experiments/report/check.py $(BUILD)/report/index.html

# Of the experiments' own scripts; about a minute.
experiments-check: experiments-programs
	@TAKEAWAY=$(BUILD)/takeaway BUILD=$(BUILD) experiments/check.sh

.PHONY: experiments-check experiments experiments-full experiments-programs data-verify report report-check

# ---- what other tools say ----

CLANG_TIDY ?= $(shell command -v clang-tidy-14 || echo clang-tidy)
CPPCHECK   ?= cppcheck
LINT_SRC   := $(filter %.c,$(FORMATTED))
TIDY       := $(LINT_SRC:%.c=$(BUILD)/tidy/%)
CPPCHECK_ARGS := -q --std=c11 --enable=warning,performance,portability \
    --error-exitcode=1 --suppressions-list=.cppcheck -D__GNUC__ \
    -DSIZE_MAX=18446744073709551615u -DUINT64_MAX=18446744073709551615u \
    -Iinclude -Isrc -Itests src tests experiments

# Both compilers without a warning, also of tests and experiments; clang-tidy
# (.clang-tidy) and cppcheck (.cppcheck) of all C that there is; a 32-bit machine
# refused in words. `make -k lint` goes on after a finding; -j helps.
lint: lint-gcc lint-clang lint-32 lint-cppcheck $(TIDY)
	@echo 'lint: nothing found in $(words $(LINT_SRC)) files'

lint-gcc:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)-gcc CC=gcc WERROR=1 every-program

lint-clang:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)-clang CC='$(CLANG)' WERROR=1 \
	    every-program

lint-32:
	@printf '#include "base/base.h"\n' | $(CC) -m32 -ffreestanding -Iinclude -Isrc \
	    -fsyntax-only -x c - 2>&1 | grep -q 'takeaway needs a 64-bit machine'

.SECONDARY: $(LINT_SRC:%.c=$(BUILD)/%.o)
every-program: tests $(BUILD)/tests/soak/soak \
               $(patsubst %.c,$(BUILD)/%,$(filter experiments/%,$(LINT_SRC)))

# With the kernels of x86-64, and without.
lint-cppcheck:
	@$(CPPCHECK) $(CPPCHECK_ARGS) -D__x86_64__
	@$(CPPCHECK) $(CPPCHECK_ARGS)

# Looked at again when it, a header or the configuration has changed.
$(TIDY): $(BUILD)/tidy/%: %.c .clang-tidy $(filter %.h,$(FORMATTED))
	@mkdir -p $(@D)
	$(SAY) TIDY $<
	$(Q)$(CLANG_TIDY) --quiet $< -- -Itests $(NEED) \
	    2> $@.log || { cat $@.log; exit 1; }
	@touch $@

.PHONY: lint-gcc lint-clang lint-32 lint-cppcheck every-program

# All tests under memcheck (tests/valgrind.sh), those with variants in each that
# valgrind can run; VALGRIND=build/tests/t-set for one alone.
VALGRIND ?= $(TEST_BIN:%=avx2:%) $(filter portable:%,$(VARIANTS)) $(REPLAY) \
            tests/cli/run.sh
valgrind: tests
	@BUILD=$(BUILD) TAKEAWAY=$(BUILD)/takeaway tests/valgrind.sh $(VALGRIND)

# See tests/arm64.sh.
arm64:
	@BUILD=$(BUILD) tests/arm64.sh

.PHONY: lint valgrind arm64

include src/shared.mk src/packaging/packaging.mk

# ---- housekeeping ----

format:
	$(CLANG_FORMAT) -i $(FORMATTED)

format-check:
	@$(CLANG_FORMAT) --version
	@$(CLANG_FORMAT) --dry-run -Werror $(FORMATTED)
	@echo '$(words $(FORMATTED)) files are formatted'

clean:
	rm -rf $(BUILD) $(BUILD)-sanitize $(BUILD)-fuzz $(BUILD)-gcc \
	    $(BUILD)-clang $(BUILD)-tsan $(BUILD)-arm64
