/* Integers modulo the prime p = 7 * 2^26 + 1, with i a square root of -1:
 * modulo x^B - i and x^B + i a product is (P0 - P2) + i P1 and (P0 - P2) - i
 * P1. The two are equal exactly where P1 = 0 modulo p. No weights, no rounding.
 * Where counts are small the first alone says so (tai_ntt_one), in half the
 * time and memory: D + i P1 is near 0 only if P1 = 0. README.md draws the
 * transform and has the proofs, also the one that nothing overflows. */
#include "base/arena.h"
#include "convolve/ntt.h"

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
static int32_t factor_of(uint64_t x)
{
    return centred((x << 32) % TA_NTT_P);
}

static int32_t factor(uint64_t e)
{
    return factor_of(power(e));
}

/* The node k at a depth of the tree is modulo x^(16 M / 2^depth) - the root of
 * this exponent: on top x^2B + 1 or x^B - i. It is split by the two square
 * roots. */
static uint64_t exponent(const ta_ntt_plan *t, unsigned depth, size_t k)
{
    uint64_t e = t->one ? ORDER / 4 : ORDER / 2;
    for (unsigned bit = depth; bit-- > 0;)
        e = e / 2 + (k >> bit & 1) * (ORDER / 2);
    return e;
}

/* The twiddle factors of a depth below the lanes. Node b's exponent is that of
 * node 0 and ORDER / 2^(t + 1) for every bit t of b, in every lane. */
static void fill_depth(const ta_ntt_plan *t, unsigned depth, bool inverse,
                       int32_t *out)
{
    uint64_t sign = inverse ? ORDER - 1 : 1;
    for (size_t lane = 0; lane < TA_NTT_LANES; lane++) {
        uint64_t w = power(sign * (exponent(t, 4, lane) >> (depth + 2))), x = w;
        for (size_t k = 0; k < 3; k++, x = x * w % TA_NTT_P)
            out[k * TA_NTT_LANES + lane] = factor_of(x);
    }
    for (unsigned bit = 0; bit < depth; bit++) {
        uint64_t step = sign * ((uint64_t)ORDER >> (bit + 3));
        int32_t w[3] = {factor(step), factor(2 * step), factor(3 * step)};
        t->kernel->grow(out, (size_t)1 << bit, w);
    }
}

/* Groups of four bits that a row has, of a source or a window. */
static size_t groups_of(const ta_ntt_plan *t, bool window)
{
    return (t->one ? 4u : 2u) << window;
}

/* Adds a value to the lane of all entries of a table that have the bit. */
static void add_bit(int32_t entry[TA_NTT_ENTRIES][TA_NTT_LANES], size_t bit,
                    size_t lane, uint64_t value)
{
    for (size_t k = 0; k < TA_NTT_ENTRIES; k++)
        if (k >> bit & 1) {
            const uint64_t old = (uint64_t)(entry[k][lane] + (int64_t)TA_NTT_P);
            entry[k][lane] = centred((old + value) % TA_NTT_P);
        }
}

/* Bit k of part q of a row stands for x^(k M + q M / parts), which in a lane is
 * the root of that power of its exponent. */
static void fill_table(ta_ntt_plan *t, ta_ntt_table table)
{
    static const struct {
        uint64_t part, turn; /* turn: times i */
    } row[TA_NTT_TABLES] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {1, 1}, {3, 1}};
    for (size_t lane = 0; lane < TA_NTT_LANES; lane++) {
        const uint64_t e = exponent(t, 4, lane), step = power(e);
        uint64_t value =
            power(row[table].part * e / t->parts + row[table].turn * ORDER / 4);
        for (size_t bit = 0; bit < 4 * groups_of(t, true); bit++) {
            add_bit(t->table[table][bit / 4], bit % 4, lane, value);
            value = value * step % TA_NTT_P;
        }
    }
}

