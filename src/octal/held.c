/* Manages the labels (renumbered values) that a long run holds in memory. These
 * are the labels of all heaps, or those of a head (the first heaps) and a tail
 * (the last heaps).
 *
 * Head and tail usually suffice. The value of a heap usually follows from the
 * labels of some small heaps, which are in the head, and of heaps a little
 * below it, which are in the tail. The small heaps are rare heaps and witnesses
 * (README.md).
 *
 * When the array of labels is full, labels are discarded if three conditions
 * hold: all rare heaps are in the first eighth of the array, at least held.keep
 * heaps are proved, and the mask (rule for rare values) is of use. Otherwise
 * the array is enlarged, and the decision is made again when the larger array
 * is full.
 *
 * At first, the first quarter of the array becomes the head, the last quarter
 * becomes the tail, and the two quarters between them are discarded. Later,
 * when the tail has grown to three quarters of the array, the two older
 * quarters of the tail are discarded, and so on.
 *
 * After labels have been discarded, a split with both parts above the head may
 * lack a label. The engine fails if it needs such a split. */
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
    /* No label has been discarded so far, so that the tail is the whole array.
     */
    h->g = h->tail = g;
    h->room = n;
    return TA_OK;
}

/* Enlarges the array of labels (renumbered values) by half of its size, or by
 * less under a limit on memory. Returns TA_ELIMIT if the limit does not allow a
 * larger array, and TA_ENOMEM if there is no memory. */
static ta_status held_grow(octal_engine *e)
{
    const octal_held *h = &e->held;
    uint64_t room = h->room + h->room / 2;
    /* If `room` is above the limit, use three fifths of the limit. The rest is
     * for the old array, which is still in memory while labels are copied. */
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
        /* The mask (rule for rare values) is never chosen again. The choice
         * would need the values of all heaps. */
        e->choice.next = UINT64_MAX;
        if (tai_octal_witnesses_trim(e, octal_held_parts(h)) != TA_OK)
            return TA_ENOMEM;
    }
    const uint64_t back = e->proved - h->head;
    memmove(h->tail, octal_at(h, back), h->head * sizeof *h->tail);
    h->back = back;
    return TA_OK;
}
