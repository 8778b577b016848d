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
    unsigned log_length;
    size_t sums, sources, windows; /* places; source j has place j % sources */
    /* The store sets these. */
    uint64_t bytes; /* of the open store, an upper bound */
    void *state;    /* of the transforms; NULL until the store is opened */
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
ta_status tai_convolve_store_open(ta_transform_store *store, tai_pool *pool);
void tai_convolve_store_close(ta_transform_store *store);

/* Forgets the transforms of sources. */
void tai_convolve_store_forget(ta_transform_store *store);

/* Returns the place of source j. */
static inline size_t store_source(const ta_transform_store *s, size_t j)
{
    return s->sums + j % s->sources;
}

/* Returns the place of the window at distance d. */
static inline size_t store_window(const ta_transform_store *s, size_t d)
{
    return s->sums + s->sources + d % s->windows;
}

/* Returns whether a place holds the transform of source or distance k. */
static inline bool store_has(const ta_transform_store *s, size_t place,
                             size_t k)
{
    return s->state != NULL && s->holds[place] == 1 + k;
}

/* Returns the transform in the place of source or distance k. One that the
 * place does not hold is made: of the bits of a source or, if set is not NULL,
 * of the window of S at distance k, the elements in ((k - 1) B, (k + 1) B),
 * where B is the length. */
const void *tai_convolve_store_get(ta_transform_store *store, size_t place,
                                   size_t k, const uint64_t *bits,
                                   const ta_set *set);
/* Returns the memory of a sum, slot < sums. */
void *tai_convolve_store_sum(const ta_transform_store *store, size_t slot);

#endif
