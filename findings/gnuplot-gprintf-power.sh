#!/bin/sh
# The power of the logarithmic scale in gnuplot's gprintf.
#
# Guess: as the manual says, %L is the "power to base of current logscale", %l the mantissa:
# gprintf("%.0l %L", 4096) is "1 12" while an axis is logarithmic to base 2, and "4 3",
# or the same as %t and %T, if none is.
# Seen: the base is 10^10 whatever the scales are: the power of 4096 is 0, that of 2^34 is
# 1, with mantissa 1.7. %t and %T are right, and so is %L in `set format`.
# Version: gnuplot 5.4.4 of Debian 12.
# Why it matters: labels of points of a plot by octaves, made with gprintf as the axis is
# made with the same format, are wrong. Use sprintf("%.0f", log(x) / log(2)).
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
for scale in 'unset logscale' 'set logscale xy 10' 'set logscale x 2' 'set logscale y 2'; do
    is '4096.0 0' "$scale; print gprintf('%.1l %L', 4096)"
    is '1.7 1' "$scale; print gprintf('%.1l %L', 2.0**34)"
    is '4.1 3' "$scale; print gprintf('%.1t %T', 4096)"
done
