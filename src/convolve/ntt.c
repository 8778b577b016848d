/* Convolves bit arrays exactly, by transforms modulo the prime p = 7 * 2^26 +
 * 1. The bits of two arrays are the coefficients of two polynomials. Let P0 +
 * P1 x^B + P2 x^2B be their product, with P0, P1 and P2 of degree below B. The
 * result is the set of coefficients of P1 that are not 0. Let i be a square
 * root of -1 modulo p. The transforms compute two remainders of the product.
 * Modulo x^B - i, the remainder is P0 - P2 + i P1. Modulo x^B + i, it is P0 -
 * P2 - i P1. A coefficient of P1 is 0 modulo p if and only if both remainders
 * have the same coefficient there. If all coefficients are small, the first
 * remainder is enough: its coefficients are near 0 exactly where P1 is 0. This
 * takes half the time and memory (tai_ntt_one). README.md has the proofs, also
 * that no number overflows. */
#include <math.h>

#include "base/arena.h"
#include "convolve/ntt.h"

/* GENERATOR is a root of unity modulo the prime p. ORDER is its order, the
 * least e > 0 with GENERATOR^e = 1. The transforms use only powers of
 * GENERATOR. The code represents a power GENERATOR^e by its exponent e. */
enum { ORDER = 1 << 26 };
#define GENERATOR 2187 /* 3^7 */

/* Returns GENERATOR^e modulo p, as a number from 0 to p - 1. */
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

/* Returns the number between -p / 2 and p / 2 that is equal to x modulo p. x
 * must be less than p. */
static int32_t ntt_centred(uint64_t x)
{
    return (int32_t)((int64_t)x - (x > TA_NTT_P / 2 ? TA_NTT_P : 0));
}

/* Returns the number that equals x 2^32 modulo p and lies between -p / 2 and p
 * / 2. In this form x is a factor for ntt_mont, which multiplies and then
 * divides by 2^32. */
static int32_t ntt_factor_of(uint64_t x)
{
    return ntt_centred((x << 32) % TA_NTT_P);
}

/* Returns the number that equals GENERATOR^e 2^32 modulo p and lies between -p
 * / 2 and p / 2. In this form the root GENERATOR^e is a factor for ntt_mont,
 * which divides by 2^32. */
static int32_t ntt_factor(uint64_t e)
{
    return ntt_factor_of(ntt_power(e));
}

/* Returns the exponent e of the root GENERATOR^e of node k at the given depth
 * of a transform's tree. A node computes remainders modulo a polynomial x^m -
 * root. The one node at depth 0 has the polynomial x^2B + 1 or, in transforms
 * with one root of -1, x^B - i. Each node has two children, with the
 * polynomials x^(m/2) - s and x^(m/2) + s, where s^2 is the root of the node.
 */
static uint64_t ntt_exponent(const ta_ntt_plan *t, unsigned depth, size_t k)
{
    uint64_t e = t->one ? ORDER / 4 : ORDER / 2;
    for (unsigned bit = depth; bit-- > 0;)
        e = e / 2 + (k >> bit & 1) * (ORDER / 2);
    return e;
}

/* Fills `out` with the twiddle factors of all nodes at one depth of a
 * transform's tree. A node splits a remainder modulo x^m - r^4 into remainders
 * modulo x^(m/4) - r, x^(m/4) + r, x^(m/4) - i r and x^(m/4) + i r, where i is
 * a square root of -1. It does so in all 16 lanes of a row, and each lane has
 * its own r. So the factors of a node are three rows of 16 numbers: r, r^2 and
 * r^3, or their inverses if `inverse` is true. Depth 0 has one node.
 *
 * The function computes the factors of node 0. Then it doubles the number of
 * nodes again and again: the rows of node 2^t + k are those of node k, each
 * multiplied by a constant. */
