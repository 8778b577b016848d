#!/bin/sh
# The exit status of PARI/GP after an error in a script that no terminal reads.
#
# Guess: gp stops at the error with a status that is not 0, as do interpreters that read
# a file or a pipe; at the least it returns such a status at the end.
# Seen: after the error it goes on with the next line, even of a file of which it says
# "skipping file", and ends with status 0, as it does if the file does not exist. With
# `--default recover=0` it stops with status 1.
# Version: PARI/GP 2.15.2 of Debian 12. The manual has recover, "useful in batch job
# scripts", but does not say which status gp returns without it.
# Why it matters: a check of ours against GP by a makefile passes if GP has failed
# before it compared anything. Call gp with recover=0.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
{
    apt-get download pari-gp=2.15.2-1 libreadline8 libtinfo6 libgmp10 libx11-6 libxcb1 libxau6 libxdmcp6 libbsd0 libmd0 &&
        for package in ./*.deb; do dpkg -x "$package" . || exit 77; done &&
        LD_LIBRARY_PATH=$folder/usr/lib/x86_64-linux-gnu:$folder/lib/x86_64-linux-gnu &&
        export LD_LIBRARY_PATH && [ "$(usr/bin/gp-2.15 --version-short)" = 2.15.2 ]
} >log 2>&1 || { echo "PARI/GP 2.15.2 cannot be installed" >&2; exit 77; }

printf 'print(1)\nprint(1/0)\nprint(2)\n' >script.gp
# is STATUS OUTPUT INPUT ARGUMENT...
is() {
    status=$1 output=$2 input=$3
    shift 3
    seen=$(usr/bin/gp-2.15 -fq "$@" <"$input" 2>errors; echo "status $?")
    seen=$(echo "$seen" | xargs)
    [ "$seen" = "${output}status $status" ] || { echo "gp $* <$input: $seen" >&2; exit 1; }
}
is 0 '1 2 ' script.gp
is 0 '1 2 ' /dev/null script.gp
grep -q 'skipping file' errors || { echo "gp script.gp: $(cat errors)" >&2; exit 1; }
is 1 '1 ' script.gp --default recover=0
is 1 '1 ' /dev/null --default recover=0 script.gp
is 0 '' /dev/null absent.gp
echo 'quit(3)' | usr/bin/gp-2.15 -fq >log 2>&1
[ $? -eq 3 ] || { echo "quit(3) does not return 3" >&2; exit 1; }
