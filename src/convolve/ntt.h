/* Declares what the two files for transforms modulo a prime share. ntt.c
 * prepares and runs the transforms, and ntt-kernel.c has their inner loops.
 * README.md explains these transforms. */
#ifndef TA_NTT_H
#define TA_NTT_H

#include "convolve/transforms.h"

/* TA_NTT_P is the prime p = 7 * 2^26 + 1, and TA_NTT_INVERSE is the inverse of
 * p modulo 2^32. TA_NTT_UNIT is the unit in which README.md bounds the absolute
 * values of all numbers: an int32_t holds 32 units. */
enum { TA_NTT_P = 469762049, TA_NTT_INVERSE = 2 - TA_NTT_P };
enum { TA_NTT_UNIT = 1 << 26 };

/* A transform is an array of rows, and a row has TA_NTT_LANES numbers (lanes).
 * Let M be the number of rows. Lane l of all rows is one polynomial: row j has
 * the coefficient of x^j. At first, the polynomial is a remainder modulo x^M -
 * c(l), where c(l) is a root of unity. Each further level of the transform
 * halves the degree M. The number of levels is less than TA_NTT_DEPTHS. */
enum { TA_NTT_LANES = 16, TA_NTT_DEPTHS = 24 };

/* The limit for exact results of transforms that use only one square root i of
 * -1 modulo p. Such a transform computes a value D + i P1 modulo p. P1 is the
 * count that is tested for 0, and D is the difference of two other counts. If
 * no count exceeds TA_NTT_NEAR, then P1 is 0 if and only if the value, as a
 * number from -p / 2 to p / 2, has an absolute value of at most TA_NTT_NEAR
 * (proof in README.md). */
enum { TA_NTT_NEAR = 9692 };
_Static_assert(5 * TA_NTT_NEAR * TA_NTT_NEAR < TA_NTT_P, "proved near 0");

/* The largest number of products that may be added up in 64 bits before the sum
 * is reduced modulo p. */
enum { TA_NTT_TERMS = 40 };

/* A row of a transform depends on 8 to 32 input bits, which are looked up in
 * groups of four. TA_NTT_GROUPS is the largest number of groups of a row.
 * TA_NTT_ENTRIES is the number of values of four bits. */
enum { TA_NTT_GROUPS = 8, TA_NTT_ENTRIES = 16 };

/* The lookup tables for the first pass of a transform, which divides the rows
 * into 2 or 4 parts of equal length. Each part has a table, which says what
 * four input bits of a row of this part add to the results. With four parts,
 * there are two more tables. They have the numbers for the parts 1 and 3
 * multiplied by i, a square root of -1 modulo p. */
typedef enum ta_ntt_table {
    TA_NTT_PART_0,
    TA_NTT_PART_1,
    TA_NTT_PART_2,
    TA_NTT_PART_3,
    TA_NTT_PART_1_TIMES_I,
    TA_NTT_PART_3_TIMES_I,
    TA_NTT_TABLES
} ta_ntt_table;

typedef struct ta_ntt_plan {
    /* True for transforms modulo x^B - i, which use only one square root i of
     * -1. False for transforms modulo x^2B + 1, which use two. The arrays to be
     * convolved have B and 2B bits. */
    bool one;
    /* The number of rows of a transform. A row has 16 numbers, and a transform
     * has B or 2B numbers, where B is the number of bits of a source. */
    size_t rows;
    /* The number of parts of equal length into which the first pass of a
     * transform splits the rows, 2 or 4. Every later pass splits a part into
     * four. */
    unsigned parts;
    tai_pool *pool;
    const struct tai_ntt_kernel *kernel;
    /* The factors of the transform (twiddle factors) and, in `backward`, their
     * inverses. forward[d] has the factors for each node at depth d of the
     * transform's tree: three rows of 16 numbers, r, r^2 and r^3. The node has
     * remainders modulo x^4q - r^4, with a different r in each lane. If no pass
     * begins at depth d, both pointers are NULL. */
    int32_t *forward[TA_NTT_DEPTHS], *backward[TA_NTT_DEPTHS];
    int32_t minus_i;
    /* The factors for the end of the backward transform, which undoes the four
     * levels that combine the 16 lanes of a row. lanes[v] is for level v, which
     * combines lanes whose numbers differ by 2^v, for v = 0, 1, 2. `value` is
     * for the last level of transforms with one root of -1: value[0] multiplies
     * the sums of two lanes, and value[1] multiplies their differences. These
     * two factors also divide by the length of the transform. */
    _Alignas(64) int32_t lanes[3][TA_NTT_LANES];
    int32_t value[2];
    /* table[t][g][b][l] is what bits 4g to 4g + 3 of a row add to lane l of the
     * results, if these four bits have the value b. The first index t says for
     * which part of the rows the table is (see ta_ntt_table). */
    _Alignas(64) int32_t
        table[TA_NTT_TABLES][TA_NTT_GROUPS][TA_NTT_ENTRIES][TA_NTT_LANES];
} ta_ntt_plan;

/* The inner loops of the transforms modulo a prime, as a table of functions.
 * ntt-kernel.c defines this table once for each instruction set, and all these
 * variants compute the same integers. Arrays of rows must be 64-byte aligned.
 * If a function gets a range of rows, its bounds must be multiples of 8, unless
 * the range has all rows. */
typedef struct tai_ntt_kernel {
    /* Computes twiddle factors of the nodes count, ..., 2 * count - 1 from
     * those of the nodes 0, ..., count - 1. `out` has three rows of factors for
     * each node. The three rows of node count + b are those of node b
     * multiplied by w[0], w[1] and w[2] modulo p. */
    void (*grow)(int32_t *out, size_t count, const int32_t w[3]);
    /* Begins a transform of the array `bits`, and writes rows to `out`.
     * Computes the four upper levels of the transform, which give each row its
     * 16 lanes, and the first pass, which divides the rows into t->parts parts.
     * Does so for the rows from, ..., to - 1 of each part. A row depends on 4 *
     * groups input bits, where `groups` is 2, 4 or 8. */
    void (*spread)(const ta_ntt_plan *t, const uint64_t *bits, size_t groups,
                   size_t from, size_t to, int32_t *out);
    /* Computes all levels of a transform below a node of its tree, given by its
     * depth and its number `node` there. The node's rows start at x, and the
     * results overwrite them. The function `backward` undoes this. */
    void (*forward)(const ta_ntt_plan *t, int32_t *x, size_t rows,
                    unsigned depth, size_t node);
    void (*backward)(const ta_ntt_plan *t, int32_t *x, size_t rows,
                     unsigned depth, size_t node);
    /* Undoes the first pass of a transform, which has divided the rows at x
     * into t->parts parts. Does so for the rows from, ..., to - 1 of each part,
     * and overwrites them. */
    void (*join)(const ta_ntt_plan *t, int32_t *x, size_t from, size_t to);
    void (*products)(const ta_sum *sum, size_t from, size_t to);
    /* Ends a backward transform: undoes the four upper levels, which combine
     * the 16 lanes of a row, for the rows from, ..., to - 1 of x. Sets bit v of
     * `marks` if value v of the result is not 0, and leaves all other bits. */
    void (*marks)(const ta_ntt_plan *t, const int32_t *x, size_t from,
                  size_t to, unsigned char *marks);
} tai_ntt_kernel;
TA_KERNEL(tai_ntt_kernel);

#endif
