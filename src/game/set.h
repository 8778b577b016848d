/* The subtraction set below a bound, in the form that engines walk. */
#ifndef TA_SET_H
#define TA_SET_H

#include "base/base.h"

/* S restricted to [1, n). A sparse set is a sorted list with a coarse index,
 * a dense one n bits: whichever is smaller, so that a set never costs much
 * more than n / 8 bytes. */
typedef struct ta_set {
    uint64_t n;
    uint64_t count;
    uint64_t least;  /* n if the set is empty */
    uint64_t *list;  /* NULL if dense */
    uint64_t *index; /* index[v >> shift] = first place in list with value >=
                        (v >> shift) << shift */
    unsigned shift;
    uint64_t *bits; /* NULL if sparse; padded by TA_SET_PAD zero bytes on
                       both sides */
} ta_set;

enum { TA_SET_PAD = 8192 }; /* bytes; see convolve/shift.h */

/* A set with more than n / TA_SET_SPARSE elements, and more than a few, is
 * kept as bits. */
enum { TA_SET_SPARSE = 1024, TA_SET_FEW = 4096 };

/* Whether a set of `count` elements below n is kept as bits. */
bool ta_set_is_dense(uint64_t count, uint64_t n);

/* Bytes that ta_set_build may need, an upper bound, without building. */
uint64_t ta_set_memory(const ta_game *game, uint64_t n);

/* Builds S below n. TA_ENOMEM. */
ta_status ta_set_build(const ta_game *game, uint64_t n, ta_set *set);
/* The same from a sorted list without repeats, all >= 1; those >= n are
 * ignored. */
ta_status ta_set_from_list(const uint64_t *list, size_t count, uint64_t n,
                           ta_set *set);
void ta_set_free(ta_set *set);

/* The elements in [lo, hi), increasing. *out points into the set or to
 * scratch, which must hold min(hi - lo, count) values. Returns their number. */
size_t ta_set_window(const ta_set *set, uint64_t lo, uint64_t hi,
                     uint64_t *scratch, const uint64_t **out);

/* How many elements lie in [lo, hi). */
uint64_t ta_set_count(const ta_set *set, uint64_t lo, uint64_t hi);

/* Bit i of words = (lo + i is in S), for i < hi - lo; all words written. */
void ta_set_copy_bits(const ta_set *set, uint64_t lo, uint64_t hi,
                      uint64_t *words);

#endif
