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

/* A tile: candidates for the nim-values of 64 consecutive positions, its lanes.
 * Each lane has at most 7 candidates, in increasing order. A candidate is alive
 * until an option of this value is found.
 *
 * Let c be the largest live candidate of a lane. Then each value below c is a
 * live candidate, or the value of an option that has been found. So when all
 * options have been looked at, the least live candidate is the nim-value. */
typedef struct ta_nim_tile {
    uint16_t candidate[TA_NIM_CANDIDATES][TA_NIM_LANES];
    /* Bit l of alive[j] is 1 if candidate[j][l] is alive: no option that has
     * been found so far has this value. Then it may still be the nim-value of
     * the position of lane l. */
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

/* The marks of a tile: they say which nim-values the options of its 64
 * positions (lanes) have. There are marks for the values below `width`, a
 * multiple of 64. */
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
    /* Lists up to 7 candidates for the nim-value of each of the 64 positions of
     * *tile. They are the least values below marks->width that no option of the
     * position has according to *marks. */
    void (*list)(const ta_nim_marks *marks, ta_nim_tile *tile);
    /* Sets *marks for a tile of 64 positions: for each nim-value v, which
     * positions have an option of value v by one of `moves`. `at` points to the
     * value of the first position. All values must be below marks->width. The
     * function ignores `later`, which it has so that its type is that of
     * by_windows. */
    void (*by_rows)(ta_nim_marks *marks, const uint16_t *at, ta_nim_moves moves,
                    ta_nim_moves later);
    /* Sets *marks for a tile of 64 positions: for each nim-value v below
     * marks->width, which positions have an option of value v by one of
     * `moves`. `at` points to the value of the first position. The function
     * collects the marks in registers. It prefetches the options by the moves
     * of `later`, which will be read next. It needs AVX-512 VBMI; the pointer
     * is NULL for instruction sets below AVX-512. */
    void (*by_windows)(ta_nim_marks *marks, const uint16_t *at,
                       ta_nim_moves moves, ta_nim_moves later);
} tai_nim_collect;
TA_KERNEL(tai_nim_collect);

/* The function by_windows is used if the nim-values lie in at most this number
 * of windows. A window is 64 consecutive values. For more windows, the function
 * by_rows is faster. */
enum { TA_NIM_MOST_WINDOWS = 16 };

/* A function that compares candidates (possible nim-values) with the values of
 * options, and the time that it takes. It is compiled for one instruction set
 * from refute-kernel.c. */
typedef struct tai_nim_refute {
    /* Refutes candidates of the tile by the options of its 64 positions. `at`
     * points to the value of the first position. Candidate c of position number
     * l is marked as dead if at[l - s], the value of an option, is c for one of
     * the moves s. */
    void (*refute)(ta_nim_tile *tile, const uint16_t *at, ta_nim_moves moves);
    /* The measured nanoseconds that `refute` takes for one move of a tile. */
    double ns;
} tai_nim_refute;
TA_KERNEL(tai_nim_refute);

/* Prefetches options that will be read soon: the options of the 64 positions of
 * a tile by move number k + TA_NIM_AHEAD of the list *moves. Does nothing if
 * the list has no such move. `at` points to the nim-value of the first
 * position. */
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

/* The moves below `until`, in two increasing lists. The engine looks at the
 * options by the moves of `first` before all others. These moves most often
 * lead to a nim-value that few other options have. `rest` has the other moves.
 */
typedef struct ta_nim_order {
    const uint64_t *set; /* the moves below n, increasing */
    size_t count;
    uint64_t *first, *rest;
    size_t n_first, n_rest;
    /* The credit of each move. credit[k] is large if move k often leads to a
     * nim-value that few other options of the position have. */
    float *credit;
    /* The indices k of the moves, in the order of decreasing credit[k]. */
    uint32_t *rank;
    /* Working memory: a counter for each nim-value. All counters are 0 between
     * calls. */
    uint32_t *counts;
    /* True if the function by_windows marks the values of options; false if
     * by_rows does. */
    bool by_windows;
    /* The function by_windows marks only the nim-values below this number. */
    size_t width;
    /* The two lists of moves are used for the positions below this one. Then
     * the moves are split again. */
    uint64_t until;
} ta_nim_order;

/* Places the arrays of *order in the memory block of an arena, with space for
 * `moves` moves. */
void tai_nim_order_place(ta_nim_order *order, uint64_t moves, ta_arena *arena);
/* Splits the moves into two lists. order->first gets the moves that the engine
 * looks at first: they most often lead to nim-values that few other options
 * have. order->rest gets the other moves. The lists are for the positions from
 * lo on. The choice is made from the nim-values of the positions below `end`,
 * which must be at least 8. value[i] is the nim-value of position i. No value
 * is above `largest`. */
void tai_nim_order_learn(ta_nim_order *order, const uint16_t *value,
                         uint64_t end, uint64_t lo, unsigned largest);
/* Returns the part of an increasing list of moves that has the moves s with lo
 * <= s < hi. */
ta_nim_moves tai_nim_between(const uint64_t *move, size_t count, uint64_t lo,
                             uint64_t hi);

#endif
