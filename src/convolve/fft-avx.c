/* A complex product of interleaved numbers: with a = (ar, ai) and b = (br,
 * bi), keep sums of ar * (br, bi) and of ai * (bi, br) apart; at the end
 * their alternating difference and sum is (re, im). */
#include "convolve/fft-kernels.h"

#if TA_X86
#include <immintrin.h>

/* PRODUCTS(name, target, register, intrinsics prefix, numbers in a register,
 * duplicate even, duplicate odd, swap neighbours) */
#define PRODUCTS(NAME, TARGET, REG, P, LANES, EVEN, ODD, SWAP)                 \
    TARGET static void NAME(const ta_sum *s, size_t from, size_t length)       \
    {                                                                          \
        const REG one = P##set1_pd(1);                                         \
        for (size_t f = 2 * from; f < 2 * (from + length); f += 4 * LANES) {   \
            REG x[4], y[4];                                                    \
            for (int k = 0; k < 4; k++)                                        \
                x[k] = y[k] = P##setzero_pd();                                 \
            for (size_t t = 0; t < s->terms; t++) {                            \
                const double *a = (const double *)s->a[t] + f;                 \
                const double *b = (const double *)s->b[t] + f;                 \
                _Pragma("GCC unroll 4") for (int k = 0; k < 4; k++)            \
                {                                                              \
                    REG av = P##load_pd(a + k * LANES);                        \
                    REG bv = P##load_pd(b + k * LANES);                        \
                    x[k] = P##fmadd_pd(EVEN(av), bv, x[k]);                    \
                    y[k] = P##fmadd_pd(ODD(av), SWAP(bv), y[k]);               \
                }                                                              \
            }                                                                  \
            double *out = (double *)s->sum + f;                                \
            for (int k = 0; k < 4; k++) {                                      \
                REG sum = P##fmaddsub_pd(x[k], one, y[k]);                     \
                if (s->add)                                                    \
                    sum = P##add_pd(sum, P##load_pd(out + k * LANES));         \
                P##store_pd(out + k * LANES, sum);                             \
            }                                                                  \
        }                                                                      \
    }

#define EVEN4(a) _mm256_movedup_pd(a)
#define ODD4(a)  _mm256_permute_pd(a, 0xf)
#define SWAP4(a) _mm256_permute_pd(a, 0x5)
#define EVEN8(a) _mm512_movedup_pd(a)
#define ODD8(a)  _mm512_permute_pd(a, 0xff)
#define SWAP8(a) _mm512_permute_pd(a, 0x55)

PRODUCTS(products_avx2, TA_TARGET_AVX2, __m256d, _mm256_, 4, EVEN4, ODD4, SWAP4)
PRODUCTS(products_avx512, TA_TARGET_AVX512, __m512d, _mm512_, 8, EVEN8, ODD8,
         SWAP8)

/* With t = z * swap(w) = (zr wi, zi wr), the difference t - swap(t) holds
 * the result in odd lanes and its negative in even ones: its distance from
 * an integer may be read in all, the comparison only in odd ones. */
#define ODD_BITS 0xaaaaaaaaaaaaaaaau

static double larger(double a, double b)
{
    return a > b ? a : b;
}

TA_TARGET_AVX512 static uint64_t extract_avx512(const double *z,
                                                const double *w, double scale,
                                                double *deviation)
{
    __m512d factor = _mm512_set1_pd(scale), worst = _mm512_setzero_pd();
    uint64_t bits = 0;
    for (int half = 0; half < 2; half++) {
        uint64_t above = 0;
        for (int k = 0; k < 8; k++) {
            int at = 64 * half + 8 * k;
            __m512d t = _mm512_mul_pd(_mm512_load_pd(z + at),
                                      SWAP8(_mm512_load_pd(w + at)));
            __m512d v = _mm512_mul_pd(_mm512_sub_pd(t, SWAP8(t)), factor);
            __m512d off = _mm512_sub_pd(
                v, _mm512_roundscale_pd(v, _MM_FROUND_TO_NEAREST_INT));
            worst = _mm512_max_pd(worst, _mm512_abs_pd(off));
            above |=
                (uint64_t)_mm512_cmp_pd_mask(v, _mm512_set1_pd(0.5), _CMP_GT_OQ)
                << (8 * k);
        }
        bits |= _pext_u64(above, ODD_BITS) << (32 * half);
    }
    *deviation = larger(*deviation, _mm512_reduce_max_pd(worst));
    return bits;
}

TA_TARGET_AVX2 static uint64_t extract_avx2(const double *z, const double *w,
                                            double scale, double *deviation)
{
    __m256d factor = _mm256_set1_pd(scale), worst = _mm256_setzero_pd();
    const __m256d sign = _mm256_set1_pd(-0.0);
    uint64_t bits = 0;
    for (int half = 0; half < 2; half++) {
        uint64_t above = 0;
        for (int k = 0; k < 16; k++) {
            int at = 64 * half + 4 * k;
            __m256d t = _mm256_mul_pd(_mm256_load_pd(z + at),
                                      SWAP4(_mm256_load_pd(w + at)));
            __m256d v = _mm256_mul_pd(_mm256_sub_pd(t, SWAP4(t)), factor);
            __m256d off =
                _mm256_sub_pd(v, _mm256_round_pd(v, _MM_FROUND_TO_NEAREST_INT |
                                                        _MM_FROUND_NO_EXC));
            worst = _mm256_max_pd(worst, _mm256_andnot_pd(sign, off));
            above |= (uint64_t)(unsigned)_mm256_movemask_pd(
                         _mm256_cmp_pd(v, _mm256_set1_pd(0.5), _CMP_GT_OQ))
                     << (4 * k);
        }
        bits |= _pext_u64(above, ODD_BITS) << (32 * half);
    }
    double lane[4];
    _mm256_storeu_pd(lane, worst);
    for (int k = 0; k < 4; k++)
        *deviation = larger(*deviation, lane[k]);
    return bits;
}

const ta_fft_kernels ta_fft_avx2 = {products_avx2, extract_avx2};
const ta_fft_kernels ta_fft_avx512 = {products_avx512, extract_avx512};
#endif
