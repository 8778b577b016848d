/* Nim-values as a quantity: the engines, and what `auto` chooses.
 *
 * With M moves below n, `layers` goes through n M pairs once for each value
 * that occurs, 64 pairs in a step; `blocked` once, 20 to 60 in a step: it wins
 * where there are many values. But in denser sets `layers` uses transforms; and
 * where the largest value is above M / 3, as for the Moser-de Bruijn numbers,
 * `blocked` computes many positions by the definition. The largest value is
 * estimated from the first positions. */
#include <inttypes.h>
#include <math.h>

#include "nim/nim.h"

ta_status tai_nim_too_large(const tai_job *job, uint64_t i)
{
    return tai_fail(job->error, TA_ERANGE,
                    "the nim-value of heap %" PRIu64
                    " is above %d, the largest "
                    "that is kept; [0, %" PRIu64 ") can be computed",
                    i, TA_NIM_LARGEST, i);
}

/* ---- the choice ---- */

/* From this largest value on `blocked` wins: portable, AVX2, AVX-512. Measured
 * with squares, triangular numbers, a random list of density 1/1000, n = 2^20
 * and 2^22 (Zen 4, one thread, `takeaway nim N --engine=NAME --max`). */
static const double blocked_from[] = {350, 350, 150};

enum {
    SHORTEST = 1 << 19, /* below, both take 0.1 s at most: layers */
    /* With more than n / THIN moves layers: it won for random sets of density
     * 1/300, not 1/1000. */
    THIN = 512
};

/* The largest values of the first positions. */
typedef struct prefix_values {
    uint64_t end;
    unsigned early; /* below end / 8 */
    unsigned all;   /* below end */
} prefix_values;

static ta_status prefix_scan_block(void *state, const ta_block *block)
{
    prefix_values *p = state;
    for (uint64_t i = block->from; i < block->to; i++) {
        const unsigned value = block->values[i - block->from];
        p->all = value > p->all ? value : p->all;
        if (i < p->end / 8)
            p->early = p->all;
    }
    return TA_OK;
}

/* Returns the job for the first n / 32 positions, at most 2^16. */
static tai_job prefix_make_job(const tai_job *job, ta_options *options)
{
    *options = *job->options;
    options->known = NULL;
    options->stats = NULL;
    options->progress = NULL;
    return (tai_job){.game = job->game,
                     .n = tai_min_u64(job->n / 32, 1 << 16),
                     .options = options,
                     .threads = 1};
}

/* Estimates the largest value below n by a power law through those below end /
 * 8 and below `end`. */
static ta_status prefix_estimate_largest(const tai_job *job, double *largest)
{
    ta_options options;
    prefix_values found = {.all = 0};
    ta_sink sink = {prefix_scan_block, &found};
    tai_job prefix = prefix_make_job(job, &options);
    prefix.sink = &sink;
    prefix.error = job->error;
    found.end = prefix.n;
    const ta_status st = tai_engine_run(&tai_nim_layers, &prefix);
    const double power = log((found.all + 1.0) / (found.early + 1.0)) / log(8);
    *largest = found.all * pow((double)job->n / (double)prefix.n, power);
    return st;
}

/* Returns the bytes of the engine, less those of the set, which is there
 * anyway. */
static uint64_t auto_engine_bytes(const tai_engine *engine, const tai_job *job)
{
    const uint64_t bytes = tai_engine_memory(engine, job);
    return engine->wants_set ? bytes - tai_set_memory(job->game, job->n)
                             : bytes;
}

static bool auto_fits(const tai_job *job, const tai_engine *engine)
{
    const uint64_t most = job->options->max_memory;
    return most == 0 || tai_add_sat(auto_engine_bytes(engine, job),
                                    tai_set_memory(job->game, job->n)) <= most;
}

/* Without --engine. */
static const tai_engine *choose(const tai_job *job)
{
    return tai_past_suits(job) ? &tai_engine_period : &tai_nim_auto;
}