/* A plan, which the arena begins with, and its twiddle factors. */
static void place(ta_ntt_plan *t, bool one, unsigned log_length,
                  ta_arena *arena)
{
    ta_arena_place(arena, 1, sizeof *t);
    unsigned log_rows = log_length - (one ? 4 : 3);
    *t = (ta_ntt_plan){.one = one,
                       .rows = (size_t)1 << log_rows,
                       .parts = log_rows % 2 == 1 ? 2 : 4};
    for (unsigned depth = 0; t->rows >> depth >= 4;
         depth += depth == 0 ? t->parts / 2 : 2) {
        uint64_t rows = (uint64_t)3 << depth;
        t->forward[depth] = ta_arena_place(arena, rows, 4 * TA_NTT_LANES);
        t->backward[depth] = ta_arena_place(arena, rows, 4 * TA_NTT_LANES);
    }
}

static uint64_t fixed_bytes(unsigned log_length)
{
    ta_ntt_plan t;
    ta_arena arena = {0};
    place(&t, false, log_length, &arena); /* one root takes less */
    return arena.bytes;
}

/* Fills in the factors that undo the levels of the lanes: the inverse of the
 * root of the node in which two lanes are joined. */
static void fill_lanes(ta_ntt_plan *t)
{
    for (unsigned level = 0; level < 3; level++)
        for (size_t lane = 0; lane < TA_NTT_LANES; lane++) {
            const size_t node = lane >> (level + 1);
            t->lanes[level][lane] =
                factor(ORDER - exponent(t, 3 - level, node) / 2);
        }
    /* The way back multiplies by 2 at each of its levels, and products are
     * divided by 2^32. */
    uint64_t value = ((uint64_t)1 << 32) % TA_NTT_P;
    for (size_t degree = TA_NTT_LANES * t->rows; degree > 1; degree /= 2)
        value = (value + (value & 1) * TA_NTT_P) / 2;
    t->value[0] = factor_of(value);
    t->value[1] =
        factor_of(power(ORDER - exponent(t, 0, 0) / 2) * value % TA_NTT_P);
}

static ta_status open(const ta_transforms *self, unsigned log_length,
                      tai_pool *pool, void **state)
{
    ta_ntt_plan counted, *t;
    ta_arena arena = {0};
    bool one = self == &tai_ntt_one;
    place(&counted, one, log_length, &arena);
    ta_status st = ta_arena_open(&arena);
    *state = t = (void *)arena.block;
    if (st != TA_OK)
        return st;
    place(t, one, log_length, &arena);
    t->pool = pool;
    t->kernel = TA_KERNEL_HERE(tai_ntt_kernel);
    t->minus_i = factor((uint64_t)ORDER / 4 * 3);
    fill_lanes(t);
    for (unsigned k = 0; k < TA_NTT_TABLES; k++)
        if (t->parts == 4 || k <= TA_NTT_PART_1)
            fill_table(t, (ta_ntt_table)k);
    for (unsigned depth = 0; depth < TA_NTT_DEPTHS; depth++)
        if (t->forward[depth] != NULL) {
            fill_depth(t, depth, true, t->backward[depth]);
            fill_depth(t, depth, false, t->forward[depth]);
        }
    return TA_OK;
}

/* What is done in parts: a stage of a transform or of its way back. */
enum stage { SPREAD, FORWARD, BACKWARD, MARKS };

typedef struct work {
    const ta_ntt_plan *t;
    enum stage stage;
    size_t step; /* rows of an item, but of the stages that go by subtrees */
    int32_t *x;
    const uint64_t *bits;
    size_t groups; /* of them in a row */
    unsigned char *marks;
} work;

/* The last pass of the way back and the marks, a few rows of each part at a
 * time, which stay in the L1 cache. */
