/* What the files of the census share: outcomes and nim-values of small sets,
 * of one set after the other, each walked only until it repeats. */
#ifndef TA_CENSUS_H
#define TA_CENSUS_H

#include "base/base.h"

/* Largest count of elements whose values fit in the bits of a byte. */
enum { TA_CENSUS_VALUES = 7 };
/* Of elements and positions: a divisor times a period fits in 64 bits. */
#define TA_CENSUS_MOST (UINT64_C(1) << 32)

/* A sequence that repeats: f(n + period) = f(n) for n >= preperiod, both
 * least. period 0: not found. */
typedef struct ta_cycle {
    uint64_t preperiod, period;
    uint64_t cold;    /* positions in a period, of outcomes */
    unsigned largest; /* value of all, of values */
} ta_cycle;

/* Where a search stands: positions walked are added to *walked, and a search
 * ends where options->progress asks for it. */
typedef struct ta_search {
    const uint64_t *set; /* increasing, from 1 */
    size_t count;
    uint64_t limit; /* positions walked at most, above max S */
    const ta_options *options;
    uint64_t walked;
} ta_search;

/* ---- census-bytes.c ---- */

/* Outcomes of any set; or, if `values`, nim-values of at most TA_CENSUS_VALUES
 * elements. `bytes` is ta_census_bytes_of(limit) long. */
ta_status ta_census_bytes(ta_search *search, bool values, uint8_t *bytes,
                          ta_cycle *cycle);
static inline uint64_t ta_census_bytes_of(uint64_t limit)
{
    return ta_add_sat(ta_mul_sat(2, limit), 64);
}

#endif
