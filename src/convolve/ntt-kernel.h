/* The loops over rows, written once in vectors V of W lanes; included by each
 * variant after it has defined
 *
 *   TARGET, W, V, ntt_set(x), ntt_multiple(k) = k p for |k| <= 3; ntt_acc, 0 at
 *   first, ntt_acc_add(acc, a, b): acc += a b in 64 bits, ntt_acc_reduce(acc) =
 *   acc / 2^32 modulo p; ntt_columns(x, col): lane l of the W rows at x into
 *   col[l]; ntt_signs(a): which lanes are below 0, as bits; WITHIN(a, units),
 *   which a checked build asserts.
 *
 * The bounds are proved in paper-notes.md, "Exact transforms". */

typedef uint32_t U __attribute__((vector_size(4 * W)));
enum { H = TA_NTT_LANES / W }; /* vectors of a row */
enum { LEAF_ROWS = 256 };      /* 16 KiB, which an L1 cache holds */

/* a w / 2^32 modulo p, within 3.5 + |a| |w| / 2^58 units. */
FORCED V ntt_mont(V a, V w)
{
    ntt_acc product = {0};
    ntt_acc_add(&product, a, w);
    return ntt_acc_reduce(product);
}

/* a modulo p, within 6 units. */
FORCED V ntt_reduce(V a)
{
    WITHIN(a, 27);
    return a - ntt_multiple((a + (1 << 28)) >> 29);
}

TARGET static void grow(int32_t *out, size_t count, const int32_t w[3])
{
    V *x = (V *)out;
    for (size_t b = 0; b < 3 * count; b++)
        for (size_t h = 0; h < H; h++)
            x[(3 * count + b) * H + h] =
                ntt_mont(x[b * H + h], ntt_set(w[b % 3]));
}

/* Bit m of byte k: bit k of the byte that begins at bit at + m * step. */
FORCED uint64_t strided(const unsigned char *bits, size_t at, size_t step)
{
    uint64_t x = 0;
    for (unsigned m = 0; m < 8; m++, at += step) {
        /* Only lengths 2^6 and 2^7 have streams that begin within a byte. */
        unsigned char byte = (unsigned char)(bits[at / 8] >> at % 8);
        x |= (uint64_t)byte << 8 * m;
    }
    uint64_t t = (x ^ x >> 7) & 0x00aa00aa00aa00aa;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000cccc0000cccc;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x00000000f0f0f0f0;
    return x ^ t ^ t << 28;
}

/* What 8, 16 or 32 bits add to a part of the first pass: at most 7 units. */
FORCED V look_up(const int32_t table[8][16][TA_NTT_LANES], size_t h,
                 const uint64_t bytes[4], size_t shift, size_t groups)
{
#define ENTRY(G, K) (((const V *)table[G][(K)&15])[h])
    V sum = {0};
    for (size_t g = 0; g < groups; g += 2) {
        size_t byte = bytes[g / 2] >> shift;
        sum += ENTRY(g, byte) + ENTRY(g + 1, byte >> 4);
        if (g % 4 == 2)
            sum = ntt_reduce(sum);
    }
#undef ENTRY
    WITHIN(sum, 7);
    return sum;
}

FORCED void spread_some(const ta_ntt_plan *t, const uint64_t *bits,
                        size_t groups, size_t parts, size_t from, size_t to,
                        int32_t *out)
{
    size_t part = t->rows / parts;
    for (size_t j = from; j < to; j += 8) {
        uint64_t byte[4][4]; /* of a part; k of the row j + k */
        for (size_t q = 0; q < parts; q++)
            for (size_t c = 0; c < groups / 2; c++)
                byte[q][c] = strided((const unsigned char *)bits,
                                     j + q * part + 8 * c * t->rows, t->rows);
        for (size_t k = 0; k < 8 && j + k < to; k++)
            for (size_t h = 0; h < H; h++) {
                V *y = (V *)out + (j + k) * H + h;
#define LOOK_UP(C, Q) look_up(t->table[C], h, byte[Q], 8 * k, groups)
                V a0 = LOOK_UP(0, 0), b1 = LOOK_UP(1, 1);
                if (parts == 2) {
                    y[0] = a0 + b1;
                    y[part * H] = a0 - b1;
                    continue;
                }
                V b2 = LOOK_UP(2, 2), b3 = LOOK_UP(3, 3);
                V e = LOOK_UP(4, 1) - LOOK_UP(5, 3), u = b1 + b3;
                V s = ntt_reduce(a0 + b2), d = ntt_reduce(a0 - b2);
#undef LOOK_UP
                WITHIN(u, 14);
                WITHIN(e, 14);
                y[0] = s + u;
                y[part * H] = s - u;
                y[2 * part * H] = d + e;
                y[3 * part * H] = d - e;
            }
    }
}

