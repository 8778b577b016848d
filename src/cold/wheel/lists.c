/* Which moves lead from which source classes into which targets. Every list
 * is made in two passes over the same loops: count, then fill. */
#include <string.h>

#include "cold/wheel/plan.h"

/* Turns counts in start[1 ..] into places where the lists begin. */
static void sum_up(size_t *start, size_t lists)
{
    for (size_t i = 0; i < lists; i++)
        start[i + 1] += start[i];
}

/* Filling moved each start to the start of the next list: moves them back. */
static void step_back(size_t *start, size_t lists)
{
    memmove(start + 1, start, lists * sizeof *start);
    start[0] = 0;
}

/* ---- moves within a block, from before a step ---- */

static void step_pass(wheel_plan *p, bool fill)
{
    const wheel_store *st = p->store;
    for (size_t i = p->step_from; i < p->far_from; i++) {
        uint64_t v = p->moves->value[i];
        uint32_t d = (uint32_t)(v % st->mod.m);
        unsigned slip = p->slip_of[i % p->moves->period8];
        int64_t residue8 = wheel_residue8(&st->mod, d);
        int64_t whole = wheel_whole(&st->mod, v);
        for (uint32_t id = 0; id < st->dense; id++) {
            uint32_t target = wheel_add(&st->mod, st->dense_class[id], d);
            uint32_t l = p->live[target];
            if (l == WHEEL_EMPTY)
                continue;
            size_t list = (size_t)l * p->slips + slip;
            if (fill)
                p->step.offset[p->step.start[list]++] =
                    wheel_class_offset(st, residue8, id, target) - whole;
            else
                p->step.start[list + 1]++;
        }
    }
}

ta_status wheel_step_list(wheel_plan *p)
{
    size_t lists = (size_t)p->lives * p->slips;
    p->step.start = ta_alloc_zero(lists + 1, sizeof *p->step.start);
    if (p->step.start == NULL)
        return TA_ENOMEM;
    step_pass(p, false);
    sum_up(p->step.start, lists);
    p->step.count = p->step.start[lists];
    p->step.offset = ta_alloc_zero(1, p->step.count * sizeof *p->step.offset);
    if (p->step.offset == NULL)
        return TA_ENOMEM;
    step_pass(p, true);
    step_back(p->step.start, lists);
    return TA_OK;
}

/* ---- moves that may stay within a step: pushed ---- */

static void push_pass(wheel_plan *p, bool fill)
{
    const wheel_store *st = p->store;
    for (size_t i = 0; i < p->step_from; i++) {
        uint64_t v = p->moves->value[i];
        uint32_t d = (uint32_t)(v % st->mod.m);
        for (uint32_t id = 0; id < st->dense; id++) {
            uint32_t source = st->dense_class[id];
            uint32_t target = wheel_add(&st->mod, source, d);
            uint32_t l = p->live[target];
            if (l == WHEEL_EMPTY)
                continue;
            int64_t shift =
                ((int64_t)v - st->mod.base[target] + st->mod.base[source]) /
                (int64_t)st->mod.m;
            if (fill)
                p->push[p->push_start[id]++] =
                    (uint32_t)((int64_t)(l * p->hit_bytes * 8) + WHEEL_LEAD +
                               shift);
            else
                p->push_start[id + 1]++;
        }
    }
}

ta_status wheel_push_list(wheel_plan *p)
{
    uint32_t dense = p->store->dense;
    p->push_start = ta_alloc_zero(dense + 1, sizeof *p->push_start);
    if (p->push_start == NULL)
        return TA_ENOMEM;
    push_pass(p, false);
    sum_up(p->push_start, dense);
    p->push = ta_alloc_zero(1, p->push_start[dense] * sizeof *p->push);
    if (p->push == NULL)
        return TA_ENOMEM;
    push_pass(p, true);
    step_back(p->push_start, dense);
    return TA_OK;
}

/* ---- moves from sparse classes ---- */

/* One class: counts its list, or stores it. */
static void sparse_class(wheel_plan *p, uint32_t s, bool fill)
{
    const wheel_store *st = p->store;
    const uint32_t m = st->mod.m;
    if (st->kind[s] != WHEEL_SPARSE)
        return;
    size_t k = fill ? p->sparse_start[s] : 0;
    for (uint32_t r = 0; r < m; r++) {
        if (p->residue[r] == m ||
            p->live[wheel_add(&st->mod, s, p->residue[r])] == WHEEL_EMPTY)
            continue;
        if (fill)
            p->sparse_move[k] = r;
        k++;
    }
    if (!fill)
        p->sparse_start[s + 1] = k;
}

enum { SPARSE_CHUNK = 256 };

static void sparse_item(wheel_plan *p, size_t item, bool fill)
{
    uint64_t from = item * SPARSE_CHUNK;
    uint64_t to = ta_min_u64(from + SPARSE_CHUNK, p->store->mod.m);
    for (uint64_t s = from; s < to; s++)
        sparse_class(p, (uint32_t)s, fill);
}

