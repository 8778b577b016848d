/* The functions of the engine `wheel` that the other files of src/cold call. */
#ifndef TA_WHEEL_ENGINE_H
#define TA_WHEEL_ENGINE_H

#include "cold/wheel/wheel-plan.h"
#include "run/job.h"

/* Returns the default constants of the engine. They were chosen by trials on
 * squares. */
wheel_tuning tai_wheel_tuning_default(void);

/* Runs the engine on the job with the given constants. Falls back to the
 * recursion if the set has too many moves or no useful residue classes. */
ta_status tai_wheel_run(const ta_job *job, const wheel_tuning *tuning);

/* Runs the engine on the job with the default constants. Falls back to the
 * recursion if the recursion is the faster one for the structure that is found.
 */
ta_status tai_wheel_run_where_it_wins(const ta_job *job);

/* Returns a lower bound of the bytes of a run. */
uint64_t tai_wheel_memory(const ta_job *job);

/* Returns whether the engine is predicted to be the fastest one for the job. */
bool tai_wheel_suits(const ta_job *job);

#endif
