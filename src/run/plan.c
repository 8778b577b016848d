/* Makes and runs plans, many times: plan_prepare and ta_plan_run. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "archive/checkpoint-file.h"
#include "base/communicator.h"
#include "game/rule.h"
#include "run/job.h"

/* ---- plans ---- */

/* Checks options, game and n for the engine. Returns TA_OK, TA_EINVAL or
 * TA_ERANGE. */
static ta_status plan_check(const tai_job *job, const ta_options *options,
                            ta_error *error)
{
    const tai_quantity *quantity = job->quantity;
    const tai_engine *engine = job->engine;
    /* A proved period has no largest n; without one the engine refuses. */
    const bool may_be_periodic =
        engine == &tai_engine_period &&
        (ta_game_about(job->game)->finite || tai_game_all_from(job->game) > 0);
    const unsigned bits = options->base_bits;
    if (options->sink)
        return tai_fail(error, TA_EINVAL,
                        "only the search for a period has a sink");
    if (ta_game_about(job->game)->convention == TA_MISERE &&
        quantity->no_misere != NULL)
        return tai_fail(error, TA_EINVAL, "%s", quantity->no_misere);
    if (job->n > quantity->most && !may_be_periodic)
        return tai_fail(error, TA_ERANGE, "%s, not %llu", quantity->most_text,
                        (unsigned long long)job->n);
    if (options->summary != NULL &&
        (quantity->sums_up == NULL || !quantity->sums_up(engine)))
        return tai_fail(error, TA_EINVAL,
                        "engine %s of %s has no summary of what is known",
                        engine->info.name, quantity->name);
    if (bits != 0 && (bits < 6 || bits > 20))
        return tai_fail(error, TA_EINVAL,
                        "base bits must be 6 to 20 (or 0), not %u", bits);
    if (ta_game_about(job->game)->rule)
        return tai_rule_check(job->game, job->n, error);
    return TA_OK;
}

/* Sets job->known: the archive's end or n, the lesser; rounded down to a block
 * if more is computed, but for a truncated archive. Returns TA_EINVAL if the
 * archive is of another content, game or convention, or truncated and longer
 * than n. */
static ta_status plan_find_known(tai_job *job, const ta_options *options,
                                 ta_error *error)
{
    if (options->known == NULL)
        return TA_OK;
    char id[TA_GAME_ID];
    const ta_archive_info *have = ta_archive_about(options->known);
    const bool truncated = tai_archive_brief(options->known) != NULL;
    const ta_convention convention = ta_game_about(job->game)->convention;
    if (have->content != job->quantity->content)
        return tai_fail(error, TA_EINVAL, "what is known is of another kind");
    if (have->convention != convention ||
        strcmp(have->game, ta_game_id(job->game, id)) != 0)
        return tai_fail(error, TA_EINVAL,
                        "what is known is of the game %s, %s play, not of "
                        "%s, %s play",
                        have->game, tai_convention_text(have->convention), id,
                        tai_convention_text(convention));
    if (truncated && have->end > job->n)
        return tai_fail(error, TA_EINVAL,
                        "what is known is a summary of the positions below "
                        "%" PRIu64 ": N must be as large",
                        have->end);
    job->known = tai_min_u64(have->end, job->n);
    if (truncated)
        return TA_OK;
    /* Only the engine can fill in a summary, so it computes the last block. */
    if (job->known == job->n && job->n > 0 && options->summary != NULL)
        job->known--;
    unsigned grain = job->quantity->grain;
    if (job->quantity->content == TA_CONTENT_COLD && options->base_bits > 0)
        grain = options->base_bits;
    if (job->known < job->n)
        job->known = job->known >> grain << grain;
    return TA_OK;
}

/* Returns whether the engine must run. */
static bool plan_is_due(const ta_plan *plan)
{
    const tai_job *job = &plan->job;
    return job->known < job->n || (plan->options.summary != NULL && job->n > 0);
}

static ta_status plan_refuse_engine(const tai_quantity *quantity,
                                    const char *name, ta_error *error)
{
    char accepted[128] = "";
    for (size_t k = 0, used = 0; k < quantity->count && used < 100; k++)
        used += (size_t)snprintf(accepted + used, sizeof accepted - used,
                                 "%s%s", k > 0 ? ", " : "",
                                 quantity->engines[k]->info.name);
    return tai_fail(error, TA_EINVAL,
                    "there is no engine \"%s\" for %s; accepted: %s", name,
                    quantity->name, accepted);
}

/* Chooses the engine, finds the resumed prefix, computes all sizes. */
static ta_status plan_prepare(ta_plan *plan, ta_error *error)
{
    tai_job *job = &plan->job;
    const ta_options *options = &plan->options;
    const tai_quantity *quantity = job->quantity;
    const char *name = options->engine != NULL ? options->engine : "auto";
    job->threads = options->threads > 0 ? options->threads : 1;
    if (ta_game_about(job->game)->convention == TA_MISERE)
        job->first = tai_min_u64(tai_game_least(job->game), job->n);
    for (size_t k = 0; k < quantity->count; k++)
        if (strcmp(quantity->engines[k]->info.name, name) == 0)
            job->engine = quantity->engines[k];
    if (job->engine == NULL)
        return plan_refuse_engine(quantity, name, error);
    if (strcmp(name, "auto") == 0 && quantity->choose != NULL)
        job->engine = quantity->choose(job);
    ta_status st = plan_check(job, options, error);
    if (st == TA_OK)
        st = plan_find_known(job, options, error);
    if (st != TA_OK || !plan_is_due(plan))
        return st;
    if (job->engine->shape != NULL &&
        (job->shape = job->engine->shape(job)) == NULL)
        return tai_fail(error, TA_ENOMEM, "no memory for a plan");
    plan->bytes = tai_engine_memory(job->engine, job);
    return TA_OK;
}

