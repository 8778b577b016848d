/* What a brief archive says of all values below its end, the many too that it
 * leaves out: the first heap of each record, how often each value occurs, the
 * cold heaps and the digest, if these are kept. In the file it is one zstd
 * frame of 64-bit numbers (FORMAT.md). */
#include <string.h>

#include "archive/archive.h"

enum { HEAD = 3, STATE = TA_DIGEST_STATE / 8, VALUES = 1 << 16 };
/* The most that one can have: memory is taken for no more. */
enum { MOST_BYTES = (HEAD + 3 * VALUES + TA_TALLY_COLD + STATE) * 8 };

static const uint64_t none = UINT64_MAX;

ta_status ta_tally_new(unsigned kept, uint64_t from, ta_tally **tally)
{
    ta_tally *t = *tally = ta_alloc_zero(1, sizeof *t);
    if (t == NULL)
        return TA_ENOMEM;
    t->kept = kept;
    t->from = from;
    memset(t->record, 0xff, sizeof t->record); /* none */
    ta_status st = TA_OK;
    if ((kept & TA_BRIEF_COLD) != 0) {
        t->cold = ta_alloc(TA_TALLY_COLD, sizeof *t->cold);
        st = t->cold != NULL ? TA_OK : TA_ENOMEM;
    }
    if ((kept & TA_BRIEF_DIGEST) != 0 && st == TA_OK)
        st = ta_digest_new(from, &t->digest);
    if (st != TA_OK) {
        ta_tally_free(t);
        *tally = NULL;
    }
    return st;
}

void ta_tally_free(ta_tally *t)
{
    if (t == NULL)
        return;
    ta_free(t->cold);
    ta_digest_free(t->digest);
    ta_free(t);
}

static void add_cold(ta_tally *t, uint64_t heap)
{
    if (t->n_cold < TA_TALLY_COLD)
        t->cold[t->n_cold++] = heap;
    else
        t->kept &= ~(unsigned)TA_BRIEF_COLD;
}

ta_status ta_tally_take(ta_tally *t, const uint16_t *values, uint64_t count)
{
    const uint64_t first = t->end;
    for (uint64_t i = 0; i < count; i++) {
        const unsigned v = values[i];
        t->count[v] += first + i >= t->from;
        if (v >= t->values) {
            t->record[v] = first + i;
            t->values = v + 1;
        }
        if (v == 0 && (t->kept & TA_BRIEF_COLD) != 0)
            add_cold(t, first + i);
    }
    t->end += count;
    return t->digest == NULL
               ? TA_OK
               : ta_digest_take(t->digest, &(ta_block){.from = first,
                                                       .to = first + count,
                                                       .values = values,
                                                       .count = count});
}

/* ---- into the file ---- */

static uint64_t records(const ta_tally *t)
{
    uint64_t n = 0;
    for (unsigned v = 0; v < t->values; v++)
        n += t->record[v] != none;
    return n;
}

ta_status ta_tally_pack(const ta_tally *t, ZSTD_CCtx *zstd,
                        ta_archive_header *h, uint8_t **out, size_t *bytes)
{
    const uint64_t cold = (t->kept & TA_BRIEF_COLD) != 0 ? t->n_cold : 0;
    const uint64_t head[HEAD] = {t->values, records(t), cold};
    const uint64_t most = HEAD + head[0] + 2 * head[1] + cold + STATE;
    uint64_t *number = ta_alloc(most, sizeof *number);
    size_t room = ZSTD_compressBound(most * sizeof *number);
    *out = ta_alloc(room, 1);
    if (number == NULL || *out == NULL) {
        ta_free(number);
        ta_free(*out);
        *out = NULL;
        return TA_ENOMEM;
    }
    uint64_t *at = number + HEAD;
    memcpy(number, head, sizeof head);
    memcpy(at, t->count, head[0] * sizeof *at);
    at += head[0];
    for (unsigned v = 0; v < t->values; v++)
        if (t->record[v] != none) {
            *at++ = v;
            *at++ = t->record[v];
        }
    if (cold > 0)
        memcpy(at, t->cold, cold * sizeof *at);
    at += cold;
    if (t->digest != NULL) {
        ta_digest_save(t->digest, (uint8_t *)at);
        at += STATE;
    }
    h->tally_bytes = (uint64_t)(at - number) * sizeof *at;
    h->kept = t->kept;
    h->from = t->from;
    *bytes = ZSTD_compressCCtx(zstd, *out, room, number, h->tally_bytes, 3);
    ta_free(number);
    if (ZSTD_isError(*bytes)) {
        ta_free(*out);
        *out = NULL;
        return TA_ENOMEM; /* the room is enough for anything */
    }
    ta_hash_of(*out, *bytes, h->tally_hash);
    return TA_OK;
}

