#!/bin/sh
# Integers of 2^31 and more in mawk, the awk of Debian.
#
# Guess: awk computes in double precision, so integers below 2^53 are exact, and both
# print and printf "%d" show them whole, as gawk does.
# Seen: the arithmetic is exact, the output is not. print shows 2^31 as 2.14748e+09,
# rounded to six digits as if it were no integer, and printf "%d" shows 2147483647
# for each number above. printf "%.0f" is right. A number that is read and passed on
# unchanged stays as it was written, so that a script looks right until it adds.
# Version: mawk 1.3.4-20200120 of Debian 12.
# Why it matters: counts pass 2^31 where the tables of a growth experiment get
# interesting. Write printf "%.0f".
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
{ apt-get download mawk=1.3.4.20200120-3.1 && dpkg -x mawk_*.deb . && usr/bin/mawk 'BEGIN { exit 0 }'; } >log 2>&1 ||
    { echo "mawk 1.3.4 cannot be installed" >&2; exit 77; }

# is EXPECTED PROGRAM
is() {
    seen=$(echo 1099511627776 | usr/bin/mawk "$2")
    [ "$seen" = "$1" ] || { echo "$2: expected $1, got $seen" >&2; exit 1; }
}
is 2147483647 '{ print 2 ^ 31 - 1 }'
is 2.14748e+09 '{ print 2 ^ 31 }'
is 2147483647 '{ printf "%d", 2 ^ 40 }'
is 1099511627776 '{ print $1 }'
is 1.09951e+12 '{ print $1 + 0 }'
is 1099511627777 '{ printf "%.0f", $1 + 1 }'
is 1 '{ print ($1 + 1) % 1099511627776 }'
