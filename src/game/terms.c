/* Sets whose elements are the terms of an increasing sequence: the values of a
 * polynomial, high powers, Fibonacci numbers and others. */
#include "game/form.h"

__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

/* ---- polynomials ---- */

/* Evaluates the polynomial by Horner's rule in 128 bits. Let h be the value
 * after some step, and k >= 1. If |h| > 2^126 / k, each further step makes |h|
 * at least |h| k - 2^63. Then the final result has the sign of h, and its size
 * is at least 2^126 - 2^63 * 9, beyond 2^64 times any denominator below 2^61.
 * Otherwise |h k| <= 2^126, and adding a coefficient cannot overflow. */
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

/* Returns the value of the polynomial at first_k + k - 1: the k-th element of
 * the rising branch. */
static uint64_t rising_value(const ta_game *game, uint64_t k)
{
    const ta_polynomial *p = &game->terms.polynomial;
    return tai_polynomial_value(p, ta_add_sat(p->first_k, k - 1));
}

/* Returns the value of the polynomial at falling + 1 - k: the k-th element of
 * the falling branch, in increasing order. */
static uint64_t falling_value(const ta_game *game, uint64_t k)
{
    return tai_polynomial_value(&game->terms.polynomial,
                                game->terms.falling + 1 - k);
}

void tai_make_polynomial(ta_game *game, const ta_polynomial *p)
{
    /* Let P be the polynomial, and d its denominator. P(k + 1) - P(k) = (a (2k
     * + 1) + b) / d is positive from k = start on. Only degrees 1 and 2 can
     * have negative coefficients. */
    const i128 a = p->coefficient[2], b = p->coefficient[1];
    uint64_t start = 1;
    if (p->degree == 2 && a + b <= 0)
        start = (uint64_t)((-b - a) / (2 * a)) + 1;
    game->terms.polynomial = *p;
    game->terms.polynomial.first_k = start;
    game->terms.falling = start - 1;
    /* The values that are not positive are left out on both branches of the
     * parabola. */
    uint64_t rising_out =
        ta_count_below(rising_value, game, UINT64_MAX - start, 1);
    uint64_t falling_out = ta_count_below(falling_value, game, start - 1, 1);
    game->terms.polynomial.first_k += rising_out;
    game->terms.falling -= falling_out;
    /* If the vertex is at a multiple of 1/2, the values of the falling branch
     * are values of the rising branch, too. Otherwise none of them is. */
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

/* Returns the number of terms of a sequence that are below n; of a polynomial,
 * those on the rising branch. The terms are distinct and positive, so there are
 * at most n - 1. */
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
 * are computed by forward differences: the next value costs `degree` additions.
 * Differences are taken modulo 2^64; the values are exact since they fit in 64
 * bits. */
typedef struct walk {
    uint64_t difference[9]; /* difference[0] is the current term */
    uint64_t left;          /* the number of terms left, with the current one */
    uint64_t k;             /* the index of the current term */
} walk;

/* Returns the state of a loop over the first `left` terms of a sequence, at its
 * first term. */
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
