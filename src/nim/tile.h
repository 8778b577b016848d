/* 64 positions in a row (lanes), and what is known of their values. */
#ifndef TA_NIM_TILE_H
#define TA_NIM_TILE_H

#include "base/base.h"

enum {
    TA_NIM_LANES = 64,
    TA_NIM_CANDIDATES = 7,
    TA_NIM_RECORDS = 16 /* of the values 64 w */
};

/* Of each lane a list of at most 7 values, increasing, of which some are
 * alive. Every value below the last live one is reached by a move, or alive
 * and on the list, whatever moves have been looked at: when all have, the
 * first live one is the nim-value. */
typedef struct ta_nim_tile {
    uint16_t candidate[TA_NIM_CANDIDATES][TA_NIM_LANES];
    uint64_t alive[TA_NIM_CANDIDATES]; /* bit: lane */
    uint64_t fill;                     /* to whole cache lines */
} ta_nim_tile;

/* Increasing moves. The 64 options that a move s leads to have the values
 * at[-s], at[1 - s], ..., where `at` is the place of lane 0. */
typedef struct ta_nim_moves {
    const uint64_t *move;
    size_t count;
} ta_nim_moves;

/* Which values below `width`, a multiple of 64, are reached in which lane. */
typedef struct ta_nim_marks {
    size_t width;
    uint64_t *reached; /* bit v % 64 of reached[v / 64 * 64 + lane] */
    uint8_t *rows;     /* a collector's own: width bytes for each lane */
} ta_nim_marks;

/* Where a tile is. */
typedef struct ta_nim_place {
    const uint16_t *at; /* the place of its lane 0 */
    uint64_t lo;        /* the position of it */
    /* Value 64 w comes first at position record[w]; UINT64_MAX: not yet. */
    const uint64_t *record;
} ta_nim_place;

/* How the values of options are collected, for all lanes together. */
typedef struct ta_nim_collector {
    /* The width that sees all values up to `largest`. */
    size_t (*width)(unsigned largest);
    /* A smaller multiple of 64 will do: values above are not seen, and lanes
     * that reach all below are left without candidates. */
    bool narrower;
    /* Overwrites the marks with what the moves reach; fetches the options of
     * the moves that come later. */
    void (*collect)(ta_nim_marks *marks, const ta_nim_place *place,
                    ta_nim_moves moves, ta_nim_moves later);
    double (*ns)(size_t width); /* what a move costs */
} ta_nim_collector;

extern const ta_nim_collector ta_nim_rows;
/* The cheapest on this processor for values up to `largest`. */
const ta_nim_collector *ta_nim_collector_for(unsigned largest);

/* Lists the first values >= from[lane] that are not reached, for the lanes of
 * the mask, all alive; from[lane] becomes the end of the list. */
void ta_nim_list(const ta_nim_marks *marks, uint64_t lanes, uint32_t *from,
                 ta_nim_tile *tile);
/* Bit b: p[b] is 0, for 64 bytes that are 0 or 1. */
uint64_t ta_nim_zeros(const uint8_t *p);

/* What a lane that is done alone costs, and each move it looks at. */
#define TA_NIM_ALONE_NS 250
#define TA_NIM_LANE_NS  0.35

/* The kernel in refute-kernel.c. */
typedef struct ta_nim_refute {
    /* Marks the candidates as dead that at[lane - s] equals for one of the
     * moves s. */
    void (*refute)(ta_nim_tile *tile, const uint16_t *at, ta_nim_moves moves);
    double ns; /* what a move costs */
} ta_nim_refute;
TA_KERNEL(ta_nim_refute);

/* The options of a few moves ahead are far away in memory. */
enum { TA_NIM_AHEAD = 32 };
static inline __attribute__((always_inline)) void
ta_nim_prefetch(const uint16_t *at, const ta_nim_moves *moves, size_t k)
{
    if (k + TA_NIM_AHEAD >= moves->count)
        return;
    const uint16_t *next = at - moves->move[k + TA_NIM_AHEAD];
    __builtin_prefetch(next);
    __builtin_prefetch(next + TA_NIM_LANES / 2);
    __builtin_prefetch(next + TA_NIM_LANES - 1);
}

/* Empties the lists of the lanes of the mask. */
static inline void ta_nim_empty(ta_nim_tile *tile, uint64_t lanes)
{
    for (unsigned j = 0; j < TA_NIM_CANDIDATES; j++)
        tile->alive[j] &= ~lanes;
}

#endif
