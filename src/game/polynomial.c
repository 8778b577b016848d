/* Sets of the values of an integer-valued polynomial. */
#include "game/form.h"

__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

/* sum of coefficient[i] k^i, 0 if it is not positive, UINT64_MAX if the value
 * (the sum over the denominator) exceeds that.
 *
 * Horner's rule in 128 bits. Once |h| > 2^126 / k with k >= 1, each further
 * step gives |h'| >= |h| k - 2^63, so the end result keeps the sign of h and
 * is at least 2^126 - 2^63 * 9 in size: beyond 2^64 times any denominator
 * below 2^61. Otherwise |h k| <= 2^126, and adding a coefficient is safe. */
uint64_t ta_polynomial_value(const ta_polynomial *p, uint64_t k)
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

bool ta_game_is_squares(const ta_game *game)
{
    ta_polynomial p;
    return ta_game_polynomial(game, &p) && p.degree == 2 &&
           ta_polynomial_value(&p, p.first_k) == 1 &&
           ta_polynomial_value(&p, p.first_k + 1) == 4 &&
           ta_polynomial_value(&p, p.first_k + 2) == 9;
}

/* The first k in [lo, hi] whose value is at least n, where the values do not
 * decrease; hi if there is none below it. */
static uint64_t first_reaching(const ta_polynomial *p, uint64_t lo, uint64_t hi,
                               uint64_t n)
{
    while (lo < hi) {
        uint64_t middle = lo + (hi - lo) / 2;
        if (ta_polynomial_value(p, middle) >= n)
            hi = middle;
        else
            lo = middle + 1;
    }
    return lo;
}

/* The last k in [1, hi] whose value is at least n, where the values do not
 * increase; 0 if there is none. */
static uint64_t last_reaching(const ta_polynomial *p, uint64_t hi, uint64_t n)
{
    uint64_t lo = 0;
    while (lo < hi) {
        uint64_t middle = hi - (hi - lo) / 2;
        if (ta_polynomial_value(p, middle) >= n)
            lo = middle;
        else
            hi = middle - 1;
    }
    return lo;
}

static uint64_t count_rising(const ta_game *game, uint64_t n)
{
    /* Increasing integers from 1 on: the value at first_k + j exceeds j. */
    const ta_polynomial *p = &game->as.polynomial.p;
    uint64_t end = ta_add_sat(p->first_k, n);
    return first_reaching(p, p->first_k, end, n) - p->first_k;
}

static uint64_t count_falling(const ta_game *game, uint64_t n)
{
    const uint64_t falling = game->as.polynomial.falling;
    return falling - last_reaching(&game->as.polynomial.p, falling, n);
}

static uint64_t count(const ta_game *game, uint64_t n)
{
    return count_rising(game, n) + count_falling(game, n);
}

/* Forward differences: the next value costs `degree` additions. They are
 * taken modulo 2^64, which is exact as long as the values themselves fit. */
typedef struct walk {
    uint64_t difference[9];
    unsigned degree;
    uint64_t left;
} walk;

static walk walk_start(const ta_polynomial *p, uint64_t left)
{
    walk w = {{0}, p->degree, left};
    unsigned known = (unsigned)ta_min_u64(left, p->degree + 1);
    for (unsigned i = 0; i < known; i++)
        w.difference[i] = ta_polynomial_value(p, p->first_k + i);
    for (unsigned order = 1; order < known; order++)
        for (unsigned i = known - 1; i >= order; i--)
            w.difference[i] -= w.difference[i - 1];
    return w;
}

static void walk_on(walk *w)
{
    for (unsigned i = 0; i < w->degree; i++)
        w->difference[i] += w->difference[i + 1];
    w->left--;
}

static ta_status each(const ta_game *game, uint64_t n, ta_visit visit,
                      void *state)
{
    const ta_polynomial *p = &game->as.polynomial.p;
    walk rising = walk_start(p, count_rising(game, n));
    uint64_t k = game->as.polynomial.falling, left = count_falling(game, n);
    ta_status st = TA_OK;
    while (st == TA_OK && left > 0) {
        uint64_t value = ta_polynomial_value(p, k);
        if (rising.left > 0 && rising.difference[0] < value) {
            st = visit(state, rising.difference[0]);
            walk_on(&rising);
        } else {
            st = visit(state, value);
            k--;
            left--;
        }
    }
    while (st == TA_OK && rising.left > 0) {
        st = visit(state, rising.difference[0]);
        walk_on(&rising);
    }
    return st;
}

bool ta_game_polynomial(const ta_game *game, ta_polynomial *polynomial)
{
    if (game->form->each != each || game->as.polynomial.falling > 0)
        return false;
    *polynomial = game->as.polynomial.p;
    return true;
}

/* The k from which on the values increase strictly. Only degrees 1 and 2 can
 * have negative coefficients (polygonal, poly); other kinds increase at once.
 */
static uint64_t rising_from(const ta_polynomial *p)
{
    if (p->degree != 2)
        return 1;
    /* P(k + 1) - P(k) = (a (2k + 1) + b) / d > 0 */
    i128 a = p->coefficient[2], b = p->coefficient[1];
    return -b - a < 0 ? 1 : ta_max_u64(1, (uint64_t)((-b - a) / (2 * a)) + 1);
}

void ta_make_polynomial(ta_game *game, const ta_polynomial *polynomial)
{
    static const ta_form form = {count, each, NULL, NULL, NULL, NULL};
    ta_polynomial p = *polynomial;
    uint64_t rising = rising_from(&p), falling = 0;
    p.first_k = first_reaching(&p, rising, UINT64_MAX, 1);
    /* Where the vertex is a multiple of 1/2, the values before it repeat
     * those after it; otherwise none of them does. */
    if (p.degree == 2 && p.coefficient[1] % p.coefficient[2] != 0)
        falling = last_reaching(&p, rising - 1, 1);
    game->form = &form;
    game->as.polynomial.p = p;
    game->as.polynomial.falling = falling;
    game->least = ta_polynomial_value(&p, p.first_k);
    if (falling > 0)
        game->least = ta_min_u64(game->least, ta_polynomial_value(&p, falling));
}
