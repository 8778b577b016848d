/* Which quantities a game has, and plans and runs for them. */
#include <pthread.h>

#include "base/fleet.h"
#include "run/job.h"

/* NULL: there is none, since */
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

static ta_status find(ta_content content, const ta_game *game,
                      const ta_quantity **quantity, ta_error *error)
{
    if (!is_content(content))
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

static ta_status make(ta_plan *plan, ta_content content, const ta_game *game,
                      uint64_t n, const ta_options *options, ta_error *error)
{
    const ta_quantity *quantity;
    ta_status st = find(content, game, &quantity, error);
    if (st != TA_OK)
        return st;
    st = ta_plan_make(plan, quantity, game, n, options, error);
    /* a heap of an octal game is cold where its value is 0 */
    plan->zeros = content == TA_CONTENT_COLD && quantity == &ta_octal_values;
    return st;
}

ta_status ta_plan_new(ta_content content, const ta_game *game, uint64_t n,
                      const ta_options *options, ta_plan **plan,
                      ta_error *error)
{
    *plan = ta_alloc(1, sizeof **plan);
    if (*plan == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for a plan");
    ta_status st = make(*plan, content, game, n, options, error);
    if (st != TA_OK) {
        ta_plan_free(*plan);
        *plan = NULL;
    }
    return st;
}

void ta_plan_free(ta_plan *plan)
{
    ta_free(plan);
}

const char *ta_plan_engine(const ta_plan *plan)
{
    return plan->engine->info.name;
}

uint64_t ta_plan_memory(const ta_plan *plan)
{
    return plan->bytes;
}

ta_status ta_run(ta_content content, const ta_game *game, uint64_t n,
                 const ta_options *options, const ta_sink *sink,
                 ta_error *error)
{
    ta_plan plan;
    ta_error own = {""};
    if (error == NULL)
        error = &own;
    ta_status st = make(&plan, content, game, n, options, error);
    return st == TA_OK ? ta_plan_run(&plan, sink, error)
                       : ta_fleet_close(options, st, error);
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
    pthread_mutex_lock(&lock); /* by any thread at any time */
    for (size_t k = 0; k < *count && info[k].name == NULL; k++)
        info[k] = quantity->engines[k]->info;
    pthread_mutex_unlock(&lock);
    return info;
}
