/* The engines for cold positions. */
#ifndef TA_COLD_ENGINES_H
#define TA_COLD_ENGINES_H

#include "run/job.h"

extern const tai_engine tai_engine_naive, tai_engine_sieve, tai_engine_segments,
    tai_engine_shift, tai_engine_textbook, tai_engine_divide, tai_engine_exact,
    tai_engine_wheel, tai_engine_gpu, tai_engine_auto;
extern const tai_quantity tai_cold_positions;

/* Plans the recursion for job->engine; for `wheel` as for `auto`. Returns NULL
 * without memory. */
void *tai_cold_shape(const tai_job *job);

#endif
