/* Measured constants of the modules convolve and cold. They influence speed and
 * memory, never a result. The comment on a constant says what measures it: a
 * row that `make tune` prints (experiments/timing/kernels.c), or a command. */
#ifndef TA_TUNING_H
#define TA_TUNING_H

#include "base/base-internal.h"

/* ---- nanoseconds of the ways without transforms ---- */

/* Measured times of the shift kernel, in nanoseconds. shift[k] is the time for
 * ORing one shifted bit array into a tile (8192 positions), and `call` is the
 * time of one call of the kernel. The shifted array has at most 2^20, 2^22,
 * 2^24, 2^26 bits for k = 0, 1, 2, 3, and more for k = 4. The rows `tile` and
 * `call` of `make tune` measure these times. */
static const struct {
    double shift[5], call;
} ta_tune_tile[] = {[TA_ISA_PORTABLE] = {{24, 39, 46, 52, 70}, 900},
                    [TA_ISA_AVX2] = {{12, 16, 19, 24, 60}, 600},
                    [TA_ISA_AVX512] = {{8, 11, 15, 22, 60}, 500}};

/* TA_TUNE_SWEEP is the number of nanoseconds for reading one 64-bit word of a
 * bit array. TA_TUNE_DECODE is the number of nanoseconds for appending the
 * index of one set bit to a list. The rows `sweep` and `decode` of `make tune`
 * measure them. */
#define TA_TUNE_SWEEP  1.3
#define TA_TUNE_DECODE 2.0
/* The nanoseconds for one search in the subtraction set S. A search finds all
 * elements of S in a given range. The time to mark positions is not included.
 * The row `lookup` of `make tune` measures it. */
#define TA_TUNE_LOOKUP 8.0
/* Nanoseconds for marking one position as hot (an N-position), that is, for
 * setting one bit of a bit array. TA_TUNE_MARK is for arrays of at most 2^20
 * bits, and TA_TUNE_FAR is for longer ones. The row `mark` of `make tune`
 * measures both. */
#define TA_TUNE_MARK 1.2
#define TA_TUNE_FAR  3.6
/* The least work, in nanoseconds, that is shared among threads. For less work,
 * waking other threads gains nothing. The command `takeaway compare 2^18
 * --engines=shift,shift:threads=2` measures this. */
#define TA_TUNE_SHARED 40e3

/* ---- nanoseconds a position of a transform and of a product ---- */

/* Indices into the arrays ta_tune_ntt[isa] and ta_tune_fftw[isa]. TA_TRANSFORM
 * is for the time of a transform, the mean of a forward and a backward one.
 * TA_PRODUCT is for the time of multiplying two transforms. Each entry has two
 * numbers, in nanoseconds for each position: the time at the length 2^12, and
 * what each doubling of the length adds. */
enum { TA_TRANSFORM, TA_PRODUCT };

/* Measured costs of the transforms modulo a prime, in nanoseconds for each
 * position. The first index is the instruction set. The second is TA_TRANSFORM
 * or TA_PRODUCT. The third is 0 for the time at length 2^12, and 1 for what
 * each doubling of the length adds. The rows `forward_ntt`, `backward_ntt` and
 * `product_ntt` of `make tune` measure these costs. */
static const double ta_tune_ntt[][2][2] = {
    [TA_ISA_PORTABLE] = {{32, 1.8}, {2.4, 0.04}},
    [TA_ISA_AVX2] = {{3, 0.6}, {0.3, 0.03}},
    [TA_ISA_AVX512] = {{2.5, 0.42}, {0.24, 0.02}}};

/* Measured costs of the transforms by FFTW, in nanoseconds for each position.
 * The first index is the instruction set. The second is TA_TRANSFORM or
 * TA_PRODUCT. The third is 0 for the time at length 2^12, and 1 for what each
 * doubling of the length adds. The rows `forward_fftw`, `backward_fftw` and
 * `product_fftw` of `make tune` measure these costs. */
static const double ta_tune_fftw[][2][2] = {
    [TA_ISA_PORTABLE] = {{7, 1.6}, {1.4, 0.11}},
    [TA_ISA_AVX2] = {{4, 1.6}, {0.5, 0.11}},
    [TA_ISA_AVX512] = {{3.8, 1.6}, {0.3, 0.11}}};

/* ---- shapes ---- */

enum {
    /* The default size of a base block, the smallest range of positions of the
     * recursion: log2 of its number of positions. The command `takeaway compare
     * 2^24 --engines=divide:base=12,divide:base=13,divide:base=14` compares
     * three sizes. */
    TA_TUNE_BASE = 13,
    /* Log2 of the size, in positions, of the largest nodes (ranges of the
     * recursion) in which the engine `divide` may use shifts of bit arrays. In
     * larger nodes it uses transforms only. */
    TA_TUNE_TRANSFORMS = 17,
    /* Log2 of the length of the shortest transform that is used, since shorter
     * ones do not pay. The row `forward_ntt` of `make tune` measures this. */
    TA_TUNE_SHORTEST = 12,
    /* Log2 of the largest number of children of a node of the recursion. For
     * subtract-a-square below 2^24, the time for each position was 62 ns with
     * 2^6 children and 80 ns with 2^7 children. With 2^7, the sums of products
     * of transforms no longer fit into the caches. */
    TA_TUNE_CHILDREN = 6,
    /* Log2 of the least number of children that the top node should have, the
     * node that contains all positions. With fewer children, the sums of
     * products of transforms at the top would take a large share of the memory.
     */
    TA_TUNE_TOP_CHILDREN = 4,
    /* The largest number of children of a node that are marked together by
     * transforms. All sums of products of transforms of these children are
     * computed in one pass. This limit holds if there is memory for all
     * transforms. */
    TA_TUNE_GROUP = 16,
    /* The largest number of moves for which a base block (the smallest range of
     * the recursion) is solved by shifting its words by each move. If there are
     * more moves, the block is solved by ORing prepared bit arrays of the set
     * of moves. The command `takeaway compare 2^22 --game=cubes
     * --engines=shift` measures this number. */
    TA_TUNE_FEW = 32
};

#endif
