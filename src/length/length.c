/* Remoteness (`lengths` to users) as a quantity: engines and limits. */
#include "length/length.h"

#include <inttypes.h>

/* The first works by the definition, and the tests compare the others with it.
 */
static const tai_engine *const engines[] = {&tai_length_naive, &tai_length_push,
                                            &tai_length_auto};

const tai_quantity tai_length_values = {
    .name = "lengths",
    .content = TA_CONTENT_LENGTH,
    .engines = engines,
    .count = sizeof engines / sizeof *engines,
    .grain = TA_LENGTH_GRAIN,
    /* Heaps and moves have 32 bits, and 2^32 - 1 ends the list of moves. */
    .most = UINT64_C(0xffffff00),
    .most_text = "lengths are computed below 2^32 - 256",
    .no_misere = "lengths are defined for normal play only",
};

ta_status tai_length_too_long(const tai_job *job, uint64_t heap)
{
    return tai_fail(job->error, TA_ERANGE,
                    "from a heap of %" PRIu64
                    " the game of %s lasts more than %d moves, the most "
                    "that a length can be",
                    heap, ta_game_about(job->game)->spec, TA_LENGTH_MOST);
}
