/* A job is run by an engine, which hands blocks over and asks whether to go on.
 */
#include "run/job.h"

#include <string.h>

uint64_t ta_engine_memory(const ta_engine *engine, const ta_job *job)
{
    uint64_t bytes = engine->memory(job);
    if (engine->wants_set)
        bytes = ta_add_sat(bytes, ta_set_memory(job->game, job->n));
    return bytes;
}

bool ta_job_is_dense(const ta_job *job)
{
    return ta_set_is_dense(ta_game_count_bound(job->game, job->n), job->n);
}

ta_status ta_engine_run(const ta_engine *engine, ta_job *job)
{
    const double start = ta_now();
    ta_set set = {0};
    ta_status st = TA_OK;
    if (engine->wants_set) {
        st = ta_set_build(job->game, job->n, &set);
        ta_stats_add(job->options->stats, "set_s", "%.6f", ta_now() - start);
    }
    job->set = &set;
    if (st == TA_OK)
        st = engine->run(job);
    ta_set_free(&set);
    job->set = NULL;
    return st;
}

ta_status ta_job_emit(const ta_job *job, const ta_block *block)
{
    if (job->sink == NULL || block->from >= block->to)
        return TA_OK;
    return block->period != 0 && !job->options->periods
               ? ta_block_pieces(block, block->from, job->sink)
               : job->sink->take(job->sink->state, block);
}

ta_status ta_job_emit_bits(const ta_job *job, uint64_t from, uint64_t to,
                           const uint64_t *bits)
{
    if (job->sink == NULL || from >= to)
        return TA_OK;
    return ta_job_emit(job, &(ta_block){.from = from,
                                        .to = to,
                                        .bits = bits,
                                        .count = ta_popcount_words(
                                            bits, ta_bits_words(to - from))});
}

ta_status ta_job_emit_positions(const ta_job *job, uint64_t from, uint64_t to,
                                const uint64_t *positions, size_t count)
{
    return ta_job_emit(job, &(ta_block){.from = from,
                                        .to = to,
                                        .positions = positions,
                                        .count = count});
}

ta_status ta_job_emit_values(const ta_job *job, uint64_t from, uint64_t to,
                             const uint16_t *values)
{
    uint64_t first = ta_max_u64(from, job->known);
    if (first >= to)
        return TA_OK;
    return ta_job_emit(job, &(ta_block){.from = first,
                                        .to = to,
                                        .values = values + (first - from),
                                        .count = to - first});
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
