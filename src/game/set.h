/* The subtraction set below a bound, in the form that engines use. */
#ifndef TA_SET_H
#define TA_SET_H

#include "base/base.h"

/* The elements of S in [1, n). A sparse set is a sorted list with a coarse
 * index, a dense one n bits, whichever is smaller. So a set never takes much
 * more than n / 8 bytes. */
typedef struct ta_set {
    uint64_t n;
    uint64_t count;  /* of the elements */
    uint64_t least;  /* n if the set is empty */
    uint64_t *list;  /* NULL if dense */
    uint64_t *index; /* behind the list: index[v >> shift] is the first place
                        in the list with a value >= (v >> shift) << shift */
    unsigned shift;
    uint64_t *bits; /* NULL if sparse; between two paddings of TA_SET_PAD zero
                       bytes */
} ta_set;

enum { TA_SET_PAD = 8192 }; /* bytes; see convolve/shift.h */

/* A set with more than n / TA_SET_SPARSE and more than TA_SET_FEW elements is
 * kept as bits. */
enum { TA_SET_SPARSE = 1024, TA_SET_FEW = 4096 };

/* Returns whether a set of `count` elements below n is kept as bits. */
bool tai_set_is_dense(uint64_t count, uint64_t n);

/* Returns an upper bound on the bytes that tai_set_build allocates. */
uint64_t tai_set_memory(const ta_game *game, uint64_t n);

/* Builds S below n. Returns TA_OK or TA_ENOMEM. */
ta_status tai_set_build(const ta_game *game, uint64_t n, ta_set *set);
/* Builds the set of the numbers below n in a sorted list without repeats, all
 * of them >= 1. Returns TA_OK or TA_ENOMEM. */
ta_status tai_set_from_list(const uint64_t *list, size_t count, uint64_t n,
                            ta_set *set);
void tai_set_free(ta_set *set);

/* Returns how many elements are in [lo, hi), and sets *out to them, increasing.
 * *out points into the set or to scratch, which must have room for
 * min(hi - lo, count) values. */
size_t tai_set_window(const ta_set *set, uint64_t lo, uint64_t hi,
                      uint64_t *scratch, const uint64_t **out);

/* Returns how many elements are in [lo, hi). */
uint64_t tai_set_count(const ta_set *set, uint64_t lo, uint64_t hi);

/* Sets bit i of words to whether lo + i is in S, for i < hi - lo. The other
 * bits of the last word become 0. */
void tai_set_copy_bits(const ta_set *set, uint64_t lo, uint64_t hi,
                       uint64_t *words);

#endif
