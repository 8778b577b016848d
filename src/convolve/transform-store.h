/* Stores transforms, so that each of them need not be computed more than once.
 * A store belongs to one level of the recursion. It has places for three kinds
 * of arrays: transforms of sources, transforms of windows, and sums of products
 * of these. A source is a range of the bit array of cold positions. A window is
 * a range of the bit array of the subtraction set. If there are fewer places
 * than transforms, a new transform overwrites an old one, which is computed
 * again when it is needed again. */
#ifndef TA_TRANSFORM_STORE_H
#define TA_TRANSFORM_STORE_H

#include "base/arena.h"
#include "convolve/transforms.h"
#include "game/set.h"

typedef struct ta_transform_store {
    /* The kind of transforms, for example modulo a prime. The caller sets the
     * members from `transforms` to `windows` before it calls
     * tai_convolve_store_plan. */
    const ta_transforms *transforms;
    /* Log2 of the number of positions of a source. A source is a range of the
     * bit array of cold positions, and has one transform. */
    unsigned log_length;
    /* The numbers of places for sums, for transforms of sources (ranges of cold
     * positions, as bits), and for transforms of windows (ranges of the set S,
     * as bits). */
    size_t sums, sources, windows;
    /* An upper bound on the bytes that the open store uses. This member and all
     * that follow are set by the functions of the store, not by the caller. */
    uint64_t bytes;
    /* The tables of the transforms, made by transforms->open. NULL means that
     * the store is not open yet. */
    void *state;
    const ta_set *set;
    ta_arena arena;
    char *places;
    /* holds[p] says which transform is in place p of the store. It is 0 if the
     * place is empty, and k + 1 if the place has the transform of source k or
     * of window k. The number p determines whether a place is for a source or
     * for a window. */
    size_t *holds;
    /* Scratch memory for the bits of one window, a range of the set S. */
    uint64_t *bits;
    double plan_s;
    uint64_t forward; /* transforms made so far */
} ta_transform_store;

/* Computes store->bytes, an upper bound on the bytes that the open store will
 * use. The caller must have set the first members of the store, from
 * `transforms` to `windows`. The function allocates nothing. */
void tai_convolve_store_plan(ta_transform_store *store);

/* Opens a store: allocates its memory and prepares its transforms. Does nothing
 * if the store is open already. Must be called before tai_convolve_store_get
 * and tai_convolve_store_at. Returns TA_OK, or TA_ENOMEM if there is no memory.
 */
ta_status tai_convolve_store_open(ta_transform_store *store, const ta_set *set,
                                  tai_pool *pool);

/* Returns the number of the place in the store for a transform. If `window` is
 * false, it is the transform of source k, the cold positions in child k of the
 * current node. If `window` is true, it is the transform of window k, the
 * elements of the subtraction set from (k - 1) B to (k + 1) B - 1. Here B =
 * 2^log_length is the length of a child. */
static inline size_t store_place_of(const ta_transform_store *s, bool window,
                                    size_t k)
{
    return s->sums + (window ? s->sources + k % s->windows : k % s->sources);
}

/* Returns whether the store contains the transform of window k (if `window` is
 * true) or of source k (if it is false). Window k is a range of the subtraction
 * set S, and source k is the cold positions in child k of the current node. */
static inline bool store_has(const ta_transform_store *s, bool window, size_t k)
{
    return s->state != NULL && s->holds[store_place_of(s, window, k)] == 1 + k;
}

/* Returns a transform, either of source k or of window k. If the store does not
 * have the transform, the function computes and stores it. Let B be the length
 * of a child of a node.
 *   source k  the cold positions in child k of the current node. `bits` points
 *             to their B bits.
 *   window k  the elements of the subtraction set from (k - 1) B to
 *             (k + 1) B - 1. `bits` is NULL. */
const void *tai_convolve_store_get(ta_transform_store *store, size_t k,
                                   const uint64_t *bits);
/* Returns the address of the place with the given number in the store. The
 * places 0 to store->sums - 1 are for sums of products of transforms. */
void *tai_convolve_store_at(const ta_transform_store *store, size_t place);

#endif
