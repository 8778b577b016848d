/* The inner loops of the transforms modulo the prime p (see README.md). A test,
 * tests/t-ntt.c, compiles this file with TA_NTT_CHECKED: then each value is
 * checked against the range that README.md proves. All loops stand in one file
 * because the file is compiled as one piece for each instruction set. */
#include "base/vector.h"
#include "convolve/ntt.h"

typedef int32_t V __attribute__((vector_size(TA_VECTOR), may_alias));
typedef uint32_t U __attribute__((vector_size(TA_VECTOR)));
typedef int64_t wide __attribute__((vector_size(TA_VECTOR)));

/* W is the number of 32-bit lanes of a vector. H is the number of vectors that
 * hold a row of TA_NTT_LANES lanes. */
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

/* Builds a vector from lanes of the vectors a and b: lane l of the result is
 * the lane with the number F(l, A). The lanes of a have the numbers 0 to W - 1,
 * and those of b have the numbers W to 2W - 1. */
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

/* Returns the 64-bit products of the even-numbered lanes of a and b: product k
 * is a[2k] * b[2k]. */
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

/* Sums of 64-bit products of two vectors: `even` is for the even-numbered
 * lanes, and `odd` is for the odd-numbered lanes. */
typedef struct ntt_sums {
    wide even, odd;
} ntt_sums;

/* Adds the product of a and b, lane by lane, to the sums *s. */
TA_INLINE void ntt_add(ntt_sums *s, V a, V b)
{
    s->even += ntt_multiply(a, b);
    s->odd += ntt_multiply(ntt_odd(a), ntt_odd(b));
}

/* Gives, for LANES_OF in ntt_high, the number of the lane that becomes lane l.
 * For an even l this is the upper half of an even sum, in the vector a. For an
 * odd l it is the upper half of an odd sum, in the vector b. */
#define HIGH(l, A) (l) & 1 ? W + (l) : (l) + 1

/* Returns in each lane its sum divided by 2^32, modulo p (a Montgomery
 * reduction). The function subtracts the multiple of p that makes the low 32
 * bits of a sum 0, and returns the high 32 bits. */
TA_INLINE V ntt_high(ntt_sums s)
{
    const V p = ntt_set(TA_NTT_P), inverse = ntt_set(TA_NTT_INVERSE);
    const V even = (V)ntt_multiply((V)s.even, inverse);
    const V odd = (V)ntt_multiply((V)s.odd, inverse);
    const V a = (V)(s.even - ntt_multiply(even, p));
    const V b = (V)(s.odd - ntt_multiply(odd, p));
    return LANES_OF(HIGH, 0);
}

/* Returns a w / 2^32 modulo p in each lane. The absolute value of a result is
 * at most 3.5 + |a| |w| / 2^58 units of TA_NTT_UNIT = 2^26. */
TA_INLINE V ntt_mont(V a, V w)
{
    ntt_sums product = {0};
    ntt_add(&product, a, w);
    return ntt_high(product);
}

/* Returns a number that equals a modulo p and is at most 6 units of 2^26 in
 * absolute value, for |a| <= 27 units. The number is a - p k, where k is a /
 * 2^29 rounded to an integer, so that |k| <= 3. */
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

/* Returns a 64-bit number that collects 64 bits of the array `bits`: bit m of
 * byte k of the number is bit at + k + m * step of the array, for k, m < 8.
 * `at` and `step` must be multiples of 8. */
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

/* Returns what the input bits of a row add to vector h of the row in the first
 * pass. Each group of four bits is looked up in the table. Group g is the lower
 * half (g even) or the upper half (g odd) of the byte bytes[g / 2] >> shift.
 * The result is at most 7 units of 2^26 in absolute value. */
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
        /* Byte k of byte[q][c] has the input bits 8c to 8c + 7 of row j + k of
         * part q of the rows. */
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

/* Does one step down the tree of a transform (see README.md). The node is the
 * residue modulo x^4q - r^4, where q = `quarter`; its 4q rows start at x. Its
 * four quarters become the residues modulo x^q - r, x^q + r, x^q - i r and x^q
 * + i r. `w` has the factors r, r^2 and r^3 of every lane. If `last` is set,
 * results are reduced to at most 6 units of 2^26. */
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

/* Undoes the function `split` for the rows [from, to) of each quarter of a
 * node, so that four residues become one. The results are 4 times the true
 * residue. `w` has the inverses of the factors of `split`. */
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
    /* With two parts, each part is a half of the rows. Then the factor is the
     * inverse of r^2, in the second row of w, where r^4 is the constant of the
     * node. */
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

/* LOWER and UPPER give, for LANES_OF, the numbers of the lanes of two vectors a
 * and b that have bit A of the lane number clear (LOWER) or set (UPPER). Lane l
 * of the result comes from b if l has the bit, else from a. */
#define LOWER(l, A) (l) & (A) ? W + ((l) ^ (A)) : (l)
#define UPPER(l, A) (l) & (A) ? W + (l) : (l) ^ (A)

/* Returns the lanes of the vectors a and b whose numbers have `bit` (1, 2, 4 or
 * 8) clear, in the order of LOWER. The function ntt_upper below returns the
 * lanes whose numbers have the bit set. */
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

enum { ROWS = W < 8 ? W : 8 }; /* the rows that ntt_undo works on at a time */

/* Undoes one of the inner three levels of the lanes (see README.md), for ROWS
 * rows x at a time. Let u be the value of a lane, and v the value of the lane
 * whose number is `bit` = 2^level larger. They become u + v, and u - v times
 * the factor of the lane. If both lanes are in one vector, lanes of two rows
 * are exchanged first, so that u and v are whole vectors. After all levels the
 * rows are transposed. */
TA_INLINE void ntt_undo(const ta_ntt_plan *t, unsigned level, V x[ROWS][H])
{
    const size_t bit = (size_t)1 << level;
    /* Whether the lanes u and v are in two different vectors of a row. */
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

/* Returns a mask of the negative lanes: bit l is set if lane l of a is below 0.
 */
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

/* Returns a mask: bit l is set if lane l of a is not 0 modulo p. The absolute
 * values of the lanes must be at most 24 units of 2^26. Since p is odd, a = k p
 * with |k| <= 3 if and only if a / p modulo 2^32 is k. */
TA_INLINE unsigned ntt_nonzero(V a)
{
    WITHIN(a, 24);
    const V k = (V)((U)a * (uint32_t)TA_NTT_INVERSE);
    return ntt_signs((V)((k < -3) | (k > 3)));
}

/* Returns a mask: bit l is set if the value of lane l is farther than
 * TA_NTT_NEAR from 0. The value is sum * factor / 2^32 modulo p. */
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
