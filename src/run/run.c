/* One skeleton for every quantity: defaults, limits, what is known, the set,
 * the engine, and how it ended. */
#include <inttypes.h>
#include <string.h>

#include "base/fleet.h"
#include "run/known.h"
#include "run/past.h"

static ta_status find(const ta_quantity *quantity, const char *name,
                      const ta_engine **engine, ta_error *error)
{
    for (size_t k = 0; k < quantity->count; k++)
        if (strcmp(quantity->engines[k]->info.name, name) == 0) {
            *engine = quantity->engines[k];
            return TA_OK;
        }
    return ta_fail(error, TA_EINVAL, "there is no engine \"%s\" for %s", name,
                   quantity->name);
}

/* A period has no limit. */
static bool beyond(const ta_quantity *quantity, const ta_engine *engine,
                   const ta_game *game, uint64_t n)
{
    return n > quantity->most &&
           (engine != quantity->period || !ta_game_is_finite(game));
}

static ta_status check(const ta_quantity *quantity, const ta_engine *engine,
                       const ta_game *game, uint64_t n,
                       const ta_options *options, ta_error *error)
{
    const bool misere = ta_game_convention(game) == TA_MISERE;
    const unsigned bits = options->base_bits;
    if (options->start != NULL)
        return ta_fail(error, TA_EINVAL,
                       "positions are given beforehand only to the search for "
                       "a period");
    if (misere && quantity->no_misere != NULL)
        return ta_fail(error, TA_EINVAL, "%s", quantity->no_misere);
    if (beyond(quantity, engine, game, n))
        return ta_fail(error, TA_ERANGE, "%s, not %" PRIu64,
                       quantity->most_text, n);
    if (options->summary != NULL &&
        (quantity->sums_up == NULL || !quantity->sums_up(engine)))
        return ta_fail(error, TA_EINVAL,
                       "engine %s of %s has no summary of what is known",
                       engine->info.name, quantity->name);
    if (bits != 0 && (bits < 6 || bits > 20))
        return ta_fail(error, TA_EINVAL,
                       "base bits must be 6 to 20 (or 0), not %u", bits);
    return TA_OK;
}

/* Whether there is anything left for an engine. */
static bool is_due(const ta_job *job, const ta_options *options)
{
    return job->known < job->n || (options->summary != NULL && job->n > 0);
}

/* The engines of cold positions may begin at any block of the recursion. */
static unsigned grain_of(const ta_quantity *quantity, const ta_options *options)
{
    return quantity->content == TA_CONTENT_COLD && options->base_bits > 0
               ? options->base_bits
               : quantity->grain;
}

ta_status ta_plan_make(ta_plan *plan, const ta_quantity *quantity,
                       const ta_game *game, uint64_t n,
                       const ta_options *options, ta_error *error)
{
    *plan = (ta_plan){.quantity = quantity};
    if (options != NULL)
        plan->options = *options;
    options = &plan->options;
    const char *name = options->engine != NULL ? options->engine : "auto";
    ta_status st = ta_options_check(options, error);
    if (st == TA_OK)
        st = find(quantity, name, &plan->engine, error);
    if (st == TA_OK && strcmp(name, "auto") == 0 && quantity->period != NULL &&
        ta_past_suits(game, n))
        plan->engine = quantity->period;
    if (st == TA_OK)
        st = check(quantity, plan->engine, game, n, options, error);
    if (st == TA_OK)
        st = ta_wisdom_check(options, error);
    if (st != TA_OK)
        return st;
    const ta_convention convention = ta_game_convention(game);
    ta_job job = {.game = game,
                  .n = n,
                  .options = options,
                  .threads = options->threads > 0 ? options->threads : 1};
    if (convention == TA_MISERE)
        job.first = ta_min_u64(ta_game_least(game), n);
    char id[TA_GAME_ID];
    const unsigned grain = grain_of(quantity, options);
    ta_archive_info want = {.content = quantity->content,
                            .game = ta_game_id(game, id),
                            .convention = convention};
    st = ta_known_end(options->known, &want, n, grain, &job.known, error);
    /* Who sums up finds the last few heaps again. */
    if (options->summary != NULL && job.known > 0 && job.known == n &&
        ta_archive_brief(options->known) == NULL)
        job.known = (n - 1) >> grain << grain;
    if (st == TA_OK && is_due(&job, options))
        plan->bytes = ta_engine_memory(plan->engine, &job);
    job.options = NULL;
    plan->job = job;
    return st;
}

