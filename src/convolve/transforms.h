/* Middle products of indicators by transforms.
 *
 * For c of B bits and a window k of 2B bits we want, for 0 <= v < B,
 * product[B + v] = sum_u c[u] k[B + v - u]: with c(x) k(x) = P0 + P1 x^B +
 * P2 x^2B, where is P1 not 0? Modulo x^B = i the product is (P0 - P2) + i P1,
 * with no zero padding. Two ways to go on from there, each checks the other:
 * complex numbers in double precision (fft.c), which have a rounding bound, and
 * integers modulo a prime (ntt.c), which are exact. See paper-notes.md. */
#ifndef TA_TRANSFORMS_H
#define TA_TRANSFORMS_H

#include "base/team.h"

/* sum (+)= the products a[0] b[0] + ... + a[terms-1] b[terms-1]. */
typedef struct ta_sum {
    void *sum;
    bool add; /* to what is there; else the sum starts from 0 */
    size_t terms;
    const void *const *a;
    const void *const *b;
} ta_sum;

typedef struct ta_transform_setup {
    unsigned log_length; /* B = 2^log_length */
    ta_team *team; /* NULL: the caller alone; must outlive the transforms */
} ta_transform_setup;

typedef struct ta_transforms {
    const char *name;
    unsigned least_log, most_log; /* of B */
    unsigned point_bytes;         /* B of them make a transform */
    /* Bytes that open allocates (with what FFTW keeps of its own), at most. */
    uint64_t (*fixed_bytes)(unsigned log_length);
    /* Of these transforms. TA_ENOMEM; the state is closed then, too. */
    ta_status (*open)(const struct ta_transforms *self,
                      const ta_transform_setup *setup, void **state);
    void (*close)(void *state); /* accepts NULL */
    /* transform = that of B bits, or of a window of 2B bits. */
    void (*forward)(void *state, const uint64_t *bits, bool window,
                    void *transform);
    /* The part [from, to) of a sum, of 0 <= from < to <= B, multiples of 64; a
     * power of two long. */
    void (*products)(void *state, const ta_sum *sum, size_t from, size_t to);
    /* Transforms `sum` back (destroying it) and sets bit v of marks, of B bits,
     * where the middle product is not 0; other bits stay. Returns the largest
     * distance of a computed value from an integer. */
    double (*marks)(void *state, void *sum, uint64_t *marks);
    /* What is proved (paper-notes.md): a computed value differs from the true
     * one by at most bound(log B, terms) * sum over the terms of norm(|a|,
     * |b|), |.| the numbers of set bits. Below 1/2, marks are exact. */
    double (*bound)(unsigned log_length, size_t terms);
    double (*norm)(double a, double b);
} ta_transforms;

/* Number-theoretic with both roots of -1, or with one, which takes half as much
 * for counts of a few thousand; in complex numbers by FFTW. */
extern const ta_transforms ta_ntt, ta_ntt_one, ta_fftw;

/* Only execution is thread-safe in FFTW; its planner has global state. Whoever
 * makes or destroys a plan holds this. */
extern pthread_mutex_t ta_fft_planner;

static inline uint64_t ta_transform_bytes(const ta_transforms *transforms,
                                          unsigned log_length)
{
    return ta_mul_sat((uint64_t)1 << log_length, transforms->point_bytes);
}

/* Several sums in one pass, so that transforms that they share are read from
 * memory once. They are formed when ta_pass_end returns; between the two the
 * team works at them while the caller does something else, though nothing with
 * this state. The sums are kept until then. */
typedef struct ta_pass {
    const ta_transforms *transforms;
    void *state;
    const ta_sum *sums; /* NULL: there are none */
    size_t count, step; /* positions of an item of the job */
    ta_team *team;
    ta_team_job job;
} ta_pass;

void ta_pass_begin(ta_pass *pass, const ta_transforms *transforms, void *state,
                   const ta_transform_setup *setup, const ta_sum *sums,
                   size_t count);
void ta_pass_end(ta_pass *pass); /* once more does nothing */

/* What transforms 2^log_length bits where that convolver is asked for and S has
 * so many elements below the length of a node: by itself the number-theoretic
 * ones where they have vectors to work with, since FFTW is twice as fast as
 * their portable variant; of these the one with one root where it proves every
 * sum; FFTW beyond their lengths. */
const ta_transforms *ta_transforms_for(ta_convolver convolver,
                                       unsigned log_length, uint64_t moves);

#endif
