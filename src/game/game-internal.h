/* Declares the functions by which the modules that evaluate games read a game.
 * S is always the subtraction set of the game: the numbers that a move may
 * subtract from a heap. */
#ifndef TA_GAME_H
#define TA_GAME_H

#include "base/base-internal.h"

/* Returns the name of a convention of play: "normal" or "misere". */
static inline const char *ta_convention_text(ta_convention convention)
{
    return convention == TA_MISERE ? "misere" : "normal";
}

/* Returns TA_EINVAL, with an error text, if `convention` is none. */
ta_status tai_convention_check(ta_convention convention, ta_error *error);

/* Returns an upper bound of the number of elements of S in [1, n), where S is
 * the subtraction set of the game. The bound is exact for all sets except the
 * primes and unions. The function is fast, since it does not list the elements.
 */
uint64_t tai_game_count_bound(const ta_game *game, uint64_t n);

/* Returns an estimate of how fast the subtraction set S grows near n. The
 * result is an exponent r: for x from n / 2 to n, the number of elements of S
 * below x is about a constant times x^r. The exponent is about 1/2 for the
 * squares, 1 for a set of positive density and 0 for a finite set. */
double tai_game_growth(const ta_game *game, uint64_t n);

/* Calls visit(state, s) for each element s of the subtraction set S in [1, n),
 * in increasing order. Stops at the first status that is not TA_OK and returns
 * that status. Returns TA_ENOMEM if there is no memory. */
ta_status tai_game_each(const ta_game *game, uint64_t n,
                        ta_status (*visit)(void *state, uint64_t element),
                        void *state);

/* Returns the least element of the subtraction set S, or UINT64_MAX if S is
 * empty. Returns 1 for an octal game. */
uint64_t tai_game_least(const ta_game *game);

/* Sets bit i of the array `words` to 1 if i is in the subtraction set S, else
 * to 0, for all i < n. Writes whole words of 64 bits: bits from n on become 0.
 * For ranges and primes this is much faster than tai_game_each. Returns TA_OK
 * or TA_ENOMEM. */
ta_status tai_game_fill(const ta_game *game, uint64_t n, uint64_t *words);

/* Returns an upper bound of the bytes of working memory that tai_game_each and
 * tai_game_fill allocate for the elements below n. They free this memory before
 * they return. */
uint64_t tai_game_scratch(const ta_game *game, uint64_t n);

/* Returns an upper bound of the bytes that ta_game_elements allocates. */
uint64_t tai_game_list_memory(const ta_game *game, uint64_t n);

/* A polynomial in k with integer values. Its value at k is the sum of
 * coefficient[i] * k^i, divided by the denominator. */
typedef struct ta_polynomial {
    unsigned degree; /* 1 to 8 */
    /* The elements of the set are the values of the polynomial at first_k,
     * first_k + 1, .... These values are positive and increase strictly. */
    uint64_t first_k;
    /* The coefficients of k^0, k^1, ..., k^degree. The last one is positive. */
    int64_t coefficient[9];
    int64_t denominator; /* at least 1 */
} ta_polynomial;

/* Returns whether the subtraction set S is the set of the values of one
 * polynomial at k = first_k, first_k + 1, ..., where the polynomial increases.
 * Sets *polynomial to this polynomial. The result is true for squares, cubes,
 * polygonal numbers and powers:D with D <= 8. It is false for a parabola if S
 * also has values of its falling branch, at k < first_k. */
bool tai_game_polynomial(const ta_game *game, ta_polynomial *polynomial);

/* Returns whether the subtraction set S is the set of the squares 1, 4, 9, ....
 * The text that named the set does not matter: "powers:2" names it, too. */
bool tai_game_is_squares(const ta_game *game);

/* Returns the value of the polynomial at k; 0 if the value is negative, and
 * UINT64_MAX if it does not fit. */
uint64_t tai_polynomial_value(const ta_polynomial *p, uint64_t k);

#endif
