#include "cold/divide.h"

#include <math.h>
#include <string.h>

#include "cold/base-block.h"
#include "run/known.h"
#include "cold/work.h"
#include "convolve/fft.h"
#include "convolve/reach.h"

struct ta_divide {
    const ta_job *job;
    const ta_shape *shape;
    const uint64_t *among; /* NULL: all positions */
    ta_team team;
    ta_field field;
    ta_base_block base;
    ta_reach *reach[TA_MAX_LEVELS];
    uint64_t *cold_store; /* padded on both sides */
    uint64_t *cold;
    uint64_t *hot; /* marks of the present child of the top level */
    uint64_t hot_lo, hot_words;
    ta_work work;
    double share;  /* as last told */
    uint64_t done; /* and the positions that are finished */
    bool used;     /* cold holds the result of a pass */
};

static ta_reach_setup level_setup(const ta_job *job, const ta_shape *shape,
                                  unsigned level)
{
    const ta_options *options = job->options;
    uint64_t bound = ta_game_count_bound(job->game, job->n);
    const ta_transforms *transforms =
        ta_transforms_for(options->convolver, shape->log_child[level]);
    ta_reach_setup setup = {.log_child = shape->log_child[level],
                            .fanout = shape->fanout[level],
                            .ways = shape->ways[level],
                            .transforms = transforms,
                            .planning = options->planning,
                            .wisdom = options->wisdom,
                            .limit = transforms == &ta_fftw
                                         ? ta_fft_limit(options->rounding_limit)
                                         : 0.5,
                            .moves = bound,
                            .dense = ta_set_is_dense(bound, job->n)};
    /* Windows with elements of S, at a distance of d children. */
    uint64_t below[2] = {0};
    for (size_t d = 0; d < setup.fanout; d++) {
        uint64_t end = ta_mul_sat(d + 1, (uint64_t)1 << setup.log_child);
        uint64_t now = ta_game_count_bound(job->game, ta_min_u64(end, job->n));
        setup.windows += d > 0 && now > below[d % 2];
        below[d % 2] = now;
    }
    return setup;
}

/* Room for the last base block and a tile beyond it. */
static uint64_t cold_words(const ta_job *job, const ta_shape *shape)
{
    return ta_bits_words(job->n) + ((uint64_t)1 << shape->log_child[0]) / 64 +
           2 * (TA_PAD / 8);
}

static uint64_t hot_words(const ta_shape *shape)
{
    return ((uint64_t)1 << shape->log_child[shape->levels - 1]) / 64 +
           TA_PAD / 8;
}

uint64_t ta_divide_memory(const ta_job *job, const ta_shape *shape)
{
    uint64_t bound = ta_game_count_bound(job->game, job->n);
    uint64_t total = ta_field_memory(bound, job->n) + sizeof(ta_divide);
    total =
        ta_add_sat(total, ta_base_block_memory(shape->log_child[0],
                                               ta_set_is_dense(bound, job->n)));
    total = ta_add_sat(total, 8 * cold_words(job, shape));
    total = ta_add_sat(total, 8 * hot_words(shape));
    uint64_t passing = 0;
    for (unsigned k = 0; k < shape->levels; k++) {
        ta_reach_setup setup = level_setup(job, shape, k);
        total = ta_add_sat(total, ta_reach_memory(&setup));
        passing = ta_max_u64(passing, ta_reach_passing_memory(&setup));
    }
    return ta_add_sat(total, passing);
}

/* Tells how far the run is. What is foreseen changes, but what is told must
 * not fall. */
static ta_status tell(void *divide)
{
    ta_divide *r = divide;
    r->share = fmax(r->share, ta_work_share(&r->work, r->done));
    return ta_job_poll(r->job, r->share, r->done);
}

/* The base block at `start`, whose marks from before it are in. */
static ta_status solve_base(ta_divide *r, uint64_t start, uint64_t *hot)
{
    const ta_job *job = r->job;
    uint64_t size = (uint64_t)1 << r->shape->log_child[0];
    uint64_t end = ta_min_u64(start + size, job->n);
    uint64_t *cold = r->cold + start / 64;
    ta_base_block_solve(&r->base, start, hot, cold);
    ta_status st = ta_job_emit_bits(job, start, end, cold);
    r->done = end;
    return st != TA_OK ? st : tell(r);
}

/* The children of the node at lo that are known whole. */
static size_t known_children(const ta_divide *r, unsigned level, uint64_t lo)
{
    if (lo >= r->job->known)
        return 0;
    return (size_t)ta_min_u64((r->job->known - lo) >>
                                  r->shape->log_child[level],
                              r->shape->fanout[level]);
}

/* Marks of the child of the top level at `start`: positions that are left out
 * count as hot from the outset. */
