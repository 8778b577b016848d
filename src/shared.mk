# The shared library. It shows the public names, ta_..., alone; the static one
# has the internal names, tai_..., too.

# The number rises with every change that breaks programs built before it.
SOVERSION := 0
SHARED_NAME := libtakeaway.so.$(SOVERSION)
SHARED := $(if $(call accepts,-shared -Wl$(comma)-soname$(comma)x),$(BUILD)/libtakeaway.so)
# Undefined names are the sanitizers' own, which the program brings.
HARD_SHARED := $(filter-out -pie,$(HARD_LINK))
SHARED_LINK := -shared -Wl,-soname,$(SHARED_NAME) -Wl,-Bsymbolic-functions \
    -Wl,--as-needed $(if $(findstring -fsanitize,$(CC) $(CFLAGS)),,-Wl,-z,defs)

all tests: $(SHARED)

# libtakeaway.so -> libtakeaway.so.0 -> libtakeaway.so.0.1.0
$(BUILD)/libtakeaway.so.$(VERSION): $(LIB_OBJ)
	$(SAY) LINK $@
	$(Q)$(CC) $(CFLAGS) $(HARD_SHARED) -pthread $(LDFLAGS) $(SHARED_LINK) \
	    -o $@ $^ $(LIBS)

$(BUILD)/libtakeaway.so: $(BUILD)/libtakeaway.so.$(VERSION)
	@ln -sf $(<F) $(BUILD)/$(SHARED_NAME)
	@ln -sf $(SHARED_NAME) $@
