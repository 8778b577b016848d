#!/bin/sh
# Sums of a column by Miller, if a term has more than 63 bits.
#
# Guess: a term that is no 64-bit integer is read as a float, as the documentation says
# ("otherwise, input scannable as float"), so that the sum is rounded; or it is an error.
# Seen: 2^63 and more is taken for text. `stats1 -a sum` leaves it out, without a word and
# with status 0, while count counts it: the sum of 5 and 2^63 is 5, of 2 terms; the mean is
# 5, too. The same number with ".0", or 2^63 - 1, is summed.
# Version: Miller 6.6.0 of Debian 12.
# Why it matters: the last terms of a b-file of a growing sequence, which matter most in
# its sum, are not in it. Write them as floats, or use GNU awk with -M.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
{
    apt-get download miller=6.6.0-2+b3 && dpkg -x miller_*.deb . && [ "$(usr/bin/mlr --version)" = 'mlr 6.6.0' ]
} >log 2>&1 || { echo "Miller 6.6.0 cannot be installed" >&2; exit 77; }

# is COUNT SUM MEAN TERM...: of a b-file of these terms
is() {
    expected="$1 $2 $3"
    shift 3
    seen=$(printf '%s\n' "$@" | nl -w 1 -s ' ' |
        usr/bin/mlr --inidx --onidx --fs ' ' stats1 -a count,sum,mean -f 2 2>&1) && [ "$seen" = "$expected" ] ||
        { echo "terms $*: expected $expected, got $seen" >&2; exit 1; }
}
is 2 12 6 5 7
is 2 9007199254740998 4503599627370499 5 9007199254740993
is 2 9223372036854776000 4611686018427388000 5 9223372036854775807
is 2 5 5 5 9223372036854775808
is 3 5 5 5 18446744073709551616 100000000000000000000
is 2 9223372036854776000 4611686018427388000 5 9223372036854775808.0
