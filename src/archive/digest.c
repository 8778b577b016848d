/* SHA-256 of decimal numbers, one a line, as `takeaway cold N | sha256sum`
 * prints it; by Nettle, which is small and uses the processor's SHA
 * instructions. */
#include <stdio.h>

#include <nettle/version.h>

#include "archive/archive-internal.h"

/* Bytes: of the buffer, and of a line at most. */
enum { ROOM = 1 << 14, LINE = TA_DIGITS + 1 };
_Static_assert(2 * TA_HASH + 1 == TA_DIGEST_TEXT, "two digits a byte");

struct tai_digest {
    uint64_t from, end;     /* positions in [from, end) are added */
    struct sha256_ctx hash; /* of all text but that in `buffer` */
    size_t used;            /* of `buffer` */
    uint8_t buffer[ROOM];
};

static void hash_end(struct sha256_ctx *state, uint8_t hash[TA_HASH])
{
#if NETTLE_VERSION_MAJOR >= 4
    sha256_digest(state, hash);
#else
    sha256_digest(state, TA_HASH, hash);
#endif
}

void tai_hash_bytes(const void *bytes, size_t count, uint8_t hash[TA_HASH])
{
    struct sha256_ctx state;
    sha256_init(&state);
    sha256_update(&state, count, bytes);
    hash_end(&state, hash);
}

char *tai_hash_text(const uint8_t hash[TA_HASH], char text[TA_DIGEST_TEXT])
{
    for (size_t i = 0; i < TA_HASH; i++)
        snprintf(text + 2 * i, 3, "%02x", hash[i]);
    return text;
}

static void digest_flush(tai_digest *d)
{
    sha256_update(&d->hash, d->used, d->buffer);
    d->used = 0;
}

/* Adds a line. Returns TA_ECANCELLED, to end the loop, from d->end on. */
static ta_status digest_put(void *state, uint64_t number)
{
    tai_digest *d = state;
    if (number >= d->end)
        return TA_ECANCELLED;
    if (d->used > ROOM - LINE)
        digest_flush(d);
    d->used += tai_digits(number, (char *)d->buffer + d->used);
    d->buffer[d->used++] = '\n';
    return TA_OK;
}

ta_status tai_digest_consume(void *digest, const ta_block *block)
{
    return ta_block_each(block, ((tai_digest *)digest)->from, digest_put,
                         digest);
}

ta_status tai_digest_new(uint64_t from, tai_digest **digest)
{
    tai_digest *d = *digest = tai_alloc_zero(1, sizeof *d);
    if (d == NULL)
        return TA_ENOMEM;
    d->from = from;
    d->end = UINT64_MAX;
    sha256_init(&d->hash);
    return TA_OK;
}

void tai_digest_free(tai_digest *digest)
{
    ta_free(digest);
}

char *tai_digest_text(const tai_digest *digest, const ta_block *block,
                      uint64_t end, char text[TA_DIGEST_TEXT])
{
    /* So that *digest does not change. */
    tai_digest copy = *digest;
    uint8_t hash[TA_HASH];
    copy.end = end;
    if (block != NULL) /* positions from `end` on are no failure */
        (void)tai_digest_consume(&copy, block);
    digest_flush(&copy);
    hash_end(&copy.hash, hash);
    return tai_hash_text(hash, text);
}
