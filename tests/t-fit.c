/* Power laws: known ones are found, formulas agree, bad input is refused
 * without GSL's handler being called or changed. */
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_errno.h>

#include "testing.h"

enum { POINTS = 50 };

START_TEST(exact_law)
{
    test_rng r = test_rng_for("exact_law", _i);
    double x[POINTS], y[POINTS] = {0};
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

/* The sandwich in full: the covariance of the scores as a matrix with
 * Bartlett's weights, between the bread of both parameters. */
START_TEST(newey_west)
{
    test_rng r = test_rng_for("newey_west", _i);
    double x[POINTS], y[POINTS], row[POINTS][2], left[POINTS];
    size_t count = 3 + test_below(&r, POINTS - 2);
    double bread[2][2] = {{0}}, meat[2][2] = {{0}}, wave = 0;
    for (size_t i = 0; i < count; i++) {
        wave = 0.8 * wave + (double)test_below(&r, 1000) / 1e5;
        x[i] = exp((double)i / 3);
        y[i] = exp(0.7 * log(x[i]) + wave);
    }
    ta_fit fit;
    ck_assert_int_eq(ta_fit_power(x, y, count, &fit), TA_OK);
    for (size_t i = 0; i < count; i++) {
        row[i][0] = 1;
        row[i][1] = log(x[i]);
        left[i] =
            log(y[i]) - fit.log_first - fit.exponent * (log(x[i]) - log(x[0]));
        for (int a = 0; a < 2; a++)
            for (int b = 0; b < 2; b++)
                bread[a][b] += row[i][a] * row[i][b];
    }
    double lags = ceil(1.3 * sqrt((double)count));
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            double weight = 1 - fabs((double)i - (double)j) / (lags + 1);
            for (int a = 0; a < 2 && weight > 0; a++)
                for (int b = 0; b < 2; b++)
                    meat[a][b] +=
                        weight * left[i] * row[i][a] * left[j] * row[j][b];
        }
    double det = bread[0][0] * bread[1][1] - bread[0][1] * bread[1][0];
    double low[2] = {-bread[1][0] / det, bread[0][0] / det}, variance = 0;
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            variance += low[a] * meat[a][b] * low[b];
    variance *= (double)count / ((double)count - 2);
    ck_assert_double_eq_tol(fit.correlated_error, sqrt(fmax(variance, 0)),
                            1e-8 + 1e-6 * sqrt(fmax(variance, 0)));
}
END_TEST

/* Less than half of the points wrong by any factor change little, where least
 * squares follow them. */
START_TEST(median_resists)
{
    test_rng r = test_rng_for("median_resists", _i);
    double x[POINTS], y[POINTS];
    size_t count = 5 + test_below(&r, POINTS - 4);
    size_t wrong = test_below(&r, (count - 1) / 2);
    for (size_t i = 0; i < count; i++) {
        x[i] = pow(1 + (double)i, 3);
        y[i] = 0.9 * pow(x[i], 0.7);
    }
    for (size_t k = 0; k < wrong; k++)
        y[test_below(&r, count)] *= (double)(2 + test_below(&r, 1000));
    ta_fit fit;
    ck_assert_int_eq(ta_fit_median(x, y, count, &fit), TA_OK);
    ck_assert_double_eq_tol(fit.exponent, 0.7, 1e-9);
    ck_assert_double_eq_tol(fit.constant, 0.9, 1e-8);
    ck_assert(isnan(fit.exponent_error));
}
END_TEST

