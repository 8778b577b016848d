/* The repeated median of a power law, which outliers and the first few points
 * hardly move. Source: A. F. Siegel, Robust regression using repeated medians,
 * Biometrika 69 (1982); as Eppstein fitted his counts (paper-notes.md, E1). */
#include <math.h>

#include <gsl/gsl_statistics_double.h>

#include "stats/fit.h"

/* The slope is the median over the points of the median of the slopes to all
 * others; the height the median of what is left. gsl_stats_median sorts in
 * part and raises no error. */
static ta_status repeated_median(const double *u, const double *v, size_t count,
                                 double *slope, double *height)
{
    double *each = ta_alloc(count, sizeof *each);
    double *to = ta_alloc(count, sizeof *to);
    ta_status st = TA_ENOMEM;
    if (each == NULL || to == NULL)
        goto done;
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        size_t others = 0;
        for (size_t j = 0; j < count; j++)
            if (u[j] < u[i] || u[j] > u[i])
                to[others++] = (v[j] - v[i]) / (u[j] - u[i]);
        each[found++] = gsl_stats_median(to, 1, others);
    }
    *slope = gsl_stats_median(each, 1, found);
    for (size_t i = 0; i < count; i++)
        each[i] = v[i] - *slope * u[i];
    *height = gsl_stats_median(each, 1, count);
    st = TA_OK;
done:
    ta_free(each);
    ta_free(to);
    return st;
}

ta_status ta_fit_median(const double *x, const double *y, size_t count,
                        ta_fit *fit)
{
    double *u, *v, slope, height;
    ta_status st = ta_fit_logs(x, y, count, &u, &v);
    if (st == TA_OK)
        st = repeated_median(u, v, count, &slope, &height);
    if (st == TA_OK)
        *fit = (ta_fit){.exponent = slope,
                        .exponent_error = NAN,
                        .correlated_error = NAN,
                        .constant = exp(log(y[0]) + height - slope * log(x[0])),
                        .constant_error = NAN,
                        .log_first = log(y[0]) + height};
    for (size_t i = 0; st == TA_OK && i < count; i++)
        fit->residual += pow(v[i] - height - slope * u[i], 2) / (double)count;
    if (st == TA_OK)
        fit->residual = sqrt(fit->residual);
    ta_free(u);
    ta_free(v);
    return st;
}