ta_status tai_plan_new(const tai_quantity *quantity, ta_content content,
                       const ta_game *game, uint64_t n,
                       const ta_options *options, ta_plan **plan,
                       ta_error *error)
{
    *plan = NULL;
    ta_status st = tai_options_check(options, error);
    if (st != TA_OK)
        return st;
    ta_plan *p = tai_alloc_zero(1, sizeof *p);
    if (p == NULL)
        return tai_fail(error, TA_ENOMEM, "no memory for a plan");
    if (options != NULL)
        p->options = *options;
    p->job = (tai_job){
        .quantity = quantity, .game = game, .n = n, .options = &p->options};
    p->job.zeros = content != quantity->content;
    st = plan_prepare(p, error);
    if (st == TA_OK)
        *plan = p;
    else
        ta_plan_free(p);
    return st;
}

void ta_plan_free(ta_plan *plan)
{
    if (plan != NULL)
        ta_free(plan->job.shape);
    ta_free(plan);
}

void tai_plan_windows(ta_plan *plan, tai_windows *windows)
{
    plan->job.windows = windows;
}

uint64_t ta_plan_memory(const ta_plan *plan)
{
    return plan->bytes;
}

/* ---- running a plan ---- */

/* Returns TA_EMISMATCH unless all ranks have the same job. */
static ta_status plan_meet_ranks(const tai_job *job)
{
    char id[TA_GAME_ID], text[TA_GAME_ID + 160];
    tai_gathered got;
    uint64_t hash = TA_VERSION_NUMBER;
    snprintf(text, sizeof text, "%s %s %" PRIu64 " %" PRIu64 " %" PRIu64,
             job->engine->info.name, ta_game_id(job->game, id), job->n,
             job->first, job->known);
    for (const char *c = text; *c != '\0'; c++)
        hash = tai_hash_more(hash, (unsigned char)*c);
    return tai_comm_gather(tai_comm_of(job->options), TA_TOPIC_RUN,
                           "game, range, engine or resumed file", hash, NULL, 0,
                           &got, job->error);
}

static ta_status plan_hand_on(void *job, const ta_block *block)
{
    return tai_job_emit(job, block);
}

/* Admits the memory, meets the ranks, writes the first statistics. */
static ta_status plan_begin_run(const ta_plan *plan, const tai_job *job)
{
    const ta_options *options = job->options;
    const char *name = job->engine->info.name;
    ta_status st = tai_admit(options, plan->bytes, name, job->error);
    if (st == TA_OK && tai_comm_of(options)->ranks > 1)
        st = plan_meet_ranks(job);
    if (st != TA_OK)
        return st;
    tai_report_add(options->stats, "engine", "%s", name);
    tai_report_add(options->stats, "isa", "%s", tai_isa_name(tai_cpu_isa()));
    tai_report_add(options->stats, "memory_bytes", "%" PRIu64, plan->bytes);
    if (job->known > 0)
        tai_report_add(options->stats, "known", "%" PRIu64, job->known);
    return TA_OK;
}

/* Writes the last statistics, ends the budget, and sees to it that an error has
 * a message. Returns `st`, or TA_ELIMIT if the limit caused it. */
static ta_status plan_end_run(const ta_plan *plan, tai_budget *budget,
                              double start, ta_status st, ta_error *error)
{
    ta_stats *stats = plan->options.stats;
    char need[32];
    tai_report_add(stats, "wall_s", "%.6f", tai_now() - start);
    if (budget != NULL)
        tai_report_add(stats, "allocated_bytes", "%" PRIu64,
                       tai_budget_peak(budget));
    st = tai_budget_end(budget, st, error);
    if (st == TA_ENOMEM && error->text[0] == '\0')
        tai_fail(
            error, st, "the system did not give the %s that engine %s needs",
            tai_bytes_text(plan->bytes, need), plan->job.engine->info.name);
    return st == TA_ECANCELLED ? tai_fail(error, st, "stopped on request") : st;
}

ta_status ta_plan_run(const ta_plan *plan, const ta_sink *sink, ta_error *error)
{
    ta_error own;
    const tai_comm *comm = tai_comm_of(&plan->options);
    const tai_quantity *quantity = plan->job.quantity;
    const bool shared =
        quantity->shares != NULL && quantity->shares(plan->job.engine);
    ta_options options = plan->options;
    double share = 0, start;
    tai_budget *budget = NULL;
    tai_job job = plan->job;
    job.options = &options;
    job.sink = comm->rank == 0 ? sink : NULL;
    job.share = &share;
    /* Never NULL, as tai_comm_close sends the message to other ranks. */
    job.error = error != NULL ? error : &own;
    job.error->text[0] = '\0';
    ta_status st = plan_begin_run(plan, &job);
    /* An engine that does not share runs on rank 0 alone, without messages. */
    if (!shared)
        options.comm = NULL;
    if (st == TA_OK && (shared || comm->rank == 0)) {
        start = tai_now();
        st = tai_budget_begin(options.max_memory, &budget);
        /* A truncated checkpoint lacks most results; the engine reads it. */
        if (st == TA_OK && tai_archive_brief(options.known) == NULL)
            st = tai_known_read(&job, &(ta_sink){plan_hand_on, &job});
        if (st == TA_OK && plan_is_due(plan))
            st = tai_engine_run(job.engine, &job);
        if (st == TA_OK)
            st = tai_job_poll(&job, job.n);
        st = plan_end_run(plan, budget, start, st, job.error);
    }
    return tai_comm_close(&plan->options, st, job.error);
}
