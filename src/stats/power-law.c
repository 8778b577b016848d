/* Fits power laws y = constant * x^exponent to points (x, y). In logarithms a
 * power law is a straight line. */
#include <math.h>
#include <stddef.h>

#include "base/base-internal.h"

/* Returns log(x / base). If x is near base, the function uses log1p, because
 * the difference log(x) - log(base) would lose most of its digits. */
static double log_ratio(double x, double base)
{
    return fabs(x - base) < base / 2 ? log1p((x - base) / base)
                                     : log(x) - log(base);
}

/* Sets u[i] to log(value[i]) minus the mean of all the logarithms. Returns the
 * sum of the squares of u. The sum is not finite if some value is not positive
 * or not finite. */
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

/* Allocates an array of `columns` columns of `count` numbers each, and sets
 * *logs to the array. Fills the first column with the logarithms of x, minus
 * their mean, and the second column with those of y, minus their mean. The
 * caller frees the array. Returns TA_OK; TA_EINVAL if some number is not
 * positive or not finite, or if all x are equal; or TA_ENOMEM. */
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

/* Returns a weighted sum of score[i] score[j] over all i and j. The weight is 1
 * for i = j, falls linearly with the lag |i - j|, and is 0 for lags above 1.3
 * sqrt(count), rounded up (Bartlett's weights). Sources: Newey and West,
 * Econometrica 55 (1987), for the estimator; Lazarus, Lewis, Stock and Watson,
 * Journal of Business and Economic Statistics 36 (2018), for the lag. The time
 * grows like count^1.5. */
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

/* Fits a power law by least squares of the logarithms. To lose no digits, all
 * sums use differences from the mean. */
ta_status ta_fit_power(const double *x, const double *y, size_t count,
                       ta_fit *fit, ta_error *error)
{
    double *u, uu = 0, uv = 0, squares = 0, n = (double)count;
    ta_status st = take_logs(x, y, count, 2, &u);
    if (st == TA_EINVAL)
        return tai_fail(error, st,
                        "a fit takes positive numbers, and two different x");
    if (st != TA_OK)
        return st;
    double *v = u + count;
    for (size_t i = 0; i < count; i++) {
        uu += u[i] * u[i];
        uv += u[i] * v[i];
    }
    fit->exponent = uv / uu;
    fit->log_first = log(y[0]) - v[0] + fit->exponent * u[0];
    fit->constant = exp(fit->log_first - fit->exponent * log(x[0]));
    for (size_t i = 0; i < count; i++) {
        const double residual = v[i] - fit->exponent * u[i];
        squares += residual * residual;
        v[i] = residual * u[i]; /* the score of point i */
    }
    /* With two points there is no degree of freedom. The standard errors are
     * then unknown, and become NAN. */
    const double freedom = count > 2 ? n - 2 : NAN;
    /* The error of the line's height at log x = 0, the constant. This error
     * grows with the distance from there to the mean of all log x. The distance
     * is `back`: u[0] is log x[0] minus the mean. */
    const double back = log(x[0]) - u[0];
    fit->exponent_error = sqrt(squares / freedom / uu);
    fit->correlated_error =
        sqrt(n / freedom * fmax(sum_with_lags(v, count), 0)) / uu;
    fit->constant_error = sqrt(squares / freedom * (1 / n + back * back / uu));
    fit->residual = count > 2 ? sqrt(squares / n) : 0;
    ta_free(u);
    return TA_OK;
}

/* ---- the repeated median ---- */

/* Returns the number that would have the index `place` if the array were
 * sorted, and reorders the array. This is Hoare's selection: each round keeps
 * the side of the pivot that contains the index. The time is linear in `count`
 * on average. */
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

/* Returns the median of count >= 1 numbers, and reorders them. */
static double median(double *value, size_t count)
{
    const double lower = select_kth(value, count, (count - 1) / 2);
    return (lower + select_kth(value, count, count / 2)) / 2;
}

/* Fits a power law to points by the repeated median. Let u and v be the
 * logarithms of x and y, minus their means. Then a line v = slope * u + height
 * is fitted. Each point has a median slope: the median of the slopes from this
 * point to all others. The slope of the line is the median of these medians,
 * and the height is the median of v - slope * u. Source: Siegel, Robust
 * regression using repeated medians, Biometrika 69 (1982). Eppstein fitted his
 * counts in this way (paper-notes.md, E13). */
ta_status tai_fit_median(const double *x, const double *y, size_t count,
                         ta_fit *fit)
{
    double *u, squares = 0;
    ta_status st = take_logs(x, y, count, 4, &u);
    if (st != TA_OK)
        return st;
    double *v = u + count, *each = v + count, *to = each + count;
    for (size_t i = 0; i < count; i++) {
        size_t others = 0;
        for (size_t j = 0; j < count; j++)
            if (u[j] < u[i] || u[j] > u[i])
                to[others++] = (v[j] - v[i]) / (u[j] - u[i]);
        each[i] = median(to, others);
    }
    const double slope = median(each, count);
    for (size_t i = 0; i < count; i++)
        each[i] = v[i] - slope * u[i];
    const double height = median(each, count);
    for (size_t i = 0; i < count; i++)
        squares += (each[i] - height) * (each[i] - height);
    fit->exponent = slope;
    fit->log_first = log(y[0]) - v[0] + height + slope * u[0];
    fit->constant = exp(fit->log_first - slope * log(x[0]));
    fit->residual = sqrt(squares / (double)count);
    fit->exponent_error = fit->correlated_error = fit->constant_error = NAN;
    ta_free(u);
    return TA_OK;
}
