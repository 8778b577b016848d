#!/bin/sh
# Division of large integers by GNU awk with -M.
#
# Guess: -M makes arithmetic of integers exact, so that int(n / 10) leaves out the last
# digit of n, however long n is.
# Seen: a quotient that is no integer is rounded to PREC bits, which are 53, before int()
# sees it: int(10^30 / 7) is wrong from the 17th digit on. Quotients that are integers
# are exact, of any length, and so is %. Small examples, and powers of 10, work.
# Version: gawk 5.2.1 of Debian 12. Its manual page says "arbitrary precision arithmetic";
# intdiv(), which is exact, is an extension since 5.0 and has to be loaded.
# Why it matters: digits, halves and indices of large heaps are silently wrong. Use
# (n - n % 10) / 10, which is exact.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
{
    apt-get download gawk=1:5.2.1-2 libgmp10 libmpfr6 libreadline8 libsigsegv2 libtinfo6 &&
        for package in ./*.deb; do dpkg -x "$package" . || exit 77; done &&
        LD_LIBRARY_PATH=$folder/usr/lib/x86_64-linux-gnu:$folder/lib/x86_64-linux-gnu &&
        export LD_LIBRARY_PATH && usr/bin/gawk --version | grep -q '^GNU Awk 5.2.1.*MPFR'
} >log 2>&1 || { echo "gawk 5.2.1 cannot be installed" >&2; exit 77; }

# is EXPECTED EXPRESSION
is() {
    seen=$(usr/bin/gawk -M "BEGIN { print $2 }" 2>&1)
    [ "$seen" = "$1" ] || { echo "$2: expected $1, got $seen" >&2; exit 1; }
}
is 142857142857142852444009529344 'int(10^30 / 7)'
is 142857142857142857142857142857 '(10^30 - 10^30 % 7) / 7'
is 171792506910670443678820376588540424234035840667 '3^100 / 3'
is 1 '3^100 / 3 == 3^99'
is 0 'int(3^100 / 2) == (3^100 - 1) / 2'
is 1 'int(1001 / 10) == 100'
# the digits of a term, last to first, by int(n / 10)
digits='{ for (n = $1; n > 0; n = int(n / 10)) s = n % 10 s; print s }'
seen=$(echo 123456789012345678901234567890 | usr/bin/gawk -M "$digits")
[ "$seen" = 123456789012345706468408804690 ] || { echo "digits: $seen" >&2; exit 1; }
