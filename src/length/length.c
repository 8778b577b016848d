/* Lengths as a quantity: the engines, and the public calls. */
#include "length/length.h"

#include <inttypes.h>

/* Slowest idea first. An engine is one file and one entry here. */
static const ta_engine *const engines[] = {&ta_length_naive, &ta_length_push,
                                           &ta_length_auto};

static const ta_quantity lengths = {
    .name = "lengths",
    .content = TA_CONTENT_LENGTH,
    .engines = engines,
    .count = sizeof engines / sizeof *engines,
    .grain = TA_LENGTH_GRAIN,
    /* Positions and elements are kept in 32 bits, with some to spare above. */
    .most = UINT64_C(0xffffff00),
    .most_text = "lengths are computed below 2^32 - 256",
    .no_misere = "lengths are defined for normal play only",
};

const ta_engine_info *ta_length_engines(size_t *count)
{
    static ta_engine_list infos;
    return ta_quantity_engines(&lengths, &infos, count);
}

ta_status ta_length_too_long(const ta_job *job, uint64_t heap)
{
    return ta_fail(job->error, TA_ERANGE,
                   "from a heap of %" PRIu64
                   " the game of %.100s lasts more than %d moves, the most "
                   "that a length can be",
                   heap, ta_game_spec(job->game), TA_LENGTH_MOST);
}

ta_status ta_length_memory(const ta_game *game, uint64_t n,
                           const ta_options *options, uint64_t *bytes,
                           ta_error *error)
{
    return ta_run_memory(&lengths, game, n, options, bytes, error);
}

ta_status ta_length_run(const ta_game *game, uint64_t n,
                        const ta_options *options, ta_value_sink *sink,
                        ta_error *error)
{
    return ta_run(&lengths, game, n, options, NULL, sink, error);
}
