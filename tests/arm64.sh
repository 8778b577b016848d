#!/bin/sh
# Builds for arm64 and runs tests there under qemu-user, on a Debian machine of
# another kind. Nothing is installed for arm64: its packages are unpacked into
# BUILD-arm64/root, with lists of their own. Arguments: tests to run instead of
# all, `cli` for those of the command line. Needs gcc-aarch64-linux-gnu,
# libc6-dev-arm64-cross and qemu-user-static.
set -eu
export LC_ALL=C

cd "$(dirname "$0")/.."
work=${BUILD:-build}-arm64
root=$PWD/$work/root
packages='libfftw3-dev libgmp-dev libzstd-dev nettle-dev check
    libsubunit-dev libpng-dev zlib1g-dev'
tests=${*:-$(cd tests && echo t-*.c cli)}

for tool in aarch64-linux-gnu-gcc qemu-aarch64-static apt-get dpkg-deb; do
    command -v "$tool" >/dev/null || {
        echo "arm64: $tool is missing; apt-get install gcc-aarch64-linux-gnu" \
            "libc6-dev-arm64-cross qemu-user-static" >&2
        exit 1
    }
done

if [ ! -e "$root/done" ]; then
    lists=$PWD/$work/apt
    mkdir -p "$root" "$lists/lists/partial" "$lists/archives/partial"
    : >"$lists/status"
    apt() {
        apt-get -q -o APT::Architecture=arm64 -o APT::Architectures::=arm64 \
            -o Dir::State::Lists="$lists/lists" \
            -o Dir::State::status="$lists/status" \
            -o Dir::Cache="$lists" -o Dir::Cache::Archives="$lists/archives" \
            -o APT::Sandbox::User= "$@"
    }
    apt update
    # shellcheck disable=SC2086
    apt install -y --no-install-recommends --download-only $packages
    for package in "$lists"/archives/*.deb; do
        dpkg-deb -x "$package" "$root"
    done
    touch "$root/done"
fi

# Static, so that qemu needs no libraries of arm64.
library=$root/usr/lib/aarch64-linux-gnu
targets=$work/takeaway
for test in $tests; do
    [ "$test" = cli ] || targets="$targets $work/tests/${test%.c}"
done
# shellcheck disable=SC2086
make -j "$(nproc)" BUILD="$work" CC=aarch64-linux-gnu-gcc \
    AR=aarch64-linux-gnu-ar CFLAGS='-O2 -g' WERROR="${WERROR:-1}" \
    CPPFLAGS="-isystem $root/usr/include -isystem $root/usr/include/aarch64-linux-gnu" \
    LDFLAGS="-static -L$library" PNG='-lpng -lz' \
    PKG_CONFIG="sh -c 'echo -lcheck_pic -lsubunit -lrt -lm'" $targets

# binfmt is not asked for: a wrapper makes one program of each.
mkdir -p "$work/run"
runs=''
for program in $targets; do
    wrapper=$work/run/$(basename "$program")
    printf '#!/bin/sh\nexec qemu-aarch64-static %s "$@"\n' \
        "$PWD/$program" >"$wrapper"
    chmod +x "$wrapper"
    case $program in
    */takeaway) ;;
    *) runs="$runs $wrapper" ;;
    esac
done
case " $tests " in
*' cli '*) runs="$runs $(echo tests/cli/cases-*.sh)" ;;
esac
# shellcheck disable=SC2086
TAKEAWAY_EMULATED=1 CK_FORK=no TAKEAWAY=$work/run/takeaway tests/run.sh $runs
