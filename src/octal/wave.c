/* Marking with vectors: 32 heaps of a block side by side, one in each lane.
 *
 * Labels (label.c) are small numbers, so what a heap has reached is a bit
 * string, and a mark sets bit `label - base` of a lane: a shift of 1 by a
 * variable count, which the processor makes 0 where the count is too large.
 * A pass over the list of parts covers 64 labels (AVX-512, four vectors of 16
 * bits a lane) or 32 (AVX2, four vectors of 8 lanes). */
#include <string.h>

#include "octal/octal.h"

#if TA_X86
#include <immintrin.h>

TA_TARGET_AVX512
static void wave_avx512(uint32_t bits[][TA_OCTAL_LANES], unsigned base,
                        unsigned cover, const uint16_t *g,
                        const uint16_t *first, const uint32_t *list,
                        size_t count)
{
    const __m512i one = _mm512_set1_epi16(1);
    for (unsigned from = 0; from < cover; from += 64) {
        const __m512i low0 = _mm512_set1_epi16((int16_t)(base + from));
        const __m512i low1 = _mm512_set1_epi16((int16_t)(base + from + 16));
        const __m512i low2 = _mm512_set1_epi16((int16_t)(base + from + 32));
        const __m512i low3 = _mm512_set1_epi16((int16_t)(base + from + 48));
        __m512i a0 = _mm512_setzero_si512(), a1 = a0, a2 = a0, a3 = a0;
        bool wide = from + 32 < cover;
        for (size_t i = 0; i < count; i++) {
            __m512i x =
                _mm512_xor_si512(_mm512_loadu_si512(first - list[i]),
                                 _mm512_set1_epi16((int16_t)g[list[i]]));
            a0 = _mm512_or_si512(
                a0, _mm512_sllv_epi16(one, _mm512_sub_epi16(x, low0)));
            a1 = _mm512_or_si512(
                a1, _mm512_sllv_epi16(one, _mm512_sub_epi16(x, low1)));
            if (!wide)
                continue;
            a2 = _mm512_or_si512(
                a2, _mm512_sllv_epi16(one, _mm512_sub_epi16(x, low2)));
            a3 = _mm512_or_si512(
                a3, _mm512_sllv_epi16(one, _mm512_sub_epi16(x, low3)));
        }
        uint16_t part[4][TA_OCTAL_LANES];
        _mm512_storeu_si512(part[0], a0);
        _mm512_storeu_si512(part[1], a1);
        _mm512_storeu_si512(part[2], a2);
        _mm512_storeu_si512(part[3], a3);
        for (unsigned h = 0; h <= (wide ? 1u : 0u); h++)
            for (unsigned j = 0; j < TA_OCTAL_LANES; j++)
                bits[from / 32 + h][j] |=
                    part[2 * h][j] | (uint32_t)part[2 * h + 1][j] << 16;
    }
}

TA_TARGET_AVX2
static void wave_avx2(uint32_t bits[][TA_OCTAL_LANES], unsigned base,
                      unsigned cover, const uint16_t *g, const uint16_t *first,
                      const uint32_t *list, size_t count)
{
    const __m256i one = _mm256_set1_epi32(1);
    for (unsigned from = 0; from < cover; from += 32) {
        const __m256i low = _mm256_set1_epi32((int32_t)(base + from));
        __m256i a[4];
        for (unsigned q = 0; q < 4; q++)
            a[q] = _mm256_loadu_si256((const __m256i *)&bits[from / 32][8 * q]);
        for (size_t i = 0; i < count; i++) {
            const __m256i value = _mm256_set1_epi32((int32_t)g[list[i]]);
            const uint16_t *p = first - list[i];
            for (unsigned q = 0; q < 4; q++) {
                __m256i x = _mm256_cvtepu16_epi32(
                    _mm_loadu_si128((const __m128i *)(p + 8 * q)));
                x = _mm256_sub_epi32(_mm256_xor_si256(x, value), low);
                a[q] = _mm256_or_si256(a[q], _mm256_sllv_epi32(one, x));
            }
        }
        for (unsigned q = 0; q < 4; q++)
            _mm256_storeu_si256((__m256i *)&bits[from / 32][8 * q], a[q]);
    }
}
#endif

ta_octal_wave *ta_octal_wave_for(ta_isa isa, unsigned *most)
{
    *most = 0;
#if TA_X86
    if (isa == TA_ISA_AVX512) {
        *most = 192; /* a pass over the list for every 64 labels */
        return wave_avx512;
    }
    if (isa == TA_ISA_AVX2) {
        *most = 96; /* a pass for every 32 */
        return wave_avx2;
    }
#endif
    (void)isa;
    return NULL;
}
