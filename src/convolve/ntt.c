/* Prepares and runs the transforms modulo p: constants and tables, then
 * threads. ntt.h names the steps. */
#include <math.h>

#include "base/arena.h"
#include "convolve/ntt.h"

/* Roots of unity are kept as exponents of GENERATOR, of order 2^26. */
enum { ORDER = 1 << 26 };
#define GENERATOR 2187 /* 3^7; 3 is a primitive root */

/* Returns GENERATOR^e modulo p, 0 to p - 1. */
static uint64_t ntt_power(uint64_t e)
{
    uint64_t x = 1, square = GENERATOR;
    for (e %= ORDER; e != 0; e /= 2) {
        if (e & 1)
            x = x * square % TA_NTT_P;
        square = square * square % TA_NTT_P;
    }
    return x;
}

/* Returns x < p between -p / 2 and p / 2. */
static int32_t ntt_centred(uint64_t x)
{
    return (int32_t)((int64_t)x - (x > TA_NTT_P / 2 ? TA_NTT_P : 0));
}

/* Returns x as a factor for ntt_mont: x 2^32 modulo p, centred. */
static int32_t ntt_factor_of(uint64_t x)
{
    return ntt_centred((x << 32) % TA_NTT_P);
}

/* Returns GENERATOR^e as such a factor. */
static int32_t ntt_factor(uint64_t e)
{
    return ntt_factor_of(ntt_power(e));
}

/* Returns the exponent of the root of node k at a depth up to 4: the node is
 * modulo x^m - root, its children x^(m/2) - s and x^(m/2) + s, s^2 = root. -1
 * has the exponent ORDER / 2. */
static uint64_t ntt_exponent(const tai_ntt_plan *t, unsigned depth, size_t k)
{
    uint64_t e = t->one ? ORDER / 4 : ORDER / 2;
    for (unsigned bit = depth; bit-- > 0;)
        e = e / 2 + (k >> bit & 1) * (ORDER / 2);
    return e;
}

/* Fills in the twiddles of a depth: those of node 0, where r^4 is the
 * 2^depth-th root of c (exponents of lanes end in 20 zero bits, or 21: the
 * shift is exact), then twice as many again and again, since node 2^b + k has
 * those of node k times a constant. */
static void ntt_fill_depth(const tai_ntt_plan *t, unsigned depth, bool inverse,
                           int32_t *out)
{
    uint64_t sign = inverse ? ORDER - 1 : 1;
    for (size_t lane = 0; lane < TA_NTT_LANES; lane++) {
        uint64_t w = ntt_power(sign *
                               (ntt_exponent(t, 4, lane) >> (depth + 2))),
                 x = w;
        for (size_t k = 0; k < 3; k++, x = x * w % TA_NTT_P)
            out[k * TA_NTT_LANES + lane] = ntt_factor_of(x);
    }
    for (unsigned bit = 0; bit < depth; bit++) {
        uint64_t step = sign * ((uint64_t)ORDER >> (bit + 3));
        int32_t w[3] = {ntt_factor(step), ntt_factor(2 * step),
                        ntt_factor(3 * step)};
        t->kernel->grow(out, (size_t)1 << bit, w);
    }
}

/* The groups of four input bits of a row. */
static size_t ntt_groups(const tai_ntt_plan *t, bool window)
{
    return (t->one ? 4u : 2u) << window;
}

/* Fills in a table: bit k of row j is the coefficient of x^(j + kM), so it adds
 * c^k in a lane modulo x^M - c, times r^q in part q, r^parts = c, times i in
 * two tables. */
static void ntt_fill_table(tai_ntt_plan *t, tai_ntt_table table)
{
    static const struct {
        uint64_t part, turn; /* times i */
    } row[TA_NTT_TABLES] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {1, 1}, {3, 1}};
    for (size_t lane = 0; lane < TA_NTT_LANES; lane++) {
        const uint64_t e = ntt_exponent(t, 4, lane), step = ntt_power(e);
        uint64_t bit[4], value = ntt_power(row[table].part * e / t->parts +
                                           row[table].turn * ORDER / 4);
        for (size_t g = 0; g < ntt_groups(t, true); g++) {
            for (size_t k = 0; k < 4; k++, value = value * step % TA_NTT_P)
                bit[k] = value;
            /* The entry without the lowest bit is there. */
            for (size_t k = 1; k < TA_NTT_ENTRIES; k++) {
                const int64_t less = t->table[table][g][k & (k - 1)][lane];
                t->table[table][g][k][lane] = ntt_centred(
                    (uint64_t)(less + TA_NTT_P + (int64_t)bit[tai_ctz(k)]) %
                    TA_NTT_P);
            }
        }
    }
}

