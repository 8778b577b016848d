/* The engines that compute the cold positions of a game. */
#ifndef TA_COLD_ENGINES_H
#define TA_COLD_ENGINES_H

#include "run/job.h"

extern const ta_engine tai_engine_naive, tai_engine_sieve, tai_engine_segments,
    tai_engine_shift, tai_engine_textbook, tai_engine_divide, tai_engine_exact,
    tai_engine_wheel, tai_engine_auto;

/* Plans Eppstein's recursion (divide.h) for the engine of the job, and returns
 * the plan, a ta_divide. For the engine `wheel`, which uses the recursion only
 * in some cases, the plan is the same as for `auto`. Returns NULL if there is
 * no memory. */
void *tai_cold_shape(const ta_job *job);

#endif
