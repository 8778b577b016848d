/* A run of the wheel: the start by the engine `shift`, then phases. Long, since
 * it is read in one go: modulus, start, phase, engine. */
#include "cold/wheel/wheel-engine.h"

#include <inttypes.h>
#include <math.h>

#include "cold/engines.h"
#include "cold/wheel/wheel-block.h"

/* Each value is near the best one for squares. */
wheel_tuning tai_wheel_tuning_default(void)
{
    return (wheel_tuning){
        .vectors = 8,
        .dense_tile = 2,
        .live_tile = 0.1,
        .quiet_page = 40,
        .quiet_pages = 48,
        .quiet_zeros = 4,
        .quiet_left = 8,
        .quiet_reach = 40,
        .cache = 2400000,
        .source_group = 1600,
        .sparse_row = 1 << 15,
        .growth = 4,
        .start = 1 << 23,
        .rows = 600,
        .shape = 2,
        .share = 1,
        .checks = 64,
    };
}

typedef struct wheel_run {
    const tai_job *job;
    const wheel_moves *moves;
    const wheel_tuning *tuning;
    tai_pool pool;
    wheel_store store;
    uint64_t known; /* all positions below are decided */
    uint64_t cold;  /* about; those where phases overlap count twice */
    unsigned phases;
    /* Of the cold numbers of the start or the last phase, equal on all ranks.
     */
    uint64_t hash;
} wheel_run;

/* ---- the modulus of a phase ---- */

/* The sample is to have SAMPLE numbers, and SAMPLE_EACH for each class of the
 * largest modulus: more than the 4 of learn.c, since the upper half of the
 * positions has less than half of the cold numbers. Larger moduli than
 * MODULUS_MAX were not tested. */
enum { SAMPLE = 1 << 20, SAMPLE_EACH = 6, MODULUS_MAX = 1 << 20 };

/* One out of `every` cold numbers from `from` on, chosen by a hash. */
typedef struct sampler {
    wheel_list list;
    uint64_t from, every;
} sampler;

/* Adds n if the hash chooses it, whatever the order of the calls. */
static ta_status wheel_sample_one(void *state, uint64_t n)
{
    sampler *s = state;
    if (n < s->from || (n * 0x9E3779B97F4A7C15u >> 32) % s->every != 0)
        return TA_OK;
    return tai_wheel_list_add(&s->list, n);
}

/* Sets *m to the modulus of the next phase, 1 if none is suitable. */
static ta_status wheel_choose_modulus(wheel_run *run, uint32_t *m)
{
    const wheel_tuning *t = run->tuning;
    *m = t->modulus;
    if (*m != 0) {
        /* A phase begins up to 8 m before `known`: not below its half. */
        if (*m % 2 == 0 || run->known / 16 < *m ||
            !tai_wheel_moves_fit(run->moves, *m))
            *m = 1;
        return TA_OK;
    }
    uint64_t most = (uint64_t)sqrt(t->shape * (double)run->known);
    most = tai_min_u64(tai_min_u64(most, MODULUS_MAX), run->known / t->rows);
    const uint64_t wanted = tai_max_u64(SAMPLE, SAMPLE_EACH * most);
    sampler s = {.from = run->known / 2, .every = run->cold / 2 / wanted + 1};
    ta_status status = tai_wheel_store_each(&run->store, wheel_sample_one, &s);
    if (status == TA_OK)
        *m = tai_wheel_learn(run->moves, &s.list, (uint32_t)most, t->share,
                             &run->pool, &status);
    tai_wheel_list_free(&s.list);
    return status;
}

/* Sets *m to what rank 0 has, since mathematical functions differ between
 * machines. All ranks call this. Fails if run->hash differs. */
static ta_status wheel_agree_on_modulus(const wheel_run *run, uint32_t *m)
{
    tai_comm *comm = tai_comm_of(run->job->options);
    tai_gathered got;
    size_t bytes;
    if (comm->ranks == 1)
        return TA_OK;
    const ta_status status =
        tai_comm_gather(comm, TA_TOPIC_MODULUS, "hash of cold numbers",
                        run->hash, m, sizeof *m, &got, run->job->error);
    if (status == TA_OK)
        memcpy(m, tai_gathered_of(&got, 0, &bytes), sizeof *m);
    return status;
}

/* ---- the start ---- */

/* A ta_sink's `consume`. */
static ta_status wheel_list_block(void *list, const ta_block *block)
{
    return ta_block_each(block, 0, tai_wheel_list_add, list);
}

