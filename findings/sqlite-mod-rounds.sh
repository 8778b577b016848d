#!/bin/sh
# mod() of integers in SQLite.
#
# Guess: mod(n, m) of two integers is n % m, an integer.
# Seen: mod computes in double and gives a real number: mod(2^53 + 1, 2) is 0.0, although
# n % 2 is 1. floor() and ceil() leave integers as they are.
# Version: sqlite3 3.40.1 of Debian 12.
# Why it matters: classes of positions beyond 2^53 come out wrong in SQL that is right
# for other databases, where mod and % are one.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
{
    apt-get download sqlite3=3.40.1-2+deb12u2 libsqlite3-0=3.40.1-2+deb12u2 libreadline8 libtinfo6 &&
        for package in ./*.deb; do dpkg -x "$package" . || exit 77; done &&
        LD_LIBRARY_PATH=$folder/usr/lib/x86_64-linux-gnu:$folder/lib/x86_64-linux-gnu &&
        export LD_LIBRARY_PATH && usr/bin/sqlite3 --version
} >log 2>&1 || { echo "sqlite3 3.40.1 cannot be installed" >&2; exit 77; }

# is EXPECTED EXPRESSION
is() {
    seen=$(usr/bin/sqlite3 :memory: "select $2" 2>&1) && [ "$seen" = "$1" ] ||
        { echo "$2: expected $1, got $seen" >&2; exit 1; }
}
is 1 '9007199254740993 % 2'
is 0.0 'mod(9007199254740993, 2)'
is 1.0 'mod(7, 3)'
is 9007199254740993 'floor(9007199254740993)'
is 9007199254740993 'ceil(9007199254740993)'
