/* The inside of ta_ntt and ta_ntt_one, for its set-up (ntt.c) and its loops
 * (ntt-kernel.h, one variant a processor family). All variants compute the same
 * integers. */
#ifndef TA_NTT_INSIDE_H
#define TA_NTT_INSIDE_H

#include "convolve/transforms.h"

/* What the loops are made of, for the variant whose attribute is TARGET. */
#define FORCED static inline __attribute__((always_inline)) TARGET

/* p = 7 * 2^26 + 1, and its inverse modulo 2^32. Bounds are told in units of
 * 2^26, of which an int32_t holds 32 and p is 7. */
enum { TA_NTT_P = 469762049, TA_NTT_INVERSE = 1 - TA_NTT_P + 1 };
enum { TA_NTT_UNIT = 1 << 26 };

/* A row: one coefficient of each of the 16 residues modulo x^M - c(lane). */
enum { TA_NTT_LANES = 16, TA_NTT_DEPTHS = 24 };

/* With one root counts are told from others by being near 0: within this, of
 * which 5 times the square is less than p. */
enum { TA_NTT_NEAR = 9692 };
_Static_assert(5 * TA_NTT_NEAR * TA_NTT_NEAR < TA_NTT_P, "proved near 0");

/* Products that are summed in 64 bits before they are reduced. */
enum { TA_NTT_TERMS = 40 };

typedef struct ta_ntt_plan {
    bool one;       /* root of -1: modulo x^B - i; else modulo x^2B + 1 */
    size_t rows;    /* M, a 16th of that degree */
    unsigned parts; /* of the first pass, 2 or 4: those after it have 4 */
    ta_team *team;
    const struct ta_ntt_kernels *kernels;
    /* By depth, for each node r, r^2, r^3 with r^4 = c(node), a row each; NULL
     * where there is no pass. Backward: their inverses. */
    int32_t *forward[TA_NTT_DEPTHS], *backward[TA_NTT_DEPTHS];
    int32_t minus_i;
    /* Inverse square roots at the 8, 4 and 2 nodes above the lanes. */
    int32_t above[3][8];
    /* With one root, the last level of the way back: what makes values of its
     * sums and differences. */
    int32_t value[2];
    /* What four bits add to the part q of the first pass, q < 4, and times i
     * to the parts 1 and 3: [4, 5]. Bits 4 g and up are of the group g. */
    _Alignas(64) int32_t table[6][8][16][TA_NTT_LANES];
} ta_ntt_plan;

/* Rows are 64-byte aligned; ranges of rows are multiples of 8 or all. */
typedef struct ta_ntt_kernels {
    /* out[count + b] = out[b] * w for b < count nodes of three rows. */
    void (*grow)(int32_t *out, size_t count, const int32_t w[3]);
    /* The lanes and the first pass, from bits, 4 * groups of them a row (2, 4
     * or 8), for rows [from, to) of each part. */
    void (*spread)(const ta_ntt_plan *t, const uint64_t *bits, size_t groups,
                   size_t from, size_t to, int32_t *out);
    /* All passes below a node, to the end and from it. */
    void (*forward)(const ta_ntt_plan *t, int32_t *x, size_t rows,
                    unsigned depth, size_t node);
    void (*backward)(const ta_ntt_plan *t, int32_t *x, size_t rows,
                     unsigned depth, size_t node);
    /* The first pass undone, for rows [from, to) of each part. */
    void (*join)(const ta_ntt_plan *t, int32_t *x, size_t from, size_t to);
    void (*products)(const ta_sum *sum, size_t from, size_t to);
    /* The lanes undone, and compared with each other or with 0, for rows
     * [from, to). */
    void (*marks)(const ta_ntt_plan *t, const int32_t *x, size_t from,
                  size_t to, unsigned char *marks);
} ta_ntt_kernels;

extern const ta_ntt_kernels ta_ntt_portable;
#if TA_X86
extern const ta_ntt_kernels ta_ntt_avx2, ta_ntt_avx512;
void ta_ntt_marks_avx2(const ta_ntt_plan *t, const int32_t *x, size_t from,
                       size_t to, unsigned char *marks);
#endif

#endif
