/* A complex product of interleaved numbers: with a = (ar, ai) and b = (br,
 * bi), keep sums of ar * (br, bi) and of ai * (bi, br) apart; at the end
 * their alternating difference and sum is (re, im). */
#include "convolve/fft-kernels.h"

#if TA_X86
#include <immintrin.h>

/* PRODUCTS(name, target, real type, register, intrinsics prefix and suffix,
 * numbers in a register, duplicate even, duplicate odd, swap neighbours) */
#define PRODUCTS(NAME, TARGET, REAL, REG, P, S, LANES, EVEN, ODD, SWAP)        \
    TARGET static void NAME(const ta_fft_sum *s, size_t from, size_t length)   \
    {                                                                          \
        const REG one = P##set1_##S(1);                                        \
        for (size_t f = 2 * from; f < 2 * (from + length); f += 4 * LANES) {   \
            REG x[4], y[4];                                                    \
            for (int k = 0; k < 4; k++)                                        \
                x[k] = y[k] = P##setzero_##S();                                \
            for (size_t t = 0; t < s->terms; t++) {                            \
                const REAL *a = (const REAL *)s->a[t] + f;                     \
                const REAL *b = (const REAL *)s->b[t] + f;                     \
                _Pragma("GCC unroll 4") for (int k = 0; k < 4; k++)            \
                {                                                              \
                    REG av = P##load_##S(a + k * LANES);                       \
                    REG bv = P##load_##S(b + k * LANES);                       \
                    x[k] = P##fmadd_##S(EVEN(av), bv, x[k]);                   \
                    y[k] = P##fmadd_##S(ODD(av), SWAP(bv), y[k]);              \
                }                                                              \
            }                                                                  \
            REAL *out = (REAL *)s->sum + f;                                    \
            for (int k = 0; k < 4; k++) {                                      \
                REG sum = P##fmaddsub_##S(x[k], one, y[k]);                    \
                if (s->add)                                                    \
                    sum = P##add_##S(sum, P##load_##S(out + k * LANES));       \
                P##store_##S(out + k * LANES, sum);                            \
            }                                                                  \
        }                                                                      \
    }

#define EVEN_PD4(a)  _mm256_movedup_pd(a)
#define ODD_PD4(a)   _mm256_permute_pd(a, 0xf)
#define SWAP_PD4(a)  _mm256_permute_pd(a, 0x5)
#define EVEN_PD8(a)  _mm512_movedup_pd(a)
#define ODD_PD8(a)   _mm512_permute_pd(a, 0xff)
#define SWAP_PD8(a)  _mm512_permute_pd(a, 0x55)
#define EVEN_PS8(a)  _mm256_moveldup_ps(a)
#define ODD_PS8(a)   _mm256_movehdup_ps(a)
#define SWAP_PS8(a)  _mm256_permute_ps(a, 0xb1)
#define EVEN_PS16(a) _mm512_moveldup_ps(a)
#define ODD_PS16(a)  _mm512_movehdup_ps(a)
#define SWAP_PS16(a) _mm512_permute_ps(a, 0xb1)

PRODUCTS(products_double_avx2, TA_TARGET_AVX2, double, __m256d, _mm256_, pd, 4,
         EVEN_PD4, ODD_PD4, SWAP_PD4)
PRODUCTS(products_single_avx2, TA_TARGET_AVX2, float, __m256, _mm256_, ps, 8,
         EVEN_PS8, ODD_PS8, SWAP_PS8)
PRODUCTS(products_double_avx512, TA_TARGET_AVX512, double, __m512d, _mm512_, pd,
         8, EVEN_PD8, ODD_PD8, SWAP_PD8)
PRODUCTS(products_single_avx512, TA_TARGET_AVX512, float, __m512, _mm512_, ps,
         16, EVEN_PS16, ODD_PS16, SWAP_PS16)

/* With t = z * swap(w) = (zr wi, zi wr), the difference t - swap(t) holds
 * the result in odd lanes and its negative in even ones: its distance from
 * an integer may be read in all, the comparison only in odd ones. */
#define ODD_BITS 0xaaaaaaaaaaaaaaaau

#define RAISE(MAX, OFF)                                                        \
    do {                                                                       \
        if ((OFF) > *(MAX))                                                    \
            *(MAX) = (OFF);                                                    \
    } while (0)