static void mark_rows(const work *w, size_t from, size_t to)
{
    enum { ROWS = 64 };
    const ta_ntt_plan *t = w->t;
    size_t part = t->rows / t->parts;
    if (part <= ROWS) {
        t->kernel->join(t, w->x, 0, part);
        t->kernel->marks(t, w->x, 0, t->rows, w->marks);
        return;
    }
    for (size_t at = from; at < to; at += ROWS) {
        t->kernel->join(t, w->x, at, at + ROWS);
        for (size_t q = at; q < t->rows; q += part)
            t->kernel->marks(t, w->x, q, q + ROWS, w->marks);
    }
}

static void do_item(void *state, unsigned thread, size_t k)
{
    const work *w = state;
    const ta_ntt_plan *t = w->t;
    size_t part = t->rows / t->parts, from = k * w->step, to = from + w->step;
    size_t at = k * part * TA_NTT_LANES; /* where the part k begins */
    (void)thread;
    switch (w->stage) {
    case SPREAD:
        t->kernel->spread(t, w->bits, w->groups, from, to, w->x);
        break;
    case FORWARD:
        t->kernel->forward(t, w->x + at, part, t->parts / 2, k);
        break;
    case BACKWARD:
        t->kernel->backward(t, w->x + at, part, t->parts / 2, k);
        break;
    case MARKS:
        mark_rows(w, from, to);
        break;
    }
}

/* Of fewer rows a job is shorter than asking other threads is worth. */
enum { LEAST_ROWS = 1 << 11 };

/* Rows and steps are powers of two. */
static void do_stage(work *w, enum stage stage, size_t rows, size_t step)
{
    w->stage = stage;
    w->step = rows < step ? rows : step;
    tai_pool_run(w->t->rows < LEAST_ROWS ? NULL : w->t->pool, do_item, w,
                 rows < step ? 1 : rows / step);
}

enum { STEP = 512 }; /* rows of each part at a time */

static void forward(void *state, const uint64_t *bits, bool window, void *out)
{
    const ta_ntt_plan *t = state;
    work w = {.t = t, .bits = bits, .groups = groups_of(t, window), .x = out};
    do_stage(&w, SPREAD, t->rows / t->parts, STEP);
    do_stage(&w, FORWARD, t->parts, 1);
}

static void products(void *state, const ta_sum *sum, size_t from, size_t to)
{
    const ta_ntt_plan *t = state;
    size_t per_row = t->one ? 16 : 8;
    ta_sum some = *sum;
    for (size_t left = sum->terms; left > 0; left -= some.terms) {
        some.terms = left < TA_NTT_TERMS ? left : TA_NTT_TERMS;
        t->kernel->products(&some, from / per_row, to / per_row);
        some.a += some.terms;
        some.b += some.terms;
        some.add = true;
    }
}

static double marks(void *state, void *sum, uint64_t *bits)
{
    const ta_ntt_plan *t = state;
    work w = {.t = t, .x = sum, .marks = (unsigned char *)bits};
    do_stage(&w, BACKWARD, t->parts, 1);
    do_stage(&w, MARKS, t->rows / t->parts, STEP);
    return 0;
}

/* A value counts pairs, of each product min(|a|, |b|) at most: as long as these
 * add up to less than p, 0 modulo p is 0. */
static double norm(double a, double b)
{
    return a < b ? a : b;
}

static double two_bound(unsigned log_length, size_t terms)
{
    (void)log_length;
    (void)terms;
    return 0.5 / TA_NTT_P * (1 + 1e-9);
}

/* With one root, to TA_NTT_NEAR. */
static double one_bound(unsigned log_length, size_t terms)
{
    (void)log_length;
    (void)terms;
    return 0.5 / TA_NTT_NEAR * (1 + 1e-9);
}

const ta_transforms tai_ntt = {"ntt",       6,     24,        8,
                               fixed_bytes, open,  ta_free,   forward,
                               products,    marks, two_bound, norm};
const ta_transforms tai_ntt_one = {"ntt-one-root", 7,     24,        4,
                                   fixed_bytes,    open,  ta_free,   forward,
                                   products,       marks, one_bound, norm};
