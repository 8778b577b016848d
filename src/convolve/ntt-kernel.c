/* The inner loops of the transforms modulo the prime p = 7 * 2^26 + 1
 * (README.md). The file is compiled once for each instruction set. The test
 * tests/t-ntt.c also compiles it with the macro TA_NTT_CHECKED, which checks
 * each value against the range that README.md proves. The file is long because
 * all of these loops are inlined into one another. */
#include "base/vector.h"
#include "convolve/ntt.h"

typedef int32_t V __attribute__((vector_size(TA_VECTOR), may_alias));
typedef uint32_t U __attribute__((vector_size(TA_VECTOR)));
typedef int64_t wide __attribute__((vector_size(TA_VECTOR)));

/* A row of a transform is TA_NTT_LANES = 16 numbers of 32 bits. W is the number
 * of such numbers (lanes) in a vector register. H is the number of vectors in a
 * row. */
enum { W = TA_VECTOR / 4, H = TA_NTT_LANES / W };

#ifdef TA_NTT_CHECKED
static void ntt_within(V a, int64_t units)
{
    for (int k = 0; k < W; k++)
        if (a[k] < -units * TA_NTT_UNIT || a[k] > units * TA_NTT_UNIT)
            TA_NTT_CHECKED(a[k], units);
}
#define WITHIN(A, UNITS) ntt_within(A, UNITS)
#else
#define WITHIN(A, UNITS) ((void)0)
#endif

/* LANES_OF builds a vector from lanes (32-bit numbers) of two vectors, named a
 * and b. The macro F chooses the lanes: lane l of the result is the lane with
 * the number F(l, A). Here 0 to W - 1 are the lanes of a, and W to 2W - 1 are
 * the lanes of b. A is an argument for F. */
#define LANES_OF(F, A)   __builtin_shufflevector(a, b, LANES(F, A))
#define LANES_4(F, l, A) F((l), A), F((l) + 1, A), F((l) + 2, A), F((l) + 3, A)
#if TA_VECTOR == 64
#define LANES(F, A)                                                            \
    LANES_4(F, 0, A), LANES_4(F, 4, A), LANES_4(F, 8, A), LANES_4(F, 12, A)
#elif TA_VECTOR == 32
#define LANES(F, A) LANES_4(F, 0, A), LANES_4(F, 4, A)
#else
#define LANES(F, A) LANES_4(F, 0, A)
#endif

TA_INLINE V ntt_set(int32_t x)
{
    return x - (V){0};
}

/* Multiplies the lanes (32-bit numbers) of a and b that have even numbers.
 * Returns the products as 64-bit numbers: product k is a[2k] * b[2k]. */
TA_INLINE wide ntt_multiply(V a, V b)
{
#if TA_VECTOR == 64
    return (wide)_mm512_mul_epi32((__m512i)a, (__m512i)b);
#elif TA_VECTOR == 32
    return (wide)_mm256_mul_epi32((__m256i)a, (__m256i)b);
#else
    return (wide){(int64_t)a[0] * b[0], (int64_t)a[2] * b[2]};
#endif
}

/* Returns a vector whose even-numbered lanes are the odd-numbered lanes of a:
 * lane 2k of the result is a[2k + 1]. */
TA_INLINE V ntt_odd(V a)
{
    return (V)((vec64)a >> 32);
}

/* A 64-bit sum of products for each lane (32-bit number) of a vector: even[k]
 * is the sum for lane 2k, and odd[k] is the sum for lane 2k + 1. */
typedef struct ntt_sums {
    wide even, odd;
} ntt_sums;

/* Adds the product a[l] * b[l] to sum l in *s, for each lane (index) l of the
 * vectors. The products and sums have 64 bits. */
TA_INLINE void ntt_add(ntt_sums *s, V a, V b)
{
    s->even += ntt_multiply(a, b);
    s->odd += ntt_multiply(ntt_odd(a), ntt_odd(b));
}

/* For the macro LANES_OF: chooses the upper halves of the 64-bit sums in two
 * vectors a and b. A sum fills two 32-bit lanes, and its upper half is the odd
 * lane. The upper halves from a become the even lanes of the result, and those
 * from b become the odd lanes: a1 b1 a3 b3 .... (LANES_OF counts the lanes of b
 * from W on. It also passes an argument A, which is not used.) */
#define HIGH(l, A) (l) & 1 ? W + (l) : (l) + 1