TA_TARGET_AVX512 static uint64_t extract_double_avx512(const void *z,
                                                       const void *w,
                                                       double scale,
                                                       double *deviation)
{
    __m512d factor = _mm512_set1_pd(scale), worst = _mm512_setzero_pd();
    uint64_t bits = 0;
    for (int half = 0; half < 2; half++) {
        uint64_t above = 0;
        for (int k = 0; k < 8; k++) {
            int at = 64 * half + 8 * k;
            __m512d t =
                _mm512_mul_pd(_mm512_load_pd((const double *)z + at),
                              SWAP_PD8(_mm512_load_pd((const double *)w + at)));
            __m512d v = _mm512_mul_pd(_mm512_sub_pd(t, SWAP_PD8(t)), factor);
            __m512d off = _mm512_sub_pd(
                v, _mm512_roundscale_pd(v, _MM_FROUND_TO_NEAREST_INT));
            worst = _mm512_max_pd(worst, _mm512_abs_pd(off));
            above |=
                (uint64_t)_mm512_cmp_pd_mask(v, _mm512_set1_pd(0.5), _CMP_GT_OQ)
                << (8 * k);
        }
        bits |= _pext_u64(above, ODD_BITS) << (32 * half);
    }
    RAISE(deviation, _mm512_reduce_max_pd(worst));
    return bits;
}

TA_TARGET_AVX512 static uint64_t extract_single_avx512(const void *z,
                                                       const void *w,
                                                       double scale,
                                                       double *deviation)
{
    __m512 factor = _mm512_set1_ps((float)scale), worst = _mm512_setzero_ps();
    uint64_t bits = 0;
    for (int half = 0; half < 2; half++) {
        uint64_t above = 0;
        for (int k = 0; k < 4; k++) {
            int at = 64 * half + 16 * k;
            __m512 t =
                _mm512_mul_ps(_mm512_load_ps((const float *)z + at),
                              SWAP_PS16(_mm512_load_ps((const float *)w + at)));
            __m512 v = _mm512_mul_ps(_mm512_sub_ps(t, SWAP_PS16(t)), factor);
            __m512 off = _mm512_sub_ps(
                v, _mm512_roundscale_ps(v, _MM_FROUND_TO_NEAREST_INT));
            worst = _mm512_max_ps(worst, _mm512_abs_ps(off));
            above |= (uint64_t)_mm512_cmp_ps_mask(v, _mm512_set1_ps(0.5f),
                                                  _CMP_GT_OQ)
                     << (16 * k);
        }
        bits |= _pext_u64(above, ODD_BITS) << (32 * half);
    }
    RAISE(deviation, (double)_mm512_reduce_max_ps(worst));
    return bits;
}

TA_TARGET_AVX2 static uint64_t extract_double_avx2(const void *z, const void *w,
                                                   double scale,
                                                   double *deviation)
{
    __m256d factor = _mm256_set1_pd(scale), worst = _mm256_setzero_pd();
    const __m256d sign = _mm256_set1_pd(-0.0);
    uint64_t bits = 0;
    for (int half = 0; half < 2; half++) {
        uint64_t above = 0;
        for (int k = 0; k < 16; k++) {
            int at = 64 * half + 4 * k;
            __m256d t =
                _mm256_mul_pd(_mm256_load_pd((const double *)z + at),
                              SWAP_PD4(_mm256_load_pd((const double *)w + at)));
            __m256d v = _mm256_mul_pd(_mm256_sub_pd(t, SWAP_PD4(t)), factor);
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
        RAISE(deviation, lane[k]);
    return bits;
}

TA_TARGET_AVX2 static uint64_t extract_single_avx2(const void *z, const void *w,
                                                   double scale,
                                                   double *deviation)
{
    __m256 factor = _mm256_set1_ps((float)scale), worst = _mm256_setzero_ps();
    const __m256 sign = _mm256_set1_ps(-0.0f);
    uint64_t bits = 0;
    for (int half = 0; half < 2; half++) {
        uint64_t above = 0;
        for (int k = 0; k < 8; k++) {
            int at = 64 * half + 8 * k;
            __m256 t =
                _mm256_mul_ps(_mm256_load_ps((const float *)z + at),
                              SWAP_PS8(_mm256_load_ps((const float *)w + at)));
            __m256 v = _mm256_mul_ps(_mm256_sub_ps(t, SWAP_PS8(t)), factor);
            __m256 off =
                _mm256_sub_ps(v, _mm256_round_ps(v, _MM_FROUND_TO_NEAREST_INT |
                                                        _MM_FROUND_NO_EXC));
            worst = _mm256_max_ps(worst, _mm256_andnot_ps(sign, off));
            above |= (uint64_t)(unsigned)_mm256_movemask_ps(
                         _mm256_cmp_ps(v, _mm256_set1_ps(0.5f), _CMP_GT_OQ))
                     << (8 * k);
        }
        bits |= _pext_u64(above, ODD_BITS) << (32 * half);
    }
    float lane[8];
    _mm256_storeu_ps(lane, worst);
    for (int k = 0; k < 8; k++)
        RAISE(deviation, (double)lane[k]);
    return bits;
}

const ta_fft_kernels ta_fft_avx2 = {
    {products_double_avx2, products_single_avx2},
    {extract_double_avx2, extract_single_avx2},
    {ta_split_double_avx2, ta_split_single_avx2}};
const ta_fft_kernels ta_fft_avx512 = {
    {products_double_avx512, products_single_avx512},
    {extract_double_avx512, extract_single_avx512},
    {ta_split_double_avx2, ta_split_single_avx2}};
#endif
