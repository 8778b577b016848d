/* Running a plan: limits, what is known, the set, the engine, and how the run
 * ended. */
#include <inttypes.h>
#include <stdio.h>

#include "base/fleet.h"
#include "run/known.h"

bool ta_plan_is_due(const ta_plan *plan)
{
    const ta_job *job = &plan->job;
    return job->known < job->n || (plan->options.summary != NULL && job->n > 0);
}

/* Checks that all ranks run the same. */
static ta_status meet(const ta_job *job)
{
    char id[TA_GAME_ID], text[TA_GAME_ID + 160];
    ta_gathered got;
    uint64_t hash = TA_VERSION_NUMBER;
    snprintf(text, sizeof text, "%s %s %" PRIu64 " %" PRIu64 " %" PRIu64,
             job->engine->info.name, ta_game_id(job->game, id), job->n,
             job->first, job->known);
    for (const char *c = text; *c != '\0'; c++)
        hash = ta_hash_more(hash, (unsigned char)*c);
    return ta_fleet_gather(ta_fleet_of(job->options), TA_TOPIC_RUN,
                           "game, range, engine or resumed file", hash, NULL, 0,
                           &got, job->error);
}

/* Hands the resumed prefix to the sink and computes what is left. */
static ta_status compute(const ta_plan *plan, ta_job *job)
{
    const ta_options *options = job->options;
    const double start = ta_now();
    ta_status st = TA_OK;
    if (job->known > 0)
        ta_stats_add(options->stats, "known", "%" PRIu64, job->known);
    /* The caller reads the summary of a truncated checkpoint. */
    if (st == TA_OK && job->sink != NULL &&
        ta_archive_brief(options->known) == NULL)
        st = ta_known_read(job, job->sink);
    if (st == TA_OK && ta_plan_is_due(plan))
        st = ta_engine_run(job->engine, job);
    if (st == TA_OK)
        st = ta_job_poll(job, job->n);
    ta_stats_add(options->stats, "wall_s", "%.6f", ta_now() - start);
    return st;
}

/* The sink between an engine of values and a sink of cold positions. */
typedef struct zeros {
    const ta_sink *next;
    bool pieces;
} zeros;

static ta_status take_zeros(void *state, const ta_block *block)
{
    const zeros *z = state;
    return ta_block_zeros(block, z->pieces, z->next);
}

/* Refuses what the limit does not allow, and begins the statistics. */
static ta_status admit(const ta_plan *plan, const ta_job *job)
{
    const char *name = job->engine->info.name;
    ta_stats *stats = job->options->stats;
    job->error->text[0] = '\0';
    ta_status st =
        ta_admit(job->options, plan->bytes, job->error,
                 "engine %s for n = %" PRIu64 " needs", name, job->n);
    if (st != TA_OK)
        return st;
    ta_stats_add(stats, "engine", "%s", name);
    ta_stats_add(stats, "isa", "%s", ta_isa_name(ta_cpu_isa()));
    ta_stats_add(stats, "memory_bytes", "%" PRIu64, plan->bytes);
    return TA_OK;
}

static ta_status run(const ta_plan *plan, const ta_sink *sink, ta_error *error)
{
    ta_budget *budget;
    const ta_quantity *quantity = plan->job.quantity;
    const bool shared =
        quantity->shares != NULL && quantity->shares(plan->job.engine);
    const ta_fleet *fleet = ta_fleet_of(&plan->options);
    ta_options options = plan->options;
    double share = 0;
    zeros z = {sink, !options.periods};
    ta_sink cold = {take_zeros, &z};
    ta_job job = plan->job;
    job.options = &options;
    job.sink = fleet->rank == 0 ? sink : NULL;
    job.share = &share;
    job.error = error;
    if (plan->zeros && job.sink != NULL) {
        options.periods = true;
        job.sink = &cold;
    }
    ta_status st = admit(plan, &job);
    if (st == TA_OK && fleet->ranks > 1)
        st = meet(&job);
    if (!shared) /* the engines that it runs share nothing either */
        options.fleet = NULL;
    if (st == TA_OK && (shared || fleet->rank == 0)) {
        st = ta_budget_begin(options.max_memory, &budget);
        if (st == TA_OK)
            st = compute(plan, &job);
        if (budget != NULL)
            ta_stats_add(options.stats, "allocated_bytes", "%" PRIu64,
                         ta_budget_peak(budget));
        st = ta_budget_end(budget, st, error);
    }
    char need[32];
    if (st == TA_ENOMEM && error->text[0] == '\0')
        ta_fail(error, st,
                "the system did not give the %s that engine %s needs for n = "
                "%" PRIu64,
                ta_bytes_text(plan->bytes, need), job.engine->info.name, job.n);
    if (st == TA_ECANCELLED)
        ta_fail(error, st, "stopped on request");
    return st;
}

ta_status ta_plan_run(const ta_plan *plan, const ta_sink *sink, ta_error *error)
{
    ta_error own = {""};
    if (error == NULL) /* the other ranks get the sentence */
        error = &own;
    return ta_fleet_close(&plan->options, run(plan, sink, error), error);
}

ta_status ta_run(ta_content content, const ta_game *game, uint64_t n,
                 const ta_options *options, const ta_sink *sink,
                 ta_error *error)
{
    ta_plan plan;
    ta_error own = {""};
    if (error == NULL)
        error = &own;
    ta_status st = ta_plan_make(&plan, content, game, n, options, error);
    st = st == TA_OK ? ta_plan_run(&plan, sink, error)
                     : ta_fleet_close(options, st, error);
    ta_plan_clear(&plan);
    return st;
}
