/* Runs an engine on a job: memory, results for the sink, progress, resumed
 * prefix. */
#include "run/job.h"

#include <math.h>

uint64_t tai_engine_memory(const tai_engine *engine, const tai_job *job)
{
    tai_job own = *job;
    uint64_t bytes = UINT64_MAX; /* without memory for a shape */
    own.engine = engine;
    if (job->shape == NULL && engine->shape != NULL)
        own.shape = engine->shape(&own);
    if (own.shape != NULL || engine->shape == NULL)
        bytes = engine->memory(&own);
    if (engine->wants_set)
        bytes = tai_add_sat(bytes, tai_set_memory(job->game, job->n));
    if (job->shape == NULL)
        ta_free(own.shape);
    return bytes;
}

bool tai_job_is_dense(const tai_job *job)
{
    return tai_set_is_dense(tai_game_count_bound(job->game, job->n), job->n);
}

ta_status tai_engine_run(const tai_engine *engine, const tai_job *job)
{
    tai_job own = *job;
    tai_set set = {0};
    ta_status st = TA_OK;
    own.engine = engine;
    if (job->shape == NULL && engine->shape != NULL &&
        (own.shape = engine->shape(&own)) == NULL)
        return TA_ENOMEM;
    if (engine->wants_set && job->set == NULL) {
        const double start = tai_now();
        own.set = &set;
        st = tai_set_build(
            job->game, job->n,
            &(ta_options){.progress = tai_job_pause, .progress_state = &own},
            &set);
        tai_report_add(job->options->stats, "set_s", "%.6f", tai_now() - start);
    }
    if (st == TA_OK)
        st = engine->run(&own);
    tai_set_free(&set);
    if (job->shape == NULL)
        ta_free(own.shape);
    return st;
}

ta_status tai_known_read(const tai_job *job, const ta_sink *sink)
{
    if (job->known == 0)
        return TA_OK;
    return ta_archive_read(job->options->known, 0, job->known, sink,
                           job->error);
}

ta_status tai_known_store(const tai_job *job, void *array)
{
    return tai_known_read(job, &(ta_sink){tai_block_store, array});
}

ta_status tai_job_emit(const tai_job *job, const ta_block *block)
{
    if (job->sink == NULL || block->from >= block->to)
        return TA_OK;
    if (job->zeros)
        return tai_block_zeros(block, !job->options->periods, job->sink);
    return block->period != 0 && !job->options->periods
               ? tai_block_pieces(block, block->from, job->sink)
               : job->sink->consume(job->sink->state, block);
}

ta_status tai_job_emit_bits(const tai_job *job, uint64_t from, uint64_t to,
                            const uint64_t *bits)
{
    if (job->sink == NULL || from >= to)
        return TA_OK;
    return tai_job_emit(
        job, &(ta_block){.from = from,
                         .to = to,
                         .bits = bits,
                         .count = tai_popcount_range(bits, 0, to - from)});
}

ta_status tai_job_emit_positions(const tai_job *job, uint64_t from, uint64_t to,
                                 const uint64_t *positions, size_t count)
{
    return tai_job_emit(job, &(ta_block){.from = from,
                                         .to = to,
                                         .positions = positions,
                                         .count = count});
}

ta_status tai_job_emit_values(const tai_job *job, uint64_t from, uint64_t to,
                              const uint16_t *values)
{
    uint64_t first = tai_max_u64(from, job->known);
    if (first >= to)
        return TA_OK;
    return tai_job_emit(job, &(ta_block){.from = first,
                                         .to = to,
                                         .values = values + (first - from),
                                         .count = to - first});
}

ta_status tai_job_poll(const tai_job *job, uint64_t done)
{
    double share = done >= job->n
                       ? 1
                       : pow((double)done / (double)job->n, job->engine->power);
    if (job->share != NULL)
        share = *job->share = fmax(share, *job->share);
    return tai_poll(job->options, share, done);
}

int tai_job_pause(void *job, double share, uint64_t done)
{
    (void)share;
    (void)done;
    return tai_job_poll(job, ((tai_job *)job)->known) != TA_OK;
}
