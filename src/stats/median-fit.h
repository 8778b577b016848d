/* The repeated median. */
#ifndef TA_MEDIAN_FIT_H
#define TA_MEDIAN_FIT_H

#include "takeaway.h"

/* Fits count >= 2 points (Siegel 1982): the exponent is the median over points
 * of the median slope to the others, in logs. Standard errors are NAN.
 * Returns as ta_fit_power. Cost: like count^2. */
ta_status tai_fit_median(const double *x, const double *y, size_t count,
                         ta_fit *fit);

#endif
