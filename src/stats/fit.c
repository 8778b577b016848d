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
        varies = varies || log(x[i]) != log(x[0]);
    }
    return count >= 2 && varies;
}

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
        log_x[i] = log(x[i]);
        log_y[i] = log(y[i]);
    }

    double intercept, slope, cov00, cov01, cov11, sum_squares;
    int code = gsl_fit_linear(log_x, 1, log_y, 1, count, &intercept, &slope,
                              &cov00, &cov01, &cov11, &sum_squares);
    st = code == GSL_SUCCESS ? TA_OK : TA_EINVAL;
    if (st != TA_OK)
        goto done;
    /* Two points leave no degree of freedom: GSL divides by 0 there. */
    bool exact = count == 2;
    fit->exponent = slope;
    fit->exponent_error = exact ? 0 : sqrt(cov11);
    fit->constant = exp(intercept);
    fit->constant_error = exact ? 0 : sqrt(cov00);
    fit->residual = exact ? 0 : sqrt(sum_squares / (double)count);
done:
    ta_free(log_x);
    ta_free(log_y);
    return st;
}
