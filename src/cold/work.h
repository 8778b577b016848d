/* How much of a recursion is done, by the time that is left: what the parts
 * of it take is measured in the run itself, as soon as there is anything to
 * measure; the cost model stands in until then. */
#ifndef TA_WORK_H
#define TA_WORK_H

#include "cold/shape.h"
#include "convolve/reach.h"

enum { TA_WORK_FANOUT = 64 }; /* children of a node at most */

typedef struct ta_work {
    const ta_shape *shape;
    ta_reach *const *reach; /* by level */
    const ta_transforms *transforms[TA_MAX_LEVELS];
    uint64_t n, known;
    double least; /* share of what is known */
    double start; /* when the share was first asked for; 0: not yet */
    bool by_fft[TA_MAX_LEVELS];
    /* What the first i children of a node ask for: units of ta_pace, but of
     * TA_DIRECT nanoseconds. */
    double upto[TA_MAX_LEVELS][TA_KINDS][TA_WORK_FANOUT + 1];
} ta_work;

/* Keeps the shape and the levels. */
void ta_work_plan(ta_work *work, const ta_job *job, const ta_shape *shape,
                  ta_reach *const *reach);

/* The share of [0, n) that is done when positions below `done` are; the first
 * call comes before any work. It may fall. */
double ta_work_share(ta_work *work, uint64_t done);

#endif
