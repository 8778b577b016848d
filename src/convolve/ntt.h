/* The inside of the transforms modulo a prime: what their set-up (ntt.c) and
 * their loops (ntt-kernel.c) share. README.md draws the transform. */
#ifndef TA_NTT_H
#define TA_NTT_H

#include "convolve/transforms.h"

/* p = 7 * 2^26 + 1, and its inverse modulo 2^32. Ranges are counted in units of
 * 2^26: an int32_t holds 32 of them, and p is 7 and a bit. */
enum { TA_NTT_P = 469762049, TA_NTT_INVERSE = 2 - TA_NTT_P };
enum { TA_NTT_UNIT = 1 << 26 };

/* A row is one coefficient of each of the 16 residues modulo x^M - c(lane). */
enum { TA_NTT_LANES = 16, TA_NTT_DEPTHS = 24 };

/* In one-root mode a residue is a true count if and only if its absolute value
 * is at most TA_NTT_NEAR. */
enum { TA_NTT_NEAR = 9692 };
_Static_assert(5 * TA_NTT_NEAR * TA_NTT_NEAR < TA_NTT_P, "proved near 0");

/* Products that are summed in 64 bits before they are reduced. */
enum { TA_NTT_TERMS = 40 };

/* Groups of four bits in a row, at most, and the values of four bits. */
enum { TA_NTT_GROUPS = 8, TA_NTT_ENTRIES = 16 };

/* What four bits of part q of a row add in the first pass. With four parts, the
 * quarters 1 and 3 are also needed times i. */
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
    bool one;       /* modulo x^B - i (one root); else modulo x^2B + 1 */
    size_t rows;    /* M, a 16th of that degree */
    unsigned parts; /* of the first pass, 2 or 4: those after it have 4 */
    tai_pool *pool;
    const struct tai_ntt_kernel *kernel;
    /* By depth, for each node r, r^2, r^3 with r^4 = c(node), a row each; NULL
     * where there is no pass. Backward: their inverses. */
    int32_t *forward[TA_NTT_DEPTHS], *backward[TA_NTT_DEPTHS];
    int32_t minus_i;
    /* The factors of the inner levels of lanes, and with one root those of the
     * outermost level, for sums and for differences, which undo the length. */
    _Alignas(64) int32_t lanes[3][TA_NTT_LANES];
    int32_t value[2];
    /* Group g of a row's bits are those from 4 g on. */
    _Alignas(64) int32_t
        table[TA_NTT_TABLES][TA_NTT_GROUPS][TA_NTT_ENTRIES][TA_NTT_LANES];
} ta_ntt_plan;

/* The loops. Rows are 64-byte aligned; ranges of rows are multiples of 8 or
 * all. All variants compute the same integers. */
typedef struct tai_ntt_kernel {
    /* Sets out[count + b] = out[b] * w for b < count nodes of three rows. */
    void (*grow)(int32_t *out, size_t count, const int32_t w[3]);
    /* Computes the lanes and the first pass, from bits, 4 * groups of them a
     * row (2, 4 or 8 groups), for rows [from, to) of each part. */
    void (*spread)(const ta_ntt_plan *t, const uint64_t *bits, size_t groups,
                   size_t from, size_t to, int32_t *out);
    /* Computes all passes below a node, and undoes them. */
    void (*forward)(const ta_ntt_plan *t, int32_t *x, size_t rows,
                    unsigned depth, size_t node);
    void (*backward)(const ta_ntt_plan *t, int32_t *x, size_t rows,
                     unsigned depth, size_t node);
    /* Undoes the first pass, for rows [from, to) of each part. */
    void (*join)(const ta_ntt_plan *t, int32_t *x, size_t from, size_t to);
    void (*products)(const ta_sum *sum, size_t from, size_t to);
    /* Undoes the lanes, and marks where a middle product is not 0, for rows
     * [from, to). */
    void (*marks)(const ta_ntt_plan *t, const int32_t *x, size_t from,
                  size_t to, unsigned char *marks);
} tai_ntt_kernel;
TA_KERNEL(tai_ntt_kernel);

#endif
