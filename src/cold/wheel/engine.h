/* The wheel engine as the other files of src/cold see it. */
#ifndef TA_WHEEL_ENGINE_H
#define TA_WHEEL_ENGINE_H

#include "cold/wheel/block.h"

/* The defaults, as experiments/tune-wheel chose them. */
wheel_tuning wheel_tuning_default(void);

/* The cold positions below job->n for these moves, to job->sink. Sets
 * *structure to false, without having emitted anything, if the set shows
 * none that pays: another engine should take the job. */
ta_status wheel_run(const ta_job *job, const wheel_moves *moves,
                    const wheel_tuning *tuning, bool *structure,
                    wheel_counters *total);

#endif
