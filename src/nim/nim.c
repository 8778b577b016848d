/* Nim-values as a quantity: its engines and limits. */
#include <inttypes.h>

#include "nim/nim.h"

ta_status tai_nim_too_large(const tai_job *job, uint64_t i)
{
    return tai_fail(job->error, TA_ERANGE,
                    "the nim-value of heap %" PRIu64
                    " is above %d, the largest "
                    "that is kept; [0, %" PRIu64 ") can be computed",
                    i, TA_NIM_LARGEST, i);
}

/* The first works by the definition, and the tests compare the others with it.
 */
static const tai_engine *const engines[] = {&tai_nim_naive, &tai_nim_layers,
                                            &tai_nim_blocked_engine,
                                            &tai_engine_period, &tai_nim_auto};

const tai_quantity tai_nim_values = {
    .name = "nim-values",
    .content = TA_CONTENT_NIM,
    .engines = engines,
    .count = sizeof engines / sizeof *engines,
    .grain = TA_NIM_GRAIN,
    .ordinary = &tai_nim_auto,
    .most = TA_HEAP_MOST,
    .most_text = TA_HEAP_MOST_TEXT,
    .no_misere = "nim-values belong to normal play; ask for a game of normal "
                 "play",
};
