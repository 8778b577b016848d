#include "convolve/ntt-inside.h"

#if TA_X86
#include <immintrin.h>

#define TARGET           TA_TARGET_AVX2
#define W                8
#define WITHIN(A, UNITS) ((void)0)
#define R                __m256i
#define F                __m256
#define X(OP)            _mm256_##OP
#define JOIN(EVEN, ODD)  _mm256_blend_epi32(odd_lanes(EVEN), ODD, 0xaa)
#include "convolve/ntt-x86-kernel.h"

/* Looked up by the last three bits. */
FORCED V ntt_multiple(V k)
{
    const __m256i times =
        _mm256_setr_epi32(0, TA_NTT_P, 2 * TA_NTT_P, 3 * TA_NTT_P, 0,
                          -3 * TA_NTT_P, -2 * TA_NTT_P, -TA_NTT_P);
    return (V)_mm256_permutevar8x32_epi32(times, (__m256i)k);
}

/* Two transpositions of 8 x 8. */
FORCED void ntt_columns(const int32_t *x, V col[TA_NTT_LANES])
{
    for (int h = 0; h < 2; h++) {
        __m256i a[8], b[8];
#pragma GCC unroll 8
        for (int k = 0; k < 8; k++)
            a[k] = _mm256_load_si256((const void *)(x + 16 * k + 8 * h));
#pragma GCC unroll 4
        for (int k = 0; k < 8; k += 2) {
            b[k] = _mm256_unpacklo_epi32(a[k], a[k + 1]);
            b[k + 1] = _mm256_unpackhi_epi32(a[k], a[k + 1]);
        }
#pragma GCC unroll 2
        for (int k = 0; k < 8; k += 4)
#pragma GCC unroll 2
            for (int m = 0; m < 2; m++) {
                a[k + 2 * m] = _mm256_unpacklo_epi64(b[k + m], b[k + m + 2]);
                a[k + 2 * m + 1] =
                    _mm256_unpackhi_epi64(b[k + m], b[k + m + 2]);
            }
#pragma GCC unroll 4
        for (int k = 0; k < 4; k++) {
            col[8 * h + k] = (V)_mm256_permute2x128_si256(a[k], a[k + 4], 0x20);
            col[8 * h + k + 4] =
                (V)_mm256_permute2x128_si256(a[k], a[k + 4], 0x31);
        }
    }
}

FORCED unsigned ntt_signs(V a)
{
    return (unsigned)_mm256_movemask_ps((__m256)a);
}

#include "convolve/ntt-kernel.h"

void ta_ntt_marks_avx2(const ta_ntt_plan *t, const int32_t *x, size_t from,
                       size_t to, unsigned char *bits)
{
    marks(t, x, from, to, bits);
}

const ta_ntt_kernels ta_ntt_avx2 = {grow, spread,   forward, backward,
                                    join, products, marks};
#endif
