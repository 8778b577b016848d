#!/bin/sh
# primesieve with limits of 2^64 and more.
#
# Guess: a limit above 2^64 - 1 is refused with a sentence, whether it is written as
# a number or as an expression; so is a difference below 0.
# Seen: numbers and expressions are taken modulo 2^64, without a word, with status 0:
# there is no prime below 2^64, and 25 below 2^64 + 100. A start of 5 - 10 is
# 2^64 - 5, above the end, and an end below the start is an empty range.
# Version: primesieve 11.0 of Debian 12.
# Why it matters: tables by octaves end at a power of 2, and the last one is 2^64.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
{
    apt-get download primesieve-bin=11.0+ds-2 libprimesieve11=11.0+ds-2 &&
        for package in ./*.deb; do dpkg -x "$package" . || exit 77; done
    LD_LIBRARY_PATH=$(echo usr/lib/*) && export LD_LIBRARY_PATH
    usr/bin/primesieve --version
} >log 2>&1 || { echo "primesieve 11.0 cannot be installed" >&2; exit 77; }

# is PRIMES LIMIT...
is() {
    primes=$1
    shift
    usr/bin/primesieve "$@" --count --quiet >out 2>&1
    status=$?
    [ "$status" -eq 0 ] && [ "$(cat out)" = "$primes" ] ||
        { echo "primesieve $*: status $status, $(cat out)" >&2; exit 1; }
}
is 25 100
is 1 18446744073709551557 2^64-1
is 0 2^64
is 0 18446744073709551616
is 25 2^64+100
is 25 2^65-2^64+100
is 0 5-10 100
is 0 200 100
