# takeaway: make demo, make check; see README.md.
BUILD   ?= build
PREFIX  ?= /usr/local
DESTDIR ?=
CC      ?= cc
CFLAGS  ?= -O2 -g
PKG_CONFIG ?= pkg-config

WARN  := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
         -Wmissing-prototypes -Wvla $(if $(WERROR),-Werror)
NEED  := -std=c11 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -Iinclude -Isrc -O3 -fopenmp
LIBS  := -lfftw3_omp -lfftw3 -lfftw3f_omp -lfftw3f -lgsl -lgslcblas -lgmp -lpthread -lm

LIB_SRC  := $(sort $(shell find src -name '*.c' -not -path 'src/cli/*'))
CLI_SRC  := $(sort $(wildcard src/cli/*.c))
TEST_SRC := $(sort $(wildcard tests/t-*.c))
LIB_OBJ  := $(LIB_SRC:%.c=$(BUILD)/%.o)
CLI_OBJ  := $(CLI_SRC:%.c=$(BUILD)/%.o)
TEST_BIN := $(TEST_SRC:tests/%.c=$(BUILD)/tests/%)
TEST_LIBS := $(shell $(PKG_CONFIG) --libs check 2>/dev/null || echo -lcheck)

all: $(BUILD)/takeaway

$(BUILD)/takeaway: $(CLI_OBJ) $(BUILD)/libtakeaway.a
	$(CC) $(CFLAGS) -fopenmp $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/libtakeaway.a: $(LIB_OBJ)
	rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(NEED) $(WARN) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(BUILD)/tests/testing.o $(BUILD)/libtakeaway.a
	$(CC) $(CFLAGS) -fopenmp $(LDFLAGS) -o $@ $^ $(TEST_LIBS) $(LIBS)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
.PHONY: all
.SECONDARY:
