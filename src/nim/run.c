/* From the public call to an engine: defaults, memory, the set, the sink. */
#include <inttypes.h>
#include <math.h>

#include "nim/nim.h"
#include "store/known.h"

typedef struct list {
    uint64_t *set;
    size_t count;
} list;

static ta_status append(void *state, uint64_t element)
{
    list *l = state;
    l->set[l->count++] = element;
    return TA_OK;
}

uint64_t ta_nim_list_memory(const ta_nim_job *job)
{
    uint64_t most = ta_game_count_bound(job->game, job->n);
    return ta_add_sat(ta_mul_sat(most, 8),
                      ta_add_sat(ta_game_scratch(job->game, job->n), 128));
}

ta_status ta_nim_list_moves(const ta_nim_job *job, uint64_t **set,
                            size_t *count)
{
    list l = {ta_alloc(ta_game_count_bound(job->game, job->n), 8), 0};
    ta_status st =
        l.set != NULL ? ta_game_each(job->game, job->n, append, &l) : TA_ENOMEM;
    if (st != TA_OK) {
        ta_free(l.set);
        l = (list){NULL, 0};
    }
    *set = l.set;
    *count = l.count;
    return st;
}

ta_status ta_nim_emit(const ta_nim_job *job, uint64_t from, uint64_t to,
                      const uint16_t *values)
{
    uint64_t skip = from < job->known ? job->known - from : 0;
    if (job->sink == NULL || from + skip >= to)
        return TA_OK;
    ta_value_block block = {
        .from = from + skip, .to = to, .values = values + skip};
    return job->sink->take(job->sink, &block);
}

ta_status ta_nim_known(const ta_nim_job *job, uint16_t *values)
{
    return ta_known_values(job->options->known, job->known, values, job->error);
}

/* Options of a heap: all elements of S below it. */
double ta_nim_share(const ta_nim_job *job, uint64_t done)
{
    double all = (double)ta_game_count_bound(job->game, job->n);
    double half = (double)ta_game_count_bound(job->game, job->n / 2);
    double growth = half > 0 ? 1 + log2(all / half) : 1;
    return pow((double)done / (double)job->n, growth);
}

double ta_nim_layer_share(const ta_nim_job *job, uint64_t settled,
                          double falling)
{
    double open = 1 - (double)settled / (double)job->n;
    return 1 - pow(open, 1 / (1.3 + falling));
}

ta_status ta_nim_poll(const ta_nim_job *job, double share, uint64_t done)
{
    return ta_poll(job->options, share, done);
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
    char id[TA_GAME_ID];
    ta_archive_info want = {.content = TA_CONTENT_NIM,
                            .game = ta_game_id(game, id)};
    return ta_known_end(options->known, &want, n, TA_NIM_GRAIN, &job->known,
                        error);
}

static uint64_t memory_of(const ta_nim_job *job, const ta_nim_engine *engine)
{
    if (job->known >= job->n)
        return 0; /* there is nothing to compute */
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
    if (job->known > 0 && job->sink != NULL)
        st = ta_archive_values(job->options->known, 0, job->known, job->sink,
                               job->error);
    if (job->known > 0)
        ta_stats_add(stats, "known", "%" PRIu64, job->known);
    if (st == TA_OK && engine->wants_set)
        st = ta_set_build(job->game, job->n, &set);
    job->set = &set;
    ta_stats_add(stats, "set_s", "%.6f", ta_now() - start);
    if (st == TA_OK && job->known < job->n)
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
    if (st == TA_OK)
        st = ta_wisdom_check(options, error);
    if (st != TA_OK)
        return st;
    job.sink = sink;
    const uint64_t bytes = memory_of(&job, engine);
    st = ta_admit(job.options, engine->info.name, n, bytes, error);
    if (st == TA_OK)
        st = compute(&job, engine);
    return ta_conclude(st, engine->info.name, n, bytes, error);
}
