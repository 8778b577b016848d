/* Which residues of moves lead from which dense classes into which live ones:
 * the table that the lists of a phase are made from. Squares have few
 * residues (one in eight mod 27625), and few pairs of them and a source lead
 * into a live class, so the table is small and making it is cheap. */
#include "cold/wheel/plan.h"

enum { REACH_CHUNK = 64 };

/* One residue: counts its pairs, or stores them. */
static void reach_residue(wheel_plan *p, uint32_t d, bool fill)
{
    const wheel_store *st = p->store;
    if (p->roots.start[d] == p->roots.start[d + 1])
        return;
    const int64_t residue8 = wheel_residue8(&st->mod, d);
    size_t k = fill ? p->reach_start[d] : 0;
    for (uint32_t id = 0; id < st->dense; id++) {
        const uint32_t source = st->dense_class[id];
        const uint32_t target = wheel_add(&st->mod, source, d);
        if (p->live[target] == WHEEL_EMPTY)
            continue;
        if (fill)
            p->reach[k] = (wheel_reach){
                id, p->live[target],
                (uint32_t)wheel_step(&st->mod, residue8, source, target)};
        k++;
    }
    if (!fill)
        p->reach_start[d + 1] = k;
}

static void reach_item(wheel_plan *p, size_t item, bool fill)
{
    const uint64_t from = item * REACH_CHUNK;
    const uint64_t to = ta_min_u64(from + REACH_CHUNK, p->store->mod.m);
    for (uint64_t d = from; d < to; d++)
        reach_residue(p, (uint32_t)d, fill);
}

static void reach_count(void *state, unsigned thread, size_t item)
{
    (void)thread;
    reach_item(state, item, false);
}

static void reach_fill(void *state, unsigned thread, size_t item)
{
    (void)thread;
    reach_item(state, item, true);
}

ta_status wheel_reach_list(wheel_plan *p)
{
    const uint32_t m = p->store->mod.m;
    p->reach_start = ta_alloc_zero(m + 1, sizeof *p->reach_start);
    if (p->reach_start == NULL)
        return TA_ENOMEM;
    ta_team_run(p->team, reach_count, p, m / REACH_CHUNK + 1);
    wheel_sum_up(p->reach_start, m);
    p->reach = ta_alloc(p->reach_start[m], sizeof *p->reach);
    if (p->reach == NULL)
        return TA_ENOMEM;
    ta_team_run(p->team, reach_fill, p, m / REACH_CHUNK + 1);
    return TA_OK;
}

void wheel_reach_free(wheel_plan *p)
{
    ta_free(p->reach_start);
    ta_free(p->reach);
    p->reach_start = NULL;
    p->reach = NULL;
}
