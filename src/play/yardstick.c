/* Large sets without square differences, to measure cold sets against: how
 * many elements are below N, for N of any size.
 *
 * Digits in base m stand in pairs, of which the lower one is in R. With
 * N = h m^D + l, D even, l < m^D, there are below N all elements over each
 * element below h, (m |R|)^(D/2) of them, and those below l over h itself, if
 * h is an element. Halving the length gives the count with few long
 * multiplications. That the sets have no square differences: paper-notes.md,
 * P3, and tests/t-yardstick.c for R. */
#include <string.h>

#include "base/big.h"

/* The least such sets in lexicographic order, with 0, found by search. */
static const unsigned ruzsa[] = {0, 2, 5, 22, 24, 43, 46};
static const unsigned beigel_gasarch[] = {0,  2,  8,   14,  77,  79,
                                          85, 96, 103, 109, 111, 181};

static const ta_yardstick yardsticks[] = {
    {"ruzsa", "base 65, every second digit one of 7 (Ruzsa 1984): n^0.7330", 65,
     ruzsa, 7},
    {"beigel-gasarch",
     "base 205, every second digit one of 12 (Beigel, Gasarch 2008): n^0.7334",
     205, beigel_gasarch, 12},
};

const ta_yardstick *ta_yardsticks(size_t *count)
{
    *count = sizeof yardsticks / sizeof *yardsticks;
    return yardsticks;
}

/* 2^LEAF digits are counted in 64-bit integers, 205^8 < 2^62; LEVELS doublings
 * are beyond TA_BIG_BITS. */
enum { LEAF = 3, LEVELS = 32 };

typedef struct counter {
    const ta_yardstick *y;
    mpz_t power[LEVELS]; /* m^(2^k), k >= LEAF */
    mpz_t full[LEVELS];  /* elements of 2^k digits */
} counter;

static bool count_leaf(const ta_yardstick *y, uint64_t n, mpz_t below)
{
    uint64_t pair[1 << (LEAF - 1)], count = 0, m = y->modulus;
    bool member = true;
    for (int i = 0; i < 1 << (LEAF - 1); i++, n /= m * m)
        pair[i] = n % (m * m);
    for (int i = (1 << (LEAF - 1)) - 1; i >= 0; i--) {
        uint64_t low = pair[i] % m, fewer = 0;
        bool found = false;
        for (unsigned k = 0; k < y->count; k++) {
            fewer += y->residues[k] < low;
            found |= y->residues[k] == low;
        }
        count *= m * y->count;
        if (member)
            count += pair[i] / m * y->count + fewer;
        member = member && found;
    }
    mpz_set_ui(below, count);
    return member;
}

/* The elements below n < m^(2^level); returns whether n is one. */
static bool count_below(const counter *c, const mpz_t n, unsigned level,
                        mpz_t below)
{
    if (level == LEAF)
        return count_leaf(c->y, mpz_get_ui(n), below);
    mpz_t high, low;
    mpz_init(high);
    mpz_init(low);
    mpz_tdiv_qr(high, low, n, c->power[level - 1]);
    bool member = count_below(c, high, level - 1, below);
    mpz_mul(below, below, c->full[level - 1]);
    bool rest = count_below(c, low, level - 1, high);
    if (member)
        mpz_add(below, below, high);
    mpz_clear(high);
    mpz_clear(low);
    return member && rest;
}

ta_status ta_yardstick_count(const ta_yardstick *yardstick, const char *n,
                             char **below, bool *member, ta_error *error)
{
    counter c = {.y = yardstick};
    mpz_t end, count;
    unsigned level = LEAF;
    mpz_init(end);
    mpz_init(count);
    ta_status st = ta_big_parse(n, end, error);
    mpz_init(c.power[LEAF]);
    mpz_init(c.full[LEAF]);
    mpz_ui_pow_ui(c.power[LEAF], yardstick->modulus, 1 << LEAF);
    mpz_ui_pow_ui(c.full[LEAF],
                  (unsigned long)yardstick->modulus * yardstick->count,
                  1 << (LEAF - 1));
    for (; st == TA_OK && mpz_cmp(end, c.power[level]) >= 0; level++) {
        mpz_init(c.power[level + 1]);
        mpz_init(c.full[level + 1]);
        mpz_mul(c.power[level + 1], c.power[level], c.power[level]);
        mpz_mul(c.full[level + 1], c.full[level], c.full[level]);
    }
    if (st == TA_OK) {
        bool in = count_below(&c, end, level, count);
        if (member != NULL)
            *member = in;
        if (below != NULL && (*below = ta_big_text(count)) == NULL)
            st = ta_fail(error, TA_ENOMEM, "no memory for a number");
    }
    for (unsigned k = LEAF; k <= level; k++) {
        mpz_clear(c.power[k]);
        mpz_clear(c.full[k]);
    }
    mpz_clear(end);
    mpz_clear(count);
    return st;
}
