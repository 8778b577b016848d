/* Which way to go from which source to which target: the cheapest, by the
 * cost model. */
#include <math.h>

#include "convolve/reach.h"

static void direct_costs(const ta_reach *r, size_t i, size_t j,
                         double cost[TA_DIRECT_WAYS])
{
    for (unsigned k = 0; k < TA_DIRECT_WAYS; k++)
        cost[k] =
            r->setup.ways >> k & 1 ? ta_direct_ways[k].cost(r, i, j) : INFINITY;
}

static unsigned least_of(const double cost[TA_DIRECT_WAYS])
{
    unsigned best = 0;
    for (unsigned k = 1; k < TA_DIRECT_WAYS; k++)
        if (cost[k] < cost[best])
            best = k;
    return best;
}

/* What transforms cost from source j to target i, beyond the one back. */
static double transform_cost(const ta_reach *r, size_t i, size_t j)
{
    double size = (double)r->child;
    const ta_transforms *t = r->setup.transforms;
    double one = ta_cost_transform(t, r->setup.log_child) * size;
    double cost = ta_cost_product(t, r->setup.log_child) * size;
    /* A transform that is still to be made serves others after this. */
    if (r->setup.band != 0)
        return cost + 2 * one / (double)r->setup.band;
    if (!ta_spectra_has_source(&r->spectra, j))
        cost += one / (double)(r->setup.fanout - j);
    if (!ta_spectra_has_window(&r->spectra, i - j))
        cost += one / ((double)(r->setup.fanout - (i - j)) * (double)r->nodes);
    return cost;
}

/* One direct way for all sources of [from, to), so that each is swept once. */
static void choose_direct(const ta_reach *r, size_t i, size_t from, size_t to,
                          unsigned char *way)
{
    /* Sources at the ends without anything to do stay out of the sweep. */
    while (from < to && way[from] == 0)
        from++;
    while (from < to && way[to - 1] == 0)
        to--;
    double sum[TA_DIRECT_WAYS] = {0}, cost[TA_DIRECT_WAYS];
    for (size_t j = from; j < to; j++) {
        if (way[j] == 0)
            continue;
        direct_costs(r, i, j, cost);
        for (unsigned k = 0; k < TA_DIRECT_WAYS; k++)
            sum[k] += cost[k];
    }
    for (size_t j = from; j < to; j++)
        way[j] = (unsigned char)(1u << least_of(sum));
}

void ta_choose(ta_reach *r, size_t i, size_t from, size_t to, bool open)
{
    unsigned char *way = r->way + i % r->group * r->setup.fanout;
    bool transforms = (r->setup.ways & TA_BY_TRANSFORM) != 0;
    double all_direct = 0, mixed = 0;
    if (transforms && !open)
        mixed = ta_cost_transform(r->setup.transforms, r->setup.log_child) *
                (double)r->child;
    for (size_t j = from; j < to; j++) {
        way[j] = 0;
        if (r->cold[j] == 0 || r->moves[i - j] == 0)
            continue;
        double cost[TA_DIRECT_WAYS];
        direct_costs(r, i, j, cost);
        double direct = cost[least_of(cost)];
        double indirect = transforms ? transform_cost(r, i, j) : INFINITY;
        way[j] = indirect < direct ? TA_BY_TRANSFORM : TA_BY_PUSH;
        all_direct += direct;
        mixed += fmin(direct, indirect);
    }
    bool use = transforms && mixed < all_direct;
    for (size_t j = from, run; j < to; j = run) {
        run = j + 1;
        if (use && way[j] == TA_BY_TRANSFORM)
            continue;
        while (run < to && !(use && way[run] == TA_BY_TRANSFORM))
            run++;
        choose_direct(r, i, j, run, way);
    }
}
