/* Counts a reference set (reference-set.h: m, R, k, a) below N of any size.
 * README.md has the proof, and tests/t-yardstick.c checks R.
 *
 * With N = h m^D + l, l < m^D, k dividing D, and f elements below m^D, the
 * count is f times that below h, plus that below l if h is an element: a
 * recursion by halves of digits, with few long multiplications. */
#include "play/reference-set.h"
#include "base/big.h"
#include "game/game-internal.h"

/* Found by searches: for squares the lexicographically first set of its size
 * with 0, for cubes the largest found modulo 91. */
static const unsigned ruzsa[] = {0, 2, 5, 22, 24, 43, 46};
static const unsigned beigel_gasarch[] = {0,  2,  8,   14,  77,  79,
                                          85, 96, 103, 109, 111, 181};
static const unsigned cubes[] = {0,  7,  19, 24, 26, 31, 43,
                                 48, 50, 55, 67, 72, 74, 79};

static const tai_yardstick yardsticks[] = {
    {"ruzsa", "base 65, every second digit one of 7 (Ruzsa 1984): n^0.7331", 65,
     ruzsa, 7, 2, 1},
    {"beigel-gasarch",
     "base 205, every second digit one of 12 (Beigel, Gasarch 2008): n^0.7334",
     205, beigel_gasarch, 12, 2, 1},
    {"cubes",
     "no two differ by a cube: base 91, every third digit one of 14: n^0.8617",
     91, cubes, 14, 3, 1},
};

const tai_yardstick *tai_yardsticks(size_t *count)
{
    *count = sizeof yardsticks / sizeof *yardsticks;
    return yardsticks;
}

/* A polynomial a (k + r)^2, that is b^2 = 4 a c with 2 a dividing b, has values
 * a y^2. */
ta_status tai_yardstick_poly(const char *spec, tai_yardstick *yardstick,
                             ta_error *error)
{
    ta_game *game;
    tai_polynomial p;
    ta_status st = ta_game_new(spec, TA_NORMAL, &game, error);
    if (st != TA_OK)
        return st;
    bool is_polynomial = tai_game_polynomial(game, &p);
    ta_game_free(game);
    int64_t a = p.coefficient[2], b = p.coefficient[1], c = p.coefficient[0];
    const int64_t top = INT64_C(1) << 30; /* for products */
    if (!is_polynomial || p.degree != 2 || p.denominator != 1 || a < 1 ||
        a > top || b > top || b < -top || c > top || c < -top ||
        b * b != 4 * a * c || b % (2 * a) != 0)
        return tai_fail(error, TA_EINVAL,
                        "of '%s' no large set without such differences is "
                        "known here; accepted: poly:a,b,c that is a (k + r)^2 "
                        "with integers a and r",
                        spec);
    *yardstick = yardsticks[1];
    yardstick->name = "poly";
    yardstick->summary = "no two differ by a times a square: those n whose "
                         "floor(n / a) is in beigel-gasarch";
    yardstick->factor = (uint64_t)a;
    return TA_OK;
}

/* Levels of the recursion: level i counts below a number of at most 2^i groups
 * of k digits. 2^LEVELS groups have more bits than TA_BIG_BITS. */
enum { LEVELS = 32 };

typedef struct counter {
    const tai_yardstick *y;
    mpz_t power[LEVELS]; /* m^(k 2^level) */
    /* full[level] elements are below power[level], the least number of more
     * than 2^level groups. */
    mpz_t full[LEVELS];
} counter;

/* Counts the elements below n < c->power[level] of the set with factor 1 into
 * `below`. Returns whether n is one. The lowest digit of a group is in R. */
static bool count_below(const counter *c, const mpz_t n, unsigned level,
                        mpz_t below)
{
    const tai_yardstick *y = c->y;
    if (level == 0) { /* one group of digits */
        const uint64_t group = mpz_get_ui(n), digit = group % y->modulus;
        unsigned k = 0;
        while (k < y->count && y->residues[k] < digit)
            k++;
        mpz_set_ui(below, group / y->modulus * y->count + k);
        return k < y->count && y->residues[k] == digit;
    }
    mpz_t high, low;
    mpz_inits(high, low, NULL);
    mpz_tdiv_qr(high, low, n, c->power[level - 1]);
    const bool high_in = count_below(c, high, level - 1, below);
    mpz_mul(below, below, c->full[level - 1]);
    /* `high` becomes the count below `low`. */
    const bool low_in = count_below(c, low, level - 1, high);
    if (high_in)
        mpz_add(below, below, high);
    mpz_clears(high, low, NULL);
    return high_in && low_in;
}

ta_status tai_yardstick_count(const tai_yardstick *y, const char *n,
                              char **below, bool *member, ta_error *error)
{
    counter c = {.y = y};
    mpz_t end, count;
    unsigned level = 0;
    mpz_inits(end, count, c.power[0], c.full[0], NULL);
    mpz_ui_pow_ui(c.power[0], y->modulus, y->power);
    mpz_ui_pow_ui(c.full[0], y->modulus, y->power - 1);
    mpz_mul_ui(c.full[0], c.full[0], y->count);
    ta_status st = tai_big_parse(n, end, error);
    /* `end` becomes q = floor(n / a). Each e with suitable digits gives a
     * elements from a e on: all below n if e < q, `rest` of them if e = q. */
    const uint64_t rest = mpz_tdiv_q_ui(end, end, y->factor);
    for (; st == TA_OK && mpz_cmp(end, c.power[level]) >= 0; level++) {
        mpz_inits(c.power[level + 1], c.full[level + 1], NULL);
        mpz_mul(c.power[level + 1], c.power[level], c.power[level]);
        mpz_mul(c.full[level + 1], c.full[level], c.full[level]);
    }
    if (st == TA_OK) {
        const bool in = count_below(&c, end, level, count);
        mpz_mul_ui(count, count, y->factor);
        mpz_add_ui(count, count, in ? rest : 0);
        if (member != NULL)
            *member = in;
        if (below != NULL && (*below = tai_big_text(count, false)) == NULL)
            st = tai_fail(error, TA_ENOMEM, "no memory for a number");
    }
    for (unsigned k = 0; k <= level; k++)
        mpz_clears(c.power[k], c.full[k], NULL);
    mpz_clears(end, count, NULL);
    return st;
}
