/* Nim-values: the engines and what they share (README.md). */
#ifndef TA_NIM_H
#define TA_NIM_H

#include <string.h>

#include "run/job.h"

enum {
    TA_NIM_LARGEST = 65535,            /* the largest value that can be kept */
    TA_NIM_MARKS = TA_NIM_LARGEST + 2, /* for ta_nim_mex */
    TA_NIM_GRAIN = 14 /* log2 of where a run may begin behind 0 */
};

extern const ta_engine tai_nim_naive, tai_nim_layers, tai_nim_blocked_engine,
    tai_nim_auto;

/* Returns an upper bound of the bytes of ta_game_elements below n. */
uint64_t tai_nim_list_memory(const ta_job *job);

/* Returns the least value that none of the `count` options at[-set[k]] has. No
 * option may have a value above `largest`; `mark` is scratch for largest + 2
 * bytes. Without `restrict` the compiler would have to assume that a store of a
 * byte changes the arrays that it reads. */
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

/* Returns TA_ERANGE, and explains that the value of position i is above the
 * largest one that is kept. */
ta_status tai_nim_too_large(const ta_job *job, uint64_t i);

#endif
