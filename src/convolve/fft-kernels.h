/* The loops over frequencies and results, one variant per processor family.
 * Transforms are interleaved: re, im, re, im, ... */
#ifndef TA_FFT_KERNELS_H
#define TA_FFT_KERNELS_H

#include "convolve/fft.h"

typedef struct ta_fft_kernels {
    /* sum[from .. from + length) of one sum; length is 64 or more, a power of
     * two. */
    void (*products)(const ta_sum *sum, size_t from, size_t length);
    /* 64 results: values[v] = Im(z[v] conj w[v]) / B; returns the bits of those
     * above 1/2 and raises *deviation to the largest distance from an
     * integer. */
    uint64_t (*extract)(const double *z, const double *w, double scale,
                        double *deviation);
} ta_fft_kernels;

extern const ta_fft_kernels ta_fft_portable;
#if TA_X86
extern const ta_fft_kernels ta_fft_avx2, ta_fft_avx512;
#endif

#endif
