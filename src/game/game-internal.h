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

/* Returns TA_EINVAL, with a text, for a number that is no convention, and for
 * TA_EXACT unless `exact_allowed`. */
ta_status tai_convention_check(ta_convention convention, bool exact_allowed,
                               ta_error *error);

/* Returns a bound on the elements of S in [1, n), without listing them; exact
 * but for primes and unions. */
uint64_t tai_game_count_bound(const ta_game *game, uint64_t n);

/* Visits the elements in [1, n), increasing, until a status is not TA_OK, and
 * returns it; or TA_ENOMEM. */
ta_status tai_game_each(const ta_game *game, uint64_t n,
                        ta_status (*visit)(void *state, uint64_t element),
                        void *state);

/* Returns the least element; UINT64_MAX without any and for a rule, 1 for an
 * octal game. */
uint64_t tai_game_least(const ta_game *game);

/* Returns the least a such that allbut:S has all numbers >= a; 0 of others. */
uint64_t tai_game_all_from(const ta_game *game);

/* Sets bit i of `words` to whether i is in S, for i < n, and the rest of the
 * last word to 0. Much faster than tai_game_each for ranges and primes. Of the
 * options progress is used; NULL: none. Returns TA_OK, TA_ENOMEM or
 * TA_ECANCELLED. */
ta_status tai_game_fill(const ta_game *game, uint64_t n, uint64_t *words,
                        const ta_options *options);

/* Returns a bound on the bytes that tai_game_each or tai_game_fill allocates
 * and frees. */
uint64_t tai_game_scratch(const ta_game *game, uint64_t n);

/* Returns a bound on the bytes that ta_game_elements allocates. */
uint64_t tai_game_list_memory(const ta_game *game, uint64_t n);

/* P(k) = (sum of coefficient[i] * k^i) / denominator, an integer for all k. */
typedef struct tai_polynomial {
    unsigned degree; /* 1 to 8 */
    /* The set is P(first_k), P(first_k + 1), ...: positive, increasing. */
    uint64_t first_k;
    int64_t coefficient[9]; /* that of k^degree is positive */
    int64_t denominator;    /* at least 1 */
} tai_polynomial;

/* Returns whether S is the set of the values of one polynomial where it
 * increases, and sets *polynomial. True for squares, cubes, polygonal and
 * tetrahedral numbers and powers:D with D <= 8; false for a parabola if S also
 * has values of its falling branch, at k < first_k. */
bool tai_game_polynomial(const ta_game *game, tai_polynomial *polynomial);

/* Returns whether S is 1, 4, 9, ..., by whatever name. */
bool tai_game_is_squares(const ta_game *game);

/* Returns P(k): 0 if negative, UINT64_MAX if too large. */
uint64_t tai_polynomial_value(const tai_polynomial *p, uint64_t k);

#endif
