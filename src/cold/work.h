/* What the parts of a recursion are expected to cost, for telling how much of
 * it is done: shifts by the position, transforms by counting those that have
 * been made, for they are made ahead as far as the rounding bound allows. */
#ifndef TA_WORK_H
#define TA_WORK_H

#include "cold/shape.h"
#include "convolve/reach.h"

enum { TA_WORK_FANOUT = 64 }; /* children of a node at most */

typedef struct ta_work {
    const ta_shape *shape;
    uint64_t n, known;
    bool by_fft[TA_MAX_LEVELS];
    double splits[TA_MAX_LEVELS]; /* of the sums of a node, where they are in
                                     single precision */
    /* Other levels: nanoseconds of the first i children of a node. */
    double upto[TA_MAX_LEVELS][TA_WORK_FANOUT + 1];
} ta_work;

void ta_work_plan(ta_work *work, const ta_job *job, const ta_shape *shape);

/* The share of [0, n) that is done when positions below `done` are. */
double ta_work_share(const ta_work *work, ta_reach *const *reach,
                     uint64_t done);

#endif
