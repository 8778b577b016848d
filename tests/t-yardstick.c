/* Ruzsa's and Beigel and Gasarch's sets: they are what they are said to be,
 * and are counted right. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/big.h"
#include "testing.h"

enum { BRUTE = 1000000 };

static const ta_yardstick *yardstick(int i)
{
    size_t count;
    const ta_yardstick *y = ta_yardsticks(&count);
    ck_assert_uint_eq(count, 2);
    return &y[i];
}

/* By the definition. */
static bool is_member(const ta_yardstick *y, uint64_t n)
{
    for (; n > 0; n /= (uint64_t)y->modulus * y->modulus) {
        bool found = false;
        for (unsigned k = 0; k < y->count; k++)
            found |= y->residues[k] == n % y->modulus;
        if (!found)
            return false;
    }
    return true;
}

START_TEST(residues_are_no_squares_apart)
{
    const ta_yardstick *y = yardstick(_i);
    bool square[205] = {false};
    for (unsigned k = 0; k < y->modulus; k++)
        square[k * k % y->modulus] = true;
    for (unsigned a = 0; a < y->count; a++) {
        ck_assert_uint_lt(y->residues[a], y->modulus);
        ck_assert(a == 0 || y->residues[a - 1] < y->residues[a]);
        for (unsigned b = 0; b < y->count; b++)
            ck_assert(a == b ||
                      !square[(y->residues[a] + y->modulus - y->residues[b]) %
                              y->modulus]);
    }
    ck_assert_uint_eq(y->residues[0], 0);
    ck_assert_uint_eq(y->count, _i == 0 ? 7 : 12);
    for (unsigned p = 2; p < y->modulus; p++) /* squarefree */
        ck_assert_uint_ne(y->modulus % (p * p), 0);
}
END_TEST

START_TEST(no_square_differences)
{
    const ta_yardstick *y = yardstick(_i);
    char *in = calloc(BRUTE, 1);
    for (uint64_t n = 0; n < BRUTE; n++)
        in[n] = is_member(y, n);
    for (uint64_t n = 0; n < BRUTE; n++)
        for (uint64_t k = 1; in[n] && k * k <= n; k++)
            if (in[n - k * k])
                ck_abort_msg("%" PRIu64 " and %" PRIu64, n, n - k * k);
    free(in);
}
END_TEST

START_TEST(counts_match_the_definition)
{
    const ta_yardstick *y = yardstick(_i);
    test_rng r = test_rng_for("counts_match_the_definition", _i);
    uint64_t count = 0;
    for (uint64_t n = 0; n < 400000; n++) {
        bool in = is_member(y, n), got = !in;
        if (n < 5000 || test_below(&r, 100) == 0) {
            char text[32], *below;
            snprintf(text, sizeof text, "%" PRIu64, n);
            ck_assert_int_eq(ta_yardstick_count(y, text, &below, &got, NULL),
                             TA_OK);
            ck_assert_msg(got == in, "%s", text);
            ck_assert_uint_eq(strtoull(below, NULL, 10), count);
            ta_free(below);
        }
        count += in;
    }
}
END_TEST

/* Below m^(2k) there are (m |R|)^k; and counts of large numbers add up: below
 * h m^(2k) + l those below h, times that, and those below l if h is in. */
START_TEST(huge_counts_add_up)
{
    const ta_yardstick *y = yardstick(_i);
    test_rng r = test_rng_for("huge_counts_add_up", _i);
    for (int round = 0; round < 60; round++) {
        unsigned long k = 1 + test_below(&r, round < 50 ? 40 : 3000);
        mpz_t h, l, p, n, want, other;
        mpz_inits(h, l, p, n, want, other, NULL);
        mpz_ui_pow_ui(p, y->modulus, 2 * k);
        mpz_set_ui(h, test_below(&r, 2) == 0 ? y->residues[test_below(&r, 7)]
                                             : test_random(&r));
        mpz_ui_pow_ui(l, 3 + test_below(&r, 50), 1 + test_below(&r, 2 * k));
        mpz_mod(l, l, p);
        mpz_mul(n, h, p);
        mpz_add(n, n, l);
        mpz_ui_pow_ui(want, (unsigned long)y->modulus * y->count, k);
        char *text[3] = {ta_big_text(n), ta_big_text(h), ta_big_text(l)};
        char *below[3];
        bool in[3];
        for (int i = 0; i < 3; i++)
            ck_assert_int_eq(
                ta_yardstick_count(y, text[i], &below[i], &in[i], NULL), TA_OK);
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
END_TEST

START_TEST(refuses)
{
    const ta_yardstick *y = yardstick(_i);
    char *below = NULL;
    ta_error error = {""};
    ck_assert_int_eq(ta_yardstick_count(y, "-1", &below, NULL, &error),
                     TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "-1"));
    ck_assert_int_eq(ta_yardstick_count(y, "2^2^2", &below, NULL, NULL),
                     TA_EINVAL);
    ck_assert_int_eq(ta_yardstick_count(y, "10^10^9", &below, NULL, NULL),
                     TA_EINVAL);
    ck_assert_int_eq(ta_yardstick_count(y, "10^1000000000", &below, NULL, NULL),
                     TA_ERANGE);
    ck_assert_int_eq(ta_yardstick_count(y, "", &below, NULL, NULL), TA_EINVAL);
    ck_assert_ptr_null(below);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("yardstick");
    TCase *tc = tcase_create("yardstick");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, residues_are_no_squares_apart, 0, 2);
    tcase_add_loop_test(tc, no_square_differences, 0, 2);
    tcase_add_loop_test(tc, counts_match_the_definition, 0, 2);
    tcase_add_loop_test(tc, huge_counts_add_up, 0, 2);
    tcase_add_loop_test(tc, refuses, 0, 2);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
