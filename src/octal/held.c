/* Manages the labels (renumbered nim-values) that a run of an octal game holds
 * in memory. At first these are the labels of all heaps. A long run later holds
 * only a head (the labels of the first heaps) and a tail (the labels of the
 * last heaps).
 *
 * Head and tail usually suffice, since a few moves of a heap h usually decide
 * its value (README.md). Each of these moves leaves a heap a little below h,
 * whose label is in the tail. Some of these moves also leave a small heap,
 * whose label is in the head.
 *
 * When the array of labels is full, labels are discarded under two conditions.
 * The values of at least held.keep heaps must be proved. Also, only few heaps
 * may have a rare value, and all of these must be in the first eighth of the
 * array. Otherwise the array is enlarged.
 *
 * The first time, the first quarter of the array becomes the head, and the last
 * quarter becomes the tail. The two quarters between them are discarded. Each
 * later time, the tail has grown to three quarters of the array, and its two
 * older quarters are discarded.
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
    /* h->tail points to the label of heap h->back. No label has been discarded
     * so far, so h->back is 0, and h->tail is the whole array. */
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