/* Returns in each lane the number sum / 2^32 modulo p, where `sum` is the
 * 64-bit sum of that lane in s. This is a Montgomery reduction: the function
 * subtracts the multiple of p that makes the low 32 bits of the sum 0, and
 * returns the high 32 bits. */
TA_INLINE V ntt_high(ntt_sums s)
{
    const V p = ntt_set(TA_NTT_P), inverse = ntt_set(TA_NTT_INVERSE);
    const V even = (V)ntt_multiply((V)s.even, inverse);
    const V odd = (V)ntt_multiply((V)s.odd, inverse);
    const V a = (V)(s.even - ntt_multiply(even, p));
    const V b = (V)(s.odd - ntt_multiply(odd, p));
    return LANES_OF(HIGH, 0);
}

/* Returns a number that equals a w / 2^32 modulo p, in each lane of the vectors
 * (a Montgomery product). Its absolute value is at most 3.5 * 2^26 + |a| |w| /
 * 2^32. */
TA_INLINE V ntt_mont(V a, V w)
{
    ntt_sums product = {0};
    ntt_add(&product, a, w);
    return ntt_high(product);
}

/* Returns a number that equals a modulo p and has an absolute value of at most
 * 6 * 2^26, in each lane. |a| must be at most 27 * 2^26. The result is a - p k,
 * where k is a / 2^29 rounded to an integer. */
TA_INLINE V ntt_reduce(V a)
{
    WITHIN(a, 27);
    const V k = (a + (1 << 28)) >> 29;
    return a - k * TA_NTT_P;
}

static void grow(int32_t *out, size_t count, const int32_t w[3])
{
    V *x = (V *)out;
    for (size_t b = 0; b < 3 * count; b++)
        for (size_t h = 0; h < H; h++)
            x[(3 * count + b) * H + h] =
                ntt_mont(x[b * H + h], ntt_set(w[b % 3]));
}

/* Returns 64 bits of the array `bits`, collected in a number of 8 bytes. Bit m
 * of byte k of the number is bit at + k + m * step of the array, for 0 <= k, m
 * < 8. `at` and `step` must be multiples of 8. */
TA_INLINE uint64_t strided(const unsigned char *bits, size_t at, size_t step)
{
    uint64_t x = 0;
    for (unsigned m = 0; m < 8; m++, at += step)
        x |= (uint64_t)bits[at / 8] << 8 * m;
    uint64_t t = (x ^ x >> 7) & 0x00aa00aa00aa00aa;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000cccc0000cccc;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x00000000f0f0f0f0;
    return x ^ t ^ t << 28;
}

/* Returns vector h of one row (16 numbers) of the first pass of a transform.
 * The row is computed from `groups` groups of four input bits. For each group,
 * t->table[table] has 16 numbers for the value of the group. The row is the sum
 * of these numbers over all groups, modulo the prime p. `bytes` has the input
 * bits: bits 8c to 8c + 7 are the low byte of bytes[c] >> shift. The absolute
 * value of a result is at most 7 * 2^26. */
TA_INLINE V look_up(const ta_ntt_plan *t, ta_ntt_table table, size_t h,
                    const uint64_t bytes[4], size_t shift, size_t groups)
{
    const int32_t(*group)[TA_NTT_ENTRIES][TA_NTT_LANES] = t->table[table];
    V sum = {0};
    for (size_t g = 0; g < groups; g += 2) {
        const size_t byte = bytes[g / 2] >> shift;
        sum += ((const V *)group[g][byte & 15])[h] +
               ((const V *)group[g + 1][byte >> 4 & 15])[h];
        if (g % 4 == 2)
            sum = ntt_reduce(sum);
    }
    WITHIN(sum, 7);
    return sum;
}

