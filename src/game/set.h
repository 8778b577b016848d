/* The elements of a subtraction set below a bound n, in the form that engines
 * use. */
#ifndef TA_SET_H
#define TA_SET_H

#include "base/base-internal.h"

/* The elements of S in [1, n). A sparse set is stored as a sorted list with a
 * coarse index, a dense set as n bits. So a set never occupies much more than n
 * / 8 bytes. */
typedef struct ta_set {
    uint64_t n;
    uint64_t count; /* the number of elements */
    uint64_t least; /* the least element; n if the set is empty */
    uint64_t *list; /* the elements, increasing; NULL if the set is dense */
    /* index[j] is the index in `list` of the first element that is at least j
     * << shift. */
    uint64_t *index;
    unsigned shift;
    /* Bit i says whether i is in S; NULL if the set is sparse. TA_SET_PAD zero
     * bytes stand before the bits, and as many after them. */
    uint64_t *bits;
} ta_set;

/* The number of zero bytes before the bits of a set, and after them.
 * convolve/shift.h may read them. */
enum { TA_SET_PAD = 8192 };

/* A set is stored as bits if it has more than n / TA_SET_SPARSE elements and
 * more than TA_SET_FEW. */
enum { TA_SET_SPARSE = 1024, TA_SET_FEW = 4096 };

/* Returns whether a set with `count` elements below n is stored as bits. */
bool tai_set_is_dense(uint64_t count, uint64_t n);

/* Returns an upper bound of the bytes that tai_set_build allocates. */
uint64_t tai_set_memory(const ta_game *game, uint64_t n);

/* Fills in *set with the elements of S in [1, n). Returns TA_OK or TA_ENOMEM.
 */
ta_status tai_set_build(const ta_game *game, uint64_t n, ta_set *set);
/* Fills in *set with the numbers below n of a list. The list must increase
 * strictly and begin with 1 or more. Returns TA_OK or TA_ENOMEM. */
ta_status tai_set_from_list(const uint64_t *list, size_t count, uint64_t n,
                            ta_set *set);
void tai_set_free(ta_set *set);

/* Returns the number of elements in [lo, hi), and sets *out to an array of them
 * in increasing order. *out points into the set or to `scratch`, which must
 * have space for min(hi - lo, count) numbers. */
size_t tai_set_window(const ta_set *set, uint64_t lo, uint64_t hi,
                      uint64_t *scratch, const uint64_t **out);

/* Returns the number of elements in [lo, hi). */
uint64_t tai_set_count(const ta_set *set, uint64_t lo, uint64_t hi);

/* Sets bit i of `words` to 1 if lo + i is in S, else to 0, for i < hi - lo. The
 * other bits of the last word become 0. */
void tai_set_copy_bits(const ta_set *set, uint64_t lo, uint64_t hi,
                       uint64_t *words);

#endif
