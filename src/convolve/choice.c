/* Which way to go from which source to which target: the cheapest, by the
 * cost model. */
#include "convolve/reach-inside.h"

/* What the ways that are not transforms cost from source j to target i, at
 * the place of their name; INFINITY where a way is not to be had. */
static void direct_costs(const ta_reach *r, size_t i, size_t j, double cost[3])
{
    const ta_costs *k = r->costs;
    double cold = (double)r->cold[j], moves = (double)r->moves[i - j] / 2;
    double tiles = ceil((double)r->child / TA_TILE);
    double tile = ta_cost_tile(
        ta_log2_ceil(ta_min_u64(r->child * r->setup.fanout, r->field->n)));
    bool dense = r->field->set->bits != NULL;
    unsigned ways = r->setup.ways;
    cost[PUSH] = cost[S_MAJOR] = cost[COLD_MAJOR] = INFINITY;
    if (ways & TA_BY_PUSH) {
        cost[PUSH] = cold * (k->push_cold + moves * k->push_mark);
        if (dense) /* the window is decoded for every cold position */
            cost[PUSH] += cold * (moves * k->decode + (double)r->child / 64);
    }
    if (ways & TA_BY_S_MAJOR)
        cost[S_MAJOR] = moves * (tiles * tile + (dense ? k->decode : 0)) +
                        (dense ? (double)r->child / 64 * k->sweep : 0);
    if ((ways & TA_BY_COLD_MAJOR) && dense)
        cost[COLD_MAJOR] = cold * (tiles * tile + k->decode) +
                           (double)r->child / 64 * k->sweep;
}

/* What transforms cost from source j to target i, beyond the one back. */
static double transform_cost(const ta_reach *r, size_t i, size_t j)
{
    double size = (double)r->child;
    const ta_transforms *t = r->setup.transforms;
    double one = ta_cost_transform(t, r->setup.log_child) * size;
    double cost = ta_cost_product(t, r->setup.log_child) * size;
    /* A transform that is still to be made serves others after this. */
    if (!r->spectra.source_ready[j])
        cost += one / (double)(r->setup.fanout - j);
    if (!r->spectra.window_ready[i - j])
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
    double sum[3] = {0}, cost[3];
    for (size_t j = from; j < to; j++) {
        if (way[j] == 0)
            continue;
        direct_costs(r, i, j, cost);
        for (int k = 0; k < 3; k++)
            sum[k] += cost[k];
    }
    unsigned best = PUSH;
    for (unsigned k = S_MAJOR; k <= COLD_MAJOR; k++)
        if (sum[k] < sum[best])
            best = k;
    /* Without any of the three it is GMP's turn. */
    if (sum[best] == INFINITY)
        best = PACKED;
    for (size_t j = from; j < to; j++)
        way[j] = (unsigned char)(1u << best);
}

void ta_choose(ta_reach *r, size_t i, size_t from, size_t to, bool open)
{
    unsigned char *way = r->way + i % r->group * r->setup.fanout;
    bool transforms = ta_may_transform(r);
    double all_direct = 0, mixed = 0;
    if (transforms && !open)
        mixed = ta_cost_transform(r->setup.transforms, r->setup.log_child) *
                (double)r->child;
    for (size_t j = from; j < to; j++) {
        way[j] = 0;
        if (r->cold[j] == 0 || r->moves[i - j] == 0)
            continue;
        double cost[3];
        direct_costs(r, i, j, cost);
        double direct = fmin(cost[PUSH], fmin(cost[S_MAJOR], cost[COLD_MAJOR]));
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
