/* Middle products of two bit arrays by transforms (see README.md).
 *
 * A source c has B bits, and a window k has 2B bits. For 0 <= v < B the
 * transforms find out where the middle product sum_u c[u] k[B + v - u] is not
 * 0. There are two kinds of transforms, and each checks the other: transforms
 * modulo a prime (ntt.c), which are exact, and complex transforms in double
 * precision (fft.c), whose rounding errors have a proved bound. */
#ifndef TA_TRANSFORMS_H
#define TA_TRANSFORMS_H

#include "base/pool.h"
#include "convolve/tuning.h"

/* A sum of products of transforms: a[0] b[0] + ... + a[terms - 1] b[terms - 1].
 * A transform is an array of numbers, its points. Products and sums are formed
 * for each point separately. */
typedef struct ta_sum {
    void *sum;
    /* Whether the products are added to the contents of `sum`; if not, the sum
     * starts from 0. */
    bool add;
    size_t terms;
    const void *const *a;
    const void *const *b;
} ta_sum;

typedef struct ta_transforms {
    const char *name;
    unsigned least_log, most_log; /* the least and the largest log2 of B */
    unsigned point_bytes; /* the bytes of a point; a transform has B points */
    /* Returns an upper bound of the bytes that `open` allocates, including
     * those that FFTW allocates itself. */
    uint64_t (*fixed_bytes)(unsigned log_length);
    /* Prepares transforms of sources of B = 2^log_length bits, and sets *state.
     * The pool may be NULL; else it must outlive the state. Returns TA_ENOMEM
     * if there is no memory. The caller must close *state in either case. */
    ta_status (*open)(const struct ta_transforms *self, unsigned log_length,
                      tai_pool *pool, void **state);
    void (*close)(void *state); /* accepts NULL */
    /* Computes the transform of the B bits of a source or, if `window` is set,
     * of the 2B bits of a window. */
    void (*forward)(void *state, const uint64_t *bits, bool window,
                    void *transform);
    /* Computes the points [from, to) of a sum of products of transforms. A
     * point is one number of a transform; the transform of a source of B bits
     * has B points. 0 <= from < to <= B must hold. Both `from` and `to` must be
     * multiples of 64, and to - from a power of two. */
    void (*products)(void *state, const ta_sum *sum, size_t from, size_t to);
    /* Transforms `sum` back, which overwrites it. Sets bit v of `marks`, an
     * array of B bits, if value v of the middle product is not 0; other bits
     * stay. Returns the largest distance of a computed value from an integer.
     */
    double (*marks)(void *state, void *sum, uint64_t *marks);
    /* Returns a factor of the bound that README.md proves. A computed value of
     * the middle product differs from the true value by at most bound(log2 B,
     * terms) times the sum of the norms of all terms. The norm of a term is
     * norm(|a|, |b|), where |.| is the number of set bits. If the bound is
     * below 1/2, the marks are exact. */
    double (*bound)(const struct ta_transforms *self, unsigned log_length,
                    size_t terms);
    double (*norm)(double a, double b);
} ta_transforms;

/* The kinds of transforms. tai_ntt works modulo a prime with two roots of -1.
 * tai_ntt_one works with one root: it takes half the time and memory, and is
 * exact for counts up to a few thousand. tai_fftw works in complex numbers by
 * FFTW. */
extern const ta_transforms tai_ntt, tai_ntt_one, tai_fftw;

/* The inner loop of the complex transforms, which fft-kernel.c defines for each
 * instruction set. */
typedef struct tai_fft_kernel {
    /* Computes the points [from, from + length) of a sum of products. The
     * length is a power of two, at least 64. */
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

/* Returns the nanoseconds for each position that a transform or a product
 * takes, by the cost model of tuning.h. `what` is TA_TRANSFORM or TA_PRODUCT.
 */
double tai_transform_cost(const ta_transforms *transforms, unsigned log_length,
                          unsigned what);

/* A pass: several sums of products that are formed together, so that a
 * transform that they share is read from memory once. The thread pool works at
 * the sums from tai_pass_begin on, and they are complete when tai_pass_end
 * returns. Meanwhile the caller may do other work, but must keep the sums and
 * must not use `state`. */
typedef struct ta_pass {
    const ta_transforms *transforms;
    void *state;
    const ta_sum *sums; /* NULL: the pass is not open */
    /* The number of sums, and the number of points of each sum that one item of
     * the job computes. */
    size_t count, step;
    tai_pool *pool;
    tai_pool_job job;
} ta_pass;

void tai_pass_begin(ta_pass *pass, const ta_transforms *transforms, void *state,
                    unsigned log_length, tai_pool *pool, const ta_sum *sums,
                    size_t count);
/* Waits until the sums of a pass are complete, and helps to form them. Does
 * nothing for a pass that is not open. */
void tai_pass_end(ta_pass *pass);

/* Returns the kind of transforms for sources of 2^log_length positions, where S
 * has at most `moves` elements below the length of a node. TA_CONVOLVER_AUTO
 * chooses transforms modulo the prime if the processor has AVX2 or AVX-512,
 * since FFTW is twice as fast as their portable variant. Of these, the
 * transforms with one root are chosen if they are exact for every sum. Lengths
 * that they do not support go to FFTW. */
const ta_transforms *tai_transforms_for(ta_convolver convolver,
                                        unsigned log_length, uint64_t moves);

/* ---- middle products by long integers: packed.c ---- */

/* Sets bit v of `marks` if value v of the middle product of the source `a` and
 * the window is not 0, for v < length; other bits stay. The source has `length`
 * bits, a multiple of 64, and the window has twice as many. The bits become the
 * coefficients of two long integers, which GMP multiplies. A coefficient has
 * enough bits for the largest count, so that nothing carries over. Returns
 * TA_ENOMEM if there is no memory. */
ta_status tai_packed_marks(const uint64_t *a, const uint64_t *window,
                           uint64_t length, uint64_t *marks);

/* Returns an upper bound of the bytes that tai_packed_marks and GMP allocate
 * for a window with at most `moves` set bits. */
uint64_t tai_packed_bytes(uint64_t length, uint64_t moves);

#endif
