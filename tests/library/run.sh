#!/bin/sh
# What `make install` gives to programs: libraries that show the public names and
# no others, a header for C and C++, pkg-config. BUILD is where all is built.
set -eu
export LC_ALL=C

build=${BUILD:-build}
version=$(sed -n 's/^.define TA_VERSION  *"\(.*\)"/\1/p' include/takeaway.h)
shared=$build/libtakeaway.so.$version
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks=0 failures=0

if grep -q -e -fsanitize "$build/flags"; then
    echo 'left out: sanitizers add names of their own'
    echo '100%: Checks: 1, Failures: 0, Errors: 0'
    exit 0
fi

holds() { # holds NAME COMMAND...
    name=$1
    shift
    checks=$((checks + 1))
    "$@" >"$work/said" 2>&1 && return
    failures=$((failures + 1))
    echo "failed: $name"
    head -n 5 "$work/said"
}

# The names that the header marks; inline functions are not among them.
awk '/^TA_API/ { while (!/\(/) { getline more; $0 = $0 " " more } print }' \
    include/takeaway/*.h | sed 's/^[^(]*[ *]\(ta_[a-z0-9_]*\)(.*/\1/' |
    sort -u >"$work/marked"
holds 'each mark has its function' test "$(wc -l <"$work/marked")" \
    -eq "$(cat include/takeaway/*.h | grep -c '^TA_API')"
holds 'the header marks functions' test "$(wc -l <"$work/marked")" -gt 50

# names INTERNAL NM-ARGUMENT...: the names that programs see are the public ones,
# except those that match INTERNAL.
names() {
    internal=$1
    shift
    nm --defined-only --extern-only "$@" | awk 'NF == 3 { print $3 }' |
        grep -v "^_\(init\|fini\)$\|$internal" | sort -u >"$work/seen"
    diff "$work/marked" "$work/seen"
}

uses() { # uses NAME COMPILER FLAG...: tests/library/use.c, built so, and run
    name=$1
    shift
    rm -f "$work/use"
    holds "$name: builds" "$@"
    [ -x "$work/use" ] || return 0
    LD_LIBRARY_PATH=$lib "$work/use" >"$work/counts" 2>&1 || true
    grep '^failed' "$work/counts" || true
    # shellcheck disable=SC2046
    set -- $(tail -n 1 "$work/counts")
    checks=$((checks + ${1:-1})) failures=$((failures + ${2:-1}))
}

example() { # example FILE: builds and runs it; its first comment has what it prints
    program=$(basename "$1" .c)
    sed -n '/\*\/$/q; s/^ \*     //p' "$1" >"$work/wanted"
    holds "example $program: says what it prints" test -s "$work/wanted"
    # shellcheck disable=SC2046,SC2086
    holds "example $program: builds" ${CC:-cc} -std=c11 $flags -o "$work/$program" "$1" \
        $(pkg-config --cflags --libs takeaway)
    (cd "$work" && LD_LIBRARY_PATH=$lib "./$program" 2>/dev/null) >"$work/printed" ||
        echo "status $?" >>"$work/printed"
    holds "example $program: prints what it says" diff "$work/wanted" "$work/printed"
}

to_work() { # to_work TARGET [DESTDIR]: of make, with what is built as it is
    make -s "$1" -o all BUILD="$build" CC="$(sed 's/ -std=c11 .*//' "$build/flags")" \
        PREFIX="$work/to" LIBDIR="$work/to/lib" DESTDIR="${2-}" \
        LDCONFIG="$work/ldconfig" >/dev/null
}

printf '#!/bin/sh\necho told >>%s/told\n' "$work" >"$work/ldconfig"
chmod +x "$work/ldconfig"
to_work install "$work/package"
holds 'the loader hears nothing of a package that is made' test ! -e "$work/told"
to_work install
[ "$(id -u)" -ne 0 ] || holds 'the loader learns of the library' grep -q told "$work/told"
holds "what root installs leaves nothing of root's in the build" sh -c \
    "! find '$build' -maxdepth 1 -type f -newer '$work/ldconfig' | grep ."
lib=$work/to/lib
export PKG_CONFIG_PATH="$lib/pkgconfig"
flags='-Wall -Wextra -Wpedantic -Werror'

holds 'pkg-config knows the version' test "$(pkg-config --modversion takeaway)" = "$version"
holds 'no private library for a shared link' sh -c \
    "! pkg-config --libs takeaway | grep -e -lfftw3 -e -lgmp"
holds 'the static library has the public names' names '^tai_' "$lib/libtakeaway.a"
# shellcheck disable=SC2086,SC2046
{
    if [ -e "$shared" ]; then
        holds 'the shared library has the public names' names '^_$' -D "$shared"
        uses 'shared, C' ${CC:-cc} -std=c11 $flags -o "$work/use" \
            tests/library/use.c $(pkg-config --cflags --libs takeaway)
        uses 'shared, C++' ${CXX:-c++} -x c++ -std=c++11 $flags -o "$work/use" \
            tests/library/use.c $(pkg-config --cflags --libs takeaway)
        holds 'linked by its soname' sh -c "LD_LIBRARY_PATH=$lib ldd \
            '$work/use' | grep -q 'libtakeaway.so.[0-9][0-9]* => $lib/'"
        for file in tests/library/examples/*.c; do
            example "$file"
        done
        export LD_LIBRARY_PATH="$lib"
        command -v timeout >/dev/null || rm -f "$work/sink" # macOS has none
        for after in 1 10 100; do # a busy machine may not have begun
            [ -e "$work/sink" ] && last=$(cd "$work" && timeout -s INT $after ./sink 10^12 2>&1 |
                tr '\r' '\n' | tail -n 1) && [ "$last" != 'stopped on request' ] || break
        done
        [ ! -e "$work/sink" ] || holds 'an interrupted example stops' test "$last" = 'stopped on request'
        unset LD_LIBRARY_PATH
    fi
    rm -f "$lib"/libtakeaway.so*
    uses 'static, C' ${CC:-cc} -std=c11 $flags -o "$work/use" \
        tests/library/use.c $(pkg-config --static --cflags --libs takeaway)
}
to_work uninstall
holds 'uninstall leaves nothing' sh -c "! find '$work/to' ! -type d | grep ."

echo "$((100 * (checks - failures) / checks))%: Checks: $checks, Failures: $failures, Errors: 0"
[ "$failures" -eq 0 ]