static ta_status wheel_list_by_shift(const tai_job *job,
                                     const wheel_moves *moves, uint64_t n,
                                     wheel_list *cold)
{
    /* That run reports nothing. */
    ta_options options = *job->options;
    options.progress = NULL;
    options.stats = NULL;
    options.base_bits = 0;
    tai_set set;
    tai_job start = *job;
    start.n = n;
    start.known = 0;
    start.first = tai_min_u64(start.first, n);
    start.shape = NULL;
    start.set = &set;
    start.options = &options;
    start.share = NULL;
    start.sink = &(ta_sink){wheel_list_block, cold};
    if (n == 0)
        return TA_OK;
    ta_status status = tai_set_from_list(moves->value, moves->count, n, &set);
    if (status != TA_OK)
        return status;
    status = tai_engine_run(&tai_engine_shift, &start);
    tai_set_free(&set);
    return status;
}

/* Heaps below job->first are hot by convention, so no phase may decide them; a
 * phase begins not before half of what is known. So that is at least 2 *
 * job->first. */
ta_status tai_wheel_start(const tai_job *job, const wheel_moves *moves,
                          uint64_t start, wheel_list *cold, uint64_t *known)
{
    *known =
        tai_min_u64(job->n, tai_max_u64(start, tai_mul_sat(2, job->first)));
    if (job->known <= *known)
        return wheel_list_by_shift(job, moves, *known, cold);
    *known = job->known;
    return tai_known_read(job, &(ta_sink){wheel_list_block, cold});
}

ta_status tai_wheel_emit_start(const tai_job *job, const wheel_list *start,
                               uint64_t known)
{
    const size_t skip = tai_first_at_least(start->at, start->count, job->known);
    return tai_job_emit_positions(job, job->known, known,
                                  start->count > 0 ? start->at + skip : NULL,
                                  start->count - skip);
}

static ta_status wheel_start_run(wheel_run *run)
{
    const tai_job *job = run->job;
    wheel_list *list = &run->store.sparse;
    const ta_status status =
        tai_wheel_start(job, run->moves, run->tuning->start, list, &run->known);
    run->cold = list->count;
    for (size_t i = 0; tai_comm_of(job->options)->ranks > 1 && i < list->count;
         i++)
        run->hash = tai_hash_more(run->hash, list->at[i]);
    return status;
}

/* ---- a phase ---- */

/* Cold numbers in [from, to), by class. */
typedef struct census {
    double *density; /* of class s, at first their number */
    uint32_t m;
    uint64_t from, to;
} census;

static ta_status wheel_count_one(void *state, uint64_t n)
{
    const census *c = state;
    if (n >= c->from && n < c->to)
        c->density[n % c->m]++;
    return TA_OK;
}

typedef struct refill {
    wheel_store *store;
    wheel_list sparse; /* those without bits */
    uint64_t to;
} refill;

static ta_status wheel_refill_one(void *state, uint64_t n)
{
    refill *r = state;
    if (n >= r->to || tai_wheel_store_set(r->store, n))
        return TA_OK;
    return tai_wheel_list_add(&r->sparse, n);
}

/* Makes the store for the rows [from_row, end), with all cold numbers of
 * earlier rows. Sets density[s], measured in the upper half of these. */
static ta_status wheel_make_store(wheel_run *run, uint32_t m, uint64_t from_row,
                                  uint64_t end, double *density,
                                  wheel_store *store)
{
    const wheel_tuning *t = run->tuning;
    const uint64_t to = from_row * m;
    census c = {density, m, to / 2, to};
    refill r = {.store = store, .to = to};
    ta_status status = tai_wheel_store_each(&run->store, wheel_count_one, &c);
    for (uint32_t s = 0; s < m; s++)
        density[s] /= (double)(c.to - c.from) / m;
    if (status == TA_OK)
        status =
            tai_wheel_store_init(store, m, end, density, t->dense_tile / 4096,
                                 t->cache, t->source_group);
    if (status != TA_OK)
        return status;
    status = tai_wheel_store_each(&run->store, wheel_refill_one, &r);
    tai_wheel_list_sort(&r.sparse);
    for (size_t i = 0; i < r.sparse.count && status == TA_OK; i++)
        status = tai_wheel_store_append(store, r.sparse.at[i]);
    tai_wheel_list_free(&r.sparse);
    return status;
}

