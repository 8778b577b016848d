#include "cold/shape.h"

#include <math.h>

#include "convolve/reach.h"

static unsigned top_of(uint64_t n, unsigned base_bits)
{
    unsigned top = ta_log2_ceil(ta_max_u64(n, 2));
    return top > base_bits ? top : base_bits + 1;
}

static void add_level(ta_shape *shape, uint64_t n, unsigned bits, unsigned step,
                      unsigned ways)
{
    unsigned k = shape->levels++;
    uint64_t children = ((n == 0 ? 0 : n - 1) >> bits) + 1;
    shape->log_child[k] = bits;
    shape->fanout[k] = (size_t)ta_min_u64(children, (uint64_t)1 << step);
    shape->ways[k] = ways;
}

ta_shape ta_shape_even(uint64_t n, unsigned base_bits, unsigned step,
                       unsigned ways)
{
    ta_shape shape = {.levels = 0};
    unsigned top = top_of(n, base_bits);
    for (unsigned bits = base_bits, add; bits < top; bits += add) {
        unsigned levels = (top - bits + step - 1) / step;
        add = (top - bits) / levels;
        add_level(&shape, n, bits, add, ways);
    }
    return shape;
}

/* A node has at most 2^6 children: with more, the products leave the caches
 * (squares at 2^24: 80 ns a position with 2^7 children, 62 with 2^6). And the
 * top one at least 2^4 where it can, which bounds the memory of its sums
 * against that of its transforms. */
enum { MOST = 6, LEAST_ON_TOP = 4, LEAST_TRANSFORM = 12 };

uint64_t ta_moves_below(const ta_job *job, uint64_t end)
{
    return ta_game_count_bound(job->game, ta_min_u64(end, job->n));
}

const ta_transforms *ta_level_transforms(const ta_job *job, unsigned log_child,
                                         uint64_t node)
{
    return ta_transforms_for(job->options->convolver, log_child,
                             ta_moves_below(job, node));
}

/* Nanoseconds a position of a level from 2^bits to 2^next, by shifts and by
 * transforms; INFINITY for what `ways` does not allow. */
typedef struct level_cost {
    double shifts, transforms;
} level_cost;

static level_cost cost_of(const ta_job *job, unsigned bits, unsigned next,
                          unsigned ways)
{
    level_cost cost = {INFINITY, INFINITY};
    if (ways & TA_BY_SHIFT) {
        /* Sources are on average half a node away, less half a child: those
         * are for the levels below. */
        double moves = (double)(ta_moves_below(job, (uint64_t)1 << next) -
                                ta_moves_below(job, (uint64_t)1 << bits));
        cost.shifts =
            (moves / 2 * ta_cost_tile(next) + ta_cost_tile_call()) / TA_TILE +
            ldexp(0.5, (int)(next - bits)) / 64 * TA_COST_SWEEP;
    }
    if (bits >= LEAST_TRANSFORM && (ways & TA_BY_TRANSFORM)) {
        const ta_transforms *t =
            ta_level_transforms(job, bits, (uint64_t)1 << next);
        ta_transform_cost one = ta_cost_of(t, bits);
        double nodes = fmax(1, ldexp((double)job->n, -(int)next));
        double touched = ldexp(2 * ta_cost_touch(t, bits), -(int)bits);
        cost.transforms = (2 + 1 / nodes) * one.transform + touched / nodes +
                          ldexp(0.5, (int)(next - bits)) * one.product;
    }
    return cost;
}

ta_shape ta_shape_cheapest(const ta_job *job, unsigned base_bits, unsigned low,
                           unsigned ways, unsigned band_bits, size_t band)
{
    unsigned top = band != 0 ? band_bits : top_of(job->n, base_bits);
    /* cost[b]: of all levels from 2^b up; step[b], use[b]: the first one's, and
     * its ways. */
    double cost[65] = {0};
    unsigned step[65] = {0}, use[65];
    for (unsigned b = top; b-- > base_bits;) {
        cost[b] = INFINITY;
        for (unsigned s = 1; s <= MOST && b + s <= top; s++) {
            bool narrow = b + s == top && s < LEAST_ON_TOP;
            unsigned allowed = ways | (b + s <= low ? TA_BY_SHIFT : 0);
            level_cost level = cost_of(job, b, b + s, allowed);
            double c = fmin(level.shifts, level.transforms) + cost[b + s] +
                       (narrow && top - base_bits >= LEAST_ON_TOP ? 1e3 : 0);
            /* Without a way yet (tiny transforms): fewer levels. */
            if (c < cost[b] || step[b] == 0) {
                cost[b] = c;
                step[b] = s;
                use[b] = allowed;
                /* Room for transforms is not asked for where none is in
                 * sight. */
                if (level.shifts < 0.75 * level.transforms)
                    use[b] &= ~(unsigned)TA_BY_TRANSFORM;
            }
        }
    }
    ta_shape shape = {.band = band};
    for (unsigned b = base_bits; b < top; b += step[b])
        add_level(&shape, job->n, b, step[b], use[b]);
    if (band != 0)
        add_level(&shape, job->n, top, top_of(job->n, top) - top, ways);
    return shape;
}