/* Returns the engine, or NULL where the largest value decides. Sets *why. */
static const tai_engine *auto_choose_by_size(const tai_job *job,
                                             const char **why)
{
    const double moves = (double)tai_game_count_bound(job->game, job->n);
    *why = "blocked, because layers needs more than the memory limit";
    if (!auto_fits(job, &tai_nim_layers))
        return &tai_nim_blocked_engine;
    *why = "layers, because N is below 2^19";
    if (job->n < SHORTEST)
        return &tai_nim_layers;
    *why = "layers, because S has more than N / 512 moves";
    if (moves * (double)THIN > (double)job->n)
        return &tai_nim_layers;
    *why = "layers, because S has so few moves that all values are small";
    if (moves / 3 <= blocked_from[tai_cpu_isa()])
        return &tai_nim_layers;
    *why = "layers, because blocked needs more than the memory limit";
    return auto_fits(job, &tai_nim_blocked_engine) ? NULL : &tai_nim_layers;
}

static ta_status auto_choose_by_prefix(const tai_job *job,
                                       const tai_engine **engine,
                                       const char **why)
{
    double largest;
    const double moves = (double)tai_game_count_bound(job->game, job->n);
    const ta_status st = prefix_estimate_largest(job, &largest);
    tai_report_add(job->options->stats, "expected_largest", "%.0f", largest);
    *engine = &tai_nim_layers;
    if (largest < blocked_from[tai_cpu_isa()])
        *why = "layers, because the largest value is expected to be small";
    else if (largest >= moves / 3)
        *why = "layers, because the largest value is expected to be above a "
               "third of the moves";
    else {
        *why = "blocked, because the largest value is expected to be large";
        *engine = &tai_nim_blocked_engine;
    }
    return st;
}

/* ---- the engine ---- */

/* Where an estimate chooses: the larger of both, and the run that estimates. */
static uint64_t auto_memory(const tai_job *job)
{
    const char *why;
    const tai_engine *engine = auto_choose_by_size(job, &why);
    if (engine != NULL)
        return auto_engine_bytes(engine, job);
    ta_options options;
    const tai_job prefix = prefix_make_job(job, &options);
    return tai_add_sat(
        tai_max_u64(auto_engine_bytes(&tai_nim_layers, job),
                    auto_engine_bytes(&tai_nim_blocked_engine, job)),
        auto_engine_bytes(&tai_nim_layers, &prefix));
}

static ta_status auto_run(const tai_job *job)
{
    const char *why;
    const tai_engine *engine = auto_choose_by_size(job, &why);
    ta_status st = tai_job_poll(job, 0);
    if (st == TA_OK && engine == NULL)
        st = auto_choose_by_prefix(job, &engine, &why);
    if (st != TA_OK)
        return st;
    tai_report_add(job->options->stats, "chosen", "%s", why);
    return tai_engine_run(engine, job);
}

const tai_engine tai_nim_auto = {
    .info = {"auto", "layers, or blocked where the values become large"},
    .wants_set = true,
    .power = 1.5,
    .memory = auto_memory,
    .run = auto_run};

/* ---- the quantity ---- */

/* The first works by the definition, and the tests compare the others with it.
 */
static const tai_engine *const engines[] = {&tai_nim_naive, &tai_nim_layers,
                                            &tai_nim_blocked_engine,
                                            &tai_engine_period, &tai_nim_auto};

const tai_quantity tai_nim_values = {
    .name = "nim-values",
    .content = TA_CONTENT_NIM,
    .engines = engines,
    .count = sizeof engines / sizeof *engines,
    .choose = choose,
    .grain = TA_NIM_GRAIN,
    .ordinary = &tai_nim_auto,
    .most = TA_HEAP_MOST,
    .most_text = TA_HEAP_MOST_TEXT,
    .no_misere = "nim-values belong to normal play; ask for a game of normal "
                 "play",
};
