/* What engines do with a job: hand blocks over, and ask whether to go on. */
#include "run/job.h"

#include <string.h>

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
