/* Constants of convolve and cold that were measured. They decide speed and
 * memory, never an answer. Each line names the row of `make tune`
 * (experiments/timing/kernels.c), or the command, that measures it. */
#ifndef TA_TUNING_H
#define TA_TUNING_H

#include "base/base-internal.h"

/* ---- nanoseconds of the ways without transforms ---- */

/* One shift of a tile whose sources span up to 2^20, 2^22, 2^24, 2^26 and more
 * positions (row tile), and one call of the kernel (row call). */
static const struct {
    double shift[5], call;
} ta_tune_tile[] = {[TA_ISA_PORTABLE] = {{24, 39, 46, 52, 70}, 900},
                    [TA_ISA_AVX2] = {{12, 16, 19, 24, 60}, 600},
                    [TA_ISA_AVX512] = {{8, 11, 15, 22, 60}, 500}};

/* Reading a word of sources (row sweep); decoding a bit to a number (row
 * decode). */
#define TA_TUNE_SWEEP  1.3
#define TA_TUNE_DECODE 2.0
/* Finding a window of S (row lookup). */
#define TA_TUNE_LOOKUP 8.0
/* One mark in a target of at most 2^20 positions, and of more (row mark). */
#define TA_TUNE_MARK 1.2
#define TA_TUNE_FAR  3.6
/* Work below which waking other threads gains nothing: `takeaway compare 2^18
 * --engines=shift,shift:threads=2`. */
#define TA_TUNE_SHARED 40e3

/* ---- nanoseconds a position of a transform and of a product ---- */

/* Of each, what it takes at length 2^12, and what each doubling of the length
 * adds. The time of a transform is the mean of forward and backward. */
enum { TA_TRANSFORM, TA_PRODUCT };

/* Modulo the prime (rows forward_ntt, backward_ntt, product_ntt). */
static const double ta_tune_ntt[][2][2] = {
    [TA_ISA_PORTABLE] = {{32, 1.8}, {2.4, 0.04}},
    [TA_ISA_AVX2] = {{3, 0.6}, {0.3, 0.03}},
    [TA_ISA_AVX512] = {{2.5, 0.42}, {0.24, 0.02}}};

/* By FFTW, which chooses its own instructions (rows forward_fftw,
 * backward_fftw, product_fftw). */
static const double ta_tune_fftw[][2][2] = {
    [TA_ISA_PORTABLE] = {{7, 1.6}, {1.4, 0.11}},
    [TA_ISA_AVX2] = {{4, 1.6}, {0.5, 0.11}},
    [TA_ISA_AVX512] = {{3.8, 1.6}, {0.3, 0.11}}};

/* ---- shapes ---- */

enum {
    /* Log2 of a base block: `takeaway compare 2^24
     * --engines=divide:base=12,divide:base=13,divide:base=14`. */
    TA_TUNE_BASE = 13,
    /* Log2 of the least node in which divide uses nothing but transforms. */
    TA_TUNE_TRANSFORMS = 17,
    /* Log2 of the shortest transform that pays (row forward_ntt). */
    TA_TUNE_SHORTEST = 12,
    /* Log2 of the most children of a node: squares at 2^24 took 62 ns a
     * position with 2^6 children, and 80 with 2^7, since products leave the
     * caches. The top node has 2^4 or more, which bounds the memory of its
     * sums against that of its transforms. */
    TA_TUNE_CHILDREN = 6,
    TA_TUNE_TOP_CHILDREN = 4,
    /* The most targets whose sums are formed in one pass where all transforms
     * are kept. */
    TA_TUNE_GROUP = 16,
    /* Elements of S below which a base block shifts words in place of or-ing
     * copies: `takeaway compare 2^22 --game=cubes --engines=shift`. */
    TA_TUNE_FEW = 32
};

#endif
