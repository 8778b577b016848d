/* A phase: the cold numbers so far are counted by class and stored anew,
 * tables are made, and blocks are run. */
#include <inttypes.h>

#include "cold/wheel/phase.h"

ta_status wheel_found_each(const wheel_found *f,
                           ta_status (*visit)(void *state, uint64_t n),
                           void *state)
{
    if (f->stored)
        return wheel_store_each(&f->store, visit, state);
    for (size_t i = 0; i < f->start.count; i++) {
        ta_status status = visit(state, f->start.at[i]);
        if (status != TA_OK)
            return status;
    }
    return TA_OK;
}

void wheel_found_free(wheel_found *f)
{
    wheel_list_free(&f->start);
    if (f->stored)
        wheel_store_free(&f->store);
    *f = (wheel_found){0};
}

typedef struct census {
    double *density; /* by class */
    uint32_t m;
    uint64_t from, to;
} census;

static ta_status count_class(void *state, uint64_t n)
{
    census *c = state;
    if (n >= c->from && n < c->to)
        c->density[n % c->m] += (double)c->m / (double)(c->to - c->from);
    return TA_OK;
}

typedef struct refill {
    wheel_store *store;
    uint64_t to;
} refill;

static ta_status refill_one(void *state, uint64_t n)
{
    refill *r = state;
    return n < r->to ? wheel_store_add(r->store, n) : TA_OK;
}

/* The store of the phase, holding the numbers below row from_row. */
static ta_status make_store(wheel_run *run, wheel_store *store, uint32_t m,
                            uint64_t from_row, uint64_t end, double *density)
{
    const wheel_tuning *t = run->tuning;
    wheel_modulus mod;
    census c = {density, m, from_row * m / 2, from_row * m};
    ta_status status = wheel_found_each(&run->found, count_class, &c);
    if (status == TA_OK)
        status = wheel_modulus_init(&mod, m);
    if (status != TA_OK)
        return status;
    status = wheel_store_init(store, &mod, end + WHEEL_LEAD, density,
                              t->dense_tile / 4096, t->cache, t->source_group);
    if (status != TA_OK)
        return status;
    refill r = {store, c.to};
    status = wheel_found_each(&run->found, refill_one, &r);
    if (status != TA_OK) {
        wheel_store_free(store);
        return status;
    }
    for (uint32_t s = 0; s < m; s++)
        wheel_list_sort(&store->list[s]);
    return TA_OK;
}

static void add_stats(const wheel_run *run, const wheel_block *b,
                      uint64_t from_row, uint64_t bytes)
{
    const wheel_plan *p = b->plan;
    const wheel_counters *c = b->count;
    const double all = (double)((b->end - from_row) * p->store->mod.m);
    ta_stats *stats = run->job->options->stats;
    ta_stats_add(stats, "phase",
                 "from=%" PRIu64 " modulus=%" PRIu32 " block_rows=%" PRIu64
                 " ahead=%d blocks=%" PRIu64 " dense=%" PRIu32
                 " sparse=%" PRIu64 ""
                 " live=%" PRIu32 " quiet=%" PRIu32 " late=%" PRIu64
                 " store_bytes=%" PRIu64 " bytes=%" PRIu64,
                 from_row * p->store->mod.m, p->store->mod.m, p->rows, p->ahead,
                 c->blocks, p->store->dense, p->store->sparse, p->lives,
                 p->quiets, c->late, wheel_store_bytes(p->store), bytes);
    /* The work is told for each position; "ors" are of 512 rows. */
    ta_stats_add(stats, "phase_work",
                 "far_ors=%.4f quiet_ors=%.4f step_ors=%.4f pushes=%.4f"
                 " sparse_pushes=%.4f probes=%.4f candidates=%.5f"
                 " exact=%" PRIu64 " checked=%" PRIu64,
                 (double)c->far_ors / all, (double)c->quiet_ors / all,
                 (double)c->step_ors / all, (double)c->pushes / all,
                 (double)c->sparse_pushes / all, (double)c->probes / all,
                 (double)c->candidates / all, (uint64_t)c->exact, c->checked);
    ta_stats_add(stats, "phase_s",
                 "total=%.3f tables=%.3f sparse=%.3f far=%.3f step=%.3f"
                 " finish=%.3f quiet=%.3f",
                 c->total_s, c->build_s, c->sparse_s, c->far_s, c->step_s,
                 c->finish_s, c->quiet_s);
}

ta_status wheel_phase(wheel_run *run, uint32_t m, uint64_t until)
{
    const double start = ta_now();
    const uint64_t from_row = run->known / m / 8 * 8;
    const uint64_t end = (until / m + 8) / 8 * 8;
    wheel_moves moves = *run->moves; /* none leads beyond the phase */
    moves.count = wheel_moves_below(&moves, end * m);
    wheel_counters count = {0};
    wheel_store store;
    wheel_plan plan;
    wheel_block block;
    double *density = ta_alloc_zero(m, sizeof *density);
    ta_status status = TA_ENOMEM;
    ta_trace_stage(run->team.trace, "store");
    if (density != NULL)
        status = make_store(run, &store, m, from_row, end, density);
    if (status != TA_OK)
        goto no_store;
    uint64_t bytes = wheel_store_bytes(&store);
    if (run->found.stored)
        run->peak =
            ta_max_u64(run->peak, bytes + wheel_store_bytes(&run->found.store));
    wheel_found_free(&run->found);

    ta_trace_stage(run->team.trace, "plan");
    status = wheel_plan_init(&plan, &moves, &store, density, run->tuning,
                             from_row, &run->team);
    if (status != TA_OK)
        goto no_plan;
    status = wheel_block_init(&block, run->job, &run->team, &plan, &count,
                              run->known, end);
    if (status != TA_OK)
        goto no_block;
    count.build_s = ta_now() - start;
    status = wheel_block_run_all(&block);
    run->known = block.known;
    run->phases++;
    count.total_s = ta_now() - start;
    bytes = wheel_store_bytes(&store) + wheel_plan_bytes(&plan) +
            wheel_block_bytes(&block);
    run->peak = ta_max_u64(run->peak, bytes);
    add_stats(run, &block, from_row, bytes);
    wheel_block_free(&block);
no_block:
    wheel_plan_free(&plan);
no_plan:
    if (status == TA_OK) {
        run->found.store = store;
        run->found.stored = true;
    } else {
        wheel_store_free(&store);
    }
no_store:
    ta_free(density);
    return status;
}
