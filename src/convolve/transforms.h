/* Convolves two bit arrays by transforms, and finds the values of the result
 * that are not 0. The first array c (a source) has B bits, and the second array
 * k (a window) has 2B bits. Value v of the result is the sum of c[u] k[B + v -
 * u] over all u, for 0 <= v < B. There are two kinds of transforms. Transforms
 * modulo a prime (ntt.c) are exact. Complex transforms in double precision
 * (fft.c) have rounding errors with a proved bound. */
#ifndef TA_TRANSFORMS_H
#define TA_TRANSFORMS_H

#include "base/pool.h"
#include "convolve/tuning.h"

/* A sum of products of transforms: a[0] b[0] + ... + a[terms - 1] b[terms - 1].
 * A transform is an array of numbers, which are called its points. Sums and
 * products are formed separately for each point. */
typedef struct ta_sum {
    void *sum;
    /* If true, the products are added to the present contents of the array
     * `sum`. If false, the old contents are ignored. */
    bool add;
    size_t terms;
    const void *const *a;
    const void *const *b;
} ta_sum;

typedef struct ta_transforms {
    const char *name;
    /* Log2 of the shortest and of the longest bit arrays (sources) that this
     * kind of transform supports. */
    unsigned least_log, most_log;
    /* The number of bytes of a point, one number of a transform. The transform
     * of a source of B bits has B points. */
    unsigned point_bytes;
    /* Returns an upper bound on the number of bytes that `open` allocates for
     * sources of 2^log_length bits. Memory that FFTW itself allocates is
     * included. */
    uint64_t (*fixed_bytes)(unsigned log_length);
    /* Prepares transforms for sources of 2^log_length bits, and sets *state to
     * the tables that the other functions need. The transforms share their work
     * among the threads of `pool`, unless `pool` is NULL. The pool must outlive
     * the state. Returns TA_OK, or TA_ENOMEM if there is no memory. In both
     * cases the caller must call `close` for *state. */
    ta_status (*open)(const struct ta_transforms *self, unsigned log_length,
                      tai_pool *pool, void **state);
    void (*close)(void *state); /* accepts NULL */
    /* Computes the transform of a bit array, and stores it in `transform`. If
     * `window` is false, the array is a source: the cold positions in a range
     * of B positions. If `window` is true, the array is a window: the elements
     * of the subtraction set in a range of 2B numbers. `state` was opened for
     * this B. */
    void (*forward)(void *state, const uint64_t *bits, bool window,
                    void *transform);
    /* Computes some points of a sum of products of transforms: the points from,
     * ..., to - 1. A point is one number of a transform, and the transform of a
     * source of B bits has B points. `from` and `to` must be multiples of 64,
     * with 0 <= from < to <= B. The number to - from must be a power of two. */
    void (*products)(void *state, const ta_sum *sum, size_t from, size_t to);
    /* Transforms a sum of products back, which overwrites the array `sum`. Sets
     * bit v of `marks` if value v of the result is not 0, for 0 <= v < B, and
     * leaves all other bits. Returns the largest distance of a computed value
     * from the nearest integer, which is 0 if the arithmetic is exact. */
    double (*marks)(void *state, void *sum, uint64_t *marks);
    /* Returns a factor f that bounds the rounding errors of a sum of `terms`
     * products. Each product is of a source and a window (two bit arrays). Let
     * N be the sum over all products of norm(a, b), where a and b are the
     * numbers of set bits of the source and the window. Then each computed
     * value is wrong by at most f * N (proof in README.md). If f * N < 1/2, the
     * function `marks` sets exactly the right bits. */
    double (*bound)(const struct ta_transforms *self, unsigned log_length,
                    size_t terms);
    double (*norm)(double a, double b);
} ta_transforms;

/* The three kinds of transforms. tai_ntt is modulo a prime, with both square
 * roots of -1, and is exact. tai_ntt_one uses one of these roots: it takes half
 * the time and memory, but is exact only for few set bits (see TA_NTT_NEAR).
 * tai_fftw uses complex numbers in double precision, by the library FFTW. */