static void sparse_count(void *state, unsigned thread, size_t item)
{
    (void)thread;
    sparse_item(state, item, false);
}

static void sparse_fill(void *state, unsigned thread, size_t item)
{
    (void)thread;
    sparse_item(state, item, true);
}

ta_status wheel_sparse_list(wheel_plan *p)
{
    const uint32_t m = p->store->mod.m;
    team_job job;
    p->sparse_start = ta_alloc_zero(m + 1, sizeof *p->sparse_start);
    if (p->sparse_start == NULL)
        return TA_ENOMEM;
    team_job_set(&job, sparse_count, p, m / SPARSE_CHUNK + 1);
    team_run(p->team, &job);
    sum_up(p->sparse_start, m);
    p->sparse_move = ta_alloc_zero(p->sparse_start[m], sizeof *p->sparse_move);
    if (p->sparse_move == NULL)
        return TA_ENOMEM;
    team_job_set(&job, sparse_fill, p, m / SPARSE_CHUNK + 1);
    team_run(p->team, &job);
    return TA_OK;
}

/* ---- the best sources of quiet classes ---- */

/* Slips by falling number of moves; each gets its share of the list. */
static void order_slips(wheel_plan *p)
{
    unsigned count[8] = {0}, period = p->moves->period8;
    for (unsigned g = 0; g < period; g++)
        count[p->slip_of[g]]++;
    for (unsigned r = 0; r < p->slips; r++) {
        unsigned k = r;
        for (; k > 0 && count[p->quiet_order[k - 1]] < count[r]; k--)
            p->quiet_order[k] = p->quiet_order[k - 1];
        p->quiet_order[k] = r;
    }
    for (unsigned k = 0; k < p->slips; k++)
        p->quiet_room[k + 1] = p->quiet_room[k] + p->tuning->quiet_list *
                                                      count[p->quiet_order[k]] /
                                                      period;
}

/* The moves of slip number k of the order, from one dense class. */
static void quiet_pass(wheel_plan *p, const uint32_t *quiet, unsigned k,
                       uint32_t id, double density, size_t end)
{
    const wheel_store *st = p->store;
    const unsigned period = p->moves->period8;
    const size_t room = p->quiet_room[p->slips];
    const size_t most = p->quiet_room[k + 1] - p->quiet_room[k];
    const uint32_t m = st->mod.m;
    for (unsigned g = 0; g < period && g < end; g++) {
        if (p->slip_of[g] != p->quiet_order[k])
            continue;
        size_t number =
            p->far_from > g ? (p->far_from - g + period - 1) / period : 0;
        size_t i = number * period + g;
        uint32_t r = (uint32_t)(i % m);
        for (; i < end; i += period, number++) {
            uint32_t d = p->residue[r];
            uint32_t target = wheel_add(&st->mod, st->dense_class[id], d);
            uint32_t q = quiet[target];
            r = wheel_add(&st->mod, r, period % m);
            if (q == WHEEL_EMPTY)
                continue;
            uint16_t *count = &p->quiet_count[q * p->slips + k];
            if (*count == most)
                continue;
            p->quiet_offset[q * room + p->quiet_room[k] + (*count)++] =
                wheel_class_offset(st, wheel_residue8(&st->mod, d), id,
                                   target) -
                p->whole[g][number];
            p->quiet_left[q] *= 1 - density;
        }
    }
}

ta_status wheel_quiet_list(wheel_plan *p, const double *density)
{
    const wheel_store *st = p->store;
    order_slips(p);
    const size_t room = p->quiet_room[p->slips];
    p->quiet_count =
        ta_alloc_zero(p->quiets * (uint64_t)p->slips, sizeof *p->quiet_count);
    p->quiet_depth = ta_alloc_zero(p->quiets, sizeof *p->quiet_depth);
    p->quiet_offset = ta_alloc_zero(p->quiets * room, sizeof *p->quiet_offset);
    p->quiet_left = ta_alloc(p->quiets, sizeof *p->quiet_left);
    uint32_t *quiet = ta_alloc(st->mod.m, sizeof *quiet);
    if (p->quiet_count == NULL || p->quiet_depth == NULL ||
        p->quiet_left == NULL || p->quiet_offset == NULL || quiet == NULL) {
        ta_free(quiet);
        return TA_ENOMEM;
    }
    memset(quiet, 0xff, st->mod.m * sizeof *quiet); /* WHEEL_EMPTY */
    for (uint32_t q = 0; q < p->quiets; q++) {
        quiet[p->quiet_class[q]] = q;
        p->quiet_left[q] = 1;
    }
    /* No move may lead to before place 0, not even in the first block. */
    uint64_t reach = ta_min_u64(
        (uint64_t)((double)(p->rows * st->mod.m) * p->tuning->quiet_reach),
        p->from_row * st->mod.m);
    size_t end = wheel_moves_below(p->moves, reach);
    for (unsigned k = 0; k < p->slips; k++)
        for (uint32_t id = 0; id < st->dense; id++)
            quiet_pass(p, quiet, k, id, density[st->dense_class[id]], end);
    ta_free(quiet);
    return TA_OK;
}
