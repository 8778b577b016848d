/* The elements of a subtraction set below a bound. */
#ifndef TA_SET_H
#define TA_SET_H

#include "base/base-internal.h"

/* The elements of S in [1, n): few (sparse) as a sorted list with an index,
 * many (dense) as bits. */
typedef struct tai_set {
    uint64_t n;     /* the bound, not included */
    uint64_t count; /* elements */
    uint64_t least; /* element; n if there is none */
    uint64_t *list; /* sparse: increasing; else NULL */
    /* index[j] is the number of elements below j << shift, the place of the
     * next. */
    uint64_t *index;
    unsigned shift;
    uint64_t *bits; /* dense: n bits between TA_SET_PAD zero bytes; else NULL */
} tai_set;

enum { TA_SET_PAD = 8192 }; /* bytes; shifts of the bits read beyond the ends */

/* Dense: more than n / TA_SET_SPARSE and more than TA_SET_FEW elements. */
enum { TA_SET_SPARSE = 1024, TA_SET_FEW = 4096 };

/* Returns whether `count` elements below n are many: stored as bits. */
bool tai_set_is_dense(uint64_t count, uint64_t n);

/* Returns a bound on the bytes that tai_set_build allocates. */
uint64_t tai_set_memory(const ta_game *game, uint64_t n);

/* Fills in *set from the game; freed by tai_set_free. Of the options progress
 * is used; NULL: none. Returns TA_OK, TA_ENOMEM or TA_ECANCELLED. */
ta_status tai_set_build(const ta_game *game, uint64_t n,
                        const ta_options *options, tai_set *set);
/* The same from a strictly increasing list without 0, of which numbers below n
 * count. */
ta_status tai_set_from_list(const uint64_t *list, size_t count, uint64_t n,
                            tai_set *set);
void tai_set_free(tai_set *set);

/* Sets *out to the elements in [lo, hi), increasing, and returns how many: a
 * part of the list, or `scratch`, which has space for min(hi - lo, set->count)
 * numbers. */
size_t tai_set_window(const tai_set *set, uint64_t lo, uint64_t hi,
                      uint64_t *scratch, const uint64_t **out);

/* Returns the number of elements in [lo, hi). */
uint64_t tai_set_count(const tai_set *set, uint64_t lo, uint64_t hi);

/* Sets bit i of `words` to whether lo + i is an element, i < hi - lo; the rest
 * of the last word to 0. */
void tai_set_copy_bits(const tai_set *set, uint64_t lo, uint64_t hi,
                       uint64_t *words);

#endif