static void wheel_add_stats(const wheel_run *run, const wheel_block *b)
{
    const wheel_plan *p = b->plan;
    const wheel_counters *c = b->count;
    const uint64_t m = p->store->m;
    const double all = (double)((b->end - p->cut.from_row) * m);
    ta_stats *stats = run->job->options->stats;
    tai_report_add(stats, "phase",
                   "from=%" PRIu64 " modulus=%" PRIu64 " block_rows=%" PRIu64
                   " blocks=%" PRIu64 " dense=%" PRIu32 " sparse=%zu"
                   " live=%" PRIu32 " quiet=%" PRIu64 " late=%" PRIu64,
                   p->cut.from_row * m, m, p->cut.rows, c->blocks,
                   p->store->dense, p->store->sparse.count, p->class.lives,
                   m - p->class.lives, c->late);
    /* Amounts of work for each position. */
    tai_report_add(stats, "phase_work",
                   "far_ors=%.4f quiet_ors=%.4f step_ors=%.4f pulls=%.4f"
                   " sparse_pushes=%.4f candidates=%.5f waiting=%.5f"
                   " exact=%" PRIu64 " undecided=%" PRIu64 " checked=%" PRIu64,
                   (double)c->far_ors / all, (double)c->quiet_ors / all,
                   (double)c->step_ors / all, (double)c->pulls / all,
                   (double)c->pushes / all, (double)c->candidates / all,
                   (double)c->waiting / all, (uint64_t)c->exact, c->undecided,
                   c->checked);
    tai_report_add(stats, "phase_s",
                   "total=%.3f tables=%.3f before=%.3f steps=%.3f", c->total_s,
                   c->tables_s, c->before_s, c->step_s);
}

/* Decides the rows of the phase up to `end`. The phase began at the time
 * `begin`, in seconds. */
static ta_status wheel_run_blocks(wheel_run *run, wheel_plan *plan,
                                  uint64_t end, wheel_counters *count,
                                  double begin)
{
    wheel_block block = {.job = run->job,
                         .pool = &run->pool,
                         .plan = plan,
                         .count = count,
                         .known = run->known};
    ta_status status = tai_wheel_block_init(&block, end);
    if (status != TA_OK)
        return status;
    count->tables_s = tai_now() - begin;
    status = tai_wheel_block_run_all(&block);
    count->total_s = tai_now() - begin;
    run->known = block.known;
    run->hash = block.hash;
    run->cold += count->cold;
    run->phases++;
    wheel_add_stats(run, &block);
    tai_wheel_block_free(&block);
    return status;
}

/* Runs a phase from run->known to `until`; it begins at the last multiple of 8
 * m before and ends at the first one after. */
static ta_status wheel_run_phase(wheel_run *run, uint32_t m, uint64_t until)
{
    const double begin = tai_now();
    const uint64_t from_row = run->known / m / 8 * 8;
    const uint64_t end = (until / m + 8) / 8 * 8;
    wheel_counters count = {0};
    wheel_store store = {0};
    wheel_moves moves = *run->moves;
    moves.count = tai_wheel_moves_below(&moves, end * m);
    wheel_plan plan = {.moves = &moves,
                       .store = &store,
                       .tuning = run->tuning,
                       .pool = &run->pool,
                       .comm = tai_comm_of(run->job->options)};
    double *density = tai_alloc_zero(m, sizeof *density);
    ta_status status = TA_ENOMEM;
    if (density != NULL)
        status = wheel_make_store(run, m, from_row, end, density, &store);
    if (status == TA_OK) {
        tai_wheel_store_free(&run->store);
        status = tai_wheel_plan_init(&plan, density, from_row, end);
    }
    ta_free(density);
    if (status == TA_OK) {
        status = wheel_run_blocks(run, &plan, end, &count, begin);
        tai_wheel_plan_free(&plan);
    }
    if (status == TA_OK)
        run->store = store;
    else
        tai_wheel_store_free(&store);
    return status;
}

/* Runs all phases. Sets *structure to false, and returns TA_OK before the sink
 * gets anything, if no modulus is good. */
