# The library as others get it: the shared one, and the static one with nothing
# but the public names.

# The number rises with every change that breaks programs built before it.
SOVERSION := 0
SHARED_NAME := libtakeaway.so.$(SOVERSION)
SHARED := $(if $(call accepts,-shared -Wl$(comma)-soname$(comma)x),$(BUILD)/libtakeaway.so)
OBJCOPY ?= objcopy
# Undefined names are the sanitizers' own, which the program brings.
HARD_SHARED := $(filter-out -pie,$(HARD_LINK))
SHARED_LINK := -shared -Wl,-soname,$(SHARED_NAME) -Wl,-Bsymbolic-functions \
    -Wl,--as-needed $(if $(findstring -fsanitize,$(CC) $(CFLAGS)),,-Wl,-z,defs)

all tests: $(SHARED) $(BUILD)/public/libtakeaway.a

# libtakeaway.so -> libtakeaway.so.0 -> libtakeaway.so.0.1.0
$(BUILD)/libtakeaway.so.$(VERSION): $(LIB_OBJ)
	$(SAY) LINK $@
	$(Q)$(CC) $(CFLAGS) $(HARD_SHARED) -pthread $(LDFLAGS) $(SHARED_LINK) \
	    -o $@ $^ $(LIBS)

$(BUILD)/libtakeaway.so: $(BUILD)/libtakeaway.so.$(VERSION)
	@ln -sf $(<F) $(BUILD)/$(SHARED_NAME)
	@ln -sf $(SHARED_NAME) $@

# One object whose hidden names have become local: a program that links it has
# the public names and no others to keep clear of. Tests link the objects as
# they are, and see inside. Without objcopy (macOS) it is those objects too.
$(BUILD)/public/libtakeaway.a: $(LIB_OBJ)
	@mkdir -p $(@D)
	$(SAY) AR $@
	$(Q)rm -f $@ && if command -v $(OBJCOPY) > /dev/null; then \
	    $(CC) -r -nostdlib -o $(@D)/takeaway.o $^ && \
	    $(OBJCOPY) --localize-hidden $(@D)/takeaway.o && \
	    $(AR) rcs $@ $(@D)/takeaway.o; else $(AR) rcs $@ $^; fi