/* By the definition, with a sort: random points. */
static int order(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double middle(double *value, size_t count)
{
    qsort(value, count, sizeof *value, order);
    return (value[(count - 1) / 2] + value[count / 2]) / 2;
}

START_TEST(median_by_definition)
{
    test_rng r = test_rng_for("median_by_definition", _i);
    double x[POINTS], y[POINTS], each[POINTS], to[POINTS] = {0};
    size_t count = 2 + test_below(&r, POINTS - 1);
    for (size_t i = 0; i < count; i++) {
        x[i] = (double)(1 + test_below(&r, 20)) + (i == 0 ? 30 : 0);
        y[i] = (double)(1 + test_below(&r, 1000));
    }
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        size_t others = 0;
        for (size_t j = 0; j < count; j++)
            if (x[j] < x[i] || x[j] > x[i])
                to[others++] = log(y[j] / y[i]) / log(x[j] / x[i]);
        each[found++] = middle(to, others);
    }
    ta_fit fit;
    ck_assert_int_eq(ta_fit_median(x, y, count, &fit), TA_OK);
    double slope = middle(each, found);
    ck_assert_double_eq_tol(fit.exponent, slope, 1e-9);
    for (size_t i = 0; i < count; i++)
        each[i] = log(y[i]) - slope * log(x[i]);
    ck_assert_double_eq_tol(log(fit.constant), middle(each, count), 1e-8);
}
END_TEST

/* log y = a + e u + b u^2 in base 2 exactly. */
START_TEST(exact_bend)
{
    test_rng r = test_rng_for("exact_bend", _i);
    double x[POINTS], y[POINTS];
    size_t count = 7 + test_below(&r, POINTS - 6);
    double e = (double)test_below(&r, 1000) / 1000;
    double b = ((double)test_below(&r, 2001) - 1000) / 1e5;
    for (size_t i = 0; i < count; i++) {
        double u = (double)i - (double)(count - 1);
        x[i] = ldexp(1, (int)i);
        y[i] = 1000 * exp2(e * u + b / 2 * u * u);
    }
    ta_bend line, bend;
    ck_assert_int_eq(ta_fit_bend(x, y, count, true, &bend), TA_OK);
    ck_assert_int_eq(ta_fit_bend(x, y, count, false, &line), TA_OK);
    ck_assert_double_eq_tol(bend.exponent, e, 1e-9);
    ck_assert_double_eq_tol(bend.bend, b, 1e-9);
    ck_assert_double_eq(line.bend, 0);
    if (fabs(b) > 1e-4)
        ck_assert_double_lt(bend.aicc, line.aicc);
}
END_TEST

/* The likelihood of a correlation from the dense covariance matrix: its
 * determinant and what it makes of the residuals, by elimination. */
static double dense_aicc(const double *u, const double *v, size_t count,
                         unsigned columns, double correlation)
{
    enum { WIDE = 12 + 4 };
    double m[12][WIDE], normal[3][4] = {{0}}, logs = 0, beta[3], squares = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++)
            m[i][j] = pow(correlation, fabs(u[i] - u[j]));
        for (unsigned k = 0; k < columns; k++)
            m[i][count + k] = pow(u[i], k);
        m[i][count + columns] = v[i];
    }
    size_t width = count + columns + 1;
    for (size_t i = 0; i < count; i++) {
        logs += log(m[i][i]);
        for (size_t row = 0; row < count; row++)
            for (size_t j = width; row != i && j-- > i;)
                m[row][j] -= m[i][j] * m[row][i] / m[i][i];
        for (size_t j = width; j-- > i;)
            m[i][j] /= m[i][i];
    }
    for (unsigned a = 0; a < columns; a++)
        for (size_t i = 0; i < count; i++)
            for (unsigned b = 0; b <= columns; b++)
                normal[a][b] += pow(u[i], a) * m[i][count + b];
    for (unsigned i = 0; i < columns; i++)
        for (unsigned row = 0; row < columns; row++)
            for (unsigned j = columns + 1; row != i && j-- > i;)
                normal[row][j] -= normal[i][j] * normal[row][i] / normal[i][i];
    for (unsigned i = 0; i < columns; i++)
        beta[i] = normal[i][columns] / normal[i][i];
    for (size_t i = 0; i < count; i++) {
        double left = v[i], solved = m[i][count + columns];
        for (unsigned k = 0; k < columns; k++) {
            left -= beta[k] * pow(u[i], k);
            solved -= beta[k] * m[i][count + k];
        }
        squares += left * solved;
    }
    double n = (double)count, k = columns + 2;
    double likelihood =
        -n / 2 * (log(2 * acos(-1) * squares / n) + 1) - logs / 2;
    return -2 * likelihood + 2 * k + 2 * k * (k + 1) / (n - k - 1);
}

