/* Rounds of messages between ranks. After each round all ranks know the same,
 * so that all go on or all end. */
#include "base/fleet.h"

#include <string.h>

enum { TEXT_MOST = 300 };

typedef struct header {
    uint32_t topic;
    int32_t status; /* of a rank that leaves */
    uint64_t hash;
} header;

ta_fleet *ta_fleet_of(const ta_options *options)
{
    static ta_fleet alone = {.ranks = 1};
    return options != NULL && options->fleet != NULL ? options->fleet : &alone;
}

/* Ends the rounds of this rank; returns st. */
static ta_status end_rounds(ta_fleet *f, ta_status st)
{
    f->over = true;
    return f->end = st;
}

static header header_of(const ta_gathered *got, unsigned rank)
{
    header h;
    memcpy(&h, got->all + got->start[rank], sizeof h);
    return h;
}

/* Decides how a round went. Every rank reads the same messages, so that all
 * decide alike. */
static ta_status judge(ta_fleet *f, const ta_gathered *got, const char *about,
                       ta_error *error)
{
    /* The least ranks that leave, that have failed and that differ. */
    unsigned left = f->ranks, bad = f->ranks, other = f->ranks, all = 0;
    for (unsigned r = 0; r < f->ranks; r++)
        if (got->start[r + 1] - got->start[r] < sizeof(header))
            return ta_fail(error, end_rounds(f, TA_EIO),
                           "a message between ranks is damaged");
    const header first = header_of(got, 0);
    for (unsigned r = f->ranks; r-- > 0;) {
        const header h = header_of(got, r);
        if (h.topic == TA_TOPIC_LEAVE) {
            left = r;
            all++;
            bad = h.status != TA_OK ? r : bad;
        }
        if (h.topic != first.topic || h.hash != first.hash)
            other = r;
    }
    if (left == f->ranks && other == f->ranks)
        return TA_OK;
    if (bad < f->ranks) {
        size_t bytes;
        const void *why = ta_gathered_of(got, bad, &bytes);
        const ta_status st = (ta_status)header_of(got, bad).status;
        return ta_fail(error, end_rounds(f, st), "rank %u: %.*s", bad,
                       (int)ta_min_u64(bytes, TEXT_MOST), (const char *)why);
    }
    if (all == f->ranks)
        return end_rounds(f, TA_OK);
    end_rounds(f, TA_EMISMATCH);
    if (all > 0)
        return ta_fail(error, f->end, "rank %u is done before the others",
                       left);
    if (header_of(got, other).topic != first.topic)
        return ta_fail(error, f->end,
                       "rank %u does something else than rank 0; all must be "
                       "given the same command and the same files",
                       other);
    return ta_fail(error, f->end, "rank %u has another %s than rank 0", other,
                   about);
}

static ta_status run_round(ta_fleet *f, header own, const char *about,
                           const void *mine, size_t bytes, ta_gathered *got,
                           ta_error *error)
{
    const double start = ta_now();
    unsigned char small[sizeof own + sizeof(ta_error)], *message = small;
    if (sizeof own + bytes > sizeof small) {
        message = ta_alloc(1, sizeof own + bytes);
        if (message == NULL) { /* the other ranks must learn of it */
            own = (header){.topic = TA_TOPIC_LEAVE, .status = TA_ENOMEM};
            mine = "no memory for a message";
            bytes = strlen(mine);
            message = small;
        }
    }
    memcpy(message, &own, sizeof own);
    if (bytes > 0)
        memcpy(message + sizeof own, mine, bytes);
    const ta_status st = f->allgather(f->state, message, sizeof own + bytes,
                                      &got->all, &got->start, error);
    if (message != small)
        ta_free(message);
    f->waited_s += ta_now() - start;
    f->rounds++;
    if (st != TA_OK)
        return end_rounds(f, st);
    f->bytes += got->start[f->ranks] - got->start[0];
    return judge(f, got, about, error);
}

ta_status ta_fleet_gather(ta_fleet *f, ta_topic topic, const char *about,
                          uint64_t hash, const void *mine, size_t bytes,
                          ta_gathered *got, ta_error *error)
{
    const header h = {.topic = topic, .hash = hash};
    if (f->over)
        return ta_fail(error, TA_EIO, "a rank has left before");
    return run_round(f, h, about, mine, bytes, got, error);
}

ta_status ta_fleet_leave(ta_fleet *f, ta_status status, const char *text,
                         ta_error *error)
{
    const header h = {.topic = TA_TOPIC_LEAVE, .status = (int32_t)status};
    ta_gathered got;
    if (f->over)
        return f->end;
    if (f->ranks == 1)
        return end_rounds(f, status);
    if (text == NULL || *text == '\0')
        text = ta_status_text(status);
    return run_round(f, h, "", text, ta_min_u64(strlen(text), TEXT_MOST), &got,
                     error);
}

ta_status ta_fleet_close(const ta_options *options, ta_status status,
                         const ta_error *error)
{
    ta_fleet *f = ta_fleet_of(options);
    if (status != TA_OK && f->ranks > 1 && !f->over)
        ta_fleet_leave(f, status, error != NULL ? error->text : NULL, NULL);
    return status;
}

ta_status ta_fleet_rows(ta_fleet *f, uint64_t hash, void *rows, size_t count,
                        size_t bytes, ta_error *error)
{
    if (f->ranks == 1)
        return TA_OK;
    const size_t own = ta_fleet_items(f, count);
    unsigned char *table = rows, *mine = ta_alloc(own, bytes);
    ta_gathered got;
    if (mine == NULL)
        return TA_ENOMEM;
    for (size_t k = 0; k < own; k++)
        memcpy(mine + k * bytes, table + (k * f->ranks + f->rank) * bytes,
               bytes);
    const ta_status st = ta_fleet_gather(f, TA_TOPIC_ROWS, "set of items",
                                         ta_hash_more(hash, count), mine,
                                         own * bytes, &got, error);
    ta_free(mine);
    for (size_t i = 0; i < count && st == TA_OK; i++) {
        const size_t at = i / f->ranks * bytes;
        size_t have;
        const unsigned char *row =
            ta_gathered_of(&got, (unsigned)(i % f->ranks), &have);
        if (have >= at + bytes)
            memcpy(table + i * bytes, row + at, bytes);
    }
    return st;
}
