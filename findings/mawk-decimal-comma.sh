#!/bin/sh
# Numbers with a decimal point, summed where the decimal sign is a comma.
#
# Guess: awk reads and prints 1.5 in every locale, as it reads 1.5 in a program in
# every locale, and as gawk does unless it has --use-lc-numeric.
# Seen: in de_DE.UTF-8, mawk adds 1.5 and 2.5 of its input to 3, without an error;
# the same two numbers in the program give 4. It prints the constant 1.5 as 1,5,
# which it would read as a number, but most other programs do not.
# Version: mawk 1.3.4-20200120, the awk of Debian 12, beside gawk 5.2.1.
# Why it matters: sums and averages of measured times are too small, by less than
# 1 for each row, and look credible. Set LC_ALL=C, or at least LC_NUMERIC.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
{
    apt-get download mawk=1.3.4.20200120-3.1 gawk=1:5.2.1-2 libsigsegv2=2.14-1 locales &&
        for package in ./*.deb; do dpkg -x "$package" . || exit 77; done &&
        gunzip usr/share/i18n/charmaps/UTF-8.gz &&
        I18NPATH=usr/share/i18n localedef -i de_DE -f UTF-8 ./de_DE.UTF-8 &&
        LD_LIBRARY_PATH=$(dirname "$(find "$folder" -name libsigsegv.so.2)") &&
        export LD_LIBRARY_PATH && usr/bin/mawk -W version && usr/bin/gawk --version
} >log 2>&1 || { echo "mawk, gawk or the locale cannot be installed" >&2; exit 77; }

# is PROGRAM LOCALE EXPECTED: the sum of the input, that of constants, a constant
is() {
    seen=$(printf '%s\n' 1.5 2.5 |
        LOCPATH=$folder LC_ALL=$2 "usr/bin/$1" '{ sum += $1 } END { print sum, 1.5 + 2.5, 1.5 }')
    [ "$seen" = "$3" ] || { echo "$1 in $2: expected '$3', got '$seen'" >&2; exit 1; }
}

is mawk C '4 4 1.5'
is gawk C '4 4 1.5'
is gawk de_DE.UTF-8 '4 4 1.5'
is mawk de_DE.UTF-8 '3 4 1,5'
