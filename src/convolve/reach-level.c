/* A level from its beginning to its end: what it will hold, and what it has
 * done. The work itself is in reach.c. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "convolve/packed.h"
#include "convolve/reach.h"

void ta_field_place(ta_field *field, uint64_t elements, bool dense,
                    ta_arena *arena)
{
    field->sorted = dense ? TA_SCRATCH : UINT64_MAX;
    field->storage = ta_arena_place(arena, elements, 8);
    field->scratch = ta_arena_place(arena, dense ? 2 * TA_SCRATCH : 0, 8);
}

void ta_field_init(ta_field *field, const ta_set *set, const uint64_t *cold,
                   uint64_t n, ta_team *team)
{
    field->set = set;
    field->cold = cold;
    field->n = n;
    field->team = team;
    const uint64_t *s;
    size_t count = ta_set_window(set, 1, field->sorted, field->scratch, &s);
    ta_shifts_sort(s, count, field->storage, &field->shifts);
}

static void place_batch(const ta_reach *r, ta_batch *batch, ta_arena *arena)
{
    size_t terms = r->setup.fanout * r->group;
    batch->sums = ta_arena_place(arena, r->group, sizeof *batch->sums);
    batch->a = ta_arena_place(arena, terms, sizeof *batch->a);
    batch->b = ta_arena_place(arena, terms, sizeof *batch->b);
}

void ta_reach_place(ta_reach *r, ta_arena *arena)
{
    const ta_reach_setup *setup = &r->setup;
    size_t fanout = setup->fanout;
    r->cold = ta_arena_place(arena, fanout, sizeof *r->cold);
    r->moves = ta_arena_place(arena, fanout, sizeof *r->moves);
    r->way = ta_arena_place(arena, fanout, r->slots);
    r->ahead = ta_arena_place(arena, r->slots, sizeof *r->ahead);
    place_batch(r, &r->next, arena);
    if (r->slots > r->group)
        place_batch(r, &r->later, arena);
    bool lists = (setup->ways & TA_BY_PUSH) && setup->dense;
    r->window = ta_arena_place(arena, lists ? r->child : 0, 8);
}

/* Whether too little may be proved of a pair alone, which then goes to GMP,
 * whatever the cold positions are. */
static bool bound_may_fail(const ta_reach_setup *setup)
{
    double child = ldexp(1, (int)setup->log_child);
    return setup->transforms->norm(child,
                                   fmin((double)setup->moves, 2 * child)) *
               setup->transforms->bound(setup->log_child, 2) >=
           setup->limit;
}

void ta_reach_plan(ta_reach *r, const ta_reach_setup *setup)
{
    bool transforms = (setup->ways & TA_BY_TRANSFORM) != 0;
    *r = (ta_reach){.setup = *setup,
                    .child = (uint64_t)1 << setup->log_child,
                    .group = ta_sums(setup->fanout, setup->band)};
    bool early = transforms && setup->early && setup->band == 0;
    r->slots = early ? 2 * r->group : r->group;
    if (transforms) {
        r->spectra = (ta_spectra){.transforms = setup->transforms,
                                  .setup = {.log_length = setup->log_child,
                                            .planning = setup->planning,
                                            .wisdom = setup->wisdom},
                                  .fanout = setup->fanout,
                                  .sums = r->slots,
                                  .windows = setup->windows,
                                  .band = setup->band};
        r->bytes = ta_spectra_memory(&r->spectra);
        r->scratch_bytes = ta_spectra_scratch(&r->spectra);
    }
    if ((setup->ways & TA_BY_PACKED) || (transforms && bound_may_fail(setup)))
        r->passing_bytes = ta_add_sat(ta_packed_bytes(r->child, setup->moves),
                                      r->child / 4 + 64);
}

void ta_reach_open(ta_reach *r, const ta_field *field,
                   const ta_scratch *scratch)
{
    r->field = field;
    r->spectra.setup.team = field->team;
    r->spectra.scratch = scratch;
    memset(r->moves, 0, sizeof *r->moves);
    for (size_t d = 1; d < r->setup.fanout; d++)
        r->moves[d] =
            ta_set_count(field->set, (d - 1) * r->child, (d + 1) * r->child);
}

void ta_reach_close(ta_reach *r)
{
    ta_pass_end(&r->next.pass); /* where a run has failed */
    ta_pass_end(&r->later.pass);
    ta_spectra_close(&r->spectra);
}

void ta_reach_report(const ta_reach *r, ta_stats *stats)
{
    char text[160] = "";
    size_t at = 0;
    for (unsigned k = 0; k < TA_WAYS; k++)
        if (r->used[k] > 0)
            at += (size_t)snprintf(text + at, sizeof text - at, " %s %llu",
                                   k < TA_DIRECT_WAYS ? ta_direct_ways[k].name
                                                      : "transform",
                                   (unsigned long long)r->used[k]);
    ta_stats_add(stats, "level", "children of 2^%u, %zu a node:%s",
                 r->setup.log_child, r->setup.fanout, at > 0 ? text : " none");
    if (r->used[TA_DIRECT_WAYS] == 0)
        return;
    ta_stats_add(stats, "transforms", "%s, 2^%u: %llu forward, %llu backward",
                 r->setup.transforms->name, r->setup.log_child,
                 (unsigned long long)r->spectra.forward,
                 (unsigned long long)r->backward);
    if (r->spectra.back > 0)
        ta_stats_add(stats, "from_scratch", "%llu transforms",
                     (unsigned long long)r->spectra.back);
    if (r->setup.transforms == &ta_fftw) {
        ta_stats_add(stats, "fft_bound", "%.6g", r->bound);
        ta_stats_add(stats, "fft_deviation", "%.3g", r->deviation);
    }
}
