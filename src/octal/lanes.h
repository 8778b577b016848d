/* Labels that 32 heaps have reached, as vectors of AVX2 have them: rows of one
 * byte a lane for eight labels each, and what waves and sweeps do with them. */
#ifndef TA_OCTAL_LANES_H
#define TA_OCTAL_LANES_H

#include "octal/loops.h"

#if TA_X86
#include <immintrin.h>

/* Packing two vectors of 16 lanes puts these in the order 0-7, 16-23, 8-15,
 * 24-31: from that order to the other, and back. */
TA_TARGET_AVX2
static inline __m256i ta_lanes_swap(__m256i row)
{
    return _mm256_permute4x64_epi64(row, 0xd8);
}

/* Of 8 labels from `from` on, those behind the ends of 32 lanes. */
TA_TARGET_AVX2
static inline __m256i ta_lanes_behind(const uint16_t *ends, unsigned from)
{
    const int64_t masks = (int64_t)UINT64_C(0x80c0e0f0f8fcfeff);
    const __m256i low = _mm256_set1_epi16((int16_t)from);
    __m256i x = _mm256_loadu_si256((const __m256i *)ends);
    __m256i y = _mm256_loadu_si256((const __m256i *)(ends + 16));
    x = _mm256_packus_epi16(_mm256_subs_epu16(x, low),
                            _mm256_subs_epu16(y, low));
    return _mm256_shuffle_epi8(
        _mm256_setr_epi64x(masks, 0, masks, 0),
        _mm256_min_epu8(ta_lanes_swap(x), _mm256_set1_epi8(8)));
}

/* Eight rows, or-ed to a word for each lane. */
TA_TARGET_AVX2
static inline void ta_lanes_words(const __m256i row[8],
                                  uint64_t words[TA_OCTAL_LANES])
{
    for (unsigned k = 0; k < 4; k++) {
        __m256i t[4], u[2];
        for (unsigned i = 0; i < 4; i++)
            t[i] = k < 2 ? _mm256_unpacklo_epi8(row[2 * i], row[2 * i + 1])
                         : _mm256_unpackhi_epi8(row[2 * i], row[2 * i + 1]);
        for (unsigned i = 0; i < 2; i++)
            u[i] = k % 2 == 0 ? _mm256_unpacklo_epi16(t[2 * i], t[2 * i + 1])
                              : _mm256_unpackhi_epi16(t[2 * i], t[2 * i + 1]);
        for (unsigned h = 0; h < 2; h++) {
            const __m256i v = h == 0 ? _mm256_unpacklo_epi32(u[0], u[1])
                                     : _mm256_unpackhi_epi32(u[0], u[1]);
            __m128i *to = (__m128i *)(words + 4 * k + 2 * h);
            _mm_storeu_si128(to, _mm_or_si128(_mm_loadu_si128(to),
                                              _mm256_castsi256_si128(v)));
            to += 8;
            _mm_storeu_si128(to, _mm_or_si128(_mm_loadu_si128(to),
                                              _mm256_extracti128_si256(v, 1)));
        }
    }
}
#endif

#endif
