/* What each way of finding targets costs, in nanoseconds, so that the
 * cheapest can be taken at every node of the recursion. The constants decide
 * speed only, never an answer. */
#ifndef TA_COST_H
#define TA_COST_H

#include "base/base.h"

typedef struct ta_costs {
    double tile;         /* one shift of one tile of targets */
    double tile_call;    /* calling the kernel, whatever the shifts */
    double decode;       /* turning a cold position into a shift */
    double push_cold;    /* looking up a window of S for a cold position */
    double push_mark;    /* one mark */
    double product[2];   /* one complex product, [single] */
    double fft[2];       /* one transform, for each position, at 2^12 */
    double fft_level[2]; /* more for each doubling of the length */
    double fft_far[2];   /* more again for each doubling above 2^17 */
    double spread;       /* writing a set bit into a transform */
    double clear;        /* clearing and reading back, for each position */
} ta_costs;

/* The constants for this processor family. */
const ta_costs *ta_costs_here(void);

/* One transform of 2^log_length points. */
double ta_cost_fft(const ta_costs *costs, unsigned log_length, bool single);

#endif
