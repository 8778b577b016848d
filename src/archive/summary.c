/* The summary of a truncated archive (FORMAT.md): how often each value occurs,
 * and the records, values larger than all before with their first heaps; in the
 * file one zstd frame of 64-bit numbers. */
#include <string.h>

#include "archive/archive-internal.h"

/* Numbers before the counts: values, records, 0. Values at most; zstd's level;
 * bytes unpacked at most. */
enum { START = 3, VALUES = 1 << 16, LEVEL = 3, MOST_BYTES = 1 << 24 };

void tai_summary_add(archive_summary *s, const uint16_t *values, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t v = values[i], heap = s->end + i;
        s->count[v] += heap >= s->from;
        if (v >= s->values) {
            s->record[s->records++] = (archive_record){v, heap};
            s->values = v + 1;
        }
    }
    s->end += count;
}

/* ---- into the file ---- */

ta_status tai_summary_pack(const archive_summary *s, ZSTD_CCtx *zstd,
                           archive_header *h, uint8_t **out, size_t *bytes)
{
    const uint64_t start[START] = {s->values, s->records, 0};
    h->summary_bytes = (START + s->values + 2 * s->records) * sizeof *start;
    h->from = s->from;
    const size_t room = ZSTD_compressBound(h->summary_bytes);
    uint64_t *number = tai_alloc(h->summary_bytes, 1);
    *out = tai_alloc(room, 1);
    ta_status st = number != NULL && *out != NULL ? TA_OK : TA_ENOMEM;
    if (st == TA_OK) {
        memcpy(number, start, sizeof start);
        memcpy(number + START, s->count, s->values * sizeof *number);
        memcpy(number + START + s->values, s->record,
               s->records * sizeof *s->record);
        *bytes = ZSTD_compressCCtx(zstd, *out, room, number, h->summary_bytes,
                                   LEVEL);
        /* The buffer is large enough, so only memory can fail. */
        if (ZSTD_isError(*bytes))
            st = TA_ENOMEM;
        else
            tai_hash_bytes(*out, *bytes, h->summary_hash);
    }
    ta_free(number);
    return st;
}

/* ---- out of the file ---- */

/* Counts must add up to [from, end), and records rise to the largest value.
 * Returns what is wrong, or NULL. */
static const char *summary_find_fault(const archive_summary *s)
{
    uint64_t left = s->end - tai_min_u64(s->from, s->end); /* to be counted */
    archive_record least = {0, 0}; /* what the next record must reach */
    for (uint64_t v = 0; v < s->values; v++) {
        if (s->count[v] > left)
            return "its counts do not go with its end";
        left -= s->count[v];
    }
    for (uint64_t k = 0; k < s->records; k++) {
        const archive_record r = s->record[k];
        if (r.value < least.value || r.value >= s->values ||
            r.heap < least.heap || r.heap >= s->end)
            return "its records do not rise";
        least = (archive_record){r.value + 1, r.heap + 1};
    }
    return left == 0 && least.value == s->values
               ? NULL
               : "its counts and records do not go with each other";
}

/* Fills in *s from the unpacked numbers. Returns what is wrong, or NULL. */
static const char *summary_fill(archive_summary *s, const archive_header *h,
                                const uint64_t *number)
{
    s->end = h->end;
    s->from = h->from;
    s->values = number[0];
    s->records = number[1];
    if (s->values > VALUES || s->records > VALUES ||
        (START + s->values + 2 * s->records) * 8 > h->summary_bytes)
        return "its summary has another size than it says";
    memcpy(s->count, number + START, s->values * 8);
    memcpy(s->record, number + START + s->values, s->records * 16);
    return summary_find_fault(s);
}

ta_status tai_summary_read(const ta_archive *a, archive_summary **summary,
                           ta_error *error)
{
    const archive_header *h = &a->header;
    const uint64_t bytes = h->index - h->summary, room = h->summary_bytes;
    *summary = NULL;
    if (h->head == 0)
        return tai_fail(error, TA_EINVAL, "'%s' is no truncated archive",
                        a->name);
    if (room < START * 8 || room > MOST_BYTES)
        return tai_archive_reject(
            a, error, "is no valid archive: its summary cannot have that size");
    tai_budget *budget = tai_budget_use(NULL); /* as for readers */
    uint64_t *number = tai_alloc(room, 1);
    uint8_t *packed = tai_alloc(bytes, 1);
    archive_summary *s = tai_alloc_zero(1, sizeof *s);
    tai_budget_use(budget);
    ta_status st = TA_OK;
    if (number == NULL || packed == NULL || s == NULL)
        st = tai_fail(error, TA_ENOMEM, "no memory to read '%s'", a->name);
    if (st == TA_OK)
        st = tai_archive_read_part(a, h->summary, packed, bytes,
                                   h->summary_hash, "its summary", error);
    if (st == TA_OK) {
        const size_t got = ZSTD_decompress(number, room, packed, bytes);
        const char *fault = ZSTD_isError(got) || got != room
                                ? "its summary has no such size"
                                : summary_fill(s, h, number);
        if (fault != NULL)
            st = tai_archive_reject(a, error, "is no valid archive: %s", fault);
    }
    ta_free(number);
    ta_free(packed);
    if (st == TA_OK)
        *summary = s;
    else
        ta_free(s);
    return st;
}

/* ---- to sinks ---- */

/* A block of counts says how many heaps have a value, not which: its heaps are
 * from s->from on, and its one value repeats. */
ta_status tai_archive_read_brief(const ta_archive *archive, tai_brief_part part,
                                 const ta_sink *sink, ta_error *error)
{
    archive_summary *s;
    ta_status st = tai_summary_read(archive, &s, error);
    if (st != TA_OK)
        return st;
    const bool counts = part == TA_BRIEF_COUNTS;
    for (uint64_t k = 0; k < (counts ? s->values : s->records) && st == TA_OK;
         k++) {
        const uint16_t v = (uint16_t)(counts ? k : s->record[k].value);
        const uint64_t from = counts ? s->from : s->record[k].heap;
        const uint64_t n = counts ? s->count[k] : 1;
        const ta_block block = {.from = from,
                                .to = from + n,
                                .values = &v,
                                .count = n,
                                .period = counts ? 1 : 0};
        if (n > 0)
            st = sink->consume(sink->state, &block);
    }
    ta_free(s);
    return st;
}
