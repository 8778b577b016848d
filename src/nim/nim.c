/* Nim-values as a quantity: the engines, and what they share. */
#include <inttypes.h>
#include <math.h>

#include "nim/nim.h"
#include "run/past.h"

uint64_t ta_nim_list_memory(const ta_job *job)
{
    uint64_t most = ta_game_count_bound(job->game, job->n);
    return ta_add_sat(ta_mul_sat(most, 8),
                      ta_add_sat(ta_game_scratch(job->game, job->n), 128));
}

/* Options of a heap: all elements of S below it. */
double ta_nim_share(const ta_job *job, uint64_t done)
{
    double growth = 1 + ta_game_growth(job->game, job->n);
    return pow((double)done / (double)job->n, growth);
}

double ta_nim_layer_share(const ta_job *job, uint64_t settled, double falling)
{
    double open = 1 - (double)settled / (double)job->n;
    return 1 - pow(open, 1 / (1.3 + falling));
}

ta_status ta_nim_too_large(const ta_job *job, uint64_t i)
{
    return ta_fail(job->error, TA_ERANGE,
                   "the nim-value of heap %" PRIu64 " is above %d, the largest "
                   "that is kept; [0, %" PRIu64 ") can be computed",
                   i, TA_NIM_LARGEST, i);
}

TA_PAST_ENGINE(by_period, &ta_nim_auto, false)

/* Slowest idea first. An engine is one file and one entry here. */
static const ta_engine *const engines[] = {&ta_nim_naive, &ta_nim_layers,
                                           &ta_nim_blocked_engine, &by_period,
                                           &ta_nim_auto};

const ta_quantity ta_nim_values = {
    .name = "nim-values",
    .content = TA_CONTENT_NIM,
    .engines = engines,
    .count = sizeof engines / sizeof *engines,
    .grain = TA_NIM_GRAIN,
    .period = &by_period,
    .most = TA_HEAP_MOST,
    .most_text = TA_HEAP_MOST_TEXT,
    .no_misere = "nim-values belong to normal play; ask for a game of normal "
                 "play",
};
