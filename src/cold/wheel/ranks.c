/* A block of several ranks. Each finds, of the live and the quiet classes that
 * were dealt to it, the heaps that no move from before the block settles, and
 * hands them to all in one message; then all finish the block in the same way.
 * Every rank has every cold number.
 *
 * A message is two increasing lists: the open rows of live classes, as live
 * index * rows + row, and the undecided heaps. A list is its length and its
 * differences. Numbers are written seven bits a byte, the lowest first; all but
 * the last byte of a number have their top bit set. */
#include "cold/wheel/wheel-block.h"

enum { MOST_BYTES = 10 }; /* of a number */

typedef struct message {
    uint8_t *at;
    size_t count, room;
} message;

static void put(message *w, uint64_t x)
{
    for (; x >= 128; x >>= 7)
        w->at[w->count++] = (uint8_t)(x | 128);
    w->at[w->count++] = (uint8_t)x;
}

static ta_status put_list(message *w, const wheel_list *list)
{
    const size_t most = w->count + (list->count + 1) * MOST_BYTES;
    if (most > w->room && !tai_grow(&w->at, &w->room, w->count, most, 1))
        return TA_ENOMEM;
    put(w, list->count);
    for (size_t i = 0; i < list->count; i++)
        put(w, list->at[i] - (i > 0 ? list->at[i - 1] : 0));
    return TA_OK;
}

/* Returns false at the end of the message, or if it is damaged. */
static bool get(const unsigned char **at, const unsigned char *end, uint64_t *x)
{
    *x = 0;
    for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
        const unsigned char byte = *(*at)++;
        *x |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return true;
    }
    return false;
}

/* Lists this rank's open rows, and hides those of the others until they have
 * come. */
static ta_status list_open(wheel_block *b, wheel_list *open)
{
    const wheel_plan *p = b->plan;
    const wheel_lists *x = &p->far;
    const size_t bytes = (size_t)p->vectors * WHEEL_VECTOR;
    ta_status status = TA_OK;
    for (uint32_t l = 0; l < p->lives && status == TA_OK; l++) {
        uint8_t *hits = b->hits + l * bytes;
        const unsigned first =
            WHEEL_LEAD + wheel_lift(b->store, p->live_class[l]);
        wheel_tile_close(b->store, hits, bytes, p->live_class[l], b->rows);
        if (l < x->own_from || l >= x->own_to)
            memset(hits, 0xff, bytes);
        status =
            tai_wheel_list_zeros(open, hits, bytes, l * b->rows - first, 1);
    }
    return status;
}

/* Reads one list of a rank whose live classes are [from, to): the open rows, or
 * the undecided heaps. */
static ta_status get_list(wheel_block *b, const unsigned char **at,
                          const unsigned char *end, bool open, uint32_t from,
                          uint32_t to)
{
    const wheel_plan *p = b->plan;
    const uint32_t m = b->store->m;
    uint64_t count, x, number = 0;
    ta_status status = get(at, end, &count) ? TA_OK : TA_EMISMATCH;
    for (; count > 0 && status == TA_OK; count--) {
        const bool whole = get(at, end, &x);
        number += x;
        const uint64_t live = number / b->rows, row = number % b->rows;
        if (!whole ||
            (open ? live < from || live >= to
                  : number / m < b->row || number / m >= b->row + b->rows ||
                        p->live[number % m] != WHEEL_EMPTY)) {
            status = TA_EMISMATCH;
        } else if (open) {
            const uint64_t bit =
                WHEEL_LEAD + wheel_lift(b->store, p->live_class[live]) + row;
            b->hits[live * p->vectors * WHEEL_VECTOR + bit / 8] &=
                (uint8_t) ~(1u << bit % 8);
        } else {
            status = tai_wheel_list_add(&b->undecided, number);
        }
    }
    return status;
}

static ta_status get_message(wheel_block *b, const ta_gathered *got,
                             unsigned rank)
{
    const wheel_plan *p = b->plan;
    size_t bytes;
    const unsigned char *at = ta_gathered_of(got, rank, &bytes);
    const unsigned char *end = at + bytes;
    const uint32_t from = wheel_dealt(p->comm, p->lives, rank);
    const uint32_t to = wheel_dealt(p->comm, p->lives, rank + 1);
    ta_status status = get_list(b, &at, end, true, from, to);
    if (status == TA_OK)
        status = get_list(b, &at, end, false, from, to);
    if (status == TA_EMISMATCH || (status == TA_OK && at != end))
        status = tai_fail(b->job->error, TA_EMISMATCH,
                          "the message of rank %u is damaged", rank);
    return status;
}

ta_status tai_wheel_exchange(wheel_block *b)
{
    tai_comm *comm = tai_comm_of(b->job->options);
    ta_gathered got;
    message w = {NULL, 0, 0};
    wheel_list open = {NULL, 0, 0};
    if (comm->ranks == 1)
        return TA_OK;
    ta_status status = list_open(b, &open);
    if (status == TA_OK)
        status = put_list(&w, &open);
    if (status == TA_OK)
        status = put_list(&w, &b->undecided);
    if (status == TA_OK)
        status =
            tai_comm_gather(comm, TA_TOPIC_BLOCK, "hash of the block before",
                            b->hash, w.at, w.count, &got, b->job->error);
    tai_wheel_list_free(&open);
    ta_free(w.at);
    for (unsigned r = 0; r < comm->ranks && status == TA_OK; r++)
        if (r != comm->rank)
            status = get_message(b, &got, r);
    tai_wheel_list_sort(&b->undecided);
    return status;
}