TARGET static void spread(const ta_ntt_plan *t, const uint64_t *bits,
                          size_t groups, size_t from, size_t to, int32_t *out)
{
#define SPREAD(GROUPS, PARTS)                                                  \
    if (groups == (GROUPS) && t->parts == (PARTS))                             \
        spread_some(t, bits, GROUPS, PARTS, from, to, out);
    SPREAD(2, 2)
    SPREAD(2, 4)
    SPREAD(4, 2)
    SPREAD(4, 4)
    SPREAD(8, 2)
    SPREAD(8, 4)
#undef SPREAD
}

/* A node of 4 quarters: modulo x^4q - r^4 to x^q - r, + r, - i r, + i r. */
FORCED void split(V *x, size_t quarter, const V *w, V i, bool last)
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

FORCED const V *twiddles(int32_t *const *table, unsigned depth, size_t node)
{
    return (const V *)table[depth] + 3 * H * node;
}

TARGET static void forward(const ta_ntt_plan *t, int32_t *rows, size_t count,
                           unsigned depth, size_t node)
{
    V *x = (V *)rows, i = -ntt_set(t->minus_i);
    if (count > LEAF_ROWS) {
        split(x, count / 4, twiddles(t->forward, depth, node), i, false);
        for (size_t k = 0; k < 4; k++)
            forward(t, (int32_t *)(x + k * (count / 4) * H), count / 4,
                    depth + 2, 4 * node + k);
        return;
    }
    size_t nodes = 1, size = count;
    for (; size > 4; size /= 4, nodes *= 4, depth += 2, node *= 4)
        for (size_t b = 0; b < nodes; b++)
            split(x + b * size * H, size / 4,
                  twiddles(t->forward, depth, node + b), i, false);
    for (size_t b = 0; b < nodes; b++)
        split(x + b * size * H, 1, twiddles(t->forward, depth, node + b), i,
              true);
}

