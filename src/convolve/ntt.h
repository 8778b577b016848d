/* Declares what the two files for transforms modulo a prime share. ntt.c
 * prepares and runs the transforms, and ntt-kernel.c has their inner loops.
 * README.md explains these transforms. */
#ifndef TA_NTT_H
#define TA_NTT_H

#include "convolve/transforms.h"

/* TA_NTT_P is the prime p = 7 * 2^26 + 1, and TA_NTT_INVERSE is the inverse of
 * p modulo 2^32. TA_NTT_UNIT is 2^26. README.md proves that no number
 * overflows, and gives the largest absolute value of each number as a multiple
 * of this unit. */
enum { TA_NTT_P = 469762049, TA_NTT_INVERSE = 2 - TA_NTT_P };
enum { TA_NTT_UNIT = 1 << 26 };

/* A transform is an array of M rows. A row has TA_NTT_LANES numbers (lanes).
 * Lane l of all rows together is one polynomial: the number in row j is the
 * coefficient of x^j. At depth 0, the polynomial is a remainder modulo x^M -
 * c(l), where c(l) is a root of unity. Each level below splits it into two
 * remainders of half the degree. The number of these levels is less than
 * TA_NTT_DEPTHS. */
enum { TA_NTT_LANES = 16, TA_NTT_DEPTHS = 24 };

/* A convolution computes counts, and the transforms decide for each count P1
 * whether it is 0. Transforms with only one square root i of -1 compute the
 * number D + i P1 modulo the prime p. Here D is the difference of two other
 * counts. Let v be the result, taken from -p/2 to p/2. If none of the three
 * counts exceeds TA_NTT_NEAR, P1 is 0 if and only if |v| <= TA_NTT_NEAR (proof
 * in README.md). So transforms with one root are used only for counts up to
 * this number. */
enum { TA_NTT_NEAR = 9692 };
_Static_assert(5 * TA_NTT_NEAR * TA_NTT_NEAR < TA_NTT_P, "proved near 0");

/* The largest number of products that may be added up in 64 bits before the sum
 * is reduced modulo p. */
enum { TA_NTT_TERMS = 40 };

/* A row of a transform depends on 8 to 32 input bits. They are looked up in
 * groups of four bits. TA_NTT_GROUPS is the largest number of groups of a row.
 * TA_NTT_ENTRIES is the number of values that a group can have. */
enum { TA_NTT_GROUPS = 8, TA_NTT_ENTRIES = 16 };

/* The lookup tables for the first pass of a transform, which turns input bits
 * into rows of 16 numbers. For each combination of four input bits, a table has
 * the 16 numbers that these bits add to the results. The pass divides the rows
 * into 2 or 4 parts of equal length, and part q has table TA_NTT_PART_0 + q.
 * With four parts there are two more tables: those of the parts 1 and 3,
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
    /* True if the transforms use only one square root i of -1: they compute
     * remainders modulo x^B - i. False if they use both roots: they compute
     * remainders modulo x^2B + 1. B is the number of bits of the shorter one of
     * the two arrays to be convolved. */
    bool one;
    /* The number of rows of a transform. A row has 16 numbers. Let B be the
     * number of bits of the shorter array to be convolved. A transform has B
     * numbers if `one` is true (only one square root of -1 is used), and 2B
     * numbers if not. */
    size_t rows;
    /* The number of parts of equal length into which the first pass of a
     * transform splits the rows, 2 or 4. Every later pass splits a part into
     * four. */
    unsigned parts;
    tai_pool *pool;
    const struct tai_ntt_kernel *kernel;
    /* The factors by which the passes of a transform multiply (twiddle
     * factors). `backward` has their inverses. The transform is a tree of
     * nodes. A node splits a remainder modulo x^m - r^4 into four, for which it
     * needs r, r^2 and r^3. It does so in each of the 16 lanes of a row, and
     * each lane has its own r. So forward[d] has three rows of 16 numbers for
     * each node at depth d. If no pass begins at depth d, forward[d] and
     * backward[d] are NULL. */
    int32_t *forward[TA_NTT_DEPTHS], *backward[TA_NTT_DEPTHS];
    int32_t minus_i;
    /* Factors for the last four levels of the backward transform. Level v
     * combines pairs of lanes (the 16 numbers of a row) whose indices differ by
     * 2^v. For v = 0, 1 and 2, lanes[v] has a factor for each lane.
     *
     * `value` has the factors for level 3, which also divide by the length of
     * the transform. value[0] is for the sum of two lanes, and value[1] for
     * their difference. Only transforms with one root of -1 use `value`: those
     * with two roots only test whether the difference is 0. */
    _Alignas(64) int32_t lanes[3][TA_NTT_LANES];
    int32_t value[2];
    /* The lookup tables of the first pass, which computes rows of 16 numbers
     * (lanes) from input bits. Let b, from 0 to 15, be the value of the bits 4g
     * to 4g + 3 of a row. Then these bits add the number table[t][g][b][l] to
     * lane l of the results. The index t is a ta_ntt_table: each part of the
     * rows has its own tables. */
    _Alignas(64) int32_t
        table[TA_NTT_TABLES][TA_NTT_GROUPS][TA_NTT_ENTRIES][TA_NTT_LANES];
} ta_ntt_plan;

