/* Power laws by least squares in log-log. */
#include "stats/fit.h"

#include <math.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>

/* GSL's error handler aborts by default and is global to the process, so it
 * is neither replaced nor relied on: what could upset the fit is refused
 * first, and gsl_fit_linear itself has no path that raises an error. */
static bool acceptable(const double *x, const double *y, size_t count)
{
    bool varies = false;
    for (size_t i = 0; i < count; i++) {
        if (!(x[i] > 0) || !(y[i] > 0) || !isfinite(x[i]) || !isfinite(y[i]))
            return false;
        varies = varies || x[i] != x[0];
    }
    return count >= 2 && varies;
}

/* log(x / base). Of neighbours the logarithms themselves would not differ. */
static double log_ratio(double x, double base)
{
    return fabs(x - base) < base / 2 ? log1p((x - base) / base)
                                     : log(x) - log(base);
}

ta_status ta_fit_logs(const double *x, const double *y, size_t count,
                      double **logs)
{
    *logs = NULL;
    if (!acceptable(x, y, count))
        return TA_EINVAL;
    *logs = ta_alloc(2 * (uint64_t)count, sizeof **logs);
    if (*logs == NULL)
        return TA_ENOMEM;
    for (size_t i = 0; i < count; i++) {
        (*logs)[i] = log_ratio(x[i], x[0]);
        (*logs)[count + i] = log_ratio(y[i], y[0]);
    }
    return TA_OK;
}

/* The standard error of the slope where neighbouring residuals may be alike:
 * Newey and West's (Econometrica 55, 1987), with Bartlett's weights up to lag
 * 1.3 sqrt n (Lazarus, Lewis, Stock and Watson 2018), and n / (n - 2) for the
 * two parameters. O(n^1.5). */
static double newey_west(const double *u, const double *v, size_t count,
                         double intercept, double slope)
{
    double mean = 0, spread = 0, sum = 0, n = (double)count;
    for (size_t i = 0; i < count; i++)
        mean += u[i] / n;
    for (size_t i = 0; i < count; i++)
        spread += (u[i] - mean) * (u[i] - mean);
    size_t lags = (size_t)ceil(1.3 * sqrt(n));
    for (size_t i = 0; i < count; i++) {
        double score = (u[i] - mean) * (v[i] - intercept - slope * u[i]);
        sum += score * score;
        for (size_t k = 1; k <= lags && k <= i; k++)
            sum += 2 * (1 - (double)k / (double)(lags + 1)) * score *
                   (u[i - k] - mean) *
                   (v[i - k] - intercept - slope * u[i - k]);
    }
    return sqrt(fmax(sum, 0) * n / (n - 2)) / spread;
}

/* The line is laid through the points seen from the first one, which keeps
 * small differences; the constant is that of the line at x = 1. */
ta_status ta_fit_power(const double *x, const double *y, size_t count,
                       ta_fit *fit)
{
    double *log_x;
    ta_status st = ta_fit_logs(x, y, count, &log_x);
    if (st != TA_OK)
        return st;
    const double *log_y = log_x + count;

    double intercept, slope, cov00, cov01, cov11, sum_squares;
    int code = gsl_fit_linear(log_x, 1, log_y, 1, count, &intercept, &slope,
                              &cov00, &cov01, &cov11, &sum_squares);
    st = code == GSL_SUCCESS ? TA_OK : TA_EINVAL;
    if (st != TA_OK)
        goto done;
    double back = log(x[0]);
    fit->exponent = slope;
    fit->log_first = log(y[0]) + intercept;
    fit->constant = exp(fit->log_first - slope * back);
    /* Two points leave no degree of freedom: nothing is known of errors. */
    fit->exponent_error = count > 2 ? sqrt(cov11) : NAN;
    fit->correlated_error =
        count > 2 ? newey_west(log_x, log_y, count, intercept, slope) : NAN;
    fit->constant_error =
        count > 2 ? sqrt(cov00 - 2 * back * cov01 + back * back * cov11) : NAN;
    fit->residual = count > 2 ? sqrt(sum_squares / (double)count) : 0;
done:
    ta_free(log_x);
    return st;
}
