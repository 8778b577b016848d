/* Adds up products of complex Fourier transforms, the inner loop of fft.c. A
 * transform is an array of doubles in which real and imaginary parts alternate:
 * re, im, re, im, ... */
#include "base/vector.h"
#include "convolve/transforms.h"

/* Computes a part of the sum of products *s, an array of complex numbers. The
 * part is the `length` numbers that begin with number `from`, counted from 0.
 * If s->add is true, adds them to the numbers in the array s->sum. Otherwise
 * stores them there.
 *
 * The loop works on POINTS complex numbers at a time, and keeps their partial
 * sums in the arrays x and y. Both have two entries for each complex number. A
 * product of the factors a and b adds Re a Re b and Im a Im b to the two
 * entries of x, and Re a Im b and Im a Re b to those of y. At the end, the real
 * part is the difference of the two entries of x. The imaginary part is the sum
 * of the two entries of y. */
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
