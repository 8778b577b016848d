# Installation. LIBDIR may be another than lib (Debian: lib/x86_64-linux-gnu).
# Root without DESTDIR brings the loader's cache up to date too, as a package does
# when it is installed.
LIBDIR  ?= $(PREFIX)/lib
BIN_DIR  = $(DESTDIR)$(PREFIX)/bin
LIB_DIR  = $(DESTDIR)$(LIBDIR)
INC_DIR  = $(DESTDIR)$(PREFIX)/include
PC_DIR   = $(LIB_DIR)/pkgconfig
MAN_DIR  = $(DESTDIR)$(PREFIX)/share/man/man1
BASH_DIR = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH_DIR  = $(DESTDIR)$(PREFIX)/share/zsh/$(ZSH_VENDOR)
FISH_DIR = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
# Prints the man page and the completions. For a cross-compiled installation:
# a tool of the same version that runs on this machine.
NATIVE   ?= $(BUILD)/takeaway
# vendor-completions on Debian
ZSH_VENDOR ?= site-functions
LDCONFIG   ?= $(wildcard /sbin/ldconfig)

install: all ## to DESTDIR and PREFIX; make uninstall
	install -d -m 755 '$(BIN_DIR)' '$(PC_DIR)' '$(INC_DIR)/takeaway' '$(MAN_DIR)'
	install -d -m 755 '$(BASH_DIR)' '$(ZSH_DIR)' '$(FISH_DIR)'
	install -m 755 $(BUILD)/takeaway '$(BIN_DIR)/takeaway'
	install -m 644 $(BUILD)/libtakeaway.a '$(LIB_DIR)/libtakeaway.a'
	$(if $(SHARED),install -m 644 $(SHARED).$(VERSION) '$(LIB_DIR)/'; \
	    ln -sf libtakeaway.so.$(VERSION) '$(LIB_DIR)/$(SHARED_NAME)'; \
	    ln -sf $(SHARED_NAME) '$(LIB_DIR)/libtakeaway.so')
	install -m 644 include/takeaway.h '$(INC_DIR)/takeaway.h'
	install -m 644 include/takeaway/*.h '$(INC_DIR)/takeaway/'
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' \
	    -e 's|@VERSION@|$(VERSION)|' src/packaging/takeaway.pc.in \
	    > '$(PC_DIR)/takeaway.pc'
	$(NATIVE) --man > '$(MAN_DIR)/takeaway.1'
	src/packaging/completion.sh $(NATIVE) bash > '$(BASH_DIR)/takeaway'
	src/packaging/completion.sh $(NATIVE) zsh > '$(ZSH_DIR)/_takeaway'
	src/packaging/completion.sh $(NATIVE) fish > '$(FISH_DIR)/takeaway.fish'
	chmod 644 '$(PC_DIR)/takeaway.pc' '$(MAN_DIR)/takeaway.1' '$(BASH_DIR)/takeaway' \
	    '$(ZSH_DIR)/_takeaway' '$(FISH_DIR)/takeaway.fish'
	$(if $(DESTDIR),,[ "$$(id -u)" -ne 0 ] || $(or $(LDCONFIG),true))

uninstall:
	rm -f '$(BIN_DIR)/takeaway' '$(LIB_DIR)/libtakeaway.a' \
	    '$(LIB_DIR)/libtakeaway.so' '$(LIB_DIR)/$(SHARED_NAME)' \
	    '$(LIB_DIR)/libtakeaway.so.$(VERSION)' \
	    '$(INC_DIR)/takeaway.h' '$(PC_DIR)/takeaway.pc' \
	    $(patsubst include/%,'$(INC_DIR)/%',$(wildcard include/takeaway/*.h)) \
	    '$(MAN_DIR)/takeaway.1' '$(BASH_DIR)/takeaway' \
	    '$(ZSH_DIR)/_takeaway' '$(FISH_DIR)/takeaway.fish'
	[ ! -d '$(INC_DIR)/takeaway' ] || rmdir '$(INC_DIR)/takeaway'

.PHONY: install uninstall

# Debian packages in $(BUILD)/deb: built from a copy of the sources, looked at by
# lintian, whose warnings count. deb-check: tests/packages/chroot.sh.
DEB := $(BUILD)/deb
deb: ## Debian packages, in $(BUILD)/deb/
	@.ci/packages build-dep lintian
	@grep -q '^takeaway ($(VERSION))' src/packaging/debian/changelog || \
	    { echo 'src/packaging/debian/changelog is not of version $(VERSION)'; exit 1; }
	@rm -rf $(DEB) && mkdir -p $(DEB)/takeaway-$(VERSION)
	@tar -c --exclude='./build*' --exclude=./.git . | tar -x -C $(DEB)/takeaway-$(VERSION)
	@cp -r src/packaging/debian $(DEB)/takeaway-$(VERSION)/
	cd $(DEB)/takeaway-$(VERSION) && dpkg-buildpackage -b -uc -us > ../log 2>&1 || \
	    { tail -n 20 ../log; exit 1; }
	lintian --fail-on error,warning $(DEB)/takeaway_$(VERSION)_*.changes
	@ls $(DEB)/*.deb

deb-check: python ## the packages and the wheel, in a fresh chroot (root)
	@ls $(DEB)/*.deb > /dev/null 2>&1 || $(MAKE) --no-print-directory deb
	@.ci/packages debootstrap
	@tests/packages/chroot.sh $(DEB) $(WHEEL)/*.whl

.PHONY: deb deb-check
