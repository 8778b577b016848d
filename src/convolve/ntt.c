#include "convolve/ntt-inside.h"

#include <string.h>

/* 3 is a primitive root modulo p, and this power of it one of unity of the
 * order 2^26. All others are powers of that one; e is their exponent. */
enum { ORDER = 1 << 26 };
#define GENERATOR 2187 /* 3^7 */

static uint64_t power(uint64_t e)
{
    uint64_t x = 1, square = GENERATOR;
    for (e %= ORDER; e != 0; e /= 2) {
        if (e & 1)
            x = x * square % TA_NTT_P;
        square = square * square % TA_NTT_P;
    }
    return x;
}

/* From 0 <= x < p to between -p / 2 and p / 2. */
static int32_t centred(uint64_t x)
{
    return (int32_t)((int64_t)x - (x > TA_NTT_P / 2 ? TA_NTT_P : 0));
}

/* As a factor for ntt_mont, which divides by 2^32. */
static int32_t factor(uint64_t e)
{
    return centred((power(e) << 32) % TA_NTT_P);
}

/* The node k at a depth of the tree of x^2B + 1 is modulo x^(2B / 2^depth) -
 * the root of this exponent. It is split by the two square roots. */
static uint64_t exponent(unsigned depth, size_t k)
{
    uint64_t e = ORDER / 2;
    for (unsigned bit = depth; bit-- > 0;)
        e = e / 2 + (k >> bit & 1) * (ORDER / 2);
    return e;
}

/* The twiddle factors of a depth below the lanes. Node b's exponent is that of
 * node 0 and ORDER / 2^(t + 1) for every bit t of b, in every lane. */
static void fill_depth(const ta_ntt *t, unsigned depth, bool inverse,
                       int32_t *out)
{
    uint64_t sign = inverse ? ORDER - 1 : 1;
    for (uint64_t k = 1; k <= 3; k++)
        for (size_t lane = 0; lane < TA_NTT_LANES; lane++)
            out[(k - 1) * TA_NTT_LANES + lane] =
                factor(sign * k * (exponent(4, lane) >> (depth + 2)));
    for (unsigned bit = 0; bit < depth; bit++) {
        uint64_t step = sign * ((uint64_t)ORDER >> (bit + 3));
        int32_t w[3] = {factor(step), factor(2 * step), factor(3 * step)};
        t->kernels->grow(out, (size_t)1 << bit, w);
    }
}

static void fill_table(ta_ntt *t)
{
    for (size_t c = 0; c < 6; c++) {
        uint64_t q = c == 4 ? 1 : c == 5 ? 3 : c, turn = c >= 4 ? ORDER / 4 : 0;
        for (size_t bit = 0; bit < 16 && (t->parts == 4 || c < 2); bit++)
            for (size_t lane = 0; lane < TA_NTT_LANES; lane++) {
                uint64_t e = exponent(4, lane);
                uint64_t one = power(bit * e + q * e / t->parts + turn);
                for (size_t k = 0; k < 16; k++)
                    if (k >> bit % 4 & 1) {
                        int32_t *sum = &t->table[c][bit / 4][k][lane];
                        uint64_t old = (uint64_t)(*sum + (int64_t)TA_NTT_P);
                        *sum = centred((old + one) % TA_NTT_P);
                    }
            }
    }
}

/* The depths that have passes of 4 parts, or of parts[0] at depth 0. */
static unsigned next_depth(const ta_ntt *t, unsigned depth)
{
    return depth + (depth == 0 && t->parts == 2 ? 1 : 2);
}

ta_status ta_ntt_new(unsigned log_length, ta_team *team, ta_ntt **out)
{
    ta_ntt *t = ta_alloc_zero(1, sizeof *t);
    *out = t;
    if (t == NULL)
        return TA_ENOMEM;
    t->log_length = log_length;
    t->rows = ((size_t)1 << log_length) / 8;
    t->parts = log_length % 2 == 0 ? 2 : 4;
    t->team = team;
    t->kernels = &ta_ntt_portable;
#if TA_X86
    if (ta_cpu_isa() == TA_ISA_AVX2)
        t->kernels = &ta_ntt_avx2;
    if (ta_cpu_isa() == TA_ISA_AVX512)
        t->kernels = &ta_ntt_avx512;
#endif
    t->minus_i = factor((uint64_t)ORDER / 4 * 3);
    for (unsigned level = 0; level < 3; level++)
        for (size_t k = 0; k < 8u >> level; k++)
            t->above[level][k] = factor(ORDER - exponent(3 - level, k) / 2);
    fill_table(t);
    for (unsigned depth = 0; t->rows >> depth >= 4;
         depth = next_depth(t, depth)) {
        uint64_t rows = (uint64_t)3 << depth;
        t->backward[depth] = ta_alloc(rows, 4 * TA_NTT_LANES);
        t->forward[depth] = ta_alloc(depth > 0 ? rows : 1, 4 * TA_NTT_LANES);
        if (t->forward[depth] == NULL || t->backward[depth] == NULL) {
            ta_ntt_free(t);
            *out = NULL;
            return TA_ENOMEM;
        }
        fill_depth(t, depth, true, t->backward[depth]);
        if (depth > 0)
            fill_depth(t, depth, false, t->forward[depth]);
    }
    return TA_OK;
}

