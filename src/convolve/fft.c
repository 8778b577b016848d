/* Substituting x = w y, w = exp(i pi / 2B), turns products modulo x^B = i into
 * cyclic ones of B complex points, which FFTW computes. (The right-angle
 * convolution; paper-notes.md has the derivation and the bound on its rounding
 * error.) */
#include <fftw3.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "convolve/transforms.h"

#if TA_X86
#include <immintrin.h>
#endif

/* The loops over frequencies and results, one variant per processor family.
 * Transforms are interleaved: re, im, re, im, ... */
typedef struct fft_kernels {
    /* sum[from .. from + length) of one sum; length is 64 or more, a power of
     * two. */
    void (*products)(const ta_sum *sum, size_t from, size_t length);
    /* 64 results: values[v] = Im(z[v] conj w[v]) / B; returns the bits of those
     * above 1/2 and raises *deviation to the largest distance from an
     * integer. */
    uint64_t (*extract)(const double *z, const double *w, double scale,
                        double *deviation);
} fft_kernels;

#define UNROLL _Pragma("GCC unroll 4")
#ifdef __clang__
#define SHUFFLE(A, B, ...) __builtin_shufflevector(A, B, __VA_ARGS__)
#else
#define SHUFFLE(A, B, ...) __builtin_shuffle(A, B, (I){__VA_ARGS__})
#endif
/* E and O, and so on for every two lanes. */
#define LANES_2(E, O) E, O
#define LANES_4(E, O) E, O, (E) + 2, (O) + 2
#define LANES_8(E, O) LANES_4(E, O), (E) + 4, (O) + 4, (E) + 6, (O) + 6

#define NAME(X) X##_portable
#define TARGET
#define W            2
#define LANES        LANES_2
#define FMA(A, B, C) ((A) * (B) + (C))
#include "convolve/fft-kernel.h"

#if TA_X86
#define NAME(X) X##_avx2
#define TARGET  TA_TARGET_AVX2
#define W       4
#define LANES   LANES_4
#define FMA(A, B, C)                                                           \
    ((V)_mm256_fmadd_pd((__m256d)(A), (__m256d)(B), (__m256d)(C)))
#include "convolve/fft-kernel.h"

#define NAME(X) X##_avx512
#define TARGET  TA_TARGET_AVX512
#define W       8
#define LANES   LANES_8
#define FMA(A, B, C)                                                           \
    ((V)_mm512_fmadd_pd((__m512d)(A), (__m512d)(B), (__m512d)(C)))
#include "convolve/fft-kernel.h"
#endif

typedef struct fft {
    size_t length;
    double *weight; /* exp(i pi u / 2B), u < B */
    double *work;   /* the other array of transforms out of place */
    double *other;  /* where plans are made: on what holds nothing */
    bool in_place;
    fftw_plan forward, backward;
    const fft_kernels *kernels;
} fft;

enum { COMPLEX = sizeof(fftw_complex) };

pthread_mutex_t ta_fft_planner = PTHREAD_MUTEX_INITIALIZER;

/* Weight u = coarse[u / STEP] * fine[u % STEP]: a product of two rounded
 * roots instead of a sine and a cosine for each; the bound allows for it. */
static void fill_weights(fft *t)
{
    enum { STEP = 64 };
    double right = acos(-1.0) / 2, fine[2 * STEP];
    for (size_t k = 0; k < STEP; k++) {
        double angle = right * (double)k / (double)t->length;
        fine[2 * k] = cos(angle);
        fine[2 * k + 1] = sin(angle);
    }
    for (size_t u = 0; u < t->length; u += STEP) {
        double angle = right * (double)u / (double)t->length;
        double re = cos(angle), im = sin(angle), *w = t->weight + 2 * u;
        for (size_t k = 0; k < STEP; k++) {
            w[2 * k] = re * fine[2 * k] - im * fine[2 * k + 1];
            w[2 * k + 1] = re * fine[2 * k + 1] + im * fine[2 * k];
        }
    }
}

