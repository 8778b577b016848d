/* The engines for octal games, and solutions: the values of all heaps up to
 * where a period is proved, from which those of any heap follow. */
#include "octal/octal-internal.h"

/* ---- engines ---- */

static const tai_engine sparse, by_sets;

/* The engine sparse has no splits in three; `auto` then chooses sets. */
static bool splits_in_three(const tai_job *job)
{
    return job->game != NULL && tai_game_octal(job->game)->n_third > 0;
}

bool tai_octal_takes_sets(const tai_job *job)
{
    return job->engine == &by_sets || splits_in_three(job);
}

static ta_status values_run(const tai_job *job)
{
    if (job->engine == &tai_octal_auto)
        tai_report_add(job->options->stats, "chosen", "%s",
                       splits_in_three(job)
                           ? "sets, because digits 8 to F split in three"
                           : "sparse, because no digit 8 to F splits in three");
    if (job->engine == &sparse && splits_in_three(job))
        return tai_fail(
            job->error, TA_EINVAL,
            "engine sparse is for octal codes; digits 8 to F, which "
            "split in three, have sets (or auto) and naive");
    return tai_octal_find(job);
}

static uint64_t values_memory(const tai_job *job)
{
    return tai_octal_limits(job).bytes;
}

static uint64_t naive_memory(const tai_job *job)
{
    return tai_add_sat(tai_mul_sat(job->n, 2), 1 << 17);
}

static ta_status naive_run(const tai_job *job)
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

static const tai_engine naive = {
    .info = {"naive", "the values by the definition, all breaks of each heap"},
    .power = 2,
    .memory = naive_memory,
    .run = naive_run};
static const tai_engine by_sets = {
    .info = {"sets",
             "sets of the values that two and three heaps have together; "
             "for hexadecimal codes"},
    .power = 2,
    .memory = values_memory,
    .run = values_run};
static const tai_engine sparse = {
    .info = {"sparse",
             "rare values and their breaks only, where they are known "
             "to be enough"},
    .power = 1.2,
    .memory = values_memory,
    .run = values_run};
const tai_engine tai_octal_auto = {
    .info = {"auto", "sets for hexadecimal codes, sparse for octal ones"},
    .power = 1.2,
    .memory = values_memory,
    .run = values_run};
static const tai_engine *const engines[] = {&naive, &by_sets, &sparse,
                                            &tai_octal_auto};

static bool sums_up(const tai_engine *engine)
{
    return engine != &naive;
}

const tai_quantity tai_octal_values = {
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

ta_status ta_octal_solve(const ta_game *game, uint64_t n, bool long_only,
                         const ta_options *options,
                         ta_octal_solution **solution, ta_error *error)
{
    *solution = NULL;
    ta_status st = tai_options_check(options, error);
    if (st != TA_OK)
        return st;
    if (tai_game_octal(game) == NULL)
        return tai_fail(error, TA_EINVAL, "%s is no octal game",
                        ta_game_about(game)->spec);
    if (n > TA_OCTAL_N_MAX)
        return tai_fail(error, TA_ERANGE,
                        "at most 2^32 - 256 heaps are held in memory");
    ta_summary summary = {0};
    ta_options own = options != NULL ? *options : (ta_options){0};
    own.summary = &summary;
    /* Without statistics or an archive; each rank has its own solution. */
    own.stats = NULL;
    own.known = NULL;
    own.comm = NULL;
    ta_plan *plan = NULL;
    ta_octal_solution *made = NULL;
    /* Only to predict memory; `known` is n so that all values are counted. */
    const tai_job held = {.n = n, .known = n, .options = &(ta_options){0}};
    st = tai_admit(&own, tai_octal_limits(&held).bytes,
                   ta_game_about(game)->octal, error);
    if (st == TA_OK)
        /* Heap 0 is known in any case. */
        st = tai_plan_new(&tai_octal_values, TA_CONTENT_NIM, game,
                          tai_max_u64(n, 1), &own, &plan, error);
    if (st == TA_OK && (made = tai_alloc_zero(1, sizeof *made)) == NULL)
        st = tai_fail(error, TA_ENOMEM, "no memory for an octal game");
    if (st == TA_OK) {
        made->of = game;
        made->game = tai_game_octal(game);
        plan->job.long_only = long_only;
        plan->job.whole = made;
        st = ta_plan_run(plan, NULL, error);
        made->summary = summary;
    }
    if (st == TA_OK)
        *solution = made;
    else
        ta_octal_solution_free(made);
    ta_plan_free(plan);
    return st;
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

ta_status tai_octal_value(const ta_octal_solution *s, uint64_t heap,
                          unsigned *value)
{
    const ta_summary *sum = &s->summary;
    if (heap >= sum->known) {
        if (!tai_octal_repeats(sum))
            return TA_ERANGE;
        heap =
            sum->nim.preperiod + (heap - sum->nim.preperiod) % sum->nim.period;
    }
    *value = s->g[heap];
    return TA_OK;
}
