/* Which moves lead from which source classes into which targets. Every list
 * is made in two passes over the same loops: count, then fill. List k is
 * counted in start[k + 2] and filled from start[k + 1] on, which then is where
 * it ends. */
#include "cold/wheel/plan.h"

void wheel_sum_up(size_t *start, size_t lists)
{
    for (size_t i = 0; i < lists; i++)
        start[i + 1] += start[i];
}

/* ---- moves within a block, from before a step ---- */

static void step_pass(wheel_plan *p, bool fill)
{
    const wheel_store *st = p->store;
    for (size_t i = p->step_from; i < p->far_from; i++) {
        const uint64_t v = p->moves->value[i];
        const uint32_t d = (uint32_t)(v % st->mod.m);
        const unsigned slip = p->slip_of[i % p->moves->period8];
        const int64_t whole = wheel_whole(&st->mod, v);
        for (size_t k = p->reach_start[d]; k < p->reach_start[d + 1]; k++) {
            const wheel_reach *e = &p->reach[k];
            size_t list = (size_t)e->live * p->slips + slip;
            if (fill)
                p->step.offset[p->step.start[list + 1]++] =
                    wheel_reach_offset(st, e) - whole;
            else
                p->step.start[list + 2]++;
        }
    }
}

ta_status wheel_step_list(wheel_plan *p)
{
    size_t lists = (size_t)p->lives * p->slips;
    p->step.start = ta_alloc_zero(lists + 2, sizeof *p->step.start);
    if (p->step.start == NULL)
        return TA_ENOMEM;
    step_pass(p, false);
    wheel_sum_up(p->step.start, lists + 1);
    p->step.offset = ta_alloc(p->step.start[lists + 1], sizeof *p->step.offset);
    if (p->step.offset == NULL)
        return TA_ENOMEM;
    step_pass(p, true);
    return TA_OK;
}

/* ---- moves that may stay within a step ---- */

static void near_pass(wheel_plan *p, bool fill)
{
    const wheel_store *st = p->store;
    for (size_t i = 0; i < p->step_from; i++) {
        const uint64_t v = p->moves->value[i];
        const uint32_t d = (uint32_t)(v % st->mod.m);
        const int64_t shift =
            8 * wheel_whole(&st->mod, v) + (int64_t)wheel_slip(&st->mod, v);
        for (size_t k = p->reach_start[d]; k < p->reach_start[d + 1]; k++) {
            const wheel_reach *e = &p->reach[k];
            if (fill)
                p->near[p->near_start[e->live + 1]++] =
                    e->source * p->near_bits +
                    (uint32_t)(p->near_bits / 2 - shift - 8 * (int64_t)e->step);
            else
                p->near_start[e->live + 2]++;
        }
    }
}

ta_status wheel_near_list(wheel_plan *p)
{
    p->near_start = ta_alloc_zero(p->lives + 2, sizeof *p->near_start);
    if (p->near_start == NULL)
        return TA_ENOMEM;
    near_pass(p, false);
    wheel_sum_up(p->near_start, p->lives + 1);
    p->near = ta_alloc(p->near_start[p->lives + 1], sizeof *p->near);
    if (p->near == NULL)
        return TA_ENOMEM;
    near_pass(p, true);
    return TA_OK;
}
