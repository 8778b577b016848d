/* Octal games as a quantity, with its engines; and solutions: all values up to
 * where a period is proved, held in memory, so that the value of any heap and
 * its moves can be found. */
#include <string.h>

#include "octal/octal-internal.h"

/* ---- engines ---- */

static bool has_thirds(const ta_job *job)
{
    return tai_game_octal(job->game)->n_third > 0;
}

static ta_status run_sparse(const ta_job *job)
{
    if (has_thirds(job))
        return tai_fail(
            job->error, TA_EINVAL,
            "engine sparse is for octal codes; digits 8 to F, which "
            "split in three, have sets (or auto) and naive");
    return tai_octal_find(job, NULL);
}

static uint64_t sparse_memory(const ta_job *job)
{
    return tai_octal_limits(job).bytes;
}

static uint64_t naive_memory(const ta_job *job)
{
    return ta_add_sat(ta_mul_sat(job->n, 2), 1 << 17);
}

/* The oracle looks at nothing that is known. */
static ta_status run_naive(const ta_job *job)
{
    if (job->n > TA_OCTAL_N_MAX)
        return tai_fail(job->error, TA_ERANGE,
                        "the naive engine ends at 2^32 - 256 heaps");
    uint16_t *values = tai_alloc(job->n, sizeof *values);
    if (values == NULL)
        return TA_ENOMEM;
    ta_status st = tai_octal_naive(tai_game_octal(job->game), job->n,
                                   job->options, values, job->error);
    if (st == TA_OK)
        st = tai_job_emit_values(job, 0, job->n, values);
    ta_free(values);
    return st;
}

static const ta_engine naive = {
    .info = {"naive", "the values by the definition, all breaks of each heap"},
    .power = 2,
    .memory = naive_memory,
    .run = run_naive};
static const ta_engine sparse = {
    .info = {"sparse",
             "rare values and their breaks only, where they are known "
             "to be enough"},
    .power = 1.2,
    .memory = sparse_memory,
    .run = run_sparse};

static uint64_t auto_memory(const ta_job *job)
{
    return has_thirds(job) ? tai_octal_sets.memory(job) : sparse_memory(job);
}

static ta_status run_auto(const ta_job *job)
{
    return has_thirds(job) ? tai_octal_sets.run(job) : run_sparse(job);
}

static const ta_engine automatic = {
    .info = {"auto", "sets for hexadecimal codes, sparse for octal ones"},
    .power = 1.2,
    .memory = auto_memory,
    .run = run_auto};

ta_status tai_octal_survey(const ta_game *game, uint64_t n,
                           const ta_options *options, ta_error *error)
{
    return run_auto(&(ta_job){.engine = &automatic,
                              .game = game,
                              .n = n,
                              .options = options,
                              .threads = 1,
                              .error = error});
}

static const ta_engine *const engines[] = {&naive, &tai_octal_sets, &sparse,
                                           &automatic};

static bool sums_up(const ta_engine *engine)
{
    return engine != &naive;
}

const ta_quantity tai_octal_values = {
    .name = "octal games",
    .content = TA_CONTENT_NIM,
    .engines = engines,
    .count = sizeof engines / sizeof *engines,
    .sums_up = sums_up,
    .grain = TAI_OCTAL_GRAIN,
    .most = UINT64_MAX,
    .most_text = "",
    .no_misere = "octal games have values for normal play only; of misere play "
                 "there are cold heaps",
};

/* ---- solutions ---- */

/* What a search for a period accepts. */
static ta_status check(const ta_game *game, uint64_t n,
                       const ta_options *options, ta_error *error)
{
    const char *engine = options != NULL ? options->engine : NULL;
    /* As if all heaps were resumed, since all are held. */
    const ta_job all = {.n = n, .known = n, .options = &(ta_options){0}};
    const uint64_t need = tai_octal_limits(&all).bytes;
    if (tai_options_check(options, error) != TA_OK)
        return TA_EINVAL;
    if (tai_game_octal(game) == NULL)
        return tai_fail(error, TA_EINVAL, "%.60s is no octal game",
                        ta_game_about(game)->spec);
    if (ta_game_about(game)->convention == TA_MISERE)
        return tai_fail(error, TA_EINVAL,
                        "octal games have values for normal play only");
    if (n > TA_OCTAL_N_MAX)
        return tai_fail(error, TA_ERANGE,
                        "at most 2^32 - 256 heaps are held in memory");
    const char *its = tai_game_octal(game)->n_third > 0 ? "sets" : "sparse";
    if (engine != NULL && strcmp(engine, its) != 0 &&
        strcmp(engine, "auto") != 0)
        return tai_fail(error, TA_EINVAL,
                        "periods of %.40s are searched with the engine %s",
                        ta_game_about(game)->octal, its);
    if (options != NULL && options->max_memory != 0 &&
        need > options->max_memory) {
        char want[32], have[32];
        return tai_fail(error, TA_ELIMIT,
                        "%llu heaps need %s, more than the limit of %s",
                        (unsigned long long)n, tai_bytes_text(need, want),
                        tai_bytes_text(options->max_memory, have));
    }
    return TA_OK;
}

ta_status ta_octal_solve(const ta_game *game, uint64_t n, bool long_only,
                         const ta_options *options,
                         ta_octal_solution **solution, ta_error *error)
{
    *solution = NULL;
    ta_budget *budget;
    ta_status st = check(game, n, options, error);
    if (st == TA_OK)
        st = tai_budget_begin(options != NULL ? options->max_memory : 0,
                              &budget);
    if (st != TA_OK)
        return st;
    ta_octal_solution *made = tai_alloc_zero(1, sizeof *made);
    if (made == NULL) {
        st = tai_fail(error, TA_ENOMEM, "no memory for an octal game");
        return tai_budget_end(budget, st, error);
    }
    made->of = game;
    made->game = tai_game_octal(game);
    made->long_only = long_only;
    ta_options own = options != NULL ? *options : (ta_options){0};
    own.summary = &made->summary;
    own.stats = NULL; /* What is to be said is in the summary. */
    own.known = NULL;
    const ta_job job = {.engine = &automatic,
                        .game = game,
                        .n = n,
                        .options = &own,
                        .threads = own.threads > 0 ? own.threads : 1,
                        .error = error};
    st = has_thirds(&job) ? tai_octal_sets_find(&job, made)
                          : tai_octal_find(&job, made);
    if (st == TA_OK)
        *solution = made;
    else
        ta_octal_solution_free(made);
    return tai_budget_end(budget, st, error);
}

void ta_octal_solution_free(ta_octal_solution *solution)
{
    if (solution == NULL)
        return;
    ta_free(solution->g);
    ta_free(solution);
}

const ta_summary *ta_octal_solution_summary(const ta_octal_solution *s)
{
    return &s->summary;
}

const uint16_t *tai_octal_solution_values(const ta_octal_solution *s)
{
    return s->g;
}

ta_status tai_octal_value(const ta_octal_solution *s, uint64_t heap,
                          unsigned *value)
{
    const ta_summary *sum = &s->summary;
    if (heap >= sum->known) {
        if (sum->nim.proof == TA_UNPROVED)
            return TA_ERANGE;
        heap =
            sum->nim.preperiod + (heap - sum->nim.preperiod) % sum->nim.period;
    }
    *value = s->g[heap];
    return TA_OK;
}
