/* The cold numbers below a small bound, where no structure is known yet. */
#ifndef TA_WHEEL_START_H
#define TA_WHEEL_START_H

#include "run/job.h"
#include "cold/wheel/wheel.h"

/* Appends those below n to `cold`, by the shift-or engine, which is the
 * fastest one there. TA_ENOMEM, TA_ECANCELLED. */
ta_status wheel_start(const ta_job *job, const wheel_moves *moves, uint64_t n,
                      wheel_list *cold);

#endif
