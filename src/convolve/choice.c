/* Which way to go from which source to which target: the cheapest, by the
 * cost model. */
#include <math.h>

#include "convolve/reach.h"

/* The cheapest direct way from those sources of [from, to) that have anything
 * to do, all by the same, and what it costs. */
static unsigned best_direct(const ta_reach *r, size_t i, size_t from, size_t to,
                            const unsigned char *way, double *least)
{
    unsigned best = 0;
    *least = INFINITY;
    for (unsigned k = 0; k < TA_DIRECT_WAYS; k++) {
        double sum = 0;
        if (!(r->ways >> k & 1))
            continue;
        for (size_t j = from; j < to; j++)
            sum += way[j] != 0 ? ta_direct_ways[k].cost(r, i, j) : 0;
        if (sum < *least) {
            *least = sum;
            best = k;
        }
    }
    return best;
}

/* What transforms cost from source j to target i, beyond the one back. */
static double transform_cost(const ta_reach *r, size_t i, size_t j)
{
    ta_transform_cost each = ta_cost_of(r->spectra.transforms, r->log_child);
    double cost = each.product * (double)r->child;
    uint64_t nodes = ta_max_u64(r->field->n / r->child / r->fanout, 1);
    /* The first node touches memory that the others have. */
    double one =
        each.transform * (double)r->child +
        ta_cost_touch(r->spectra.transforms, r->log_child) / (double)nodes;
    /* A transform that is still to be made serves others after this. */
    if (r->spectra.band != 0)
        return cost + 2 * one / (double)r->spectra.band;
    if (!ta_spectra_has(&r->spectra, j))
        cost += one / (double)(r->fanout - j);
    if (!ta_spectra_has(&r->spectra, r->fanout + i - j))
        cost += one / ((double)(r->fanout - (i - j)) * (double)nodes);
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
    double cost;
    unsigned best = best_direct(r, i, from, to, way, &cost);
    for (size_t j = from; j < to; j++)
        way[j] = (unsigned char)(1u << best);
}

void ta_choose(ta_reach *r, size_t i, size_t from, size_t to)
{
    size_t slot = i % r->slots;
    unsigned char *way = r->way + slot * r->fanout;
    bool transforms = (r->ways & TA_BY_TRANSFORM) != 0;
    double back = ta_cost_of(r->spectra.transforms, r->log_child).transform;
    /* An open sum has to be brought back in any case; one that sources to come
     * will have a part in, too, is not the first ones' alone. */
    bool open = r->ahead[slot].open;
    double share = open ? 0 : from == 0 ? (double)to / (double)i : 1;
    double all_direct = 0, mixed = share * (double)r->child * back;
    for (size_t j = from; j < to; j++) {
        way[j] = 0;
        if (r->cold[j] == 0 || r->moves[i - j] == 0)
            continue;
        double direct;
        way[j] = TA_BY_PUSH; /* or any */
        best_direct(r, i, j, j + 1, way, &direct);
        double indirect = transforms ? transform_cost(r, i, j) : INFINITY;
        if (indirect < direct)
            way[j] = TA_BY_TRANSFORM;
        all_direct += direct;
        mixed += fmin(direct, indirect);
    }
    bool use = mixed < all_direct;
    for (size_t j = from, run; j < to; j = run + 1) {
        for (run = j; run < to && !(use && way[run] == TA_BY_TRANSFORM);)
            run++;
        choose_direct(r, i, j, run, way);
    }
}
