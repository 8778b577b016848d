/* The transforms of a level, each computed once if there are places enough;
 * else a new one overwrites that in its place. */
#ifndef TA_TRANSFORM_STORE_H
#define TA_TRANSFORM_STORE_H

#include "base/arena.h"
#include "convolve/transforms.h"
#include "game/set.h"

typedef struct tai_transform_store {
    /* The caller sets the members down to `windows`. */
    const tai_transforms *transforms;
    unsigned log_length;           /* of the positions of a source */
    size_t sums, sources, windows; /* places of each kind */
    uint64_t bytes;                /* of the open store, at most */
    void *state;                   /* of the transforms; NULL: not open */
    const tai_set *set;
    tai_arena arena;
    char *places;     /* sums, sources, windows */
    size_t *holds;    /* in place p: 0 nothing, k + 1 source or window k */
    uint64_t *bits;   /* of one window */
    double plan_s;    /* seconds of opening */
    uint64_t forward; /* transforms made */
} tai_transform_store;

/* Computes store->bytes; allocates nothing. */
void tai_convolve_store_plan(tai_transform_store *store);

ta_status tai_convolve_store_open(tai_transform_store *store,
                                  const tai_set *set, tai_pool *pool);

/* Returns the place of source k of the node, or of window k. */
static inline size_t store_place_of(const tai_transform_store *s, bool window,
                                    size_t k)
{
    return s->sums + (window ? s->sources + k % s->windows : k % s->sources);
}

static inline bool store_has(const tai_transform_store *s, bool window,
                             size_t k)
{
    return s->state != NULL && s->holds[store_place_of(s, window, k)] == 1 + k;
}

/* Returns the transform of source k, whose B bits are at `bits`, or with bits
 * NULL of window k; computes it if the store has it no longer. */
const void *tai_convolve_store_get(tai_transform_store *store, size_t k,
                                   const uint64_t *bits);
/* Returns the address of a place; sum k has place k. */
void *tai_convolve_store_at(const tai_transform_store *store, size_t place);

#endif
