/* Power laws: known ones are found, formulas and the numbers of other software
 * agree, bad input is refused. */
#include <math.h>
#include <stdlib.h>

#include "base/base-internal.h"
#include "stats/median-fit.h"
#include "testing.h"

enum { POINTS = 50 };

TEST(exact_law, 200)
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
    test_ok(ta_fit_power(x, y, count, &fit, NULL));
    ck_assert_double_eq_tol(fit.exponent, exponent, 1e-10);
    ck_assert_double_eq_tol(fit.constant / constant, 1, 1e-8);
    ck_assert_double_eq_tol(fit.residual, 0, 1e-8);
    ck_assert_double_eq_tol(fit.log_first, log(y[0]), 1e-8);
    if (count == 2)
        ck_assert(isnan(fit.exponent_error) && isnan(fit.constant_error));
    else
        ck_assert(fit.exponent_error >= 0 && fit.exponent_error < 1e-8);
}

/* The sandwich in full: the covariance of the scores as a matrix with
 * Bartlett's weights, between the bread of both parameters. */
TEST(newey_west, 100)
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
    test_ok(ta_fit_power(x, y, count, &fit, NULL));
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

TEST(median_by_definition, 100)
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
    test_ok(tai_fit_median(x, y, count, &fit));
    double slope = middle(each, found);
    ck_assert_double_eq_tol(fit.exponent, slope, 1e-9);
    for (size_t i = 0; i < count; i++)
        each[i] = log(y[i]) - slope * log(x[i]);
    ck_assert_double_eq_tol(log(fit.constant), middle(each, count), 1e-8);
}

/* Counts of the cold positions of subtract-a-square below 2^k, from each first
 * k on. Least squares are those of GSL 2.7.1 (gsl_fit_linear), medians those of
 * its gsl_stats_median; SciPy 1.10 and statsmodels 0.13 say the same. */
TEST(numbers_of_gsl, 1)
{
    enum { COUNTS = 41 };
    static const double y[COUNTS] = {
        1,        1,        2,        4,        7,         10,       16,
        25,       45,       75,       118,      185,       305,      492,
        812,      1281,     2053,     3307,     5394,      8777,     14421,
        23327,    37783,    61300,    100145,   162427,    262950,   425195,
        691247,   1122049,  1816355,  2940956,  4768367,   7733566,  12546019,
        20305024, 33015043, 53780509, 87697088, 143094210, 234263051};
    static const struct {
        int first;
        double power[7], median[4];
    } gsl[] = {
        {0,
         {0.69955975692601957, 0.0013868842604806333, 0.87856259096715072,
          0.022338939935562258, -0.12946812634925919, 0.071033301742104593,
          0.0014016991425486334},
         {0.69780167557678596, 0.90570923037663031, -0.099036962224845482,
          0.072734739727174896}},
        {10,
         {0.69781191516441554, 0.00032997304421927506, 0.9079829699021672,
          0.0060729329050593587, 4.7403339594024176, 0.011016608521701365,
          0.00053080053296037408},
         {0.69780167557678596, 0.90570923037663031, 4.7377556779357031,
          0.011339203976499398}},
        {16,
         {0.69902163955690677, 0.00025237766108503434, 0.88452432015773097,
          0.0050580079890096023, 7.6296927879265048, 0.0060498131570850388,
          0.0003518079711574285},
         {0.69823947982926571, 0.89831862498344295, 7.6364931714163538,
          0.0072091117548905934}},
        {28,
         {0.6996113701065273, 0.00067197950484639392, 0.8710977596682925,
          0.015932151200659331, 13.440141092953793, 0.0057801864674047162,
          0.00092508465433974055},
         {0.6978055657251836, 0.90654327604124951, 13.444978382697355,
          0.0079049828781144575}},
    };
    double x[COUNTS];
    for (int k = 0; k < COUNTS; k++)
        x[k] = ldexp(1, k);
    for (size_t i = 0; i < sizeof gsl / sizeof *gsl; i++) {
        const int first = gsl[i].first;
        const size_t count = (size_t)(COUNTS - first);
        ta_fit p, m;
        test_ok(ta_fit_power(x + first, y + first, count, &p, NULL));
        test_ok(tai_fit_median(x + first, y + first, count, &m));
        const double power[] = {p.exponent,        p.exponent_error, p.constant,
                                p.constant_error,  p.log_first,      p.residual,
                                p.correlated_error};
        const double median[] = {m.exponent, m.constant, m.log_first,
                                 m.residual};
        for (int k = 0; k < 7; k++)
            ck_assert_double_eq_tol(power[k] / gsl[i].power[k], 1, 1e-10);
        for (int k = 0; k < 4; k++)
            ck_assert_double_eq_tol(median[k] / gsl[i].median[k], 1, 1e-10);
    }
}

/* Neighbouring x, whose logarithms are the same number or nearly so. */
TEST(neighbours, 64)
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
        test_ok(ta_fit_power(x, y, count, &fit, NULL));
        ck_assert_double_eq_tol(fit.exponent / exponent, 1, 1e-9);
        ck_assert_double_eq_tol(fit.log_first, log(1000), 1e-9);
        ck_assert_double_eq_tol(fit.residual, 0, 1e-9);
        ck_assert(count == 2 || isfinite(fit.exponent_error));
        ck_assert(count == 2 || isfinite(fit.constant_error));
    }
}

TEST(bad_points, 1)
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
        {{INFINITY, 2, 3}, {1, 2, 3}, 3}, {{NAN, 2, 3}, {1, 2, 3}, 3},
        {{-1, -2, -3}, {1, 2, 3}, 3},     {{1, 2, 3}, {0, 2, 3}, 3},
        {{1, 2, 3}, {-1, -2, -3}, 3},     {{1, 2, 3}, {INFINITY, 2, 3}, 3},
    };
    ta_fit fit;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        ck_assert_int_eq(
            ta_fit_power(bad[k].x, bad[k].y, bad[k].count, &fit, NULL),
            TA_EINVAL);
        ck_assert_int_eq(tai_fit_median(bad[k].x, bad[k].y, bad[k].count, &fit),
                         TA_EINVAL);
    }
    double two[] = {1, 2};
    ta_error error = {""};
    tai_alloc_fail_at = tai_alloc_calls + 1;
    ck_assert_int_eq(ta_fit_power(two, two, 2, &fit, &error), TA_ENOMEM);
    ck_assert_str_eq(error.text, "no memory for the logarithms of the points");
    tai_alloc_fail_at = 0;
    test_ok(ta_fit_power(two, two, 2, &fit, NULL));
}