static ta_status wheel_run_phases(wheel_run *run, bool *structure)
{
    const tai_job *job = run->job;
    const double begin = tai_now();
    uint32_t last_m = 1;
    ta_status status = wheel_start_run(run);
    if (status == TA_OK)
        status = tai_job_poll(job, run->known);
    while (status == TA_OK && run->known < job->n) {
        uint32_t m = 0;
        if (tai_comm_of(job->options)->rank == 0)
            status = wheel_choose_modulus(run, &m);
        if (m == 1)
            m = last_m;
        if (status == TA_OK)
            status = wheel_agree_on_modulus(run, &m);
        *structure = m != 1;
        if (status != TA_OK || m == 1)
            return status;
        if (run->phases == 0) {
            status = tai_wheel_emit_start(job, &run->store.sparse, run->known);
            tai_report_add(job->options->stats, "start_s", "%.3f",
                           tai_now() - begin);
        }
        double until = (double)run->known * run->tuning->growth;
        /* A short rest belongs to this phase. */
        if (until * 1.5 > (double)job->n)
            until = (double)job->n;
        if (status == TA_OK)
            status = wheel_run_phase(run, m, (uint64_t)until);
        last_m = m;
    }
    /* Compares the hashes of the last phase; the number is not used. */
    if (status == TA_OK && run->phases > 0)
        status = wheel_agree_on_modulus(run, &(uint32_t){0});
    /* No phase was needed. */
    if (status == TA_OK && run->phases == 0)
        status = tai_wheel_emit_start(job, &run->store.sparse, run->known);
    return status;
}

/* ---- the engine ---- */

/* Lists the moves below job->n; NULL for dense sets, of more than n / 8 + 64.
 */
static ta_status wheel_list_moves(const tai_job *job, uint64_t **value,
                                  size_t *count)
{
    *value = NULL;
    if (tai_game_count_bound(job->game, job->n) > job->n / 8 + 64)
        return TA_OK;
    return ta_game_elements(job->game, job->n, value, count);
}

/* Runs Eppstein's recursion instead, and says why in --stats. */
static ta_status wheel_fall_back(const tai_job *job, const char *why)
{
    /* Rank 0 alone. */
    if (tai_comm_of(job->options)->rank > 0)
        return TA_OK;
    tai_report_add(job->options->stats, "fallback", "recursion: %s", why);
    /* Its sizes are in job->shape, by tai_cold_shape below. */
    return tai_engine_run(&tai_engine_divide, job);
}

ta_status tai_wheel_run(const tai_job *job, const wheel_tuning *tuning)
{
    uint64_t *value = NULL;
    wheel_moves moves = {0};
    wheel_run run = {.job = job, .moves = &moves, .tuning = tuning};
    bool structure = true;
    ta_status status = wheel_list_moves(job, &value, &moves.count);
    if (status != TA_OK)
        return status;
    if (value == NULL)
        return wheel_fall_back(job, "too many moves");
    moves.value = value;
    if (!tai_wheel_can_learn(&moves)) {
        ta_free(value);
        return wheel_fall_back(job, "residues of moves have no short period");
    }
    status = tai_pool_open(&run.pool, job->threads, job->error);
    if (status == TA_OK)
        status = wheel_run_phases(&run, &structure);
    tai_wheel_store_free(&run.store);
    tai_pool_close(&run.pool);
    ta_free(value);
    if (status == TA_OK && !structure)
        return wheel_fall_back(job, "cold numbers prefer no residues");
    tai_report_add(job->options->stats, "phases", "%u", run.phases);
    const tai_comm *comm = tai_comm_of(job->options);
    if (comm->ranks > 1)
        tai_report_add(job->options->stats, "ranks",
                       "ranks=%u rounds=%" PRIu64 " bytes=%" PRIu64
                       " waited_s=%.3f",
                       comm->ranks, comm->rounds, comm->bytes, comm->waited_s);
    return status;
}

ta_status tai_wheel_run_share(const tai_job *job, double share)
{
    wheel_tuning tuning = tai_wheel_tuning_default();
    tuning.share = share;
    if (!job->options->check)
        tuning.checks = 0;
    return tai_wheel_run(job, &tuning);
}

static ta_status wheel_run_default(const tai_job *job)
{
    return tai_wheel_run_share(job, 1);
}

/* Counts the moves and the stored bits; the other tables are not known before
 * the run. */
uint64_t tai_wheel_memory(const tai_job *job)
{
    const uint64_t moves = tai_game_count_bound(job->game, job->n);
    return (moves <= job->n / 8 ? 8 * moves : 0) + job->n / 512;
}

const tai_engine tai_engine_wheel = {
    .info = {"wheel",
             "learns which residue classes are cold; thin, structured sets"},
    .power = 1,
    /* The recursion may run instead. */
    .shape = tai_cold_shape,
    .memory = tai_wheel_memory,
    .run = wheel_run_default};
