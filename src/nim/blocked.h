/* The engine `blocked`: blocked.c, order.c, two vector kernels. README.md has
 * the words, the algorithm and its proof. */
#ifndef TA_NIM_BLOCKED_H
#define TA_NIM_BLOCKED_H

#include "base/arena.h"
#include "nim/nim.h"

enum {
    TA_NIM_LANES = 64,
    TA_NIM_CANDIDATES = 7, /* of a lane */
    TA_NIM_AHEAD = 32      /* moves between prefetching and reading an option */
};

/* Of each lane, candidates in increasing order. Invariant: each value below the
 * last live candidate is a live candidate or the value of an option that was
 * found. So when all options are found, the first live candidate is the
 * nim-value. */
typedef struct tai_nim_tile {
    uint16_t candidate[TA_NIM_CANDIDATES][TA_NIM_LANES];
    uint64_t alive[TA_NIM_CANDIDATES]; /* bit l: candidate[j][l] is alive */
    uint64_t fill;                     /* to a multiple of a cache line */
} tai_nim_tile;

/* Moves in increasing order. With `at` the value of lane 0, the options by the
 * move s have the values at[-s], ..., at[63 - s]. */
typedef struct tai_nim_moves {
    const uint64_t *move;
    size_t count;
} tai_nim_moves;

/* Marks for the values below `width`, a multiple of 64. */
typedef struct tai_nim_marks {
    size_t width;
    /* bit l of reached[v]: lane l has an option of value v */
    uint64_t *reached;
    uint8_t *rows; /* scratch, 64 bytes a value */
} tai_nim_marks;

/* collect-kernel.c, once for each instruction set. `at` is the value of lane 0.
 */
typedef struct tai_nim_collect {
    /* Lists the candidates of each lane: the least unmarked values below width.
     */
    void (*list)(const tai_nim_marks *marks, tai_nim_tile *tile);
    /* Marks the options by `moves`; all values are below width. Ignores
     * `later`. */
    void (*by_rows)(tai_nim_marks *marks, const uint16_t *at,
                    tai_nim_moves moves, tai_nim_moves later);
    /* The same in registers, for values below width; prefetches the options by
     * `later`. AVX-512 VBMI; NULL below AVX-512. */
    void (*by_windows)(tai_nim_marks *marks, const uint16_t *at,
                       tai_nim_moves moves, tai_nim_moves later);
} tai_nim_collect;
TA_KERNEL(tai_nim_collect);

/* In more windows by_rows is faster. */
enum { TA_NIM_MOST_WINDOWS = 16 };

/* refute-kernel.c, once for each instruction set. */
typedef struct tai_nim_refute {
    /* Kills candidates that options by `moves` have as values. */
    void (*refute)(tai_nim_tile *tile, const uint16_t *at, tai_nim_moves moves);
    double ns; /* nanoseconds for one move of a tile, measured */
} tai_nim_refute;
TA_KERNEL(tai_nim_refute);

/* Prefetches the 64 options from x on. */
static inline __attribute__((always_inline)) void
tai_nim_prefetch_tile(const uint16_t *x)
{
    __builtin_prefetch(x);
    __builtin_prefetch(x + TA_NIM_LANES / 2);
    __builtin_prefetch(x + TA_NIM_LANES - 1);
}

/* Prefetches the options by the move TA_NIM_AHEAD places after move k. */
static inline __attribute__((always_inline)) void
tai_nim_prefetch(const uint16_t *at, const tai_nim_moves *moves, size_t k)
{
    if (k + TA_NIM_AHEAD < moves->count)
        tai_nim_prefetch_tile(at - moves->move[k + TA_NIM_AHEAD]);
}

/* The moves below `until`, in two increasing lists: those of `first` lead most
 * often to a value that few other options have, and are collected; `rest`
 * refutes. */
typedef struct tai_nim_order {
    const uint64_t *set; /* the moves below n, increasing */
    size_t count;
    uint64_t *first, *rest;
    size_t n_first, n_rest;
    float *credit;    /* of move k: larger if its values are rarer */
    uint32_t *rank;   /* moves by falling credit */
    uint32_t *counts; /* scratch, one a value, all 0 between calls */
    bool by_windows;  /* else by_rows */
    size_t width;     /* of the marks by windows */
    uint64_t until;   /* from there on the moves are split again */
} tai_nim_order;

/* Places the arrays, for `moves` moves. */
void tai_nim_order_place(tai_nim_order *order, uint64_t moves,
                         tai_arena *arena);
/* Splits the moves for the positions from lo on, by the values of those below
 * `end`, at least 8; none is above `largest`. */
void tai_nim_order_learn(tai_nim_order *order, const uint16_t *value,
                         uint64_t end, uint64_t lo, unsigned largest);
/* Returns the moves s with lo <= s < hi. */
tai_nim_moves tai_nim_between(const uint64_t *move, size_t count, uint64_t lo,
                              uint64_t hi);

#endif
