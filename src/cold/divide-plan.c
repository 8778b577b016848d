/* Plans the recursion: sizes of nodes of least predicted time, and bytes.
 * place_arrays counts the bytes and later assigns them, so that both agree.
 * Words: divide.h, convolve/reach.h. */
#include <math.h>
#include <string.h>

#include "cold/divide.h"

static unsigned base_bits(const tai_job *job)
{
    const unsigned bits = job->options->base_bits;
    return bits != 0 ? bits : TA_TUNE_BASE;
}

/* Returns log2 of the top node: all positions, at least two children. */
static unsigned top_bits(const tai_job *job, unsigned child_bits)
{
    const unsigned top = tai_log2_ceil(tai_max_u64(job->n, 2));
    return top > child_bits ? top : child_bits + 1;
}

/* Returns a bound on the moves below `end` and n. */
static uint64_t moves_below(const tai_job *job, uint64_t end)
{
    return tai_game_count_bound(job->game, tai_min_u64(end, job->n));
}

/* A bit for each position, TA_PAD zero bytes on both sides, and a base block,
 * since the last one may end beyond n. */
static uint64_t cold_words(const tai_divide *r)
{
    return ta_bits_words(r->job->n) + r->reach[0].child / 64 + 2 * (TA_PAD / 8);
}

static void place_arrays(tai_divide *r)
{
    const bool dense = tai_job_is_dense(r->job);
    uint64_t *cold = tai_arena_place(&r->arena, cold_words(r), 8);
    r->cold = cold != NULL ? cold + TA_PAD / 8 : NULL;
    r->hot = tai_arena_place(&r->arena, r->hot_words, 8);
    tai_base_block_place(&r->base, r->reach[0].plan.log_child, dense,
                         &r->arena);
    tai_convolve_field_place(
        &r->field, moves_below(r->job, dense ? TA_SCRATCH : r->job->n), dense,
        &r->arena);
    for (unsigned k = 0; k < r->levels; k++)
        tai_convolve_reach_place(&r->reach[k], &r->arena);
}

/* Appends a level of nodes of at most 2^next positions with children of 2^bits.
 */
static void add_level(tai_divide *r, unsigned bits, unsigned next,
                      unsigned ways, size_t group)
{
    const tai_job *job = r->job;
    const uint64_t children = ((job->n == 0 ? 0 : job->n - 1) >> bits) + 1;
    const size_t fanout =
        (size_t)tai_min_u64(children, (uint64_t)1 << (next - bits));
    const uint64_t node = tai_mul_sat(fanout, (uint64_t)1 << bits);
    const tai_transforms *transforms =
        tai_cold_transforms(job, bits, moves_below(job, node));
    const double limit = job->options->rounding_limit;
    /* Only FFTW rounds, so only there the caller's limit counts. */
    const bool lower = transforms == &tai_fftw && limit > 0 && limit < 0.5;
    tai_reach *reach = &r->reach[r->levels++];
    *reach = (tai_reach){.plan = {.log_child = bits,
                                  .fanout = fanout,
                                  .ways = ways,
                                  .transforms = transforms,
                                  .group = group,
                                  .limit = lower ? limit : 0.5,
                                  .moves = moves_below(job, node)}};
    tai_convolve_reach_plan(reach);
}

/* Computes all sizes and r->bytes. */
static void count_bytes(tai_divide *r)
{
    enum { POOL = 320 }; /* bytes of a small thread pool */
    uint64_t brief = 0;
    /* the plan, and its copy that has the arrays */
    r->bytes = 2 * sizeof *r + 64 + POOL;
    for (unsigned k = 0; k < r->levels; k++) {
        r->bytes = tai_add_sat(r->bytes, r->reach[k].store.bytes);
        brief = tai_max_u64(brief, r->reach[k].brief);
    }
    r->hot_words = r->reach[r->levels - 1].child / 64 + TA_PAD / 8;
    place_arrays(r);
    r->bytes = tai_add_sat(r->bytes, tai_add_sat(r->arena.bytes, brief));
}

/* Returns the predicted nanoseconds a position of a level (nodes of 2^node) by
 * the fastest way, INFINITY if none is known. *pays: transforms are worth their
 * memory, since shifts take at least 3/4 of their time. */
static double level_cost(const tai_job *job, unsigned child, unsigned node,
                         unsigned ways, bool *pays)
{
    const double nodes = fmax(1, ldexp((double)job->n, -(int)node));
    /* On average a child has half of its siblings before it. */
    const double sources = ldexp(0.5, (int)(node - child));
    double shifts = INFINITY, transforms = INFINITY;
    if (ways & TA_BY_EACH) {
        /* From an average position half of these moves lead to an earlier
         * child; shorter ones count at smaller nodes. */
        const double moves = (double)(moves_below(job, (uint64_t)1 << node) -
                                      moves_below(job, (uint64_t)1 << child));
        shifts = (moves / 2 * tai_shift_cost(node) +
                  tai_tune_tile[tai_cpu_isa()].call) /
                     (double)TA_TILE +
                 sources / 64 * TA_TUNE_SWEEP;
    }
    if ((ways & TA_BY_TRANSFORM) && child >= TA_TUNE_SHORTEST &&
        child <= tai_fftw.most_log) {
        /* Two transforms a child; those of the windows, as many as a node has
         * children, serve all nodes. */
        const tai_transforms *t = tai_cold_transforms(
            job, child, moves_below(job, (uint64_t)1 << node));
        transforms =
            (2 + 1 / nodes) * tai_transform_cost(t, child, TA_TRANSFORM) +
            sources * tai_transform_cost(t, child, TA_PRODUCT);
    }
    *pays = shifts >= 0.75 * transforms || shifts == INFINITY;
    return fmin(shifts, transforms);
}