/* ---- and out of it ---- */

static bool counts_fit(ta_tally *t, const uint64_t *number)
{
    uint64_t left = t->end - ta_min_u64(t->from, t->end);
    memcpy(t->count, number, t->values * sizeof *number);
    for (unsigned v = 0; v < t->values; v++) {
        if (t->count[v] > left)
            return false;
        left -= t->count[v];
    }
    return left == 0;
}

/* Records and the heaps that first have them rise together; the last one is the
 * largest value. */
static bool records_fit(ta_tally *t, const uint64_t *number, uint64_t n)
{
    uint64_t next = 0, value = 0;
    for (uint64_t k = 0; k < n; k++, number += 2) {
        if (number[0] < value || number[0] >= t->values || number[1] < next ||
            number[1] >= t->end)
            return false;
        t->record[number[0]] = number[1];
        value = number[0] + 1;
        next = number[1] + 1;
    }
    return value == t->values;
}

static bool cold_fits(ta_tally *t, const uint64_t *number, uint64_t n)
{
    uint64_t next = 0;
    if (n > 0 && t->cold == NULL)
        return false;
    for (uint64_t k = 0; k < n; k++) {
        if (number[k] < next || number[k] >= t->end)
            return false;
        t->cold[k] = number[k];
        next = number[k] + 1;
    }
    t->n_cold = n;
    return true;
}

/* NULL, or why that cannot be what a writer has written. */
static const char *fill(ta_tally *t, const uint64_t *number, uint64_t bytes)
{
    const uint64_t head[HEAD] = {number[0], number[1], number[2]};
    const uint64_t *at = number + HEAD;
    const bool digest = (t->kept & TA_BRIEF_DIGEST) != 0;
    if (head[0] > VALUES || head[1] > VALUES || head[2] > TA_TALLY_COLD ||
        (HEAD + head[0] + 2 * head[1] + head[2] + digest * STATE) * 8 != bytes)
        return "its tally has another size than it says";
    t->values = (unsigned)head[0];
    if (!counts_fit(t, at))
        return "its counts do not go with its end";
    if (!records_fit(t, at + head[0], head[1]))
        return "its records do not rise";
    at += head[0] + 2 * head[1];
    if (!cold_fits(t, at, head[2]))
        return "its cold heaps do not rise";
    if (!digest)
        return NULL;
    ta_digest_free(t->digest);
    t->digest = ta_digest_load(t->from, (const uint8_t *)(at + head[2]));
    return t->digest != NULL ? NULL : "its digest is none";
}

/* The bytes of the tally, unpacked. */
static const char *unpack(const ta_archive_header *h, const uint8_t *packed,
                          uint64_t bytes, uint64_t *number)
{
    uint8_t digest[TA_HASH];
    ta_hash_of(packed, bytes, digest);
    if (memcmp(digest, h->tally_hash, TA_HASH) != 0)
        return "its tally does not agree with its checksum";
    size_t got = ZSTD_decompress(number, h->tally_bytes, packed, bytes);
    return !ZSTD_isError(got) && got == h->tally_bytes
               ? NULL
               : "its tally does not unpack to what the header says";
}

