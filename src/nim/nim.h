/* The engines for nim-values of subtraction games (README.md), and what they
 * share. */
#ifndef TA_NIM_H
#define TA_NIM_H

#include <string.h>

#include "run/job.h"

enum {
    TA_NIM_LARGEST = 65535,            /* that 16 bits hold */
    TA_NIM_MARKS = TA_NIM_LARGEST + 2, /* of `stamp`; the last is never set */
    TA_NIM_GRAIN = 14 /* log2: resumed runs begin at multiples */
};

extern const tai_engine tai_nim_naive, tai_nim_layers, tai_nim_blocked_engine,
    tai_nim_auto;
extern const tai_quantity tai_nim_values;

/* Returns the nim-value of position i, whose place among the values is `at`;
 * option k has the value at[-set[k]]. `stamp` is scratch of TA_NIM_MARKS
 * numbers, 0 at first: stamp[v] becomes i + 1 if an option has the value v, so
 * that it need not be cleared. */
static inline unsigned tai_nim_mex(uint64_t i, const uint16_t *at,
                                   const uint64_t *set, size_t count,
                                   uint64_t *restrict stamp)
{
    for (size_t k = 0; k < count; k++)
        stamp[at[-(ptrdiff_t)set[k]]] = i + 1;
    unsigned v = 0;
    while (stamp[v] == i + 1)
        v++;
    return v;
}

/* Returns TA_ERANGE: the value of position i is above TA_NIM_LARGEST. */
ta_status tai_nim_too_large(const tai_job *job, uint64_t i);

#endif