/* Plans the levels up to 2^top by a dynamic program over the sizes of children,
 * from large to small: cheapest[c] is the least predicted time of all levels
 * with children of at least 2^c. With `group`, one more level on top sums for
 * `group` children at a time, which saves memory. */
static void plan_cheapest(tai_divide *r, const tai_job *job,
                          tai_divide_ways allowed, unsigned top, size_t group)
{
    const unsigned base = base_bits(job);
    double cheapest[65] = {0};
    unsigned next[65] = {0}, use[65];
    for (unsigned child = top; child-- > base;) {
        cheapest[child] = INFINITY;
        for (unsigned node = child + 1;
             node <= tai_min_u64(child + allowed.log_children, top); node++) {
            const unsigned ways =
                allowed.ways | (node <= allowed.log_shift ? TA_BY_EACH : 0);
            /* A narrow top node takes memory. */
            const bool narrow = node == top &&
                                node - child < TA_TUNE_TOP_CHILDREN &&
                                top - base >= TA_TUNE_TOP_CHILDREN;
            bool pays;
            const double cost = level_cost(job, child, node, ways, &pays) +
                                cheapest[node] + (narrow ? 1e3 : 0);
            /* <=: the largest node wins among equal costs, so that there are
             * few levels. */
            if (cost <= cheapest[child]) {
                cheapest[child] = cost;
                next[child] = node;
                use[child] = pays ? ways : ways & ~(unsigned)TA_BY_TRANSFORM;
            }
        }
    }
    *r = (tai_divide){.job = job};
    for (unsigned child = base; child < top; child = next[child])
        add_level(r, child, next[child], use[child], 0);
    if (group != 0)
        add_level(r, top, top_bits(job, top), allowed.ways, group);
    count_bytes(r);
}

bool tai_divide_fits(const tai_divide *r)
{
    const uint64_t most = r->job->options->max_memory;
    return most == 0 ||
           tai_add_sat(r->bytes, tai_set_memory(r->job->game, r->job->n)) <=
               most;
}

/* The fastest plan, else one with many children at the top, which keeps few
 * transforms; larger children first, then larger groups. */
void tai_divide_plan(tai_divide *r, const tai_job *job, tai_divide_ways allowed)
{
    /* Smaller groups would compute the same transforms too often. */
    enum { MOST_BITS = 24, LEAST_BITS = 14, CHILDREN = 1024 };
    enum { MOST_GROUP = 64, LEAST_GROUP = 4 };
    plan_cheapest(r, job, allowed, top_bits(job, base_bits(job)), 0);
    if (!(allowed.ways & TA_BY_TRANSFORM))
        return;
    for (unsigned bits = MOST_BITS; bits >= LEAST_BITS; bits--)
        for (size_t group = MOST_GROUP; group >= LEAST_GROUP;
             group -= (group + 7) / 8) {
            if (tai_divide_fits(r))
                return;
            if (bits > base_bits(job) && job->n >> bits > group &&
                job->n >> bits < CHILDREN)
                plan_cheapest(r, job, allowed, bits, group);
        }
}

ta_status tai_cold_divide_open(const tai_job *job, const tai_divide *shape,
                               tai_divide **out)
{
    *out = NULL;
    tai_divide *r = tai_alloc(1, sizeof *r);
    if (r == NULL)
        return TA_ENOMEM;
    *r = *shape;
    r->job = job;
    ta_status st = tai_arena_open(&r->arena);
    if (st == TA_OK)
        st = tai_pool_open(&r->pool, job->threads, job->error);
    if (st != TA_OK) {
        tai_cold_divide_close(r);
        return st;
    }
    place_arrays(r);
    memset(r->cold - TA_PAD / 8, 0, 8 * cold_words(r));
    tai_base_block_init(&r->base, job->set, job->n, job->first);
    tai_convolve_field_init(&r->field, job->set, r->cold, job->n, &r->pool);
    for (unsigned k = 0; k < r->levels; k++)
        tai_convolve_reach_open(&r->reach[k], &r->field);
    *out = r;
    return TA_OK;
}

void tai_cold_divide_report(const tai_divide *r, ta_stats *stats)
{
    double plan_s = 0;
    for (unsigned k = r->levels; k-- > 0;) {
        tai_convolve_reach_report(&r->reach[k], stats);
        plan_s += r->reach[k].store.plan_s;
    }
    if (plan_s > 0)
        tai_report_add(stats, "plan_s", "%.6f", plan_s);
}

void tai_cold_divide_close(tai_divide *r)
{
    if (r == NULL)
        return;
    for (unsigned k = 0; k < r->levels; k++)
        tai_convolve_reach_close(&r->reach[k]);
    tai_pool_close(&r->pool);
    tai_arena_close(&r->arena);
    ta_free(r);
}
