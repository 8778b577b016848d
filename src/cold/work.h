/* The share of a recursion that is done, by a model of what its children take:
 * convolve/cost.h says it in nanoseconds, but only ratios count here. */
#ifndef TA_WORK_H
#define TA_WORK_H

#include "cold/shape.h"

typedef struct ta_work {
    const ta_job *job;
    const ta_shape *shape;
    struct {
        /* [fanout + 1] What the first i children of a node take; what a child
         * takes besides in the first node, whose windows are made; and what it
         * takes to make a known child a source again. */
        double *upto, first, again;
    } level[TA_MAX_LEVELS];
} ta_work;

/* The arrays `upto` must be there; job and shape are kept. */
void ta_work_plan(ta_work *work, const ta_job *job, const ta_shape *shape);

/* The share of [0, n) that is done when positions below `done` are. It never
 * falls; what was known is taken to be even. */
double ta_work_share(const ta_work *work, uint64_t done);

#endif
