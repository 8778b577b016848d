/* What a recursion holds: sizes are found once, told, and allocated. */
#include <string.h>

#include "cold/divide.h"

static void plan_level(ta_reach *reach, const ta_job *job,
                       const ta_shape *shape, unsigned level)
{
    const ta_options *options = job->options;
    unsigned log_child = shape->log_child[level];
    uint64_t node = ta_mul_sat(shape->fanout[level], (uint64_t)1 << log_child);
    const ta_transforms *transforms = ta_level_transforms(job, log_child, node);
    double limit = options->rounding_limit; /* where there are roundings */
    bool lower = transforms == &ta_fftw && limit > 0 && limit < 0.5;
    ta_spectra spectra = {.transforms = transforms,
                          .band = level == shape->levels - 1 ? shape->band : 0};
    uint64_t child = (uint64_t)1 << log_child;
    for (size_t d = 1; d < shape->fanout[level]; d++)
        spectra.windows += ta_moves_below(job, ta_mul_sat(d + 1, child)) >
                           ta_moves_below(job, (d - 1) * child);
    *reach = (ta_reach){.log_child = log_child,
                        .fanout = shape->fanout[level],
                        .ways = shape->ways[level],
                        .limit = lower ? limit : 0.5,
                        .moves_most = ta_moves_below(job, node),
                        .dense = ta_job_is_dense(job),
                        .early = job->threads > 1,
                        .spectra = spectra};
    ta_reach_plan(reach);
}

/* Bits of cold positions: zeros before them, and after them, where the last
 * block may end beyond n and a tile beyond that. */
static uint64_t cold_words(const ta_divide *r)
{
    return ta_bits_words(r->job->n) + r->reach[0].child / 64 + 2 * (TA_PAD / 8);
}

static void place(ta_divide *r)
{
    uint64_t *cold = ta_arena_place(&r->arena, cold_words(r), 8);
    r->cold = cold != NULL ? cold + TA_PAD / 8 : NULL;
    r->hot = ta_arena_place(&r->arena, r->hot_words, 8);
    bool dense = ta_job_is_dense(r->job);
    ta_base_block_place(&r->base, r->reach[0].log_child, dense, &r->arena);
    ta_field_place(&r->field,
                   ta_moves_below(r->job, dense ? TA_SCRATCH : r->job->n),
                   dense, &r->arena);
    for (unsigned k = 0; k < r->levels; k++)
        ta_reach_place(&r->reach[k], &r->arena);
}

void ta_divide_plan(ta_divide *r, const ta_job *job, const ta_shape *shape)
{
    *r = (ta_divide){.job = job, .levels = shape->levels};
    uint64_t passing = 0;
    for (unsigned k = 0; k < r->levels; k++) {
        ta_reach *reach = &r->reach[k];
        plan_level(reach, job, shape, k);
        r->bytes = ta_add_sat(r->bytes, reach->spectra.bytes);
        passing = ta_max_u64(passing, reach->passing_bytes);
    }
    r->hot_words = r->reach[r->levels - 1].child / 64 + TA_PAD / 8;
    place(r);
    enum { TEAM = 320 }; /* what a small team takes */
    /* The sizes, and the recursion that is made by them. */
    passing = ta_add_sat(passing, 2 * sizeof *r + 64 + TEAM);
    r->bytes = ta_add_sat(r->bytes, ta_add_sat(r->arena.bytes, passing));
}

ta_status ta_divide_open(const ta_job *job, const ta_divide *sizes,
                         ta_divide **out)
{
    *out = NULL;
    ta_divide *r = ta_alloc(1, sizeof *r);
    if (r == NULL)
        return TA_ENOMEM;
    *r = *sizes;
    r->job = job;
    ta_status st = ta_arena_open(&r->arena);
    if (st == TA_OK)
        st = ta_team_open(&r->team, job->threads, job->error);
    if (st != TA_OK) {
        ta_divide_close(r);
        return st;
    }
    place(r);
    memset(r->cold - TA_PAD / 8, 0, 8 * cold_words(r));
    ta_base_block_init(&r->base, job->set, job->n, job->first);
    ta_field_init(&r->field, job->set, r->cold, job->n, &r->team);
    for (unsigned k = 0; k < r->levels; k++)
        ta_reach_open(&r->reach[k], &r->field);
    *out = r;
    return TA_OK;
}

void ta_divide_report(const ta_divide *r, ta_stats *stats)
{
    double plan_s = 0;
    for (unsigned k = r->levels; k-- > 0;) {
        ta_reach_report(&r->reach[k], stats);
        plan_s += r->reach[k].spectra.plan_s;
    }
    if (plan_s > 0)
        ta_stats_add(stats, "plan_s", "%.6f", plan_s);
}

void ta_divide_close(ta_divide *r)
{
    if (r == NULL)
        return;
    for (unsigned k = 0; k < r->levels; k++)
        ta_reach_close(&r->reach[k]);
    ta_team_close(&r->team);
    ta_arena_close(&r->arena);
    ta_free(r);
}
