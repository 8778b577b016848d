#include "convolve/ntt-inside.h"

#if TA_X86
#include <immintrin.h>

#define TARGET           TA_TARGET_AVX512
#define W                16
#define WITHIN(A, UNITS) ((void)0)
#define INLINE           static inline __attribute__((always_inline)) TARGET

typedef int32_t V __attribute__((vector_size(4 * W), may_alias));
typedef struct ntt_acc {
    __m512i even, odd;
} ntt_acc;

INLINE V ntt_set(int32_t x)
{
    return (V)_mm512_set1_epi32(x);
}

INLINE __m512i odd_lanes(__m512i a)
{
    return _mm512_castps_si512(_mm512_movehdup_ps(_mm512_castsi512_ps(a)));
}

/* 64-bit products of even and of odd lanes to their quotients by 2^32. */
INLINE V reduce_long(__m512i even, __m512i odd)
{
    __m512i p = _mm512_set1_epi32(TA_NTT_P);
    __m512i inverse = _mm512_set1_epi32(TA_NTT_INVERSE);
    __m512i q = _mm512_mul_epi32(_mm512_mul_epi32(even, inverse), p);
    __m512i r = _mm512_mul_epi32(_mm512_mul_epi32(odd, inverse), p);
    even = _mm512_sub_epi64(even, q);
    odd = _mm512_sub_epi64(odd, r);
    return (V)_mm512_castps_si512(_mm512_mask_movehdup_ps(
        _mm512_castsi512_ps(odd), 0x5555, _mm512_castsi512_ps(even)));
}

INLINE V ntt_mont(V a, V w)
{
    return reduce_long(
        _mm512_mul_epi32((__m512i)a, (__m512i)w),
        _mm512_mul_epi32(odd_lanes((__m512i)a), odd_lanes((__m512i)w)));
}

/* The multiple of p is looked up by the last four bits of its factor. */
INLINE V ntt_reduce(V a)
{
    const __m512i times = _mm512_setr_epi32(
        0, TA_NTT_P, 2 * TA_NTT_P, 3 * TA_NTT_P, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        -3 * TA_NTT_P, -2 * TA_NTT_P, -TA_NTT_P);
    __m512i k = _mm512_srai_epi32(
        _mm512_add_epi32((__m512i)a, _mm512_set1_epi32(1 << 28)), 29);
    return a - (V)_mm512_permutexvar_epi32(k, times);
}

INLINE ntt_acc ntt_acc_zero(void)
{
    return (ntt_acc){_mm512_setzero_si512(), _mm512_setzero_si512()};
}

INLINE void ntt_acc_add(ntt_acc *acc, V a, V b)
{
    acc->even =
        _mm512_add_epi64(acc->even, _mm512_mul_epi32((__m512i)a, (__m512i)b));
    acc->odd =
        _mm512_add_epi64(acc->odd, _mm512_mul_epi32(odd_lanes((__m512i)a),
                                                    odd_lanes((__m512i)b)));
}

INLINE V ntt_acc_reduce(ntt_acc acc)
{
    return reduce_long(acc.even, acc.odd);
}

#include "convolve/ntt-kernel.h"

/* Eight positions make a byte of marks, and so does the other variant. */
const ta_ntt_kernels ta_ntt_avx512 = {
    grow, spread, forward, backward, join, products, ta_ntt_marks_avx2};
#endif
