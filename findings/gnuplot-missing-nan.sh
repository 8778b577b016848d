#!/bin/sh
# A gap that an expression asks for, in a column with missing data.
#
# Guess: $2 is short for column(2), as the manual says, so in a plot
# `valid(2) ? $2 : NaN` and `valid(2) ? column(2) : NaN` do the same. With NA
# declared as missing, a row that has it gives a gap in both, or in none.
# Seen: with nothing declared, both leave a gap. After `set datafile missing "NA"`
# the form with column(2) still does, but the form with $2 drops the row, and the
# line runs on as if there were no hole. The row is not dropped before the
# expression is evaluated, for `valid(2) ? 7 : 8` gives 8 there; the branch with $2
# is not evaluated. It is enough that the expression contains $2 and gives NaN.
# Version: gnuplot 5.4.4 of Debian 12.
# Why it matters: a sequence with terms not computed yet looks complete in the
# plot, though the script asks for a gap. Write column(2) to get one.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
# shellcheck disable=SC2016
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
apt-get download gnuplot-nox=5.4.4+dfsg1-2+b2 >log 2>&1 && dpkg -x gnuplot-nox_*.deb . &&
    usr/bin/gnuplot-nox --version >log 2>&1 || { echo "gnuplot 5.4.4 cannot be installed" >&2; exit 77; }
printf '%s\n' '1 1' '2 2' '3 NA' '4 4' '5 5' >numbers

# points SETTING EXPRESSION: x, y, and i for a point or u for a gap, all in one line
points() {
    printf '%s\n' "$1" 'set table "points"' "plot 'numbers' using 1:($2) with lines" |
        LC_ALL=C usr/bin/gnuplot-nox -d && grep '^ *[0-9]' points | xargs
}

# same WHAT EXPECTED SEEN
same() {
    [ "$2" = "$3" ] || { echo "$1: expected '$2', got '$3'" >&2; exit 1; }
}

gap='1 1 i 2 2 i 3 NaN u 4 4 i 5 5 i'
for number in '$2' 'column(2)'; do
    same "$number, nothing declared" "$gap" "$(points '' "valid(2) ? $number : NaN")"
done
declared='set datafile missing "NA"'
same 'column(2), NA declared' "$gap" "$(points "$declared" 'valid(2) ? column(2) : NaN')"
same '$2, NA declared' '1 1 i 2 2 i 4 4 i 5 5 i' "$(points "$declared" 'valid(2) ? $2 : NaN')"
same 'valid' '1 7 i 2 7 i 3 8 i 4 7 i 5 7 i' "$(points "$declared" 'valid(2) ? 7 : 8')"
same 'a number' '1 1 i 2 2 i 3 3 i 4 4 i 5 5 i' "$(points "$declared" 'valid(2) ? $2 : $1')"
