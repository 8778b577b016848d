/* The wheel engine as the rest of src/cold sees it. */
#ifndef TA_WHEEL_ENGINE_H
#define TA_WHEEL_ENGINE_H

#include "cold/wheel/wheel-plan.h"
#include "run/job.h"

/* Returns the defaults, which were chosen by trials on squares. */
wheel_tuning tai_wheel_tuning_default(void);

/* The engine with other tuning than the default. */
ta_status tai_wheel_run(const ta_job *job, const wheel_tuning *tuning);

/* The engine, but where it finds too little structure to be the fastest, the
 * recursion. */
ta_status tai_wheel_run_where_it_wins(const ta_job *job);

/* Returns the bytes that a run takes at least. */
uint64_t tai_wheel_memory(const ta_job *job);

/* True if the engine is expected to be the fastest for the job. */
bool tai_wheel_suits(const ta_job *job);

#endif
