/* Runs the engine `wheel`, which finds cold positions. First, the engine
 * `shift` computes some cold numbers. The other positions are decided in
 * phases. A phase decides a range of positions with one modulus, by means of
 * tables made from the cold numbers before the phase. The file is long because
 * it has all parts of a run: start, modulus, store, blocks, output. */
#include "cold/wheel/wheel-engine.h"

#include <inttypes.h>
#include <math.h>

#include "cold/engines.h"
#include "cold/wheel/wheel-block.h"

/* Returns the default constants of the engine `wheel`. Each value is near the
 * best one for squares. README.md says what was tried. */
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

/* The state of a run of the engine `wheel`. */
typedef struct wheel_run {
    const ta_job *job;
    const wheel_moves *moves;
    const wheel_tuning *tuning;
    tai_pool pool;
    wheel_store store; /* all cold numbers that were found so far */
    uint64_t known;    /* All positions below this are decided. */
    /* The approximate number of cold numbers found so far. Phases overlap a
     * little, and the cold numbers in the overlap are counted twice. */
    uint64_t cold;
    unsigned phases; /* the number of phases (ranges of heaps) completed */
    /* A hash of results. Ranks, the processes that share the work, compare
     * their hashes to find out whether their results differ. Before the first
     * phase, it is a hash of the cold numbers found so far. After a phase, it
     * is a hash of the plan and of the cold numbers of that phase. */
    uint64_t hash;
} wheel_run;

/* ---- the modulus of a phase ---- */

/* Sizes for learning a modulus from a sample of the cold numbers. The sample is
 * to have at least SAMPLE cold numbers, and at least SAMPLE_EACH for each class
 * of the largest modulus to be tried. To try a modulus, learn.c requires only 4
 * cold numbers for each of its classes. SAMPLE_EACH is greater than 4 because
 * the sample may become smaller than planned. The sample is taken from the
 * upper half of the decided positions, which has less than half of all cold
 * numbers.
 *
 * No learned modulus exceeds MODULUS_MAX, since the engine was not tested with
 * larger ones. */
enum { SAMPLE = 1 << 20, SAMPLE_EACH = 6, MODULUS_MAX = 1 << 20 };

/* A sample of cold numbers. It is chosen by a hash from the cold numbers that
 * are at least `from`. On average, it has one out of `every` such numbers. */
typedef struct sampler {
    wheel_list list;
    uint64_t from, every;
} sampler;

/* Adds the cold number n to the sample s if n is at least s->from and a hash of
 * n selects n. Here s is `state`, a sampler. The choice does not depend on the
 * order of the calls. Returns TA_ENOMEM if there is no memory. */
static ta_status wheel_sample_one(void *state, uint64_t n)
{
    sampler *s = state;
    if (n < s->from || (n * 0x9E3779B97F4A7C15u >> 32) % s->every != 0)
        return TA_OK;
    return tai_wheel_list_add(&s->list, n);
}

/* Sets *m to the modulus of the next phase (the next range of positions to be
 * decided). If run->tuning->modulus is not 0, this is the modulus. Otherwise,
 * learns the modulus from the cold numbers found so far. Sets *m to 1 if no
 * modulus is suitable. Returns TA_ENOMEM if there is no memory. */
static ta_status wheel_choose_modulus(wheel_run *run, uint32_t *m)
{
    const wheel_tuning *t = run->tuning;
    *m = t->modulus;
    if (*m != 0) {
        if (*m % 2 == 0 || run->known / 16 < *m ||
            !tai_wheel_moves_fit(run->moves, *m))
            *m = 1;
        return TA_OK;
    }
    uint64_t most = (uint64_t)sqrt(t->shape * (double)run->known);
    most = ta_min_u64(ta_min_u64(most, MODULUS_MAX), run->known / t->rows);
    const uint64_t wanted = ta_max_u64(SAMPLE, SAMPLE_EACH * most);
    sampler s = {.from = run->known / 2, .every = run->cold / 2 / wanted + 1};
    ta_status status = tai_wheel_store_each(&run->store, wheel_sample_one, &s);
    if (status == TA_OK)
        *m = tai_wheel_learn(run->moves, &s.list, (uint32_t)most, t->share,
                             &run->pool, &status);
    tai_wheel_list_free(&s.list);
    return status;
}

