/* Declarations that the two files of the transforms modulo a prime share: the
 * set-up (ntt.c) and the inner loops (ntt-kernel.c). README.md draws the
 * transform. */
#ifndef TA_NTT_H
#define TA_NTT_H

#include "convolve/transforms.h"

/* The prime p = 7 * 2^26 + 1, and the inverse of p modulo 2^32. README.md
 * proves the ranges of values in units of 2^26 (TA_NTT_UNIT): an int32_t holds
 * 32 units, and p is 1 more than 7 units. */
enum { TA_NTT_P = 469762049, TA_NTT_INVERSE = 2 - TA_NTT_P };
enum { TA_NTT_UNIT = 1 << 26 };

/* The number of lanes of a row, and the most depths of the tree of a transform.
 * A row has one coefficient of each of 16 residues: lane l is for the residue
 * modulo x^M - c(l), as README.md draws it. */
enum { TA_NTT_LANES = 16, TA_NTT_DEPTHS = 24 };

/* The limit for transforms with one root. A middle product is 0 if and only if
 * its residue is at most TA_NTT_NEAR in absolute value, provided that no count
 * is above TA_NTT_NEAR (proof in README.md). */
enum { TA_NTT_NEAR = 9692 };
_Static_assert(5 * TA_NTT_NEAR * TA_NTT_NEAR < TA_NTT_P, "proved near 0");

/* The most products that a kernel adds up in 64 bits before it reduces the sum
 * modulo p. */
enum { TA_NTT_TERMS = 40 };

/* The most groups of four input bits that a row has, and the number of values
 * of four bits. */
enum { TA_NTT_GROUPS = 8, TA_NTT_ENTRIES = 16 };

/* The tables of the first pass. The table of part q maps four input bits of a
 * row of part q to what they add to the results. With four parts, the first
 * pass also needs the tables of parts 1 and 3 times i, a square root of -1. */
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
    /* Whether the transform is modulo x^B - i (one root) or modulo x^2B + 1. */
    bool one;
    /* The number M of rows: the degree B or 2B, divided by 16 lanes. */
    size_t rows;
    /* The parts into which the first pass splits the rows, 2 or 4. Each later
     * pass splits its rows into 4 parts. */
    unsigned parts;
    tai_pool *pool;
    const struct tai_ntt_kernel *kernel;
    /* The twiddle factors. forward[d] has three rows for each node at depth d:
     * r, r^2 and r^3, where r^4 is the constant of the node in each lane.
     * backward[d] has the inverses of these factors. Both are NULL if no pass
     * starts at depth d. */
    int32_t *forward[TA_NTT_DEPTHS], *backward[TA_NTT_DEPTHS];
    int32_t minus_i;
    /* The factors by which the backward transform undoes the four levels of the
     * lanes. lanes[v] is for level v, where level 0 joins neighbouring lanes.
     * `value` is for the outermost level, and only transforms with one root use
     * it: value[0] for sums of lanes, and value[1] for their differences.
     * value[0] and value[1] also divide by the length of the transform. */
    _Alignas(64) int32_t lanes[3][TA_NTT_LANES];
    int32_t value[2];
    /* table[t][g][b][l] is what the four bits b of group g of a row add to lane
     * l, by table t (see ta_ntt_table). Group g has the bits 4g to 4g + 3 of
     * the row. */
    _Alignas(64) int32_t
        table[TA_NTT_TABLES][TA_NTT_GROUPS][TA_NTT_ENTRIES][TA_NTT_LANES];
} ta_ntt_plan;

/* The table of the inner loops, of which each instruction set has a variant.
 * All variants compute the same integers. Arrays of rows must be 64-byte
 * aligned. The bounds of a range of rows must be multiples of 8, unless the
 * range has all rows. */
typedef struct tai_ntt_kernel {
    /* Sets the factors of node count + b to those of node b times w, for each b
     * < count. The three rows of a node in `out` are multiplied by w[0], w[1]
     * and w[2] modulo p. */
    void (*grow)(int32_t *out, size_t count, const int32_t w[3]);
    /* Begins a transform: computes the four upper levels of the tree (the
     * lanes) and the first pass, for the rows [from, to) of each part. Reads 4
     * * groups input bits for each row (groups is 2, 4 or 8), and writes rows
     * to `out`. */
    void (*spread)(const ta_ntt_plan *t, const uint64_t *bits, size_t groups,
                   size_t from, size_t to, int32_t *out);
    /* Computes all passes below a node, whose rows start at x. The function
     * `backward` undoes these passes. */
    void (*forward)(const ta_ntt_plan *t, int32_t *x, size_t rows,
                    unsigned depth, size_t node);
    void (*backward)(const ta_ntt_plan *t, int32_t *x, size_t rows,
                     unsigned depth, size_t node);
    /* Undoes the first pass for the rows [from, to) of each part. */
    void (*join)(const ta_ntt_plan *t, int32_t *x, size_t from, size_t to);
    void (*products)(const ta_sum *sum, size_t from, size_t to);
    /* Undoes the four upper levels of the tree (the lanes) for the rows [from,
     * to). Sets the bit of `marks` for each value of the middle product that is
     * not 0; other bits stay. */
    void (*marks)(const ta_ntt_plan *t, const int32_t *x, size_t from,
                  size_t to, unsigned char *marks);
} tai_ntt_kernel;
TA_KERNEL(tai_ntt_kernel);

#endif
