/* The rounding bound of the middle product; derived in paper-notes.md. */
#include <float.h>
#include <math.h>

#include "convolve/fft-kernels.h"

double ta_fft_bound(unsigned log_length, size_t terms)
{
    double u = DBL_EPSILON / 2; /* unit roundoff of rounding to nearest */
    /* One level of a transform: additions, products with the roots inside a
     * codelet, and its share of a twiddle factor, which FFTW may form as a
     * product of stored ones. Hypothesis H of paper-notes.md. */
    double level = 8;
    double transform = level * log_length;
    /* The weights: a product of two roots, each with the error of its angle and
     * of the C library's sine and cosine (6.7); and the addition of the two
     * halves of a window (1). */
    double weight = 8;
    /* A product and `terms` additions, a component's error at most sqrt 2
     * times larger as a complex number. */
    double products = 1.4143 * (double)(terms + 2);
    /* The final weight, and a component of a product of complex numbers. */
    double last = 9;
    double rounds = 2 * (weight + transform) + products + transform + last;
    /* (1 + u)^rounds - 1 <= exp(rounds u) - 1; 1 + 1e-9 covers the rounding
     * of this very computation. */
    return expm1(rounds * u) * (1 + 1e-9);
}