/* Sets *m, the modulus for the next phase, to the value that rank 0 has. Ranks
 * are processes that share the work, and all of them must call this function.
 * If each rank chose a modulus, the choices could differ, since mathematical
 * functions differ between machines. Fails if run->hash, a hash of cold
 * numbers, differs between ranks. */
static ta_status wheel_agree_on_modulus(const wheel_run *run, uint32_t *m)
{
    tai_comm *comm = tai_comm_of(run->job->options);
    ta_gathered got;
    size_t bytes;
    if (comm->ranks == 1)
        return TA_OK;
    const ta_status status =
        tai_comm_gather(comm, TA_TOPIC_MODULUS, "hash of cold numbers",
                        run->hash, m, sizeof *m, &got, run->job->error);
    if (status == TA_OK)
        memcpy(m, ta_gathered_of(&got, 0, &bytes), sizeof *m);
    return status;
}

/* ---- the start ---- */

/* Appends the cold positions of a block to `list`, a wheel_list. The function
 * is the member `consume` of a ta_sink. */
static ta_status wheel_list_block(void *list, const ta_block *block)
{
    return ta_block_each(block, 0, tai_wheel_list_add, list);
}

/* Appends the cold numbers below n to the list `cold`. The engine `shift`
 * computes them, since the engine `wheel` cannot begin without some cold
 * numbers from which it learns its modulus. */
static ta_status wheel_list_below(const wheel_run *run, uint64_t n,
                                  wheel_list *cold)
{
    /* The run of the engine `shift` reports no progress and no statistics. */
    ta_options options = *run->job->options;
    options.progress = NULL;
    options.stats = NULL;
    options.base_bits = 0;
    ta_set set;
    ta_job start = *run->job;
    start.n = n;
    start.known = 0;
    start.first = ta_min_u64(start.first, n);
    start.shape = NULL;
    start.set = &set;
    start.options = &options;
    start.share = NULL;
    start.sink = &(ta_sink){wheel_list_block, cold};
    if (n == 0)
        return TA_OK;
    ta_status status =
        tai_set_from_list(run->moves->value, run->moves->count, n, &set);
    if (status != TA_OK)
        return status;
    status = tai_engine_run(&tai_engine_shift, &start);
    tai_set_free(&set);
    return status;
}

/* Puts the first cold numbers into run->store, and sets run->known to the end
 * of the decided positions. Let the limit be the maximum of 2 * job->first and
 * tuning->start, but at most job->n. If an earlier run has decided positions
 * beyond the limit, reads the cold numbers of that run. Otherwise, the engine
 * `shift` computes the cold numbers below the limit.
 *
 * The limit depends on job->first because heaps below job->first are hot by
 * convention, so no phase may decide them. A phase begins at a multiple of 8
 * times its modulus. So it may begin before run->known, but not before
 * run->known / 2. With this limit, run->known / 2 is at least job->first. */
static ta_status wheel_start_run(wheel_run *run)
{
    const ta_job *job = run->job;
    wheel_list *list = &run->store.sparse;
    ta_status status;
    run->known = ta_min_u64(
        job->n, ta_max_u64(run->tuning->start, ta_mul_sat(2, job->first)));
    if (job->known <= run->known) {
        status = wheel_list_below(run, run->known, list);
    } else {
        run->known = job->known;
        status = tai_known_read(job, &(ta_sink){wheel_list_block, list});
    }
    run->cold = list->count;
    for (size_t i = 0; tai_comm_of(job->options)->ranks > 1 && i < list->count;
         i++)
        run->hash = ta_hash_more(run->hash, list->at[i]);
    return status;
}

/* Hands the cold numbers in [job->known, run->known) to the sink of the job,
 * the receiver of the results. These numbers were found before the first phase.
 * Those below job->known belong to the result of an earlier run. Returns the
 * status of the sink. */
