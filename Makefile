# takeaway: `make demo`, `make check`, `make help`; see README.md. Other rules are in
# tests/tests.mk, tests/lint.mk, experiments/experiments.mk, and in src/.
BUILD      ?= build
PREFIX     ?= /usr/local
DESTDIR    ?=
CC         ?= cc
AR         ?= ar
CFLAGS     ?= -O3 -g
PKG_CONFIG ?= pkg-config
# Other versions of clang-format format otherwise.
CLANG_FORMAT ?= $(shell command -v clang-format-14 || echo clang-format)

VERSION := $(shell sed -n 's/^.define TA_VERSION  *"\(.*\)"/\1/p' include/takeaway.h)

# CFLAGS, CPPFLAGS and LDFLAGS are the user's; what the code needs is here.
WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
        -Wmissing-prototypes -Wvla $(if $(WERROR),-Werror)
NEED := -std=c11 -D_XOPEN_SOURCE=700 -D_DEFAULT_SOURCE -Iinclude -Isrc -pthread
# Homebrew on Apple silicon installs where compilers do not look. The folders of the
# user's flags and of the system come first.
HOMEBREW ?= $(wildcard /opt/homebrew)
NEED += $(HOMEBREW:%=-idirafter %/include)
# One set of objects for the tool, the static and the shared library. That shows only
# the names that TA_API marks.
NEED += -fPIC -fvisibility=hidden
comma := ,
# Hardening, as far as the compiler and the linker have it. Fortified functions need
# optimisation, and sanitizers have functions of their own.
accepts = $(shell printf 'int main(void) { return 0; }' | \
    $(CC) -Werror $(1) -o /dev/null -x c - 2>/dev/null && echo '$(1)')
HARD_CC   := $(call accepts,-fstack-protector-strong)
HARD_LINK := $(call accepts,-pie) $(call accepts,-Wl$(comma)-z$(comma)relro$(comma)-z$(comma)now)
ifeq ($(findstring -fsanitize,$(CC) $(CFLAGS))$(findstring FORTIFY,$(CPPFLAGS) $(CFLAGS)),)
    ifneq ($(filter-out -O0,$(lastword $(filter -O%,$(CFLAGS)))),)
        HARD_CC += -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
    endif
endif
COMPILE = $(CC) $(NEED) $(WARN) $(HARD_CC) $(CPPFLAGS) $(CFLAGS)
LINK    = $(CC) $(CFLAGS) $(HARD_LINK) -pthread $(LDFLAGS)
# The pictures of the command grid, if the header is there.
PNG    := $(shell printf '\043include <png.h>\n' | \
    $(CC) $(NEED) $(CPPFLAGS) $(CFLAGS) -E - >/dev/null 2>&1 && echo -lpng)
LIBS   := $(HOMEBREW:%=-L%/lib) -lfftw3 -lgmp -lzstd -lnettle -lpthread -lm

# `make V=1` shows the commands, `make -s` nothing.
Q    := $(if $(V),,@)
MUTE := $(V)$(findstring s,$(filter-out --%,$(firstword -$(MAKEFLAGS))))
SAY   = $(if $(MUTE),@:,@printf '  %-5s %s\n')

# $(call link,MORE): the recipe of every program, from all that it stands on.
define link
	@mkdir -p $(@D)
	$(SAY) LINK $@
	$(Q)$(LINK) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(1) \
	    $(if $(filter %/picture.o,$^),$(PNG)) $(LIBS)
endef

