/* The products of transforms in complex numbers, which are interleaved: re, im,
 * re, im, ... */
#include "base/vector.h"
#include "convolve/fft.h"

typedef double V __attribute__((vector_size(TA_VECTOR), may_alias));

enum { W = TA_VECTOR / 8, VECTORS = 4 };

/* Lane l of a vector from a and b, by a list of places F(l). */
#define LANES_2(F, l) F((l)), F((l) + 1)
#if TA_VECTOR == 64
#define LANES(F) LANES_2(F, 0), LANES_2(F, 2), LANES_2(F, 4), LANES_2(F, 6)
#elif TA_VECTOR == 32
#define LANES(F) LANES_2(F, 0), LANES_2(F, 2)
#else
#define LANES(F) LANES_2(F, 0)
#endif
#define REAL(l)      (l) & ~1
#define IMAGINARY(l) (l) | 1
#define SWAPPED(l)   (l) ^ 1
#define JOINED(l)    (l) & 1 ? W + (l) : (l)

/* With a = (ar, ai) and b = (br, bi), sums of ar (br, bi) and of ai (bi, br)
 * are kept apart. At the end their difference in the even lanes and their sum
 * in the odd lanes is (re, im). */
static void products(const ta_sum *s, size_t from, size_t length)
{
    for (size_t at = 2 * from; at < 2 * (from + length); at += VECTORS * W) {
        V x[VECTORS] = {{0}}, y[VECTORS] = {{0}};
        for (size_t t = 0; t < s->terms; t++) {
            const V *u = (const V *)((const double *)s->a[t] + at);
            const V *v = (const V *)((const double *)s->b[t] + at);
#pragma GCC unroll 4
            for (int k = 0; k < VECTORS; k++) {
                x[k] += __builtin_shufflevector(u[k], u[k], LANES(REAL)) * v[k];
                y[k] += __builtin_shufflevector(u[k], u[k], LANES(IMAGINARY)) *
                        __builtin_shufflevector(v[k], v[k], LANES(SWAPPED));
            }
        }
        V *out = (V *)((double *)s->sum + at);
#pragma GCC unroll 4
        for (int k = 0; k < VECTORS; k++) {
            V sum = __builtin_shufflevector(x[k] - y[k], x[k] + y[k],
                                            LANES(JOINED));
            if (s->add)
                sum += out[k];
            out[k] = sum;
        }
    }
}

const tai_fft_kernel TA_VARIANT(tai_fft_kernel) = {products};