/* Refuses what the limit does not allow; otherwise the statistics begin. */
static ta_status admit(ta_job *job, const char *engine, uint64_t bytes)
{
    ta_stats *stats = job->options->stats;
    if (job->error != NULL)
        job->error->text[0] = '\0';
    ta_status st =
        ta_admit(job->options, bytes, job->error,
                 "engine %s for n = %" PRIu64 " needs", engine, job->n);
    if (st != TA_OK)
        return st;
    ta_stats_add(stats, "engine", "%s", engine);
    ta_stats_add(stats, "isa", "%s", ta_isa_name(ta_cpu_isa()));
    ta_stats_add(stats, "memory_bytes", "%" PRIu64, bytes);
    return TA_OK;
}

static ta_status compute(const ta_quantity *quantity, ta_job *job,
                         const ta_engine *engine)
{
    ta_stats *stats = job->options->stats;
    double start = ta_now();
    ta_status st = ta_known_replay(quantity, job);
    if (job->known > 0)
        ta_stats_add(stats, "known", "%" PRIu64, job->known);
    if (st == TA_OK && is_due(job, job->options))
        st = ta_engine_run(engine, job);
    if (st == TA_OK)
        st = ta_job_poll(job, 1, job->n);
    ta_stats_add(stats, "wall_s", "%.6f", ta_now() - start);
    return st;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    while (*text != '\0')
        hash = ta_hash_more(hash, (unsigned char)*text++);
    return hash;
}

/* Do all ranks run the same? */
static ta_status meet(const ta_job *job, const ta_engine *engine)
{
    ta_fleet *fleet = ta_fleet_of(job->options);
    char id[TA_GAME_ID];
    ta_gathered got;
    uint64_t hash = hash_text(TA_VERSION_NUMBER, engine->info.name);
    hash = hash_text(hash, ta_game_id(job->game, id));
    hash = ta_hash_more(hash, job->n);
    hash = ta_hash_more(hash, job->first);
    ta_status st =
        ta_fleet_gather(fleet, TA_TOPIC_RUN, "game, range or engine", hash,
                        &job->known, sizeof job->known, &got, job->error);
    for (unsigned r = 0; r < fleet->ranks && st == TA_OK; r++) {
        size_t bytes;
        uint64_t known[2]; /* at rank 0, and here */
        memcpy(&known[0], ta_gathered_of(&got, 0, &bytes), sizeof *known);
        memcpy(&known[1], ta_gathered_of(&got, r, &bytes), sizeof *known);
        if (known[0] != known[1]) /* every rank sees it: nobody need leave */
            st = ta_fail(job->error, TA_EMISMATCH,
                         "rank %u knows positions below %" PRIu64
                         " beforehand, rank 0 below %" PRIu64
                         ": all must read the same file",
                         r, known[1], known[0]);
    }
    return st;
}

/* How the run ended, with a sentence where the engine had none. */
static ta_status conclude(const ta_job *job, ta_status st, const char *engine,
                          uint64_t bytes)
{
    char need[32];
    const bool said = job->error != NULL && job->error->text[0] != '\0';
    if (st == TA_ENOMEM && !said)
        ta_fail(job->error, st,
                "the system did not give the %s that engine %s needs for n = "
                "%" PRIu64,
                ta_bytes_text(bytes, need), engine, job->n);
    if (st == TA_ECANCELLED)
        ta_fail(job->error, st, "stopped on request");
    return st;
}

/* Between an engine of values and a sink of cold positions. */
typedef struct zeros {
    const ta_sink *next;
    bool pieces;
} zeros;

static ta_status take_zeros(void *state, const ta_block *block)
{
    const zeros *z = state;
    return ta_block_zeros(block, z->pieces, z->next);
}

static ta_status run(const ta_plan *plan, const ta_sink *sink, ta_error *error)
{
    const char *name = plan->engine->info.name;
    const bool shared =
        plan->quantity->shares != NULL && plan->quantity->shares(plan->engine);
    const ta_fleet *fleet = ta_fleet_of(&plan->options);
    ta_options options = plan->options;
    if (fleet->rank > 0)
        sink = NULL;
    zeros z = {sink, !options.periods};
    ta_sink cold = {take_zeros, &z};
    ta_job job = plan->job;
    job.options = &options;
    job.sink = sink;
    job.error = error;
    if (plan->zeros && sink != NULL) {
        options.periods = true;
        job.sink = &cold;
    }
    ta_status st = admit(&job, name, plan->bytes);
    if (st == TA_OK && fleet->ranks > 1)
        st = meet(&job, plan->engine);
    if (!shared) /* nor do engines that it calls */
        options.fleet = NULL;
    if (st == TA_OK && (shared || fleet->rank == 0))
        st = compute(plan->quantity, &job, plan->engine);
    return conclude(&job, st, name, plan->bytes);
}

ta_status ta_plan_run(const ta_plan *plan, const ta_sink *sink, ta_error *error)
{
    ta_error own = {""};
    if (error == NULL) /* other ranks are told */
        error = &own;
    return ta_fleet_close(&plan->options, run(plan, sink, error), error);
}
