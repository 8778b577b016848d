/* The memory of the transforms of one level of the recursion. A store has
 * places for the sums of a group of targets, for transforms of sources, and for
 * transforms of windows of S (see README.md). With a place for each source and
 * each window, every transform is made once. With fewer places, a new transform
 * overwrites the one in its place, which is made again when it is needed again.
 */
#ifndef TA_TRANSFORM_STORE_H
#define TA_TRANSFORM_STORE_H

#include "base/arena.h"
#include "convolve/transforms.h"
#include "game/set.h"

typedef struct ta_transform_store {
    /* The caller sets the next members before the store is planned. */
    const ta_transforms *transforms;
    unsigned log_length;           /* log2 of the positions of a source, B */
    size_t sums, sources, windows; /* the numbers of places for each kind */
    /* The functions of the store set the next members. */
    uint64_t bytes; /* an upper bound of the bytes of the open store */
    /* The state of the transforms; NULL until the store is opened. */
    void *state;
    const ta_set *set;
    ta_arena arena;
    char *places;
    /* holds[p] describes the transform in place p: 1 + the number of its
     * source, or 1 + the distance of its window; 0 if the place is empty. */
    size_t *holds;
    uint64_t *bits; /* scratch for the bits of one window of S */
    double plan_s;
    uint64_t forward; /* the number of transforms made so far */
} ta_transform_store;

/* Computes store->bytes from the members that the caller has set. Allocates
 * nothing. */
void tai_convolve_store_plan(ta_transform_store *store);

/* Allocates the memory of a store and prepares its transforms; does nothing if
 * the store is open. Must be called before tai_convolve_store_get and
 * tai_convolve_store_at. Returns TA_ENOMEM if there is no memory. */
ta_status tai_convolve_store_open(ta_transform_store *store, const ta_set *set,
                                  tai_pool *pool);

/* Returns the number of the place for the transform of source k or, if `window`
 * is set, of the window of S at distance k. That window has the elements of S
 * between (k - 1) B and (k + 1) B. */
static inline size_t store_place_of(const ta_transform_store *s, bool window,
                                    size_t k)
{
    return s->sums + (window ? s->sources + k % s->windows : k % s->sources);
}

/* Returns whether the store holds the transform of source k or, if `window` is
 * set, of the window of S at distance k. */
static inline bool store_has(const ta_transform_store *s, bool window, size_t k)
{
    return s->state != NULL && s->holds[store_place_of(s, window, k)] == 1 + k;
}

/* Returns the transform of source k, whose bits are given or, if `bits` is
 * NULL, of the window of S at distance k. Makes the transform if the store does
 * not hold it. */
const void *tai_convolve_store_get(ta_transform_store *store, size_t k,
                                   const uint64_t *bits);
/* Returns the memory of the place with this number. The first places, 0 to
 * store->sums - 1, are for sums. */
void *tai_convolve_store_at(const ta_transform_store *store, size_t place);

#endif
