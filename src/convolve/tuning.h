/* Measured constants of convolve and cold. `make tune` prints the rows named
 * here. */
#ifndef TA_TUNING_H
#define TA_TUNING_H

#include "base/base-internal.h"

/* ---- nanoseconds of the direct ways ---- */

/* One shift of a tile: an array of at most 2^20, 2^22, 2^24, 2^26 bits, or
 * more; one call of the kernel. Rows `tile`, `call`. */
static const struct {
    double shift[5], call;
} tai_tune_tile[] = {[TA_ISA_PORTABLE] = {{24, 39, 46, 52, 70}, 900},
                     [TA_ISA_AVX2] = {{12, 16, 19, 24, 60}, 600},
                     [TA_ISA_AVX512] = {{8, 11, 15, 22, 60}, 500}};

/* Reading a word of bits; listing a set bit. Rows `sweep`, `decode`. */
#define TA_TUNE_SWEEP  1.3
#define TA_TUNE_DECODE 2.0
/* Finding the elements of S in a range. Row `lookup`. */
#define TA_TUNE_LOOKUP 8.0
/* Setting one bit in at most 2^20 bits, and in more. Row `mark`. */
#define TA_TUNE_MARK 1.2
#define TA_TUNE_FAR  3.6
/* Least work that threads share: takeaway compare 2^18
 * --engines=shift,shift:threads=2 */
#define TA_TUNE_SHARED 40e3

/* ---- nanoseconds a position, at 2^12 and added by each doubling ---- */

/* First index: a transform, the mean of both ways; a product of two. */
enum { TA_TRANSFORM, TA_PRODUCT };

/* Rows `forward_ntt`, `backward_ntt`, `product_ntt`. */
static const double tai_tune_ntt[][2][2] = {
    [TA_ISA_PORTABLE] = {{32, 1.8}, {2.4, 0.04}},
    [TA_ISA_AVX2] = {{3, 0.6}, {0.3, 0.03}},
    [TA_ISA_AVX512] = {{2.5, 0.42}, {0.24, 0.02}}};

/* Rows `forward_fftw`, `backward_fftw`, `product_fftw`. */
static const double tai_tune_fftw[][2][2] = {
    [TA_ISA_PORTABLE] = {{7, 1.6}, {1.4, 0.11}},
    [TA_ISA_AVX2] = {{4, 1.6}, {0.5, 0.11}},
    [TA_ISA_AVX512] = {{3.8, 1.6}, {0.3, 0.11}}};

/* ---- shapes ---- */

enum {
    /* Positions of a base block, log2: takeaway compare 2^24
     * --engines=divide:base=12,divide:base=13,divide:base=14 */
    TA_TUNE_BASE = 13,
    /* Largest nodes in which `divide` may shift, log2. */
    TA_TUNE_TRANSFORMS = 17,
    /* Shortest transform that pays, log2. Row `forward_ntt`. */
    TA_TUNE_SHORTEST = 12,
    /* Most children of a node, log2. Squares below 2^24: 62 ns a position with
     * 2^6, 80 ns with 2^7, whose sums no longer fit the caches. */
    TA_TUNE_CHILDREN = 6,
    /* Fewest children of the top node, log2: its sums take memory. */
    TA_TUNE_TOP_CHILDREN = 4,
    /* Most targets of a pass, where all transforms have memory. */
    TA_TUNE_GROUP = 16,
    /* Most moves for which a base block shifts its words by each move instead
     * of ORing prepared bits: takeaway compare 2^22 --game=cubes
     * --engines=shift */
    TA_TUNE_FEW = 32
};

#endif
