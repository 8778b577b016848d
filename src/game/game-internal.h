/* The interface of a game for the modules that evaluate games: the moves of its
 * set S, in the forms that engines need. */
#ifndef TA_GAME_H
#define TA_GAME_H

#include "base/base-internal.h"

/* Returns "normal" or "misere", the word before "play". */
static inline const char *ta_convention_text(ta_convention convention)
{
    return convention == TA_MISERE ? "misere" : "normal";
}

/* Returns an upper bound of the number of elements of S in [1, n). It is exact
 * for all sets except the primes. The cost is small, so that memory can be
 * predicted.
 */
uint64_t tai_game_count_bound(const ta_game *game, uint64_t n);

/* Returns the exponent r such that the number of elements of S grows like x^r
 * between n / 2 and n: about 1/2 for squares, 1 for dense sets, 0 for finite
 * sets. Used to estimate costs. */
double tai_game_growth(const ta_game *game, uint64_t n);

/* Calls visit(state, s) for the elements s of S in [1, n), in increasing order.
 * Stops at the first status that is not TA_OK and returns that status. Returns
 * TA_ENOMEM if there is no memory. */
ta_status tai_game_each(const ta_game *game, uint64_t n,
                        ta_status (*visit)(void *state, uint64_t element),
                        void *state);

/* Returns the least element of S, or UINT64_MAX if S is empty. */
uint64_t tai_game_least(const ta_game *game);

/* Sets bit i of `words` to 1 if i is in S, else to 0, for all i < n. Writes
 * ta_bits_words(n) whole words. For some sets this is much faster than
 * tai_game_each. Returns TA_OK or TA_ENOMEM. */
ta_status tai_game_fill(const ta_game *game, uint64_t n, uint64_t *words);

/* Returns an upper bound of the bytes that tai_game_each and tai_game_fill
 * allocate and free before they return. */
uint64_t tai_game_scratch(const ta_game *game, uint64_t n);

/* A polynomial in k with integer values. Its value at k is the sum of
 * coefficient[i] * k^i, divided by the denominator. */
typedef struct ta_polynomial {
    unsigned degree;        /* 1 to 8 */
    uint64_t first_k;       /* the first k whose value is in S; from there on
                               the values increase strictly */
    int64_t coefficient[9]; /* the last one, of k^degree, is positive */
    int64_t denominator;    /* at least 1 */
} ta_polynomial;

/* Returns whether S consists of the values of a polynomial at first_k, first_k
 * + 1, ..., and sets *polynomial to that polynomial. This is true of squares,
 * cubes, powers:D with D <= 8, triangular, pronic and polygonal:K. It is true
 * of poly:a,b,c unless the falling branch of the parabola has values that the
 * rising branch has not. */
bool tai_game_polynomial(const ta_game *game, ta_polynomial *polynomial);

/* Returns whether the spec begins with the name of a set other than "file".
 * Such a spec from an archive may be parsed without reading another file. */
bool tai_game_is_name(const char *spec);

/* Returns whether S is the set of the squares, whichever spec named it. */
bool tai_game_is_squares(const ta_game *game);

/* Returns the value of the polynomial at k; 0 if the value is negative, and
 * UINT64_MAX if it does not fit. */
uint64_t tai_polynomial_value(const ta_polynomial *p, uint64_t k);

#endif
