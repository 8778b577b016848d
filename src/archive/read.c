/* Frames of an archive, checked before they are used. */
#include <inttypes.h>
#include <string.h>

#include "archive/archive.h"
#include "archive/allowed.h"

struct ta_archive_reader {
    const ta_archive *archive;
    ta_error *error;
    ZSTD_DCtx *zstd;
    uint8_t *bytes, *planes; /* room for any frame of the archive */
    union {
        uint64_t *cold;
        uint16_t *values;
        void *any;
    } entries;
    uint64_t loaded;    /* the frame whose entries are there */
    ta_allowed allowed; /* of no game: it says nothing */
};
typedef struct ta_archive_reader reader;

typedef struct room { /* for any frame */
    uint64_t bytes, planes, entries;
} room;

static room room_of(const ta_archive *a)
{
    room most = {0, 0, 0};
    bool cold = a->info.content == TA_CONTENT_COLD;
    uint64_t entry = cold ? sizeof(uint64_t) : sizeof(uint16_t);
    for (uint64_t k = 0; k < a->header.frames; k++) {
        const ta_archive_frame *f = &a->index[k];
        most.bytes = ta_max_u64(most.bytes, f->bytes);
        most.planes =
            ta_max_u64(most.planes, (uint64_t)f->count * (f->planes + 1u));
        most.entries = ta_max_u64(most.entries, f->count * entry);
    }
    return most;
}

uint64_t ta_archive_reader_memory(const ta_archive *a)
{
    const uint64_t zstd = 3 << 16; /* a context to decompress, about */
    room most = room_of(a);
    return most.bytes + most.planes + most.entries + zstd;
}

ta_status ta_archive_reader_new(const ta_archive *a,
                                ta_archive_reader **reader_out, ta_error *error)
{
    room most = room_of(a);
    ta_budget *budget = ta_budget_use(NULL); /* as writers: not of a run */
    reader *r = ta_alloc_zero(1, sizeof *r);
    *reader_out = r;
    if (r != NULL) {
        r->archive = a;
        r->loaded = UINT64_MAX;
        r->zstd = ZSTD_createDCtx();
        r->bytes = ta_alloc(most.bytes, 1);
        r->planes = ta_alloc(most.planes, 1);
        r->entries.any = ta_alloc(most.entries, 1);
    }
    ta_budget_use(budget);
    if (r == NULL || r->zstd == NULL || r->bytes == NULL || r->planes == NULL ||
        r->entries.any == NULL) {
        ta_archive_reader_free(r);
        *reader_out = NULL;
        return ta_fail(error, TA_ENOMEM, "no memory to read '%.200s'", a->name);
    }
    return TA_OK;
}

void ta_archive_reader_free(reader *r)
{
    if (r == NULL)
        return;
    ZSTD_freeDCtx(r->zstd);
    ta_free(r->bytes);
    ta_free(r->planes);
    ta_free(r->entries.any);
    ta_free(r);
}

/* The bytes of frame k, checked. */
static ta_status load(reader *r, uint64_t k)
{
    const ta_archive *a = r->archive;
    const ta_archive_frame *f = &a->index[k];
    ta_status st = ta_archive_read_at(a, f->at, r->bytes, f->bytes, r->error);
    if (st != TA_OK)
        return st;
    uint8_t digest[TA_HASH];
    ta_hash_of(r->bytes, f->bytes, digest);
    if (memcmp(digest, f->hash, TA_HASH) != 0)
        return ta_fail(r->error, TA_EMISMATCH,
                       "'%.200s' is damaged: frame %" PRIu64
                       ", at byte %" PRIu64
                       ", does not agree with its checksum",
                       a->name, k, f->at);
    return TA_OK;
}

static uint64_t frame_end(const ta_archive *a, uint64_t k)
{
    return k + 1 < a->header.frames ? a->index[k + 1].first : a->info.end;
}

/* Whether the entries of frame k can be, in the game. */
static ta_status judge(reader *r, uint64_t k)
{
    const ta_archive *a = r->archive;
    const ta_archive_frame *f = &a->index[k];
    uint64_t at = 0;
    const char *why =
        a->info.content == TA_CONTENT_COLD
            ? ta_allowed_cold(&r->allowed, k, r->entries.cold, f->count, &at)
            : ta_allowed_values(&r->allowed, k, f->first, r->entries.values,
                                f->count, &at);
    if (why == NULL)
        return TA_OK;
    return ta_fail(r->error, TA_EMISMATCH,
                   "'%.200s' is wrong at position %" PRIu64 ": %s", a->name, at,
                   why);
}

/* The entries of frame k, if they are not there already. */
static ta_status unpack(reader *r, uint64_t k)
{
    const ta_archive_frame *f = &r->archive->index[k];
    if (r->loaded == k)
        return TA_OK;
    r->loaded = UINT64_MAX;
    ta_status st = load(r, k);
    if (st != TA_OK)
        return st;
    const char *why = "";
    if (r->archive->info.content != TA_CONTENT_COLD) {
        st = ta_unpack_values(r->zstd, f, r->bytes, r->planes,
                              r->entries.values, &why);
    } else {
        st = ta_unpack_cold(r->zstd, f, r->bytes, r->planes, r->entries.cold,
                            &why);
        if (st == TA_OK &&
            r->entries.cold[f->count - 1] >= frame_end(r->archive, k)) {
            why = "its positions reach into the next one";
            st = TA_EMISMATCH;
        }
    }
    if (st != TA_OK)
        return ta_fail(r->error, st,
                       "'%.200s' is no valid archive: frame %" PRIu64 ": %s",
                       r->archive->name, k, why);
    st = judge(r, k);
    if (st == TA_OK)
        r->loaded = k;
    return st;
}

