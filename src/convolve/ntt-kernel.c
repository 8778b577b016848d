/* The loops of the transforms modulo p. WITHIN(a, k) states |a| <= k U:
 * README.md, "Nothing overflows"; tests/t-ntt.c compiles it with
 * TA_NTT_CHECKED. The file is long, since all is inlined into one another. */
#include "base/vector.h"
#include "convolve/ntt.h"

typedef int32_t V __attribute__((vector_size(TA_VECTOR), may_alias));
typedef uint32_t U __attribute__((vector_size(TA_VECTOR)));
typedef int64_t wide __attribute__((vector_size(TA_VECTOR)));

/* Lanes of a vector; vectors of a row. */
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

/* A vector of lanes of a and b: lane l is lane F(l, A) of the two, with b's
 * from W on. */
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

/* Returns a[2k] * b[2k] in 64 bits. */
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

/* Returns the odd lanes in even places. */
TA_INLINE V ntt_odd(V a)
{
    return (V)((vec64)a >> 32);
}

typedef struct ntt_sums {
    wide even, odd;
} ntt_sums;

TA_INLINE void ntt_add(ntt_sums *s, V a, V b)
{
    s->even += ntt_multiply(a, b);
    s->odd += ntt_multiply(ntt_odd(a), ntt_odd(b));
}

/* LANES_OF: the upper halves of 64-bit lanes, a1 b1 a3 b3 .... */
#define HIGH(l, A) (l) & 1 ? W + (l) : (l) + 1

/* Returns sum / 2^32 modulo p (Montgomery): subtracts the multiple of p that
 * makes the low half 0, and takes the high half. */
TA_INLINE V ntt_high(ntt_sums s)
{
    const V p = ntt_set(TA_NTT_P), inverse = ntt_set(TA_NTT_INVERSE);
    const V even = (V)ntt_multiply((V)s.even, inverse);
    const V odd = (V)ntt_multiply((V)s.odd, inverse);
    const V a = (V)(s.even - ntt_multiply(even, p));
    const V b = (V)(s.odd - ntt_multiply(odd, p));
    return LANES_OF(HIGH, 0);
}

/* Returns a w / 2^32 modulo p, at most 3.5 U + |a| |w| / 2^32. */
TA_INLINE V ntt_mont(V a, V w)
{
    ntt_sums product = {0};
    ntt_add(&product, a, w);
    return ntt_high(product);
}

/* Returns a modulo p, at most 6 U, for |a| <= 27 U: a - p k, k = a / 2^29
 * rounded. */
TA_INLINE V ntt_reduce(V a)
{
    WITHIN(a, 27);
    const V k = (a + (1 << 28)) >> 29;
    return a - k * TA_NTT_P;
}

/* Factor times factor is a factor. */
static void grow(int32_t *out, size_t count, const int32_t w[3])
{
    V *x = (V *)out;
    for (size_t b = 0; b < 3 * count; b++)
        for (size_t h = 0; h < H; h++)
            x[(3 * count + b) * H + h] =
                ntt_mont(x[b * H + h], ntt_set(w[b % 3]));
}

/* Returns 64 bits, transposed: bit m of byte k is bit at + k + m * step,
 * multiples of 8. */
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

/* Returns vector h of a row of the first pass: what its groups of four bits
 * add, at most 7 U. Bits 8c to 8c + 7 of the row are the low byte of bytes[c]
 * >> shift. */
