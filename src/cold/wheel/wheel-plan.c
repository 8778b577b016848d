/* Makes the plan of a phase: the rows of a block, the live and the quiet
 * classes, and the lists of sources. */
#include "cold/wheel/wheel-plan.h"

/* Chooses the number of rows of a block. Early blocks are small, since most
 * moves must lead from a block to heaps before it. */
static void plan_cut_blocks(wheel_plan *p)
{
    const uint64_t m = p->store->m;
    p->vectors = p->tuning->vectors;
    while (p->vectors > 1 &&
           (uint64_t)p->vectors * WHEEL_VECTOR * 8 * 6 > p->from_row)
        p->vectors--;
    p->rows = (p->vectors * WHEEL_VECTOR * 8 - WHEEL_MARGIN) / WHEEL_STEP_ROWS *
              WHEEL_STEP_ROWS;
    p->step_from = tai_wheel_moves_below(p->moves, WHEEL_STEP_ROWS * m);
    p->far_from = tai_wheel_moves_below(p->moves, p->rows * m);
}

/* Fills in the slips, residues and roots of the moves. Returns TA_ENOMEM. */
static ta_status plan_tabulate_moves(wheel_plan *p)
{
    const wheel_store *st = p->store;
    bool found[WHEEL_SLIPS] = {false};
    for (size_t i = 0; i < p->moves->count; i++)
        found[p->moves->value[i] * st->inverse & 7] = true;
    for (unsigned slip = 0; slip < WHEEL_SLIPS; slip++)
        if (found[slip]) {
            p->slip_at[slip] = p->slips;
            p->slip[p->slips++] = slip;
        }
    p->residue = tai_alloc(st->m, sizeof *p->residue);
    if (p->residue == NULL)
        return TA_ENOMEM;
    for (uint32_t i = 0; i < st->m; i++)
        p->residue[i] =
            i < p->moves->count ? (uint32_t)(p->moves->value[i] % st->m) : 0;
    return tai_wheel_roots_find(p->moves, st->m, &p->roots);
}

/* Splits the classes into live and quiet ones, for now. A class is live if it
 * is dense or if its density is at least live_tile / 4096. Returns TA_ENOMEM.
 */
static ta_status plan_split_classes(wheel_plan *p, const double *density)
{
    const uint32_t m = p->store->m;
    p->live = tai_alloc(m, sizeof *p->live);
    p->live_class = tai_alloc(m, sizeof *p->live_class);
    p->quiet_class = tai_alloc(m, sizeof *p->quiet_class);
    p->depth = tai_alloc_zero(m, sizeof *p->depth);
    if (p->live == NULL || p->live_class == NULL || p->quiet_class == NULL ||
        p->depth == NULL)
        return TA_ENOMEM;
    for (uint32_t s = 0; s < m; s++) {
        p->live[s] = s;
        if (p->store->kind[s] >= p->store->dense &&
            density[s] * 4096 < p->tuning->live_tile) {
            p->live[s] = WHEEL_EMPTY;
            p->quiet_class[p->quiets++] = s;
        }
    }
    return TA_OK;
}

/* Numbers the live classes in increasing order. */
static void plan_number_live(wheel_plan *p)
{
    for (uint32_t s = 0; s < p->store->m; s++)
        if (p->live[s] != WHEEL_EMPTY) {
            p->live[s] = p->lives;
            p->live_class[p->lives++] = s;
        }
}

/* Makes the far, step and near lists, and the rows of bits. Returns TA_ENOMEM.
 */
static ta_status plan_make_lists(wheel_plan *p)
{
    const wheel_store *st = p->store;
    const uint32_t own = wheel_dealt(p->comm, p->lives, p->comm->rank);
    const uint32_t own_end = wheel_dealt(p->comm, p->lives, p->comm->rank + 1);
    const uint64_t most =
        p->moves->count > 0 ? p->moves->value[p->moves->count - 1] : 0;
    p->far = (wheel_lists){.source = st->dense_class,
                           .sources = st->dense,
                           .group = st->group,
                           .target = p->live_class,
                           .targets = p->lives,
                           .own_from = own,
                           .own_to = own_end,
                           .from = p->far_from,
                           .to = p->moves->count};
    p->step = p->far;
    p->step.own_from = 0;
    p->step.own_to = p->lives;
    p->step.from = 0;
    p->step.to = p->far_from;
    p->near = p->step;
    p->near.source = p->live_class;
    p->near.sources = p->lives;
    p->near.group = p->lives;
    p->near.to = p->step_from;
    p->near.near = true;
    ta_status status = tai_wheel_lists_make(
        p, &p->far, (uint32_t)(most / (8 * (uint64_t)st->m * st->span)) + 1,
        NULL, NULL);
    if (status == TA_OK)
        status = tai_wheel_lists_make(p, &p->step, 1, NULL, NULL);
    if (status == TA_OK)
        status = tai_wheel_lists_make(p, &p->near, 1, NULL, NULL);
    if (status == TA_OK)
        status = tai_wheel_rows_init(&p->rows_all, p, 0, p->lives);
    p->far_rows = p->comm->ranks > 1 ? &p->rows_own : &p->rows_all;
    if (status == TA_OK && p->comm->ranks > 1)
        status = tai_wheel_rows_init(&p->rows_own, p, own, own_end);
    return status;
}

ta_status tai_wheel_plan_init(wheel_plan *p, const double *density,
                              uint64_t from_row, uint64_t end)
{
    p->from_row = from_row;
    plan_cut_blocks(p);
    ta_status status = plan_tabulate_moves(p);
    if (status == TA_OK)
        status = plan_split_classes(p, density);
    if (status == TA_OK)
        status = tai_wheel_quiet_init(p, ta_min_u64(p->rows, end - from_row));
    if (status == TA_OK) {
        plan_number_live(p);
        status = plan_make_lists(p);
    }
    if (status != TA_OK)
        tai_wheel_plan_free(p);
    return status;
}

void tai_wheel_plan_free(wheel_plan *p)
{
    tai_wheel_roots_free(&p->roots);
    ta_free(p->residue);
    ta_free(p->live);
    ta_free(p->live_class);
    ta_free(p->quiet_class);
    ta_free(p->depth);
    tai_wheel_lists_free(&p->quiet);
    tai_wheel_lists_free(&p->far);
    tai_wheel_lists_free(&p->step);
    tai_wheel_lists_free(&p->near);
    tai_wheel_rows_free(&p->rows_all);
    tai_wheel_rows_free(&p->rows_own);
    *p = (wheel_plan){0};
}

uint64_t tai_wheel_plan_hash(const wheel_plan *p)
{
    uint64_t hash = ta_hash_more(p->store->m, p->rows);
    for (uint32_t l = 0; l < p->lives; l++)
        hash = ta_hash_more(hash, p->live_class[l]);
    for (uint32_t id = 0; id < p->store->dense; id++)
        hash = ta_hash_more(hash, p->store->dense_class[id]);
    return hash;
}
