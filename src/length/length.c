/* Describes remoteness, which the command line calls `lengths`, as a quantity
 * that can be computed: its name, its engines (the methods of computing it) and
 * its limits. */
#include "length/length.h"

#include <inttypes.h>

/* The engines, that is, the methods of computing remoteness. The first one
 * works by the definition, and the tests compare the others with it. A new
 * engine needs one file and one entry here. */
static const ta_engine *const engines[] = {&tai_length_naive, &tai_length_push,
                                           &tai_length_auto};

const ta_quantity tai_length_values = {
    .name = "lengths",
    .content = TA_CONTENT_LENGTH,
    .engines = engines,
    .count = sizeof engines / sizeof *engines,
    .grain = TA_LENGTH_GRAIN,
    /* The largest n that is accepted, a round number below 2^32 - 1. Heaps and
     * moves are stored as 32-bit numbers, and 2^32 - 1 marks the end of the
     * list of moves. */
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
