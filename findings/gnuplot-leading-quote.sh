#!/bin/sh
# A quote at the beginning of a string in single quotes.
#
# Guess: within single quotes, a doubled quote stands for one quote, wherever it
# is; so '''a' is the string 'a, as 'a''' is the string a'.
# Seen: in the middle and at the end it does. At the beginning gnuplot takes the
# first two quotes for an empty string, and what comes next is an error.
# Version: gnuplot 5.4.4 of Debian 12.
# Why it matters: a program that writes plots and doubles each quote of a title
# or a file name makes a script that stops if the name begins with a quote. An
# empty string in front, '' . "'a", or double quotes avoid it.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
apt-get download gnuplot-nox=5.4.4+dfsg1-2+b2 >log 2>&1 && dpkg -x gnuplot-nox_*.deb . &&
    usr/bin/gnuplot-nox --version >log 2>&1 || { echo "gnuplot 5.4.4 cannot be installed" >&2; exit 77; }

# is SOURCE STATUS OUTPUT: what `print SOURCE` exits with and prints
is() {
    printf 'set print "-"\nprint %s\n' "$1" | LC_ALL=C usr/bin/gnuplot-nox -d >out 2>err
    status=$?
    if [ "$status" -ne "$2" ] || [ "$(cat out)" != "$3" ]; then
        echo "print $1: expected status $2 and '$3', got $status and '$(cat out)'" >&2
        exit 1
    fi
}

is "'a''b'" 0 "a'b"
is "'a'''" 0 "a'"
is "'' . \"'a\"" 0 "'a"
is "'''a'" 1 ''
grep -q "unexpected or unrecognized token: 'a'" err || { echo "another message: $(cat err)" >&2; exit 1; }
is "''''" 1 ''
