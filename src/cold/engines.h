/* The engines that compute the cold positions of a game. */
#ifndef TA_COLD_ENGINES_H
#define TA_COLD_ENGINES_H

#include "run/job.h"

extern const ta_engine tai_engine_naive, tai_engine_sieve, tai_engine_segments,
    tai_engine_shift, tai_engine_textbook, tai_engine_divide, tai_engine_exact,
    tai_engine_wheel, tai_engine_auto;

/* Returns the shape (levels and sizes) of Eppstein's recursion for the engine
 * of the job. An engine that is no recursion, but may run one in its place,
 * gets the shape for the engine `auto`. Returns NULL if there is no memory. */
void *tai_cold_shape(const ta_job *job);

#endif
