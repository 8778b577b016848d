/* The sum that two people can compare: SHA-256 of the numbers as text, one a
 * line, which is what `takeaway cold N | sha256sum` says. */
#include <string.h>

#include "archive/archive.h"
#include "archive/hash.h"
#include "archive/draft.h"

enum { ROOM = 1 << 14, LINE = TA_DIGITS + 1 };
_Static_assert(2 * TA_HASH + 1 == TA_DIGEST_TEXT, "two digits a byte");

struct ta_digest {
    uint64_t from;
    ta_hash hash; /* of what is no longer in the buffer */
    size_t used;
    char buffer[ROOM];
};

static ta_status put(void *state, uint64_t number)
{
    ta_digest *d = state;
    if (d->used > ROOM - LINE) {
        ta_hash_add(&d->hash, d->buffer, d->used);
        d->used = 0;
    }
    d->used += ta_digits(number, d->buffer + d->used);
    d->buffer[d->used++] = '\n';
    return TA_OK;
}

void ta_digest_add(ta_digest *d, const char *text, size_t length)
{
    ta_hash_add(&d->hash, d->buffer, d->used);
    ta_hash_add(&d->hash, text, length);
    d->used = 0;
}

ta_status ta_digest_take(void *digest, const ta_block *block)
{
    return ta_block_each(block, ((ta_digest *)digest)->from, put, digest);
}

ta_status ta_digest_new(uint64_t from, ta_digest **digest)
{
    ta_digest *d = *digest = ta_alloc_zero(1, sizeof *d);
    if (d == NULL)
        return TA_ENOMEM;
    d->from = from;
    sha256_init(&d->hash);
    return TA_OK;
}

void ta_digest_save(const ta_digest *digest, uint8_t state[TA_DIGEST_STATE])
{
    ta_hash hash = digest->hash;
    ta_hash_add(&hash, digest->buffer, digest->used);
    const uint64_t word[2] = {hash.count, hash.index};
    memset(state, 0,
           TA_DIGEST_STATE); /* what is behind the index is of before */
    memcpy(state, hash.state, 32);
    memcpy(state + 32, word, sizeof word);
    memcpy(state + 48, hash.block, hash.index);
}

ta_digest *ta_digest_load(uint64_t from, const uint8_t state[TA_DIGEST_STATE])
{
    ta_digest *d;
    uint64_t word[2];
    memcpy(word, state + 32, sizeof word);
    if (word[1] >= SHA256_BLOCK_SIZE || ta_digest_new(from, &d) != TA_OK)
        return NULL;
    memcpy(d->hash.state, state, 32);
    d->hash.count = word[0];
    d->hash.index = (unsigned)word[1];
    memcpy(d->hash.block, state + 48, SHA256_BLOCK_SIZE);
    return d;
}

void ta_digest_free(ta_digest *digest)
{
    ta_free(digest);
}

typedef struct prefix {
    ta_digest *digest;
    uint64_t end;
} prefix;

static ta_status put_below(void *state, uint64_t position)
{
    prefix *p = state;
    return position < p->end ? put(p->digest, position) : TA_ECANCELLED;
}

char *ta_digest_text(const ta_digest *digest, const ta_block *block,
                     uint64_t end, char text[TA_DIGEST_TEXT])
{
    ta_digest copy = *digest; /* which goes on */
    prefix below = {&copy, end};
    if (block != NULL)
        (void)ta_block_each(block, copy.from, put_below, &below);
    uint8_t sum[TA_HASH];
    ta_hash_add(&copy.hash, copy.buffer, copy.used);
    ta_hash_end(&copy.hash, sum);
    return ta_hash_text(sum, text);
}
