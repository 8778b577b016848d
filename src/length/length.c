/* The quantity `lengths`, which is remoteness, and the table of its engines. */
#include "length/length.h"

#include <inttypes.h>

/* The engines of remoteness. The first one is the oracle, with which the tests
 * compare the others. An engine is one file and one entry here. */
static const ta_engine *const engines[] = {&tai_length_naive, &tai_length_push,
                                           &tai_length_auto};

const ta_quantity tai_length_values = {
    .name = "lengths",
    .content = TA_CONTENT_LENGTH,
    .engines = engines,
    .count = sizeof engines / sizeof *engines,
    .grain = TA_LENGTH_GRAIN,
    /* Positions and moves are stored in 32 bits; the largest numbers are spare.
     */
    .most = UINT64_C(0xffffff00),
    .most_text = "lengths are computed below 2^32 - 256",
    .no_misere = "lengths are defined for normal play only",
};

ta_status tai_length_too_long(const ta_job *job, uint64_t heap)
{
    return tai_fail(job->error, TA_ERANGE,
                    "from a heap of %" PRIu64
                    " the game of %s lasts more than %d moves, the most "
                    "that a length can be",
                    heap, ta_game_about(job->game)->spec, TA_LENGTH_MOST);
}
