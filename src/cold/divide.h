/* Eppstein's recursion, with any way of finding the reached targets. */
#ifndef TA_DIVIDE_H
#define TA_DIVIDE_H

#include "cold/engine.h"
#include "convolve/reach.h"

enum { TA_MAX_LEVELS = 64 };

/* The shape of a recursion: level k has children of 2^log_child[k]
 * positions; nodes of level 0 consist of base blocks, the top level has one
 * node, which covers the range. */
typedef struct ta_shape {
    unsigned levels;
    unsigned log_child[TA_MAX_LEVELS];
    size_t fanout[TA_MAX_LEVELS];
    unsigned ways[TA_MAX_LEVELS];
} ta_shape;

/* Shape with the given bits of the base block and bits a level adds at most;
 * levels whose children are smaller than 2^low take `small`, else `large`. */
void ta_shape_fill(ta_shape *shape, uint64_t n, unsigned base_bits,
                   unsigned most_bits, unsigned low, unsigned small,
                   unsigned large);

uint64_t ta_divide_memory(const ta_job *job, const ta_shape *shape);
ta_status ta_divide_run(const ta_job *job, const ta_shape *shape);

#endif
