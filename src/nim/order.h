/* Which moves to look at first: learned from the values found so far. */
#ifndef TA_NIM_ORDER_H
#define TA_NIM_ORDER_H

#include "base/arena.h"
#include "nim/tile.h"

/* The moves below `until`, parted: `first` are those whose options most
 * often have a value that few other options have; `rest` the others. Both
 * increase. */
typedef struct ta_nim_order {
    const uint64_t *set; /* all of S below n, increasing */
    size_t count;
    uint64_t *first, *rest;
    size_t n_first, n_rest;
    float *credit;
    uint32_t *rank;
    size_t width;   /* of the marks, if the collector has a choice */
    uint64_t until; /* to be learned anew from this position on */
} ta_nim_order;

/* Its arrays, for so many moves at most. */
void ta_nim_order_place(ta_nim_order *order, uint64_t moves, ta_arena *arena);

/* Learns from value[0 .. end), none above `largest`, for positions from
 * lo >= end on; `count` is scratch with room for each value that occurs, all
 * zero, and left so. */
void ta_nim_order_learn(ta_nim_order *order, const uint16_t *value,
                        uint64_t end, uint64_t lo,
                        const ta_nim_collector *collector, unsigned largest,
                        uint32_t *count);

/* The moves of an increasing list that lie in [lo, hi). */
ta_nim_moves ta_nim_between(const uint64_t *move, size_t count, uint64_t lo,
                            uint64_t hi);

#endif
