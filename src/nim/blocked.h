/* The engine `blocked`: what its page, its order of moves and its vector
 * kernels share. README.md explains the algorithm and its words. */
#ifndef TA_NIM_BLOCKED_H
#define TA_NIM_BLOCKED_H

#include "base/arena.h"
#include "nim/nim.h"

enum {
    TA_NIM_LANES = 64, /* the positions of a tile */
    TA_NIM_CANDIDATES = 7,
    TA_NIM_AHEAD = 32 /* moves: how far ahead options are fetched */
};

/* The candidates of 64 positions in a row. Each lane has a list of at most 7
 * values, increasing, some of which are alive. Whatever moves were looked at:
 * every value below the last live one is reached by one of them, or is alive
 * itself. So when all moves were looked at, the first live value is the
 * nim-value of the position. */
typedef struct ta_nim_tile {
    uint16_t candidate[TA_NIM_CANDIDATES][TA_NIM_LANES];
    uint64_t alive[TA_NIM_CANDIDATES]; /* bit: lane */
    uint64_t fill;                     /* to whole cache lines */
} ta_nim_tile;

/* Increasing moves. The options of a tile by the move s have the values at[-s],
 * at[1 - s], ..., where `at` is the place of the tile's lane 0. */
typedef struct ta_nim_moves {
    const uint64_t *move;
    size_t count;
} ta_nim_moves;

/* Which values below `width`, a multiple of 64, are reached in which lanes. */
typedef struct ta_nim_marks {
    size_t width;
    uint64_t *reached; /* bit `lane` of reached[v] */
    uint8_t *rows;     /* scratch: 64 bytes for each value */
} ta_nim_marks;

/* The kernel in collect-kernel.c. */
typedef struct tai_nim_collect {
    /* Lists the first values below the width that are not reached, for all
     * lanes. */
    void (*list)(const ta_nim_marks *marks, ta_nim_tile *tile);
    /* Overwrites the marks with what the moves reach, as does by_windows. Takes
     * a store for each option. All values must be below the width. */
    void (*by_rows)(ta_nim_marks *marks, const uint16_t *at, ta_nim_moves moves,
                    ta_nim_moves later);
    /* Takes the values of 64 options in registers, 64 values at a time; ignores
     * values that are not below the width. Fetches the options of the moves
     * that come later. NULL where the instruction set is too small; beyond that
     * the processor must have AVX-512 VBMI. */
    void (*by_windows)(ta_nim_marks *marks, const uint16_t *at,
                       ta_nim_moves moves, ta_nim_moves later);
} tai_nim_collect;
TA_KERNEL(tai_nim_collect);

enum { TA_NIM_MOST_WINDOWS = 16 }; /* beyond, rows take less time */

/* The kernel in refute-kernel.c. */
typedef struct tai_nim_refute {
    /* Marks the candidates as dead that at[lane - s] equals for one of the
     * moves s. */
    void (*refute)(ta_nim_tile *tile, const uint16_t *at, ta_nim_moves moves);
    double ns; /* of a move */
} tai_nim_refute;
TA_KERNEL(tai_nim_refute);

/* Asks for the options of the move that comes TA_NIM_AHEAD moves later. */
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

/* The moves below `until`, in two increasing lists: `first` has those whose
 * options most often have a value that few other options have; `rest` has the
 * others. */
typedef struct ta_nim_order {
    const uint64_t *set; /* S below n, increasing */
    size_t count;
    uint64_t *first, *rest;
    size_t n_first, n_rest;
    float *credit;
    uint32_t *rank;
    uint32_t *counts; /* of values, all 0 between calls */
    bool by_windows;
    size_t width; /* of the marks */
    uint64_t
        until; /* the first position for which the order is learned again */
} ta_nim_order;

/* Places the arrays for at most so many moves. */
void tai_nim_order_place(ta_nim_order *order, uint64_t moves, ta_arena *arena);
/* Learns the order for positions from lo on, from value[0 .. end), of which
 * there are at least 8, none above `largest`. */
void tai_nim_order_learn(ta_nim_order *order, const uint16_t *value,
                         uint64_t end, uint64_t lo, unsigned largest);
/* Returns the moves of an increasing list that lie in [lo, hi). */
ta_nim_moves tai_nim_between(const uint64_t *move, size_t count, uint64_t lo,
                             uint64_t hi);

#endif
