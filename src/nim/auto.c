/* The engine `auto` for nim-values: chooses one of two other engines, `layers`
 * or `blocked`, and runs the one that is likely to be faster.
 *
 * Let M be the number of moves below n, so that there are n M pairs of a
 * position and a move. `layers` goes through all pairs once for each nim-value
 * that occurs, 64 pairs in a step. `blocked` goes through all pairs only once,
 * 20 to 60 pairs in a step. So `blocked` is faster if there are many
 * nim-values.
 *
 * There are two exceptions. In denser sets `layers` uses fast transforms, which
 * need far fewer steps. And if the largest nim-value is above M / 3, as for the
 * Moser-de Bruijn numbers, `blocked` must compute many positions by the
 * definition, which is slow.
 *
 * The largest nim-value below n is estimated from the values of the first
 * positions. */
#include <inttypes.h>
#include <math.h>

#include "nim/nim.h"

/* If the estimate of the largest nim-value is at least large[i], the engine
 * `blocked` is preferred to `layers`. Here i is 0 for portable code, 1 for AVX2
 * and 2 for AVX-512. If the largest nim-value is large[i], both engines take
 * the same time. This was measured for squares, triangular numbers and a random
 * list of density 1/1000, at n = 2^20 and 2^22 (Zen 4, one thread, `takeaway
 * nim N --engine=NAME --max`). */
static const double large[] = {350, 350, 150};

enum {
    /* If n is less than this, the engines `blocked` and `layers` both take at
     * most 0.1 s. Then `layers` is preferred. */
    SHORTEST = 1 << 19,
    /* If more than n / THIN moves are below n, the engine `layers` is
     * preferred. It was faster than `blocked` for random sets of density 1/300,
     * but not of density 1/1000. */
    THIN = 512
};

/* The largest nim-values among the first positions of a game: 0 to end - 1. */
typedef struct prefix_values {
    uint64_t end;
    /* The largest nim-value of the positions below end / 8. */
    unsigned early;
    /* The largest nim-value of the positions below `end`. */
    unsigned all;
} prefix_values;

/* Updates the largest nim-values in the prefix_values to which `state` points,
 * by the values of one block of positions. An engine calls this function with
 * each block that it has computed. */
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

/* Returns a job for the nim-values of the first n / 32 positions, but at most
 * 2^16 of them. Sets *options to the options of this job. */
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

/* Estimates the largest nim-value below n, and stores the estimate in *largest.
 * Computes the values of a short prefix of the positions. Fits a power law to
 * the largest value in the prefix and the largest in its first eighth, and
 * extrapolates the law to n. Returns the status of the computation. */
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

/* Returns the bytes that the engine needs for the job, without the bytes of the
 * subtraction set, which is in memory anyway. */
static uint64_t auto_engine_bytes(const ta_engine *engine, const ta_job *job)
{
    const uint64_t bytes = tai_engine_memory(engine, job);
    return engine->wants_set ? bytes - tai_set_memory(job->game, job->n)
                             : bytes;
}

/* Returns whether the bytes of the engine and of the subtraction set together
 * are within the memory limit of the job. A limit of 0 means no limit. */
static bool auto_fits(const ta_job *job, const ta_engine *engine)
{
    const uint64_t most = job->options->max_memory;
    return most == 0 || ta_add_sat(auto_engine_bytes(engine, job),
                                   tai_set_memory(job->game, job->n)) <= most;
}

/* Returns whether the largest nim-value must be estimated in order to choose
 * the engine. This is so if n is large, the set is sparse but has enough moves,
 * and both engines fit into the memory limit. Otherwise the choice is simple:
 * `layers` if it fits into the limit, and `blocked` if not. */
static bool auto_is_open(const ta_job *job)
{
    const double moves = (double)tai_game_count_bound(job->game, job->n);
    return job->n >= SHORTEST && moves * (double)THIN <= (double)job->n &&
           moves / 3 > large[tai_cpu_isa()] &&
           auto_fits(job, &tai_nim_layers) &&
           auto_fits(job, &tai_nim_blocked_engine);
}

/* Returns an upper bound of the bytes that a run needs. If the engine is chosen
 * by an estimate, the bound is the larger need of the two engines, plus the
 * need of the run that makes the estimate. */
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

/* Sets *engine to the engine that the job will use: `layers` or `blocked`. May
 * estimate the largest nim-value first. Returns TA_OK, or an error of the run
 * that makes the estimate. */
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