/* The inverse of split, times 4, for rows [from, to) of each quarter. */
FORCED void merge(V *x, size_t quarter, const V *w, V minus_i, size_t from,
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

TARGET static void backward(const ta_ntt_plan *t, int32_t *rows, size_t count,
                            unsigned depth, size_t node)
{
    V *x = (V *)rows, minus_i = ntt_set(t->minus_i);
    if (count > LEAF_ROWS) {
        for (size_t k = 0; k < 4; k++)
            backward(t, (int32_t *)(x + k * (count / 4) * H), count / 4,
                     depth + 2, 4 * node + k);
        merge(x, count / 4, twiddles(t->backward, depth, node), minus_i, 0,
              count / 4);
        return;
    }
    size_t nodes = 1;
    for (size_t size = count; size > 4; size /= 4)
        nodes *= 4, depth += 2, node *= 4;
    for (size_t size = 4; size <= count;
         size *= 4, nodes /= 4, depth -= 2, node /= 4)
        for (size_t b = 0; b < nodes; b++)
            merge(x + b * size * H, size / 4,
                  twiddles(t->backward, depth, node + b), minus_i, 0, size / 4);
}

TARGET static void join(const ta_ntt_plan *t, int32_t *rows, size_t from,
                        size_t to)
{
    V *x = (V *)rows;
    const V *w = twiddles(t->backward, 0, 0);
    size_t q = t->rows / t->parts;
    if (t->parts == 4) {
        merge(x, q, w, ntt_set(t->minus_i), from, to);
        return;
    }
    /* Halves: r^2 is the root here. */
    for (size_t k = from * H; k < to * H; k++) {
        V u = x[k], v = x[k + q * H];
        WITHIN(u, 6);
        WITHIN(v, 6);
        x[k] = ntt_reduce(u + v);
        x[k + q * H] = ntt_mont(u - v, w[H + k % H]);
    }
}

TARGET static void products(const ta_sum *s, size_t from, size_t to)
{
    V *out = s->sum;
    for (size_t k = from * H; k < to * H; k += 2) {
        ntt_acc x = {0}, y = {0};
        for (size_t t = 0; t < s->terms; t++) {
            const V *a = (const V *)s->a[t] + k, *b = (const V *)s->b[t] + k;
            WITHIN(a[0], 6);
            WITHIN(b[0], 6);
            ntt_acc_add(&x, a[0], b[0]);
            ntt_acc_add(&y, a[1], b[1]);
        }
        V sum0 = ntt_reduce(ntt_acc_reduce(x));
        V sum1 = ntt_reduce(ntt_acc_reduce(y));
        out[k] = s->add ? ntt_reduce(sum0 + out[k]) : sum0;
        out[k + 1] = s->add ? ntt_reduce(sum1 + out[k + 1]) : sum1;
    }
}

#if W <= 8
/* The levels of the lanes, from the innermost: a lane l and the one 1, 2, 4
 * above it. Then + and - stand 8 lanes apart. */
FORCED void undo_lanes(const ta_ntt_plan *t, V col[TA_NTT_LANES])
{
    for (unsigned level = 0; level < 3; level++)
        for (unsigned l = 0; l < TA_NTT_LANES; l++) {
            unsigned apart = 1u << level;
            if (l & apart)
                continue;
            V u = col[l], v = col[l + apart];
            WITHIN(u, 13);
            WITHIN(v, 13);
            V w = ntt_set(t->above[level][l / (2 * apart)]);
            col[l] = u + v;
            if (level == 1)
                col[l] = ntt_reduce(col[l]);
            col[l + apart] = ntt_mont(u - v, w);
        }
}

/* Which lanes are not 0 modulo p, for |a| <= 24 units: p is odd, so a = k p
 * exactly where a / p modulo 2^32 is k, |k| <= 3. */
FORCED unsigned ntt_nonzero(V a)
{
    WITHIN(a, 24);
    V k = (V)((U)a * (uint32_t)TA_NTT_INVERSE);
    return ntt_signs((k < -3) | (k > 3));
}

/* Which values of a sum are not near 0. */
FORCED unsigned ntt_far(V a, V factor)
{
    V value = ntt_mont(a, factor);
    WITHIN(value, 5);
    return ntt_signs((value < -TA_NTT_NEAR) | (value > TA_NTT_NEAR));
}

FORCED void marks_some(const ta_ntt_plan *t, bool one, const int32_t *x,
                       size_t from, size_t to, unsigned char *bits)
{
    for (size_t j = from; j < to; j += 8) {
        unsigned char byte[TA_NTT_LANES] = {0};
        for (size_t k = 0; k < 8; k += W) {
            V col[TA_NTT_LANES];
            ntt_columns(x + (j + k) * TA_NTT_LANES, col);
            undo_lanes(t, col);
            for (unsigned m = 0; m < 8; m++) {
                V u = col[m], v = col[m + 8];
                if (!one) {
                    byte[m] |= (unsigned char)(ntt_nonzero(u - v) << k);
                    continue;
                }
                V low = ntt_set(t->value[0]), high = ntt_set(t->value[1]);
                byte[m] |= (unsigned char)(ntt_far(u + v, low) << k);
                byte[m + 8] |= (unsigned char)(ntt_far(u - v, high) << k);
            }
        }
        for (size_t m = 0; m < (one ? 16u : 8u); m++)
            bits[(m * t->rows + j) / 8] |= byte[m];
    }
}

TARGET static void marks(const ta_ntt_plan *t, const int32_t *x, size_t from,
                         size_t to, unsigned char *bits)
{
    if (t->one)
        marks_some(t, true, x, from, to, bits);
    else
        marks_some(t, false, x, from, to, bits);
}
#endif
