/* Substituting x = w y, w = exp(i pi / 2B), turns products modulo x^B = i into
 * cyclic ones of B complex points, which FFTW computes. (The right-angle
 * convolution; paper-notes.md has the derivation and the bound on its rounding
 * error.) */
#include <fftw3.h>
#include <float.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "base/arena.h"
#include "convolve/fft-kernels.h"

typedef struct fft {
    size_t length;
    ta_team *team;  /* of the products; FFTW has one thread */
    double *weight; /* exp(i pi u / 2B), u < B */
    double *work;   /* the other array of transforms out of place */
    double *other;  /* where plans are made: on what holds nothing */
    bool in_place;
    fftw_plan forward, backward;
    const ta_fft_kernels *kernels;
    const ta_sum *sums; /* that are being formed, by items of so many points */
    size_t n_sums, chunk;
    ta_team_job job;
} fft;

enum { COMPLEX = sizeof(fftw_complex) };

static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER;

void ta_fft_planner_lock(void)
{
    pthread_mutex_lock(&planner);
}

void ta_fft_planner_unlock(void)
{
    pthread_mutex_unlock(&planner);
}

static uint64_t bytes(unsigned log_length)
{
    return ta_mul_sat((uint64_t)1 << log_length, COMPLEX);
}

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

/* The arrays of t, and t itself, whose place is returned. */
static fft *place(fft *t, unsigned log_length, ta_arena *arena)
{
    fft *self = ta_arena_place(arena, 1, sizeof *t);
    *t = (fft){.length = (size_t)1 << log_length};
    t->weight = ta_arena_place(arena, t->length, COMPLEX);
    t->work = ta_arena_place(arena, t->length, COMPLEX);
    t->other = ta_arena_place(arena, t->length, COMPLEX);
    /* Out of place is quicker while both arrays stay in the L2 cache, in place
     * beyond: 14.6 against 22.9 ns a point at 2^20. */
    t->in_place = bytes(log_length) > (uint64_t)1 << 21;
    return self;
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
static bool make_plans(fft *t, const ta_transform_setup *setup)
{
    bool measure = setup->planning == TA_PLAN_MEASURE;
    unsigned flags = measure ? FFTW_MEASURE : FFTW_ESTIMATE;
    fftw_complex *other = (fftw_complex *)t->other;
    fftw_complex *work = t->in_place ? other : (fftw_complex *)t->work;
    ta_fft_planner_lock();
    if (setup->wisdom != NULL)
        fftw_import_wisdom_from_filename(setup->wisdom);
    t->forward =
        fftw_plan_dft_1d((int)t->length, work, other, FFTW_FORWARD, flags);
    t->backward =
        fftw_plan_dft_1d((int)t->length, other, work, FFTW_BACKWARD, flags);
    if (measure && setup->wisdom != NULL)
        fftw_export_wisdom_to_filename(setup->wisdom);
    ta_fft_planner_unlock();
    return t->forward != NULL && t->backward != NULL;
}

static void close(void *state)
{
    fft *t = state;
    if (t == NULL)
        return;
    ta_fft_planner_lock();
    fftw_destroy_plan(t->forward);
    fftw_destroy_plan(t->backward);
    ta_fft_planner_unlock();
    ta_free(t);
}

static ta_status open(const ta_transform_setup *setup, void **state)
{
    fft plan, *t;
    ta_arena arena = {0};
    *state = NULL;
    place(&plan, setup->log_length, &arena);
    if (ta_arena_open(&arena) != TA_OK)
        return TA_ENOMEM;
    t = place(&plan, setup->log_length, &arena);
    *t = plan;
    /* Below 2^15 a pass is shorter than waking a thread is worth. */
    t->team = setup->log_length >= 15 ? setup->team : NULL;
    t->kernels = &ta_fft_portable;
#if TA_X86
    if (ta_cpu_isa() == TA_ISA_AVX2)
        t->kernels = &ta_fft_avx2;
    if (ta_cpu_isa() == TA_ISA_AVX512)
        t->kernels = &ta_fft_avx512;
#endif
    fill_weights(t);
    if (!make_plans(t, setup)) {
        close(t);
        return TA_ENOMEM;
    }
    *state = t;
    return TA_OK;
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

static void do_products(void *state, unsigned thread, size_t item)
{
    const fft *t = state;
    (void)thread;
    for (size_t k = 0; k < t->n_sums; k++)
        t->kernels->products(&t->sums[k], item * t->chunk, t->chunk);
}

static void begin(void *state, const ta_sum *sums, size_t count)
{
    /* The parts of all transforms that a pass reads stay in L1, as far as they
     * can, where the sums share them. */
    enum { PASS_BYTES = 1 << 15, PASS_LEAST = 64 };
    fft *t = state;
    size_t terms = 1, chunk = t->length;
    for (size_t k = 0; k < count; k++)
        terms = sums[k].terms > terms ? sums[k].terms : terms;
    while (chunk > PASS_LEAST && chunk > PASS_BYTES / (2 * terms * COMPLEX))
        chunk /= 2;
    t->sums = sums;
    t->n_sums = count;
    t->chunk = chunk;
    ta_team_job_set(&t->job, do_products, t, t->length / chunk);
    t->job.brief = true;
    ta_team_begin(t->team, &t->job);
}

static void end(void *state)
{
    fft *t = state;
    ta_team_end(t->team, &t->job);
}

static double marks(void *state, void *sum, uint64_t *bits)
{
    fft *t = state;
    double *data = t->in_place ? sum : t->work;
    fftw_execute_dft(t->backward, sum, (fftw_complex *)data);
    double scale = 1.0 / (double)t->length, deviation = 0;
    for (size_t k = 0; k < t->length / 64; k++)
        bits[k] = t->kernels->extract(data + 128 * k, t->weight + 128 * k,
                                      scale, &deviation);
    return deviation;
}

/* Derived in paper-notes.md. */
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

static double norm(double a, double b)
{
    return sqrt(a * b);
}

const ta_transforms ta_fftw = {
    "fftw",  6,     30,  bytes, fixed_bytes,  open, close,
    forward, begin, end, marks, ta_fft_bound, norm};
