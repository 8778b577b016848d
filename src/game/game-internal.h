/* How modules that evaluate games read them. S is the subtraction set. */
#ifndef TA_GAME_H
#define TA_GAME_H

#include "base/base-internal.h"

/* "normal", "misere" or "exact" */
static inline const char *tai_convention_text(ta_convention convention)
{
    return convention == TA_MISERE  ? "misere"
           : convention == TA_EXACT ? "exact"
                                    : "normal";
}

/* Returns TA_EINVAL, with a text, if it is none, or TA_EXACT unless `exact`. */
ta_status tai_convention_check(ta_convention convention, bool exact,
                               ta_error *error);

/* Returns a bound on the elements of S in [1, n), without listing them; exact
 * but for primes and unions. */
uint64_t tai_game_count_bound(const ta_game *game, uint64_t n);

/* Returns an exponent r: from n / 2 to n, S has about c * x^r elements below x.
 * 1/2 for squares, 1 for positive density, 0 for finite sets. */
double tai_game_growth(const ta_game *game, uint64_t n);

/* Visits the elements in [1, n), increasing, until a status is not TA_OK, and
 * returns it; or TA_ENOMEM. */
ta_status tai_game_each(const ta_game *game, uint64_t n,
                        ta_status (*visit)(void *state, uint64_t element),
                        void *state);

/* Returns the least element, UINT64_MAX without any, 1 for an octal game. */
uint64_t tai_game_least(const ta_game *game);

/* Returns 1 more than the largest number that allbut:S lacks; 0 of others. */
uint64_t tai_game_all_from(const ta_game *game);

/* Sets bit i of `words` to whether i is in S, for i < n, and the rest of the
 * last word to 0. Much faster than tai_game_each for ranges and primes. Returns
 * TA_OK or TA_ENOMEM. */
ta_status tai_game_fill(const ta_game *game, uint64_t n, uint64_t *words);

/* Returns a bound on what these two allocate and free. */
uint64_t tai_game_scratch(const ta_game *game, uint64_t n);

/* Returns a bound on what ta_game_elements allocates. */
uint64_t tai_game_list_memory(const ta_game *game, uint64_t n);

/* The sum of coefficient[i] * k^i over the denominator, an integer. */
typedef struct tai_polynomial {
    unsigned degree; /* 1 to 8 */
    /* Its values at first_k, first_k + 1, ... are the set: positive,
     * increasing. */
    uint64_t first_k;
    /* of k^0, ..., k^degree; the last is positive */
    int64_t coefficient[9];
    int64_t denominator; /* at least 1 */
} tai_polynomial;

/* Returns whether the subtraction set S is the set of the values of one
 * polynomial at k = first_k, first_k + 1, ..., where the polynomial increases.
 * Sets *polynomial to this polynomial. The result is true for squares, cubes,
 * polygonal and tetrahedral numbers and powers:D with D <= 8. It is false for a
 * parabola if S also has values of its falling branch, at k < first_k. */
bool tai_game_polynomial(const ta_game *game, tai_polynomial *polynomial);

/* Returns whether S is 1, 4, 9, ..., by whatever name. */
bool tai_game_is_squares(const ta_game *game);

/* Returns the value at k: 0 if negative, UINT64_MAX if too large. */
uint64_t tai_polynomial_value(const tai_polynomial *p, uint64_t k);

#endif
