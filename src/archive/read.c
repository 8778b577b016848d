/* Reads frames (FORMAT.md). A right checksum says that a frame is as it was
 * written, not that a correct program wrote it: positions must increase and be
 * in range, too. Whether they are the game's is for `takeaway verify`. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "archive/archive-internal.h"

struct archive_reader {
    const ta_archive *archive;
    ZSTD_DCtx *zstd;
    uint8_t *packed, *planes; /* buffers of a frame */
    union {                   /* the entries of frame `loaded` */
        void *entries;
        uint64_t *cold;
        uint16_t *values;
    };
    uint64_t loaded; /* index of a frame; UINT64_MAX: none */
};

uint64_t tai_archive_reader_memory(const ta_archive *a)
{
    enum { ZSTD = 3 << 16 }; /* bytes that zstd allocates, about */
    return a->packed_room + a->planes_room + 8 * a->entries_room + ZSTD;
}

ta_status tai_archive_reader_new(const ta_archive *a, archive_reader **reader,
                                 ta_error *error)
{
    /* Not charged to the current budget, which is for an engine;
     * ta_archive_compare sets these bytes aside. */
    tai_budget *budget = tai_budget_use(NULL);
    archive_reader *r = *reader = tai_alloc_zero(1, sizeof *r);
    if (r != NULL) {
        r->archive = a;
        r->loaded = UINT64_MAX;
        r->zstd = ZSTD_createDCtx();
        r->packed = tai_alloc(a->packed_room, 1);
        r->planes = tai_alloc(a->planes_room, 1);
        r->entries = tai_alloc(a->entries_room, sizeof(uint64_t));
    }
    tai_budget_use(budget);
    if (r != NULL && r->zstd != NULL && r->packed != NULL &&
        r->planes != NULL && r->entries != NULL)
        return TA_OK;
    tai_archive_reader_free(r);
    *reader = NULL;
    return tai_fail(error, TA_ENOMEM, "no memory to read '%s'", a->name);
}

void tai_archive_reader_free(archive_reader *r)
{
    if (r == NULL)
        return;
    ZSTD_freeDCtx(r->zstd);
    ta_free(r->packed);
    ta_free(r->planes);
    ta_free(r->entries);
    ta_free(r);
}

/* ---- frames ---- */

/* Returns where the next frame begins: frame k says which positions below are
 * cold. */
static uint64_t reader_frame_end(const ta_archive *a, uint64_t k)
{
    return k + 1 < a->header.frames ? a->index[k + 1].first : a->info.end;
}

/* Returns the last frame that begins at or below p, or 0. */
static uint64_t reader_frame_of(const ta_archive *a, uint64_t p)
{
    uint64_t lo = 0, hi = a->header.frames;
    while (hi - lo > 1) {
        const uint64_t middle = lo + (hi - lo) / 2;
        if (a->index[middle].first <= p)
            lo = middle;
        else
            hi = middle;
    }
    return lo;
}

/* Computes r->cold from r->planes: the plane of remainders, if there is one,
 * then those of the steps. Positions must increase and be below `end`. Returns
 * what is wrong, or NULL. */
static const char *reader_decode_cold(archive_reader *r, const archive_frame *f,
                                      uint64_t end)
{
    const size_t n = f->count, with_remainders = f->modulus > 1;
    const uint8_t *steps = r->planes + with_remainders * n;
    const uint64_t m = f->modulus;
    uint64_t quotient = f->first / m, *cold = r->cold;
    for (size_t i = 0; i < n; i++) {
        uint64_t step = 0;
        for (unsigned p = 0; p < f->planes; p++)
            step |= (uint64_t)steps[p * n + i] << 8 * p;
        quotient += step; /* may overflow in a bad file; see the last check */
        const uint64_t remainder = with_remainders ? r->planes[i] : 0;
        cold[i] = quotient * m + remainder;
        if (remainder >= m)
            return "a remainder is not below its modulus";
        /* So the last one is the largest, and its check is for all. */
        if (i == 0 ? cold[0] != f->first : cold[i] <= cold[i - 1])
            return "its positions do not increase from its first one";
    }
    return cold[n - 1] < end ? NULL : "its positions reach into the next one";
}

static void reader_decode_values(archive_reader *r, const archive_frame *f)
{
    const uint8_t *low = r->planes, *high = r->planes + f->count;
    for (size_t i = 0; i < f->count; i++)
        r->values[i] = (uint16_t)((f->planes > 0 ? low[i] : 0u) |
                                  (f->planes > 1 ? high[i] : 0u) << 8);
}

/* Unpacks frame k from r->packed to r->entries. Returns what is wrong, or NULL.
 */
static const char *reader_unpack(archive_reader *r, uint64_t k)
{
    const ta_archive *a = r->archive;
    const archive_frame *f = &a->index[k];
    const size_t planes = f->planes + (f->modulus > 1 ? 1u : 0u);
    const size_t want = f->count * planes;
    const size_t got =
        ZSTD_decompressDCtx(r->zstd, r->planes, want, r->packed, f->bytes);
    if (ZSTD_isError(got))
        return ZSTD_getErrorName(got);
    if (got != want)
        return "it holds fewer entries than its index says";
    if (a->info.content == TA_CONTENT_COLD)
        return reader_decode_cold(r, f, reader_frame_end(a, k));
    reader_decode_values(r, f);
    return NULL;
}

/* Reads and unpacks frame k unless it is in memory. Returns TA_EIO or
 * TA_EMISMATCH. */