START_TEST(correlated_likelihood)
{
    test_rng r = test_rng_for("correlated_likelihood", _i);
    double x[12], y[12], u[12], v[12], wave = 0, at = 0;
    size_t count = 8 + test_below(&r, 5);
    for (size_t i = 0; i < count; i++) {
        at += 0.3 + (double)test_below(&r, 1000) / 1000;
        wave = 0.7 * wave + (double)test_below(&r, 1000) / 1e4;
        u[i] = at;
        x[i] = exp2(at);
        y[i] = exp(0.7 * log(x[i]) + wave);
        v[i] = log(y[i]);
    }
    for (size_t i = 0; i < count; i++)
        u[i] -= at;
    for (int bends = 0; bends <= 1; bends++) {
        ta_bend bend;
        unsigned columns = bends ? 3 : 2;
        ck_assert_int_eq(ta_fit_bend(x, y, count, bends, &bend), TA_OK);
        ck_assert_double_eq_tol(
            bend.aicc, dense_aicc(u, v, count, columns, bend.correlation),
            1e-5);
        for (int k = 0; k < 99; k++)
            ck_assert_double_ge(dense_aicc(u, v, count, columns, 0.01 * k),
                                bend.aicc - 1e-5);
    }
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
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        ck_assert_int_eq(ta_fit_power(bad[k].x, bad[k].y, bad[k].count, &fit),
                         TA_EINVAL);
        ck_assert_int_eq(ta_fit_median(bad[k].x, bad[k].y, bad[k].count, &fit),
                         TA_EINVAL);
    }
    double rising[] = {1, 2, 3, 4, 5, 6, 7}, level[] = {1, 2, 3, 3, 5, 6, 7};
    ta_bend bend;
    ck_assert_int_eq(ta_fit_bend(rising, rising, 6, false, &bend), TA_OK);
    ck_assert_int_eq(ta_fit_bend(rising, rising, 6, true, &bend), TA_EINVAL);
    ck_assert_int_eq(ta_fit_bend(rising, rising, 7, true, &bend), TA_OK);
    ck_assert_int_eq(ta_fit_bend(level, rising, 7, true, &bend), TA_EINVAL);
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
    ta_alloc_fail_at(1);
    ck_assert_int_eq(ta_fit_power(two, two, 2, &fit), TA_ENOMEM);
    for (uint64_t k = 1; k <= 2; k++) {
        ta_alloc_fail_at(k);
        ck_assert_int_eq(ta_fit_median(two, two, 2, &fit), TA_ENOMEM);
    }
    double rising[] = {1, 2, 3, 4, 5, 6};
    ta_bend bend;
    for (uint64_t k = 1; k <= 2; k++) {
        ta_alloc_fail_at(k);
        ck_assert_int_eq(ta_fit_bend(rising, rising, 6, false, &bend),
                         TA_ENOMEM);
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
    tcase_add_loop_test(tcase, newey_west, 0, 100);
    tcase_add_loop_test(tcase, median_resists, 0, 100);
    tcase_add_loop_test(tcase, median_by_definition, 0, 100);
    tcase_add_loop_test(tcase, exact_bend, 0, 100);
    tcase_add_loop_test(tcase, correlated_likelihood, 0, 30);
    tcase_add_loop_test(tcase, neighbours, 0, 64);
    tcase_add_test(tcase, bad_points);
    tcase_add_test(tcase, no_memory);
    suite_add_tcase(suite, tcase);
    return test_main(suite);
}
