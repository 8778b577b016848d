#!/bin/sh
# Sums of large numbers by GNU datamash.
#
# Guess: datamash, which computes in long double, prints an integer below 2^53, or below
# 2^64, with all its digits.
# Seen: results have 14 significant digits: 100000000000001 is printed 1e+14, the greatest
# of 12345678901234567 and 1 is 1.2345678901235e+16, with status 0. What is copied, as by
# first and unique, keeps its digits. --format %.0f is exact up to 2^64.
# Version: datamash 1.7 of Debian 12, x86-64. Neither its manual page nor its info page
# mentions a number of digits.
# Why it matters: counts of P-positions and sums of terms leave 14 digits long before they
# leave 64 bits, and two columns that differ compare as equal.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
{
    apt-get download datamash=1.7-2 && dpkg -x datamash_*.deb . && usr/bin/datamash --version
} >log 2>&1 || { echo "datamash 1.7 cannot be installed" >&2; exit 77; }

# is EXPECTED NUMBERS ARGUMENT...
is() {
    expected=$1 numbers=$2
    shift 2
    # shellcheck disable=SC2086
    seen=$(printf '%s\n' $numbers | usr/bin/datamash "$@" 2>&1) && [ "$seen" = "$expected" ] ||
        { echo "datamash $* of $numbers: expected $expected, got $seen" >&2; exit 1; }
}
is 99999999999999 '99999999999998 1' sum 1
is 1e+14 '100000000000000 1' sum 1
is 1e+15 999999999999999 max 1
is 1.2345678901235e+16 '12345678901234567 1' max 1
is 12345678901234567 '12345678901234567 1' first 1
is 1,12345678901234567 '12345678901234567 1' unique 1
is 12345678901234568 '12345678901234567 1' --format %.0f sum 1
is 18446744073709551615 '18446744073709551614 1' --format %.0f sum 1
