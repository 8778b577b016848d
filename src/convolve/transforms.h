/* Middle products (README.md) modulo a prime (ntt.c) or by complex numbers with
 * a proved bound (fft.c). */
#ifndef TA_TRANSFORMS_H
#define TA_TRANSFORMS_H

#include "base/pool.h"
#include "convolve/tuning.h"

/* a[0] b[0] + ... + a[terms - 1] b[terms - 1], point by point. */
typedef struct tai_sum {
    void *sum;
    bool add; /* to what `sum` has */
    size_t terms;
    const void *const *a;
    const void *const *b;
} tai_sum;

typedef struct tai_transforms {
    const char *name;
    unsigned least_log, most_log; /* lengths of sources, log2 */
    unsigned point_bytes;         /* a source of B bits has B points */
    /* Bytes that `open` allocates, FFTW's included, at most. */
    uint64_t (*fixed_bytes)(unsigned log_length);
    /* Makes *state. `pool`, or NULL, shares the work, and must outlive the
     * state. The caller calls `close` in any case. */
    ta_status (*open)(const struct tai_transforms *self, unsigned log_length,
                      tai_pool *pool, void **state);
    void (*close)(void *state); /* accepts NULL */
    /* Transforms B bits of a source, or 2B bits of a window. */
    void (*forward)(void *state, const uint64_t *bits, bool window,
                    void *transform);
    /* Points [from, to): multiples of 64, to - from a power of two. */
    void (*products)(void *state, const tai_sum *sum, size_t from, size_t to);
    /* Transforms a sum back, in place, and sets bit v of `marks` where p(v) is
     * not 0. Returns the largest distance of a value from an integer, 0 if
     * exact. */
    double (*marks)(void *state, void *sum, uint64_t *marks);
    /* Returns f: with N the sum of norm(a, b) over the terms, a and b the set
     * bits of source and window, no value errs by more than f * N. Below 1/2
     * `marks` is exact. */
    double (*bound)(const struct tai_transforms *self, unsigned log_length,
                    size_t terms);
    double (*norm)(double a, double b);
} tai_transforms;

/* Modulo a prime with both square roots of -1; with one root, in half the time
 * and memory, for few set bits (TA_NTT_NEAR); by FFTW. */
extern const tai_transforms tai_ntt, tai_ntt_one, tai_fftw;

/* fft-kernel.c */
typedef struct tai_fft_kernel {
    /* `length` is a power of two, at least 64. */
    void (*products)(const tai_sum *sum, size_t from, size_t length);
} tai_fft_kernel;
TA_KERNEL(tai_fft_kernel);

/* FFTW's planner has global state. Running a plan needs no lock. */
extern pthread_mutex_t tai_fft_planner;

static inline uint64_t tai_transform_bytes(const tai_transforms *transforms,
                                           unsigned log_length)
{
    return tai_mul_sat((uint64_t)1 << log_length, transforms->point_bytes);
}

/* Returns nanoseconds a position for TA_TRANSFORM or TA_PRODUCT. */
double tai_transform_cost(const tai_transforms *transforms, unsigned log_length,
                          unsigned what);

/* Several sums formed at once, so that a shared transform is read once. Between
 * begin and end the caller must not free the sums or use `state`. */
typedef struct tai_pass {
    const tai_transforms *transforms;
    void *state;
    const tai_sum *sums; /* NULL: not in progress */
    size_t count, step;  /* sums; points of each sum in an item */
    tai_pool *pool;
    tai_pool_job job;
} tai_pass;

void tai_pass_begin(tai_pass *pass, const tai_transforms *transforms,
                    void *state, unsigned log_length, tai_pool *pool,
                    const tai_sum *sums, size_t count);
/* Waits, and helps, if the pass is in progress. */
void tai_pass_end(tai_pass *pass);

/* ---- middle products by long integers: packed.c ---- */

/* Sets bit v of `marks` where p(v) is not 0. `a` has `length` bits, a multiple
 * of 64, the window twice as many. */
ta_status tai_packed_marks(const uint64_t *a, const uint64_t *window,
                           uint64_t length, uint64_t *marks);

/* Returns a bound on the bytes that tai_packed_marks allocates, GMP included,
 * with at most `moves` bits set in the window. */
uint64_t tai_packed_bytes(uint64_t length, uint64_t moves);

#endif
