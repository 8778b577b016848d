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
    double *each = ta_alloc(2 * (uint64_t)count, sizeof *each);
    if (each == NULL)
        return TA_ENOMEM;
    double *to = each + count;
    for (size_t i = 0; i < count; i++) {
        size_t others = 0;
        for (size_t j = 0; j < count; j++)
            if (u[j] < u[i] || u[j] > u[i])
                to[others++] = (v[j] - v[i]) / (u[j] - u[i]);
        each[i] = gsl_stats_median(to, 1, others);
    }
    *slope = gsl_stats_median(each, 1, count);
    for (size_t i = 0; i < count; i++)
        each[i] = v[i] - *slope * u[i];
    *height = gsl_stats_median(each, 1, count);
    ta_free(each);
    return TA_OK;
}

ta_status ta_fit_median(const double *x, const double *y, size_t count,
                        ta_fit *fit)
{
    double *u, slope, height;
    ta_status st = ta_fit_logs(x, y, count, &u);
    if (st != TA_OK)
        return st;
    const double *v = u + count;
    st = repeated_median(u, v, count, &slope, &height);
    if (st == TA_OK) {
        double squares = 0;
        for (size_t i = 0; i < count; i++)
            squares += pow(v[i] - height - slope * u[i], 2) / (double)count;
        *fit = (ta_fit){.exponent = slope,
                        .exponent_error = NAN,
                        .correlated_error = NAN,
                        .constant = exp(log(y[0]) + height - slope * log(x[0])),
                        .constant_error = NAN,
                        .log_first = log(y[0]) + height,
                        .residual = sqrt(squares)};
    }
    ta_free(u);
    return st;
}
