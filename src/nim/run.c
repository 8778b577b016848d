/* From the public call to an engine: defaults, memory, the set, the sink. */
#include <inttypes.h>

#include "nim/nim.h"

ta_status ta_nim_emit(const ta_nim_job *job, uint64_t from, uint64_t to,
                      const uint16_t *values)
{
    if (job->sink == NULL || from >= to)
        return TA_OK;
    ta_value_block block = {.from = from, .to = to, .values = values};
    return job->sink->take(job->sink, &block);
}

ta_status ta_nim_poll(const ta_nim_job *job, double share, uint64_t done)
{
    const ta_options *o = job->options;
    if (o->progress != NULL && o->progress(o->progress_state, share, done))
        return TA_ECANCELLED;
    return TA_OK;
}

ta_status ta_nim_too_large(const ta_nim_job *job, uint64_t i)
{
    return ta_fail(job->error, TA_ERANGE,
                   "the nim-value of heap %" PRIu64 " is above %d, the largest "
                   "that is kept; [0, %" PRIu64 ") can be computed",
                   i, TA_NIM_LARGEST, i);
}

/* Positions beyond this would overflow sums of positions and elements. */
#define LARGEST_N ((uint64_t)1 << 62)

static ta_status prepare(const ta_game *game, uint64_t n,
                         const ta_options *options, ta_nim_job *job,
                         const ta_nim_engine **engine, ta_error *error)
{
    static const ta_options defaults;
    if (options == NULL)
        options = &defaults;
    const char *name = options->engine != NULL ? options->engine : "auto";
    *engine = ta_nim_engine_find(name);
    if (*engine == NULL)
        return ta_fail(error, TA_EINVAL,
                       "there is no engine \"%s\" for nim-values", name);
    if (ta_game_convention(game) != TA_NORMAL)
        return ta_fail(error, TA_EINVAL,
                       "nim-values belong to normal play: under the misere "
                       "convention no value of single heaps decides sums");
    if (n > LARGEST_N)
        return ta_fail(error, TA_ERANGE,
                       "heap sizes up to 2^62 are supported, not %" PRIu64, n);
    if (options->base_bits != 0 &&
        (options->base_bits < 6 || options->base_bits > 20))
        return ta_fail(error, TA_EINVAL,
                       "base bits must be 6 to 20 (or 0), not %u",
                       options->base_bits);
    *job = (ta_nim_job){.game = game,
                        .n = n,
                        .options = options,
                        .threads = options->threads > 0 ? options->threads : 1,
                        .error = error};
    return TA_OK;
}

static uint64_t memory_of(const ta_nim_job *job, const ta_nim_engine *engine)
{
    uint64_t bytes = engine->memory(job);
    if (engine->wants_set)
        bytes = ta_add_sat(bytes, ta_set_memory(job->game, job->n));
    return bytes;
}

ta_status ta_nim_memory(const ta_game *game, uint64_t n,
                        const ta_options *options, uint64_t *bytes,
                        ta_error *error)
{
    ta_nim_job job;
    const ta_nim_engine *engine;
    ta_status st = prepare(game, n, options, &job, &engine, error);
    if (st == TA_OK)
        *bytes = memory_of(&job, engine);
    return st;
}

static ta_status compute(ta_nim_job *job, const ta_nim_engine *engine)
{
    ta_stats *stats = job->options->stats;
    double start = ta_now();
    ta_status st = TA_OK;
    ta_set set = {0};
    if (engine->wants_set)
        st = ta_set_build(job->game, job->n, &set);
    job->set = &set;
    ta_stats_add(stats, "set_s", "%.6f", ta_now() - start);
    if (st == TA_OK && job->n > 0)
        st = engine->run(job);
    ta_set_free(&set);
    job->set = NULL;
    ta_stats_add(stats, "wall_s", "%.6f", ta_now() - start);
    return st;
}

ta_status ta_nim_run(const ta_game *game, uint64_t n, const ta_options *options,
                     ta_value_sink *sink, ta_error *error)
{
    ta_nim_job job;
    const ta_nim_engine *engine;
    ta_status st = prepare(game, n, options, &job, &engine, error);
    if (st != TA_OK)
        return st;
    job.sink = sink;
    uint64_t bytes = memory_of(&job, engine);
    uint64_t most = job.options->max_memory;
    char need[32], have[32];
    ta_bytes_text(bytes, need);
    if (most != 0 && bytes > most)
        return ta_fail(error, TA_ELIMIT,
                       "engine %s needs %s for n = %" PRIu64
                       ", above the limit of %s",
                       engine->info.name, need, n, ta_bytes_text(most, have));
    ta_stats *stats = job.options->stats;
    ta_stats_add(stats, "engine", "%s", engine->info.name);
    ta_stats_add(stats, "isa", "%s", ta_isa_name(ta_cpu_isa()));
    ta_stats_add(stats, "memory_bytes", "%" PRIu64, bytes);
    st = compute(&job, engine);
    if (st == TA_ENOMEM)
        ta_fail(error, st,
                "the system did not give the %s that engine %s needs for n = "
                "%" PRIu64,
                need, engine->info.name, n);
    if (st == TA_ECANCELLED)
        ta_fail(error, st, "stopped on request");
    return st;
}
