#!/bin/sh
# Nettle's sha256_digest in the midst of a message.
#
# Guess: sha256_digest writes the digest of what was hashed so far and leaves the sum
# as it is, so that a run prints the digest at each checkpoint and goes on; asked for 4
# bytes first and 32 then, it gives the same sum twice.
# Seen: it begins a new message, whatever length was asked for. What follows is hashed
# alone, and a second call gives the digest of the empty message, without a word; there
# is no status to look at. Digest a copy of the struct.
# Version: Nettle 3.8.1 of Debian 12.
# Why it matters: digests of prefixes are how long results are compared.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
cat >digest.c <<'END'
#include <nettle/sha2.h>
#include <stdio.h>
static void show(struct sha256_ctx *sum, size_t length) {
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(sum, length, digest);
    for (int i = 0; i < 4; i++)
        printf("%02x", digest[i]);
    printf(" ");
}
int main(void) {
    struct sha256_ctx sum, copy;
    sha256_init(&sum);
    sha256_update(&sum, 3, (const uint8_t *)"abc");
    copy = sum;
    show(&copy, 32); /* abc */
    show(&sum, 4);   /* abc */
    show(&sum, 32);  /* nothing */
    sha256_update(&sum, 3, (const uint8_t *)"abc");
    show(&sum, 32); /* abc, not abcabc */
}
END
{
    apt-get download nettle-dev=3.8.1-2 && dpkg -x nettle-dev_*.deb . &&
        "${CC:-cc}" -Iusr/include -Iusr/include/x86_64-linux-gnu -o digest digest.c usr/lib/*/libnettle.a
} >log 2>&1 || { echo "Nettle 3.8.1 cannot be installed" >&2; exit 77; }
[ "$(./digest)" = "ba7816bf ba7816bf e3b0c442 ba7816bf " ] || { ./digest >&2; exit 1; }
