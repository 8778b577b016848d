#!/bin/sh
# What make and tests/run.sh say to a user: what is missing to build, where
# Homebrew's libraries are, and the messages of tests that fail.
set -u
export LC_ALL=C

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks=0 failures=0
CC=${CC:-cc}
unset MAKEFLAGS MFLAGS MAKELEVEL

holds() { # holds NAME COMMAND...
    name=$1
    shift
    checks=$((checks + 1))
    "$@" >"$work/said" 2>&1 && return
    failures=$((failures + 1))
    echo "failed: $name"
    head -n 5 "$work/said" "$work/out"
}

# make_in FOLDER ARGUMENT...: status, and what make prints in the file out.
make_in() {
    folder=$1
    shift
    status=0
    make -j 2 BUILD="$work/$folder" CC="$CC" CPPFLAGS=-nostdinc CFLAGS=-O0 "$@" \
        >"$work/out" 2>&1 </dev/null || status=$?
}

# ---- what is missing ----

make_in none HOMEBREW=
holds 'a build without the libraries stops' test "$status" -ne 0
holds 'nothing is compiled before that' sh -c "! grep -q '^ *CC ' '$work/out'"
for library in 'FFTW 3' GMP zstd Nettle; do
    holds "it names $library" grep -q "lacks: .*$library" "$work/out"
done
# shellcheck disable=SC2016 # the message has these quotes
holds 'it names the command that installs' grep -q '`make packages`' "$work/out"
holds 'it has a line to copy' grep -Eq '^  (sudo )?(apt-get|dnf|brew) install .*[a-z]$' "$work/out"
holds 'nothing is named twice' awk '/ install / { for (i = 1; i <= NF; i++) if (seen[NR, $i]++) exit 1 }' \
    "$work/out"
holds 'no comma inside what is named' awk -F '|' 'NF == 5 && $1 ~ /,/ { exit 1 }' .ci/packages
holds 'make cuda says what is missing' sh -c "make cuda NVCC=none 2>&1 | grep -q 'needs nvcc'"
holds 'make help lists packages' sh -c "make help | grep -q '^make packages '"

# A compiler with another C library, as musl-gcc, whose libraries no package has.
printf '#!/bin/sh\nexec cc -nostdinc "$@"\n' >"$work/other-cc"
chmod +x "$work/other-cc"
CC=$work/other-cc sh .ci/packages --to-build >"$work/out" 2>&1
holds 'libraries of cc alone' grep -q 'cc finds FFTW, and .*other-cc does not' "$work/out"
holds 'no command that does not help' sh -c "! grep -q ' install ' '$work/out'"
CC='env no-such-cc' sh .ci/packages --to-build >"$work/out" 2>&1
holds 'a compiler of two words that is not there' grep -q 'a C compiler' "$work/out"

# by_manager MANAGER...: prints the commands that a machine with these package
# managers is shown.
by_manager() {
    rm -rf "${work:?}/bin" && mkdir "$work/bin"
    for tool in sh cat id awk find head; do
        ln -s "$(command -v "$tool")" "$work/bin/"
    done
    for manager; do
        : >"$work/bin/$manager"
        chmod +x "$work/bin/$manager"
    done
    env -i PATH="$work/bin" sh .ci/packages --to-build 2>&1 |
        sed -nE 's/^  (sudo )?([a-z-]+) install .*/\2/p' | paste -s -d ' ' -
}
holds 'Fedora gets its line' test "$(by_manager dnf)" = dnf
holds 'Debian gets its line' test "$(by_manager apt-get)" = apt-get
holds 'macOS gets its line' test "$(by_manager brew)" = brew
holds 'others get all three' test "$(by_manager)" = 'apt-get dnf brew'

# ---- what `make deb` is built with ----

mkdir "$work/stubs"
# The stub of apt-get notes what it is asked for, that of sudo runs its arguments.
# shellcheck disable=SC2016
for stub in "apt-get:echo \"\$*\" >>'$work/asked'" 'sudo:exec "$@"' 'dpkg-checkbuilddeps:exit 1' lintian:; do
    printf '#!/bin/sh\n%s\n' "${stub#*:}" >"$work/stubs/${stub%%:*}"
    chmod +x "$work/stubs/${stub%%:*}"
done
make -n deb BUILD="$work/deb" | grep '^\.ci/packages ' >"$work/first"
PATH=$work/stubs:$PATH sh "$work/first" >"$work/out" 2>&1
holds 'all that Debian packages are built with is installed' \
    grep -q 'build-dep \./src/packaging$' "$work/asked"

# ---- Homebrew on Apple silicon ----

brew=$work/homebrew
mkdir -p "$brew/include/nettle" "$brew/lib"
for header in stdio.h fftw3.h gmp.h zstd.h nettle/sha2.h; do
    : >"$brew/include/$header"
done
make_in brew HOMEBREW="$brew" "$work/brew/ready"
holds 'headers are found in Homebrew' test "$status" -eq 0
make_in brew HOMEBREW="$brew" -n "$work/brew/takeaway" V=1
holds 'libraries are looked for there' grep -q -- "-L$brew/lib -lfftw3" "$work/out"

# ---- tests that pass are quiet, those that fail are not ----

test_that() { # test_that NAME FAILURES: makes a test with messages
    cat >"$work/$1" <<END
#!/bin/sh
echo 'takeaway: a file of $1 is damaged' >&2
echo 'left out: a part of $1'
echo '50%: Checks: 1, Failures: $2, Errors: 0'
exit $2
END
    chmod +x "$work/$1"
}
test_that passes 0
test_that fails 1
tests/run.sh "$work/passes" "$work/fails" >"$work/out" 2>&1
holds 'a test that passes shows no message' sh -c "! grep 'of passes is damaged' '$work/out'"
holds 'a test that fails shows its messages' grep 'of fails is damaged' "$work/out"
holds 'both are counted' grep -q '^1 passed, 1 failed' "$work/out"
holds 'what is left out is said at the end' sh -c "tail -n 1 '$work/out' | grep 'left out: 2 .*passes: a part of passes'"

# ---- what the library Check would let pass ----

naughty=${BUILD:-build}/tests/guards/naughty
for CK_FORK in yes no; do
    export CK_FORK
    holds "the test itself passes, CK_FORK=$CK_FORK" "$naughty"
    while IFS='|' read -r setting message; do
        env "$setting" "$naughty" >"$work/out" 2>&1 && : >"$work/out"
        holds "$setting, CK_FORK=$CK_FORK: fails" grep -q "$message" "$work/out"
    done <<END
NAUGHTY=exit|a test called exit()
NAUGHTY=child|an assertion fails in a child of a test
CK_RUN_CASE=none|0 of 1 tests ran
END
done

echo "$((100 * (checks - failures) / checks))%: Checks: $checks, Failures: $failures, Errors: 0"
[ "$failures" -eq 0 ]
