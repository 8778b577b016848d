/* Declares the engines that compute nim-values of subtraction games, and the
 * functions that all engines use. README.md describes the engines. */
#ifndef TA_NIM_H
#define TA_NIM_H

#include <string.h>

#include "run/job.h"

enum {
    TA_NIM_LARGEST = 65535, /* the largest nim-value that 16 bits hold */
    /* The size in bytes of the working memory `mark` of ta_nim_mex. */
    TA_NIM_MARKS = TA_NIM_LARGEST + 2,
    /* A run that resumes earlier results begins at a position that is a
     * multiple of 2^TA_NIM_GRAIN. */
    TA_NIM_GRAIN = 14
};

extern const ta_engine tai_nim_naive, tai_nim_layers, tai_nim_blocked_engine,
    tai_nim_auto;

/* Returns an upper bound of the bytes that ta_game_elements allocates for the
 * list of all moves below job->n. */
uint64_t tai_nim_list_memory(const ta_job *job);

/* Returns the nim-value of one position: the mex of the values of its options.
 * `at` points to the entry of the position in the array of values. The option
 * by the move set[k], for k < count, has the value at[-set[k]]. No option has a
 * value above `largest`. `mark` is working memory of largest + 2 bytes. The
 * word `restrict` says that it does not overlap the other two arrays. */
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

/* Returns TA_ERANGE and writes into job->error that the nim-value of position i
 * is above TA_NIM_LARGEST. */
ta_status tai_nim_too_large(const ta_job *job, uint64_t i);

#endif
