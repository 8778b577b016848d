/* What every level of a recursion shares. */
#ifndef TA_FIELD_H
#define TA_FIELD_H

#include "base/team.h"
#include "convolve/shift.h"
#include "game/set.h"

typedef struct ta_field {
    const ta_set *set;
    ta_shifts shifts; /* S by residue class; of a dense set what is below
                         `sorted` */
    uint64_t sorted, *storage;
    const uint64_t *cold; /* by position; TA_PAD zero bytes on both sides;
                             0 where not yet known */
    uint64_t n;
    ta_team *team;     /* does the work together; NULL: the caller alone */
    uint64_t *scratch; /* 2 * TA_SCRATCH values, for a dense set */
} ta_field;

/* Shifts handled at a time where they are made as they are needed. */
enum { TA_SCRATCH = 1 << 15 };

/* Bytes that ta_field_init allocates, an upper bound; the set has so many
 * elements below n and below TA_SCRATCH, at most. */
uint64_t ta_field_memory(uint64_t set_bound, uint64_t near_bound, uint64_t n);
ta_status ta_field_init(ta_field *field, const ta_set *set,
                        const uint64_t *cold, uint64_t n, ta_team *team);
void ta_field_free(ta_field *field);

#endif
