/* The inside of a ta_reach, for the files that make it up: reach-level.c
 * sets it up and tells of it, choice.c picks the ways, reach.c goes them. */
#ifndef TA_REACH_INSIDE_H
#define TA_REACH_INSIDE_H

#include <math.h>

#include "convolve/cost.h"
#include "convolve/reach.h"
#include "convolve/spectra.h"

/* Places of the ways: way k is the bit 1 << k of reach.h. */
enum { PUSH, S_MAJOR, COLD_MAJOR, TRANSFORM, PACKED };

struct ta_reach {
    const ta_field *field;
    ta_reach_setup setup;
    const ta_costs *costs;
    uint64_t child;  /* positions of one */
    size_t group;    /* targets whose sums are formed together */
    uint64_t nodes;  /* of this level, about */
    uint64_t lo;     /* where the present node starts */
    uint64_t *cold;  /* [fanout] cold positions of each finished child */
    uint64_t *moves; /* [fanout] elements of S in the window at a distance:
                        ((d - 1) child, (d + 1) child) */
    /* The way from source j to the targets of the present group: at
     * way[slot * fanout + j]; 0: there is nothing to do. */
    unsigned char *way;
    struct {
        bool open;   /* spectra.sum[slot] holds products already */
        double norm; /* of those: sum of sqrt(|cold| |moves|) */
        size_t terms;
    } ahead[TA_MOST_AHEAD];
    const void **a, **b; /* [group * fanout] terms of sums */
    uint64_t *marks;     /* of one child */
    uint64_t *window;    /* where push lists a window of a dense set */
    ta_spectra spectra;
    ta_pace pace;
    /* for the report */
    uint64_t used[TA_WAYS];
    double bound, deviation;
};

static inline bool ta_may_transform(const ta_reach *r)
{
    return (r->setup.ways & TA_BY_TRANSFORM) != 0;
}

/* sqrt(|cold| |moves|) from source j to target i: the norm that the rounding
 * bound of their product is a multiple of. */
static inline double ta_norm_of(const ta_reach *r, size_t i, size_t j)
{
    return sqrt((double)r->cold[j] * (double)r->moves[i - j]);
}

/* Chooses the ways from sources [from, to) to target i; `open` says that a
 * sum of transforms has to be brought back for it in any case. */
void ta_choose(ta_reach *reach, size_t i, size_t from, size_t to, bool open);

#endif
