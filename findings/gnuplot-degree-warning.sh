#!/bin/sh
# A warning about a degree sign that no one has written.
#
# Guess: `set encoding utf8` makes text be read as UTF-8; it prints nothing, and
# does not depend on the locale, least of all in a script of ASCII characters.
# Seen: in the C locale it prints on standard error that a degree sign could not
# be converted, and goes on with exit status 0; the plot is the same, byte for
# byte, as in the locale C.UTF-8, where there is no warning.
# Version: gnuplot 5.4.4 of Debian 12.
# Why it matters: a batch job that plots, often in the C locale, fails if it takes
# output on standard error for a failure; the author searches for a character that
# is not there. Set LC_ALL=C.UTF-8 for gnuplot.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
apt-get download gnuplot-nox=5.4.4+dfsg1-2+b2 >log 2>&1 && dpkg -x gnuplot-nox_*.deb . &&
    usr/bin/gnuplot-nox --version >log 2>&1 || { echo "gnuplot 5.4.4 cannot be installed" >&2; exit 77; }

for locale in C C.UTF-8; do
    printf '%s\n' 'set encoding utf8' 'set terminal svg' "set output '$locale.svg'" 'plot x' |
        LC_ALL=$locale usr/bin/gnuplot-nox -d 2>"$locale.err" ||
        { echo "in the locale $locale gnuplot fails" >&2; exit 1; }
done
[ "$(xargs <C.err)" = 'line 0: warning: iconv failed to convert degree sign' ] ||
    { echo "in the locale C there is no such warning, but '$(cat C.err)'" >&2; exit 1; }
[ ! -s C.UTF-8.err ] || { echo "in the locale C.UTF-8 there is '$(cat C.UTF-8.err)'" >&2; exit 1; }
cmp C.svg C.UTF-8.svg || { echo "the plots differ" >&2; exit 1; }
