/* The labels that a long run holds: all of them, or a head and a tail.
 *
 * A heap needs the labels of small parts (rare heaps and witnesses: the head)
 * and those of heaps that lie a small part and a take-out below it (the tail).
 * When the capacity is used up, and all rare heaps lie in its first eighth, the
 * first quarter becomes the head. The other three quarters hold the tail: each
 * time they are full, the tail moves on by half of the capacity, so that a
 * quarter always stays. Splits with both parts above the head are then out of
 * reach, and the engine reports it if it needs one. A game with rare heaps
 * beyond the first eighth gets a larger capacity, and the question is asked
 * again when that is used up. */
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
    h->g = h->tail = g; /* Nothing is discarded while the room grows. */
    h->room = n;
    return TA_OK;
}

/* Half as much again, if the limit allows that. */
static ta_status held_grow(octal_engine *e)
{
    const octal_held *h = &e->held;
    uint64_t room = h->room + h->room / 2;
    if (room > h->most) /* Both arrays are there while one is copied. */
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
        e->choice.next = UINT64_MAX; /* A choice would need all values. */
        if (tai_octal_witnesses_trim(e, octal_held_parts(h)) != TA_OK)
            return TA_ENOMEM;
    }
    const uint64_t back = e->proved - h->head;
    memmove(h->tail, octal_at(h, back), h->head * sizeof *h->tail);
    h->back = back;
    return TA_OK;
}