static ta_status wheel_emit_start(const wheel_run *run)
{
    const wheel_list *start = &run->store.sparse;
    const size_t skip =
        ta_first_at_least(start->at, start->count, run->job->known);
    return tai_job_emit_positions(run->job, run->job->known, run->known,
                                  start->count > 0 ? start->at + skip : NULL,
                                  start->count - skip);
}

/* ---- a phase ---- */

/* A count of the cold numbers in the range [from, to), for each residue class
 * modulo m. */
typedef struct census {
    double *density; /* density[s] is the number of cold numbers in class s. */
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

/* The state of a loop that copies cold numbers into the store of a new phase.
 * The loop runs through all cold numbers found so far, and copies those below
 * `to`. (A phase decides a range of heaps with one modulus.) */
typedef struct refill {
    wheel_store *store;
    /* The cold numbers that are not stored as bits. Their residue classes have
     * few cold numbers. */
    wheel_list sparse;
    uint64_t to;
} refill;

static ta_status wheel_refill_one(void *state, uint64_t n)
{
    refill *r = state;
    if (n >= r->to || tai_wheel_store_set(r->store, n))
        return TA_OK;
    return tai_wheel_list_add(&r->sparse, n);
}

/* Makes the store of cold numbers for a phase with modulus m. Row j has the
 * heaps m j, ..., m j + m - 1. The phase decides the rows j with from_row <= j
 * < end. All cold numbers of earlier rows are put into the store. Sets
 * density[s] to the fraction of the heaps of residue class s that are cold. The
 * fraction is measured in the upper half of the earlier rows. Returns TA_ENOMEM
 * if there is no memory. */
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

/* Adds the sizes, the work and the times of a phase, one range of positions, to
 * the statistics of the run. */
static void wheel_add_stats(const wheel_run *run, const wheel_block *b)
{
    const wheel_plan *p = b->plan;
    const wheel_counters *c = b->count;
    const uint64_t m = p->store->m;
    const double all = (double)((b->end - p->cut.from_row) * m);
    ta_stats *stats = run->job->options->stats;
    tai_stats_add(stats, "phase",
                  "from=%" PRIu64 " modulus=%" PRIu64 " block_rows=%" PRIu64
                  " blocks=%" PRIu64 " dense=%" PRIu32 " sparse=%zu"
                  " live=%" PRIu32 " quiet=%" PRIu64 " late=%" PRIu64,
                  p->cut.from_row * m, m, p->cut.rows, c->blocks,
                  p->store->dense, p->store->sparse.count, p->class.lives,
                  m - p->class.lives, c->late);
    /* The numbers from far_ors to waiting are amounts of work for each position
     * of the phase, on average. One OR operation works on the bits of 512 heaps
     * of a residue class. */
    tai_stats_add(stats, "phase_work",
                  "far_ors=%.4f quiet_ors=%.4f step_ors=%.4f pulls=%.4f"
                  " sparse_pushes=%.4f candidates=%.5f waiting=%.5f"
                  " exact=%" PRIu64 " undecided=%" PRIu64 " checked=%" PRIu64,
                  (double)c->far_ors / all, (double)c->quiet_ors / all,
                  (double)c->step_ors / all, (double)c->pulls / all,
                  (double)c->pushes / all, (double)c->candidates / all,
                  (double)c->waiting / all, (uint64_t)c->exact, c->undecided,
                  c->checked);
    tai_stats_add(stats, "phase_s",
                  "total=%.3f tables=%.3f before=%.3f steps=%.3f", c->total_s,
                  c->tables_s, c->before_s, c->step_s);
}

/* Decides all blocks of a phase, up to row `end`. A phase is a range of heaps.
 * Row j has the heaps M j, ..., M j + M - 1, where M is the modulus of the
 * phase. Counts the work in *count. Sets run->known to the end of the decided
 * positions. `begin` is the time at which the phase began, in seconds. */
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

/* Runs a phase with modulus m. The phase decides the heaps from run->known to
 * `until`. It begins a little earlier, at the last multiple of 8 m that is at
 * most run->known. It ends a little later, at the first multiple of 8 m beyond
 * `until`. */
static ta_status wheel_run_phase(wheel_run *run, uint32_t m, uint64_t until)
{
    const double begin = tai_now();
    const uint64_t from_row = run->known / m / 8 * 8;
    const uint64_t end = (until / m + 8) / 8 * 8;
    wheel_counters count = {0};
    wheel_store store = {0};
    /* The moves that are possible in the heaps of the phase: those less than
     * end * m. */
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

/* Finds the first cold numbers, then decides all other positions of the job in
 * phases. Each phase has one modulus. If no modulus has nearly all cold numbers
 * in few of its residue classes, sets *structure to false. In this case returns
 * TA_OK early, before the sink (the receiver of the results) gets anything. */
static ta_status wheel_run_phases(wheel_run *run, bool *structure)
{
    const ta_job *job = run->job;
    const double begin = tai_now();
    uint32_t before = 1; /* the modulus that was used last, or 1 */
    ta_status status = wheel_start_run(run);
    if (status == TA_OK)
        status = tai_job_poll(job, run->known);
    while (status == TA_OK && run->known < job->n) {
        uint32_t m = 0;
        if (tai_comm_of(job->options)->rank == 0)
            status = wheel_choose_modulus(run, &m);
        if (m == 1)
            m = before; /* Keep the last modulus. */
        if (status == TA_OK)
            status = wheel_agree_on_modulus(run, &m);
        *structure = m != 1;
        if (status != TA_OK || m == 1)
            return status;
        if (run->phases == 0) {
            status = wheel_emit_start(run);
            tai_stats_add(job->options->stats, "start_s", "%.3f",
                          tai_now() - begin);
        }
        double until = (double)run->known * run->tuning->growth;
        /* If few positions would be left after this phase, this phase decides
         * them, too. */
        if (until * 1.5 > (double)job->n)
            until = (double)job->n;
        if (status == TA_OK)
            status = wheel_run_phase(run, m, (uint64_t)until);
        before = m;
    }
    /* This call only compares hashes of the cold numbers between ranks, the
     * processes that share the work. The number that it sends is not used. */
    if (status == TA_OK && run->phases > 0)
        status = wheel_agree_on_modulus(run, &(uint32_t){0});
    /* If there was no phase, all positions were decided before the first phase.
     * Then their cold numbers are handed to the sink, the receiver of the
     * results, at this point. */
    if (status == TA_OK && run->phases == 0)
        status = wheel_emit_start(run);
    return status;
}

/* ---- the engine ---- */

/* Makes an array of all moves below n = job->n. Sets *value to the array and
 * *count to the number of moves. If there may be more than n / 8 + 64 moves,
 * sets *value to NULL and returns TA_OK, since the engine is for sparse sets.
 * Returns TA_ENOMEM if there is no memory. */
static ta_status wheel_list_moves(const ta_job *job, uint64_t **value,
                                  size_t *count)
{
    *value = NULL;
    if (tai_game_count_bound(job->game, job->n) > job->n / 8 + 64)
        return TA_OK;
    return ta_game_elements(job->game, job->n, value, count);
}

/* Runs Eppstein's recursion (divide.h) on the job in place of the engine
 * `wheel`. `why` is the reason, which is added to the statistics. */
static ta_status wheel_fall_back(const ta_job *job, const char *why)
{
    /* Only rank 0 runs the recursion. Ranks are the processes that share the
     * work. */
    if (tai_comm_of(job->options)->rank > 0)
        return TA_OK;
    tai_stats_add(job->options->stats, "fallback", "recursion: %s", why);
    /* The engine `divide` runs the recursion. It reads its sizes, for example
     * that of a block, from job->shape. The function tai_cold_shape, the member
     * `shape` of the engine `wheel`, has set these sizes. */
    return tai_engine_run(&tai_engine_divide, job);
}

ta_status tai_wheel_run(const ta_job *job, const wheel_tuning *tuning)
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
    tai_stats_add(job->options->stats, "phases", "%u", run.phases);
    const tai_comm *comm = tai_comm_of(job->options);
    if (comm->ranks > 1)
        tai_stats_add(job->options->stats, "ranks",
                      "ranks=%u rounds=%" PRIu64 " bytes=%" PRIu64
                      " waited_s=%.3f",
                      comm->ranks, comm->rounds, comm->bytes, comm->waited_s);
    return status;
}

/* Runs the engine `wheel` on the job with the default constants, except for
 * wheel_tuning.share, which is set to `share`. This is the largest fraction of
 * the residue classes that may be needed to hold 99 % of the cold numbers.
 * Leaves out the self-check if job->options->check is false. */
static ta_status wheel_run_tuned(const ta_job *job, double share)
{
    wheel_tuning tuning = tai_wheel_tuning_default();
    tuning.share = share;
    if (!job->options->check)
        tuning.checks = 0;
    return tai_wheel_run(job, &tuning);
}

static ta_status wheel_run_default(const ta_job *job)
{
    return wheel_run_tuned(job, 1);
}

/* Runs the engine `wheel` on the job, or Eppstein's recursion (divide.h) where
 * that is faster. Let n be job->n. If n is at most 2^26, the engine `wheel` is
 * used only for sets with a good modulus: 99 % of the cold numbers must be in
 * at most 90 % of its residue classes. Beyond 2^26 there is no such limit,
 * since the recursion becomes slow: it works on bit arrays, which do not fit
 * into the caches there.
 *
 * The 90 % were found by runs to n = 2^26 on one thread. A row of the table has
 * the set, and the fraction of the classes that holds 99 % of the cold numbers.
 * For each processor, it has two times in seconds: first the time of `wheel`,
 * then the time of the recursion.
 *
 *   5 k^2 + k   96 %   Zen 5: 0.53, 0.36   Xeon: 0.59, 0.63
 *   k^2 + k     89 %   Zen 5: 0.66, 0.87   Xeon: 0.72, 1.28
 *   k^2 + 2     76 %                       Xeon: 0.80, 1.33 */
ta_status tai_wheel_run_where_it_wins(const ta_job *job)
{
    return wheel_run_tuned(job, job->n <= (uint64_t)1 << 26 ? 0.9 : 1);
}

/* Returns whether the engine `wheel` is expected to be the fastest one for the
 * job. The other engines shift bit arrays by each move, so their time for each
 * position grows with the number of moves. The time of `wheel` hardly grows.
 *
 * The following was measured on a Zen 5 processor, for the positions below n.
 * `wheel` and shifts take the same time at n = 2^24 for squares, at some n from
 * 2^24 to 2^26 for most other quadratic sets, and at some n beyond 2^30 for
 * cubes. For fifth powers and n = 2^30, `wheel` took 17.6 s and shifts took 1.3
 * s. For 5 k^2 + k, shifts are faster up to n = 2^28 at least, because the cold
 * numbers are spread over most residue classes. */
bool tai_wheel_suits(const ta_job *job)
{
    /* The set has the values of a polynomial. If its degree is 3 or more, the
     * engine is expected to be the fastest one only if there are at least this
     * number of moves. */
    enum { MOVES = 1500 };
    ta_polynomial p;
    return job->n > (uint64_t)1 << 24 && tai_game_polynomial(job->game, &p) &&
           p.degree >= 2 &&
           (p.degree == 2 || tai_game_count_bound(job->game, job->n) >= MOVES);
}

/* Returns a lower bound on the bytes of memory of a run. It counts 8 bytes for
 * each move, and one bit for each 64 positions, for the stored cold numbers.
 * The sizes of the other tables are not known before the run. */
uint64_t tai_wheel_memory(const ta_job *job)
{
    const uint64_t moves = tai_game_count_bound(job->game, job->n);
    return (moves <= job->n / 8 ? 8 * moves : 0) + job->n / 512;
}

const ta_engine tai_engine_wheel = {
    .info = {"wheel",
             "learns which residue classes are cold; thin, structured sets"},
    .power = 1,
    /* tai_cold_shape chooses the sizes for Eppstein's recursion, which may run
     * in place of the engine `wheel`. */
    .shape = tai_cold_shape,
    .memory = tai_wheel_memory,
    .run = wheel_run_default};