static void spread(const ta_ntt_plan *t, const uint64_t *bits, size_t groups,
                   size_t from, size_t to, int32_t *out)
{
    const size_t parts = t->parts, part = t->rows / parts, step = part * H;
    for (size_t j = from; j < to; j += 8) {
        /* The input bits of eight rows of each part, regrouped by bytes. (The
         * rows are divided into 2 or 4 parts of equal length.) byte[q][c] has
         * one byte of each of the eight rows of part q: byte k has the bits 8c
         * to 8c + 7 of row j + k. */
        uint64_t byte[4][4];
        for (size_t q = 0; q < parts; q++)
            for (size_t c = 0; c < groups / 2; c++)
                byte[q][c] = strided((const unsigned char *)bits,
                                     j + q * part + 8 * c * t->rows, t->rows);
        for (size_t k = 0; k < 8; k++)
            for (size_t h = 0; h < H; h++) {
                V *y = (V *)out + (j + k) * H + h;
#define LOOK_UP(C, Q) look_up(t, C, h, byte[Q], 8 * k, groups)
                const V a0 = LOOK_UP(TA_NTT_PART_0, 0);
                const V b1 = LOOK_UP(TA_NTT_PART_1, 1);
                if (parts == 2) {
                    y[0] = a0 + b1;
                    y[step] = a0 - b1;
                    continue;
                }
                const V b2 = LOOK_UP(TA_NTT_PART_2, 2);
                const V u = b1 + LOOK_UP(TA_NTT_PART_3, 3);
                const V e = LOOK_UP(TA_NTT_PART_1_TIMES_I, 1) -
                            LOOK_UP(TA_NTT_PART_3_TIMES_I, 3);
#undef LOOK_UP
                const V s = ntt_reduce(a0 + b2), d = ntt_reduce(a0 - b2);
                WITHIN(u, 14);
                WITHIN(e, 14);
                y[0] = s + u;
                y[step] = s - u;
                y[2 * step] = d + e;
                y[3 * step] = d - e;
            }
    }
}

/* Splits 16 polynomials, one in each lane of the rows at x. Let q be `quarter`.
 * Lane l of the 4q rows has the coefficients of polynomial l, of degree below
 * 4q. The function replaces the polynomial by its remainders modulo x^q - r,
 * x^q + r, x^q - i r and x^q + i r, where i is a square root of -1. The four
 * remainders overwrite the four quarters of the rows, in this order. Each lane
 * has its own r: `w` has the numbers r, r^2 and r^3 for every lane. If `last`
 * is true, the results are reduced to absolute values of at most 6 * 2^26. */
TA_INLINE void split(V *x, size_t quarter, const V *w, V i, bool last)
{
    size_t q = quarter * H;
    for (size_t h = 0; h < H; h++) {
        V r1 = w[h], r2 = w[H + h], r3 = w[2 * H + h];
        for (V *y = x + h; y < x + q; y += H) {
            for (size_t k = 0; k < 4; k++)
                WITHIN(y[k * q], 24);
            V a0 = ntt_reduce(y[0]), b1 = ntt_mont(y[q], r1);
            V b2 = ntt_mont(y[2 * q], r2), b3 = ntt_mont(y[3 * q], r3);
            V s = a0 + b2, d = a0 - b2, u = b1 + b3;
            V e = ntt_mont(b1 - b3, i);
            WITHIN(s, 11);
            WITHIN(u, 10);
            WITHIN(e, 5);
            y[0] = s + u;
            y[q] = s - u;
            y[2 * q] = d + e;
            y[3 * q] = d - e;
            for (size_t k = 0; k < 4 && last; k++)
                y[k * q] = ntt_reduce(y[k * q]);
        }
    }
}

TA_INLINE const V *twiddles(int32_t *const *table, unsigned depth, size_t node)
{
    return (const V *)table[depth] + 3 * H * node;
}

static void forward(const ta_ntt_plan *t, int32_t *rows, size_t count,
                    unsigned depth, size_t node)
{
    const V *w = twiddles(t->forward, depth, node), i = -ntt_set(t->minus_i);
    if (count == 4) {
        split((V *)rows, 1, w, i, true);
        return;
    }
    split((V *)rows, count / 4, w, i, false);
    for (size_t k = 0; k < 4; k++)
        forward(t, rows + k * (count / 4) * TA_NTT_LANES, count / 4, depth + 2,
                4 * node + k);
}

/* Computes 16 polynomials, one in each lane of the rows at x, from their
 * remainders. (The function `split` computes the remainders.) Let q be
 * `quarter`. The four quarters of the 4q rows have the remainders of each
 * polynomial modulo x^q - r, x^q + r, x^q - i r and x^q + i r, where i is a
 * square root of -1. The result overwrites the rows: 4 times the coefficients
 * of the polynomials, which have degrees below 4q. Only the rows from, ..., to
 * - 1 of each quarter are handled. `w` has the inverses of r, r^2 and r^3 for
 * every lane. */
TA_INLINE void merge(V *x, size_t quarter, const V *w, V minus_i, size_t from,
                     size_t to)
{
    size_t q = quarter * H;
    for (size_t h = 0; h < H; h++) {
        V r1 = w[h], r2 = w[H + h], r3 = w[2 * H + h];
        for (V *y = x + from * H + h; y < x + to * H; y += H) {
            for (size_t k = 0; k < 4; k++)
                WITHIN(y[k * q], 6);
            V s = y[0] + y[q], d = y[0] - y[q];
            V u = y[2 * q] + y[3 * q];
            V e = ntt_mont(y[2 * q] - y[3 * q], minus_i);
            WITHIN(e, 5);
            y[0] = ntt_reduce(s + u);
            y[q] = ntt_mont(d + e, r1);
            y[2 * q] = ntt_mont(s - u, r2);
            y[3 * q] = ntt_mont(d - e, r3);
        }
    }
}

