/* What the rest of src/cold calls. */
#ifndef TA_WHEEL_ENGINE_H
#define TA_WHEEL_ENGINE_H

#include "cold/wheel/wheel-plan.h"
#include "run/job.h"

wheel_tuning tai_wheel_tuning_default(void);

/* Runs the wheel. Eppstein's recursion (divide.h) runs instead if the set has
 * too many moves, or if no modulus is good. */
ta_status tai_wheel_run(const tai_job *job, const wheel_tuning *tuning);

/* The same with the measured constants, but for this `share`. */
ta_status tai_wheel_run_share(const tai_job *job, double share);

/* Sets *cold to the first cold numbers, those below *known: from the resumed
 * prefix if that is long enough, else to `start` by the engine `shift`. */
ta_status tai_wheel_start(const tai_job *job, const wheel_moves *moves,
                          uint64_t start, wheel_list *cold, uint64_t *known);

/* Hands the cold numbers of [job->known, known) to the sink. */
ta_status tai_wheel_emit_start(const tai_job *job, const wheel_list *start,
                               uint64_t known);

/* Returns a lower bound on the bytes that a run takes. */
uint64_t tai_wheel_memory(const tai_job *job);

#endif
