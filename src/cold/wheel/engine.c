/* The wheel: a plain sieve to begin with, then phases, each with tables made
 * from the cold numbers before it. */
#include "cold/wheel/engine.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cold/engines.h"
#include "run/known.h"
#include "cold/wheel/phase.h"

/* Each near the best of tune.tsv in data/runs/2026-11-21-tune-wheel, and of
 * those that were chosen anew in 2026-11-21-tune-lists (squares below 2^30, one
 * thread; differences below a twentieth are noise there). Since then pages of
 * quiet sources made ORs cheaper, and dense_tile went from 4 to 2, quiet_zeros
 * from 6 to 4, by the work counted at 10^10, source_group from 400 to 1600, and
 * cache from 1.2 to 2.4 MB (paper-notes.md). What only shows further on was
 * tried there (paper-notes.md, the wheel): moves and what counts as quiet at
 * 4*10^10 and 2.5*10^11, dense_tile, which decides how much memory 10^11 takes,
 * and the lists (quiet_cold, quiet_enough) at 3.4*10^10 and 4*10^11. */
wheel_tuning wheel_tuning_default(void)
{
    return (wheel_tuning){
        .vectors = 8,
        .step_vectors = 1,
        .dense_tile = 2,
        .live_tile = 0.1,
        .quiet_list = 450,
        .quiet_cold = 20,
        .quiet_enough = 0.01,
        .quiet_zeros = 4,
        .quiet_left = 8,
        .quiet_reach = 40,
        .ahead = 12,
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

/* ---- the modulus of the next phase ---- */

/* Numbers to choose a modulus from, at least, and for each of its classes: half
 * as many again as have to be there (learn.c), since of the cold numbers less
 * than half are in the last octave. A larger modulus was never tried. */
enum { SAMPLE = 1 << 20, SAMPLE_EACH = 6, MODULUS_MAX = 1 << 20 };

typedef struct sampler {
    wheel_list *list; /* by thread; the first becomes all */
    uint64_t from, every;
} sampler;

static ta_status sample_one(void *state, unsigned thread, uint64_t n)
{
    const sampler *s = state;
    if (n < s->from || (n * 0x9E3779B97F4A7C15u >> 32) % s->every != 0)
        return TA_OK;
    return wheel_list_add(&s->list[thread], n);
}

/* Numbers of the last octave; one in so many, whatever the order. */
static ta_status choose_modulus(wheel_run *run, uint32_t *m)
{
    const uint64_t cold = wheel_found_count(&run->found);
    *m = run->tuning->modulus;
    if (*m != 0) {
        if (*m % 2 == 0 || run->known / 16 < *m ||
            !wheel_moves_fit(run->moves, *m))
            *m = 1;
        return TA_OK;
    }
    uint64_t most = (uint64_t)sqrt(run->tuning->shape * (double)run->known);
    most = ta_min_u64(most, MODULUS_MAX);
    most = ta_min_u64(most, run->known / run->tuning->rows);
    sampler s = {.list = ta_alloc_zero(run->team.threads, sizeof *s.list),
                 .from = run->known / 2,
                 .every =
                     cold / 2 / ta_max_u64(SAMPLE, SAMPLE_EACH * most) + 1};
    if (s.list == NULL)
        return TA_ENOMEM;
    ta_status status = wheel_found_each(run, sample_one, &s);
    for (unsigned t = 1; t < run->team.threads; t++) {
        if (status == TA_OK)
            status = wheel_list_append(s.list, &s.list[t]);
        wheel_list_free(&s.list[t]);
    }
    if (status == TA_OK)
        *m = wheel_learn(run->moves, s.list, (uint32_t)most, run->tuning->share,
                         &run->team, &status);
    wheel_list_free(s.list);
    ta_free(s.list);
    return status;
}

/* All take rank 0's, since logarithms may differ from machine to machine. */
static ta_status agree_on(const wheel_run *run, uint32_t *m)
{
    ta_fleet *fleet = ta_fleet_of(run->job->options);
    ta_gathered got;
    size_t bytes;
    if (fleet->ranks == 1)
        return TA_OK;
    ta_status status =
        ta_fleet_gather(fleet, TA_TOPIC_MODULUS, "hash of cold numbers",
                        run->hash, m, sizeof *m, &got, run->job->error);
    if (status == TA_OK)
        memcpy(m, ta_gathered_of(&got, 0, &bytes), sizeof *m);
    return status;
}

/* ---- the run ---- */

static ta_status list_one(void *list, uint64_t position)
{
    return wheel_list_add(list, position);
}

static ta_status list_block(void *list, const ta_block *block)
{
    return ta_block_each(block, 0, list_one, list);
}

/* Lists the cold numbers below n, where no structure is known yet, by the
 * shift-or engine, which is the fastest one there. */
static ta_status list_below(const wheel_run *run, uint64_t n, wheel_list *cold)
{
    /* Progress and statistics are told for the whole job, not for this. */
    ta_options options = *run->job->options;
    options.progress = NULL;
    options.stats = NULL;
    options.base_bits = 0;
    ta_set set;
    ta_job start = *run->job;
    start.n = n;
    start.known = 0; /* all of it is wanted in the list */
    start.first = ta_min_u64(start.first, n);
    start.shape = NULL;
    start.set = &set;
    start.options = &options;
    start.share = NULL;
    start.sink = &(ta_sink){list_block, cold};
    if (n == 0)
        return TA_OK;
    ta_status status =
        ta_set_from_list(run->moves->value, run->moves->count, n, &set);
    if (status != TA_OK)
        return status;
    status = ta_engine_run(&ta_engine_shift, &start);
    ta_set_free(&set);
    return status;
}

/* The cold numbers below run->known: what is known, or as far as a plain
 * sieve goes. Phases know no heaps that are hot by convention, and begin up
 * to eight rows, at most half the heaps, before what is known. */
static ta_status start_run(wheel_run *run)
{
    const ta_job *job = run->job;
    wheel_list *start = &run->found.start;
    run->known = ta_min_u64(
        job->n, ta_max_u64(run->tuning->start, ta_mul_sat(2, job->first)));
    if (job->known <= run->known)
        return list_below(run, run->known, start);
    run->known = job->known;
    return ta_known_each(job, list_one, start);
}

/* Hands the sink what of the start it does not have. */
static ta_status emit_start(const wheel_run *run)
{
    const wheel_list *start = &run->found.start;
    const size_t skip =
        ta_first_at_least(start->at, start->count, run->job->known);
    return ta_job_emit_positions(run->job, run->job->known, run->known,
                                 start->at + skip, start->count - skip);
}

static ta_status run_phases(wheel_run *run, bool *structure)
{
    const ta_job *job = run->job;
    const wheel_tuning *t = run->tuning;
    const ta_fleet *fleet = ta_fleet_of(job->options);
    double begin = ta_now();
    ta_status status = start_run(run);
    run->hash = fleet->ranks > 1 ? wheel_list_hash(0, &run->found.start) : 0;
    if (status == TA_OK)
        status = ta_job_poll(job, run->known);
    for (unsigned phase = 0; status == TA_OK && run->known < job->n; phase++) {
        uint32_t m = 0;
        if (fleet->rank == 0)
            status = choose_modulus(run, &m);
        if (m == 1 && phase > 0)
            m = run->found.store.mod.m; /* no worse than before */
        if (status == TA_OK)
            status = agree_on(run, &m);
        if (status == TA_OK && m == 1) {
            *structure = false;
            return TA_OK;
        }
        if (status == TA_OK && phase == 0)
            status = emit_start(run);
        if (phase == 0)
            ta_stats_add(job->options->stats, "start_s", "%.3f",
                         ta_now() - begin);
        double until = (double)run->known * t->growth;
        /* The last phase takes what would be too little for one more. */
        if (until * 1.5 > (double)job->n)
            until = (double)job->n;
        if (status == TA_OK)
            status = wheel_phase(run, m, (uint64_t)until);
    }
    if (status == TA_OK && run->phases > 0) /* the last block, too */
        status = agree_on(run, &(uint32_t){0});
    if (status == TA_OK && run->phases == 0) /* the start was all */
        status = emit_start(run);
    return status;
}

/* The moves below n, or none (*value NULL) if there are too many: an engine
 * for thin sets. */
static ta_status list_moves(const ta_job *job, uint64_t **value, size_t *count)
{
    *value = NULL;
    if (ta_game_count_bound(job->game, job->n) > job->n / 8 + 64)
        return TA_OK;
    return ta_game_elements(job->game, job->n, value, count);
}

static ta_status fall_back(const ta_job *job, const char *why)
{
    if (ta_fleet_of(job->options)->rank > 0)
        return TA_OK; /* ranks do not share the recursion */
    ta_stats_add(job->options->stats, "fallback", "recursion: %s", why);
    return ta_engine_run(&ta_engine_recursion, job);
}

ta_status ta_wheel_run(const ta_job *job, const wheel_tuning *tuning)
{
    uint64_t *value = NULL;
    size_t count = 0;
    wheel_moves moves;
    ta_status status = list_moves(job, &value, &count);
    if (status != TA_OK)
        return status;
    if (value == NULL)
        return fall_back(job, "too many moves");
    if (!wheel_moves_init(&moves, value, count, job->first)) {
        ta_free(value);
        return fall_back(job, "moves have no period modulo 8");
    }
    wheel_run run = {.job = job, .moves = &moves, .tuning = tuning};
    bool structure = true;
    status = ta_team_open(&run.team, job->threads, job->error);
    if (status == TA_OK)
        status = run_phases(&run, &structure);
    wheel_found_free(&run.found);
    ta_team_close(&run.team);
    ta_free(value);
    if (status == TA_OK && !structure)
        return fall_back(job, "cold numbers prefer no residues");
    ta_stats_add(job->options->stats, "phases", "%u", run.phases);
    const ta_fleet *fleet = ta_fleet_of(job->options);
    if (fleet->ranks > 1)
        ta_stats_add(
            job->options->stats, "fleet",
            "ranks=%u rounds=%" PRIu64 " bytes=%" PRIu64 " waited_s=%.3f",
            fleet->ranks, fleet->rounds, fleet->bytes, fleet->waited_s);
    ta_stats_add(job->options->stats, "tables_bytes", "%" PRIu64, run.peak);
    if (status == TA_EMISMATCH &&
        (job->error == NULL || job->error->text[0] == '\0'))
        ta_fail(job->error, status, "the self-check found a wrong position");
    return status;
}

static ta_status run_tuned(const ta_job *job, wheel_tuning tuning)
{
    if (!job->options->check)
        tuning.checks = 0;
    return ta_wheel_run(job, &tuning);
}

static ta_status run(const ta_job *job)
{
    return run_tuned(job, wheel_tuning_default());
}

/* Measured to 2^26, one thread, seconds here and by shifts: 5 k^2 + k, of whose
 * classes 96 % are needed, on a Zen 5 0.53 and 0.36, on a Xeon 0.59 and 0.63;
 * pronic numbers, 89 %, 0.66 and 0.87, 0.72 and 1.28; k^2 + 2, 76 %, on the
 * Xeon 0.80 and 1.33. Beyond, the bits of all positions leave the caches of
 * shifts. */
ta_status ta_wheel_run_where_it_wins(const ta_job *job)
{
    wheel_tuning tuning = wheel_tuning_default();
    if (job->n <= (uint64_t)1 << 26)
        tuning.share = 0.9;
    return run_tuned(job, tuning);
}

/* What a position takes by shifts grows with the moves, and here it hardly
 * does. Measured on a Zen 5: squares are even at 2^24, other quadratics between
 * 2^24 and 2^26, cubes beyond 2^30; fifth powers to 2^30 took 17.6 s here and
 * 1.3 s by shifts. (5 k^2 + k prefers residues so little that shifts are the
 * faster way to 2^28 at least.) */
bool ta_wheel_suits(const ta_job *job)
{
    enum { MOVES = 1500 }; /* of cubes and higher powers */
    ta_polynomial p;
    return job->n > (uint64_t)1 << 24 && ta_game_polynomial(job->game, &p) &&
           p.degree >= 2 &&
           (p.degree == 2 || ta_game_count_bound(job->game, job->n) >= MOVES);
}

/* At least: the list of moves, and in the last phase more than a bit for 64
 * positions. What tables take besides is found in the run. */
uint64_t ta_wheel_memory(const ta_job *job)
{
    const uint64_t moves = ta_game_count_bound(job->game, job->n);
    return (moves <= job->n / 8 ? 8 * moves : 0) + job->n / 512;
}

const ta_engine ta_engine_wheel = {
    .info = {"wheel",
             "residue classes learned on the way; thin, structured sets"},
    .power = 1,
    .shape = ta_auto_sizes, /* of the recursion, which may take over */
    .memory = ta_wheel_memory,
    .run = run};
