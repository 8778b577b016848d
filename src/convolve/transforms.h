/* Middle products of indicators by transforms: README.md explains them.
 *
 * A source c has B bits, and a window k has 2B bits. For 0 <= v < B we want to
 * know where the middle product sum_u c[u] k[B + v - u] is not 0. Two kinds of
 * transforms answer that, and each checks the other: integers modulo a prime
 * (ntt.c), which are exact, and complex numbers in double precision (fft.c),
 * whose rounding errors have a proved bound. */
#ifndef TA_TRANSFORMS_H
#define TA_TRANSFORMS_H

#include "base/pool.h"
#include "convolve/tuning.h"

/* sum (+)= the products a[0] b[0] + ... + a[terms - 1] b[terms - 1]. */
typedef struct ta_sum {
    void *sum;
    bool add; /* to what is there; else the sum starts from 0 */
    size_t terms;
    const void *const *a;
    const void *const *b;
} ta_sum;

typedef struct ta_transforms {
    const char *name;
    unsigned least_log, most_log; /* of B */
    unsigned point_bytes;         /* B of them make a transform */
    /* Returns the bytes that open allocates at most, with what FFTW keeps of
     * its own. */
    uint64_t (*fixed_bytes)(unsigned log_length);
    /* Prepares transforms of B = 2^log_length. The pool, which must outlive the
     * state, may be NULL. TA_ENOMEM; the caller closes the state then, too. */
    ta_status (*open)(const struct ta_transforms *self, unsigned log_length,
                      tai_pool *pool, void **state);
    void (*close)(void *state); /* accepts NULL */
    /* Computes the transform of B bits, or of a window of 2B bits. */
    void (*forward)(void *state, const uint64_t *bits, bool window,
                    void *transform);
    /* Forms the part [from, to) of a sum, 0 <= from < to <= B. Both are
     * multiples of 64, and the part is a power of two long. */
    void (*products)(void *state, const ta_sum *sum, size_t from, size_t to);
    /* Transforms `sum` back, which destroys it, and sets bit v of marks, of B
     * bits, where the middle product is not 0; other bits stay. Returns the
     * largest distance of a computed value from an integer. */
    double (*marks)(void *state, void *sum, uint64_t *marks);
    /* The bound that is proved in README.md: a computed value differs from the
     * true one by at most bound(log B, terms) times the sum over the terms of
     * norm(|a|, |b|), where |.| is the number of set bits. If that is below
     * 1/2, the marks are exact. */
    double (*bound)(const struct ta_transforms *self, unsigned log_length,
                    size_t terms);
    double (*norm)(double a, double b);
} ta_transforms;

/* Modulo a prime with two roots of -1, or with one, which takes half as much
 * and serves counts of a few thousand; in complex numbers by FFTW. */
extern const ta_transforms tai_ntt, tai_ntt_one, tai_fftw;

/* The loop of the transforms by FFTW, in fft-kernel.c. */
typedef struct tai_fft_kernel {
    /* Forms the part [from, from + length) of a sum; the length is a power of
     * two, 64 or more. */
    void (*products)(const ta_sum *sum, size_t from, size_t length);
} tai_fft_kernel;
TA_KERNEL(tai_fft_kernel);

/* The lock of FFTW's planner, which has global state. A thread that makes or
 * destroys a plan holds it; execution needs no lock. */
extern pthread_mutex_t tai_fft_planner;

static inline uint64_t ta_transform_bytes(const ta_transforms *transforms,
                                          unsigned log_length)
{
    return ta_mul_sat((uint64_t)1 << log_length, transforms->point_bytes);
}

/* Returns the nanoseconds a position, by the cost model, of TA_TRANSFORM or
 * TA_PRODUCT. */
double tai_transform_cost(const ta_transforms *transforms, unsigned log_length,
                          unsigned what);

/* Several sums that are formed together, so that transforms that they share are
 * read from memory once. The pool works at them from tai_pass_begin on. The
 * caller may do something else, but nothing with this state, and must keep the
 * sums until tai_pass_end returns: they are formed then. */
typedef struct ta_pass {
    const ta_transforms *transforms;
    void *state;
    const ta_sum *sums; /* NULL: the pass is not open */
    size_t count, step; /* positions of an item of the job */
    tai_pool *pool;
    tai_pool_job job;
} ta_pass;

void tai_pass_begin(ta_pass *pass, const ta_transforms *transforms, void *state,
                    unsigned log_length, tai_pool *pool, const ta_sum *sums,
                    size_t count);
/* Does nothing for a pass that is not open. */
void tai_pass_end(ta_pass *pass);

/* Returns the transforms of length 2^log_length for a convolver, where S has at
 * most `moves` elements below the length of a node. TA_CONVOLVER_AUTO takes
 * those modulo the prime if there are vectors for them, since FFTW is twice as
 * fast as their portable variant. Of these, one root is taken where it proves
 * every sum. Lengths beyond theirs go to FFTW. */
const ta_transforms *tai_transforms_for(ta_convolver convolver,
                                        unsigned log_length, uint64_t moves);

/* ---- by long integers: packed.c ---- */

/* Sets those of `length` bits of `marks` at which the middle product of the
 * source `a` and the window is not 0; other bits stay. The source has `length`
 * bits, a multiple of 64, and the window twice as many. Each coefficient of the
 * integers has bits enough for the largest possible count, so that nothing
 * carries over. GMP's mpn_mul multiplies. TA_ENOMEM. */
ta_status tai_packed_marks(const uint64_t *a, const uint64_t *window,
                           uint64_t length, uint64_t *marks);

/* Returns an upper bound of the bytes that tai_packed_marks and GMP allocate
 * for a window with at most `moves` set bits. */
uint64_t tai_packed_bytes(uint64_t length, uint64_t moves);

#endif
