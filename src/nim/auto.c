/* The engine `auto` for nim-values: the choice between `layers` and `blocked`.
 *
 * Let M be the number of moves below n. The engine `layers` makes one pass for
 * each value that occurs. A pass looks at n M pairs of a position and a move,
 * 64 positions a step. The engine `blocked` looks at n M pairs once, some 20 to
 * 60 a step, however many values there are. So `blocked` is the faster engine
 * if the values become large. There are two exceptions. In denser sets `layers`
 * uses transforms, which need far fewer than n M steps. And if the largest
 * value is not far below M, as for the numbers of Moser and de Bruijn, most
 * moves lead to values that no other move reaches: `blocked` then decides many
 * positions by the definition.
 *
 * The largest value below n is estimated from a short prefix of the game. */
#include <inttypes.h>
#include <math.h>

#include "nim/nim.h"

/* For each instruction set: `blocked` is the faster engine if the estimate of
 * the largest value is at least this. At this estimate both engines took the
 * same time for squares, triangular numbers and a random list of density 1/1000
 * at n = 2^20 and 2^22 (Zen 4, one thread, `takeaway nim N --engine=NAME
 * --max`). */
static const double large[] = {350, 350, 150};

enum {
    /* Below this n the engines `blocked` and `layers` both need 0.1 s at most.
     */
    SHORTEST = 1 << 19,
    /* With more than n / THIN moves below n, `layers` is the faster engine. It
     * was faster for random sets of density 1/300, but not of density 1/1000.
     */
    THIN = 512
};

/* The largest nim-values in a prefix [0, end) of the game. */
typedef struct prefix_values {
    uint64_t end;
    unsigned early; /* the largest value below end / 8 */
    unsigned all;   /* the largest value below end */
} prefix_values;

/* The function of a sink: updates the largest values by those of a block. */
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

/* Returns the job of `layers` on the prefix of length n / 32, at most 2^16. The
 * job uses *options, which the function fills in. */
static ta_job prefix_make_job(const ta_job *job, ta_options *options)
{
    *options = *job->options;
    options->known = NULL;
    options->stats = NULL;
    options->progress = NULL;
    return (ta_job){.game = job->game,
                    .n = ta_min_u64(job->n / 32, 1 << 16),
                    .options = options,
                    .threads = 1};
}

/* Estimates the largest nim-value below n. Runs `layers` on a prefix, lays a
 * power law through the largest value in the prefix and the largest in its
 * first eighth, and extrapolates that law to n. */
static ta_status prefix_estimate_largest(const ta_job *job, double *largest)
{
    ta_options options;
    prefix_values found = {.all = 0};
    ta_sink sink = {prefix_scan_block, &found};
    ta_job prefix = prefix_make_job(job, &options);
    prefix.sink = &sink;
    prefix.error = job->error;
    found.end = prefix.n;
    const ta_status st = tai_engine_run(&tai_nim_layers, &prefix);
    const double power = log((found.all + 1.0) / (found.early + 1.0)) / log(8);
    *largest = found.all * pow((double)job->n / (double)prefix.n, power);
    return st;
}

/* Returns the bytes that an engine needs for the job, without those of the set,
 * which `auto` holds for either engine. */
static uint64_t auto_engine_bytes(const ta_engine *engine, const ta_job *job)
{
    const uint64_t bytes = tai_engine_memory(engine, job);
    return engine->wants_set ? bytes - tai_set_memory(job->game, job->n)
                             : bytes;
}

/* Returns whether the engine and the set fit into the limit of the job. */
static bool auto_fits(const ta_job *job, const ta_engine *engine)
{
    const uint64_t most = job->options->max_memory;
    return most == 0 || ta_add_sat(auto_engine_bytes(engine, job),
                                   tai_set_memory(job->game, job->n)) <= most;
}

/* Returns whether the choice depends on the largest value, which must then be
 * estimated. `blocked` is chosen only for values that are at least large[] and
 * below a third of the number of moves, and only if both engines fit into the
 * limit. */
static bool auto_is_open(const ta_job *job)
{
    const double moves = (double)tai_game_count_bound(job->game, job->n);
    return job->n >= SHORTEST && moves * THIN <= (double)job->n &&
           moves / 3 > large[tai_cpu_isa()] &&
           auto_fits(job, &tai_nim_layers) &&
           auto_fits(job, &tai_nim_blocked_engine);
}

/* Returns an upper bound of the bytes of the engine that will be chosen. If the
 * choice is open, the bound is for both engines and for the run on the prefix.
 */
static uint64_t auto_memory(const ta_job *job)
{
    if (!auto_is_open(job))
        return auto_fits(job, &tai_nim_layers)
                   ? auto_engine_bytes(&tai_nim_layers, job)
                   : auto_engine_bytes(&tai_nim_blocked_engine, job);
    ta_options options;
    const ta_job prefix = prefix_make_job(job, &options);
    return ta_add_sat(
        ta_max_u64(auto_engine_bytes(&tai_nim_layers, job),
                   auto_engine_bytes(&tai_nim_blocked_engine, job)),
        auto_engine_bytes(&tai_nim_layers, &prefix));
}

/* Sets *engine to the engine that the job will use. */
static ta_status auto_choose(const ta_job *job, const ta_engine **engine)
{
    *engine = auto_fits(job, &tai_nim_layers) ? &tai_nim_layers
                                              : &tai_nim_blocked_engine;
    if (!auto_is_open(job))
        return TA_OK;
    double largest;
    const double moves = (double)tai_game_count_bound(job->game, job->n);
    const ta_status st = prefix_estimate_largest(job, &largest);
    tai_stats_add(job->options->stats, "expected_largest", "%.0f", largest);
    if (largest >= large[tai_cpu_isa()] && largest < moves / 3)
        *engine = &tai_nim_blocked_engine;
    return st;
}

static ta_status auto_run(const ta_job *job)
{
    const ta_engine *engine;
    ta_status st = tai_job_poll(job, 0);
    if (st == TA_OK)
        st = auto_choose(job, &engine);
    if (st != TA_OK)
        return st;
    tai_stats_add(job->options->stats, "chosen", "%s", engine->info.name);
    return tai_engine_run(engine, job);
}

const ta_engine tai_nim_auto = {
    .info = {"auto", "layers, or blocked where the values become large"},
    .wants_set = true,
    .power = 1.5,
    .memory = auto_memory,
    .run = auto_run};
