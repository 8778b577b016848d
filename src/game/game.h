/* What a game is. A kind of set is one entry in kinds.c and one function. */
#ifndef TA_GAME_H
#define TA_GAME_H

#include "base/base.h"

/* "normal" or "misere", before "play". */
static inline const char *ta_convention_text(ta_convention convention)
{
    return convention == TA_MISERE ? "misere" : "normal";
}

/* An upper bound on the number of elements of S in [1, n); exact for sets
 * given by closed forms, so that memory can be predicted without listing. */
uint64_t ta_game_count_bound(const ta_game *game, uint64_t n);

/* About r where S has x^r elements below x, between n / 2 and n: 1/2 for
 * squares, 1 for dense sets, 0 for finite ones. For estimates of cost. */
double ta_game_growth(const ta_game *game, uint64_t n);

/* Calls visit(state, s) for the elements of S in [1, n), increasing; stops at
 * the first status that is not TA_OK and returns it. TA_ENOMEM. */
ta_status ta_game_each(const ta_game *game, uint64_t n,
                       ta_status (*visit)(void *state, uint64_t element),
                       void *state);

/* The least element of S, or UINT64_MAX if S is empty. */
uint64_t ta_game_least(const ta_game *game);

/* The largest element of a finite set (ta_game_is_finite), 2^64 - 1 at most; 0
 * if S is empty, or infinite. */
uint64_t ta_game_largest(const ta_game *game);

/* Bit i of words = (i is in S), for i < n; all ta_bits_words(n) words are
 * written. Faster than ta_game_each for sets with a pattern. TA_ENOMEM. */
ta_status ta_game_fill(const ta_game *game, uint64_t n, uint64_t *words);

/* Bytes that ta_game_each and ta_game_fill allocate meanwhile, at most. */
uint64_t ta_game_scratch(const ta_game *game, uint64_t n);

/* True for sets { a k^2 + b k + c : k >= 1 } and their like with an integer
 * valued polynomial; see ta_game_polynomial. */
typedef struct ta_polynomial {
    unsigned degree;        /* 1..8 */
    uint64_t first_k;       /* the first k whose value is in S; values increase
                               strictly from there on */
    int64_t coefficient[9]; /* of k^0 .. k^8, times `denominator` */
    int64_t denominator;    /* 1 or more: value = sum / denominator */
} ta_polynomial;

/* The polynomial of the set, if it is given by one: squares, cubes,
 * powers:D (D <= 8), triangular, pronic, polygonal:K, poly:a,b,c. */
bool ta_game_polynomial(const ta_game *game, ta_polynomial *polynomial);

/* Whether a spec has the form of one that says all and reads no file: such as
 * may come from a file. */
bool ta_game_is_name(const char *spec);

/* Whether S is that of subtract-a-square, however it was named. */
bool ta_game_is_squares(const ta_game *game);

/* The value at k, saturated to UINT64_MAX. */
uint64_t ta_polynomial_value(const ta_polynomial *p, uint64_t k);

#endif
