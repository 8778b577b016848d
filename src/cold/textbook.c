/* The engine `textbook` for cold positions: Eppstein's recursion (README.md) in
 * two halves, with real transforms in double precision, and that of the set
 * computed once for each size of nodes. The baseline of `divide`. */
#include <fftw3.h>
#include <math.h>
#include <string.h>

#include "cold/base-block.h"
#include "cold/engines.h"
#include "convolve/transforms.h"

/* log2 of positions: of base blocks, and of the largest node, as FFTW has
 * lengths of type int. */
enum { BASE_BITS = 12, LOG_MOST = 30 };

/* What nodes of one length share. */
typedef struct level {
    /* NULL until the first such node */
    fftw_plan forward, backward;
    /* The transform of the moves below that length, as re, im, .... */
    double *set;
} level;

typedef struct textbook {
    const tai_job *job;
    unsigned log_base, log_top;
    /* of `cold` and of `hot`, TA_PAD bytes included */
    uint64_t words;
    tai_arena arena;
    tai_base_block base;
    /* bit i: position i is known to be cold, to be hot */
    uint64_t *cold, *hot;
    /* scratch for the largest node */
    double *real;
    /* scratch for the transform of its L positions, L + 2 numbers */
    double *product;
    /* of 2^k positions */
    level level[64];
    double bound, plan_s; /* largest rounding bound; seconds */
} textbook;

static textbook textbook_shape(const tai_job *job)
{
    unsigned bits = job->options->base_bits;
    unsigned base = bits != 0 ? bits : BASE_BITS;
    unsigned top = tai_log2_ceil(tai_max_u64(job->n, 2));
    top = top > base ? top : base;
    return (textbook){.job = job,
                      .log_base = base,
                      .log_top = top,
                      .words = ((uint64_t)1 << top) / 64 + TA_PAD / 8};
}

static void textbook_place(textbook *t)
{
    uint64_t size = (uint64_t)1 << t->log_top;
    tai_base_block_place(&t->base, t->log_base, true, &t->arena);
    t->cold = tai_arena_place(&t->arena, t->words, 8);
    t->hot = tai_arena_place(&t->arena, t->words, 8);
    t->real = tai_arena_place(&t->arena, size, sizeof *t->real);
    t->product = tai_arena_place(&t->arena, size + 2, sizeof *t->product);
    for (unsigned log = t->log_base + 1; log <= t->log_top; log++)
        t->level[log].set = tai_arena_place(&t->arena, ((uint64_t)1 << log) + 2,
                                            sizeof(double));
}

static uint64_t textbook_memory(const tai_job *job)
{
    textbook t = textbook_shape(job);
    textbook_place(&t);
    /* bytes that FFTW takes for a position, at most */
    const uint64_t fftw = 32;
    return tai_add_sat(t.arena.bytes,
                       tai_mul_sat(fftw, (uint64_t)1 << t.log_top) + (1 << 20));
}

static void textbook_expand(const uint64_t *bits, uint64_t count, double *out)
{
    for (uint64_t i = 0; i < count; i++)
        out[i] = (double)(bits[i / 64] >> (i % 64) & 1);
}

/* Makes plans and the set's transform for nodes of 2^log positions. */
static ta_status textbook_open(textbook *t, unsigned log)
{
    level *v = &t->level[log];
    const uint64_t size = (uint64_t)1 << log;
    double start = tai_now();
    pthread_mutex_lock(&tai_fft_planner);
    v->forward = fftw_plan_dft_r2c_1d(
        (int)size, t->real, (fftw_complex *)t->product, FFTW_ESTIMATE);
    v->backward = fftw_plan_dft_c2r_1d((int)size, (fftw_complex *)t->product,
                                       t->real, FFTW_ESTIMATE);
    pthread_mutex_unlock(&tai_fft_planner);
    t->plan_s += tai_now() - start;
    if (v->forward == NULL || v->backward == NULL)
        return TA_ENOMEM;
    /* t->product is free now. */
    uint64_t *bits = (void *)t->product;
    tai_set_copy_bits(t->job->set, 0, size, bits);
    textbook_expand(bits, size, t->real);
    fftw_execute_dft_r2c(v->forward, t->real, (fftw_complex *)v->set);
    return TA_OK;
}

/* Marks as hot the right half of [lo, lo + 2^log) by the cold positions of its
 * left half. Returns TA_ENOMEM, or TA_ERANGE if the rounding bound is too
 * large. */
