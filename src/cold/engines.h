/* The engines for cold positions. */
#ifndef TA_COLD_ENGINES_H
#define TA_COLD_ENGINES_H

#include "run/job.h"

extern const ta_engine tai_engine_naive, tai_engine_sieve, tai_engine_segments,
    tai_engine_shift, tai_engine_textbook, tai_engine_divide, tai_engine_exact,
    tai_engine_wheel, tai_engine_auto;

/* Returns the shape of the recursion for the engine of a job: the shape of
 * `auto` for an engine that may fall back to the recursion. NULL if there is no
 * memory. */
void *tai_cold_shape(const ta_job *job);

#endif
