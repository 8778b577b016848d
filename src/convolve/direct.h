/* Shift-or over a range of sources, in both orders. */
#ifndef TA_DIRECT_H
#define TA_DIRECT_H

#include "base/team.h"
#include "convolve/shift.h"
#include "game/set.h"

/* What every level of a recursion shares. */
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

/* hot[t - lo] = 1 for t in [lo, hi) with t - s cold, s in S, t - s in
 * [from, to), to <= lo; more true marks may be set up to a tile further.
 * from, to, lo, hi are multiples of 64. */
void ta_s_major(const ta_field *field, uint64_t from, uint64_t to, uint64_t lo,
                uint64_t hi, uint64_t *hot);

/* The same; needs field->set->bits. */
void ta_cold_major(const ta_field *field, uint64_t from, uint64_t to,
                   uint64_t lo, uint64_t hi, uint64_t *hot);

#endif
