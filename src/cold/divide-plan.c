/* Plans Eppstein's recursion (divide.h): chooses the sizes of its nodes, which
 * are ranges of positions, so that the predicted time is least. Also computes
 * the bytes of memory that the recursion needs. The function place_arrays
 * counts these bytes and later assigns them to the arrays, so that both always
 * agree. */
#include <math.h>
#include <string.h>

#include "cold/divide.h"

static unsigned base_bits(const ta_job *job)
{
    const unsigned bits = job->options->base_bits;
    return bits != 0 ? bits : TA_TUNE_BASE;
}

/* Returns log2 of the size of the top node, the range of positions that
 * contains all others. The size is the smallest power of two that is at least
 * n, the number of positions of the job. But if this is at most the size of a
 * child, 2^child_bits, the top node has twice the size of a child. */
static unsigned top_bits(const ta_job *job, unsigned child_bits)
{
    const unsigned top = ta_log2_ceil(ta_max_u64(job->n, 2));
    return top > child_bits ? top : child_bits + 1;
}

/* Returns an upper bound on the number of moves (elements of the subtraction
 * set) that are less than `end` and less than the job's n. */
static uint64_t moves_below(const ta_job *job, uint64_t end)
{
    return tai_game_count_bound(job->game, ta_min_u64(end, job->n));
}

static const ta_transforms *transforms_of(const ta_job *job, unsigned bits,
                                          uint64_t node)
{
    return tai_transforms_for(job->options->convolver, bits,
                              moves_below(job, node));
}

/* Returns the length, in 64-bit words, of the bit array of cold positions. The
 * array has one bit for each position, and TA_PAD zero bytes before and after
 * these bits. The words of one base block (the smallest node) are added,
 * because the last base block may end beyond the last position. */
static uint64_t cold_words(const ta_divide *r)
{
    return ta_bits_words(r->job->n) + r->reach[0].child / 64 + 2 * (TA_PAD / 8);
}

static void place_arrays(ta_divide *r)
{
    const bool dense = tai_job_is_dense(r->job);
    uint64_t *cold = ta_arena_place(&r->arena, cold_words(r), 8);
    r->cold = cold != NULL ? cold + TA_PAD / 8 : NULL;
    r->hot = ta_arena_place(&r->arena, r->hot_words, 8);
    tai_base_block_place(&r->base, r->reach[0].plan.log_child, dense,
                         &r->arena);
    tai_convolve_field_place(
        &r->field, moves_below(r->job, dense ? TA_SCRATCH : r->job->n), dense,
        &r->arena);
    for (unsigned k = 0; k < r->levels; k++)
        tai_convolve_reach_place(&r->reach[k], &r->arena);
}

/* Appends a level to the array r->reach. A level consists of all nodes (ranges
 * of positions) of one size. A node of the new level has at most 2^next
 * positions, and consists of children of 2^bits positions each. `ways` is the
 * set of methods (bits TA_BY_...) that may be used to find hot positions
 * (N-positions). `group` is the number of children that are marked together by
 * transforms, or 0 for the default number. */
static void add_level(ta_divide *r, unsigned bits, unsigned next, unsigned ways,
                      size_t group)
{
    const ta_job *job = r->job;
    const uint64_t children = ((job->n == 0 ? 0 : job->n - 1) >> bits) + 1;
    const size_t fanout =
        (size_t)ta_min_u64(children, (uint64_t)1 << (next - bits));
    const uint64_t node = ta_mul_sat(fanout, (uint64_t)1 << bits);
    const ta_transforms *transforms = transforms_of(job, bits, node);
    const double limit = job->options->rounding_limit;
    /* True if the caller's limit for rounding errors is used in place of 1/2.
     * Only the transforms by FFTW have rounding errors, so all other transforms
     * ignore the caller's limit. */
    const bool lower = transforms == &tai_fftw && limit > 0 && limit < 0.5;
    ta_reach *reach = &r->reach[r->levels++];
    *reach = (ta_reach){.plan = {.log_child = bits,
                                 .fanout = fanout,
                                 .ways = ways,
                                 .transforms = transforms,
                                 .group = group,
                                 .limit = lower ? limit : 0.5,
                                 .moves = moves_below(job, node)}};
    tai_convolve_reach_plan(reach);
}

/* Computes the sizes of all arrays of a recursion, and their total r->bytes.
 * All levels must have been added. The function allocates nothing. */
static void count_bytes(ta_divide *r)
{
    /* The number of bytes that a thread pool with few threads allocates. */
    enum { POOL = 320 };
    uint64_t brief = 0;
    /* A run has two structures of type ta_divide: the planned shape, and a copy
     * of it that has memory. */
    r->bytes = 2 * sizeof *r + 64 + POOL;
    for (unsigned k = 0; k < r->levels; k++) {
        r->bytes = ta_add_sat(r->bytes, r->reach[k].store.bytes);
        brief = ta_max_u64(brief, r->reach[k].brief);
    }
    r->hot_words = r->reach[r->levels - 1].child / 64 + TA_PAD / 8;
    place_arrays(r);
    r->bytes = ta_add_sat(r->bytes, ta_add_sat(r->arena.bytes, brief));
}