static ta_status reader_load(archive_reader *r, uint64_t k, ta_error *error)
{
    const ta_archive *a = r->archive;
    const archive_frame *f = &a->index[k];
    char what[80];
    if (r->loaded == k)
        return TA_OK;
    r->loaded = UINT64_MAX;
    snprintf(what, sizeof what, "frame %" PRIu64 ", at byte %" PRIu64 ",", k,
             f->at);
    const ta_status st = tai_archive_read_part(a, f->at, r->packed, f->bytes,
                                               f->hash, what, error);
    if (st != TA_OK)
        return st;
    const char *fault = reader_unpack(r, k);
    if (fault != NULL)
        return tai_archive_reject(
            a, error, "is no valid archive: frame %" PRIu64 ": %s", k, fault);
    r->loaded = k;
    return TA_OK;
}

/* ---- ranges ---- */

/* Returns TA_EINVAL unless the archive holds all of [from, to). */
static ta_status reader_check_range(const ta_archive *a, uint64_t from,
                                    uint64_t to, ta_error *error)
{
    const uint64_t head = a->brief.head, back = a->brief.back;
    char tail[60] = "";
    if (from <= to && to <= a->info.end &&
        (head == 0 || to <= head || from >= back))
        return TA_OK;
    if (head > 0)
        snprintf(tail, sizeof tail, " and [%" PRIu64 ", %" PRIu64 ")", back,
                 a->info.end);
    return tai_fail(error, TA_EINVAL,
                    "'%s' holds [0, %" PRIu64 ")%s, not [%" PRIu64 ", %" PRIu64
                    ")",
                    a->name, tai_archive_whole(a), tail, from, to);
}

ta_status tai_archive_reader_read(archive_reader *r, uint64_t from, uint64_t to,
                                  const ta_sink *sink, ta_error *error)
{
    const ta_archive *a = r->archive;
    ta_status st = reader_check_range(a, from, to, error);
    for (uint64_t k = reader_frame_of(a, from); st == TA_OK && from < to; k++) {
        /* One block a frame, up to where the next frame begins. The first block
         * begins at `from`, whatever the first position of its frame. Where no
         * frame begins below `to` the block is empty. */
        uint64_t count = 0, end = to;
        if (k < a->header.frames && a->index[k].first < to) {
            st = reader_load(r, k, error);
            count = st == TA_OK ? a->index[k].count : 0;
            end = tai_min_u64(reader_frame_end(a, k), to);
        }
        ta_block block = {.from = from, .to = end, .count = end - from};
        if (a->info.content == TA_CONTENT_COLD) {
            const uint64_t low = tai_first_at_least(r->cold, count, from);
            block.positions = r->cold + low;
            block.count = tai_first_at_least(r->cold, count, end) - low;
        } else {
            block.values = r->values + (from - a->index[k].first);
        }
        if (st == TA_OK)
            st = sink->consume(sink->state, &block);
        from = end;
    }
    return st;
}

ta_status ta_archive_read(const ta_archive *a, uint64_t from, uint64_t to,
                          const ta_sink *sink, ta_error *error)
{
    archive_reader *r;
    ta_status st = tai_archive_reader_new(a, &r, error);
    if (st == TA_OK)
        st = tai_archive_reader_read(r, from, to, sink, error);
    tai_archive_reader_free(r);
    return st;
}

ta_status ta_archive_count_below(const ta_archive *a, uint64_t p,
                                 uint64_t *count, ta_error *error)
{
    const uint64_t k = reader_frame_of(a, p);
    archive_reader *r = NULL;
    ta_status st = reader_check_range(a, 0, p, error);
    *count = 0;
    if (st == TA_OK && a->info.content != TA_CONTENT_COLD)
        st = tai_fail(error, TA_EINVAL,
                      "'%s' holds values and not cold positions", a->name);
    if (st == TA_OK && k < a->header.frames && a->index[k].first < p)
        st = tai_archive_reader_new(a, &r, error);
    if (r != NULL)
        st = reader_load(r, k, error);
    if (r != NULL && st == TA_OK)
        *count = tai_first_at_least(r->cold, a->index[k].count, p);
    for (uint64_t i = 0; i < k; i++) /* whole frames below p */
        *count += a->index[i].count;
    tai_archive_reader_free(r);
    return st;
}

ta_status ta_archive_check(const ta_archive *a, const ta_options *options,
                           ta_error *error)
{
    const uint64_t frames = a->header.frames;
    archive_reader *r;
    archive_summary *summary = NULL;
    ta_status st = tai_archive_reader_new(a, &r, error);
    for (uint64_t k = 0; st == TA_OK && k < frames; k++) {
        st = reader_load(r, k, error);
        if (st == TA_OK)
            st = tai_poll(options, (double)(k + 1) / (double)frames,
                          reader_frame_end(a, k));
    }
    tai_archive_reader_free(r);
    if (st == TA_OK && a->brief.head > 0)
        st = tai_summary_read(a, &summary, error);
    ta_free(summary);
    return st;
}

/* ---- arrays ---- */

/* `state`: where the next value goes. */
static ta_status append_values(void *state, const ta_block *block)
{
    uint16_t **end = state;
    memcpy(*end, block->values, block->count * sizeof **end);
    *end += block->count;
    return TA_OK;
}

ta_status ta_archive_values_array(const ta_archive *archive, uint64_t from,
                                  uint64_t to, uint16_t *values,
                                  ta_error *error)
{
    if (ta_archive_about(archive)->content == TA_CONTENT_COLD)
        return tai_fail(error, TA_EINVAL,
                        "the archive has cold positions and no values");
    return ta_archive_read(archive, from, to,
                           &(ta_sink){append_values, &values}, error);
}
