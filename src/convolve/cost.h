/* What each way of finding targets costs, in nanoseconds, so that the
 * cheapest can be taken at every node of the recursion. The constants decide
 * speed only, never an answer. */
#ifndef TA_COST_H
#define TA_COST_H

#include "base/base.h"

typedef struct ta_costs {
    double tile[4];    /* one shift of one tile of targets, from sources of up
                          to 2^20, 2^22, 2^24 and more positions */
    double tile_call;  /* calling the kernel, whatever the shifts */
    double sweep;      /* looking for cold positions in a word of sources */
    double decode;     /* turning a cold position into a shift */
    double push_cold;  /* looking up a window of S for a cold position */
    double push_mark;  /* one mark */
    double product[2]; /* one complex product from the L1 cache, [single] */
    double clear;      /* clearing and reading back, for each position */
} ta_costs;

/* The constants for this processor family. */
const ta_costs *ta_costs_here(void);

/* For each position: one transform, and one product of transforms, of
 * 2^log_length points. */
double ta_cost_fft(unsigned log_length, bool single);
double ta_cost_product(unsigned log_length, bool single);

/* One shift of one tile, where the sources span 2^log_span positions. */
double ta_cost_tile(unsigned log_span);

#endif
