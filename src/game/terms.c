/* Sets whose elements are the terms of an increasing sequence: polynomials,
 * powers, Fibonacci numbers and others. A parabola may fall before it rises:
 * its terms are the values of the rising branch, and terms_each merges those of
 * both branches. */
#include "game/form.h"

__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

/* ---- polynomials ---- */

/* Computes P(k) by Horner's rule in 128 bits. No step overflows: if |h| <=
 * 2^126 / k, |h k| <= 2^126. If |h| is larger, the value cannot fit: each of at
 * most 9 further steps takes away at most 2^63, a denominator is below 2^61,
 * and the quotient is above 2^64. */
uint64_t tai_polynomial_value(const tai_polynomial *p, uint64_t k)
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

/* Returns the k-th value of the increasing part, k = 1, 2, ... */
static uint64_t rising_value(const ta_game *game, uint64_t k)
{
    const tai_polynomial *p = &game->terms.polynomial;
    return tai_polynomial_value(p, tai_add_sat(p->first_k, k - 1));
}

/* Returns the k-th least value of the falling part of a parabola. */
static uint64_t falling_value(const ta_game *game, uint64_t k)
{
    return tai_polynomial_value(&game->terms.polynomial,
                                game->terms.falling + 1 - k);
}

void tai_make_polynomial(ta_game *game, const tai_polynomial *p)
{
    /* `start`, from which on the polynomial increases: 1 for degree 3 and more,
     * whose coefficients are not negative; else the least k >= 1 with P(k) <
     * P(k + 1), that is a (2 k + 1) + b > 0. */
    const i128 a = p->coefficient[2], b = p->coefficient[1];
    uint64_t start = 1;
    if (p->degree == 2 && a + b <= 0)
        start = (uint64_t)((-b - a) / (2 * a)) + 1;
    game->terms.polynomial = *p;
    game->terms.polynomial.first_k = start;
    game->terms.falling = start - 1;
    /* Values below 1, next to the vertex, are left out; both counts are made
     * before the branches are cut. */
    uint64_t rising_out =
        tai_count_below(rising_value, game, UINT64_MAX - start, 1);
    uint64_t falling_out = tai_count_below(falling_value, game, start - 1, 1);
    game->terms.polynomial.first_k += rising_out;
    game->terms.falling -= falling_out;
    /* P(k) = P(-b / a - k): if b / a is an integer the rising branch has all
     * values, else the branches have none in common. */
    if (p->degree != 2 || b % a == 0)
        game->terms.falling = 0;
    tai_make_terms(game, rising_value);
    if (game->terms.falling > 0)
        game->least = tai_min_u64(game->least, falling_value(game, 1));
}

bool tai_game_polynomial(const ta_game *game, tai_polynomial *polynomial)
{
    *polynomial = game->terms.polynomial;
    return polynomial->degree > 0 && game->terms.falling == 0;
}

bool tai_game_is_squares(const ta_game *game)
{
    tai_polynomial p;
    return tai_game_polynomial(game, &p) && p.degree == 2 &&
           rising_value(game, 1) == 1 && rising_value(game, 2) == 4 &&
           rising_value(game, 3) == 9;
}

/* ---- the form ---- */

/* Counts the terms below n: at most n - 1, as they are distinct and positive.
 */
static uint64_t count_rising(const ta_game *game, uint64_t n)
{
    return tai_count_below(game->terms.term, game, n - 1, n);
}

static uint64_t count_falling(const ta_game *game, uint64_t n)
{
    uint64_t most = tai_min_u64(game->terms.falling, n - 1);
    return tai_count_below(falling_value, game, most, n);
}

static uint64_t terms_count(const ta_game *game, uint64_t n)
{
    return count_rising(game, n) + count_falling(game, n);
}

/* Each term is computed by itself, but of a line, which may have very many, by
 * one addition. */
static ta_status terms_each(const ta_game *game, uint64_t n, tai_visit visit,
                            void *state)
{
    const tai_polynomial *p = &game->terms.polynomial;
    const uint64_t rising = count_rising(game, n);
    const uint64_t falling = count_falling(game, n);
    const uint64_t slope = p->degree == 1 ? (uint64_t)p->coefficient[1] : 0;
    uint64_t i = 1, j = 1, up = 0;
    ta_status st = TA_OK;
    while (st == TA_OK && (i <= rising || j <= falling)) {
        up = slope > 0 && i > 1 ? up + slope : game->terms.term(game, i);
        const uint64_t down = j <= falling ? falling_value(game, j) : n;
        st = visit(state, tai_min_u64(up, down));
        *(up < down ? &i : &j) += 1;
    }
    return st;
}

void tai_make_terms(ta_game *game, tai_term *term)
{
    static const tai_form form = {terms_count, terms_each, NULL, NULL};
    game->form = &form;
    game->terms.term = term;
    game->least = term(game, 1);
}
