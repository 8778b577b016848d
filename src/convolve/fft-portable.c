#include <math.h>

#include "convolve/fft-kernels.h"

enum { CHUNK = 64 }; /* partial sums that stay in the L1 cache */

/* Written twice by the preprocessor: for double and for float. */
#define KERNELS(REAL, NAME)                                                    \
    static void products_##NAME(const ta_fft_sum *s, size_t from,              \
                                size_t length)                                 \
    {                                                                          \
        for (size_t at = 2 * from; at < 2 * (from + length);                   \
             at += 2 * CHUNK) {                                                \
            REAL sum[2 * CHUNK] = {0};                                         \
            for (size_t t = 0; t < s->terms; t++) {                            \
                const REAL *a = (const REAL *)s->a[t] + at;                    \
                const REAL *b = (const REAL *)s->b[t] + at;                    \
                for (size_t f = 0; f < 2 * CHUNK; f += 2) {                    \
                    sum[f] += a[f] * b[f] - a[f + 1] * b[f + 1];               \
                    sum[f + 1] += a[f] * b[f + 1] + a[f + 1] * b[f];           \
                }                                                              \
            }                                                                  \
            REAL *out = (REAL *)s->sum + at;                                   \
            for (size_t f = 0; f < 2 * CHUNK; f++)                             \
                out[f] = s->add ? out[f] + sum[f] : sum[f];                    \
        }                                                                      \
    }                                                                          \
    static uint64_t extract_##NAME(const void *zs, const void *ws,             \
                                   double scale, double *deviation)            \
    {                                                                          \
        const REAL *z = zs, *w = ws;                                           \
        uint64_t bits = 0;                                                     \
        for (size_t v = 0; v < 64; v++) {                                      \
            REAL im = z[2 * v + 1] * w[2 * v] - z[2 * v] * w[2 * v + 1];       \
            double value = (double)im * scale;                                 \
            double off = fabs(value - rint(value));                            \
            if (off > *deviation)                                              \
                *deviation = off;                                              \
            bits |= (uint64_t)(value > 0.5) << v;                              \
        }                                                                      \
        return bits;                                                           \
    }

KERNELS(double, double)
KERNELS(float, single)

const ta_fft_kernels ta_fft_portable = {
    {products_double, products_single},
    {extract_double, extract_single},
    {ta_split_double_portable, ta_split_single_portable}};