/* Levels of the first pass, 1 or 2: each doubles the parts. */
static unsigned ntt_first_levels(const tai_ntt_plan *t)
{
    return t->parts / 2;
}

/* Runs twice: base/arena.h. *t itself is placed first. */
static void ntt_place(tai_ntt_plan *t, bool one, unsigned log_length,
                      tai_arena *arena)
{
    tai_arena_place(arena, 1, sizeof *t);
    unsigned log_rows = log_length - (one ? 4 : 3);
    *t = (tai_ntt_plan){.one = one,
                        .rows = (size_t)1 << log_rows,
                        .parts = log_rows % 2 == 1 ? 2 : 4};
    for (unsigned depth = 0; t->rows >> depth >= 4;
         depth += depth == 0 ? ntt_first_levels(t) : 2) {
        uint64_t rows = (uint64_t)3 << depth;
        t->forward[depth] = tai_arena_place(arena, rows, 4 * TA_NTT_LANES);
        t->backward[depth] = tai_arena_place(arena, rows, 4 * TA_NTT_LANES);
    }
}

static uint64_t ntt_bytes(unsigned log_length)
{
    tai_ntt_plan t;
    tai_arena arena = {0};
    ntt_place(&t, false, log_length, &arena); /* one root takes less */
    return arena.bytes;
}

/* Fills in t->lanes and t->value: a level joins remainders modulo x^m - r and
 * x^m + r, and needs 1 / r. */
static void ntt_fill_lanes(tai_ntt_plan *t)
{
    for (unsigned level = 0; level < 3; level++)
        for (size_t lane = 0; lane < TA_NTT_LANES; lane++) {
            const size_t node = lane >> (level + 1);
            t->lanes[level][lane] =
                ntt_factor(ORDER - ntt_exponent(t, 3 - level, node) / 2);
        }
    /* `value` undoes the factor 2 of each level, and 2^32 of the products.
     * `degree` divides p - 1, so its inverse is p - (p - 1) / degree. */
    const uint64_t degree = TA_NTT_LANES * t->rows;
    const uint64_t value = ((uint64_t)1 << 32) % TA_NTT_P *
                           (TA_NTT_P - (TA_NTT_P - 1) / degree) % TA_NTT_P;
    t->value[0] = ntt_factor_of(value);
    t->value[1] = ntt_factor_of(ntt_power(ORDER - ntt_exponent(t, 0, 0) / 2) *
                                value % TA_NTT_P);
}

static ta_status ntt_open(const tai_transforms *self, unsigned log_length,
                          tai_pool *pool, void **state)
{
    tai_ntt_plan counted, *t;
    tai_arena arena = {0};
    bool one = self == &tai_ntt_one;
    ntt_place(&counted, one, log_length, &arena);
    ta_status st = tai_arena_open(&arena);
    *state = t = (void *)arena.block;
    if (st != TA_OK)
        return st;
    ntt_place(t, one, log_length, &arena);
    t->pool = pool;
    t->kernel = TA_KERNEL_HERE(tai_ntt_kernel);
    t->minus_i = ntt_factor((uint64_t)ORDER / 4 * 3);
    ntt_fill_lanes(t);
    for (unsigned k = 0; k < TA_NTT_TABLES; k++)
        if (t->parts == 4 || k <= TA_NTT_PART_1)
            ntt_fill_table(t, (tai_ntt_table)k);
    for (unsigned depth = 0; depth < TA_NTT_DEPTHS; depth++)
        if (t->forward[depth] != NULL) {
            ntt_fill_depth(t, depth, true, t->backward[depth]);
            ntt_fill_depth(t, depth, false, t->forward[depth]);
        }
    return TA_OK;
}

/* A stage of a transform: items are parts, or `step` rows of every part. */
typedef struct ntt_stage {
    const tai_ntt_plan *t;
    int32_t *x;
    size_t step;
    const uint64_t *bits; /* forward */
    size_t groups;        /* of four bits of a row */
    unsigned char *marks; /* backward; NULL: forward */
} ntt_stage;

