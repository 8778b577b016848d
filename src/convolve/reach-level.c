/* A level from its beginning to its end: what it will take, what it holds, and
 * what it has done. The work itself is in reach.c. */
#include <stdio.h>

#include "convolve/packed.h"
#include "convolve/reach-inside.h"

uint64_t ta_reach_memory(const ta_reach_setup *setup)
{
    uint64_t child = (uint64_t)1 << setup->log_child;
    bool transforms = (setup->ways & TA_BY_TRANSFORM) != 0;
    uint64_t total = setup->fanout *
                     (16 + ta_ahead(setup->fanout) * (1 + 2 * sizeof(void *)));
    total += sizeof(ta_reach) + 4096;
    if (transforms || (setup->ways & TA_BY_PACKED))
        total += child / 8;
    if ((setup->ways & TA_BY_PUSH) && setup->dense)
        total = ta_add_sat(total, ta_mul_sat(child, 8));
    if (transforms)
        total = ta_add_sat(
            total, ta_spectra_memory(setup->transforms, setup->log_child,
                                     setup->fanout, setup->windows));
    return total;
}

/* Whether a sum may exceed the limit, and go to GMP, whatever the cold
 * positions are. */
static bool bound_may_fail(const ta_reach_setup *setup)
{
    double norm = sqrt(ldexp((double)setup->moves, (int)setup->log_child));
    double most = ldexp(sqrt(2), (int)setup->log_child);
    return (double)setup->fanout * fmin(norm, most) *
               setup->transforms->bound(setup->log_child, 2 * setup->fanout) >=
           setup->limit;
}

uint64_t ta_reach_passing_memory(const ta_reach_setup *setup)
{
    bool transforms = (setup->ways & TA_BY_TRANSFORM) != 0;
    if (!(transforms && bound_may_fail(setup)) && !(setup->ways & TA_BY_PACKED))
        return 0;
    uint64_t child = (uint64_t)1 << setup->log_child;
    return ta_add_sat(ta_packed_bytes(child, setup->moves), child / 4 + 64);
}

ta_status ta_reach_new(const ta_field *field, const ta_reach_setup *setup,
                       ta_reach **out)
{
    *out = NULL;
    ta_reach *r = ta_alloc_zero(1, sizeof *r);
    if (r == NULL)
        return TA_ENOMEM;
    r->field = field;
    r->setup = *setup;
    r->costs = ta_costs_here();
    r->child = (uint64_t)1 << setup->log_child;
    size_t fanout = setup->fanout;
    r->nodes = ta_max_u64(field->n / r->child / fanout, 1);
    r->cold = ta_alloc_zero(fanout, sizeof *r->cold);
    r->moves = ta_alloc_zero(fanout, sizeof *r->moves);
    r->group = ta_ahead(fanout);
    r->way = ta_alloc_zero(fanout, r->group);
    r->a = ta_alloc(fanout * r->group, sizeof *r->a);
    r->b = ta_alloc(fanout * r->group, sizeof *r->b);
    bool marks = (setup->ways & (TA_BY_TRANSFORM | TA_BY_PACKED)) != 0;
    r->marks = ta_alloc(marks ? r->child / 64 : 1, 8);
    bool lists = (setup->ways & TA_BY_PUSH) && field->set->bits != NULL;
    r->window = ta_alloc(lists ? r->child : 1, 8);
    ta_status st = TA_ENOMEM;
    if (r->cold != NULL && r->moves != NULL && r->way != NULL && r->a != NULL &&
        r->b != NULL && r->marks != NULL && r->window != NULL)
        st = TA_OK;
    if (st == TA_OK && ta_may_transform(r)) {
        ta_transform_setup plan = {.log_length = setup->log_child,
                                   .team = field->team,
                                   .planning = setup->planning,
                                   .wisdom = setup->wisdom};
        st = ta_spectra_init(&r->spectra, field, setup->transforms, &plan,
                             fanout, &r->pace);
    }
    if (st != TA_OK) {
        ta_reach_free(r);
        return st;
    }
    for (size_t d = 1; d < fanout; d++)
        r->moves[d] =
            ta_set_count(field->set, (d - 1) * r->child, (d + 1) * r->child);
    *out = r;
    return TA_OK;
}

void ta_reach_free(ta_reach *r)
{
    if (r == NULL)
        return;
    if (r->spectra.field != NULL)
        ta_spectra_free(&r->spectra);
    ta_free(r->cold);
    ta_free(r->moves);
    ta_free(r->way);
    ta_free(r->a);
    ta_free(r->b);
    ta_free(r->marks);
    ta_free(r->window);
    ta_free(r);
}

const ta_pace *ta_reach_pace(const ta_reach *r)
{
    return &r->pace;
}

void ta_reach_report(const ta_reach *r, ta_stats *stats, double *plan_s)
{
    static const char *const name[TA_WAYS] = {"push", "s-major", "cold-major",
                                              "transform", "packed"};
    char text[160];
    int at = 0;
    for (int k = 0; k < TA_WAYS; k++)
        if (r->used[k] > 0)
            at += snprintf(text + at, sizeof text - (size_t)at, " %s %llu",
                           name[k], (unsigned long long)r->used[k]);
    ta_stats_add(stats, "level", "children of 2^%u, %zu a node:%s",
                 r->setup.log_child, r->setup.fanout, at > 0 ? text : " none");
    if (r->used[TRANSFORM] == 0)
        return;
    const double *made = r->pace.units;
    ta_stats_add(stats, "transforms", "%s, 2^%u: %.0f forward, %.0f backward",
                 r->setup.transforms->name, r->setup.log_child,
                 made[TA_FORWARD], made[TA_BACKWARD]);
    if (r->setup.transforms == &ta_fftw) {
        ta_stats_add(stats, "fft_bound", "%.6g", r->bound);
        ta_stats_add(stats, "fft_deviation", "%.3g", r->deviation);
    }
    *plan_s += r->spectra.plan_s;
}
