/* What the fits of power laws share. */
#ifndef TA_STATS_FIT_H
#define TA_STATS_FIT_H

#include "base/base.h"

/* The logarithms of x / x[0], and behind them those of y / y[0], in a new array
 * that the caller frees, NULL on error; TA_EINVAL for points that no power law
 * has, fewer than two of them, or one x alone. */
ta_status ta_fit_logs(const double *x, const double *y, size_t count,
                      double **logs);

#endif
