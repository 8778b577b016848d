#!/bin/sh
# chroot.sh FOLDER WHEEL: installs, uses and removes the packages in FOLDER, takes
# the tours of README.md and of the Python module, and uses the wheel, in a fresh
# system of this release by debootstrap (root). MIRROR is the one of this system,
# SUITE its release.
set -eu

[ "$(id -u)" -eq 0 ] || {
    echo 'a chroot wants root' >&2
    exit 1
}
suite=${SUITE:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
mirror=${MIRROR:-$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
    sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb \(\[.*\] \)\{0,1\}\(http[^ ]*\) .*/\2/p' | head -n 1)}
root=$(mktemp -d)
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
if ! debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$root/log" 2>&1; then
    tail -n 5 "$root/log"
    exit 1
fi
echo "deb $mirror $suite main" >"$root/etc/apt/sources.list"
mkdir "$root/packages"
cp "$1"/*.deb "$2" "$root/packages/"
cp tests/packages/use.sh tests/library/use.c "$root/"
mkdir -p "$root/tree/tests" "$root/tree/src/python"
cp README.md "$root/tree/"
cp -r tests/cli "$root/tree/tests/"
cp src/python/README.md "$root/tree/src/python/"
mount -t proc proc "$root/proc" 2>/dev/null || true
chroot "$root" /use.sh
echo 'packages: installed, used and removed'
