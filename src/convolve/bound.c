/* The rounding bound of the middle product; derived in paper-notes.md. */
#include <float.h>
#include <math.h>

#include "convolve/fft.h"

double ta_fft_bound(unsigned log_length, size_t terms)
{
    double u = DBL_EPSILON / 2; /* unit roundoff of rounding to nearest */
    /* One level of a transform: an addition (u), a multiplication by a root
     * of unity (sqrt 5 u, Brent, Percival and Zimmermann 2007), and the
     * error of that root, which FFTW may take as the product of stored ones.
     * Hypothesis H of paper-notes.md allows 6 u for the three together. */
    double level = 6;
    double transform = level * log_length;
    /* The weights: a product of two rounded roots (1 + 1 + sqrt 5) and the
     * addition of the two halves of a window (1). */
    double weight = 6;
    /* A product and `terms` additions, a component's error at most sqrt 2
     * times larger as a complex number. */
    double products = 1.4143 * (double)(terms + 2);
    /* The final weight, and a component of a product of complex numbers. */
    double last = 7;
    double rounds = 2 * (weight + transform) + products + transform + last;
    /* (1 + u)^rounds - 1 <= exp(rounds u) - 1; 1 + 1e-9 covers the rounding
     * of this very computation. */
    return expm1(rounds * u) * (1 + 1e-9);
}