static void backward(const ta_ntt_plan *t, int32_t *rows, size_t count,
                     unsigned depth, size_t node)
{
    const V *w = twiddles(t->backward, depth, node);
    for (size_t k = 0; k < 4 && count > 4; k++)
        backward(t, rows + k * (count / 4) * TA_NTT_LANES, count / 4, depth + 2,
                 4 * node + k);
    merge((V *)rows, count / 4, w, ntt_set(t->minus_i), 0, count / 4);
}

static void join(const ta_ntt_plan *t, int32_t *rows, size_t from, size_t to)
{
    V *x = (V *)rows;
    const V *w = twiddles(t->backward, 0, 0);
    size_t q = t->rows / t->parts;
    if (t->parts == 4) {
        merge(x, q, w, ntt_set(t->minus_i), from, to);
        return;
    }
    /* Here the first pass has split the rows into only two remainders, modulo
     * x^q - R and x^q + R. Their sum is 2 times the first q rows. Their
     * difference, divided by R, is 2 times the other q rows. The second row of
     * `w` has 1 / R. */
    for (size_t k = from * H; k < to * H; k++) {
        V u = x[k], v = x[k + q * H];
        WITHIN(u, 6);
        WITHIN(v, 6);
        x[k] = ntt_reduce(u + v);
        x[k + q * H] = ntt_mont(u - v, w[H + k % H]);
    }
}

static void products(const ta_sum *s, size_t from, size_t to)
{
    V *out = s->sum;
    for (size_t k = from * H; k < to * H; k++) {
        ntt_sums x = {0};
        for (size_t t = 0; t < s->terms; t++) {
            const V a = ((const V *)s->a[t])[k], b = ((const V *)s->b[t])[k];
            WITHIN(a, 6);
            WITHIN(b, 6);
            ntt_add(&x, a, b);
        }
        const V sum = ntt_reduce(ntt_high(x));
        out[k] = s->add ? ntt_reduce(sum + out[k]) : sum;
    }
}

/* LOWER and UPPER choose lanes of two vectors a and b for the macro LANES_OF. A
 * is a power of two, one bit of a lane number. LOWER takes the lanes whose
 * numbers have this bit clear, and UPPER those whose numbers have it set. For A
 * = 1, LOWER gives a0 b0 a2 b2 ..., and UPPER gives a1 b1 a3 b3 .... For A = 2,
 * LOWER gives a0 a1 b0 b1 a4 a5 b4 b5 .... */
#define LOWER(l, A) (l) & (A) ? W + ((l) ^ (A)) : (l)
#define UPPER(l, A) (l) & (A) ? W + (l) : (l) ^ (A)

/* Returns a vector of the lanes of a and b whose numbers have `bit` clear: lane
 * l of a stays at l, and lane l of b moves to l + bit. `bit` is 1, 2, 4 or 8.
 * (The function ntt_upper returns the lanes whose numbers have `bit` set.) */
TA_INLINE V ntt_lower(V a, V b, unsigned bit)
{
    return bit == 1   ? LANES_OF(LOWER, 1)
           : bit == 2 ? LANES_OF(LOWER, 2)
           : bit == 4 ? LANES_OF(LOWER, 4 % W)
                      : LANES_OF(LOWER, 8 % W);
}

TA_INLINE V ntt_upper(V a, V b, unsigned bit)
{
    return bit == 1   ? LANES_OF(UPPER, 1)
           : bit == 2 ? LANES_OF(UPPER, 2)
           : bit == 4 ? LANES_OF(UPPER, 4 % W)
                      : LANES_OF(UPPER, 8 % W);
}

/* The number of rows (of 16 numbers) that the function ntt_undo handles at a
 * time. */
enum { ROWS = W < 8 ? W : 8 };

/* Undoes level 0, 1 or 2 of the transform in ROWS rows of 16 numbers (lanes).
 * The level combines pairs of lanes of a row, u and v, whose indices differ by
 * 2^level. u becomes u + v, and v becomes (u - v) f, where f is a factor in
 * t->lanes[level].
 *
 * The function computes with whole vectors, so u and v must be in different
 * vectors. If they are in one vector, it first exchanges lanes between two
 * rows. Then one vector has the u of both rows, and another has the v of both.
 * The lanes are not put back. So after all three levels, each block of ROWS
 * rows and ROWS lanes is transposed. */
