/* What a level of the recursion has done so far and how long that took, by
 * kinds of work, so that the time of what is left can be told from it. */
#ifndef TA_PACE_H
#define TA_PACE_H

#include "base/base.h"

enum {
    TA_PLANNING,
    TA_TOUCHING, /* of fresh memory: a unit is all of it */
    TA_FORWARD,  /* forward transforms */
    TA_BACKWARD, /* transforms back, with the marks that they give */
    TA_AHEAD,    /* products for a group of targets in one pass */
    TA_WITHIN,   /* products for one target */
    TA_DIRECT,   /* what is done without transforms, by the call */
    TA_KINDS
};

typedef struct ta_pace {
    double units[TA_KINDS];
    double seconds[TA_KINDS];
} ta_pace;

/* Books what was begun at the time `start` of ta_now. */
static inline void ta_pace_add(ta_pace *pace, int kind, double units,
                               double start)
{
    pace->units[kind] += units;
    pace->seconds[kind] += ta_now() - start;
}

#endif
