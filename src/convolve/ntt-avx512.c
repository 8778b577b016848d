#include "convolve/ntt-inside.h"

#if TA_X86
#include <immintrin.h>

#define TARGET           TA_TARGET_AVX512
#define W                16
#define WITHIN(A, UNITS) ((void)0)
#define R                __m512i
#define F                __m512
#define X(OP)            _mm512_##OP
#define JOIN(EVEN, ODD)  _mm512_mask_movehdup_ps((F)(ODD), 0x5555, (F)(EVEN))
#include "convolve/ntt-x86-kernel.h"

/* Looked up by the last four bits. */
FORCED V ntt_multiple(V k)
{
    const __m512i times = _mm512_setr_epi32(
        0, TA_NTT_P, 2 * TA_NTT_P, 3 * TA_NTT_P, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        -3 * TA_NTT_P, -2 * TA_NTT_P, -TA_NTT_P);
    return (V)_mm512_permutexvar_epi32((__m512i)k, times);
}

#include "convolve/ntt-kernel.h"

/* Eight positions make a byte of marks, and so does the other variant. */
const ta_ntt_kernels ta_ntt_avx512 = {
    grow, spread, forward, backward, join, products, ta_ntt_marks_avx2};
#endif
