/* The engines for cold positions. The recursion is not offered by name: it is
 * what `auto` does where the wheel is not expected to win, and what the wheel
 * falls back to. */
#ifndef TA_COLD_ENGINES_H
#define TA_COLD_ENGINES_H

#include "run/job.h"

extern const ta_engine ta_engine_naive, ta_engine_sieve, ta_engine_segments,
    ta_engine_shift, ta_engine_textbook, ta_engine_divide, ta_engine_exact,
    ta_engine_recursion, ta_engine_wheel, ta_engine_auto;

/* Returns the shape of a job for ta_engine_recursion, also for engines that may
 * go on to it; NULL if there is no memory. */
void *ta_auto_sizes(const ta_job *job);

#endif
