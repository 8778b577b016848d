/* The engines for nim-values of subtraction games (README.md), and what they
 * share. */
#ifndef TA_NIM_H
#define TA_NIM_H

#include <string.h>

#include "run/job.h"

enum {
    TA_NIM_LARGEST = 65535,            /* that 16 bits hold */
    TA_NIM_MARKS = TA_NIM_LARGEST + 2, /* bytes of `mark` of ta_nim_mex */
    TA_NIM_GRAIN = 14 /* log2: resumed runs begin at multiples */
};

extern const ta_engine tai_nim_naive, tai_nim_layers, tai_nim_blocked_engine,
    tai_nim_auto;

/* Returns a bound on what ta_game_elements allocates for the moves below n. */
uint64_t tai_nim_list_memory(const ta_job *job);

/* Returns the nim-value of the position whose place among the values is `at`;
 * option k has the value at[-set[k]], none above `largest`. `mark` is scratch
 * of largest + 2 bytes. */
static inline unsigned ta_nim_mex(const uint16_t *at, const uint64_t *set,
                                  size_t count, unsigned char *restrict mark,
                                  unsigned largest)
{
    memset(mark, 0, largest + 2);
    for (size_t k = 0; k < count; k++)
        mark[at[-(ptrdiff_t)set[k]]] = 1;
    unsigned v = 0;
    while (mark[v])
        v++;
    return v;
}

/* Returns TA_ERANGE: the value of position i is above TA_NIM_LARGEST. */
ta_status tai_nim_too_large(const ta_job *job, uint64_t i);

#endif
