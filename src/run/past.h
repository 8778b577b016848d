/* Finite sets past a proved period: an engine for any quantity, on top of an
 * ordinary one. */
#ifndef TA_PAST_H
#define TA_PAST_H

#include "run/job.h"

/* Whether a run on [0, n) without a chosen engine looks for a period. */
bool ta_past_suits(const ta_game *game, uint64_t n);

/* The job by a period of its sequence, if S is finite and one is proved in a
 * first part that the ordinary engine computes; otherwise all by that engine.
 * `cold`: cold positions, not values. */
ta_status ta_past_run(const ta_job *job, const ta_engine *ordinary, bool cold);
/* An upper bound; without what the ordinary engine would take for all of it
 * where that is more than options->max_memory. */
uint64_t ta_past_memory(const ta_job *job, const ta_engine *ordinary);

/* The engine `period` of a quantity, on top of its ordinary one. */
#define TA_PAST_ENGINE(NAME, ORDINARY, COLD)                                   \
    static uint64_t NAME##_memory(const ta_job *job)                           \
    {                                                                          \
        return ta_past_memory(job, ORDINARY);                                  \
    }                                                                          \
    static ta_status NAME##_run(const ta_job *job)                             \
    {                                                                          \
        return ta_past_run(job, ORDINARY, COLD);                               \
    }                                                                          \
    static const ta_engine NAME = {                                            \
        {"period", "finite sets: a proved period and what follows from it; "   \
                   "else auto"},                                               \
        false,                                                                 \
        NAME##_memory,                                                         \
        NAME##_run};

#endif
