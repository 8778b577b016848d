/* What each way of finding targets costs, in nanoseconds, so that the
 * cheapest can be taken at every node of the recursion. The constants decide
 * speed only, never an answer. */
#ifndef TA_COST_H
#define TA_COST_H

#include "convolve/transforms.h"

/* Looking for cold positions in a word of sources; turning one into a shift;
 * looking up a window of S for one; one mark, and one in a target that is
 * larger than 2^20 positions: with it a thin random list, to 2^24 + 1, went
 * from 0.063 s to 0.043. */
#define TA_COST_SWEEP  1.3
#define TA_COST_DECODE 2.0
#define TA_COST_LOOKUP 8.0
#define TA_COST_MARK   1.2
#define TA_COST_FAR    3.6

/* One shift of one tile, where the sources span 2^log_span positions; calling
 * the kernel, whatever the shifts. */
double ta_cost_tile(unsigned log_span);
double ta_cost_tile_call(void);

/* For each position: one transform of 2^log_length, with what its bits or marks
 * take besides, and one product. */
typedef struct ta_transform_cost {
    double transform, product;
} ta_transform_cost;

ta_transform_cost ta_cost_of(const ta_transforms *transforms,
                             unsigned log_length);

/* For the memory of one transform, which it touches first, where that is large.
 */
double ta_cost_touch(const ta_transforms *transforms, unsigned log_length);

#endif
