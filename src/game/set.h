/* Defines ta_set: the elements of a subtraction set below a bound n, as a list
 * or as an array of bits. */
#ifndef TA_SET_H
#define TA_SET_H

#include "base/base-internal.h"

/* The elements in [1, n) of a subtraction set S. A set with few elements
 * (sparse) is stored as a sorted list of numbers with an index for searches. A
 * set with many elements (dense) is stored as n bits. */
typedef struct ta_set {
    uint64_t n;
    uint64_t count; /* the number of elements */
    /* The least element of the set; n if the set is empty. */
    uint64_t least;
    /* The elements in increasing order, if the set is sparse. NULL if it is
     * dense. */
    uint64_t *list;
    /* The index of a sparse set. index[j] is the number of elements below j <<
     * shift. So it is the place in `list` of the first element that is at least
     * j << shift. */
    uint64_t *index;
    unsigned shift;
    /* An array of bits, if the set is dense: bit i is 1 if i is an element.
     * NULL if the set is sparse. TA_SET_PAD bytes of zeros stand before the
     * array, and as many behind it. */
    uint64_t *bits;
} ta_set;

/* The number of zero bytes that stand before the bits of a dense set, and
 * behind them. Some loops read beyond the ends of the array. */
enum { TA_SET_PAD = 8192 };

/* A set of elements below n is dense (stored as bits) if it has more than n /
 * TA_SET_SPARSE elements and more than TA_SET_FEW elements. Otherwise it is
 * sparse (stored as a list). */
enum { TA_SET_SPARSE = 1024, TA_SET_FEW = 4096 };

/* Returns whether a set with `count` elements below n is dense, that is, stored
 * as bits and not as a list. */
bool tai_set_is_dense(uint64_t count, uint64_t n);

/* Returns an upper bound of the bytes that tai_set_build allocates for the
 * elements of a game's subtraction set below n. */
uint64_t tai_set_memory(const ta_game *game, uint64_t n);

/* Fills in *set with the elements in [1, n) of the subtraction set of a game.
 * The caller frees *set by tai_set_free. Returns TA_OK or TA_ENOMEM. */
ta_status tai_set_build(const ta_game *game, uint64_t n, ta_set *set);
/* Fills in *set with those of the `count` numbers in `list` that are below n.
 * The list must increase strictly and must not contain 0. Returns TA_OK or
 * TA_ENOMEM. */
ta_status tai_set_from_list(const uint64_t *list, size_t count, uint64_t n,
                            ta_set *set);
void tai_set_free(ta_set *set);

/* Finds the elements of a set in [lo, hi). Sets *out to an array of them, in
 * increasing order, and returns their number. For a sparse set the array is a
 * part of set->list. For a dense set the array is `scratch`, which must have
 * space for min(hi - lo, set->count) numbers. */
size_t tai_set_window(const ta_set *set, uint64_t lo, uint64_t hi,
                      uint64_t *scratch, const uint64_t **out);

/* Returns the number of elements of the set in [lo, hi). */
uint64_t tai_set_count(const ta_set *set, uint64_t lo, uint64_t hi);

/* Sets bit i of the array `words` to 1 if lo + i is an element of the set, else
 * to 0, for all i < hi - lo. The other bits of the last word become 0. */
void tai_set_copy_bits(const ta_set *set, uint64_t lo, uint64_t hi,
                       uint64_t *words);

#endif
