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
    ta_team *team;   /* NULL: one thread is quicker */
    unsigned levels; /* done here, before 2^levels transforms by FFTW */
    void *roots;     /* of these levels */
    double *off;     /* by thread: largest distance from an integer */
    void *weight;    /* exp(i pi u / 2B), u < B, in the precision */
    void *work;      /* the other array of transforms out of place, or NULL */
    union {
        fftw_plan d;
        fftwf_plan f;
    } forward, backward;
    ta_products_fn *products;
    ta_extract_fn *extract;
    ta_split_fn *split;
};

static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER;

void ta_fft_planner_lock(void)
{
    pthread_mutex_lock(&planner);
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

/* out[u] = exp(i turn u / period) for u < count, a multiple of 64, as
 * coarse[u / STEP] * fine[u % STEP]: a product of two rounded roots instead of
 * a sine and a cosine for each; the bound allows for it. */
static void fill_roots(bool single, double turn, size_t period, size_t count,
                       void *out)
{
    enum { STEP = 64 };
    double fine[2 * STEP];
    for (size_t k = 0; k < STEP; k++) {
        double angle = turn * (double)k / (double)period;
        fine[2 * k] = cos(angle);
        fine[2 * k + 1] = sin(angle);
    }
    for (size_t u = 0; u < count; u += STEP) {
        double angle = turn * (double)u / (double)period;
        double re = cos(angle), im = sin(angle);
        for (size_t k = 0; k < STEP; k++) {
            double x = re * fine[2 * k] - im * fine[2 * k + 1];
            double y = re * fine[2 * k + 1] + im * fine[2 * k];
            if (single) {
                ((float *)out)[2 * (u + k)] = (float)x;
                ((float *)out)[2 * (u + k) + 1] = (float)y;
            } else {
                ((double *)out)[2 * (u + k)] = x;
                ((double *)out)[2 * (u + k) + 1] = y;
            }
        }
    }
}

static void fill_tables(ta_fft *fft)
{
    const double right = acos(-1.0) / 2;
    size_t size = complex_size(fft->single);
    fill_roots(fft->single, right, fft->length, fft->length, fft->weight);
    for (unsigned l = 0; l < fft->levels; l++) {
        size_t block = fft->length >> l;
        fill_roots(fft->single, -4 * right, block, block / 2,
                   (char *)fft->roots + (fft->length - block) * size);
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
    int n = (int)(fft->length >> fft->levels);
    void *work = fft->work != NULL ? fft->work : other;
    unsigned flags =
        setup->planning == TA_PLAN_MEASURE ? FFTW_MEASURE : FFTW_ESTIMATE;
    ta_fft_planner_lock();
    ta_wisdom_read(setup);
    if (fft->single) {
        fft->forward.f = fftwf_plan_dft_1d(n, work, other, FFTW_FORWARD, flags);
        fft->backward.f =
            fftwf_plan_dft_1d(n, other, work, FFTW_BACKWARD, flags);
    } else {
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

/* Enough parts for all threads: one each, or some more where that would not
 * come out even. */
static unsigned split_levels(unsigned log_length, unsigned threads)
{
    enum { LEAST = 12 }; /* log2 of a part */
    unsigned levels = ta_log2_ceil(threads);
    levels += threads != 1u << levels;
    return (unsigned)ta_min_u64(ta_min_u64(levels, TA_FFT_SPLITS),
                                log_length - LEAST);
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
    if (setup->log_length >= 15 && setup->team != NULL) {
        fft->team = setup->team;
        fft->levels = split_levels(setup->log_length, setup->team->threads);
    }

    const ta_fft_kernels *kernels = &ta_fft_portable;
#if TA_X86
    if (ta_cpu_isa() == TA_ISA_AVX2)
        kernels = &ta_fft_avx2;
    if (ta_cpu_isa() == TA_ISA_AVX512)
        kernels = &ta_fft_avx512;
#endif
    fft->products = kernels->products[fft->single];
    fft->extract = kernels->extract[fft->single];
    fft->split = kernels->split[fft->single];

    /* MEASURE writes to its arrays, so plan on one that holds nothing. */
    size_t size = complex_size(fft->single);
    size_t part = fft->length >> fft->levels;
    void *other = ta_alloc(part, size);
    fft->weight = ta_alloc(fft->length, size);
    fft->roots = ta_alloc(fft->length - part, size);
    fft->off = ta_alloc(fft->team != NULL ? fft->team->threads : 1, 8);
    bool good = other != NULL && fft->weight != NULL && fft->roots != NULL &&
                fft->off != NULL;
    if (good && goes_out_of_place(fft->log_length, fft->single)) {
        fft->work = ta_alloc(fft->length, size);
        good = fft->work != NULL;
    }
    if (good) {
        fill_tables(fft);
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
    ta_free(fft->roots);
    ta_free(fft->off);
    ta_free(fft);
}

/* ---- what threads do side by side ---- */

typedef struct pass {
    ta_fft *fft;
    bool forward;
    void *from, *to;        /* of the transforms */
    const uint64_t *bits;   /* forward: what is transformed */
    bool window;            /* ... of twice the length */
    uint64_t *marks;        /* back */
    const ta_fft_sum *sums; /* of products */
    size_t count, chunk;
} pass;

static void *point(const ta_fft *fft, void *data, size_t at)
{
    return (char *)data + at * complex_size(fft->single);
}

/* One of the independent transforms. */
static void do_part(void *state, unsigned thread, size_t item)
{
    const pass *p = state;
    const ta_fft *fft = p->fft;
    (void)thread;
    size_t at = item * (fft->length >> fft->levels);
    void *from = point(fft, p->from, at), *to = point(fft, p->to, at);
    if (fft->single)
        fftwf_execute_dft(p->forward ? fft->forward.f : fft->backward.f, from,
                          to);
    else
        fftw_execute_dft(p->forward ? fft->forward.d : fft->backward.d, from,
                         to);
}

/* out[u] += weight[u], or i weight[u], for every set bit u of a word. */
#define SPREAD(REAL, WORD, TIMES_I)                                            \
    do {                                                                       \
        const REAL *w = (const REAL *)fft->weight + 2 * at;                    \
        REAL *out = (REAL *)data + 2 * at;                                     \
        for (uint64_t b = (WORD); b != 0; b &= b - 1) {                        \
            size_t u = 2 * ta_ctz(b);                                          \
            out[u] += TIMES_I ? -w[u + 1] : w[u];                              \
            out[u + 1] += TIMES_I ? w[u] : w[u + 1];                           \
        }                                                                      \
    } while (0)

static void spread(const ta_fft *fft, const pass *p, size_t at, void *data)
{
    uint64_t low = p->bits[at / 64];
    uint64_t high = p->window ? p->bits[(fft->length + at) / 64] : 0;
    memset(point(fft, data, at), 0, TA_FFT_COLUMNS * complex_size(fft->single));
    if (fft->single) {
        SPREAD(float, low, false);
        SPREAD(float, high, true);
    } else {
        SPREAD(double, low, false);
        SPREAD(double, high, true);
    }
}

enum { ITEM = 16 * TA_FFT_COLUMNS }; /* columns taken at a time */

static size_t items_of(const ta_fft *fft)
{
    size_t part = fft->length >> fft->levels;
    return part > ITEM ? part / ITEM : 1;
}

/* Some columns of what is transformed, up to the independent transforms. */
static void do_spread(void *state, unsigned thread, size_t item)
{
    const pass *p = state;
    const ta_fft *fft = p->fft;
    (void)thread;
    size_t part = fft->length >> fft->levels, from = item * ITEM;
    for (size_t at = from; at < part && at < from + ITEM;
         at += TA_FFT_COLUMNS) {
        for (size_t a = at; a < fft->length; a += part)
            spread(fft, p, a, p->from);
        fft->split(p->from, fft->roots, fft->length, fft->levels, at, false);
    }
}

/* Some columns of the results. */
static void do_extract(void *state, unsigned thread, size_t item)
{
    const pass *p = state;
    const ta_fft *fft = p->fft;
    size_t part = fft->length >> fft->levels, from = item * ITEM;
    double scale = 1.0 / (double)fft->length;
    for (size_t at = from; at < part && at < from + ITEM;
         at += TA_FFT_COLUMNS) {
        fft->split(p->to, fft->roots, fft->length, fft->levels, at, true);
        for (size_t a = at; a < fft->length; a += part)
            p->marks[a / 64] =
                fft->extract(point(fft, p->to, a), point(fft, fft->weight, a),
                             scale, &fft->off[thread]);
    }
}

static void do_products(void *state, unsigned thread, size_t item)
{
    const pass *p = state;
    (void)thread;
    for (size_t k = 0; k < p->count; k++)
        p->fft->products(&p->sums[k], item * p->chunk, p->chunk);
}

/* ---- transforms ---- */

static void transform_bits(ta_fft *fft, const uint64_t *bits, bool window,
                           void *transform)
{
    pass p = {.fft = fft,
              .forward = true,
              .from = fft->work != NULL ? fft->work : transform,
              .to = transform,
              .bits = bits,
              .window = window};
    ta_team_run(fft->team, do_spread, &p, items_of(fft));
    ta_team_run(fft->team, do_part, &p, (size_t)1 << fft->levels);
}

void ta_fft_of_bits(ta_fft *fft, const uint64_t *bits, void *transform)
{
    transform_bits(fft, bits, false, transform);
}

void ta_fft_of_window(ta_fft *fft, const uint64_t *bits, void *transform)
{
    transform_bits(fft, bits, true, transform);
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
    pass p = {.fft = fft, .sums = sums, .count = count, .chunk = chunk};
    ta_team_run(fft->team, do_products, &p, fft->length / chunk);
}

double ta_fft_marks(ta_fft *fft, void *sum, uint64_t *marks)
{
    pass p = {.fft = fft,
              .from = sum,
              .to = fft->work != NULL ? fft->work : sum,
              .marks = marks};
    unsigned threads = fft->team != NULL ? fft->team->threads : 1;
    memset(fft->off, 0, threads * sizeof *fft->off);
    ta_team_run(fft->team, do_part, &p, (size_t)1 << fft->levels);
    ta_team_run(fft->team, do_extract, &p, items_of(fft));
    double deviation = 0;
    for (unsigned t = 0; t < threads; t++)
        deviation = fmax(deviation, fft->off[t]);
    return deviation;
}