ta_status ta_tally_read(const ta_archive *a, ta_tally **tally, ta_error *error)
{
    const ta_archive_header *h = &a->header;
    const uint64_t bytes = h->index - h->tally;
    *tally = NULL;
    if (a->brief.head == 0)
        return ta_fail(error, TA_EINVAL, "'%.200s' is no brief archive",
                       a->name);
    if (h->tally_bytes < HEAD * 8 || h->tally_bytes > MOST_BYTES)
        return ta_fail(error, TA_EMISMATCH,
                       "'%.200s' is no valid archive: its tally cannot have "
                       "that size",
                       a->name);
    ta_budget *budget = ta_budget_use(NULL); /* as readers: not of a run */
    uint64_t *number = ta_alloc(h->tally_bytes, 1);
    uint8_t *packed = ta_alloc(bytes, 1);
    ta_status st = number != NULL && packed != NULL
                       ? ta_tally_new(h->kept, h->from, tally)
                       : TA_ENOMEM;
    ta_budget_use(budget);
    if (st == TA_OK)
        st = ta_archive_read_at(a, h->tally, packed, bytes, error);
    else
        ta_fail(error, st, "no memory to read '%.200s'", a->name);
    if (st == TA_OK) {
        (*tally)->end = h->end;
        const char *why = unpack(h, packed, bytes, number);
        if (why == NULL)
            why = fill(*tally, number, h->tally_bytes);
        if (why != NULL)
            st = ta_fail(error, TA_EMISMATCH,
                         "'%.200s' is no valid archive: %s", a->name, why);
    }
    ta_free(number);
    ta_free(packed);
    if (st != TA_OK) {
        ta_tally_free(*tally);
        *tally = NULL;
    }
    return st;
}

/* ---- to those who ask ---- */

/* A heap (period 0), or as many as have its value (period 1). */
static ta_status hand(const ta_sink *sink, uint64_t from, uint64_t count,
                      uint64_t period, unsigned value)
{
    const uint16_t v = (uint16_t)value;
    return sink->take(sink->state, &(ta_block){.from = from,
                                               .to = from + count,
                                               .values = &v,
                                               .count = count,
                                               .period = period});
}

static ta_status hand_counts(const ta_tally *t, const ta_sink *sink)
{
    ta_status st = TA_OK;
    for (unsigned v = 0; v < t->values && st == TA_OK; v++)
        if (t->count[v] > 0)
            st = hand(sink, t->from, t->count[v], 1, v);
    return st;
}

static ta_status hand_records(const ta_tally *t, const ta_sink *sink)
{
    ta_status st = TA_OK;
    for (unsigned v = 0; v < t->values && st == TA_OK; v++)
        if (t->record[v] != none)
            st = hand(sink, t->record[v], 1, 0, v);
    return st;
}

/* Between cold heaps, others: 1 for whatever they have. */
static ta_status hand_zeros(const ta_tally *t, const ta_sink *sink)
{
    ta_status st = TA_OK;
    for (uint64_t k = 0, from = 0; from < t->end && st == TA_OK; k++) {
        const uint64_t to = k < t->n_cold ? t->cold[k] : t->end;
        if (from < to)
            st = hand(sink, from, to - from, 1, 1);
        if (k < t->n_cold && st == TA_OK)
            st = hand(sink, to, 1, 0, 0);
        from = to + 1;
    }
    return st;
}

ta_status ta_archive_read_brief(const ta_archive *archive, ta_brief_part part,
                                const ta_sink *sink, ta_error *error)
{
    ta_tally *tally;
    ta_status st = ta_tally_read(archive, &tally, error);
    if (st != TA_OK)
        return st;
    if (part == TA_BRIEF_COUNTS)
        st = hand_counts(tally, sink);
    else if (part != TA_BRIEF_ZEROS)
        st = hand_records(tally, sink);
    else if ((tally->kept & TA_BRIEF_COLD) != 0)
        st = hand_zeros(tally, sink);
    else
        st = TA_EINVAL;
    if (st == TA_EINVAL)
        ta_fail(error, st, "'%.200s' does not keep that", archive->name);
    ta_tally_free(tally);
    return st;
}

ta_status ta_archive_read_digest(const ta_archive *archive, ta_digest **digest,
                                 ta_error *error)
{
    ta_tally *tally;
    ta_status st = ta_tally_read(archive, &tally, error);
    *digest = NULL;
    if (st != TA_OK)
        return st;
    *digest = tally->digest;
    tally->digest = NULL;
    ta_tally_free(tally);
    return *digest != NULL ? TA_OK
                           : ta_fail(error, TA_EINVAL,
                                     "'%.200s' keeps no digest", archive->name);
}