extern const ta_transforms tai_ntt, tai_ntt_one, tai_fftw;

/* The inner loop of the complex transforms, a function for adding up products.
 * fft-kernel.c defines it once for each instruction set. */
typedef struct tai_fft_kernel {
    /* Computes the points from, ..., from + length - 1 of a sum of products of
     * transforms. A point is one complex number. `length` must be a power of
     * two and at least 64. */
    void (*products)(const ta_sum *sum, size_t from, size_t length);
} tai_fft_kernel;
TA_KERNEL(tai_fft_kernel);

/* The lock of FFTW's planner, which has global state. A thread holds the lock
 * while it makes or destroys a plan. Running a plan needs no lock. */
extern pthread_mutex_t tai_fft_planner;

static inline uint64_t ta_transform_bytes(const ta_transforms *transforms,
                                          unsigned log_length)
{
    return ta_mul_sat((uint64_t)1 << log_length, transforms->point_bytes);
}

/* Returns the predicted time of a transform (if `what` is TA_TRANSFORM) or of a
 * product of two transforms (TA_PRODUCT). The time is in nanoseconds for each
 * position of a source, and a source has 2^log_length positions. */
double tai_transform_cost(const ta_transforms *transforms, unsigned log_length,
                          unsigned what);

/* A pass: the computation of several sums of products of transforms at the same
 * time. Transforms that the sums share are then read from memory only once.
 * tai_pass_begin starts the computation by the threads of the pool, and
 * tai_pass_end waits until it is complete. Between these calls the caller may
 * do other work, but must not free the sums and must not use `state`. */
typedef struct ta_pass {
    const ta_transforms *transforms;
    void *state;
    /* The sums to compute, or NULL if no computation is in progress. */
    const ta_sum *sums;
    /* `count` is the number of sums. The work is divided into items for the
     * threads, and an item computes `step` points (numbers) of each sum. */
    size_t count, step;
    tai_pool *pool;
    tai_pool_job job;
} ta_pass;

void tai_pass_begin(ta_pass *pass, const ta_transforms *transforms, void *state,
                    unsigned log_length, tai_pool *pool, const ta_sum *sums,
                    size_t count);
/* Waits until all sums of a pass are complete. The calling thread helps to
 * compute them. Does nothing if the pass is not in progress. */
void tai_pass_end(ta_pass *pass);

/* Returns the kind of transforms to be used for sources (bit arrays) of
 * 2^log_length bits. The result is transforms modulo a prime in two cases: for
 * TA_CONVOLVER_NTT, and for TA_CONVOLVER_AUTO on a processor with AVX2 or
 * AVX-512. They must also support this length. In all other cases the result is
 * FFTW. `moves` must be at least the number of elements of the subtraction set
 * that are less than the length of a node, a range of positions. If `moves` is
 * small enough, the faster transforms with one root of -1 are chosen
 * (tai_ntt_one). */
const ta_transforms *tai_transforms_for(ta_convolver convolver,
                                        unsigned log_length, uint64_t moves);

/* ---- middle products by long integers: packed.c ---- */

/* Convolves two bit arrays by multiplying long integers with GMP. The array `a`
 * has `length` bits, a multiple of 64, and `window` has 2 * length bits. Sets
 * bit v of `marks`, for v < length, if the sum over u of a[u] window[length + v
 * - u] is not 0. Leaves all other bits. Each bit of an array becomes a
 * coefficient of a long integer. A coefficient has enough bits for the largest
 * sum, so nothing carries over. Returns TA_OK, or TA_ENOMEM if there is no
 * memory. */
ta_status tai_packed_marks(const uint64_t *a, const uint64_t *window,
                           uint64_t length, uint64_t *marks);

/* Returns an upper bound on the number of bytes that a call of tai_packed_marks
 * allocates, memory of GMP included. `length` is the number of bits of its
 * first array, and `moves` bounds the number of set bits in its second array.
 */
uint64_t tai_packed_bytes(uint64_t length, uint64_t moves);

#endif