static void ntt_fill_depth(const ta_ntt_plan *t, unsigned depth, bool inverse,
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

/* Returns the number of input bits that a row of a transform depends on,
 * divided by four. The input is a bit array of 2B bits if `window` is true,
 * else of B bits. */
static size_t ntt_groups(const ta_ntt_plan *t, bool window)
{
    return (t->one ? 4u : 2u) << window;
}

/* Fills in one lookup table for the first pass of a transform. The table says
 * what four input bits of a row add to the 16 numbers (lanes) of the row. For
 * bit k of a row, this is the number c^k r^q in each lane, and for several bits
 * the sum of these numbers.
 *   c  The lane has remainders modulo x^M - c, where M is the number of rows.
 *      Each lane has its own c. Bit k of row j is the coefficient of
 *      x^(j + kM).
 *   q  The part of the rows to which the table belongs (see ta_ntt_table). The
 *      first pass divides the rows into t->parts parts.
 *   r  A number with r^parts = c. The pass multiplies the rows of part q by
 *      r^q.
 * In two of the tables, all numbers are also multiplied by i, a square root of
 * -1. */
static void ntt_fill_table(ta_ntt_plan *t, ta_ntt_table table)
{
    static const struct {
        uint64_t part, turn; /* turn: times i */
    } row[TA_NTT_TABLES] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {1, 1}, {3, 1}};
    for (size_t lane = 0; lane < TA_NTT_LANES; lane++) {
        const uint64_t e = ntt_exponent(t, 4, lane), step = ntt_power(e);
        uint64_t bit[4], value = ntt_power(row[table].part * e / t->parts +
                                           row[table].turn * ORDER / 4);
        for (size_t g = 0; g < ntt_groups(t, true); g++) {
            for (size_t k = 0; k < 4; k++, value = value * step % TA_NTT_P)
                bit[k] = value;
            /* Entry k is the sum of bit[b] over the bits b that are set in k.
             * Entry k & (k - 1), which is set already, is the sum without the
             * lowest of these bits. */
            for (size_t k = 1; k < TA_NTT_ENTRIES; k++) {
                const int64_t less = t->table[table][g][k & (k - 1)][lane];
                t->table[table][g][k][lane] = ntt_centred(
                    (uint64_t)(less + TA_NTT_P + (int64_t)bit[ta_ctz(k)]) %
                    TA_NTT_P);
            }
        }
    }
}

/* Assigns memory of the arena (one block for many arrays) to *t and to its
 * arrays of twiddle factors, in this order. Sets the sizes in *t. The function
 * is called twice: first it only counts the bytes, and then it assigns the
 * memory that the caller has allocated. */
