/* From the public call to an engine: defaults, memory, the set, the sink. */
#include <inttypes.h>
#include <string.h>

#include "cold/engines.h"
#include "cold/known.h"
#include "cold/wheel/engine.h"

ta_status ta_job_emit_bits(const ta_job *job, uint64_t from, uint64_t to,
                           const uint64_t *bits)
{
    if (job->sink == NULL || from >= to)
        return TA_OK;
    ta_block block = {.from = from,
                      .to = to,
                      .bits = bits,
                      .count =
                          ta_popcount_words(bits, ta_bits_words(to - from))};
    return job->sink->take(job->sink, &block);
}

ta_status ta_job_emit_positions(const ta_job *job, uint64_t from, uint64_t to,
                                const uint64_t *positions, size_t count)
{
    if (job->sink == NULL || from >= to)
        return TA_OK;
    ta_block block = {
        .from = from, .to = to, .positions = positions, .count = count};
    return job->sink->take(job->sink, &block);
}

ta_status ta_job_poll(const ta_job *job, double share, uint64_t done)
{
    return ta_poll(job->options, share, done);
}

ta_status ta_job_clear(const ta_job *job, void *memory, uint64_t bytes,
                       double share)
{
    enum { STEP = 1 << 26 };
    ta_status st = TA_OK;
    for (uint64_t from = 0; from < bytes && st == TA_OK; from += STEP) {
        if (from > 0)
            st = ta_job_poll(job, share, job->known);
        memset((char *)memory + from, 0, ta_min_u64(STEP, bytes - from));
    }
    return st;
}

/* Positions beyond this would overflow sums of positions and elements. */
#define LARGEST_N ((uint64_t)1 << 62)

static ta_status prepare(const ta_game *game, uint64_t n,
                         const ta_options *options, ta_job *job,
                         const ta_engine **engine, ta_error *error)
{
    static const ta_options defaults;
    if (options == NULL)
        options = &defaults;
    const char *name = options->engine != NULL ? options->engine : "auto";
    *engine = ta_engine_find(name);
    if (*engine == NULL)
        return ta_fail(error, TA_EINVAL, "there is no engine \"%s\"", name);
    if (n > LARGEST_N)
        return ta_fail(error, TA_ERANGE,
                       "heap sizes up to 2^62 are supported, not %" PRIu64, n);
    if (options->base_bits != 0 &&
        (options->base_bits < 6 || options->base_bits > 20))
        return ta_fail(error, TA_EINVAL,
                       "base bits must be 6 to 20 (or 0), not %u",
                       options->base_bits);
    bool misere = ta_game_convention(game) == TA_MISERE;
    *job = (ta_job){.game = game,
                    .n = n,
                    .first = misere ? ta_min_u64(ta_game_least(game), n) : 0,
                    .options = options,
                    .threads = options->threads > 0 ? options->threads : 1,
                    .error = error};
    return ta_known_begin(job);
}

static uint64_t memory_of(const ta_job *job, const ta_engine *engine)
{
    if (job->known >= job->n)
        return 0; /* there is nothing to compute */
    uint64_t bytes = engine->memory(job);
    if (engine->wants_set)
        bytes = ta_add_sat(bytes, ta_set_memory(job->game, job->n));
    return bytes;
}

ta_status ta_cold_memory(const ta_game *game, uint64_t n,
                         const ta_options *options, uint64_t *bytes,
                         ta_error *error)
{
    ta_job job;
    const ta_engine *engine;
    ta_status st = prepare(game, n, options, &job, &engine, error);
    if (st == TA_OK)
        *bytes = memory_of(&job, engine);
    return st;
}

bool ta_cold_memory_is_bound(const ta_game *game, uint64_t n,
                             const ta_options *options)
{
    ta_job job;
    const ta_engine *engine;
    if (prepare(game, n, options, &job, &engine, NULL) != TA_OK)
        return false;
    bool wheel = engine == &ta_engine_wheel ||
                 (engine == &ta_engine_auto && ta_wheel_suits(&job));
    return wheel && job.known < n && ta_wheel_memory_is_bound(&job);
}

ta_status ta_cold_run(const ta_game *game, uint64_t n,
                      const ta_options *options, ta_sink *sink, ta_error *error)
{
    ta_job job;
    const ta_engine *engine;
    ta_status st = prepare(game, n, options, &job, &engine, error);
    if (st != TA_OK)
        return st;
    job.sink = sink;
    const uint64_t bytes = memory_of(&job, engine);
    st = ta_admit(job.options, engine->info.name, n, bytes, error);
    if (st != TA_OK)
        return st;
    ta_stats *stats = job.options->stats;
    double start = ta_now();
    ta_set set = {0};
    st = ta_known_replay(&job);
    if (job.known > 0)
        ta_stats_add(stats, "known", "%" PRIu64, job.known);
    if (st == TA_OK && engine->wants_set && job.known < n)
        st = ta_set_build(game, n, &set);
    job.set = &set;
    ta_stats_add(stats, "set_s", "%.6f", ta_now() - start);
    if (st == TA_OK && job.known < n)
        st = engine->run(&job);
    ta_set_free(&set);
    ta_stats_add(stats, "wall_s", "%.6f", ta_now() - start);
    return ta_conclude(st, engine->info.name, n, bytes, error);
}

typedef struct bits_sink {
    ta_sink sink;
    uint64_t *words;
} bits_sink;

static ta_status take_bits(ta_sink *sink, const ta_block *block)
{
    uint64_t *words = ((bits_sink *)sink)->words;
    if (block->bits != NULL)
        memcpy(words + block->from / 64, block->bits,
               ta_bits_words(block->to - block->from) * 8);
    else
        for (uint64_t k = 0; k < block->count; k++)
            words[block->positions[k] / 64] |= (uint64_t)1
                                               << (block->positions[k] % 64);
    return TA_OK;
}

ta_status ta_cold(const ta_game *game, uint64_t n, const ta_options *options,
                  ta_bits *cold, ta_error *error)
{
    bits_sink sink = {{take_bits}, cold->words};
    memset(cold->words, 0, ta_bits_words(n) * 8);
    return ta_cold_run(game, n, options, &sink.sink, error);
}