LIB_SRC := $(sort $(shell find src -name '*.c' -not -path 'src/cli/*' -not -path 'src/mpi/*' -not -path 'src/web/*'))
CLI_SRC := $(sort $(wildcard src/cli/*.c))
# On x86-64 kernels are compiled three times (src/base/vector.h).
AVX2    := -mavx2 -mfma -mbmi -mbmi2 -mpopcnt
AVX512  := $(AVX2) -mavx512f -mavx512bw -mavx512vl -mavx512dq
X86     := $(call accepts,$(AVX512))
objects  = $(1:%.c=$(BUILD)/%.o) $(if $(X86),$(foreach isa,avx2 avx512,\
               $(patsubst %.c,$(BUILD)/%-$(isa).o,$(filter %-kernel.c,$(1)))))
LIB_OBJ := $(call objects,$(LIB_SRC))
CLI_OBJ := $(CLI_SRC:%.c=$(BUILD)/%.o)
LIBRARY := $(BUILD)/libtakeaway.a
FORMATTED := $(sort $(shell find include src tests experiments -name '*.[ch]'))

all: $(BUILD)/takeaway ## the library and the tool, in $(BUILD)/

help:
	@sed -nE -e 's|[$$][(]BUILD[)]|$(BUILD)|g' -e 's/^([a-z-]+)[a-z -]*:[^#]*## (.*)/\1 \2/p' \
	    $(filter %Makefile %.mk,$(MAKEFILE_LIST)) | \
	    while read -r name text; do printf 'make %-17s %s\n' "$$name" "$$text"; done
	@echo 'Targets that need more packages install them by apt; all, test, install never do.'
	@echo 'Variables: CC CFLAGS CPPFLAGS LDFLAGS BUILD PREFIX DESTDIR WERROR=1 V=1'

.PHONY: all help packages demo check test install uninstall format format-check clean always
.SECONDARY:

# ---- building ----

# Rewritten only when compiler or flags change, so that no object made with
# others is used again.
FLAGS := $(BUILD)/flags
$(FLAGS): always
	@mkdir -p $(@D)
	@printf '%s\n' '$(COMPILE) $(LINK)' | cmp -s - $@ || \
	 printf '%s\n' '$(COMPILE) $(LINK)' > $@

$(BUILD)/takeaway: $(CLI_OBJ) $(LIBRARY)
	$(call link)

$(LIBRARY): $(LIB_OBJ)
	$(SAY) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# What is missing is named before anything is compiled.
LOOK = CC='$(CC)' CPPFLAGS='$(NEED) $(CPPFLAGS) $(CFLAGS)' .ci/packages
$(BUILD)/ready: $(FLAGS) .ci/packages
	@$(LOOK) --to-build
	@touch $@

define compile
	@mkdir -p $(@D)
	$(SAY) CC $@
	$(Q)$(COMPILE) $(1) -MMD -MP -c -o $@ $<
endef
$(BUILD)/%.o: %.c $(FLAGS) | $(BUILD)/ready
	$(call compile)
$(BUILD)/%-kernel-avx2.o: %-kernel.c $(FLAGS) | $(BUILD)/ready
	$(call compile,-DTA_ISA=avx2 $(AVX2))
$(BUILD)/%-kernel-avx512.o: %-kernel.c $(FLAGS) | $(BUILD)/ready
	$(call compile,-DTA_ISA=avx512 $(AVX512))

-include $(shell find $(BUILD)/src $(BUILD)/tests $(BUILD)/experiments -name '*.d' 2>/dev/null)

include tests/tests.mk tests/lint.mk experiments/experiments.mk

# ---- the two commands ----

packages: ## install what is missing (apt), or name it (elsewhere)
	@$(LOOK)

# What has just been installed is seen by a make that starts after it.
demo: packages ## install what is missing, count to 2^26, fit, plot
	@$(MAKE) --no-print-directory all
	@experiments/growth/demo.sh $(BUILD)/takeaway $(BUILD)/demo

check: packages ## install what is missing (apt), build, run the tests; the last line: what was left out
	@$(MAKE) --no-print-directory run-tests

test: ## the same, but installs nothing
	@$(LOOK) --to-test
	@$(MAKE) --no-print-directory run-tests

include src/shared.mk src/python/python.mk src/packaging/packaging.mk src/mpi/mpi.mk src/cold/gpu/cuda.mk src/web/web.mk

# ---- housekeeping ----

format: ## clang-format in place; make format-check
	$(CLANG_FORMAT) -i $(FORMATTED)

format-check:
	@$(CLANG_FORMAT) --version
	@$(CLANG_FORMAT) --dry-run -Werror $(FORMATTED)
	@echo '$(words $(FORMATTED)) files are formatted'

clean: ## remove $(BUILD)/ and its variants
	rm -rf $(BUILD) $(wildcard $(addprefix $(BUILD)-,sanitize fuzz gcc clang tsan arm64))
