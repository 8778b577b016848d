/* A right-angle convolution by FFTW: substituting x = w y, w = exp(i pi / 2B),
 * turns the product modulo x^B - i into a cyclic one of B complex numbers.
 * README.md, "The bound for FFTW", has the proof. */
#include <fftw3.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "convolve/transforms.h"

typedef struct fft {
    size_t length;  /* B */
    double *weight; /* w^0, w^1, ...: re, im, re, im, ... */
    fftw_plan forward, backward;
} fft;

enum { COMPLEX = sizeof(fftw_complex) };

pthread_mutex_t tai_fft_planner = PTHREAD_MUTEX_INITIALIZER;

/* Runs twice: base/arena.h. *t itself is placed first. */
static void fft_place(fft *t, unsigned log_length, tai_arena *arena)
{
    tai_arena_place(arena, 1, sizeof *t);
    *t = (fft){.length = (size_t)1 << log_length};
    t->weight = tai_arena_place(arena, t->length, COMPLEX);
}

static uint64_t fft_bytes(unsigned log_length)
{
    fft t;
    tai_arena arena = {0};
    fft_place(&t, log_length, &arena);
    /* FFTW itself takes at most twice the arena and 3 MiB
     * (tests/cli/cases-memory.sh). */
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
    ta_free(t); /* and `weight` */
}

static ta_status fft_open(const tai_transforms *self, unsigned log_length,
                          tai_pool *pool, void **state)
{
    (void)self;
    (void)pool;
    fft counted, *t;
    tai_arena arena = {0};
    fft_place(&counted, log_length, &arena);
    ta_status st = tai_arena_open(&arena);
    *state = t = (void *)arena.block;
    if (st != TA_OK)
        return st;
    fft_place(t, log_length, &arena);
    /* With FFTW_ESTIMATE, planning neither reads nor writes the array. Others
     * are transformed, in place and aligned as it is, as fftw_execute_dft
     * needs. */
    fftw_complex *any = (fftw_complex *)t->weight;
    const int length = (int)t->length;
    pthread_mutex_lock(&tai_fft_planner);
    t->forward =
        fftw_plan_dft_1d(length, any, any, FFTW_FORWARD, FFTW_ESTIMATE);
    t->backward =
        fftw_plan_dft_1d(length, any, any, FFTW_BACKWARD, FFTW_ESTIMATE);
    pthread_mutex_unlock(&tai_fft_planner);
    const double right = acos(-1.0) / 2;
    for (size_t k = 0; k < t->length; k++) {
        const double angle = right * (double)k / (double)t->length;
        t->weight[2 * k] = cos(angle);
        t->weight[2 * k + 1] = sin(angle);
    }
    return t->forward != NULL && t->backward != NULL ? TA_OK : TA_ENOMEM;
}

/* Bit k is the real part of number k, bit B + k the imaginary part, since x^B =
 * i; the number is multiplied by w^k. */
static void fft_forward(void *state, const uint64_t *bits, bool window,
                        void *transform)
{
    const fft *t = state;
    double *data = transform;
    memset(data, 0, t->length * COMPLEX);
    for (size_t k = 0; k < (window ? 2 : 1) * t->length / 64; k++)
        for (uint64_t b = bits[k]; b != 0; b &= b - 1) {
            const size_t bit = 64 * k + tai_ctz(b), at = 2 * (bit % t->length);
            const bool imaginary = bit >= t->length;
            const double re = t->weight[at], im = t->weight[at + 1];
            data[at] += imaginary ? -im : re;
            data[at + 1] += imaginary ? re : im;
        }
    fftw_execute_dft(t->forward, transform, transform);
}

static void fft_products(void *state, const tai_sum *sum, size_t from,
                         size_t to)
{
    (void)state;
    TA_KERNEL_HERE(tai_fft_kernel)->products(sum, from, to - from);
}

/* Value v is Im(z[v] conj(w^v)) / B: P1 of README.md. */
static double fft_marks(void *state, void *sum, uint64_t *bits)
{
    const fft *t = state;
    const double *z = sum;
    double deviation = 0;
    fftw_execute_dft(t->backward, sum, sum);
    for (size_t v = 0; v < t->length; v++) {
        const double re = t->weight[2 * v], im = t->weight[2 * v + 1];
        const double value =
            (z[2 * v + 1] * re - z[2 * v] * im) / (double)t->length;
        deviation = fmax(deviation, fabs(value - rint(value)));
        bits[v / 64] |= (uint64_t)(value > 0.5) << v % 64;
    }
    return deviation;
}

/* Returns exp(rho u) - 1, u = 2^-53: the theorem of README.md. */
static double fft_bound(const tai_transforms *self, unsigned log_length,
                        size_t terms)
{
    (void)self;
    /* In units of u: a stage of a transform (hypothesis H), the weights, the
     * last weight and the imaginary part. */
    const double stage = 8, weight = 4, last = 5;
    const double transform = stage * log_length;
    /* Sums of products: README.md, step 4. */
    const double products = 1.4143 * (double)(terms + 2);
    const double all = 2 * (weight + transform) + products + transform + last;
    /* For the roundings of this computation. */
    return expm1(all * DBL_EPSILON / 2) * (1 + 1e-9);
}

static double fft_norm(double a, double b)
{
    return sqrt(a * b);
}

const tai_transforms tai_fftw = {
    "fftw",    6,           30,           COMPLEX,   fft_bytes, fft_open,
    fft_close, fft_forward, fft_products, fft_marks, fft_bound, fft_norm};
