/* Power laws: known ones are found, formulas agree, bad input is refused
 * without GSL's handler being called or changed. */
#include <math.h>

#include <gsl/gsl_errno.h>

#include "testing.h"

enum { POINTS = 50 };

START_TEST(exact_law)
{
    test_rng r = test_rng_for("exact_law", _i);
    double x[POINTS], y[POINTS];
    size_t count = 2 + test_below(&r, POINTS - 1);
    double exponent = (double)test_below(&r, 4000) / 1000 - 2;
    double constant = (double)(1 + test_below(&r, 100000)) / 1000;
    for (size_t i = 0; i < count; i++) {
        x[i] = ldexp(1 + (double)test_below(&r, 1000) / 1000, (int)i);
        y[i] = constant * pow(x[i], exponent);
    }
    ta_fit fit;
    ck_assert_int_eq(ta_fit_power(x, y, count, &fit), TA_OK);
    ck_assert_double_eq_tol(fit.exponent, exponent, 1e-10);
    ck_assert_double_eq_tol(fit.constant / constant, 1, 1e-8);
    ck_assert_double_eq_tol(fit.residual, 0, 1e-8);
    ck_assert_double_eq_tol(fit.log_first, log(y[0]), 1e-8);
    if (count == 2)
        ck_assert(isnan(fit.exponent_error) && isnan(fit.constant_error));
    else
        ck_assert(fit.exponent_error >= 0 && fit.exponent_error < 1e-8);
}
END_TEST

/* The textbook formulas, straight from the sums. */
START_TEST(standard_errors)
{
    test_rng r = test_rng_for("standard_errors", _i);
    double x[POINTS], y[POINTS], sx = 0, sy = 0, sxx = 0, sxy = 0, ss = 0;
    size_t count = 3 + test_below(&r, POINTS - 2);
    for (size_t i = 0; i < count; i++) {
        x[i] = exp((double)i / 5);
        y[i] = exp(0.7 * log(x[i]) + (double)test_below(&r, 1000) / 1e4);
        sx += log(x[i]);
        sy += log(y[i]);
    }
    double n = (double)count;
    for (size_t i = 0; i < count; i++) {
        sxx += pow(log(x[i]) - sx / n, 2);
        sxy += (log(x[i]) - sx / n) * (log(y[i]) - sy / n);
    }
    double e = sxy / sxx, c = sy / n - e * sx / n;
    for (size_t i = 0; i < count; i++)
        ss += pow(log(y[i]) - c - e * log(x[i]), 2);
    ta_fit fit;
    ck_assert_int_eq(ta_fit_power(x, y, count, &fit), TA_OK);
    double s2 = ss / (n - 2);
    ck_assert_double_eq_tol(fit.exponent, e, 1e-9);
    ck_assert_double_eq_tol(log(fit.constant), c, 1e-9);
    ck_assert_double_eq_tol(fit.exponent_error, sqrt(s2 / sxx), 1e-9);
    ck_assert_double_eq_tol(fit.constant_error,
                            sqrt(s2 * (1 / n + sx * sx / n / n / sxx)), 1e-9);
    ck_assert_double_eq_tol(fit.residual, sqrt(ss / n), 1e-9);
}
END_TEST

/* Neighbouring x, whose logarithms are the same number or nearly so. */
START_TEST(neighbours)
{
    test_rng r = test_rng_for("neighbours", _i);
    double base = ldexp(1, _i), gap = _i > 52 ? ldexp(1, _i - 52) : 1;
    for (int sign = -1; sign <= 1; sign += 2) {
        double x[POINTS], y[POINTS];
        size_t count = 2 + test_below(&r, POINTS - 1);
        /* y is a power of x, as far as numbers near 1000 can say so. */
        double exponent = sign * base / gap / 100;
        for (size_t i = 0; i < count; i++) {
            x[i] = base + (double)i * gap;
            y[i] = 1000 * exp(exponent * log1p((double)i * gap / base));
        }
        ta_fit fit;
        ck_assert_int_eq(ta_fit_power(x, y, count, &fit), TA_OK);
        ck_assert_double_eq_tol(fit.exponent / exponent, 1, 1e-9);
        ck_assert_double_eq_tol(fit.log_first, log(1000), 1e-9);
        ck_assert_double_eq_tol(fit.residual, 0, 1e-9);
        ck_assert(count == 2 || isfinite(fit.exponent_error));
        ck_assert(count == 2 || isfinite(fit.constant_error));
    }
}
END_TEST

static int handler_calls;

static void handler(const char *reason, const char *file, int line, int code)
{
    (void)reason;
    (void)file;
    (void)line;
    (void)code;
    handler_calls++;
}

START_TEST(bad_points)
{
    static const struct {
        double x[3], y[3];
        size_t count;
    } bad[] = {
        {{1, 2, 3}, {1, 2, 3}, 0},        {{1, 2, 3}, {1, 2, 3}, 1},
        {{2, 2, 2}, {1, 2, 3}, 3},        {{0, 2, 3}, {1, 2, 3}, 3},
        {{1, 2, 3}, {1, 0, 3}, 3},        {{-1, 2, 3}, {1, 2, 3}, 3},
        {{1, 2, 3}, {1, -2, 3}, 3},       {{1, 2, NAN}, {1, 2, 3}, 3},
        {{1, 2, INFINITY}, {1, 2, 3}, 3}, {{1, 2, 3}, {1, NAN, 3}, 3},
    };
    gsl_error_handler_t *before = gsl_set_error_handler(handler);
    ta_fit fit;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        ck_assert_int_eq(ta_fit_power(bad[k].x, bad[k].y, bad[k].count, &fit),
                         TA_EINVAL);
    double two[] = {1, 2};
    ck_assert_int_eq(ta_fit_power(two, two, 2, &fit), TA_OK);
    ck_assert_int_eq(handler_calls, 0);
    ck_assert(gsl_set_error_handler(before) == handler);
}
END_TEST

START_TEST(no_memory)
{
    double two[] = {1, 2};
    ta_fit fit;
    for (uint64_t k = 1; k <= 2; k++) {
        ta_alloc_fail_at(k);
        ck_assert_int_eq(ta_fit_power(two, two, 2, &fit), TA_ENOMEM);
    }
    ta_alloc_fail_at(0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fit");
    TCase *tcase = tcase_create("fit");
    tcase_add_loop_test(tcase, exact_law, 0, 200);
    tcase_add_loop_test(tcase, standard_errors, 0, 200);
    tcase_add_loop_test(tcase, neighbours, 0, 64);
    tcase_add_test(tcase, bad_points);
    tcase_add_test(tcase, no_memory);
    suite_add_tcase(suite, tcase);
    return test_main(suite);
}
