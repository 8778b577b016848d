/* What a game is, for the modules that evaluate games. */
#ifndef TA_GAME_H
#define TA_GAME_H

#include "base/base.h"

/* Returns "normal" or "misere", the word before "play". */
static inline const char *ta_convention_text(ta_convention convention)
{
    return convention == TA_MISERE ? "misere" : "normal";
}

/* Returns an upper bound on the number of elements of S in [1, n). It is exact
 * but for the primes, and costs little, so that memory can be predicted. */
uint64_t tai_game_count_bound(const ta_game *game, uint64_t n);

/* Returns the exponent r if S grows like x^r between n / 2 and n: about 1/2 for
 * squares, 1 for dense sets, 0 for finite ones. For estimates of cost. */
double tai_game_growth(const ta_game *game, uint64_t n);

/* Calls visit(state, s) for the elements s of S in [1, n), increasing. Stops at
 * the first status that is not TA_OK and returns it; or returns TA_ENOMEM. */
ta_status tai_game_each(const ta_game *game, uint64_t n,
                        ta_status (*visit)(void *state, uint64_t element),
                        void *state);

/* Returns the least element of S, or UINT64_MAX if S is empty. */
uint64_t tai_game_least(const ta_game *game);

/* Sets bit i of words to whether i is in S, for i < n, and writes all
 * ta_bits_words(n) words. For some sets this is much faster than tai_game_each.
 * Returns TA_OK or TA_ENOMEM. */
ta_status tai_game_fill(const ta_game *game, uint64_t n, uint64_t *words);

/* Returns an upper bound on the bytes that tai_game_each and tai_game_fill
 * allocate and free again. */
uint64_t tai_game_scratch(const ta_game *game, uint64_t n);

/* A polynomial in k whose values are integers. The value at k is the sum of
 * coefficient[i] * k^i over the denominator. */
typedef struct ta_polynomial {
    unsigned degree;        /* 1 to 8 */
    uint64_t first_k;       /* the first k whose value is in S; from there on
                               the values increase strictly */
    int64_t coefficient[9]; /* the last one, of k^degree, is positive */
    int64_t denominator;    /* at least 1 */
} ta_polynomial;

/* Returns whether S is the set of the values of a polynomial from first_k on,
 * and sets *polynomial to it. So are squares, cubes, powers:D with D <= 8,
 * triangular, pronic, polygonal:K, and poly:a,b,c unless there are values
 * before the vertex that do not come again after it. */
bool tai_game_polynomial(const ta_game *game, ta_polynomial *polynomial);

/* Returns whether a spec begins like that of a set, but not of a file: such a
 * spec may come from an archive. */
bool tai_game_is_name(const char *spec);

/* Returns whether S is the set of the squares, by whatever spec. */
bool tai_game_is_squares(const ta_game *game);

/* Returns the value at k: 0 if it is not positive, UINT64_MAX if it is above
 * that. */
uint64_t tai_polynomial_value(const ta_polynomial *p, uint64_t k);

#endif
