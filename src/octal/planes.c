/* The planes that sweeps read: a ring of the last heaps, kept in step with
 * those that are decided (calm.c) or, without tiles, that proofs begin with
 * (prove.c). */
#include <string.h>

#include "octal/ahead.h"

enum {
    LANES = TA_OCTAL_LANES,
    SWEEP = TA_OCTAL_SWEEP,
    /* Heaps that are decided and not proved, and a sweep that begins below. */
    AHEAD = 2 * TA_AHEAD_BATCH + 4 * TA_AHEAD_TILE,
};

/* Heap i and the next ones, at all their places. What goes beyond the end of
 * the ring is right there, too. */
static void put(const ta_sparse *e, uint64_t i, const uint16_t label[LANES])
{
    const ta_octal_planes *p = &e->ahead->planes;
    const uint64_t at = i % p->ring, from = p->ring - p->back;
    uint8_t *bytes = p->bytes + at;
    e->vectors->fill(bytes, p, label, e->labels.common);
    for (unsigned k = 0; k < p->count; k++, bytes += p->apart) {
        if (at < SWEEP)
            memcpy(bytes + p->ring, bytes, LANES);
        if (at + LANES > from)
            memcpy(bytes - p->ring, bytes, LANES);
    }
}

void ta_planes_put(const ta_sparse *e, uint64_t from, uint64_t to)
{
    for (; from < to && e->ahead->planes.count > 0; from += LANES) {
        const uint16_t *label = ta_sparse_at(e, from);
        uint16_t few[LANES] = {0};
        if (to - from < LANES) {
            memcpy(few, label, (to - from) * sizeof *few);
            label = few;
        }
        put(e, from, label);
    }
}

void ta_planes_free(ta_octal_planes *p)
{
    ta_free(p->room);
    *p = (ta_octal_planes){.room = NULL};
}

ta_status ta_planes_set(ta_sparse *e, uint64_t n, uint64_t back)
{
    ta_octal_planes *p = &e->ahead->planes;
    const uint64_t count = ((uint64_t)e->ahead->top + 15) / 16;
    const uint64_t reach = back + 2 * TA_AHEAD_TILE;
    const uint64_t ring = reach + AHEAD;
    const uint64_t apart = LANES + reach + ring + SWEEP + LANES;
    p->count = 0;
    if (back == 0 || count > TA_OCTAL_PLANES || apart * count > e->planes_most)
        return TA_OK;
    if (p->room == NULL || p->bytes_room < apart * count) {
        ta_planes_free(p);
        p->room = ta_alloc(apart, count);
        if (p->room == NULL)
            return TA_ENOMEM;
        p->bytes_room = apart * count;
    }
    p->count = (unsigned)count;
    p->ring = ring;
    p->back = reach;
    p->apart = apart;
    p->bytes = p->room + LANES + reach;
    const uint64_t held = ta_max_u64(e->back, 1);
    ta_planes_put(e, n - ta_min_u64(n - held, reach), n);
    return TA_OK;
}
