/* Transforms modulo the prime p = 7 * 2^26 + 1: README.md, "Modulo a prime",
 * has the words and draws the tree. Lane l of all M rows is, at depth 4, a
 * remainder modulo x^M - c(l). i is a square root of -1. */
#ifndef TA_NTT_H
#define TA_NTT_H

#include "convolve/transforms.h"

/* TA_NTT_INVERSE is 1 / p modulo 2^32; TA_NTT_UNIT, U of README.md. */
enum { TA_NTT_P = 469762049, TA_NTT_INVERSE = 2 - TA_NTT_P };
enum { TA_NTT_UNIT = 1 << 26 };

/* DEPTHS: more than any transform has below its lanes. */
enum { TA_NTT_LANES = 16, TA_NTT_DEPTHS = 24 };

/* X of README.md, "One root". */
enum { TA_NTT_NEAR = 9692 };
_Static_assert(5 * TA_NTT_NEAR * TA_NTT_NEAR < TA_NTT_P, "proved near 0");

/* Products added before they are reduced. */
enum { TA_NTT_TERMS = 40 };

/* A row depends on 8 to 32 input bits, looked up in groups of four. */
enum { TA_NTT_GROUPS = 8, TA_NTT_ENTRIES = 16 };

/* Of the first pass. */
typedef enum tai_ntt_table {
    TA_NTT_PART_0,
    TA_NTT_PART_1,
    TA_NTT_PART_2,
    TA_NTT_PART_3,
    TA_NTT_PART_1_TIMES_I,
    TA_NTT_PART_3_TIMES_I,
    TA_NTT_TABLES
} tai_ntt_table;

typedef struct tai_ntt_plan {
    bool one;       /* one square root: modulo x^B - i; else modulo x^2B + 1 */
    size_t rows;    /* 16 lanes each: B numbers with one root, 2B with two */
    unsigned parts; /* of the first pass, 2 or 4 */
    tai_pool *pool;
    const struct tai_ntt_kernel *kernel;
    /* Twiddle factors for the passes that begin at depth d, else NULL: for each
     * node three rows, r, r^2 and r^3 of each lane, where the node splits a
     * remainder modulo x^m - r^4. Their inverses in `backward`. */
    int32_t *forward[TA_NTT_DEPTHS], *backward[TA_NTT_DEPTHS];
    int32_t minus_i; /* -i, a factor */
    /* The last four levels of the way back combine lanes whose indices differ
     * by 2^v: a factor for each lane and v < 3; value[] for sum and difference
     * at v = 3, with one root only, divided by the length. */
    _Alignas(64) int32_t lanes[3][TA_NTT_LANES];
    int32_t value[2];
    /* table[t][g][b][l]: what the value b of the bits 4g to 4g + 3 of a row
     * adds to lane l, in part t. */
    _Alignas(64) int32_t
        table[TA_NTT_TABLES][TA_NTT_GROUPS][TA_NTT_ENTRIES][TA_NTT_LANES];
} tai_ntt_plan;

/* Arrays are 64-byte aligned. Ranges of rows begin and end at multiples of 8,
 * or are all rows. */
typedef struct tai_ntt_kernel {
    /* Doubles the nodes that have twiddles from `count` on: those of node count
     * + b are those of b times w[0], w[1], w[2]. */
    void (*grow)(int32_t *out, size_t count, const int32_t w[3]);
    /* Four upper levels and first pass: makes the rows [from, to) of each part
     * from bits, of which a row has 4 * groups (8, 16 or 32). */
    void (*spread)(const tai_ntt_plan *t, const uint64_t *bits, size_t groups,
                   size_t from, size_t to, int32_t *out);
    /* All levels below a node, in place; `backward` undoes this. */
    void (*forward)(const tai_ntt_plan *t, int32_t *x, size_t rows,
                    unsigned depth, size_t node);
    void (*backward)(const tai_ntt_plan *t, int32_t *x, size_t rows,
                     unsigned depth, size_t node);
    /* Undoes the first pass for the rows [from, to) of each part. */
    void (*join)(const tai_ntt_plan *t, int32_t *x, size_t from, size_t to);
    void (*products)(const tai_sum *sum, size_t from, size_t to);
    /* Ends the way back for the rows [from, to): undoes the lanes, and sets bit
     * v of `marks` for each p(v) that is not 0. Row j has the values j, j + M,
     * j + 2M, ... */
    void (*marks)(const tai_ntt_plan *t, const int32_t *x, size_t from,
                  size_t to, unsigned char *marks);
} tai_ntt_kernel;
TA_KERNEL(tai_ntt_kernel);

#endif
