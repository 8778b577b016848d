#!/bin/sh
# mpz_set_str of text that is not one plain number.
#
# Guess: mpz_set_str takes an optional sign and digits, as strtol does, and returns -1
# for two numbers in one string; gmp_sscanf with %Zd takes the same numbers.
# Seen: white space between digits is ignored, so "2 5" is 25 and "12\n34" is 1234; a
# plus sign is refused, which gmp_sscanf takes. gmp_sscanf stops at the space.
# Version: GMP 6.2.1 of Debian 12.
# Why it matters: a line of a b-file holds two numbers, with a space between.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
cat >read.c <<'END'
#include <gmp.h>
#include <stdio.h>
static int wrong;
/* by mpz_set_str, then by gmp_sscanf; -1: refused */
static void is(const char *text, long set, long scanned) {
    mpz_t a, b;
    mpz_inits(a, b, NULL);
    const long x = mpz_set_str(a, text, 10) == 0 ? mpz_get_si(a) : -1;
    const long y = gmp_sscanf(text, "%Zd", b) == 1 ? mpz_get_si(b) : -1;
    if (x != set || y != scanned)
        wrong = fprintf(stderr, "'%s': %ld and %ld\n", text, x, y);
    mpz_clears(a, b, NULL);
}
int main(void) {
    is("25", 25, 25);
    is("2 5", 25, 2);
    is("12\n34", 1234, 12);
    is("+5", -1, 5);
    is("2,5", -1, 2);
    return wrong != 0;
}
END
{
    apt-get download libgmp-dev=2:6.2.1+dfsg1-1.1 && dpkg -x libgmp-dev_*.deb . &&
        "${CC:-cc}" -Iusr/include -Iusr/include/x86_64-linux-gnu -o read read.c usr/lib/*/libgmp.a
} >log 2>&1 || { echo "GMP 6.2.1 cannot be installed" >&2; exit 77; }
./read || exit 1