/* The inner loops of the transforms modulo a prime, as a table of functions.
 * ntt-kernel.c defines this table once for each instruction set, and all these
 * variants compute the same integers. Arrays of rows must be 64-byte aligned.
 * If a function gets a range of rows, its bounds must be multiples of 8, unless
 * the range has all rows. */
typedef struct tai_ntt_kernel {
    /* Doubles the number of nodes whose twiddle factors are in `out`, from
     * `count` to 2 * count. `out` has three rows of factors for each node. The
     * new rows of node count + b are the three rows of node b multiplied by
     * w[0], w[1] and w[2] modulo p. */
    void (*grow)(int32_t *out, size_t count, const int32_t w[3]);
    /* Does the first stage of a transform of the array `bits`: the upper four
     * levels of the transform and the pass after them. Writes the results to
     * the rows of `out`; a row has 16 numbers. The pass divides the rows into
     * t->parts parts of equal length, and the function writes the rows from,
     * ..., to - 1 of each part. `groups` is 2, 4 or 8; each row stands for 4 *
     * groups bits of the input. */
    void (*spread)(const ta_ntt_plan *t, const uint64_t *bits, size_t groups,
                   size_t from, size_t to, int32_t *out);
    /* Computes all levels of a transform below one node of its tree. The node
     * has the number `node` among the nodes at the given depth. Its rows are
     * the `rows` rows at x, and the results overwrite them. The function
     * `backward` undoes this. */
    void (*forward)(const ta_ntt_plan *t, int32_t *x, size_t rows,
                    unsigned depth, size_t node);
    void (*backward)(const ta_ntt_plan *t, int32_t *x, size_t rows,
                     unsigned depth, size_t node);
    /* Undoes the first pass of a transform, which has divided the rows at x
     * into t->parts parts. Does so for the rows from, ..., to - 1 of each part,
     * and overwrites them. */
    void (*join)(const ta_ntt_plan *t, int32_t *x, size_t from, size_t to);
    void (*products)(const ta_sum *sum, size_t from, size_t to);
    /* Ends a backward transform: sets bit v of `marks` for each value v of the
     * result that is not 0, and leaves all other bits. Handles the rows from,
     * ..., to - 1 of x. Row j has the values j, j + M, j + 2M, ... of the
     * result, where M is the number of all rows. They appear when the four
     * levels are undone that combine the 16 lanes (numbers) of a row. */
    void (*marks)(const ta_ntt_plan *t, const int32_t *x, size_t from,
                  size_t to, unsigned char *marks);
} tai_ntt_kernel;
TA_KERNEL(tai_ntt_kernel);

#endif