static void start_marks(ta_divide *r, uint64_t start)
{
    memset(r->hot, 0, 8 * r->hot_words);
    r->hot_lo = start;
    uint64_t words = ta_bits_words(r->job->n) - start / 64;
    if (r->among != NULL)
        for (uint64_t w = 0; w < ta_min_u64(words, r->hot_words); w++)
            r->hot[w] = ~r->among[start / 64 + w];
}

/* Finishes [lo, lo + size of a node of `level`), whose marks from before lo
 * are in: in turn, the targets reached from the earlier children are marked
 * and the child is solved, which makes it a source for the later ones. With
 * two children this is Eppstein's recursion as he states it. */
static ta_status solve(ta_divide *r, unsigned level, uint64_t lo)
{
    const ta_job *job = r->job;
    ta_reach *reach = r->reach[level];
    ta_reach_begin(reach, lo);
    /* Children that are known are sources only; but in a group that is not
     * known whole they are targets too, since its sums are formed together. */
    size_t known = known_children(r, level, lo), i = 0;
    for (; i < known - known % ta_reach_group(reach); i++)
        ta_reach_source(reach, i);
    for (; i < r->shape->fanout[level]; i++) {
        uint64_t start = lo + ((uint64_t)i << r->shape->log_child[level]);
        if (start >= job->n)
            break;
        if (level == r->shape->levels - 1)
            start_marks(r, start);
        uint64_t *hot = r->hot + (start - r->hot_lo) / 64;
        ta_status st = ta_reach_child(reach, i, hot);
        if (st == TA_OK && i >= known)
            st = level > 0 ? solve(r, level - 1, start)
                           : solve_base(r, start, hot);
        if (st != TA_OK)
            return st;
    }
    return TA_OK;
}

ta_status ta_divide_open(const ta_job *job, const ta_shape *shape,
                         ta_divide **out)
{
    *out = NULL;
    ta_divide *r = ta_alloc_zero(1, sizeof *r);
    if (r == NULL)
        return TA_ENOMEM;
    r->job = job;
    r->shape = shape;
    r->done = job->known;
    r->hot_words = hot_words(shape);
    r->cold_store = ta_alloc_zero(cold_words(job, shape), 8);
    r->hot = ta_alloc(r->hot_words, 8);
    ta_status st = TA_ENOMEM;
    if (r->cold_store == NULL || r->hot == NULL)
        goto done;
    r->cold = r->cold_store + TA_PAD / 8;
    st = ta_team_open(&r->team, job->threads, job->error);
    if (st == TA_OK)
        st = ta_field_init(&r->field, job->set, r->cold, job->n, &r->team);
    if (st == TA_OK)
        st = ta_base_block_init(&r->base, job->set, shape->log_child[0], job->n,
                                job->first);
    r->field.pause = tell;
    r->field.pause_state = r;
    for (unsigned k = 0; k < shape->levels && st == TA_OK; k++) {
        ta_reach_setup setup = level_setup(job, shape, k);
        st = ta_reach_new(&r->field, &setup, &r->reach[k]);
    }
    if (st == TA_OK)
        ta_work_plan(&r->work, job, shape, r->reach);
done:
    if (st == TA_OK)
        *out = r;
    else
        ta_divide_close(r);
    return st;
}

ta_status ta_divide_pass(ta_divide *r, const uint64_t *among)
{
    if (r->used)
        memset(r->cold_store, 0, 8 * cold_words(r->job, r->shape));
    r->used = true;
    r->among = among;
    return solve(r, r->shape->levels - 1, 0);
}

void ta_divide_report(const ta_divide *r, ta_stats *stats)
{
    double plan_s = 0;
    for (unsigned k = r->shape->levels; k-- > 0;)
        ta_reach_report(r->reach[k], stats, &plan_s);
    if (plan_s > 0)
        ta_stats_add(stats, "plan_s", "%.6f", plan_s);
}

void ta_divide_close(ta_divide *r)
{
    if (r == NULL)
        return;
    for (unsigned k = 0; k < r->shape->levels; k++)
        ta_reach_free(r->reach[k]);
    ta_base_block_free(&r->base);
    ta_field_free(&r->field);
    ta_team_close(&r->team);
    ta_free(r->hot);
    ta_free(r->cold_store);
    ta_free(r);
}

ta_status ta_divide_run(const ta_job *job, const ta_shape *shape)
{
    ta_divide *r;
    ta_status st = ta_divide_open(job, shape, &r);
    if (st == TA_OK)
        st = ta_known_store(job, r->cold);
    if (st == TA_OK)
        st = tell(r);
    if (st == TA_OK)
        st = ta_divide_pass(r, NULL);
    if (st == TA_OK)
        ta_divide_report(r, job->options->stats);
    ta_divide_close(r);
    return st;
}
