/* Makes the plan of a phase: blocks, classes, lists. */
#include "cold/wheel/wheel-plan.h"

/* Cuts the phase. Blocks are small in the first phases, so that most moves are
 * far. */
static void plan_cut_blocks(wheel_plan *p)
{
    const uint64_t m = p->store->m;
    p->cut.vectors = p->tuning->vectors;
    while (p->cut.vectors > 1 &&
           (uint64_t)p->cut.vectors * WHEEL_VECTOR * 8 * 6 > p->cut.from_row)
        p->cut.vectors--;
    p->cut.rows = (p->cut.vectors * WHEEL_VECTOR * 8 - WHEEL_MARGIN) /
                  WHEEL_STEP_ROWS * WHEEL_STEP_ROWS;
    p->cut.step_from = tai_wheel_moves_below(p->moves, WHEEL_STEP_ROWS * m);
    p->cut.far_from = tai_wheel_moves_below(p->moves, p->cut.rows * m);
}

static ta_status plan_tabulate_moves(wheel_plan *p)
{
    const wheel_store *st = p->store;
    bool found[WHEEL_SLIPS] = {false};
    for (size_t i = 0; i < p->moves->count; i++)
        found[p->moves->value[i] * st->inverse & 7] = true;
    for (unsigned slip = 0; slip < WHEEL_SLIPS; slip++)
        if (found[slip]) {
            p->table.slip_at[slip] = p->table.slips;
            p->table.slip[p->table.slips++] = slip;
        }
    p->table.residue = tai_alloc(st->m, sizeof *p->table.residue);
    if (p->table.residue == NULL)
        return TA_ENOMEM;
    for (uint32_t i = 0; i < st->m; i++)
        p->table.residue[i] =
            i < p->moves->count ? (uint32_t)(p->moves->value[i] % st->m) : 0;
    return tai_wheel_roots_find(p->moves, st->m, &p->table.roots);
}

/* Splits the classes: dense ones, and those of density live_tile / 4096, are
 * live, though not numbered yet; the others are quiet until
 * tai_wheel_quiet_init tries them. */
static ta_status plan_split_classes(wheel_plan *p, const double *density)
{
    const uint32_t m = p->store->m;
    wheel_classes *c = &p->class;
    c->live = tai_alloc(m, sizeof *c->live);
    c->live_class = tai_alloc(m, sizeof *c->live_class);
    c->quiet_class = tai_alloc(m, sizeof *c->quiet_class);
    c->depth = tai_alloc_zero(m, sizeof *c->depth);
    if (c->live == NULL || c->live_class == NULL || c->quiet_class == NULL ||
        c->depth == NULL)
        return TA_ENOMEM;
    for (uint32_t s = 0; s < m; s++) {
        const bool quiet = !wheel_has_bits(p->store, s) &&
                           density[s] * 4096 < p->tuning->live_tile;
        c->live[s] = quiet ? WHEEL_EMPTY : s;
        if (quiet)
            c->quiet_class[c->quiets++] = s;
    }
    return TA_OK;
}

/* Makes the lists and rows of bits of live classes. */
static ta_status plan_make_lists(wheel_plan *p)
{
    const wheel_store *st = p->store;
    const uint32_t own = wheel_dealt(p->comm, p->class.lives, p->comm->rank);
    const uint32_t own_end =
        wheel_dealt(p->comm, p->class.lives, p->comm->rank + 1);
    const uint64_t most =
        p->moves->count > 0 ? p->moves->value[p->moves->count - 1] : 0;
    p->lists.far = (wheel_lists){.source = st->dense_class,
                                 .sources = st->dense,
                                 .group = st->group,
                                 .target = p->class.live_class,
                                 .targets = p->class.lives,
                                 .own_from = own,
                                 .own_to = own_end,
                                 .from = p->cut.far_from,
                                 .to = p->moves->count};
    p->lists.step = p->lists.far;
    p->lists.step.own_from = 0;
    p->lists.step.own_to = p->class.lives;
    p->lists.step.from = 0;
    p->lists.step.to = p->cut.far_from;
    p->lists.near = p->lists.step;
    p->lists.near.source = p->class.live_class;
    p->lists.near.sources = p->class.lives;
    p->lists.near.group = p->class.lives;
    p->lists.near.to = p->cut.step_from;
    p->lists.near.near = true;
    /* A window reads about st->span bytes of a class. */
    ta_status status = tai_wheel_lists_make(
        p, &p->lists.far,
        (uint32_t)(most / (8 * (uint64_t)st->m * st->span)) + 1, NULL, NULL);
    if (status == TA_OK)
        status = tai_wheel_lists_make(p, &p->lists.step, 1, NULL, NULL);
    if (status == TA_OK)
        status = tai_wheel_lists_make(p, &p->lists.near, 1, NULL, NULL);
    if (status == TA_OK)
        status = tai_wheel_rows_init(&p->rows_all, p, 0, p->class.lives);
    p->far_rows = p->comm->ranks > 1 ? &p->rows_own : &p->rows_all;
    if (status == TA_OK && p->comm->ranks > 1)
        status = tai_wheel_rows_init(&p->rows_own, p, own, own_end);
    return status;
}

ta_status tai_wheel_plan_init(wheel_plan *p, const double *density,
                              uint64_t from_row, uint64_t end)
{
    p->cut.from_row = from_row;
    plan_cut_blocks(p);
    ta_status status = plan_tabulate_moves(p);
    if (status == TA_OK)
        status = plan_split_classes(p, density);
    if (status == TA_OK)
        status =
            tai_wheel_quiet_init(p, tai_min_u64(p->cut.rows, end - from_row));
    for (uint32_t s = 0; status == TA_OK && s < p->store->m; s++)
        if (p->class.live[s] != WHEEL_EMPTY) {
            p->class.live[s] = p->class.lives;
            p->class.live_class[p->class.lives++] = s;
        }
    if (status == TA_OK)
        status = plan_make_lists(p);
    if (status != TA_OK)
        tai_wheel_plan_free(p);
    return status;
}

void tai_wheel_plan_free(wheel_plan *p)
{
    tai_wheel_roots_free(&p->table.roots);
    ta_free(p->table.residue);
    ta_free(p->class.live);
    ta_free(p->class.live_class);
    ta_free(p->class.quiet_class);
    ta_free(p->class.depth);
    tai_wheel_lists_free(&p->lists.quiet);
    tai_wheel_lists_free(&p->lists.far);
    tai_wheel_lists_free(&p->lists.step);
    tai_wheel_lists_free(&p->lists.near);
    tai_wheel_rows_free(&p->rows_all);
    tai_wheel_rows_free(&p->rows_own);
    *p = (wheel_plan){0};
}

uint64_t tai_wheel_plan_hash(const wheel_plan *p)
{
    uint64_t hash = tai_hash_more(p->store->m, p->cut.rows);
    for (uint32_t l = 0; l < p->class.lives; l++)
        hash = tai_hash_more(hash, p->class.live_class[l]);
    for (uint32_t id = 0; id < p->store->dense; id++)
        hash = tai_hash_more(hash, p->store->dense_class[id]);
    return hash;
}
