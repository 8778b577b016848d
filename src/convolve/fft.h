/* Middle products of indicators by complex FFTs of half the usual length.
 *
 * For c of B bits and a window k of 2B bits we want, for 0 <= v < B,
 * product[B + v] = sum_u c[u] k[B + v - u]. Modulo x^B = i the polynomial
 * c(x) k(x) = P0 + P1 x^B + P2 x^2B becomes (P0 - P2) + i P1: its imaginary
 * part is exactly the part that we want, with no zero padding. Substituting
 * x = w y, w = exp(i pi / 2B), turns that into a cyclic product of B complex
 * points, which FFTW computes. (The right-angle convolution; see
 * paper-notes.md for the derivation and the bound on its rounding error.) */
#ifndef TA_FFT_H
#define TA_FFT_H

#include "base/team.h"

typedef struct ta_fft ta_fft; /* transforms of one length and precision */

typedef struct ta_fft_setup {
    unsigned log_length; /* B = 2^log_length, 6 or more */
    bool single;
    ta_team *team; /* NULL: the caller alone */
    ta_planning planning;
    const char *wisdom; /* NULL or a file */
} ta_fft_setup;

/* Plans. TA_ENOMEM. Adds its seconds to *plan_s. */
ta_status ta_fft_new(const ta_fft_setup *setup, ta_fft **fft, double *plan_s);
void ta_fft_free(ta_fft *fft);

/* Only execution is thread-safe in FFTW; its planner has global state. All
 * plans are made and destroyed between these two. Nothing else of its state is
 * touched: what else in the process uses FFTW keeps its settings. */
void ta_fft_planner_lock(void);
void ta_fft_planner_unlock(void);

/* ---- wisdom.c ---- */

/* FFTW's plans from and to setup->wisdom, under the lock. What cannot be read
 * or written then is left alone: ta_wisdom_check comes before the work. */
void ta_wisdom_read(const ta_fft_setup *setup);
void ta_wisdom_write(const ta_fft_setup *setup);

/* Bytes of one transform, and of what ta_fft_new allocates besides. */
uint64_t ta_fft_transform_bytes(unsigned log_length, bool single);
uint64_t ta_fft_fixed_bytes(unsigned log_length, bool single);

/* transform = that of B bits, or of a window of 2B bits. */
void ta_fft_of_bits(ta_fft *fft, const uint64_t *bits, void *transform);
void ta_fft_of_window(ta_fft *fft, const uint64_t *bits, void *transform);

/* sum (+)= the products a[0] b[0] + ... + a[terms-1] b[terms-1]. */
typedef struct ta_fft_sum {
    void *sum;
    bool add; /* to what is there; else the sum starts from 0 */
    size_t terms;
    const void *const *a;
    const void *const *b;
} ta_fft_sum;

/* Several sums in one pass over the frequencies, so that transforms that
 * they share are read from memory once. */
void ta_fft_accumulate(ta_fft *fft, const ta_fft_sum *sums, size_t count);

/* Transforms `sum` back (destroying it) and sets bit v of marks, of B bits,
 * where the middle product is at least 1, that is above 1/2 as computed.
 * Returns the largest distance of a computed value from an integer. */
double ta_fft_marks(ta_fft *fft, void *sum, uint64_t *marks);

/* The proved bound: every computed value differs from the true one by at
 * most ta_fft_bound(...) * sum over the terms of sqrt(|a| |b|), |.| the
 * numbers of set bits. paper-notes.md, "The rounding bound". */
double ta_fft_bound(unsigned log_length, bool single, size_t terms);

/* What bounds must stay below, where `limit` is asked for: 1/2 at most. */
static inline double ta_fft_limit(double limit)
{
    return limit > 0 && limit < 0.5 ? limit : 0.5;
}

#endif
