/* The memory of the transforms of one level. There are places for the sums of a
 * group of targets, for transforms of sources, and for transforms of windows of
 * S. With a place for each source and each window, every transform is made
 * once. With fewer places, the transform in a place gives way to the next one,
 * and is made again when it is needed again. */
#ifndef TA_TRANSFORM_STORE_H
#define TA_TRANSFORM_STORE_H

#include "base/arena.h"
#include "convolve/transforms.h"
#include "game/set.h"

typedef struct ta_transform_store {
    /* The caller sets these before the store is planned. */
    const ta_transforms *transforms;
    unsigned log_length;           /* log2 of the positions of a source, B */
    size_t sums, sources, windows; /* numbers of places */
    /* The store sets these. */
    uint64_t bytes; /* of the open store, an upper bound */
    void *state;    /* of the transforms; NULL until the store is opened */
    const ta_set *set;
    ta_arena arena;
    char *places;
    size_t *holds;  /* by place: 1 + the source or distance; 0: nothing */
    uint64_t *bits; /* one window of S */
    double plan_s;
    uint64_t forward; /* transforms made */
} ta_transform_store;

/* Computes the bytes; allocates nothing. */
void tai_convolve_store_plan(ta_transform_store *store);

/* Opens a store that is not open. Must be called before the functions below
 * that return a pointer. TA_ENOMEM. */
ta_status tai_convolve_store_open(ta_transform_store *store, const ta_set *set,
                                  tai_pool *pool);

/* Returns the place of source k, or of the window of S at distance k: of the
 * elements in ((k - 1) B, (k + 1) B). */
static inline size_t store_place_of(const ta_transform_store *s, bool window,
                                    size_t k)
{
    return s->sums + (window ? s->sources + k % s->windows : k % s->sources);
}

/* Returns whether the transform of a source or window is in its place. */
static inline bool store_has(const ta_transform_store *s, bool window, size_t k)
{
    return s->state != NULL && s->holds[store_place_of(s, window, k)] == 1 + k;
}

/* Returns the transform of source k, whose bits are given, or, if bits is NULL,
 * of the window at distance k. It is made if its place does not hold it. */
const void *tai_convolve_store_get(ta_transform_store *store, size_t k,
                                   const uint64_t *bits);
/* Returns the memory of a place; the first places are those of sums. */
void *tai_convolve_store_at(const ta_transform_store *store, size_t place);

#endif
