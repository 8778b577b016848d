/* The labels of heaps that a long run has in memory: those of all heaps, or of
 * a head (the first heaps) and a tail (the last heaps).
 *
 * The value of a heap follows from labels of small heaps and of heaps a little
 * below it. The small heaps are rare heaps and witnesses; they are the head.
 * When the capacity is used up, and all rare heaps lie in the first eighth, the
 * first quarter becomes the head. The other three quarters hold the tail. Each
 * time these quarters are full, the two older ones are discarded. From then on,
 * the labels of a split with both parts above the head may be missing; the
 * engine fails if it needs such a split. If a rare heap lies beyond the first
 * eighth, the capacity is enlarged instead. The decision is made again when the
 * larger capacity is used up. */
#include <string.h>

#include "octal/engine.h"

ta_status tai_octal_room(octal_engine *e, uint64_t n)
{
    octal_held *h = &e->held;
    if (n <= h->room)
        return TA_OK;
    uint16_t *g = tai_alloc(n, sizeof *g);
    if (g == NULL)
        return TA_ENOMEM;
    if (e->proved > 0)
        memcpy(g, h->g, e->proved * sizeof *g);
    ta_free(h->g);
    h->g = h->tail = g; /* No label is discarded while the array grows. */
    h->room = n;
    return TA_OK;
}

/* Enlarges the array of labels by half of its capacity. Returns TA_ELIMIT if
 * the limit on memory does not allow that, TA_ENOMEM if there is no memory. */
static ta_status held_grow(octal_engine *e)
{
    const octal_held *h = &e->held;
    uint64_t room = h->room + h->room / 2;
    /* While labels are copied, the old array and the new one are both in
     * memory. */
    if (room > h->most)
        room = h->most / 5 * 3;
    return room > h->room ? tai_octal_room(e, room) : TA_ELIMIT;
}

static bool held_may_discard(const octal_engine *e)
{
    const uint64_t n = e->proved;
    const uint64_t last = e->rare.count > 0 ? e->rare.at[e->rare.count - 1] : 0;
    return n >= e->held.keep && e->choice.of_use && e->choice.next > n &&
           last < n / 8 && n / 16 > OCTAL_SPARE;
}

ta_status tai_octal_make_room(octal_engine *e)
{
    octal_held *h = &e->held;
    if (e->proved < octal_held_end(h))
        return TA_OK;
    e->decided = e->proved;
    e->marks.tile.ready = false;
    if (h->back == 0 && !held_may_discard(e))
        return held_grow(e);
    if (h->back == 0) {
        h->head = h->back = e->proved / 4;
        h->tail = h->g + h->head;
        /* The mask is never chosen again, since that needs the values of all
         * heaps. */
        e->choice.next = UINT64_MAX;
        if (tai_octal_witnesses_trim(e, octal_held_parts(h)) != TA_OK)
            return TA_ENOMEM;
    }
    const uint64_t back = e->proved - h->head;
    memmove(h->tail, octal_at(h, back), h->head * sizeof *h->tail);
    h->back = back;
    return TA_OK;
}
