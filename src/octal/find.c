/* Is a value reached by any of some splits? Whole vectors of splits are
 * compared with it; the second parts run backwards, so their vectors are
 * reversed. */
#include "octal/octal.h"

#if TA_X86
#include <immintrin.h>
#endif

static uint64_t find_portable(const uint16_t *g, const uint16_t *rest,
                              uint64_t from, uint64_t end, uint16_t value)
{
    for (uint64_t a = from; a < end; a++)
        if ((g[a] ^ rest[-(ptrdiff_t)a]) == value)
            return a;
    return 0;
}

#if TA_X86
TA_TARGET_AVX2
static uint64_t find_avx2(const uint16_t *g, const uint16_t *rest,
                          uint64_t from, uint64_t end, uint16_t value)
{
    const __m256i swap =
        _mm256_setr_epi8(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1,
                         14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1);
    const __m256i want = _mm256_set1_epi16((int16_t)value);
    uint64_t a = from;
    for (; a + 16 <= end; a += 16) {
        __m256i x = _mm256_loadu_si256((const __m256i *)(g + a));
        __m256i y = _mm256_loadu_si256((const __m256i *)(rest - a - 15));
        y = _mm256_permute4x64_epi64(_mm256_shuffle_epi8(y, swap), 0x4e);
        x = _mm256_cmpeq_epi16(_mm256_xor_si256(x, y), want);
        uint32_t hit = (uint32_t)_mm256_movemask_epi8(x);
        if (hit != 0)
            return a + ta_ctz(hit) / 2;
    }
    return find_portable(g, rest, a, end, value);
}

TA_TARGET_AVX512
static uint64_t find_avx512(const uint16_t *g, const uint16_t *rest,
                            uint64_t from, uint64_t end, uint16_t value)
{
    const __m512i swap = _mm512_set_epi16(
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
        20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    const __m512i want = _mm512_set1_epi16((int16_t)value);
    uint64_t a = from;
    for (; a + 32 <= end; a += 32) {
        __m512i x = _mm512_loadu_si512(g + a);
        __m512i y = _mm512_loadu_si512(rest - a - 31);
        y = _mm512_permutexvar_epi16(swap, y);
        uint32_t hit = _mm512_cmpeq_epi16_mask(_mm512_xor_si512(x, y), want);
        if (hit != 0)
            return a + ta_ctz(hit);
    }
    return find_portable(g, rest, a, end, value);
}
#endif

ta_octal_find *ta_octal_find_for(ta_isa isa)
{
#if TA_X86
    if (isa == TA_ISA_AVX512)
        return find_avx512;
    if (isa == TA_ISA_AVX2)
        return find_avx2;
#endif
    (void)isa;
    return find_portable;
}
