/* Adds up products of complex transforms (see convolve/README.md). A transform
 * is an array of doubles in which real and imaginary parts alternate: re, im,
 * re, im, ... */
#include "base/vector.h"
#include "convolve/transforms.h"

/* Computes the points [from, from + length) of the sum of products *s, or adds
 * the products to the points that are there if s->add is set. Works on POINTS
 * complex points at a time, whose partial sums the compiler keeps in vector
 * registers. For a product (ar + i ai) (br + i bi), x collects ar br and ai bi,
 * and y collects ar bi and ai br. */
static void products(const ta_sum *s, size_t from, size_t length)
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
