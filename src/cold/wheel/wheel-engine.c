/* The runs of the engine `wheel` for cold positions. The engine `shift`
 * computes the first cold numbers, then phases follow. A phase has one modulus,
 * and tables that are made from the cold numbers before the phase. The file is
 * long because it has all parts of a run: start, modulus, store, blocks,
 * output. */
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
    /* The number of cold numbers found, about. Cold numbers in rows where two
     * phases overlap are counted twice. */
    uint64_t cold;
    unsigned phases; /* the number of phases that have ended */
    uint64_t hash;   /* a hash of all cold numbers found, to compare ranks */
} wheel_run;

/* ---- the modulus of a phase ---- */

/* A modulus is learned from a sample of about SAMPLE cold numbers. If that is
 * more, the sample has SAMPLE_EACH cold numbers for each residue class of the
 * largest modulus to be tried. SAMPLE_EACH is 1.5 times what learn.c requires.
 * The reason is that the sample comes from the upper half of the decided
 * positions, which has less than half of all cold numbers. MODULUS_MAX is the
 * largest modulus that was tested. */
enum { SAMPLE = 1 << 20, SAMPLE_EACH = 6, MODULUS_MAX = 1 << 20 };

/* A sample of the cold numbers that are at least `from`. It has about one of
 * `every` such numbers. */
typedef struct sampler {
    wheel_list list;
    uint64_t from, every;
} sampler;

/* Adds the cold number n to the sample *s (a sampler) if n is at least s->from
 * and the hash of n selects n. So the sample does not depend on the order of
 * the calls. Returns TA_ENOMEM if there is no memory. */
static ta_status wheel_sample_one(void *state, uint64_t n)
{
    sampler *s = state;
    if (n < s->from || (n * 0x9E3779B97F4A7C15u >> 32) % s->every != 0)
        return TA_OK;
    return tai_wheel_list_add(&s->list, n);
}

/* Sets *m to the modulus of the next phase. This is run->tuning->modulus or, if
 * that is 0, a modulus that is learned from the cold numbers. Sets *m to 1 if
 * no modulus is suitable. Returns TA_ENOMEM if there is no memory. */
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

/* Sets *m, the modulus of the next phase, on all ranks to the value that rank 0
 * has. Ranks could otherwise choose different moduli, since mathematical
 * functions differ between machines. */
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

/* Appends the cold numbers below n to the list `cold`. Computes them by the
 * engine `shift`, which is the fastest one as long as no modulus is learned. */
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

/* Sets run->store to the cold numbers of the resumed prefix, the positions that
 * an earlier run has decided. If that prefix is short, the engine `shift` finds
 * the cold numbers below tuning->start instead. Sets run->known to the end of
 * the decided positions: at least twice job->first, unless job->n is less.
 * The heaps below job->first are hot by convention, and phases do not know
 * that. A phase begins at half of run->known or later. */
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

/* Hands the cold numbers of [job->known, run->known) to the sink of the job.
 * They were found before the first phase. */
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

