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
    size_t terms = r->fanout * r->group;
    batch->sums = ta_arena_place(arena, r->group, sizeof *batch->sums);
    batch->a = ta_arena_place(arena, terms, sizeof *batch->a);
    batch->b = ta_arena_place(arena, terms, sizeof *batch->b);
}

void ta_reach_place(ta_reach *r, ta_arena *arena)
{
    r->cold = ta_arena_place(arena, r->fanout, sizeof *r->cold);
    r->moves = ta_arena_place(arena, r->fanout, sizeof *r->moves);
    r->way = ta_arena_place(arena, r->fanout, r->slots);
    r->ahead = ta_arena_place(arena, r->slots, sizeof *r->ahead);
    place_batch(r, &r->next, arena);
    if (r->slots > r->group)
        place_batch(r, &r->later, arena);
    bool lists = (r->ways & TA_BY_PUSH) && r->dense;
    r->window = ta_arena_place(arena, lists ? r->child : 0, 8);
}

/* Whether too little may be proved of a pair alone, which then goes to GMP,
 * whatever the cold positions are. */
static bool bound_may_fail(const ta_reach *r)
{
    const ta_transforms *t = r->spectra.transforms;
    double child = (double)r->child;
    return t->norm(child, fmin((double)r->moves_most, 2 * child)) *
               t->bound(r->log_child, 2) >=
           r->limit;
}

void ta_reach_plan(ta_reach *r)
{
    /* Where all transforms are kept: as many sums as pay, a quarter of the
     * children, so that their buffers stay small against the transforms. */
    enum { MOST_AHEAD = 16 };
    size_t ahead = ta_min_u64(ta_max_u64(r->fanout / 4, 1), MOST_AHEAD);
    bool transforms = (r->ways & TA_BY_TRANSFORM) != 0;
    r->child = (uint64_t)1 << r->log_child;
    r->group = r->spectra.band != 0 ? r->spectra.band : ahead;
    bool early = transforms && r->early && r->spectra.band == 0;
    r->slots = early ? 2 * r->group : r->group;
    r->spectra.setup.log_length = r->log_child;
    r->spectra.fanout = r->fanout;
    r->spectra.sums = r->slots;
    if (transforms)
        ta_spectra_plan(&r->spectra);
    if ((r->ways & TA_BY_PACKED) || (transforms && bound_may_fail(r)))
        r->passing_bytes = ta_add_sat(ta_packed_bytes(r->child, r->moves_most),
                                      r->child / 4 + 64);
}

void ta_reach_open(ta_reach *r, const ta_field *field)
{
    r->field = field;
    r->spectra.setup.team = field->team;
    memset(r->moves, 0, sizeof *r->moves);
    for (size_t d = 1; d < r->fanout; d++)
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
                 r->log_child, r->fanout, at > 0 ? text : " none");
    if (r->used[TA_DIRECT_WAYS] == 0)
        return;
    ta_stats_add(stats, "transforms", "%s, 2^%u: %llu forward, %llu backward",
                 r->spectra.transforms->name, r->log_child,
                 (unsigned long long)r->spectra.forward,
                 (unsigned long long)r->backward);
    if (r->spectra.transforms == &ta_fftw) {
        ta_stats_add(stats, "fft_bound", "%.6g", r->bound);
        ta_stats_add(stats, "fft_deviation", "%.3g", r->deviation);
    }
}
