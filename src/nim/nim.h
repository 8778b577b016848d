/* Nim-values: the engines, and what they share. */
#ifndef TA_NIM_H
#define TA_NIM_H

#include <string.h>

#include "run/job.h"

enum {
    TA_NIM_LARGEST = 65535,            /* the largest value that can be kept */
    TA_NIM_MARKS = TA_NIM_LARGEST + 2, /* of those values and one beyond */
    TA_NIM_GRAIN = 14 /* log2 of where a run may begin behind 0 */
};

extern const ta_engine ta_nim_naive, ta_nim_layers, ta_nim_blocked_engine,
    ta_nim_auto;

/* Of the elements of S below n in a list (ta_game_elements). */
uint64_t ta_nim_list_memory(const ta_job *job);

/* The least value that no option has, of `count` options at at[-set[k]], none
 * above `largest`; mark is scratch. As stores of bytes might alias all else,
 * the compiler is told that they do not: it would read everything anew after
 * each. */
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

/* TA_ERANGE, and the sentence: the value of position i is above the largest. */
ta_status ta_nim_too_large(const ta_job *job, uint64_t i);

#endif
