/* Convolves bit arrays by complex Fourier transforms of the library FFTW. The
 * bits are coefficients of polynomials, which are multiplied modulo x^B - i
 * (the right-angle convolution). The substitution x = w y, with w = exp(i pi /
 * 2B), makes this a cyclic convolution of B complex numbers. README.md proves a
 * bound on the rounding errors. FFTW transforms arrays in place. */
#include <fftw3.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "convolve/transforms.h"

typedef struct fft {
    size_t length;
    /* The complex weights w[u] = exp(i pi u / 2B) for 0 <= u < B, where B is
     * `length`. Real and imaginary parts alternate. */
    double *weight;
    fftw_plan forward, backward;
} fft;

enum { COMPLEX = sizeof(fftw_complex) };

pthread_mutex_t tai_fft_planner = PTHREAD_MUTEX_INITIALIZER;

/* Assigns memory of the arena (one block for many arrays) to *t and to its
 * array of weights, in this order. Sets all members of *t except the plans of
 * FFTW. The function is called twice: first it only counts the bytes, and then
 * it assigns the memory that the caller has allocated. */
static void fft_place(fft *t, unsigned log_length, ta_arena *arena)
{
    ta_arena_place(arena, 1, sizeof *t);
    *t = (fft){.length = (size_t)1 << log_length};
    t->weight = ta_arena_place(arena, t->length, COMPLEX);
}

static uint64_t fft_bytes(unsigned log_length)
{
    fft t;
    ta_arena arena = {0};
    fft_place(&t, log_length, &arena);
    /* FFTW itself allocates tables and buffers. They take at most twice the
     * bytes of the arena, and 3 MiB in addition. */
    return 3 * arena.bytes + (3 << 20);
}

static void fft_close(void *state)
{
    fft *t = state;
    if (t == NULL)
        return;
    pthread_mutex_lock(&tai_fft_planner);
    fftw_destroy_plan(t->forward);
    fftw_destroy_plan(t->backward);
    pthread_mutex_unlock(&tai_fft_planner);
    ta_free(t);
}

static ta_status fft_open(const ta_transforms *self, unsigned log_length,
                          tai_pool *pool, void **state)
{
    (void)self;
    (void)pool;
    fft counted, *t;
    ta_arena arena = {0};
    fft_place(&counted, log_length, &arena);
    ta_status st = ta_arena_open(&arena);
    *state = t = (void *)arena.block;
    if (st != TA_OK)
        return st;
    fft_place(t, log_length, &arena);
    /* `any` is an array for FFTW to plan with. With FFTW_ESTIMATE, FFTW neither
     * reads nor writes that array while it makes a plan. So the array of
     * weights, which is not set yet, can serve. */
    fftw_complex *any = (fftw_complex *)t->weight;
    const int length = (int)t->length;
    pthread_mutex_lock(&tai_fft_planner);
    t->forward =
        fftw_plan_dft_1d(length, any, any, FFTW_FORWARD, FFTW_ESTIMATE);
    t->backward =
        fftw_plan_dft_1d(length, any, any, FFTW_BACKWARD, FFTW_ESTIMATE);
    pthread_mutex_unlock(&tai_fft_planner);
    const double right = acos(-1.0) / 2;
    for (size_t u = 0; u < t->length; u++) {
        const double angle = right * (double)u / (double)t->length;
        t->weight[2 * u] = cos(angle);
        t->weight[2 * u + 1] = sin(angle);
    }
    return t->forward != NULL && t->backward != NULL ? TA_OK : TA_ENOMEM;
}

/* Computes the transform of a bit array, and stores it in `transform`. The
 * array has B bits or, if `window` is true, 2B bits, where B is t->length. The
 * bits become B complex numbers: bit u is the real part of number u, and bit B
 * + u is its imaginary part, for u < B. Number u is multiplied by the weight
 * w[u] = exp(i pi u / 2B). FFTW then transforms the B numbers. */
static void fft_forward(void *state, const uint64_t *bits, bool window,
                        void *transform)
{
    const fft *t = state;
    double *data = transform;
    const double *w = t->weight;
    memset(data, 0, t->length * COMPLEX);
    for (size_t k = 0; k < (window ? 2 : 1) * t->length / 64; k++)
        for (uint64_t b = bits[k]; b != 0; b &= b - 1) {
            size_t u = 64 * k + ta_ctz(b), at = 2 * (u % t->length);
            bool upper = u >= t->length;
            data[at] += upper ? -w[at + 1] : w[at];
            data[at + 1] += upper ? w[at] : w[at + 1];
        }
    fftw_execute_dft(t->forward, transform, transform);
}

static void fft_products(void *state, const ta_sum *sum, size_t from, size_t to)
{
    (void)state;
    TA_KERNEL_HERE(tai_fft_kernel)->products(sum, from, to - from);
}

/* Transforms the array `sum` back in place, and marks the values that are not
 * 0. Without rounding errors, all values would be integers. So the function
 * sets bit v of `bits` if value v is above 1/2, for v < B. Value v is Im(z[v]
 * conj(w[v])) / B, where z is the output of FFTW and w[v] = exp(i pi v / 2B).
 * Returns the largest distance of a value from the nearest integer. */
static double fft_marks(void *state, void *sum, uint64_t *bits)
{
    const fft *t = state;
    const double *z = sum;
    double deviation = 0;
    fftw_execute_dft(t->backward, sum, sum);
    for (size_t v = 0; v < t->length; v++) {
        const double *w = t->weight + 2 * v;
        const double value =
            (z[2 * v + 1] * w[0] - z[2 * v] * w[1]) / (double)t->length;
        deviation = fmax(deviation, fabs(value - rint(value)));
        bits[v / 64] |= (uint64_t)(value > 0.5) << v % 64;
    }
    return deviation;
}

/* Returns the factor of the bound on rounding errors that README.md proves. The
 * bound is this factor times the sum of sqrt(|a| |b|) over all products, where
 * |a| and |b| are the numbers of set bits of the two arrays. The factor is
 * exp(rho u) - 1, where u = 2^-53 is the largest relative error of one
 * rounding. The number rho grows with the number of terms of the sum and with
 * log_length, log2 of the length of a transform. */
static double fft_bound(const ta_transforms *self, unsigned log_length,
                        size_t terms)
{
    (void)self;
    /* Bounds on relative errors, in units of u = 2^-53, the largest relative
     * error of one rounding. `stage` is the bound for each of the log_length
     * stages of a transform (hypothesis H of README.md). `weight` is the bound
     * for multiplying the input by weights. `last` is the bound for multiplying
     * the result by weights and taking the imaginary part. */
    const double stage = 8, weight = 4, last = 5;
    const double transform = stage * log_length;
    /* A bound on the relative error of a sum of products of complex numbers, in
     * units of 2^-53. The real part and the imaginary part are sums of products
     * of real numbers. Each of these products is rounded once itself, and then
     * at most terms + 1 times when it is added up. The error of the complex
     * number is at most sqrt(2) times as large. */
    const double products = 1.4143 * (double)(terms + 2);
    const double all = 2 * (weight + transform) + products + transform + last;
    /* The factor 1 + 1e-9 covers the rounding errors made in computing the
     * bound itself. */
    return expm1(all * DBL_EPSILON / 2) * (1 + 1e-9);
}

static double fft_norm(double a, double b)
{
    return sqrt(a * b);
}

const ta_transforms tai_fftw = {"fftw",       6,         30,        COMPLEX,
                                fft_bytes,    fft_open,  fft_close, fft_forward,
                                fft_products, fft_marks, fft_bound, fft_norm};
