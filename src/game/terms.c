/* Reads subtraction sets whose elements are the terms of an increasing
 * sequence: the values of a polynomial, high powers, Fibonacci numbers and
 * others. */
#include "game/form.h"

__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

/* ---- polynomials ---- */

/* Returns the value of the polynomial at k: 0 if the value is negative, and
 * UINT64_MAX if it does not fit in 64 bits. Uses Horner's rule in 128 bits.
 *
 * No step of the rule overflows. Let k >= 1, and let h be the result of a step.
 * If |h| <= 2^126 / k, then |h k| <= 2^126, so the next step cannot overflow.
 * If |h| is larger, the function returns at once, because the value cannot fit
 * in 64 bits. The reason: |h k| is above 2^126. Each coefficient is at most
 * 2^63 in size, so each further step makes the number smaller by at most 2^63.
 * There are at most 9 steps, so the last number is above 2^126 - 9 * 2^63 in
 * size. The rule divides it by a denominator below 2^61, and the quotient is
 * above 2^64. */
uint64_t tai_polynomial_value(const ta_polynomial *p, uint64_t k)
{
    i128 limit = ((i128)1 << 126) / (k == 0 ? 1 : (i128)k);
    i128 h = 0;
    for (unsigned i = p->degree + 1; i-- > 0;) {
        if (h > limit)
            return UINT64_MAX;
        if (h < -limit)
            return 0;
        h = (i128)((u128)h * k) + p->coefficient[i];
    }
    if (h <= 0)
        return 0;
    u128 value = (u128)h / (uint64_t)p->denominator;
    return value > UINT64_MAX ? UINT64_MAX : (uint64_t)value;
}

/* Returns the k-th value, k = 1, 2, ..., of the increasing part of the
 * polynomial: its value at first_k + k - 1. */
static uint64_t rising_value(const ta_game *game, uint64_t k)
{
    const ta_polynomial *p = &game->terms.polynomial;
    return tai_polynomial_value(p, ta_add_sat(p->first_k, k - 1));
}

/* Returns the k-th least of the values of a parabola at the arguments 1, 2,
 * ..., terms.falling, where k = 1, ..., terms.falling. The parabola falls
 * there, so this is its value at terms.falling + 1 - k. */
static uint64_t falling_value(const ta_game *game, uint64_t k)
{
    return tai_polynomial_value(&game->terms.polynomial,
                                game->terms.falling + 1 - k);
}

void tai_make_polynomial(ta_game *game, const ta_polynomial *p)
{
    /* Computes `start`, the argument from which on the polynomial increases.
     * Polynomials of degree 3 or more have no negative coefficients, so their
     * start is 1. All others are P(k) = (a k^2 + b k + c) / d. Their start is
     * the least k >= 1 with P(k + 1) - P(k) = (a (2 k + 1) + b) / d > 0. */
    const i128 a = p->coefficient[2], b = p->coefficient[1];
    uint64_t start = 1;
    if (p->degree == 2 && a + b <= 0)
        start = (uint64_t)((-b - a) / (2 * a)) + 1;
    game->terms.polynomial = *p;
    game->terms.polynomial.first_k = start;
    game->terms.falling = start - 1;
    /* Counts the values below 1 on each branch of a parabola, and leaves them
     * out, since they are not in the set. They are the values next to the
     * vertex. */
    uint64_t rising_out =
        ta_count_below(rising_value, game, UINT64_MAX - start, 1);
    uint64_t falling_out = ta_count_below(falling_value, game, start - 1, 1);
    game->terms.polynomial.first_k += rising_out;
    game->terms.falling -= falling_out;
    /* The values of the polynomial at k and at -b / a - k are equal. So if -b /
     * a is an integer, each value of the falling branch is also a value of the
     * rising branch. Otherwise the branches have no value in common. */
    if (p->degree != 2 || b % a == 0)
        game->terms.falling = 0;
    tai_make_terms(game, rising_value);
    if (game->terms.falling > 0)
        game->least = ta_min_u64(game->least, falling_value(game, 1));
}

bool tai_game_polynomial(const ta_game *game, ta_polynomial *polynomial)
{
    *polynomial = game->terms.polynomial;
    return polynomial->degree > 0 && game->terms.falling == 0;
}

bool tai_game_is_squares(const ta_game *game)
{
    ta_polynomial p;
    return tai_game_polynomial(game, &p) && p.degree == 2 &&
           rising_value(game, 1) == 1 && rising_value(game, 2) == 4 &&
           rising_value(game, 3) == 9;
}

/* ---- the form ---- */

/* Returns the number of terms of a sequence that are below n. For a polynomial,
 * counts only the values on the rising branch. At most n - 1 terms are below n,
 * since the terms are distinct and positive. */
static uint64_t count_rising(const ta_game *game, uint64_t n)
{
    return ta_count_below(game->terms.term, game, n - 1, n);
}

static uint64_t count_falling(const ta_game *game, uint64_t n)
{
    uint64_t most = ta_min_u64(game->terms.falling, n - 1);
    return ta_count_below(falling_value, game, most, n);
}

static uint64_t terms_count(const ta_game *game, uint64_t n)
{
    return count_rising(game, n) + count_falling(game, n);
}

/* The state of a loop over the terms of a sequence. The values of a polynomial
 * are computed from forward differences, with `degree` additions for each
 * value. The differences are kept modulo 2^64. The values are exact
 * nevertheless, since they fit in 64 bits. */
typedef struct walk {
    /* difference[0] is the current term. For a polynomial, difference[i] is its
     * i-th forward difference. */
    uint64_t difference[9];
    /* The number of terms that are left, including the current one. */
    uint64_t left;
    /* The index of the current term: 1, 2, .... */
    uint64_t k;
} walk;

/* Returns the state of a loop over the first `left` terms of a sequence:
 * term(game, 1), ..., term(game, left). The current term is the first one. */
static walk walk_begin(const ta_game *game, ta_term *term, uint64_t left)
{
    walk w = {{0}, left, 1};
    unsigned degree = game->terms.polynomial.degree;
    unsigned known = (unsigned)ta_min_u64(left, degree + 1);
    for (unsigned i = 0; i < known; i++)
        w.difference[i] = term(game, i + 1);
    for (unsigned order = 1; order < known; order++)
        for (unsigned i = known - 1; i >= order; i--)
            w.difference[i] -= w.difference[i - 1];
    return w;
}

/* Advances the loop to the next term. */
static void walk_on(const ta_game *game, walk *w)
{
    unsigned degree = game->terms.polynomial.degree;
    for (unsigned i = 0; i < degree; i++)
        w->difference[i] += w->difference[i + 1];
    w->left--;
    w->k++;
    if (degree == 0)
        w->difference[0] = game->terms.term(game, w->k);
}

static ta_status terms_each(const ta_game *game, uint64_t n, ta_visit visit,
                            void *state)
{
    walk rising = walk_begin(game, game->terms.term, count_rising(game, n));
    walk falling = walk_begin(game, falling_value, count_falling(game, n));
    ta_status st = TA_OK;
    while (st == TA_OK && (rising.left > 0 || falling.left > 0)) {
        bool rises =
            falling.left == 0 ||
            (rising.left > 0 && rising.difference[0] < falling.difference[0]);
        walk *w = rises ? &rising : &falling;
        st = visit(state, w->difference[0]);
        walk_on(game, w);
    }
    return st;
}

void tai_make_terms(ta_game *game, ta_term *term)
{
    static const ta_form form = {terms_count, terms_each, NULL, NULL};
    game->form = &form;
    game->terms.term = term;
    game->least = term(game, 1);
}
