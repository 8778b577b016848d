/* Plans: which quantities a game has, and all that is known before a run: its
 * engine, its limits, its resumed prefix, the shape of its work, its memory. */
#include <pthread.h>
#include <string.h>

#include "run/known.h"

/* The quantities for each content; `none` says why there is none. */
static const struct row {
    const ta_quantity *of_sets, *of_octal, *of_misere_octal;
    const char *none;
} rows[] = {
    [TA_CONTENT_COLD] = {&ta_cold_positions, &ta_octal_values, &ta_octal_misere,
                         NULL},
    [TA_CONTENT_NIM] = {&ta_nim_values, &ta_octal_values, &ta_octal_values,
                        NULL},
    [TA_CONTENT_LENGTH] = {&ta_length_values, NULL, NULL,
                           "lengths are computed for subtraction games only"},
    [TA_CONTENT_OCTAL] = {NULL, &ta_octal_values, &ta_octal_values,
                          "the game is none of octal code"},
};

static bool is_content(ta_content content)
{
    return content >= TA_CONTENT_COLD && content <= TA_CONTENT_OCTAL;
}

static const ta_engine *find_engine(const ta_quantity *quantity,
                                    const char *name)
{
    for (size_t k = 0; k < quantity->count; k++)
        if (strcmp(quantity->engines[k]->info.name, name) == 0)
            return quantity->engines[k];
    return NULL;
}

/* Checks what the options, the game and n must be for the engine. */
static ta_status check(const ta_job *job, const ta_options *options,
                       ta_error *error)
{
    const ta_quantity *quantity = job->quantity;
    const ta_engine *engine = job->engine;
    const bool periodic =
        engine == &ta_engine_period && ta_game_is_finite(job->game);
    const unsigned bits = options->base_bits;
    if (options->start != NULL)
        return ta_fail(error, TA_EINVAL,
                       "positions are given beforehand only to the search for "
                       "a period");
    if (ta_game_convention(job->game) == TA_MISERE &&
        quantity->no_misere != NULL)
        return ta_fail(error, TA_EINVAL, "%s", quantity->no_misere);
    if (job->n > quantity->most && !periodic)
        return ta_fail(error, TA_ERANGE, "%s, not %llu", quantity->most_text,
                       (unsigned long long)job->n);
    if (options->summary != NULL &&
        (quantity->sums_up == NULL || !quantity->sums_up(engine)))
        return ta_fail(error, TA_EINVAL,
                       "engine %s of %s has no summary of what is known",
                       engine->info.name, quantity->name);
    if (bits != 0 && (bits < 6 || bits > 20))
        return ta_fail(error, TA_EINVAL,
                       "base bits must be 6 to 20 (or 0), not %u", bits);
    return ta_wisdom_check(options, error);
}

/* Finds the sizes of the run. */
static ta_status find_sizes(ta_plan *plan, ta_error *error)
{
    ta_job *job = &plan->job;
    const ta_engine *engine = job->engine;
    job->options = &plan->options;
    if (engine->shape != NULL && (job->shape = engine->shape(job)) == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for a plan");
    plan->bytes = ta_engine_memory(engine, job);
    job->options = NULL; /* the plan may move */
    return TA_OK;
}

/* Finds which quantity `content` is of the game. */
static ta_status find_quantity(ta_content content, const ta_game *game,
                               const ta_quantity **quantity, ta_error *error)
{
    if (content < TA_CONTENT_COLD || content > TA_CONTENT_OCTAL)
        return ta_fail(error, TA_EINVAL, "there is no content %d",
                       (int)content);
    const struct row *row = &rows[content];
    const bool misere = ta_game_convention(game) == TA_MISERE;
    *quantity = ta_octal_code(game) == NULL ? row->of_sets
                : misere                    ? row->of_misere_octal
                                            : row->of_octal;
    return *quantity != NULL ? TA_OK
                             : ta_fail(error, TA_EINVAL, "%s", row->none);
}

ta_status ta_plan_make(ta_plan *plan, ta_content content, const ta_game *game,
                       uint64_t n, const ta_options *options, ta_error *error)
{
    const ta_quantity *quantity;
    *plan = (ta_plan){.job = {.game = game, .n = n}};
    ta_job *job = &plan->job;
    if (options != NULL)
        plan->options = *options;
    options = &plan->options;
    const char *name = options->engine != NULL ? options->engine : "auto";
    ta_status st = find_quantity(content, game, &quantity, error);
    if (st == TA_OK)
        st = ta_options_check(options, error);
    if (st != TA_OK)
        return st;
    /* A heap of an octal game is cold where its value is 0. */
    plan->zeros = content == TA_CONTENT_COLD && quantity == &ta_octal_values;
    job->quantity = quantity;
    job->threads = options->threads > 0 ? options->threads : 1;
    if (ta_game_convention(game) == TA_MISERE)
        job->first = ta_min_u64(ta_game_least(game), n);
    job->engine = find_engine(quantity, name);
    if (job->engine == NULL)
        return ta_fail(error, TA_EINVAL, "there is no engine \"%s\" for %s",
                       name, quantity->name);
    if (strcmp(name, "auto") == 0 && quantity->ordinary != NULL &&
        ta_past_suits(game, n))
        job->engine = &ta_engine_period;
    st = check(job, options, error);
    if (st == TA_OK)
        st = ta_known_find(job, options, error);
    if (st == TA_OK && ta_plan_is_due(plan))
        st = find_sizes(plan, error);
    return st;
}

void ta_plan_clear(ta_plan *plan)
{
    ta_free(plan->job.shape);
}

ta_status ta_plan_new(ta_content content, const ta_game *game, uint64_t n,
                      const ta_options *options, ta_plan **plan,
                      ta_error *error)
{
    *plan = ta_alloc(1, sizeof **plan);
    if (*plan == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for a plan");
    ta_status st = ta_plan_make(*plan, content, game, n, options, error);
    if (st != TA_OK) {
        ta_plan_free(*plan);
        *plan = NULL;
    }
    return st;
}

void ta_plan_free(ta_plan *plan)
{
    if (plan != NULL)
        ta_plan_clear(plan);
    ta_free(plan);
}

const char *ta_plan_engine(const ta_plan *plan)
{
    return plan->job.engine->info.name;
}

uint64_t ta_plan_memory(const ta_plan *plan)
{
    return plan->bytes;
}

const ta_engine_info *ta_engines(ta_content content, size_t *count)
{
    enum { MOST = 16 }; /* of one quantity */
    static ta_engine_info infos[sizeof rows / sizeof *rows][MOST];
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    *count = 0;
    if (!is_content(content))
        return NULL;
    const struct row *row = &rows[content];
    const ta_quantity *quantity =
        row->of_sets != NULL ? row->of_sets : row->of_octal;
    ta_engine_info *info = infos[content];
    *count = quantity->count;
    pthread_mutex_lock(&lock); /* any thread may call at any time */
    for (size_t k = 0; k < *count && info[k].name == NULL; k++)
        info[k] = quantity->engines[k]->info;
    pthread_mutex_unlock(&lock);
    return info;
}
