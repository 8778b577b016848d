/* The functions of the engine `wheel` that the other files of src/cold call. */
#ifndef TA_WHEEL_ENGINE_H
#define TA_WHEEL_ENGINE_H

#include "cold/wheel/wheel-plan.h"
#include "run/job.h"

/* Returns the default constants of the engine `wheel`. They were chosen by
 * trials on squares. */
wheel_tuning tai_wheel_tuning_default(void);

/* Runs the engine `wheel` on the job with the given constants. Runs Eppstein's
 * recursion (divide.h) in its place if the set has too many moves, or if no
 * modulus has nearly all cold numbers in few of its residue classes. */
ta_status tai_wheel_run(const ta_job *job, const wheel_tuning *tuning);

/* Runs the engine `wheel` on the job with the default constants. Runs
 * Eppstein's recursion (divide.h) in its place if that is expected to be
 * faster, because the cold numbers are spread over most residue classes. */
ta_status tai_wheel_run_where_it_wins(const ta_job *job);

/* Returns a lower bound on the bytes of memory that the engine `wheel` takes
 * for the job. */
uint64_t tai_wheel_memory(const ta_job *job);

/* Returns whether the engine `wheel` is expected to be the fastest one for the
 * job. */
bool tai_wheel_suits(const ta_job *job);

#endif
