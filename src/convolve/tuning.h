/* Measured constants of the modules convolve and cold. They decide speed and
 * memory, never a result. The comment of a constant names the row of `make
 * tune` (experiments/timing/kernels.c), or the command, that measures it. */
#ifndef TA_TUNING_H
#define TA_TUNING_H

#include "base/base-internal.h"

/* ---- nanoseconds of the ways without transforms ---- */

/* Nanoseconds of one shift of a tile (8192 targets), and of one call of the
 * shift kernel. The five times of a shift are for sources that span up to 2^20,
 * 2^22, 2^24, 2^26 and more positions. Rows `tile` and `call` of `make tune`
 * measure these times. */
static const struct {
    double shift[5], call;
} ta_tune_tile[] = {[TA_ISA_PORTABLE] = {{24, 39, 46, 52, 70}, 900},
                    [TA_ISA_AVX2] = {{12, 16, 19, 24, 60}, 600},
                    [TA_ISA_AVX512] = {{8, 11, 15, 22, 60}, 500}};

/* Nanoseconds for reading one 64-bit word of a bit array (row sweep), and for
 * decoding one set bit to a number (row decode). */
#define TA_TUNE_SWEEP  1.3
#define TA_TUNE_DECODE 2.0
/* Nanoseconds for finding those elements of the subtraction set S that lie in a
 * given range (row lookup). */
#define TA_TUNE_LOOKUP 8.0
/* Nanoseconds for marking one position as hot: in a target of at most 2^20
 * positions (TA_TUNE_MARK), and in a longer one (TA_TUNE_FAR). Row mark. */
#define TA_TUNE_MARK 1.2
#define TA_TUNE_FAR  3.6
/* Nanoseconds of work below which waking other threads gains nothing. Measured
 * by `takeaway compare 2^18 --engines=shift,shift:threads=2`. */
#define TA_TUNE_SHARED 40e3

/* ---- nanoseconds a position of a transform and of a product ---- */

/* Indices into the two tables of costs below: the cost of a transform, and of a
 * product. Each cost has two numbers: the nanoseconds a position at length
 * 2^12, and what each doubling of the length adds. The time of a transform is
 * the mean of forward and backward. */
enum { TA_TRANSFORM, TA_PRODUCT };

/* Costs of the transforms modulo the prime (rows forward_ntt, backward_ntt,
 * product_ntt). */
static const double ta_tune_ntt[][2][2] = {
    [TA_ISA_PORTABLE] = {{32, 1.8}, {2.4, 0.04}},
    [TA_ISA_AVX2] = {{3, 0.6}, {0.3, 0.03}},
    [TA_ISA_AVX512] = {{2.5, 0.42}, {0.24, 0.02}}};

/* Costs of the transforms by FFTW, which chooses its own instructions (rows
 * forward_fftw, backward_fftw, product_fftw). */
static const double ta_tune_fftw[][2][2] = {
    [TA_ISA_PORTABLE] = {{7, 1.6}, {1.4, 0.11}},
    [TA_ISA_AVX2] = {{4, 1.6}, {0.5, 0.11}},
    [TA_ISA_AVX512] = {{3.8, 1.6}, {0.3, 0.11}}};

/* ---- shapes ---- */

enum {
    /* Log2 of the positions of a base block, the smallest piece of the
     * recursion. Measured by `takeaway compare 2^24
     * --engines=divide:base=12,divide:base=13,divide:base=14`. */
    TA_TUNE_BASE = 13,
    /* Log2 of the positions of the largest node in which the engine `divide`
     * may use shifts; larger nodes use transforms only. */
    TA_TUNE_TRANSFORMS = 17,
    /* Log2 of the shortest transform that pays (row forward_ntt). */
    TA_TUNE_SHORTEST = 12,
    /* Log2 of the largest number of children of a node of the recursion. For
     * subtract-a-square below 2^24, a position took 62 ns with 2^6 children. It
     * took 80 ns with 2^7, since the products of transforms no longer fit into
     * the caches. */
    TA_TUNE_CHILDREN = 6,
    /* Log2 of the least number of children of the top node. With fewer
     * children, the sums of products at the top would need much memory compared
     * with its transforms. */
    TA_TUNE_TOP_CHILDREN = 4,
    /* The largest number of targets whose sums of products are formed together,
     * in one pass, if the store keeps all transforms. */
    TA_TUNE_GROUP = 16,
    /* If S has fewer elements than this, a base block shifts words and does not
     * OR copies. Measured by `takeaway compare 2^22 --game=cubes
     * --engines=shift`. */
    TA_TUNE_FEW = 32
};

#endif
