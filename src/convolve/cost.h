/* The cost model: nanoseconds of each way, from the constants of tuning.h. */
#ifndef TA_COST_H
#define TA_COST_H

#include "convolve/transforms.h"
#include "convolve/tuning.h"

/* Returns the cost of one shift of one tile whose sources span 2^log_span
 * positions. */
double tai_convolve_cost_shift(unsigned log_span);
/* Returns the cost of calling the shift kernel for one tile. */
double tai_convolve_cost_call(void);

/* Returns the cost a position of one transform of 2^log_length, or of one
 * product of transforms. */
double tai_convolve_cost_transform(const ta_transforms *transforms,
                                   unsigned log_length);
double tai_convolve_cost_product(const ta_transforms *transforms,
                                 unsigned log_length);
/* Returns the cost a position of touching the memory of a transform for the
 * first time; 0 for short ones, whose memory the process may have had before.
 */
double tai_convolve_cost_touch(const ta_transforms *transforms,
                               unsigned log_length);

#endif
