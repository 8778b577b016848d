#!/bin/sh
# Strings of digits that begin with 0, as numbers in gnuplot.
#
# Guess: gnuplot makes a number of a string as it does of a column of data: "0012" is 12,
# as in awk, whose leading zeros do not count.
# Seen: "0012" + 0 is 10: the string is read as octal, while column(1), of the same
# text, is 12, and "0012.0" + 0 is 12. real() and int() do as the sum does. "0008" stops
# the script with "Trailing characters after numeric expression".
# Version: gnuplot 5.4.4 of Debian 12. The manual says that constants with a leading 0 are
# octal, but nothing of strings.
# Why it matters: names of files with padded numbers, picked apart by word() or substr(),
# give wrong abscissas, and no error before the 8th file. Append ".0" to the string.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
apt-get download gnuplot-nox=5.4.4+dfsg1-2+b2 >log 2>&1 && dpkg -x gnuplot-nox_*.deb . &&
    usr/bin/gnuplot-nox --version >log 2>&1 || { echo "gnuplot 5.4.4 cannot be installed" >&2; exit 77; }

# is EXPECTED COMMAND
is() {
    seen=$(usr/bin/gnuplot-nox -d -e "set print '-'; $2" 2>&1)
    [ "$seen" = "$1" ] || { echo "$2: expected $1, got $seen" >&2; exit 1; }
}
is '10' 'print "0012" + 0'
is '10.0' 'print real("0012")'
is '12.0' 'print "0012.0" + 0'
is '10' 'print int(word("table 0012", 2))'
is '64' 'print substr("t0100.npy", 2, 5) + 0'
echo 0012 >data
both='plot "data" using (column(1)):(strcol(1) + 0) with table'
is '12 10' "set table 'out'; $both; unset table; print system('xargs <out')"
usr/bin/gnuplot-nox -d -e 'print "0007" + 0; print "0008" + 0' >out 2>&1 && { echo "0008: $(cat out)" >&2; exit 1; }
[ "$(head -n 1 out)" = 7 ] && grep -q 'Trailing characters after numeric expression' out ||
    { echo "0008: $(cat out)" >&2; exit 1; }
