# The Python module as a wheel that carries the library and the libraries listed in
# CARRIED, with the texts of their licences. The libraries look for each other in
# their own folder. The wheel is for this platform, with this C library or a later
# one. PYTHON wants setuptools and wheel; tests: tests/python/run.sh.
CARRIED := libfftw3.so.3 libgmp.so.10 libzstd.so.1 libnettle.so.8
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
	$(Q)CC='$(CC)' src/python/carry.sh $(WHEEL)/src $(CARRIED)
	$(Q)cd $(WHEEL)/src && TAKEAWAY_VERSION=$(VERSION) $(PYTHON) -c \
	    'import setuptools.build_meta as b; b.build_wheel("..")' > ../log 2>&1 || \
	    { tail -n 5 ../log; exit 1; }
	@ls $(WHEEL)/*.whl

packages-python:
	@PYTHON='$(PYTHON)' .ci/packages setuptools wheel

.PHONY: python packages-python
