/* The types and functions that the parts of the engine `blocked` share: the
 * engine (blocked.c), the order of its moves (order.c) and its vector kernels.
 * README.md explains the algorithm and its terms. */
#ifndef TA_NIM_BLOCKED_H
#define TA_NIM_BLOCKED_H

#include "base/arena.h"
#include "nim/nim.h"

enum {
    TA_NIM_LANES = 64,     /* positions of a tile; each position is a lane */
    TA_NIM_CANDIDATES = 7, /* the most candidates of a lane */
    /* The options by a move are prefetched this number of moves ahead. */
    TA_NIM_AHEAD = 32
};

/* A tile: the candidates for the nim-values of 64 consecutive positions. Each
 * position (lane) lists at most 7 values in increasing order; a candidate is
 * alive until a move to an option of that value is found. Invariant: every
 * value below the last live candidate is the value of an option seen so far, or
 * is a live candidate itself. So after all moves the first live candidate is
 * the nim-value of the position. */
typedef struct ta_nim_tile {
    uint16_t candidate[TA_NIM_CANDIDATES][TA_NIM_LANES];
    /* alive[j] has bit l set if candidate j of lane l is alive. */
    uint64_t alive[TA_NIM_CANDIDATES];
    uint64_t fill; /* pads to whole cache lines */
} ta_nim_tile;

/* A list of moves in increasing order. If `at` points to the value of the first
 * position of a tile, the options of the tile by the move s have the values
 * at[-s], at[1 - s], ..., at[63 - s]. */
typedef struct ta_nim_moves {
    const uint64_t *move;
    size_t count;
} ta_nim_moves;

/* The marks of a tile: for each value below `width`, a multiple of 64, the
 * positions (lanes) that have an option of that value. */
typedef struct ta_nim_marks {
    size_t width;
    /* reached[v] has bit l set if an option of lane l has the value v. */
    uint64_t *reached;
    uint8_t *rows; /* scratch of 64 bytes for each value below width */
} ta_nim_marks;

/* The functions of collect-kernel.c, for one instruction set. */
typedef struct tai_nim_collect {
    /* Lists as candidates, for each of the 64 positions of the tile, the least
     * values below marks->width that the position does not reach. */
    void (*list)(const ta_nim_marks *marks, ta_nim_tile *tile);
    /* Overwrites the marks with the values that the moves reach. Makes one
     * store for each option. All values must be below marks->width. */
    void (*by_rows)(ta_nim_marks *marks, const uint16_t *at, ta_nim_moves moves,
                    ta_nim_moves later);
    /* Overwrites the marks as by_rows does, but keeps them in registers, for 64
     * values at a time. Ignores values that are not below marks->width.
     * Prefetches the options of the moves in `later`. NULL for instruction sets
     * below AVX-512; the processor must also have AVX-512 VBMI. */
    void (*by_windows)(ta_nim_marks *marks, const uint16_t *at,
                       ta_nim_moves moves, ta_nim_moves later);
} tai_nim_collect;
TA_KERNEL(tai_nim_collect);

/* With more windows of 64 values than this, by_rows is faster than by_windows.
 */
enum { TA_NIM_MOST_WINDOWS = 16 };

/* The function of refute-kernel.c, for one instruction set. */
typedef struct tai_nim_refute {
    /* Marks each candidate of the tile that equals at[lane - s] for one of the
     * moves s as dead: the position has an option of that value. */
    void (*refute)(ta_nim_tile *tile, const uint16_t *at, ta_nim_moves moves);
    double ns; /* measured nanoseconds that a move of a tile takes */
} tai_nim_refute;
TA_KERNEL(tai_nim_refute);

/* Prefetches the options of a tile by move number k + TA_NIM_AHEAD of the list.
 * `at` points to the value of the first position of the tile. */
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

/* The moves below `until`, in two increasing lists. `first` has the moves that
 * lead most often to a value that few other options have. `rest` has the
 * others. */
typedef struct ta_nim_order {
    const uint64_t *set; /* the elements of S below n, increasing */
    size_t count;
    uint64_t *first, *rest;
    size_t n_first, n_rest;
    float *credit;  /* credit[k]: how useful move k was, see order.c */
    uint32_t *rank; /* the indices of the moves by falling credit */
    /* scratch, a number for each value; all 0 between calls */
    uint32_t *counts;
    bool by_windows; /* whether the kernel by_windows collects the marks */
    size_t width;    /* marks are kept for the values below this */
    uint64_t until;  /* at this position the order is learned again */
} ta_nim_order;

/* Places the arrays of the order, for at most `moves` moves, in the arena. */
void tai_nim_order_place(ta_nim_order *order, uint64_t moves, ta_arena *arena);
/* Learns the order for the positions from lo on, from value[0 .. end), where
 * end is at least 8. No value is above `largest`. */
void tai_nim_order_learn(ta_nim_order *order, const uint16_t *value,
                         uint64_t end, uint64_t lo, unsigned largest);
/* Returns the moves s of an increasing list that have lo <= s < hi. */
ta_nim_moves tai_nim_between(const uint64_t *move, size_t count, uint64_t lo,
                             uint64_t hi);

#endif
