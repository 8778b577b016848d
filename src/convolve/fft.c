#include <fftw3.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "convolve/fft-kernels.h"

struct ta_fft {
    unsigned log_length;
    size_t length;
    bool single;
    unsigned threads;
    void *weight; /* exp(i pi u / 2B), u < B, in the precision */
    void *work;   /* the other array of transforms out of place, or NULL */
    union {
        fftw_plan d;
        fftwf_plan f;
    } forward, backward;
    ta_products_fn *products;
    ta_extract_fn *extract;
};

static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER;
static bool threads_ready; /* under the lock */

void ta_fft_planner_lock(void)
{
    pthread_mutex_lock(&planner);
    if (!threads_ready)
        threads_ready = fftw_init_threads() != 0 && fftwf_init_threads() != 0;
    if (threads_ready) {
        fftw_plan_with_nthreads(1);
        fftwf_plan_with_nthreads(1);
    }
}

void ta_fft_planner_unlock(void)
{
    pthread_mutex_unlock(&planner);
}

static size_t complex_size(bool single)
{
    return single ? sizeof(fftwf_complex) : sizeof(fftw_complex);
}

uint64_t ta_fft_transform_bytes(unsigned log_length, bool single)
{
    return ta_mul_sat((uint64_t)1 << log_length, complex_size(single));
}

uint64_t ta_fft_fixed_bytes(unsigned log_length, bool single)
{
    /* The weights, the other array while planning or after; and FFTW's
     * twiddle factors and buffers. */
    return 3 * ta_fft_transform_bytes(log_length, single) + 65536;
}

/* Weight u = coarse[u / STEP] * fine[u % STEP]: a product of two rounded
 * roots instead of a sine and a cosine for each; the bound allows for it. */
static void fill_weights(ta_fft *fft)
{
    enum { STEP = 64 };
    double right = acos(-1.0) / 2, fine[2 * STEP];
    for (size_t k = 0; k < STEP; k++) {
        double angle = right * (double)k / (double)fft->length;
        fine[2 * k] = cos(angle);
        fine[2 * k + 1] = sin(angle);
    }
    for (size_t u = 0; u < fft->length; u += STEP) {
        double angle = right * (double)u / (double)fft->length;
        double re = cos(angle), im = sin(angle);
        for (size_t k = 0; k < STEP; k++) {
            double x = re * fine[2 * k] - im * fine[2 * k + 1];
            double y = re * fine[2 * k + 1] + im * fine[2 * k];
            if (fft->single) {
                ((float *)fft->weight)[2 * (u + k)] = (float)x;
                ((float *)fft->weight)[2 * (u + k) + 1] = (float)y;
            } else {
                ((double *)fft->weight)[2 * (u + k)] = x;
                ((double *)fft->weight)[2 * (u + k) + 1] = y;
            }
        }
    }
}

/* Out of place is quicker while both arrays stay in the L2 cache, in place
 * beyond: 3.7 against 6.0 ns a point at 2^17 single, 22.9 against 14.6 at
 * 2^20 double. */
static bool goes_out_of_place(unsigned log_length, bool single)
{
    return ta_fft_transform_bytes(log_length, single) <= (uint64_t)1 << 21;
}

/* Forward plans go from `work` to another array, backward ones the other way;
 * or both stay in place. */
static bool make_plans(ta_fft *fft, const ta_fft_setup *setup, void *other)
{
    int n = (int)fft->length;
    void *work = fft->work != NULL ? fft->work : other;
    unsigned flags =
        setup->planning == TA_PLAN_MEASURE ? FFTW_MEASURE : FFTW_ESTIMATE;
    ta_fft_planner_lock();
    ta_wisdom_read(setup);
    if (fft->single) {
        if (threads_ready)
            fftwf_plan_with_nthreads((int)fft->threads);
        fft->forward.f = fftwf_plan_dft_1d(n, work, other, FFTW_FORWARD, flags);
        fft->backward.f =
            fftwf_plan_dft_1d(n, other, work, FFTW_BACKWARD, flags);
    } else {
        if (threads_ready)
            fftw_plan_with_nthreads((int)fft->threads);
        fft->forward.d = fftw_plan_dft_1d(n, work, other, FFTW_FORWARD, flags);
        fft->backward.d =
            fftw_plan_dft_1d(n, other, work, FFTW_BACKWARD, flags);
    }
    if (setup->planning == TA_PLAN_MEASURE)
        ta_wisdom_write(setup);
    ta_fft_planner_unlock();
    return fft->single ? fft->forward.f != NULL && fft->backward.f != NULL
                       : fft->forward.d != NULL && fft->backward.d != NULL;
}

