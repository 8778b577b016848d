/* Declares the engines that compute nim-values of subtraction games, and the
 * functions that all engines use. README.md describes the engines. */
#ifndef TA_NIM_H
#define TA_NIM_H

#include <string.h>

#include "run/job.h"

enum {
    TA_NIM_LARGEST = 65535, /* the largest nim-value that 16 bits hold */
    /* The length of the working memory `stamp` of ta_nim_mex. */
    TA_NIM_MARKS = TA_NIM_LARGEST + 2,
    /* A run that resumes earlier results begins at a position that is a
     * multiple of 2^TA_NIM_GRAIN. */
    TA_NIM_GRAIN = 14
};

extern const ta_engine tai_nim_naive, tai_nim_layers, tai_nim_blocked_engine,
    tai_nim_auto;

/* Returns the nim-value of position i: the mex of the values of its options.
 * `at` points to the entry of the position in the array of values. The option
 * by the move set[k], for k < count, has the value at[-set[k]]. `stamp` is
 * working memory of TA_NIM_MARKS numbers, 0 at first: stamp[v] becomes i + 1 if
 * an option has the value v, so that it need not be cleared. The word
 * `restrict` says that it does not overlap the other two arrays. */
static inline unsigned ta_nim_mex(uint64_t i, const uint16_t *at,
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

/* Returns TA_ERANGE and writes into job->error that the nim-value of position i
 * is above TA_NIM_LARGEST. */
ta_status tai_nim_too_large(const ta_job *job, uint64_t i);

#endif
