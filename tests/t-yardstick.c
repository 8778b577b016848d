/* The sets of Ruzsa and of Beigel and Gasarch, and similar ones for cubes and
 * for multiples of squares: their differences, and their counts. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/reference-set.h"
#include "base/big.h"
#include "testing.h"

enum { BRUTE = 1000000, NAMED = 3, SETS = 6 };

/* The named ones, and three of polynomials. */
static const tai_yardstick *yardstick(int i)
{
    static const char *const spec[] = {"poly:1,0,0", "poly:3,0,0",
                                       "poly:10,-20,10"};
    static tai_yardstick made[SETS - NAMED];
    size_t count;
    const tai_yardstick *y = tai_yardsticks(&count);
    ck_assert_uint_eq(count, NAMED);
    if (i < NAMED)
        return &y[i];
    test_ok(tai_yardstick_poly(spec[i - NAMED], &made[i - NAMED], NULL));
    return &made[i - NAMED];
}

static uint64_t power_of(const tai_yardstick *y, uint64_t k)
{
    return y->power == 3 ? k * k * k : k * k;
}

/* By the definition. */
static bool is_member(const tai_yardstick *y, uint64_t n)
{
    for (n /= y->factor; n > 0; n /= power_of(y, y->modulus)) {
        bool found = false;
        for (unsigned k = 0; k < y->count; k++)
            found |= y->residues[k] == n % y->modulus;
        if (!found)
            return false;
    }
    return true;
}

TEST(residues_are_no_powers_apart, SETS)
{
    const tai_yardstick *y = yardstick(_i);
    static const unsigned counts[] = {7, 12, 14};
    bool square[205] = {false};
    for (unsigned k = 0; k < y->modulus; k++)
        square[power_of(y, k) % y->modulus] = true;
    for (unsigned a = 0; a < y->count; a++) {
        ck_assert_uint_lt(y->residues[a], y->modulus);
        ck_assert(a == 0 || y->residues[a - 1] < y->residues[a]);
        for (unsigned b = 0; b < y->count; b++)
            ck_assert(a == b ||
                      !square[(y->residues[a] + y->modulus - y->residues[b]) %
                              y->modulus]);
    }
    ck_assert_uint_eq(y->residues[0], 0);
    ck_assert_uint_eq(y->count, _i < NAMED ? counts[_i] : 12);
    for (unsigned p = 2; p < y->modulus; p++) /* squarefree */
        ck_assert_uint_ne(y->modulus % (p * p), 0);
}

TEST(counts_match_the_definition, SETS)
{
    const tai_yardstick *y = yardstick(_i);
    test_rng r = test_rng_for("counts_match_the_definition", _i);
    uint64_t count = 0;
    for (uint64_t n = 0; n < 400000; n++) {
        bool in = is_member(y, n), got = !in;
        if (n < 5000 || test_below(&r, 100) == 0) {
            char text[32], *below;
            snprintf(text, sizeof text, "%" PRIu64, n);
            test_ok(tai_yardstick_count(y, text, &below, &got, NULL));
            ck_assert_msg(got == in, "%s", text);
            ck_assert_uint_eq(strtoull(below, NULL, 10), count);
            ta_free(below);
        }
        count += in;
    }
}

/* Below m^(2k) there are (m |R|)^k, and likewise for cubes; and counts of large
 * numbers add up: below h m^(2k) + l those below h, times that, and those below
 * l if h is in. */
TEST(huge_counts_add_up, NAMED)
{
    const tai_yardstick *y = yardstick(_i);
    test_rng r = test_rng_for("huge_counts_add_up", _i);
    for (int round = 0; round < 60; round++) {
        unsigned long k = 1 + test_below(&r, round < 50 ? 40 : 3000);
        mpz_t h, l, p, n, want, other;
        mpz_inits(h, l, p, n, want, other, NULL);
        mpz_ui_pow_ui(p, y->modulus, y->power * k);
        mpz_set_ui(h, test_below(&r, 2) == 0 ? y->residues[test_below(&r, 7)]
                                             : test_random(&r));
        mpz_ui_pow_ui(l, 3 + test_below(&r, 50), 1 + test_below(&r, 2 * k));
        mpz_mod(l, l, p);
        mpz_mul(n, h, p);
        mpz_add(n, n, l);
        mpz_ui_pow_ui(want, power_of(y, y->modulus) / y->modulus * y->count, k);
        char *text[3] = {tai_big_text(n, false), tai_big_text(h, false),
                         tai_big_text(l, false)};
        char *below[3];
        bool in[3];
        for (int i = 0; i < 3; i++)
            test_ok(tai_yardstick_count(y, text[i], &below[i], &in[i], NULL));
        ck_assert(in[1] == is_member(y, mpz_get_ui(h)));
        ck_assert(in[0] == (in[1] && in[2]));
        mpz_set_str(other, below[1], 10);
        mpz_mul(want, want, other);
        mpz_set_str(other, below[2], 10);
        if (in[1])
            mpz_add(want, want, other);
        mpz_set_str(other, below[0], 10);
        ck_assert_msg(mpz_cmp(want, other) == 0, "seed %" PRIu64 ", k %lu",
                      r.seed, k);
        for (int i = 0; i < 3; i++) {
            ta_free(text[i]);
            ta_free(below[i]);
        }
        mpz_clears(h, l, p, n, want, other, NULL);
    }
}

/* cases-moves.sh has those that are refused. */
TEST(polynomials_are_read, 1)
{
    tai_yardstick y;
    test_ok(tai_yardstick_poly("poly:2,12,18", &y, NULL));
    ck_assert_uint_eq(y.factor, 2);
}