ta_status ta_fft_new(const ta_fft_setup *setup, ta_fft **out, double *plan_s)
{
    double start = ta_now();
    *out = NULL;
    ta_fft *fft = ta_alloc_zero(1, sizeof *fft);
    if (fft == NULL)
        return TA_ENOMEM;
    fft->log_length = setup->log_length;
    fft->length = (size_t)1 << setup->log_length;
    fft->single = setup->single;
    /* Below 2^15 a transform is shorter than waking a thread is worth. */
    fft->threads = setup->log_length >= 15 ? setup->threads : 1;

    const ta_fft_kernels *kernels = &ta_fft_portable;
#if TA_X86
    if (ta_cpu_isa() == TA_ISA_AVX2)
        kernels = &ta_fft_avx2;
    if (ta_cpu_isa() == TA_ISA_AVX512)
        kernels = &ta_fft_avx512;
#endif
    fft->products = kernels->products[fft->single];
    fft->extract = kernels->extract[fft->single];

    /* MEASURE writes to its arrays, so plan on one that holds nothing. */
    size_t size = complex_size(fft->single);
    void *other = ta_alloc(fft->length, size);
    fft->weight = ta_alloc(fft->length, size);
    bool good = other != NULL && fft->weight != NULL;
    if (good && goes_out_of_place(fft->log_length, fft->single)) {
        fft->work = ta_alloc(fft->length, size);
        good = fft->work != NULL;
    }
    if (good) {
        fill_weights(fft);
        good = make_plans(fft, setup, other);
    }
    ta_free(other);
    *plan_s += ta_now() - start;
    if (!good) {
        ta_fft_free(fft);
        return TA_ENOMEM;
    }
    *out = fft;
    return TA_OK;
}

void ta_fft_free(ta_fft *fft)
{
    if (fft == NULL)
        return;
    ta_fft_planner_lock();
    if (fft->single) {
        fftwf_destroy_plan(fft->forward.f);
        fftwf_destroy_plan(fft->backward.f);
    } else {
        fftw_destroy_plan(fft->forward.d);
        fftw_destroy_plan(fft->backward.d);
    }
    ta_fft_planner_unlock();
    ta_free(fft->work);
    ta_free(fft->weight);
    ta_free(fft);
}

static void run(const ta_fft *fft, bool forward, void *from, void *to)
{
    if (fft->single)
        fftwf_execute_dft(forward ? fft->forward.f : fft->backward.f, from, to);
    else
        fftw_execute_dft(forward ? fft->forward.d : fft->backward.d, from, to);
}

/* data[u] += weight[u], or i weight[u], for every set bit u. */
#define SPREAD(REAL, BITS, TIMES_I)                                            \
    do {                                                                       \
        const REAL *w = fft->weight;                                           \
        REAL *out = data;                                                      \
        for (size_t k = 0; k < fft->length / 64; k++)                          \
            for (uint64_t b = (BITS)[k]; b != 0; b &= b - 1) {                 \
                size_t u = 2 * (64 * k + ta_ctz(b));                           \
                out[u] += TIMES_I ? -w[u + 1] : w[u];                          \
                out[u + 1] += TIMES_I ? w[u] : w[u + 1];                       \
            }                                                                  \
    } while (0)

static void spread(const ta_fft *fft, const uint64_t *bits, bool times_i,
                   void *data)
{
    if (fft->single)
        SPREAD(float, bits, times_i);
    else
        SPREAD(double, bits, times_i);
}

void ta_fft_of_bits(ta_fft *fft, const uint64_t *bits, void *transform)
{
    void *data = fft->work != NULL ? fft->work : transform;
    memset(data, 0, fft->length * complex_size(fft->single));
    spread(fft, bits, false, data);
    run(fft, true, data, transform);
}

void ta_fft_of_window(ta_fft *fft, const uint64_t *bits, void *transform)
{
    void *data = fft->work != NULL ? fft->work : transform;
    memset(data, 0, fft->length * complex_size(fft->single));
    spread(fft, bits, false, data);
    spread(fft, bits + fft->length / 64, true, data);
    run(fft, true, data, transform);
}

enum { PASS_BYTES = 1 << 15, PASS_LEAST = 64 };

void ta_fft_accumulate(ta_fft *fft, const ta_fft_sum *sums, size_t count)
{
    /* The parts of all transforms that a pass reads stay in L1, as far as they
     * can, where the sums share them. */
    size_t terms = 1, chunk = fft->length;
    for (size_t k = 0; k < count; k++)
        terms = sums[k].terms > terms ? sums[k].terms : terms;
    size_t most = PASS_BYTES / (2 * terms * complex_size(fft->single));
    while (chunk > PASS_LEAST && chunk > most)
        chunk /= 2;
#pragma omp parallel for schedule(static)                                      \
    num_threads(fft->threads) if (fft->threads > 1)
    for (size_t from = 0; from < fft->length; from += chunk)
        for (size_t k = 0; k < count; k++)
            fft->products(&sums[k], from, chunk);
}

double ta_fft_marks(ta_fft *fft, void *sum, uint64_t *marks)
{
    void *data = fft->work != NULL ? fft->work : sum;
    run(fft, false, sum, data);
    size_t step = 64 * complex_size(fft->single);
    double scale = 1.0 / (double)fft->length, deviation = 0;
#pragma omp parallel for schedule(static) reduction(max                        \
                                                    : deviation)               \
    num_threads(fft->threads) if (fft->threads > 1)
    for (size_t k = 0; k < fft->length / 64; k++)
        marks[k] = fft->extract((const char *)data + step * k,
                                (const char *)fft->weight + step * k, scale,
                                &deviation);
    return deviation;
}
