/* Power laws by least squares in log-log. */
#include <math.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>

#include "base/base.h"

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

/* The line is laid through the points seen from the first one, which keeps
 * small differences; the constant is that of the line at x = 1. */
ta_status ta_fit_power(const double *x, const double *y, size_t count,
                       ta_fit *fit)
{
    if (!acceptable(x, y, count))
        return TA_EINVAL;
    double *log_x = ta_alloc(count, sizeof *log_x);
    double *log_y = ta_alloc(count, sizeof *log_y);
    ta_status st = TA_ENOMEM;
    if (log_x == NULL || log_y == NULL)
        goto done;
    for (size_t i = 0; i < count; i++) {
        log_x[i] = log_ratio(x[i], x[0]);
        log_y[i] = log_ratio(y[i], y[0]);
    }

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
    fit->constant_error =
        count > 2 ? sqrt(cov00 - 2 * back * cov01 + back * back * cov11) : NAN;
    fit->residual = count > 2 ? sqrt(sum_squares / (double)count) : 0;
done:
    ta_free(log_x);
    ta_free(log_y);
    return st;
}