static void ntt_place(ta_ntt_plan *t, bool one, unsigned log_length,
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

static uint64_t ntt_bytes(unsigned log_length)
{
    ta_ntt_plan t;
    ta_arena arena = {0};
    ntt_place(&t, false, log_length, &arena); /* one root takes less */
    return arena.bytes;
}

/* Fills in t->lanes and t->value, the factors for the last four levels of a
 * backward transform. These levels combine the 16 lanes (numbers) of a row. A
 * level joins the remainders modulo x^m - r and x^m + r to one remainder modulo
 * x^2m - r^2, and needs the factor 1 / r. t->lanes has these factors, and
 * t->value has factors for the last level. */
static void ntt_fill_lanes(ta_ntt_plan *t)
{
    for (unsigned level = 0; level < 3; level++)
        for (size_t lane = 0; lane < TA_NTT_LANES; lane++) {
            const size_t node = lane >> (level + 1);
            t->lanes[level][lane] =
                ntt_factor(ORDER - ntt_exponent(t, 3 - level, node) / 2);
        }
    /* `value` corrects two factors of the results. Each level of the backward
     * transform multiplies the results by 2, so all levels together multiply
     * them by `degree`. Products of transforms are divided by 2^32. So `value`
     * is 2^32 / degree modulo p. Since `degree` divides p - 1, its inverse
     * modulo p is p - (p - 1) / degree. */
    const uint64_t degree = TA_NTT_LANES * t->rows;
    const uint64_t value = ((uint64_t)1 << 32) % TA_NTT_P *
                           (TA_NTT_P - (TA_NTT_P - 1) / degree) % TA_NTT_P;
    t->value[0] = ntt_factor_of(value);
    t->value[1] = ntt_factor_of(ntt_power(ORDER - ntt_exponent(t, 0, 0) / 2) *
                                value % TA_NTT_P);
}

static ta_status ntt_open(const ta_transforms *self, unsigned log_length,
                          tai_pool *pool, void **state)
{
    ta_ntt_plan counted, *t;
    ta_arena arena = {0};
    bool one = self == &tai_ntt_one;
    ntt_place(&counted, one, log_length, &arena);
    ta_status st = ta_arena_open(&arena);
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
            ntt_fill_table(t, (ta_ntt_table)k);
    for (unsigned depth = 0; depth < TA_NTT_DEPTHS; depth++)
        if (t->forward[depth] != NULL) {
            ntt_fill_depth(t, depth, true, t->backward[depth]);
            ntt_fill_depth(t, depth, false, t->forward[depth]);
        }
    return TA_OK;
}

/* The arguments of one stage of a transform, which the threads of a pool
 * compute together. The transform is an array of rows of 16 numbers, divided
 * into 2 or 4 parts of equal length. The work is divided into items. In some
 * stages, an item is one whole part. In the other stages, it is `step` rows of
 * every part. */
typedef struct ntt_stage {
    const ta_ntt_plan *t;
    int32_t *x; /* the transform */
    /* The number of rows of each part that a work item of the pool handles. Not
     * used if an item is a whole part. */
    size_t step;
    const uint64_t *bits;
    /* The number of groups of four bits of the array `bits` from which each row
     * is computed. */
    size_t groups;
    unsigned char *marks;
} ntt_stage;

static void ntt_spread_item(void *state, unsigned thread, size_t k)
{
    const ntt_stage *s = state;
    (void)thread;
    s->t->kernel->spread(s->t, s->bits, s->groups, k * s->step,
                         (k + 1) * s->step, s->x);
}

/* Computes part k of a transform, one of the 2 or 4 parts into which the first
 * pass divides the rows. Runs all passes of a forward transform after the
 * first. If s->marks is not NULL, the transform is a backward one, and the
 * function undoes these passes instead. The thread pool calls this function. */
static void ntt_part_item(void *state, unsigned thread, size_t k)
{
    const ntt_stage *s = state;
    const ta_ntt_plan *t = s->t;
    const size_t part = t->rows / t->parts;
    (void)thread;
    (s->marks != NULL ? t->kernel->backward : t->kernel->forward)(
        t, s->x + k * part * TA_NTT_LANES, part, t->parts / 2, k);
}

/* Ends a backward transform for some rows: undoes the first pass, and sets the
 * bits of s->marks for the values that are not 0. The rows are k * step, ...,
 * (k + 1) * step - 1 of each part. (The first pass has divided the rows into 2
 * or 4 parts.) The function handles at most 64 rows of each part at a time,
 * which fit into the L1 cache. The thread pool calls this function. */
static void ntt_marks_item(void *state, unsigned thread, size_t k)
{
    const ntt_stage *s = state;
    const ta_ntt_plan *t = s->t;
    const size_t part = t->rows / t->parts, rows = ta_min_u64(64, s->step);
    (void)thread;
    for (size_t at = k * s->step; at < (k + 1) * s->step; at += rows) {
        t->kernel->join(t, s->x, at, at + rows);
        for (size_t q = at; q < t->rows; q += part)
            t->kernel->marks(t, s->x, q, q + rows, s->marks);
    }
}

/* Runs a transform with the threads of the pool. The function `item` does the
 * first pass of a forward transform, or the last pass of a backward one. The
 * function ntt_part_item does all other passes. A forward transform (s->marks
 * is NULL) calls `item` first, and a backward transform calls ntt_part_item
 * first. If there are fewer than LEAST_ROWS rows, the calling thread does all
 * the work, since waking other threads would take too long. */
static void ntt_run(ntt_stage *s, tai_pool_work *item)
{
    enum { LEAST_ROWS = 1 << 11, STEP = 512 };
    const ta_ntt_plan *t = s->t;
    tai_pool *pool = t->rows < LEAST_ROWS ? NULL : t->pool;
    const size_t part = t->rows / t->parts;
    s->step = ta_min_u64(part, STEP);
    if (s->marks != NULL)
        tai_pool_run(pool, ntt_part_item, s, t->parts);
    tai_pool_run(pool, item, s, part / s->step);
    if (s->marks == NULL)
        tai_pool_run(pool, ntt_part_item, s, t->parts);
}

static void ntt_forward(void *state, const uint64_t *bits, bool window,
                        void *out)
{
    const ta_ntt_plan *t = state;
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

static void ntt_products(void *state, const ta_sum *sum, size_t from, size_t to)
{
    const ta_ntt_plan *t = state;
    const size_t per_row = t->one ? 16 : 8;
    ta_sum some = *sum;
    for (size_t left = sum->terms; left > 0; left -= some.terms) {
        some.terms = ta_min_u64(left, TA_NTT_TERMS);
        t->kernel->products(&some, from / per_row, to / per_row);
        some.a += some.terms;
        some.b += some.terms;
        some.add = true;
    }
}

/* Returns a factor f for the test f * N < 1/2: if it holds, a sum of products
 * is exact. N is a bound on the numbers in the sum: it adds up, for each
 * product of two bit arrays, the smaller of their numbers of set bits.
 *
 * The sum is exact if N < L. With two roots of -1, L is p, because a number
 * from 0 to p - 1 is 0 if it is 0 modulo p. With one root, L is TA_NTT_NEAR. So
 * f is 1 / (2 L), rounded up. The test then has the same form as for rounding
 * errors. */
static double ntt_bound(const ta_transforms *self, unsigned log_length,
                        size_t terms)
{
    (void)log_length;
    (void)terms;
    return 0.5 / (self == &tai_ntt ? TA_NTT_P : TA_NTT_NEAR) * (1 + 1e-9);
}

const ta_transforms tai_ntt = {"ntt",        8,         24,        8,
                               ntt_bytes,    ntt_open,  ta_free,   ntt_forward,
                               ntt_products, ntt_marks, ntt_bound, fmin};
const ta_transforms tai_ntt_one = {
    "ntt-one-root", 9,           24,           4,         ntt_bytes, ntt_open,
    ta_free,        ntt_forward, ntt_products, ntt_marks, ntt_bound, fmin};