/* Returns the predicted time of a level of the recursion, in nanoseconds for
 * each position. A level consists of nodes of 2^next positions, which have
 * children of 2^bits positions. `ways` is the set of methods (bits TA_BY_...)
 * that may be used to find hot positions (N-positions). The time is that of the
 * fastest method, or INFINITY if no method of the set has a predicted time.
 * Sets *pays to whether transforms are worth their memory. They are not if
 * shifts of bit arrays take less than 3/4 of the time of transforms. */
static double level_cost(const ta_job *job, unsigned bits, unsigned next,
                         unsigned ways, bool *pays)
{
    const double nodes = fmax(1, ldexp((double)job->n, -(int)next));
    /* `sources` is the average number of earlier siblings that a child of a
     * node has: half the number of children. */
    const double sources = ldexp(0.5, (int)(next - bits));
    double shifts = INFINITY, transforms = INFINITY;
    if (ways & TA_BY_EACH) {
        /* The number of moves v with 2^bits <= v < 2^next. From an average
         * position, half of them lead to an earlier child of the same node. (A
         * child has 2^bits positions, and a node has 2^next.) Moves below
         * 2^bits are counted at the levels with smaller nodes. */
        const double moves = (double)(moves_below(job, (uint64_t)1 << next) -
                                      moves_below(job, (uint64_t)1 << bits));
        shifts = (moves / 2 * tai_shift_cost(next) +
                  ta_tune_tile[tai_cpu_isa()].call) /
                     (double)TA_TILE +
                 sources / 64 * TA_TUNE_SWEEP;
    }
    if ((ways & TA_BY_TRANSFORM) && bits >= TA_TUNE_SHORTEST &&
        bits <= tai_fftw.most_log) {
        /* Each child takes a forward and a backward transform. The set of moves
         * must be transformed, too, but only once for all nodes of the level.
         * This takes as many transforms as one node has children. Divided among
         * the children of all `nodes` nodes, it is 1 / nodes transforms for
         * each child. */
        const ta_transforms *t = transforms_of(job, bits, (uint64_t)1 << next);
        transforms =
            (2 + 1 / nodes) * tai_transform_cost(t, bits, TA_TRANSFORM) +
            sources * tai_transform_cost(t, bits, TA_PRODUCT);
    }
    *pays = shifts >= 0.75 * transforms || shifts == INFINITY;
    return fmin(shifts, transforms);
}

/* What the plan of a recursion may use: methods of finding hot positions
 * (N-positions), as bits TA_BY_... (reach.h), and a largest number of children
 * of a node. */
typedef struct allowance {
    /* The methods (bits TA_BY_...) that nodes of every size may use. */
    unsigned ways;
    /* Nodes of at most 2^low positions may also use shifts of bit arrays, even
     * if `ways` does not have this method. */
    unsigned low;
    unsigned step; /* A node has at most 2^step children. */
} allowance;

/* Plans the recursion with the least predicted time, and sets *r. A node of the
 * recursion is a range of positions, divided into smaller ranges, its children.
 * A level consists of all nodes of one size, at most 2^top positions. `a` has
 * the allowed methods and numbers of children. If `group` is not 0, the
 * function adds one more level at the top, with one node of all positions. To
 * save memory, that level stores sums of transforms for only `group` children
 * at a time.
 *
 * The plan is made by a dynamic program. It goes through the sizes 2^b of
 * children, from large to small. cheapest[b] is the least predicted time, for
 * each position, of all levels with children of 2^b or more positions. The
 * level with children of 2^b positions has nodes of 2^next[b] positions and
 * uses the methods use[b]. */
static void plan_cheapest(ta_divide *r, const ta_job *job, allowance a,
                          unsigned top, size_t group)
{
    const unsigned base = base_bits(job);
    double cheapest[65] = {0};
    unsigned next[65] = {0}, use[65];
    for (unsigned b = top; b-- > base;) {
        cheapest[b] = INFINITY;
        for (unsigned e = b + 1; e <= ta_min_u64(b + a.step, top); e++) {
            const unsigned ways = a.ways | (e <= a.low ? TA_BY_EACH : 0);
            const bool narrow = e == top && e - b < TA_TUNE_TOP_CHILDREN &&
                                top - base >= TA_TUNE_TOP_CHILDREN;
            bool pays;
            const double cost = level_cost(job, b, e, ways, &pays) +
                                cheapest[e] + (narrow ? 1e3 : 0);
            /* The comparison is <=, so that the largest node wins among equal
             * costs. If all costs are INFINITY, the plan then has the fewest
             * levels that are possible. */
            if (cost <= cheapest[b]) {
                cheapest[b] = cost;
                next[b] = e;
                use[b] = pays ? ways : ways & ~(unsigned)TA_BY_TRANSFORM;
            }
        }
    }
    *r = (ta_divide){.job = job};
    for (unsigned b = base; b < top; b = next[b])
        add_level(r, b, next[b], use[b], 0);
    if (group != 0)
        add_level(r, top, top_bits(job, top), a.ways, group);
    count_bytes(r);
}

