# The page in the browser: the library compiled for wasm32 by clang, with wasm-ld,
# wasi-libc and compiler-rt for wasm32, and mini-gmp in place of GMP (mini-gmp.sh,
# where GMP=FILE names its source). Archives, FFTW and what stands on them are left
# out (absent.c). Numbers of heaps are 64 bits and indices 32, which is enough below
# 2^26 (web.c). `make web-check` is tests/web/run.sh.
WEB     := $(BUILD)/web
WASM    := $(BUILD)/wasm
WEB_CC  ?= $(firstword $(foreach v,19 16 17 18 20 21 22,$(shell command -v clang-$v)) clang)
export WEB_CC
WEB_SRC := $(filter-out src/archive/% src/verify/% %/fft.c %/textbook.c,$(LIB_SRC)) \
            src/archive/kept-windows.c $(wildcard src/web/*.c)
WEB_OBJ := $(WEB_SRC:%.c=$(WASM)/%.o) $(WASM)/mini-gmp.o
WEB_SITE := $(patsubst src/web/site/%,$(WEB)/%,$(wildcard src/web/site/*))
WEB_GMP := mini-gmp.c mini-gmp.h COPYING.LESSERv3 COPYINGv2 COPYINGv3
WEB_CALLS := text alloc free games game run grid period fit sum
WEB_COMPILE = $(WEB_CC) --target=wasm32-wasi -std=c11 -D_XOPEN_SOURCE=700 -D_DEFAULT_SOURCE \
    -Isrc/web/shim -Iinclude -Isrc -isystem $(WASM) \
    $(WARN) -Wno-shorten-64-to-32 -O3 -fvisibility=hidden -msimd128 -mbulk-memory
# Without -O, at which clang would run an optimiser that may know no SIMD.
WEB_LINK = $(WEB_CC) --target=wasm32-wasi -mexec-model=reactor -Wl,--gc-sections,--strip-all \
    -Wl,-z,stack-size=1048576,--max-memory=4294967296,--allow-undefined-file=src/web/shim/imports \
    $(WEB_CALLS:%=-Wl,--export=web_%)

web: packages-web ## the page in the browser, in $(BUILD)/web/ (clang, wasi-libc; source of GMP)
	@$(MAKE) --no-print-directory web-files

web-files: $(WEB)/takeaway.wasm $(WEB_SITE) $(addprefix $(WEB)/source/,$(WEB_GMP)) $(WEB)/LICENSE
	@echo 'to look at it: python3 -m http.server -d $(WEB), then http://localhost:8000'

$(WEB)/takeaway.wasm: $(WEB_OBJ)
	@mkdir -p $(@D)
	$(SAY) LINK $@
	$(Q)$(WEB_LINK) -o $@ $^ -lm

$(WASM)/flags: always
	@mkdir -p $(@D)
	@printf '%s\n' '$(WEB_COMPILE)' | cmp -s - $@ || printf '%s\n' '$(WEB_COMPILE)' > $@

$(WASM)/%.o: %.c $(WASM)/flags | $(WASM)/mini-gmp.h
	@mkdir -p $(@D)
	$(SAY) WASM $@
	$(Q)$(WEB_COMPILE) -MMD -MP -c -o $@ $<

$(WASM)/mini-gmp.o: $(WASM)/mini-gmp.c $(WASM)/flags
	$(SAY) WASM $@
	$(Q)$(WEB_COMPILE) -w -c -o $@ $<

$(WASM)/mini-gmp.c: $(WASM)/mini-gmp.h
$(WASM)/mini-gmp.h: src/web/mini-gmp.sh
	$(SAY) GMP $@
	$(Q)src/web/mini-gmp.sh $(WASM)
	@touch $@

$(WEB_SITE): $(WEB)/%: src/web/site/%
	@mkdir -p $(@D)
	@cp $< $@

$(addprefix $(WEB)/source/,$(WEB_GMP)): $(WEB)/source/%: $(WASM)/mini-gmp.h
	@mkdir -p $(@D)
	@cp $(WASM)/$* $@

$(WEB)/LICENSE: LICENSE
	@cp $< $@

-include $(shell find $(WASM) -name '*.d' 2>/dev/null)

packages-web:
	@.ci/packages web

web-check: ## the page in Chromium, its library in Node beside the tool
	@.ci/packages web node chromedriver
	@$(MAKE) --no-print-directory all web-files
	@TAKEAWAY=$(BUILD)/takeaway BUILD=$(BUILD) tests/web/run.sh

.PHONY: web web-files packages-web web-check
