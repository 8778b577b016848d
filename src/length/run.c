/* From the public call to an engine: defaults, limits, memory. */
#include <inttypes.h>
#include <string.h>

#include "length/length.h"
#include "store/known.h"

/* Slowest idea first. An engine is one file and one entry here. */
static const ta_length_engine *const engines[] = {
    &ta_length_naive, &ta_length_push, &ta_length_auto};
enum { ENGINES = sizeof engines / sizeof *engines };

/* Positions and elements are kept in 32 bits, with some room above. */
#define LARGEST_N (UINT64_C(0xffffff00))

const ta_engine_info *ta_length_engines(size_t *count)
{
    static ta_engine_info info[ENGINES];
    /* Equal bytes every time, so that a second thread may do the same. */
    for (size_t k = 0; k < ENGINES; k++)
        info[k] = engines[k]->info;
    *count = ENGINES;
    return info;
}

ta_status ta_length_emit(const ta_length_job *job, uint64_t from, uint64_t to,
                         const uint16_t *values)
{
    if (job->sink == NULL || from >= to)
        return TA_OK;
    ta_value_block block = {from, to, values};
    return job->sink->take(job->sink, &block);
}

ta_status ta_length_known(const ta_length_job *job, ta_value_sink *sink)
{
    if (job->known == 0)
        return TA_OK;
    return ta_known_values(job->options->known, job->game, 0, job->known, sink,
                           job->error);
}

ta_status ta_length_poll(const ta_length_job *job, double share, uint64_t done)
{
    return ta_poll(job->options, share, done);
}

ta_status ta_length_too_long(const ta_length_job *job, uint64_t heap)
{
    return ta_fail(job->error, TA_ERANGE,
                   "from a heap of %" PRIu64
                   " the game of %.100s lasts more than %d moves, the most "
                   "that a length can be",
                   heap, ta_game_spec(job->game), TA_LENGTH_MOST);
}

static ta_status prepare(const ta_game *game, uint64_t n,
                         const ta_options *options, ta_length_job *job,
                         const ta_length_engine **engine, ta_error *error)
{
    static const ta_options defaults;
    if (options == NULL)
        options = &defaults;
    const char *name = options->engine != NULL ? options->engine : "auto";
    *engine = NULL;
    for (size_t k = 0; k < ENGINES; k++)
        if (strcmp(engines[k]->info.name, name) == 0)
            *engine = engines[k];
    if (*engine == NULL)
        return ta_fail(error, TA_EINVAL, "there is no engine \"%s\" of lengths",
                       name);
    if (ta_game_convention(game) != TA_NORMAL)
        return ta_fail(error, TA_EINVAL,
                       "lengths are defined for normal play only");
    if (n > LARGEST_N)
        return ta_fail(error, TA_ERANGE,
                       "lengths are computed below 2^32 - 256, not %" PRIu64,
                       n);
    *job = (ta_length_job){
        .game = game, .n = n, .options = options, .error = error};
    char id[TA_GAME_ID];
    ta_archive_info want = {.content = TA_CONTENT_LENGTH,
                            .game = ta_game_id(game, id)};
    return ta_known_end(options->known, &want, n, TA_LENGTH_GRAIN, &job->known,
                        error);
}

static uint64_t memory_of(const ta_length_job *job,
                          const ta_length_engine *engine)
{
    return job->known < job->n ? engine->memory(job) : 0;
}

ta_status ta_length_memory(const ta_game *game, uint64_t n,
                           const ta_options *options, uint64_t *bytes,
                           ta_error *error)
{
    ta_length_job job;
    const ta_length_engine *engine;
    ta_status st = prepare(game, n, options, &job, &engine, error);
    if (st == TA_OK)
        *bytes = memory_of(&job, engine);
    return st;
}

ta_status ta_length_run(const ta_game *game, uint64_t n,
                        const ta_options *options, ta_value_sink *sink,
                        ta_error *error)
{
    ta_length_job job;
    const ta_length_engine *engine;
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
    if (job.sink != NULL)
        st = ta_length_known(&job, job.sink);
    if (job.known > 0)
        ta_stats_add(stats, "known", "%" PRIu64, job.known);
    if (st == TA_OK && job.known < n)
        st = engine->run(&job);
    ta_stats_add(stats, "wall_s", "%.6f", ta_now() - start);
    return ta_conclude(st, engine->info.name, n, bytes, error);
}
