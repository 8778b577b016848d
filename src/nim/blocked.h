/* Declares what the files of the engine `blocked` share. They are blocked.c
 * (the engine), order.c (which moves come first) and two files of vector
 * kernels. README.md explains the algorithm and its terms. */
#ifndef TA_NIM_BLOCKED_H
#define TA_NIM_BLOCKED_H

#include "base/arena.h"
#include "nim/nim.h"

enum {
    /* The number of positions of a tile. Each of the positions is called a
     * lane. */
    TA_NIM_LANES = 64,
    /* The largest number of candidates for the nim-value of a position. */
    TA_NIM_CANDIDATES = 7,
    /* While the options by move number k of a list of moves are read, the
     * options by move number k + TA_NIM_AHEAD are prefetched. */
    TA_NIM_AHEAD = 32
};

/* A tile: the candidates for the nim-values of 64 consecutive positions, its
 * lanes. Each lane has at most 7 candidates, in increasing order. A candidate
 * is alive until an option of that value is found.
 *
 * Invariant: let c be the last live candidate of a lane. Each value below c is
 * a live candidate, or the value of an option seen so far. So when all options
 * have been seen, the first live candidate is the nim-value of the position. */
typedef struct ta_nim_tile {
    uint16_t candidate[TA_NIM_CANDIDATES][TA_NIM_LANES];
    /* Bit l of alive[j] is 1 if candidate number j of lane l is alive. */
    uint64_t alive[TA_NIM_CANDIDATES];
    /* Makes the size of the structure a multiple of 64 bytes, a cache line. */
    uint64_t fill;
} ta_nim_tile;

/* A list of moves in increasing order. Let `at` point to the nim-value of the
 * first of 64 consecutive positions. Then the options of these positions by the
 * move s have the values at[-s], at[1 - s], ..., at[63 - s]. */
typedef struct ta_nim_moves {
    const uint64_t *move;
    size_t count;
} ta_nim_moves;

/* The marks of a tile of 64 positions, its lanes. For each nim-value v below
 * `width`, a multiple of 64, they say which lanes have an option of value v. */
typedef struct ta_nim_marks {
    size_t width;
    /* reached[v] has bit l set if an option of lane l has the value v. */
    uint64_t *reached;
    /* Working memory of 64 bytes for each value below `width`. */
    uint8_t *rows;
} ta_nim_marks;

/* The functions of collect-kernel.c, compiled for one instruction set. They
 * mark the values of options and list candidates for nim-values. */
typedef struct tai_nim_collect {
    /* Lists the candidates for the nim-value of each of the 64 positions of the
     * tile: the least values below marks->width that are not marked as the
     * value of one of its options. */
    void (*list)(const ta_nim_marks *marks, ta_nim_tile *tile);
    /* Sets *marks for a tile of 64 positions. Records for each nim-value v
     * which positions have an option of value v by one of `moves`. `at` points
     * to the value of the first position. All values must be below
     * marks->width. Each option is recorded by a store into memory. `later` is
     * not used. */
    void (*by_rows)(ta_nim_marks *marks, const uint16_t *at, ta_nim_moves moves,
                    ta_nim_moves later);
    /* Sets *marks for a tile of 64 positions. Records for each nim-value v
     * below marks->width which positions have an option of value v by one of
     * `moves`. Keeps the records of 64 or 128 values at a time in registers.
     * Prefetches the options by the moves of `later`, which will be read next.
     * Needs AVX-512 VBMI; the pointer is NULL for instruction sets below
     * AVX-512. */
    void (*by_windows)(ta_nim_marks *marks, const uint16_t *at,
                       ta_nim_moves moves, ta_nim_moves later);
} tai_nim_collect;
TA_KERNEL(tai_nim_collect);

/* The largest number of windows (64 consecutive nim-values each) for which the
 * function by_windows is used. For more windows, by_rows is faster. */
enum { TA_NIM_MOST_WINDOWS = 16 };

/* The function of refute-kernel.c, compiled for one instruction set, and its
 * cost. */
typedef struct tai_nim_refute {
    /* Refutes candidates of a tile. Candidate c of position number l of the
     * tile is marked as dead if at[l - s] == c for one of the moves s. Then an
     * option of the position has this value. */
    void (*refute)(ta_nim_tile *tile, const uint16_t *at, ta_nim_moves moves);
    /* The measured nanoseconds that `refute` takes for one move of a tile. */
    double ns;
} tai_nim_refute;
TA_KERNEL(tai_nim_refute);

/* Prefetches the options of the 64 positions of a tile by one move, number k +
 * TA_NIM_AHEAD of the list *moves, if the list has that move. `at` points to
 * the nim-value of the first position of the tile. */
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

/* The moves below `until`, split into two increasing lists. `first` has the
 * moves whose options the engine looks at first: they lead most often to a
 * value that few other options have. `rest` has the other moves. */
typedef struct ta_nim_order {
    const uint64_t *set; /* the moves below n, increasing */
    size_t count;
    uint64_t *first, *rest;
    size_t n_first, n_rest;
    /* credit[k] is a measure of how useful it is to look at move k first
     * (order.c). */
    float *credit;
    /* The indices of the moves in the order of falling credit. */
    uint32_t *rank;
    /* Working memory: a counter for each nim-value. All counters are 0 between
     * calls. */
    uint32_t *counts;
    /* True if the function by_windows marks the values of options; false if
     * by_rows does. */
    bool by_windows;
    /* The number of nim-values 0, 1, ... for which by_windows keeps marks. */
    size_t width;
    /* When the engine comes to this position, it splits the moves again. */
    uint64_t until;
} ta_nim_order;

/* Places the arrays of *order in the memory block of an arena, with space for
 * `moves` moves. */
void tai_nim_order_place(ta_nim_order *order, uint64_t moves, ta_arena *arena);
/* Splits the moves into the lists order->first and order->rest, for use at the
 * positions from lo on. Learns from the nim-values value[0], ..., value[end -
 * 1], where end must be at least 8. No value is above `largest`. */
void tai_nim_order_learn(ta_nim_order *order, const uint16_t *value,
                         uint64_t end, uint64_t lo, unsigned largest);
/* Returns the part of an increasing list of moves that has the moves s with lo
 * <= s < hi. */
ta_nim_moves tai_nim_between(const uint64_t *move, size_t count, uint64_t lo,
                             uint64_t hi);

#endif
