/* The planes that sweeps read: a ring of the last heaps, kept in step with the
 * heaps that are decided (calm.c). */
#include <string.h>

#include "octal/ahead.h"

enum {
    LANES = TA_OCTAL_LANES,
    SWEEP = TA_OCTAL_SWEEP,
    PAD = SWEEP + LANES,
    /* Heaps that are decided and not proved, and a sweep that begins below. */
    AHEAD = 2 * TA_AHEAD_BATCH + 4 * TA_AHEAD_TILE,
};

/* Heap i and the next ones, at all their places. */
static void put(const ta_sparse *e, uint64_t i, const uint16_t label[LANES])
{
    const ta_octal_planes *p = &e->ahead->planes;
    const uint64_t at = i % p->ring;
    e->vectors->fill(p->bytes + at, p, label, e->labels.common);
    if (at >= SWEEP && at + LANES <= p->ring)
        return;
    for (unsigned k = 0; k < p->count; k++) {
        uint8_t *bytes = p->bytes + k * p->apart;
        if (at < SWEEP)
            memcpy(bytes + 2 * p->ring + at, bytes + at, LANES);
        else
            memcpy(bytes, bytes + p->ring, at + LANES - p->ring);
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
    ta_free(p->bytes);
    *p = (ta_octal_planes){.bytes = NULL};
}

static ta_status make_room(ta_octal_planes *p, uint64_t ring, unsigned count)
{
    const uint64_t apart = 2 * ring + PAD;
    if (p->bytes == NULL || p->apart != apart || p->room < count) {
        ta_planes_free(p);
        p->bytes = ta_alloc(apart, count);
        if (p->bytes == NULL)
            return TA_ENOMEM;
        p->room = count;
    }
    p->ring = ring;
    p->apart = apart;
    p->count = count;
    return TA_OK;
}

ta_status ta_planes_set(ta_sparse *e, uint64_t n, uint64_t back)
{
    ta_octal_planes *p = &e->ahead->planes;
    const uint64_t count = ((uint64_t)e->ahead->top + 15) / 16;
    const uint64_t ring = (back + AHEAD) / LANES * LANES + LANES;
    p->count = 0;
    if (e->vectors->sweep == NULL || back == 0 || count > TA_OCTAL_PLANES ||
        (2 * ring + PAD) * count > e->planes_most)
        return TA_OK;
    const ta_status st = make_room(p, ring, (unsigned)count);
    const uint64_t held = ta_max_u64(e->back, 1);
    if (st == TA_OK)
        ta_planes_put(e, n - ta_min_u64(n - held, back + 2 * TA_AHEAD_TILE), n);
    return st;
}
