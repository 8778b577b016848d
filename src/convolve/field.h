/* What every level of a recursion shares. */
#ifndef TA_FIELD_H
#define TA_FIELD_H

#include "base/arena.h"
#include "base/team.h"
#include "convolve/shift.h"
#include "game/set.h"

typedef struct ta_field {
    const ta_set *set;
    ta_shifts shifts; /* S by residue class, below `sorted` */
    uint64_t sorted;  /* UINT64_MAX, or less for a dense set */
    uint64_t *storage;
    const uint64_t *cold; /* by position; TA_PAD zero bytes on both sides;
                             0 where not yet known */
    uint64_t n;
    ta_team *team;     /* does the work together; NULL: the caller alone */
    uint64_t *scratch; /* 2 * TA_SCRATCH values, for a dense set */
} ta_field;

/* Shifts handled at a time where they are made as they are needed. */
enum { TA_SCRATCH = 1 << 15 };

/* Its arrays, for so many elements at most, of a dense set below TA_SCRATCH;
 * then what is in them. */
void ta_field_place(ta_field *field, uint64_t elements, bool dense,
                    ta_arena *arena);
void ta_field_init(ta_field *field, const ta_set *set, const uint64_t *cold,
                   uint64_t n, ta_team *team);

#endif