static bool plan_fits(const ta_divide *r)
{
    const uint64_t most = r->job->options->max_memory;
    return most == 0 || ta_add_sat(r->bytes, tai_set_memory(r->job->game,
                                                            r->job->n)) <= most;
}

/* Plans a recursion within the memory limit options->max_memory, and sets *r.
 * First tries the fastest plan. If that plan needs too much memory and may use
 * transforms, tries plans in which the top node, the range of all positions,
 * has many children. Such plans keep fewer transforms in memory. They differ in
 * the size of these children, and in the number of children that are marked
 * together, a group. For each size of children, from large to small, the
 * function tries all sizes of groups, from large to small. *r is the first plan
 * that fits into the limit, or the last plan that was tried. */
static void plan_within(ta_divide *r, const ta_job *job, allowance a)
{
    /* Limits for plans that have a large top node, divided into many children.
     * (A node is a range of positions. The top node has all positions.) Each
     * child has 2^LEAST_BITS to 2^MOST_BITS positions, and there are at most
     * CHILDREN children. The children are handled in groups of LEAST_GROUP to
     * MOST_GROUP children. With smaller groups, the same transforms would be
     * computed too often. */
    enum { MOST_BITS = 24, LEAST_BITS = 14, CHILDREN = 1024 };
    enum { MOST_GROUP = 64, LEAST_GROUP = 4 };
    plan_cheapest(r, job, a, top_bits(job, base_bits(job)), 0);
    if (!(a.ways & TA_BY_TRANSFORM))
        return;
    for (unsigned bits = MOST_BITS; bits >= LEAST_BITS; bits--)
        for (size_t group = MOST_GROUP; group >= LEAST_GROUP;
             group -= (group + 7) / 8) {
            if (plan_fits(r))
                return;
            if (bits > base_bits(job) && job->n >> bits > group &&
                job->n >> bits < CHILDREN)
                plan_cheapest(r, job, a, bits, group);
        }
}

void *tai_cold_divide_shape(const ta_job *job, ta_divide_kind kind)
{
    const ta_convolver convolver = job->options->convolver;
    const allowance each = {TA_BY_EACH, 0, TA_TUNE_CHILDREN};
    allowance a = {TA_BY_EACH | TA_BY_TRANSFORM, 0, TA_TUNE_CHILDREN};
    ta_divide *r = tai_alloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    if (kind == TA_DIVIDE_PACKED ||
        (convolver == TA_CONVOLVER_GMP && kind != TA_DIVIDE_SHIFT))
        a = (allowance){TA_BY_PACKED, 0, 1};
    else if (kind == TA_DIVIDE_SHIFT || convolver == TA_CONVOLVER_SHIFT)
        a = each;
    else if (kind == TA_DIVIDE_TRANSFORMS) {
        a.ways = TA_BY_TRANSFORM;
        /* Nodes of at most 2^17 positions (TA_TUNE_TRANSFORMS) may use shifts
         * of bit arrays. If the options set the size of base blocks, all nodes
         * use transforms, however small they are. */
        a.low = job->options->base_bits != 0 ? 0 : TA_TUNE_TRANSFORMS;
    }
    plan_within(r, job, a);
    /* If even the smallest plan with transforms needs more memory than allowed,
     * all levels use shifts of bit arrays. This is slower but needs less
     * memory. */
    if (kind == TA_DIVIDE_ANY && !plan_fits(r))
        plan_cheapest(r, job, each, top_bits(job, base_bits(job)), 0);
    return r;
}

ta_status tai_cold_divide_open(const ta_job *job, const ta_divide *shape,
                               ta_divide **out)
{
    *out = NULL;
    ta_divide *r = tai_alloc(1, sizeof *r);
    if (r == NULL)
        return TA_ENOMEM;
    *r = *shape;
    r->job = job;
    ta_status st = ta_arena_open(&r->arena);
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

void tai_cold_divide_report(const ta_divide *r, ta_stats *stats)
{
    double plan_s = 0;
    for (unsigned k = r->levels; k-- > 0;) {
        tai_convolve_reach_report(&r->reach[k], stats);
        plan_s += r->reach[k].store.plan_s;
    }
    if (plan_s > 0)
        tai_stats_add(stats, "plan_s", "%.6f", plan_s);
}

void tai_cold_divide_close(ta_divide *r)
{
    if (r == NULL)
        return;
    for (unsigned k = 0; k < r->levels; k++)
        tai_convolve_reach_close(&r->reach[k]);
    tai_pool_close(&r->pool);
    ta_arena_close(&r->arena);
    ta_free(r);
}
