/* The wheel: phases, each with tables made from the cold numbers before it. */
#include "cold/wheel/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include "cold/wheel/start.h"

wheel_tuning wheel_tuning_default(void)
{
    return (wheel_tuning){
        .vectors = 8, .step_vectors = 1, .dense_tile = 4, .live_tile = 0.1,
        .quiet_list = 256, .quiet_zeros = 6, .quiet_left = 1, .quiet_reach = 20,
        .cache = 1200000, .source_group = 400, .growth = 4, .start = 2000000,
    };
}

/* ---- from one phase to the next ---- */

typedef struct census {
    double *density; /* by class of the new modulus */
    uint32_t m;
    uint64_t from, to;
} census;

static ta_status census_visit(void *state, uint64_t n)
{
    census *c = state;
    if (n >= c->from && n < c->to)
        c->density[n % c->m] += 1;
    return TA_OK;
}

typedef struct refill {
    wheel_store *store;
    uint64_t to;
} refill;

static ta_status refill_visit(void *state, uint64_t n)
{
    refill *r = state;
    return n < r->to ? wheel_store_add(r->store, n) : TA_OK;
}

/* All numbers found so far: in the list of the start, or in a store. */
typedef struct found {
    wheel_list start;
    wheel_store store;
    bool stored;
} found;

static ta_status found_each(const found *f,
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

static void found_free(found *f)
{
    wheel_list_free(&f->start);
    if (f->stored)
        wheel_store_free(&f->store);
    *f = (found){0};
}

/* One phase: from position `known` to `until`. */
static ta_status run_phase(const ta_job *job, const wheel_moves *moves,
                           const wheel_tuning *tuning, wheel_team *team,
                           found *f, uint32_t m, uint64_t *known,
                           uint64_t until, wheel_counters *count)
{
    const double start = ta_now();
    const uint64_t from_row = *known / m / 8 * 8;
    const uint64_t end = (until / m + 8) / 8 * 8;
    wheel_modulus mod = {0};
    wheel_store store = {0};
    wheel_plan plan = {0};
    wheel_block block = {0};
    bool stored = false, planned = false;
    census c = {ta_alloc_zero(m, sizeof(double)), m, from_row * m / 2,
                from_row * m};
    ta_status status = c.density == NULL ? TA_ENOMEM : TA_OK;
    if (status == TA_OK)
        status = found_each(f, census_visit, &c);
    for (uint32_t s = 0; s < m && status == TA_OK; s++)
        c.density[s] /= (double)((c.to - c.from) / m);
    if (status == TA_OK)
        status = wheel_modulus_init(&mod, m);
    if (status == TA_OK) {
        status = wheel_store_init(&store, &mod, end + 8, c.density,
                                  tuning->dense_tile / 4096, tuning->cache,
                                  tuning->source_group);
        stored = status == TA_OK;
    }
    refill r = {&store, c.to};
    if (status == TA_OK)
        status = found_each(f, refill_visit, &r);
    if (status != TA_OK)
        goto done;
    for (uint32_t s = 0; s < m; s++)
        wheel_list_sort(&store.list[s]);
    found_free(f);

    /* Small blocks while few rows are known: no move may span all of them. */
    unsigned vectors = tuning->vectors;
    while (vectors > 1 && (uint64_t)vectors * 512 * 6 > from_row)
        vectors--;
    status = wheel_plan_init(&plan, moves, &store, c.density, tuning, vectors,
                             from_row, team);
    planned = status == TA_OK;
    if (status == TA_OK)
        status = wheel_block_init(&block, job, team, &plan, count, *known, end);
    count->build_s += ta_now() - start;
    if (status == TA_OK)
        status = wheel_block_run_all(&block);
    *known = block.known;
    if (getenv("WHEEL_VERBOSE"))
        fprintf(stderr, "m %u rows %lu..%lu vec %u dense %u lives %u quiets %u sparse %zu far %zu step %zu push %zu "
          "| t %.3f build %.3f sparse %.3f first %.3f exact %.3f step %.3f finish %.3f | bytes store %lu plan %lu block %lu\n"
          "   perpos: far %.4f quiet %.4f step %.4f push %.4f sparse %.4f probes %.4f cand %.5f exact %lu late %lu\n",
          m, from_row, end, vectors, store.dense, plan.lives, plan.quiets, store.sparse,
          plan.far_count, plan.step.count, plan.push_start[store.dense],
          ta_now()-start, count->build_s, count->sparse_s,count->first_s,count->exact_s, count->step_s, count->finish_s,
          wheel_store_bytes(&store), wheel_plan_bytes(&plan), wheel_block_bytes(&block),
          (double)count->far_ors/(double)((end-from_row)*m), (double)count->quiet_ors/(double)((end-from_row)*m),
          (double)count->step_ors/(double)((end-from_row)*m), (double)count->pushes/(double)((end-from_row)*m),
          (double)count->sparse_pushes/(double)((end-from_row)*m),(double)count->probes/(double)((end-from_row)*m),
          (double)count->candidates/(double)((end-from_row)*m),count->exact,count->late);
    f->store = store;
    f->stored = true;
    stored = false;
    wheel_block_free(&block);
done:
    if (planned)
        wheel_plan_free(&plan);
    if (stored)
        wheel_store_free(&store);
    wheel_modulus_free(&mod);
    ta_free(c.density);
    return status;
}

ta_status wheel_run(const ta_job *job, const wheel_moves *moves,
                    const wheel_tuning *tuning, bool *structure,
                    wheel_counters *total)
{
    found f = {0};
    wheel_team team = {0};
    *structure = true;
    uint64_t known = ta_min_u64(job->n, tuning->start);
    ta_status status = wheel_start(moves, known, &f.start);
    if (status == TA_OK && known > 0)
        status = ta_job_emit_positions(job, 0, known, f.start.at,
                                       f.start.count);
    if (status == TA_OK)
        status = team_open(&team, job->threads);
    while (status == TA_OK && known < job->n) {
        uint32_t m = known < tuning->change ? 1625 : 27625;
        uint64_t until = ta_min_u64(
            job->n, (uint64_t)((double)known * tuning->growth));
        /* The last phase takes what would be too little for one more. */
        if ((double)until * 1.5 > (double)job->n)
            until = job->n;
        *total = (wheel_counters){0};
        status = run_phase(job, moves, tuning, &team, &f, m, &known, until,
                           total);
    }
    found_free(&f);
    team_close(&team);
    return status;
}