TA_INLINE void ntt_undo(const ta_ntt_plan *t, unsigned level, V x[ROWS][H])
{
    const size_t bit = (size_t)1 << level;
    /* True if u and v are in different vectors of the same row. A vector has W
     * lanes, and the lane numbers of u and v differ by `bit`. */
    const bool across = bit >= W;
#pragma GCC unroll 8
    for (size_t r = 0; r < ROWS; r++)
#pragma GCC unroll 4
        for (size_t h = 0; h < H; h++) {
            if ((across ? h * W : r) & bit)
                continue;
            V *a = &x[r][h], *b = across ? a + bit / W : &x[r + bit][h];
            const V u = across ? *a : ntt_lower(*a, *b, (unsigned)bit);
            const V v = across ? *b : ntt_upper(*a, *b, (unsigned)bit);
            WITHIN(u, 13);
            WITHIN(v, 13);
            const V sum = u + v;
            *a = level == 1 ? ntt_reduce(sum) : sum;
            *b = ntt_mont(u - v, ((const V *)t->lanes[level])[h]);
        }
}

/* Returns the signs of the lanes (32-bit numbers) of a: bit l of the result is
 * set if lane l is negative. */
TA_INLINE unsigned ntt_signs(V a)
{
#if TA_VECTOR == 64
    return _mm512_movepi32_mask((__m512i)a);
#elif TA_VECTOR == 32
    return (unsigned)_mm256_movemask_ps((__m256)a);
#else
    return (unsigned)((a[0] < 0) | (a[1] < 0) << 1 | (a[2] < 0) << 2 |
                      (a[3] < 0) << 3);
#endif
}

/* Returns a number whose bit l is set if lane l of a is not divisible by p. The
 * absolute values of all lanes must be at most 24 * 2^26, which is less than 4
 * p. So a lane is divisible by p if and only if its product with the inverse of
 * p modulo 2^32 is one of -3, ..., 3. */
TA_INLINE unsigned ntt_nonzero(V a)
{
    WITHIN(a, 24);
    const V k = (V)((U)a * (uint32_t)TA_NTT_INVERSE);
    return ntt_signs((V)((k < -3) | (k > 3)));
}

/* Returns a number whose bit l is set if value l has an absolute value above
 * TA_NTT_NEAR. Value l is lane l of `sum` multiplied by factor / 2^32 modulo p.
 */
TA_INLINE unsigned ntt_far(V sum, int32_t factor)
{
    const V value = ntt_mont(sum, ntt_set(factor));
    WITHIN(value, 5);
    return ntt_signs((V)((value < -TA_NTT_NEAR) | (value > TA_NTT_NEAR)));
}

static void marks(const ta_ntt_plan *t, const int32_t *rows, size_t from,
                  size_t to, unsigned char *bits)
{
    const bool one = t->one;
    for (size_t j = from; j < to; j += 8) {
        unsigned char byte[TA_NTT_LANES] = {0};
        for (size_t k = 0; k < 8; k += ROWS) {
            V x[ROWS][H];
            for (size_t r = 0; r < ROWS; r++)
                for (size_t h = 0; h < H; h++)
                    x[r][h] = ((const V *)rows)[(j + k + r) * H + h];
#pragma GCC unroll 3
            for (unsigned level = 0; level < 3; level++)
                ntt_undo(t, level, x);
#pragma GCC unroll 8
            for (size_t m = 0; m < 8; m++) {
                const V *a = &x[m % ROWS][m / ROWS];
                const V u = W == 16 ? ntt_lower(*a, *a, 8) : *a;
                const V v = W == 16 ? ntt_upper(*a, *a, 8) : a[H / 2];
                if (!one) {
                    byte[m] |= (unsigned char)(ntt_nonzero(u - v) << k);
                    continue;
                }
                byte[m] |= (unsigned char)(ntt_far(u + v, t->value[0]) << k);
                byte[m + 8] |=
                    (unsigned char)(ntt_far(u - v, t->value[1]) << k);
            }
        }
        for (size_t m = 0; m < (one ? 16u : 8u); m++)
            bits[(m * t->rows + j) / 8] |= byte[m];
    }
}

const tai_ntt_kernel TA_VARIANT(tai_ntt_kernel) = {
    grow, spread, forward, backward, join, products, marks};
