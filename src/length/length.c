/* Remoteness (`lengths` to users) as a quantity: the engines, and what `auto`
 * chooses. */
#include "length/length.h"

#include <inttypes.h>

/* `takeaway compare 10^6 --quantity=length --engines=naive,push` with a set of
 * a few elements and with the squares. */
static ta_status auto_run(const tai_job *job)
{
    tai_report_add(job->options->stats, "chosen",
                   "push, because it is slower than naive only for sets of a "
                   "few elements");
    return tai_length_push.run(job);
}

static uint64_t auto_memory(const tai_job *job)
{
    return tai_length_push.memory(job);
}

static const tai_engine automatic = {
    .info = {"auto", "push, slower than naive only for sets of a few elements"},
    .power = 1.2,
    .memory = auto_memory,
    .run = auto_run};

/* The first works by the definition, and the tests compare the others with it.
 */
static const tai_engine *const engines[] = {&tai_length_naive, &tai_length_push,
                                            &automatic};

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
