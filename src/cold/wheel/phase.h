/* A phase: one modulus, one plan, from one position to another. */
#ifndef TA_WHEEL_PHASE_H
#define TA_WHEEL_PHASE_H

#include "cold/wheel/block.h"

/* All cold numbers so far: in the list of the start, or in a store. */
typedef struct wheel_found {
    wheel_list start;
    wheel_store store;
    bool stored;
} wheel_found;

typedef struct wheel_run {
    const ta_job *job;
    const wheel_moves *moves;
    const wheel_tuning *tuning;
    ta_team team;
    wheel_found found;
    uint64_t known; /* positions below have been emitted */
    uint64_t peak;  /* bytes */
    unsigned phases;
    uint64_t hash; /* of the last block */
} wheel_run;

/* Calls visit for all cold numbers, in no order. */
ta_status wheel_found_each(wheel_run *run, wheel_visit *visit, void *state);

uint64_t wheel_found_count(const wheel_found *found);
void wheel_found_free(wheel_found *found);

/* From run->known to `until`, with modulus m. */
ta_status wheel_phase(wheel_run *run, uint32_t m, uint64_t until);

#endif
