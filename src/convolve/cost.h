/* What each way of finding targets costs, in nanoseconds, so that the
 * cheapest can be taken at every node of the recursion. The constants decide
 * speed only, never an answer. */
#ifndef TA_COST_H
#define TA_COST_H

#include "convolve/transforms.h"

typedef struct ta_costs {
    double tile[4];   /* one shift of one tile of targets, from sources of up
                         to 2^20, 2^22, 2^24 and more positions */
    double tile_call; /* calling the kernel, whatever the shifts */
    double sweep;     /* looking for cold positions in a word of sources */
    double decode;    /* turning a cold position into a shift */
    double push_cold; /* looking up a window of S for a cold position */
    double push_mark; /* one mark */
} ta_costs;

/* The constants for this processor family. */
const ta_costs *ta_costs_here(void);

/* For each position: one transform of 2^log_length, with what its bits or marks
 * take besides, and one product. */
double ta_cost_transform(const ta_transforms *transforms, unsigned log_length);
double ta_cost_product(const ta_transforms *transforms, unsigned log_length);

/* One shift of one tile, where the sources span 2^log_span positions. */
double ta_cost_tile(unsigned log_span);

#endif
