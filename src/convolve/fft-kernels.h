/* The loops over frequencies and results, one variant per processor family.
 * Transforms are interleaved: re, im, re, im, ... */
#ifndef TA_FFT_KERNELS_H
#define TA_FFT_KERNELS_H

#include "convolve/fft.h"

/* sum[from .. from + length) of one ta_fft_sum; length is 64 or more, a power
 * of two. */
typedef void ta_products_fn(const ta_fft_sum *sum, size_t from, size_t length);

/* 64 results: values[v] = Im(z[v] conj w[v]) / B; returns the bits of those
 * above 1/2 and raises *deviation to the largest distance from an integer. */
typedef uint64_t ta_extract_fn(const void *z, const void *w, double scale,
                               double *deviation);

/* 64 columns: of the blocks of length >> levels points that data falls into,
 * the points [at, at + 64) of each; at is a multiple of 64. Takes them through
 * the first levels of a transform, or back through them. Roots of the level
 * with blocks of `block` points, exp(-2 pi i u / block) for u < block / 2, from
 * index length - block on. */
enum { TA_FFT_COLUMNS = 64, TA_FFT_SPLITS = 4 /* levels at most */ };
typedef void ta_split_fn(void *data, const void *roots, size_t length,
                         unsigned levels, size_t at, bool back);

typedef struct ta_fft_kernels {
    ta_products_fn *products[2]; /* [single] */
    ta_extract_fn *extract[2];
    ta_split_fn *split[2];
} ta_fft_kernels;

ta_split_fn ta_split_double_portable, ta_split_single_portable;
#if TA_X86
ta_split_fn ta_split_double_avx2, ta_split_single_avx2;
#endif

extern const ta_fft_kernels ta_fft_portable;
#if TA_X86
extern const ta_fft_kernels ta_fft_avx2, ta_fft_avx512;
#endif

#endif