/* A count of the cold numbers in [from, to) by their residue class modulo m. */
typedef struct census {
    double *density; /* density[s] is the count of class s. */
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

/* The state while the cold numbers below `to` are copied into the store of a
 * new phase. */
typedef struct refill {
    wheel_store *store;
    wheel_list sparse; /* the cold numbers of classes that are not dense */
    uint64_t to;
} refill;

static ta_status wheel_refill_one(void *state, uint64_t n)
{
    refill *r = state;
    if (n >= r->to || tai_wheel_store_set(r->store, n))
        return TA_OK;
    return tai_wheel_list_add(&r->sparse, n);
}

/* Makes the store of a phase with modulus m that decides the rows [from_row,
 * end). Puts all cold numbers of earlier rows into the store. Sets density[s]
 * to the number of cold numbers for each row of class s, measured in the second
 * half of these earlier rows. Returns TA_ENOMEM if there is no memory. */
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

/* Adds the sizes, the work and the times of a phase to the statistics of the
 * run. */
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
    /* The amounts of work from far_ors to waiting are divided by the number of
     * positions of the phase. One OR is of one vector, which has 512 rows of a
     * class. */
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

/* Decides all blocks of a phase, up to row `end`, and counts their work in
 * *count. Sets run->known to the end of the decided positions. `begin` is the
 * time at which the phase began, in seconds. */
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

/* Runs a phase with modulus m. It decides the heaps from run->known to `until`,
 * and a few rows more on either side. */
static ta_status wheel_run_phase(wheel_run *run, uint32_t m, uint64_t until)
{
    const double begin = tai_now();
    const uint64_t from_row = run->known / m / 8 * 8;
    const uint64_t end = (until / m + 8) / 8 * 8;
    wheel_counters count = {0};
    wheel_store store = {0};
    /* The moves that are less than the last heap of the phase. */
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

/* Finds the first cold numbers, then runs all phases of the job. If no modulus
 * has few residue classes with nearly all cold numbers, sets *structure to
 * false and returns TA_OK early, before the sink gets anything. */
static ta_status wheel_run_phases(wheel_run *run, bool *structure)
{
    const ta_job *job = run->job;
    const double begin = tai_now();
    uint32_t before = 1; /* the modulus of the previous phase */
    ta_status status = wheel_start_run(run);
    if (status == TA_OK)
        status = tai_job_poll(job, run->known);
    while (status == TA_OK && run->known < job->n) {
        uint32_t m = 0;
        if (tai_comm_of(job->options)->rank == 0)
            status = wheel_choose_modulus(run, &m);
        if (m == 1)
            m = before; /* The modulus of the previous phase is kept. */
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
    /* This exchange only compares the hashes of all cold numbers between ranks.
     */
    if (status == TA_OK && run->phases > 0)
        status = wheel_agree_on_modulus(run, &(uint32_t){0});
    /* Without a phase, all positions were decided before the first phase. */
    if (status == TA_OK && run->phases == 0)
        status = wheel_emit_start(run);
    return status;
}

/* ---- the engine ---- */

/* Sets *value to an array of the moves below the job's n, and *count to their
 * number. Sets *value to NULL, and returns TA_OK, if there may be more than
 * n / 8 + 64 moves, since the engine is for sparse sets. */
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
    if (tai_comm_of(job->options)->rank > 0)
        return TA_OK; /* Rank 0 does all of the recursion. */
    tai_stats_add(job->options->stats, "fallback", "recursion: %s", why);
    /* The run uses the engine `divide`, since the shape (the sizes) of the job
     * was made for it: it allows each method of finding hot positions. */
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

/* Runs the engine `wheel` on the job with the default constants, but with the
 * given value of wheel_tuning.share. */
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

/* Runs the engine `wheel`, or the recursion where shifts are faster. If n is at
 * most 2^26, 99 % of the cold numbers must be in at most 90 % of the classes.
 * Else the recursion is run. Beyond 2^26 the bits of all positions do not fit
 * into the caches, which slows shifts down. The 90 % were measured by runs to
 * 2^26 on one thread. The table has the set, the share of the classes, and the
 * seconds by `wheel` and by shifts on two processors.
 *
 *   5 k^2 + k   96 %   Zen 5: 0.53, 0.36   Xeon: 0.59, 0.63
 *   k^2 + k     89 %   Zen 5: 0.66, 0.87   Xeon: 0.72, 1.28
 *   k^2 + 2     76 %                       Xeon: 0.80, 1.33 */
ta_status tai_wheel_run_where_it_wins(const ta_job *job)
{
    return wheel_run_tuned(job, job->n <= (uint64_t)1 << 26 ? 0.9 : 1);
}

/* Returns whether the engine `wheel` is expected to be faster than shifts. The
 * time of shifts for each position grows with the number of moves. The time of
 * `wheel` hardly does. The n to which both took the same time was measured on a
 * Zen 5 processor. It is 2^24 for squares, between 2^24 and 2^26 for other
 * quadratic sets, and beyond 2^30 for cubes. Fifth powers to 2^30 took 17.6 s
 * by `wheel` and 1.3 s by shifts. (For 5 k^2 + k, whose cold numbers are spread
 * over most residue classes, shifts are faster to 2^28 at least.) */
bool tai_wheel_suits(const ta_job *job)
{
    /* Sets of cubes and of higher powers must have this number of moves. */
    enum { MOVES = 1500 };
    ta_polynomial p;
    return job->n > (uint64_t)1 << 24 && tai_game_polynomial(job->game, &p) &&
           p.degree >= 2 &&
           (p.degree == 2 || tai_game_count_bound(job->game, job->n) >= MOVES);
}

/* Returns a lower bound on the bytes of memory of a run: the list of moves and,
 * in the last phase, one bit for 64 positions. The size of the tables of a
 * phase is not known before the run. */
uint64_t tai_wheel_memory(const ta_job *job)
{
    const uint64_t moves = tai_game_count_bound(job->game, job->n);
    return (moves <= job->n / 8 ? 8 * moves : 0) + job->n / 512;
}

const ta_engine tai_engine_wheel = {
    .info = {"wheel",
             "residue classes learned on the way; thin, structured sets"},
    .power = 1,
    /* The shape is for the recursion, which may run in place of `wheel`. */
    .shape = tai_cold_shape,
    .memory = tai_wheel_memory,
    .run = wheel_run_default};
