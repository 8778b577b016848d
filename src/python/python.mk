# The Python module as a wheel that carries the library and what that stands on,
# but for the C library, with the texts of their licences: they look for each other beside themselves. So it is for
# this platform, with this C library or a later one. PYTHON wants setuptools and
# wheel (python3-setuptools, python3-wheel); tests: tests/python/run.sh.
PYTHON ?= $(firstword $(foreach p,python3 /usr/bin/python3, \
    $(shell $(p) -c 'import setuptools, wheel' 2>/dev/null && echo $(p))) python3)
WHEEL  := $(BUILD)/python

python: packages-python $(SHARED) ## a wheel of the Python module, in $(BUILD)/python/
	@rm -rf $(WHEEL) && mkdir -p $(WHEEL)/src
	@cp -r src/python/takeaway src/python/README.md src/python/pyproject.toml \
	    src/python/setup.py LICENSE $(WHEEL)/src
	@rm -rf $(WHEEL)/src/takeaway/__pycache__
	$(Q)$(CC) $(CFLAGS) -s $(HARD_SHARED) -pthread $(LDFLAGS) $(SHARED_LINK) \
	    -Wl,--disable-new-dtags,-rpath,'$$ORIGIN' \
	    -o $(WHEEL)/src/takeaway/$(SHARED_NAME) $(LIB_OBJ) $(LIBS)
	$(Q)src/python/carry.sh $(SHARED) $(WHEEL)/src
	$(Q)cd $(WHEEL)/src && TAKEAWAY_VERSION=$(VERSION) $(PYTHON) -c \
	    'import setuptools.build_meta as b; b.build_wheel("..")' > ../log 2>&1 || \
	    { tail -n 5 ../log; exit 1; }
	@ls $(WHEEL)/*.whl

packages-python:
	@PYTHON='$(PYTHON)' .ci/packages setuptools wheel

.PHONY: python packages-python
