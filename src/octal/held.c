/* The labels that are held: all, later a head and a tail (README.md, "Long
 * runs"). A full array loses its middle half if limit.keep heaps are proved and
 * all rare heaps lie in its first eighth: a quarter is the head for ever, the
 * tail grows from one quarter to three, and then loses the older two. Else the
 * array is enlarged. */
#include <string.h>

#include "octal/engine.h"

ta_status tai_octal_reserve(octal_engine *e, uint64_t n)
{
    octal_held *h = &e->held;
    if (n <= h->capacity)
        return TA_OK;
    uint16_t *g = tai_alloc(n, sizeof *g);
    if (g == NULL)
        return TA_ENOMEM;
    if (e->proved > 0)
        memcpy(g, h->g, e->proved * sizeof *g);
    ta_free(h->g);
    /* Nothing is discarded yet, so back is 0. */
    h->g = h->tail = g;
    h->capacity = n;
    return TA_OK;
}

/* Enlarges the array by half, or less under a limit. Returns TA_ELIMIT or
 * TA_ENOMEM. */
static ta_status held_grow(octal_engine *e)
{
    const octal_held *h = &e->held;
    /* The old array is copied, so that both are there at once. */
    const uint64_t capacity =
        tai_min_u64(h->capacity + h->capacity / 2,
                    e->limit.most - tai_min_u64(e->limit.most, h->capacity));
    return capacity > h->capacity ? tai_octal_reserve(e, capacity) : TA_ELIMIT;
}

/* A choice of the mask must not be due: it needs all values. */
static bool held_may_discard(const octal_engine *e)
{
    const uint64_t n = e->proved;
    return n >= e->limit.keep && e->choice.of_use && e->choice.next > n &&
           octal_last_rare(&e->rare) < n / 8 && n / 16 > OCTAL_SPARE;
}

ta_status tai_octal_make_room(octal_engine *e)
{
    octal_held *h = &e->held;
    if (e->proved < octal_held_end(h))
        return TA_OK;
    tai_octal_drop_presumed(e);
    if (h->back == 0 && !held_may_discard(e))
        return held_grow(e);
    if (h->back == 0) { /* the tail: all behind the head */
        h->head = h->back = e->proved / 4;
        h->tail = h->g + h->head;
        tai_octal_keep_mask(e);
        if (tai_octal_bound_parts(e) != TA_OK)
            return TA_ENOMEM;
    }
    const uint64_t back = e->proved - h->head; /* as long as the head */
    memmove(h->tail, octal_at(h, back), h->head * sizeof *h->tail);
    h->back = back;
    return TA_OK;
}

void tai_octal_held_resume(octal_held *h, uint64_t n, uint64_t head,
                           uint64_t tail)
{
    h->head = head;
    h->back = n - tail;
    h->tail = h->g + head;
}

uint16_t *tai_octal_held_take(octal_held *h)
{
    uint16_t *g = h->g;
    *h = (octal_held){.g = NULL};
    return g;
}
