/* A phase: the cold numbers so far are counted by class and stored anew,
 * tables are made, and blocks are run. */
#include <inttypes.h>
#include <math.h>

#include "cold/wheel/phase.h"

typedef struct visit_job {
    const wheel_found *found;
    wheel_visit *visit;
    void *state;
    atomic_int failed;
} visit_job;

static void visit_item(void *state, unsigned thread, size_t item)
{
    visit_job *v = state;
    const wheel_found *f = v->found;
    ta_status status =
        f->stored
            ? wheel_store_part(&f->store, item, v->visit, v->state, thread)
            : wheel_list_part(&f->start, item, v->visit, v->state, thread);
    if (status != TA_OK)
        atomic_store(&v->failed, (int)status);
}

ta_status wheel_found_each(wheel_run *run, wheel_visit *visit, void *state)
{
    const wheel_found *f = &run->found;
    visit_job v = {.found = f, .visit = visit, .state = state};
    atomic_init(&v.failed, (int)TA_OK);
    ta_team_run(&run->team, visit_item, &v,
                f->stored ? wheel_store_parts(&f->store)
                          : wheel_list_parts(&f->start));
    return (ta_status)atomic_load(&v.failed);
}

uint64_t wheel_found_count(const wheel_found *f)
{
    return f->stored ? f->store.cold : f->start.count;
}

void wheel_found_free(wheel_found *f)
{
    wheel_list_free(&f->start);
    if (f->stored)
        wheel_store_free(&f->store);
    *f = (wheel_found){0};
}

typedef struct census {
    _Atomic uint32_t *count; /* as in wheel_density.by_eighth */
    uint32_t m;
    uint64_t from, to;
} census;

static ta_status count_class(void *state, unsigned thread, uint64_t n)
{
    const census *c = state;
    (void)thread;
    if (n >= c->from && n < c->to)
        atomic_fetch_add_explicit(&c->count[8 * (n % c->m) + n % 8], 1,
                                  memory_order_relaxed);
    return TA_OK;
}

/* The cold numbers for each row, by class, in the last half below `to`. */
static ta_status count_classes(wheel_run *run, uint32_t m, uint64_t to,
                               wheel_density *density)
{
    census c = {ta_alloc_zero(8 * m, sizeof *c.count), m, to / 2, to};
    const double rows = (double)(c.to - c.from) / m;
    ta_status status = TA_ENOMEM;
    if (c.count != NULL)
        status = wheel_found_each(run, count_class, &c);
    for (uint32_t s = 0; status == TA_OK && s < m; s++) {
        uint64_t cold = 0;
        for (unsigned h = 0; h < 8; h++) {
            cold += c.count[8 * s + h];
            density->by_eighth[8 * s + h] =
                (float)fmin(8 * c.count[8 * s + h] / rows, 1);
        }
        density->of[s] = (double)cold / rows;
    }
    ta_free(c.count);
    return status;
}

typedef struct refill {
    wheel_store *store;
    uint64_t to;
    _Atomic uint64_t beyond; /* so many are not below: few, so that threads
                                have nothing to count that they share */
    wheel_list *sparse;      /* by thread */
} refill;

static ta_status refill_one(void *state, unsigned thread, uint64_t n)
{
    refill *r = state;
    if (n >= r->to)
        r->beyond++;
    else if (!wheel_store_set(r->store, n))
        return wheel_list_add(&r->sparse[thread], n);
    return TA_OK;
}

/* All cold numbers below `to` into the store. */
static ta_status fill_store(wheel_run *run, wheel_store *store, uint64_t to)
{
    const unsigned threads = run->team.threads;
    refill r = {store, to, 0, ta_alloc_zero(threads, sizeof *r.sparse)};
    if (r.sparse == NULL)
        return TA_ENOMEM;
    ta_status status = wheel_found_each(run, refill_one, &r);
    if (status == TA_OK)
        status = wheel_store_fill(store, &run->team, r.sparse, to);
    for (unsigned t = 0; t < threads; t++)
        wheel_list_free(&r.sparse[t]);
    ta_free(r.sparse);
    store->cold = wheel_found_count(&run->found) - r.beyond;
    return status;
}

/* The store of the phase, holding the numbers below row from_row. */
static ta_status make_store(wheel_run *run, wheel_store *store, uint32_t m,
                            uint64_t from_row, uint64_t end,
                            wheel_density *density)
{
    const wheel_tuning *t = run->tuning;
    wheel_modulus mod;
    ta_status status = count_classes(run, m, from_row * m, density);
    if (status == TA_OK)
        status = wheel_modulus_init(&mod, m);
    if (status != TA_OK)
        return status;
    status = wheel_store_init(store, &mod, end + WHEEL_LEAD, density,
                              t->dense_tile / 4096, t->cache, t->source_group,
                              &run->team);
    if (status != TA_OK)
        return status;
    status = fill_store(run, store, from_row * m);
    if (status != TA_OK)
        wheel_store_free(store);
    return status;
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
                 " ahead=%d blocks=%" PRIu64 " dense=%" PRIu32 " sparse=%zu"
                 " live=%" PRIu32 " quiet=%" PRIu32 " late=%" PRIu64
                 " store_bytes=%" PRIu64 " bytes=%" PRIu64,
                 from_row * p->store->mod.m, p->store->mod.m, p->rows, p->ahead,
                 c->blocks, p->store->dense, p->store->sparse.count, p->lives,
                 p->quiets, c->late, wheel_store_bytes(p->store), bytes);
    /* The work is told for each position; "ors" are of 512 rows. */
    ta_stats_add(stats, "phase_work",
                 "far_ors=%.4f quiet_ors=%.4f step_ors=%.4f pulls=%.4f"
                 " sparse_pushes=%.4f probes=%.4f candidates=%.5f"
                 " exact=%" PRIu64 " checked=%" PRIu64,
                 (double)c->far_ors / all, (double)c->quiet_ors / all,
                 (double)c->step_ors / all, (double)c->pulls / all,
                 (double)c->sparse_pushes / all, (double)c->probes / all,
                 (double)c->candidates / all, (uint64_t)c->exact, c->checked);
    ta_stats_add(stats, "phase_s",
                 "total=%.3f tables=%.3f late=%.3f step=%.3f finish=%.3f"
                 " early=%.3f",
                 c->total_s, c->build_s, c->late_s, c->step_s, c->finish_s,
                 c->early_s);
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
    wheel_density density = {ta_alloc(m, sizeof *density.of),
                             ta_alloc(8 * m, sizeof *density.by_eighth)};
    ta_status status = TA_ENOMEM;
    if (density.of != NULL && density.by_eighth != NULL)
        status = make_store(run, &store, m, from_row, end, &density);
    if (status != TA_OK)
        goto no_store;
    uint64_t bytes = wheel_store_bytes(&store);
    if (run->found.stored)
        run->peak =
            ta_max_u64(run->peak, bytes + wheel_store_bytes(&run->found.store));
    wheel_found_free(&run->found);

    status =
        wheel_plan_init(&plan, &moves, &store, &density, run->tuning, from_row,
                        &run->team, ta_fleet_of(run->job->options));
    if (status != TA_OK)
        goto no_plan;
    status = wheel_block_init(&block, run->job, &run->team, &plan, &count,
                              run->known, end);
    if (status != TA_OK)
        goto no_block;
    count.build_s = ta_now() - start;
    status = wheel_block_run_all(&block);
    run->known = block.known;
    run->hash = block.hash;
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
    ta_free(density.of);
    ta_free(density.by_eighth);
    return status;
}