void ta_ntt_free(ta_ntt *t)
{
    for (unsigned depth = 0; t != NULL && depth < TA_NTT_DEPTHS; depth++) {
        ta_free(t->forward[depth]);
        ta_free(t->backward[depth]);
    }
    ta_free(t);
}

uint64_t ta_ntt_transform_bytes(unsigned log_length)
{
    return (uint64_t)8 << log_length;
}

uint64_t ta_ntt_fixed_bytes(unsigned log_length)
{
    /* Of depths that are two apart the last has 3/4 as many rows as a
     * transform, and all before it a third of that. */
    return sizeof(ta_ntt) + 2 * ta_ntt_transform_bytes(log_length) + 4096;
}

/* What is done in parts: a transform, its way back, sums of products. */
typedef struct work {
    const ta_ntt *t;
    const uint64_t *bits;
    bool window;
    int32_t *rows;
    const ta_sum *sums;
    size_t n_sums, step;
    uint64_t *marks;
} work;

static void in_parts(const ta_ntt *t, ta_team_work *item, work *w, size_t items)
{
    ta_team_run(t->log_length < 14 ? NULL : t->team, item, w, items);
}

enum { STEP = 512 }; /* rows of each part at a time */

static size_t steps(size_t rows)
{
    return (rows + STEP - 1) / STEP;
}

static void spread_item(void *state, unsigned thread, size_t k)
{
    const work *w = state;
    size_t part = w->t->rows / w->t->parts, to = (k + 1) * STEP;
    w->t->kernels->spread(w->t, w->bits, w->window, k * STEP,
                          to < part ? to : part, w->rows);
    (void)thread;
}

static void forward_item(void *state, unsigned thread, size_t k)
{
    const work *w = state;
    size_t part = w->t->rows / w->t->parts;
    w->t->kernels->forward(w->t, w->rows + k * part * TA_NTT_LANES, part,
                           w->t->parts / 2, k);
    (void)thread;
}

static void transform(const ta_ntt *t, const uint64_t *bits, bool window,
                      void *out)
{
    work w = {.t = t, .bits = bits, .window = window, .rows = out};
    in_parts(t, spread_item, &w, steps(t->rows / t->parts));
    in_parts(t, forward_item, &w, t->parts);
}

void ta_ntt_of_bits(const ta_ntt *t, const uint64_t *bits, void *out)
{
    transform(t, bits, false, out);
}

void ta_ntt_of_window(const ta_ntt *t, const uint64_t *bits, void *out)
{
    transform(t, bits, true, out);
}

static void sum_item(void *state, unsigned thread, size_t k)
{
    const work *w = state;
    for (size_t s = 0; s < w->n_sums; s++) {
        ta_sum some = w->sums[s];
        for (size_t left = some.terms; left > 0; left -= some.terms) {
            some.terms = left < TA_NTT_TERMS ? left : TA_NTT_TERMS;
            w->t->kernels->products(&some, k * w->step, (k + 1) * w->step);
            some.a += some.terms;
            some.b += some.terms;
            some.add = true;
        }
    }
    (void)thread;
}

void ta_ntt_accumulate(const ta_ntt *t, const ta_sum *sums, size_t count)
{
    /* The parts of all transforms that a pass reads stay in the L1 cache. */
    enum { PASS_ROWS = 512, LEAST = 8 };
    size_t terms = 1, step = t->rows;
    for (size_t k = 0; k < count; k++)
        terms = sums[k].terms > terms ? sums[k].terms : terms;
    while (step > LEAST && step > PASS_ROWS / (2 * terms))
        step /= 2;
    work w = {.t = t, .sums = sums, .n_sums = count, .step = step};
    in_parts(t, sum_item, &w, t->rows / step);
}

static void backward_item(void *state, unsigned thread, size_t k)
{
    const work *w = state;
    size_t part = w->t->rows / w->t->parts;
    w->t->kernels->backward(w->t, w->rows + k * part * TA_NTT_LANES, part,
                            w->t->parts / 2, k);
    (void)thread;
}

static void join_item(void *state, unsigned thread, size_t k)
{
    const work *w = state;
    size_t part = w->t->rows / w->t->parts, from = k * STEP, to = from + STEP;
    if (to > part)
        to = part;
    w->t->kernels->join(w->t, w->rows, from, to);
    (void)thread;
}

static void marks_item(void *state, unsigned thread, size_t k)
{
    const work *w = state;
    size_t to = (k + 1) * STEP;
    w->t->kernels->marks(w->t, w->rows, k * STEP,
                         to < w->t->rows ? to : w->t->rows,
                         (unsigned char *)w->marks);
    (void)thread;
}

void ta_ntt_marks(const ta_ntt *t, void *sum, uint64_t *marks)
{
    work w = {.t = t, .rows = sum, .marks = marks};
    in_parts(t, backward_item, &w, t->parts);
    in_parts(t, join_item, &w, steps(t->rows / t->parts));
    in_parts(t, marks_item, &w, steps(t->rows));
}
