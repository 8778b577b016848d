#!/bin/sh
# Remainders of large numbers in jq.
#
# Guess: 1e19 % 7 is 5, as 10^19 is a double without rounding; the remainder of a
# number that is not negative is not negative.
# Seen: it is -1: numbers of 2^63 and more are taken as -2^63, whatever they are. Up
# to 2^62 remainders are right. A divisor below 1 is called zero.
# Version: jq 1.6 of Debian 12, x86-64.
# Why it matters: residues of far positions are counted with status 0 and no warning.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
{
    apt-get download jq=1.6-2.1+deb12u3 libjq1=1.6-2.1+deb12u3 libonig5 &&
        for package in ./*.deb; do dpkg -x "$package" . || exit 77; done &&
        LD_LIBRARY_PATH=$folder/usr/lib/x86_64-linux-gnu && export LD_LIBRARY_PATH && usr/bin/jq --version
} >log 2>&1 || { echo "jq 1.6 cannot be installed" >&2; exit 77; }

# is EXPECTED EXPRESSION
is() {
    seen=$(usr/bin/jq -n "$2" 2>&1) && [ "$seen" = "$1" ] || { echo "$2: expected $1, got $seen" >&2; exit 1; }
}
is 4 '4611686018427387904 % 7'
is -1 '9223372036854775808 % 7'
is -1 '10000000000000000000 % 7'
is -1 '1e30 % 7'
is 5000000000 '5000000000 % 1e10'
