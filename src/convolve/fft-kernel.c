/* Adds up products of complex transforms: re, im, re, im, ... README.md, proof
 * of the bound, step 4, counts roundings. */
#include "base/vector.h"
#include "convolve/transforms.h"

/* Takes POINTS numbers at a time: x collects Re a Re b and Im a Im b, y Re a Im
 * b and Im a Re b. `length` is a multiple of 64. */
static void products(const tai_sum *s, size_t from, size_t length)
{
    enum { POINTS = TA_VECTOR / 4 };
    for (size_t at = 2 * from; at < 2 * (from + length); at += 2 * POINTS) {
        double *restrict out = (double *)s->sum + at;
        double x[2 * POINTS] = {0}, y[2 * POINTS] = {0};
        for (size_t t = 0; t < s->terms; t++) {
            const double *a = (const double *)s->a[t] + at;
            const double *b = (const double *)s->b[t] + at;
            for (size_t k = 0; k < 2 * POINTS; k++) {
                x[k] += a[k] * b[k];
                y[k] += a[k] * b[k ^ 1];
            }
        }
        for (size_t k = 0; k < 2 * POINTS; k += 2) {
            out[k] = (s->add ? out[k] : 0) + (x[k] - x[k + 1]);
            out[k + 1] = (s->add ? out[k + 1] : 0) + (y[k] + y[k + 1]);
        }
    }
}

const tai_fft_kernel TA_VARIANT(tai_fft_kernel) = {products};