/* The last frame whose first position is at or below `p`, or 0. */
static uint64_t frame_of(const ta_archive *a, uint64_t p)
{
    uint64_t lo = 0, hi = a->header.frames;
    while (hi - lo > 1) {
        uint64_t middle = lo + (hi - lo) / 2;
        if (a->index[middle].first <= p)
            lo = middle;
        else
            hi = middle;
    }
    return lo;
}

static ta_status accept(const ta_archive *a, uint64_t from, uint64_t to,
                        ta_error *error)
{
    const uint64_t head = a->brief.head, back = a->brief.back;
    if (from <= to && to <= a->info.end &&
        (head == 0 || to <= head || from >= back))
        return TA_OK;
    if (head > 0)
        return ta_fail(error, TA_EINVAL,
                       "'%.200s' is brief: of values it holds [0, %" PRIu64
                       ") and [%" PRIu64 ", %" PRIu64 "), not [%" PRIu64
                       ", %" PRIu64 ")",
                       a->name, head, back, a->info.end, from, to);
    return ta_fail(error, TA_EINVAL,
                   "'%.200s' holds [0, %" PRIu64 "), not [%" PRIu64 ", %" PRIu64
                   ")",
                   a->name, a->info.end, from, to);
}

/* What frame k says of the block, whose from and to are set. */
static ta_status fill(reader *r, uint64_t k, ta_block *block)
{
    const ta_archive_frame *f = &r->archive->index[k];
    ta_status st = unpack(r, k);
    if (st != TA_OK)
        return st;
    if (r->archive->info.content == TA_CONTENT_COLD) {
        uint64_t low =
            ta_first_at_least(r->entries.cold, f->count, block->from);
        uint64_t high = ta_first_at_least(r->entries.cold, f->count, block->to);
        block->positions = r->entries.cold + low;
        block->count = high - low;
    } else {
        block->values = r->entries.values + (block->from - f->first);
        block->count = block->to - block->from;
    }
    return TA_OK;
}

ta_status ta_archive_reader_read(reader *r, uint64_t from, uint64_t to,
                                 const ta_sink *sink, ta_error *error)
{
    const ta_archive *a = r->archive;
    ta_status st = accept(a, from, to, error);
    r->error = error;
    for (uint64_t k = frame_of(a, from); st == TA_OK && from < to; k++) {
        /* Hot positions before the first frame go with it; without frames
         * there is one empty block. */
        bool any = k < a->header.frames && a->index[k].first < to;
        uint64_t end = any ? ta_min_u64(frame_end(a, k), to) : to;
        ta_block block = {.from = from, .to = end};
        if (any)
            st = fill(r, k, &block);
        else
            block.positions = r->entries.cold;
        if (st == TA_OK)
            st = sink->take(sink->state, &block);
        from = end;
    }
    return st;
}

/* ---- without a reader of one's own ---- */

/* What this reads is compared with what `game` allows, NULL: the one that the
 * archive names, if it does. */
static ta_status open_reader(const ta_archive *a, const ta_game *game,
                             reader **out, ta_error *error)
{
    ta_status st = ta_archive_reader_new(a, out, error);
    if (st == TA_OK)
        ta_allowed_begin(&(*out)->allowed, &a->info,
                         game != NULL ? game : a->game);
    return st;
}

ta_status ta_archive_read_of(const ta_archive *a, const ta_game *game,
                             uint64_t from, uint64_t to, const ta_sink *sink,
                             ta_error *error)
{
    reader *r;
    ta_status st = open_reader(a, game, &r, error);
    if (st == TA_OK)
        st = ta_archive_reader_read(r, from, to, sink, error);
    ta_archive_reader_free(r);
    return st;
}

ta_status ta_archive_read(const ta_archive *a, uint64_t from, uint64_t to,
                          const ta_sink *sink, ta_error *error)
{
    return ta_archive_read_of(a, NULL, from, to, sink, error);
}

static ta_status add_count(void *total, const ta_block *block)
{
    *(uint64_t *)total += block->count;
    return TA_OK;
}

ta_status ta_archive_count_below(const ta_archive *a, uint64_t p,
                                 uint64_t *count, ta_error *error)
{
    ta_status st = accept(a, 0, p, error);
    if (st == TA_OK && a->info.content != TA_CONTENT_COLD)
        st = ta_fail(error, TA_EINVAL,
                     "'%.200s' holds values and not cold positions", a->name);
    if (st != TA_OK)
        return st;
    uint64_t k = frame_of(a, p), total = 0;
    for (uint64_t i = 0; i < k; i++)
        total += a->index[i].count;
    uint64_t from = k > 0 ? a->index[k].first : 0;
    if (from < p)
        st = ta_archive_read(a, from, p, &(ta_sink){add_count, &total}, error);
    *count = total;
    return st;
}

ta_status ta_archive_check(const ta_archive *a, const ta_options *options,
                           ta_error *error)
{
    reader *r;
    uint64_t frames = a->header.frames;
    ta_status st = open_reader(a, NULL, &r, error);
    for (uint64_t k = 0; st == TA_OK && k < frames; k++) {
        r->error = error;
        st = unpack(r, k);
        if (st == TA_OK)
            st = ta_poll(options, (double)(k + 1) / (double)frames,
                         k + 1 < frames ? a->index[k + 1].first : a->info.end);
    }
    ta_archive_reader_free(r);
    ta_tally *tally = NULL;
    if (st == TA_OK && a->brief.head > 0)
        st = ta_tally_read(a, &tally, error);
    ta_tally_free(tally);
    return st;
}