static ta_status textbook_convolve(textbook *t, uint64_t lo, unsigned log)
{
    const uint64_t size = (uint64_t)1 << log, half = size / 2;
    level *v = &t->level[log];
    ta_status st = v->forward == NULL ? textbook_open(t, log) : TA_OK;
    if (st != TA_OK)
        return st;
    double cold = (double)tai_popcount_range(t->cold, lo, lo + half);
    double below = (double)tai_set_count(t->job->set, 0, size);
    t->bound =
        fmax(t->bound, sqrt(cold * below) * tai_fftw.bound(&tai_fftw, log, 1));
    if (t->bound >= 0.5)
        return tai_fail(t->job->error, TA_ERANGE,
                        "the rounding bound reaches 1/2; use the engine exact");

    /* What wraps around lands in the left half. */
    double *a = t->product, *b = v->set;
    textbook_expand(t->cold + lo / 64, half, t->real);
    memset(t->real + half, 0, half * sizeof *t->real);
    fftw_execute_dft_r2c(v->forward, t->real, (fftw_complex *)a);
    for (uint64_t f = 0; f < size + 2; f += 2) {
        double re = a[f] * b[f] - a[f + 1] * b[f + 1];
        double im = a[f] * b[f + 1] + a[f + 1] * b[f];
        a[f] = re;
        a[f + 1] = im;
    }
    fftw_execute_dft_c2r(v->backward, (fftw_complex *)a, t->real);
    /* FFTW's transforms multiply by `size`. */
    for (uint64_t i = half; i < size; i++)
        if (t->real[i] > 0.5 * (double)size)
            t->hot[(lo + i) / 64] |= (uint64_t)1 << (i % 64);
    return TA_OK;
}

/* Finds the cold positions of [lo, lo + 2^log). t->hot has its positions with a
 * move to a cold position below lo. */
static ta_status textbook_solve(textbook *t, uint64_t lo, unsigned log)
{
    const tai_job *job = t->job;
    if (lo >= job->n || lo + ((uint64_t)1 << log) <= job->known)
        return TA_OK;
    if (log == t->log_base) {
        uint64_t end = tai_min_u64(lo + ((uint64_t)1 << log), job->n);
        tai_base_block_solve(&t->base, lo, t->hot + lo / 64, t->cold + lo / 64);
        ta_status st = tai_job_emit_bits(job, lo, end, t->cold + lo / 64);
        return st != TA_OK ? st : tai_job_poll(job, end);
    }
    uint64_t half = (uint64_t)1 << (log - 1);
    ta_status st = textbook_solve(t, lo, log - 1);
    if (st == TA_OK && lo + half < job->n)
        st = textbook_convolve(t, lo, log);
    if (st == TA_OK)
        st = textbook_solve(t, lo + half, log - 1);
    return st;
}

static ta_status textbook_run(const tai_job *job)
{
    textbook t = textbook_shape(job);
    if (t.log_top > LOG_MOST)
        return tai_fail(
            job->error, TA_ERANGE,
            "engine textbook transforms at most 2^%d positions; the "
            "engine divide goes further",
            LOG_MOST);
    textbook_place(&t);
    if (tai_arena_open(&t.arena) != TA_OK)
        return TA_ENOMEM;
    textbook_place(&t);
    memset(t.cold, 0, 8 * t.words);
    memset(t.hot, 0, 8 * t.words);
    tai_base_block_init(&t.base, job->set, job->n, job->first);
    ta_status st = tai_known_store(job, t.cold);
    if (st == TA_OK)
        st = tai_job_poll(job, job->known);
    if (st == TA_OK)
        st = textbook_solve(&t, 0, t.log_top);
    tai_report_add(job->options->stats, "plan_s", "%.6f", t.plan_s);
    tai_report_add(job->options->stats, "fft_bound", "%.6g", t.bound);
    pthread_mutex_lock(&tai_fft_planner);
    for (unsigned k = 0; k < 64; k++) {
        fftw_destroy_plan(t.level[k].forward);
        fftw_destroy_plan(t.level[k].backward);
    }
    pthread_mutex_unlock(&tai_fft_planner);
    tai_arena_close(&t.arena);
    return st;
}

const tai_engine tai_engine_textbook = {
    .info = {"textbook",
             "Eppstein's divide and conquer in two halves, plainly; "
             "the baseline of divide"},
    .wants_set = true,
    .power = 1.1,
    .memory = textbook_memory,
    .run = textbook_run};
