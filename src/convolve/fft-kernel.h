/* The loops over interleaved complex numbers (re, im, re, im, ...), written
 * once in vectors V of W doubles; included by fft.c for each variant,
 * after it has defined TARGET, W, LANES and FMA(a, b, c) = a b + c. */

typedef double NAME(real) __attribute__((vector_size(8 * W), may_alias));
typedef int64_t NAME(whole) __attribute__((vector_size(8 * W), may_alias));
#define V NAME(real)
#define I NAME(whole)

/* With a = (ar, ai) and b = (br, bi), sums of ar * (br, bi) and of ai * (bi,
 * br) are kept apart; at the end their difference in even lanes and their sum
 * in odd ones is (re, im). */
TARGET static void NAME(products)(const ta_sum *s, size_t from, size_t length)
{
    enum { VECTORS = 4 };
    for (size_t at = 2 * from; at < 2 * (from + length); at += VECTORS * W) {
        V x[VECTORS] = {{0}}, y[VECTORS] = {{0}};
        for (size_t t = 0; t < s->terms; t++) {
            const V *a = (const V *)((const double *)s->a[t] + at);
            const V *b = (const V *)((const double *)s->b[t] + at);
            UNROLL for (int k = 0; k < VECTORS; k++)
            {
                V u = a[k], v = b[k];
                x[k] = FMA(SHUFFLE(u, u, LANES(0, 0)), v, x[k]);
                y[k] = FMA(SHUFFLE(u, u, LANES(1, 1)),
                           SHUFFLE(v, v, LANES(1, 0)), y[k]);
            }
        }
        V *out = (V *)((double *)s->sum + at);
        UNROLL for (int k = 0; k < VECTORS; k++)
        {
            V less = x[k] - y[k], more = x[k] + y[k];
            V sum = SHUFFLE(less, more, LANES(0, W + 1));
            if (s->add)
                sum += out[k];
            out[k] = sum;
        }
    }
}

/* With t = z * swap(w) = (zr wi, zi wr), t - swap(t) is the result in odd lanes
 * and its negative in even ones, as far from an integer. */
TARGET static uint64_t NAME(extract)(const double *z, const double *w,
                                     double scale, double *deviation)
{
    const double magic = 0x1.8p52; /* adding it rounds to an integer */
    uint64_t bits = 0;
    V worst = {0};
    for (int k = 0; k < 128 / W; k++) {
        V weight = ((const V *)w)[k];
        V t = ((const V *)z)[k] * SHUFFLE(weight, weight, LANES(1, 0));
        V value = (t - SHUFFLE(t, t, LANES(1, 0))) * scale;
        V off = value - ((value + magic) - magic);
        off = (V)((I)off & INT64_MAX);
        I larger = off > worst;
        worst = (V)(((I)off & larger) | ((I)worst & ~larger));
        I above = value > 0.5;
        UNROLL for (int lane = 1; lane < W; lane += 2) bits |=
            (uint64_t)(above[lane] & 1) << (k * W + lane) / 2;
    }
    for (int lane = 0; lane < W; lane++)
        *deviation = worst[lane] > *deviation ? worst[lane] : *deviation;
    return bits;
}

static const fft_kernels NAME(kernels) = {NAME(products), NAME(extract)};

#undef V
#undef I
#undef W
#undef TARGET
#undef NAME
#undef LANES
#undef FMA
