#!/bin/sh
# Reading a b-file of the OEIS, "n a(n)" on each line, into PARI/GP.
#
# Guess: readvec gives one entry a line, either [n, a(n)] or a syntax error, since
# "2 5" is no expression.
# Seen: GP leaves blanks out wherever they stand, within a number too: "2 5" is 25,
# "10 22" is 1022. No warning is printed, and the vector has the right length. A
# line of comment, "# squares", is read as an expression: the length of the
# variable squares, which is 2.
# Version: PARI/GP 2.15.2 of Debian 12.
# Why it matters: b-files are how sequences are exchanged, and GP is the
# language of many OEIS programs. Right: apply(s -> eval(strsplit(s, " ")),
# readstr(name)), which this script runs too.
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

printf '0 0\n1 2\n2 5\n10 22\n' >b.txt
# is EXPECTED EXPRESSION
is() {
    seen=$(echo "print($2)" | usr/bin/gp-2.15 -fq 2>&1)
    [ "$seen" = "$1" ] || { echo "$2: expected $1, got $seen" >&2; exit 1; }
}
is '[0, 12, 25, 1022]' 'readvec("b.txt")'
is '[[0, 0], [1, 2], [2, 5], [10, 22]]' 'apply(s -> apply(eval, strsplit(s, " ")), readstr("b.txt"))'
printf '# squares\n' >comment.txt
is '[2]' 'readvec("comment.txt")'