TA_INLINE V look_up(const tai_ntt_plan *t, tai_ntt_table table, size_t h,
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

/* As `split`, but looked up. */
static void spread(const tai_ntt_plan *t, const uint64_t *bits, size_t groups,
                   size_t from, size_t to, int32_t *out)
{
    const size_t parts = t->parts, part = t->rows / parts, step = part * H;
    for (size_t j = from; j < to; j += 8) {
        /* Byte k of byte[q][c]: bits 8c to 8c + 7 of row j + k of part q. */
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

/* A pass: a remainder modulo x^4q - r^4, q the quarter, becomes those modulo
 * x^q - r, x^q + r, x^q - i r, x^q + i r, in this order, each lane with its r;
 * `w` has r, r^2, r^3. `last`: reduced to 6 U. */
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

/* `count` is a power of 4. */
static void forward(const tai_ntt_plan *t, int32_t *rows, size_t count,
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

/* Undoes `split` up to a factor of 4, for the rows [from, to) of each quarter.
 * `w` has the inverses. */
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

static void backward(const tai_ntt_plan *t, int32_t *rows, size_t count,
                     unsigned depth, size_t node)
{
    const V *w = twiddles(t->backward, depth, node);
    for (size_t k = 0; k < 4 && count > 4; k++)
        backward(t, rows + k * (count / 4) * TA_NTT_LANES, count / 4, depth + 2,
                 4 * node + k);
    merge((V *)rows, count / 4, w, ntt_set(t->minus_i), 0, count / 4);
}

static void join(const tai_ntt_plan *t, int32_t *rows, size_t from, size_t to)
{
    V *x = (V *)rows;
    const V *w = twiddles(t->backward, 0, 0);
    size_t q = t->rows / t->parts;
    if (t->parts == 4) {
        merge(x, q, w, ntt_set(t->minus_i), from, to);
        return;
    }
    /* A first pass with two parts, modulo x^q - R and x^q + R: sum and
     * difference / R are twice the halves. The second row of w has 1 / R. */
    for (size_t k = from * H; k < to * H; k++) {
        V u = x[k], v = x[k + q * H];
        WITHIN(u, 6);
        WITHIN(v, 6);
        x[k] = ntt_reduce(u + v);
        x[k + q * H] = ntt_mont(u - v, w[H + k % H]);
    }
}

/* TA_NTT_TERMS at most, so 64 bits hold the sum. */
static void products(const tai_sum *s, size_t from, size_t to)
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

/* LANES_OF: a0 b0 a2 b2 ... and a1 b1 a3 b3 ... for A = 1. */
#define LOWER(l, A) (l) & (A) ? W + ((l) ^ (A)) : (l)
#define UPPER(l, A) (l) & (A) ? W + (l) : (l) ^ (A)

/* Lane l of a stays at l, lane l of b moves to l + bit; `bit` is 1, 2, 4 or 8.
 */
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

enum { ROWS = W < 8 ? W : 8 };

/* Undoes level 0, 1 or 2 of the lanes: of lanes u and v, 2^level apart, u
 * becomes u + v, v (u - v) times a factor. Where both are in one vector, lanes
 * of two rows are exchanged first, for good: in the end each block of ROWS rows
 * and lanes is transposed. */
TA_INLINE void ntt_undo(const tai_ntt_plan *t, unsigned level, V x[ROWS][H])
{
    const size_t bit = (size_t)1 << level;
    const bool across = bit >= W; /* u and v in different vectors of a row */
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

/* Returns the signs of the lanes as bits. */
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

/* Returns a bit for each lane not divisible by p. |a| <= 24 U < 4p: divisible
 * exactly where a / p modulo 2^32 is -3, ..., 3. */
TA_INLINE unsigned ntt_nonzero(V a)
{
    WITHIN(a, 24);
    const V k = (V)((U)a * (uint32_t)TA_NTT_INVERSE);
    return ntt_signs((V)((k < -3) | (k > 3)));
}

/* Returns a bit for each lane of sum * factor / 2^32 beyond TA_NTT_NEAR. */
TA_INLINE unsigned ntt_far(V sum, int32_t factor)
{
    const V value = ntt_mont(sum, ntt_set(factor));
    WITHIN(value, 5);
    return ntt_signs((V)((value < -TA_NTT_NEAR) | (value > TA_NTT_NEAR)));
}

/* After ntt_undo x[m % ROWS][m / ROWS] has lane m of ROWS rows, m < 8; lane m +
 * 8 of these stands in the upper half of it (AVX-512) or of x[m % ROWS]. */
static void marks(const tai_ntt_plan *t, const int32_t *rows, size_t from,
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
