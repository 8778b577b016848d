#include <math.h>

#include "convolve/fft-kernels.h"

enum { CHUNK = 64 }; /* partial sums that stay in the L1 cache */

static void products(const ta_sum *s, size_t from, size_t length)
{
    for (size_t at = 2 * from; at < 2 * (from + length); at += 2 * CHUNK) {
        double sum[2 * CHUNK] = {0};
        for (size_t t = 0; t < s->terms; t++) {
            const double *a = (const double *)s->a[t] + at;
            const double *b = (const double *)s->b[t] + at;
            for (size_t f = 0; f < 2 * CHUNK; f += 2) {
                sum[f] += a[f] * b[f] - a[f + 1] * b[f + 1];
                sum[f + 1] += a[f] * b[f + 1] + a[f + 1] * b[f];
            }
        }
        double *out = (double *)s->sum + at;
        for (size_t f = 0; f < 2 * CHUNK; f++)
            out[f] = s->add ? out[f] + sum[f] : sum[f];
    }
}

static uint64_t extract(const double *z, const double *w, double scale,
                        double *deviation)
{
    uint64_t bits = 0;
    for (size_t v = 0; v < 64; v++) {
        double im = z[2 * v + 1] * w[2 * v] - z[2 * v] * w[2 * v + 1];
        double value = im * scale, off = fabs(value - rint(value));
        if (off > *deviation)
            *deviation = off;
        bits |= (uint64_t)(value > 0.5) << v;
    }
    return bits;
}

const ta_fft_kernels ta_fft_portable = {products, extract};