/* The state, which the arena begins with, and its arrays. */
static void place(fft *t, unsigned log_length, ta_arena *arena)
{
    ta_arena_place(arena, 1, sizeof *t);
    *t = (fft){.length = (size_t)1 << log_length};
    t->weight = ta_arena_place(arena, t->length, COMPLEX);
    t->work = ta_arena_place(arena, t->length, COMPLEX);
    t->other = ta_arena_place(arena, t->length, COMPLEX);
    /* Out of place is quicker while both arrays stay in the L2 cache, in place
     * beyond: 14.6 against 22.9 ns a point at 2^20. */
    t->in_place = t->length * COMPLEX > (uint64_t)1 << 21;
}

static uint64_t fixed_bytes(unsigned log_length)
{
    /* What FFTW keeps of its own; beyond that it comes to less than the array
     * that is never touched. */
    enum { OWN = 3 << 20 };
    fft t;
    ta_arena arena = {0};
    place(&t, log_length, &arena);
    return arena.bytes + OWN;
}

/* Forward plans go from `work` to another array, backward ones the other way;
 * or both stay in place. */
static bool make_plans(fft *t)
{
    fftw_complex *other = (fftw_complex *)t->other;
    fftw_complex *work = t->in_place ? other : (fftw_complex *)t->work;
    pthread_mutex_lock(&ta_fft_planner);
    t->forward = fftw_plan_dft_1d((int)t->length, work, other, FFTW_FORWARD,
                                  FFTW_ESTIMATE);
    t->backward = fftw_plan_dft_1d((int)t->length, other, work, FFTW_BACKWARD,
                                   FFTW_ESTIMATE);
    pthread_mutex_unlock(&ta_fft_planner);
    return t->forward != NULL && t->backward != NULL;
}

static void close(void *state)
{
    fft *t = state;
    if (t == NULL)
        return;
    pthread_mutex_lock(&ta_fft_planner);
    fftw_destroy_plan(t->forward);
    fftw_destroy_plan(t->backward);
    pthread_mutex_unlock(&ta_fft_planner);
    ta_free(t);
}

static ta_status open(const ta_transforms *self, unsigned log_length,
                      ta_team *team, void **state)
{
    (void)self;
    (void)team;
    fft counted, *t;
    ta_arena arena = {0};
    place(&counted, log_length, &arena);
    ta_status st = ta_arena_open(&arena);
    *state = t = (void *)arena.block;
    if (st != TA_OK)
        return st;
    place(t, log_length, &arena);
    t->kernels = TA_BY_ISA(&kernels_portable, &kernels_avx2, &kernels_avx512);
    fill_weights(t);
    return make_plans(t) ? TA_OK : TA_ENOMEM;
}

/* The upper half of a window counts times i. */
static void forward(void *state, const uint64_t *bits, bool window,
                    void *transform)
{
    fft *t = state;
    double *data = t->in_place ? transform : t->work;
    const double *w = t->weight;
    memset(data, 0, t->length * COMPLEX);
    for (size_t k = 0; k < (window ? 2 : 1) * t->length / 64; k++)
        for (uint64_t b = bits[k]; b != 0; b &= b - 1) {
            size_t u = 64 * k + ta_ctz(b), at = 2 * (u % t->length);
            bool upper = u >= t->length;
            data[at] += upper ? -w[at + 1] : w[at];
            data[at + 1] += upper ? w[at] : w[at + 1];
        }
    fftw_execute_dft(t->forward, (fftw_complex *)data, transform);
}

static void products(void *state, const ta_sum *sum, size_t from, size_t to)
{
    const fft *t = state;
    t->kernels->products(sum, from, to - from);
}

static double marks(void *state, void *sum, uint64_t *bits)
{
    fft *t = state;
    double *data = t->in_place ? sum : t->work;
    fftw_execute_dft(t->backward, sum, (fftw_complex *)data);
    double scale = 1.0 / (double)t->length, deviation = 0;
    for (size_t k = 0; k < t->length / 64; k++)
        bits[k] |= t->kernels->extract(data + 128 * k, t->weight + 128 * k,
                                       scale, &deviation);
    return deviation;
}

/* Derived in paper-notes.md. */
static double bound(unsigned log_length, size_t terms)
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

static double norm(double a, double b)
{
    return sqrt(a * b);
}

const ta_transforms ta_fftw = {"fftw",      6,     30,    COMPLEX,
                               fixed_bytes, open,  close, forward,
                               products,    marks, bound, norm};
