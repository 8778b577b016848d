# Compilers' warnings, clang-tidy and cppcheck. Included by the Makefile.

CLANG_TIDY ?= $(shell command -v clang-tidy-14 || echo clang-tidy)
CPPCHECK   ?= cppcheck
# primesieve_jump_to is there from primesieve 11 on.
PRIMESIEVE := $(shell printf '\043include <primesieve.h>\nint v[PRIMESIEVE_VERSION_MAJOR < 11 ? -1 : 1];\n' | \
                  $(CC) $(NEED) $(CPPFLAGS) -fsyntax-only -x c - 2>/dev/null && echo yes)
LINT_SRC   := $(filter-out $(if $(PRIMESIEVE),,experiments/primes/primes.c),$(filter %.c,$(FORMATTED)))
TIDY       := $(LINT_SRC:%.c=$(BUILD)/tidy/%)
CPPCHECK_ARGS := -q --std=c11 --enable=warning,performance,portability \
    --error-exitcode=1 --suppressions-list=.cppcheck -D__GNUC__ \
    -DSIZE_MAX=18446744073709551615u -DUINT64_MAX=18446744073709551615u \
    -Iinclude -Isrc -Itests src tests experiments

# Both compilers without a warning, also of tests and experiments; clang-tidy
# (.clang-tidy) and cppcheck (.cppcheck) of all C that there is; a 32-bit machine
# refused in words. `make -k lint` goes on after a finding; -j helps.
lint: lint-gcc lint-clang lint-32 lint-cppcheck $(TIDY) ## gcc, clang, clang-tidy, cppcheck: all of C
	@echo 'lint: nothing found in $(words $(LINT_SRC)) files'

lint-gcc:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)-gcc CC=gcc WERROR=1 every-program

lint-clang:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)-clang CC='$(CLANG)' WERROR=1 \
	    every-program

lint-32:
	@printf '#include "base/base-internal.h"\n' | $(CC) -m32 -ffreestanding -Iinclude -Isrc \
	    -fsyntax-only -x c - 2>&1 | grep -q 'takeaway needs a 64-bit machine'

every-program: tests $(patsubst %.c,$(BUILD)/%,$(filter experiments/%,$(filter-out %-kernel.c,$(LINT_SRC))))

# For the gate: one build gives clang's warnings and ThreadSanitizer's programs, of
# which the thread pool, the communicator and the wheel run; cppcheck of src (15 s).
lint-quick:
	@$(MAKE) --no-print-directory $(TSAN_BUILD) WERROR=1 every-program
	@$(TSAN_RUN) tests/run.sh $(foreach t,base communicator wheel,$(BUILD)-tsan/tests/t-$(t))
	@$(CPPCHECK) $(filter-out tests experiments,$(CPPCHECK_ARGS)) -D__x86_64__

# With the kernels of x86-64, and without.
lint-cppcheck:
	@$(CPPCHECK) $(CPPCHECK_ARGS) -D__x86_64__
	@$(CPPCHECK) $(CPPCHECK_ARGS)

# Where MPI's header is, for the one module that has it.
MPI_INCLUDE = $(filter -I%,$(shell $(MPICC) -show 2>/dev/null))
$(BUILD)/tidy/src/mpi/%: NEED += $(MPI_INCLUDE)

# Looked at again when it, a header or the configuration has changed.
$(TIDY): $(BUILD)/tidy/%: %.c .clang-tidy $(filter %.h,$(FORMATTED))
	@mkdir -p $(@D)
	$(SAY) TIDY $<
	$(Q)$(CLANG_TIDY) --quiet $< -- -Itests $(NEED) \
	    2> $@.log || { cat $@.log; exit 1; }
	@touch $@

.PHONY: lint lint-quick lint-gcc lint-clang lint-32 lint-cppcheck every-program
