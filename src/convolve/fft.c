/* Substituting x = w y, w = exp(i pi / 2B), turns products modulo x^B = i into
 * cyclic ones of B complex points, which FFTW computes: the right-angle
 * convolution. README.md has the bound on its rounding error. */
#include <fftw3.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "convolve/fft.h"

typedef struct fft {
    size_t length;
    double *weight; /* exp(i pi u / 2B), u < B */
    double *work;   /* the other array of transforms out of place */
    double *other;  /* where plans are made: on what holds nothing */
    bool in_place;
    fftw_plan forward, backward;
} fft;

enum { COMPLEX = sizeof(fftw_complex) };

pthread_mutex_t tai_fft_planner = PTHREAD_MUTEX_INITIALIZER;

static void fill_weights(fft *t)
{
    const double right = acos(-1.0) / 2;
    for (size_t u = 0; u < t->length; u++) {
        const double angle = right * (double)u / (double)t->length;
        t->weight[2 * u] = cos(angle);
        t->weight[2 * u + 1] = sin(angle);
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
    pthread_mutex_lock(&tai_fft_planner);
    t->forward = fftw_plan_dft_1d((int)t->length, work, other, FFTW_FORWARD,
                                  FFTW_ESTIMATE);
    t->backward = fftw_plan_dft_1d((int)t->length, other, work, FFTW_BACKWARD,
                                   FFTW_ESTIMATE);
    pthread_mutex_unlock(&tai_fft_planner);
    return t->forward != NULL && t->backward != NULL;
}

static void close(void *state)
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

static ta_status open(const ta_transforms *self, unsigned log_length,
                      tai_pool *pool, void **state)
{
    (void)self;
    (void)pool;
    fft counted, *t;
    ta_arena arena = {0};
    place(&counted, log_length, &arena);
    ta_status st = ta_arena_open(&arena);
    *state = t = (void *)arena.block;
    if (st != TA_OK)
        return st;
    place(t, log_length, &arena);
    fill_weights(t);
    return make_plans(t) ? TA_OK : TA_ENOMEM;
}

/* Transforms a real sequence folded to half its length: the upper half of a
 * window becomes the imaginary part. */
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
    (void)state;
    TA_KERNEL_HERE(tai_fft_kernel)->products(sum, from, to - from);
}

/* The value v of the middle product is Im(z[v] conj w[v]) / B. */
static double marks(void *state, void *sum, uint64_t *bits)
{
    const fft *t = state;
    double *z = t->in_place ? sum : t->work, deviation = 0;
    fftw_execute_dft(t->backward, sum, (fftw_complex *)z);
    for (size_t v = 0; v < t->length; v++) {
        const double *w = t->weight + 2 * v;
        const double value =
            (z[2 * v + 1] * w[0] - z[2 * v] * w[1]) / (double)t->length;
        deviation = fmax(deviation, fabs(value - rint(value)));
        bits[v / 64] |= (uint64_t)(value > 0.5) << v % 64;
    }
    return deviation;
}

/* Returns the factor that README.md derives. */
static double bound(unsigned log_length, size_t terms)
{
    double u = DBL_EPSILON / 2; /* unit roundoff of rounding to nearest */
    /* One level of a transform. Hypothesis H of README.md. */
    double level = 8;
    double transform = level * log_length;
    /* The weights: a root, with the error of its angle and of the C library's
     * sine and cosine (2.62); and the addition of the two halves of a window
     * (1). */
    double weight = 4;
    /* A product and `terms` additions, a component's error at most sqrt 2
     * times larger as a complex number. */
    double products = 1.4143 * (double)(terms + 2);
    /* The final weight, and a component of a product of complex numbers. */
    double last = 5;
    double rounds = 2 * (weight + transform) + products + transform + last;
    /* (1 + u)^rounds - 1 <= exp(rounds u) - 1; 1 + 1e-9 covers the rounding
     * of this very computation. */
    return expm1(rounds * u) * (1 + 1e-9);
}

static double norm(double a, double b)
{
    return sqrt(a * b);
}

const ta_transforms tai_fftw = {"fftw",      6,     30,    COMPLEX,
                                fixed_bytes, open,  close, forward,
                                products,    marks, bound, norm};
