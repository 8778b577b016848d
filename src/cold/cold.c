/* Cold positions as a quantity: the ladder, and the public calls. */
#include <string.h>

#include "cold/engines.h"
#include "cold/wheel/engine.h"
#include "run/past.h"

static uint64_t period_memory(const ta_job *job)
{
    return ta_past_memory(job, &ta_engine_auto);
}

static ta_status period_run(const ta_job *job)
{
    return ta_past_run(job, &ta_engine_auto, true);
}

const ta_engine ta_engine_period = {
    {"period", "finite sets: a proved period and what follows from it; else "
               "auto"},
    false,
    period_memory,
    period_run};

/* Slowest idea first. An engine is one file and one entry here. */
static const ta_engine *const engines[] = {
    &ta_engine_naive, &ta_engine_sieve,    &ta_engine_segments,
    &ta_engine_shift, &ta_engine_textbook, &ta_engine_divide,
    &ta_engine_exact, &ta_engine_wheel,    &ta_engine_period,
    &ta_engine_auto,
};

static const ta_quantity cold_positions = {
    .name = "cold positions",
    .content = TA_CONTENT_COLD,
    .engines = engines,
    .count = sizeof engines / sizeof *engines,
    /* The block at the bottom of the recursion where nobody chooses another: a
     * multiple of what every engine starts at. */
    .grain = 13,
    .period = &ta_engine_period,
    .most = TA_HEAP_MOST,
    .most_text = TA_HEAP_MOST_TEXT,
};

const ta_engine_info *ta_engines(size_t *count)
{
    static ta_engine_list infos;
    return ta_quantity_engines(&cold_positions, &infos, count);
}

ta_status ta_cold_run(const ta_game *game, uint64_t n,
                      const ta_options *options, ta_sink *sink, ta_error *error)
{
    return ta_run(&cold_positions, game, n, options, sink, NULL, error);
}

ta_status ta_cold_memory(const ta_game *game, uint64_t n,
                         const ta_options *options, uint64_t *bytes,
                         ta_error *error)
{
    return ta_run_memory(&cold_positions, game, n, options, bytes, error);
}

bool ta_cold_memory_is_bound(const ta_game *game, uint64_t n,
                             const ta_options *options)
{
    ta_job job;
    const ta_engine *engine;
    if (ta_run_prepare(&cold_positions, game, n, options, &job, &engine,
                       NULL) != TA_OK)
        return false;
    if (engine == &ta_engine_period)
        return job.known < n;
    bool wheel = engine == &ta_engine_wheel ||
                 (engine == &ta_engine_auto && ta_wheel_suits(&job));
    return wheel && job.known < n && ta_wheel_memory_is_bound(&job);
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