/* The first pass. */
static void ntt_spread_item(void *state, unsigned thread, size_t k)
{
    const ntt_stage *s = state;
    (void)thread;
    s->t->kernel->spread(s->t, s->bits, s->groups, k * s->step,
                         (k + 1) * s->step, s->x);
}

/* Part k: all passes after the first; backward, all before the last. */
static void ntt_part_item(void *state, unsigned thread, size_t k)
{
    const ntt_stage *s = state;
    const tai_ntt_plan *t = s->t;
    const size_t part = t->rows / t->parts;
    (void)thread;
    (s->marks != NULL ? t->kernel->backward : t->kernel->forward)(
        t, s->x + k * part * TA_NTT_LANES, part, ntt_first_levels(t), k);
}

/* Undoes the first pass and marks, 64 rows of each part at a time, which fit
 * the L1 cache. */
static void ntt_marks_item(void *state, unsigned thread, size_t k)
{
    const ntt_stage *s = state;
    const tai_ntt_plan *t = s->t;
    const size_t part = t->rows / t->parts, rows = tai_min_u64(64, s->step);
    (void)thread;
    for (size_t at = k * s->step; at < (k + 1) * s->step; at += rows) {
        t->kernel->join(t, s->x, at, at + rows);
        for (size_t q = at; q < t->rows; q += part)
            t->kernel->marks(t, s->x, q, q + rows, s->marks);
    }
}

/* Forward: `item`, the first pass, then parts; back: parts, then `item`. */
static void ntt_run(ntt_stage *s, tai_pool_work *item)
{
    /* With fewer rows threads do not pay; rows of each part in an item. */
    enum { LEAST_ROWS = 1 << 11, STEP = 512 };
    const tai_ntt_plan *t = s->t;
    tai_pool *pool = t->rows < LEAST_ROWS ? NULL : t->pool;
    const size_t part = t->rows / t->parts;
    s->step = tai_min_u64(part, STEP);
    if (s->marks != NULL)
        tai_pool_run(pool, ntt_part_item, s, t->parts);
    tai_pool_run(pool, item, s, part / s->step);
    if (s->marks == NULL)
        tai_pool_run(pool, ntt_part_item, s, t->parts);
}

static void ntt_forward(void *state, const uint64_t *bits, bool window,
                        void *out)
{
    const tai_ntt_plan *t = state;
    ntt_stage s = {
        .t = t, .x = out, .bits = bits, .groups = ntt_groups(t, window)};
    ntt_run(&s, ntt_spread_item);
}

static double ntt_marks(void *state, void *sum, uint64_t *bits)
{
    ntt_stage s = {.t = state, .x = sum, .marks = (unsigned char *)bits};
    ntt_run(&s, ntt_marks_item);
    return 0;
}

static void ntt_products(void *state, const tai_sum *sum, size_t from,
                         size_t to)
{
    const tai_ntt_plan *t = state;
    const size_t points_per_row = t->one ? 16 : 8;
    tai_sum some = *sum;
    for (size_t left = sum->terms; left > 0; left -= some.terms) {
        some.terms = tai_min_u64(left, TA_NTT_TERMS);
        t->kernel->products(&some, from / points_per_row, to / points_per_row);
        some.a += some.terms;
        some.b += some.terms;
        some.add = true;
    }
}

/* Exact if N < L: L = p with two roots, since then 0 modulo p means 0, and
 * TA_NTT_NEAR with one. So f = 1 / (2 L), rounded up. */
static double ntt_bound(const tai_transforms *self, unsigned log_length,
                        size_t terms)
{
    (void)log_length;
    (void)terms;
    return 0.5 / (self == &tai_ntt ? TA_NTT_P : TA_NTT_NEAR) * (1 + 1e-9);
}

const tai_transforms tai_ntt = {"ntt",        8,         24,        8,
                                ntt_bytes,    ntt_open,  ta_free,   ntt_forward,
                                ntt_products, ntt_marks, ntt_bound, fmin};
const tai_transforms tai_ntt_one = {
    "ntt-one-root", 9,           24,           4,         ntt_bytes, ntt_open,
    ta_free,        ntt_forward, ntt_products, ntt_marks, ntt_bound, fmin};
