/* The rounds of a fleet: what all agree on before anybody goes on. */
#include "base/fleet.h"

#include <string.h>

enum { TEXT_MOST = 300 };

typedef struct header {
    uint32_t topic;
    int32_t status; /* of who leaves */
    uint64_t hash;
} header;

ta_fleet *ta_fleet_of(const ta_options *options)
{
    static ta_fleet alone = {.ranks = 1};
    return options != NULL && options->fleet != NULL ? options->fleet : &alone;
}

static ta_status damaged(ta_fleet *f, ta_error *error)
{
    f->over = true;
    f->end = TA_EIO;
    return ta_fail(error, TA_EIO, "a message between ranks is damaged");
}

/* Every rank reads the same messages, and comes to the same end. */
static ta_status judge(ta_fleet *f, const ta_gathered *got, const char *about,
                       ta_error *error)
{
    header first = {0}, h;
    unsigned left = f->ranks, bad = f->ranks, other = f->ranks, all = 0;
    for (unsigned r = f->ranks; r-- > 0;) {
        if (got->start[r + 1] - got->start[r] < sizeof h)
            return damaged(f, error);
        memcpy(&h, got->all + got->start[r], sizeof h);
        memcpy(&first, got->all + got->start[0], sizeof first);
        if (h.topic == TA_TOPIC_LEAVE) {
            left = r;
            all++;
            bad = h.status != TA_OK ? r : bad;
        }
        if (h.topic != first.topic || h.hash != first.hash)
            other = r;
    }
    f->over = left < f->ranks || other < f->ranks;
    if (!f->over)
        return TA_OK;
    f->end = TA_EMISMATCH;
    if (bad < f->ranks) {
        size_t bytes;
        char text[TEXT_MOST + 1] = "";
        const unsigned char *why = ta_gathered_of(got, bad, &bytes);
        memcpy(text, why, ta_min_u64(bytes, TEXT_MOST));
        memcpy(&h, why - sizeof h, sizeof h);
        f->end = (ta_status)h.status;
        return ta_fail(error, f->end, "rank %u: %.300s", bad, text);
    }
    if (all == f->ranks)
        return f->end = TA_OK;
    if (all > 0)
        return ta_fail(error, f->end, "rank %u is done before the others",
                       left);
    memcpy(&h, got->all + got->start[other], sizeof h);
    if (h.topic != first.topic)
        return ta_fail(error, f->end,
                       "rank %u does something else than rank 0; all must be "
                       "given the same command and the same files",
                       other);
    return ta_fail(error, f->end, "rank %u has another %s than rank 0", other,
                   about);
}

static ta_status round_of(ta_fleet *f, const header *h, const void *mine,
                          size_t bytes, ta_gathered *got, ta_error *error)
{
    const double start = ta_now();
    unsigned char small[sizeof *h + sizeof(ta_error)], *message = small;
    header own = *h;
    if (sizeof own + bytes > sizeof small) {
        message = ta_alloc(1, sizeof own + bytes);
        if (message == NULL) { /* the others must hear of it */
            own = (header){.topic = TA_TOPIC_LEAVE, .status = TA_ENOMEM};
            mine = "no memory for a message";
            bytes = strlen(mine);
            message = small;
        }
    }
    memcpy(message, &own, sizeof own);
    if (bytes > 0)
        memcpy(message + sizeof own, mine, bytes);
    ta_status st = f->allgather(f->state, message, sizeof own + bytes,
                                &got->all, &got->start, error);
    if (message != small)
        ta_free(message);
    f->waited_s += ta_now() - start;
    f->rounds++;
    if (st == TA_OK) {
        f->bytes += got->start[f->ranks] - got->start[0];
        return TA_OK;
    }
    f->over = true;
    f->end = st;
    return st;
}

ta_status ta_fleet_gather(ta_fleet *f, ta_topic topic, const char *about,
                          uint64_t hash, const void *mine, size_t bytes,
                          ta_gathered *got, ta_error *error)
{
    if (f->over)
        return ta_fail(error, TA_EIO, "a rank has left before");
    header h = {.topic = topic, .hash = hash};
    ta_status st = round_of(f, &h, mine, bytes, got, error);
    return st == TA_OK ? judge(f, got, about, error) : st;
}

ta_status ta_fleet_leave(ta_fleet *f, ta_status status, const char *text,
                         ta_error *error)
{
    ta_gathered got;
    header h = {.topic = TA_TOPIC_LEAVE, .status = (int32_t)status};
    if (f->over)
        return f->end;
    if (f->ranks == 1) {
        f->over = true;
        return f->end = status;
    }
    if (text == NULL || *text == '\0')
        text = ta_status_text(status);
    ta_status st =
        round_of(f, &h, text, ta_min_u64(strlen(text), TEXT_MOST), &got, error);
    return st == TA_OK ? judge(f, &got, "", error) : st;
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
    ta_status st = ta_fleet_gather(f, TA_TOPIC_ROWS, "set of items",
                                   ta_hash_more(hash, count), mine, own * bytes,
                                   &got, error);
    ta_free(mine);
    for (unsigned r = 0; r < f->ranks && st == TA_OK; r++) {
        size_t have;
        const unsigned char *row = ta_gathered_of(&got, r, &have);
        for (size_t i = r; i < count && have >= bytes; i += f->ranks) {
            memcpy(table + i * bytes, row, bytes);
            row += bytes;
            have -= bytes;
        }
    }
    return st;
}
