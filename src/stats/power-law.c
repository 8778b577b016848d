/* Power laws y = constant * x^exponent, as lines in logarithms. */
#include <math.h>
#include <stddef.h>

#include "stats/median-fit.h"
#include "base/base-internal.h"

/* Returns log(x / base); near base by log1p, since a difference would lose
 * digits. */
static double log_ratio(double x, double base)
{
    return fabs(x - base) < base / 2 ? log1p((x - base) / base)
                                     : log(x) - log(base);
}

/* Sets u[i] to log(value[i]) minus their mean. Returns the sum of squares, not
 * finite if a value is not positive and finite. */
static double centre_logs(const double *value, size_t count, double *u)
{
    double mean = 0, squares = 0;
    for (size_t i = 0; i < count; i++) {
        u[i] = log_ratio(value[i], value[0]);
        mean += u[i] / (double)count;
    }
    for (size_t i = 0; i < count; i++) {
        u[i] -= mean;
        squares += u[i] * u[i];
    }
    return squares;
}

/* Allocates `columns` columns, and fills the first two with the centred
 * logarithms of x and y. Returns TA_EINVAL if a number is not positive and
 * finite, or all x are equal. */
static ta_status take_logs(const double *x, const double *y, size_t count,
                           unsigned columns, double **logs)
{
    double *u = *logs = tai_alloc(columns * (uint64_t)count, sizeof *u);
    if (u == NULL)
        return TA_ENOMEM;
    const double uu = centre_logs(x, count, u);
    if (uu > 0 && isfinite(uu + centre_logs(y, count, u + count)))
        return TA_OK;
    ta_free(u);
    return TA_EINVAL;
}

/* ---- least squares ---- */

/* Returns the sum of score[i] score[j] with weights that fall from 1 at i = j
 * linearly with the lag, to 0 above 1.3 sqrt(count) (Bartlett). Newey and West,
 * Econometrica 55 (1987); the lag: Lazarus, Lewis, Stock and Watson, J.
 * Business and Economic Statistics 36 (2018). Time count^1.5. */
static double sum_with_lags(const double *score, size_t count)
{
    const size_t lags = (size_t)ceil(1.3 * sqrt((double)count));
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k <= lags && k <= i; k++)
            sum += (k == 0 ? 1 : 2) * (1 - (double)k / (double)(lags + 1)) *
                   score[i] * score[i - k];
    return sum;
}

/* Sums are of differences from the mean, to lose no digits. */
ta_status ta_fit_power(const double *x, const double *y, size_t count,
                       ta_fit *fit, ta_error *error)
{
    double *u, uu = 0, uv = 0, squares = 0, n = (double)count;
    ta_status st = take_logs(x, y, count, 2, &u);
    if (st != TA_OK)
        return tai_fail(
            error, st,
            st == TA_EINVAL
                ? "a fit takes positive numbers, and two different x"
                : "no memory for the logarithms of the points");
    double *v = u + count;
    const double mean_log_x = log(x[0]) - u[0], mean_log_y = log(y[0]) - v[0];
    for (size_t i = 0; i < count; i++) {
        uu += u[i] * u[i];
        uv += u[i] * v[i];
    }
    fit->exponent = uv / uu;
    fit->log_first = mean_log_y + fit->exponent * u[0];
    fit->constant = exp(fit->log_first - fit->exponent * log(x[0]));
    for (size_t i = 0; i < count; i++) {
        const double residual = v[i] - fit->exponent * u[i];
        squares += residual * residual;
        v[i] = residual * u[i]; /* the score of point i */
    }
    /* No degree of freedom with two points: errors become NAN. */
    const double freedom = count > 2 ? n - 2 : NAN;
    fit->exponent_error = sqrt(squares / freedom / uu);
    fit->correlated_error =
        sqrt(n / freedom * fmax(sum_with_lags(v, count), 0)) / uu;
    /* The height at log x = 0 errs with the distance to the mean of log x. */
    fit->constant_error =
        sqrt(squares / freedom * (1 / n + mean_log_x * mean_log_x / uu));
    fit->residual = count > 2 ? sqrt(squares / n) : 0;
    ta_free(u);
    return TA_OK;
}

/* ---- the repeated median ---- */

/* Returns the element of index `place` in order, by Hoare's selection, which
 * keeps it in [first, last]; reorders the array. */
static double select_kth(double *value, size_t count, size_t place)
{
    ptrdiff_t first = 0, last = (ptrdiff_t)count - 1, k = (ptrdiff_t)place;
    while (first < last) {
        const double pivot = value[k];
        ptrdiff_t i = first, j = last;
        while (i <= j) {
            while (value[i] < pivot)
                i++;
            while (value[j] > pivot)
                j--;
            if (i <= j) {
                const double moved = value[i];
                value[i++] = value[j];
                value[j--] = moved;
            }
        }
        first = j < k ? i : first;
        last = i > k ? j : last;
    }
    return value[k];
}

/* Reorders the array. */
static double median(double *value, size_t count)
{
    const double lower = select_kth(value, count, (count - 1) / 2);
    return (lower + select_kth(value, count, count / 2)) / 2;
}

/* Siegel, Biometrika 69 (1982): slope is the median over points of the median
 * slope to all others; height the median of v - slope * u. Eppstein fitted his
 * counts so (paper-notes.md, E13). */
ta_status tai_fit_median(const double *x, const double *y, size_t count,
                         ta_fit *fit)
{
    double *u, squares = 0;
    ta_status st = take_logs(x, y, count, 4, &u);
    if (st != TA_OK)
        return st;
    double *v = u + count, *of_point = v + count, *slopes = of_point + count;
    for (size_t i = 0; i < count; i++) {
        size_t others = 0;
        for (size_t j = 0; j < count; j++)
            if (u[j] < u[i] || u[j] > u[i])
                slopes[others++] = (v[j] - v[i]) / (u[j] - u[i]);
        of_point[i] = median(slopes, others);
    }
    const double slope = median(of_point, count);
    for (size_t i = 0; i < count; i++)
        of_point[i] = v[i] - slope * u[i];
    const double height = median(of_point, count);
    for (size_t i = 0; i < count; i++)
        squares += (of_point[i] - height) * (of_point[i] - height);
    fit->exponent = slope;
    fit->log_first = log(y[0]) - v[0] + height + slope * u[0];
    fit->constant = exp(fit->log_first - slope * log(x[0]));
    fit->residual = sqrt(squares / (double)count);
    fit->exponent_error = fit->correlated_error = fit->constant_error = NAN;
    ta_free(u);
    return TA_OK;
}
