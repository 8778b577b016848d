/* Is a value reached by any of some splits? Whole vectors of splits are
 * compared with it. The second parts run backwards: their vectors are reversed,
 * or the first parts are there backwards too. */
#include "octal/loops.h"

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

static size_t seek_portable(const uint8_t *mirror, const uint8_t *rest,
                            size_t count, uint8_t label)
{
    for (size_t k = 0; k < count; k++)
        if ((mirror[-(ptrdiff_t)k] ^ rest[-(ptrdiff_t)k]) == label)
            return k;
    return count;
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

/* The last label of a vector is the first one looked at. */
TA_TARGET_AVX2
static size_t seek_avx2(const uint8_t *mirror, const uint8_t *rest,
                        size_t count, uint8_t label)
{
    const __m256i want = _mm256_set1_epi8((char)label);
    size_t k = 0;
    for (; k + 64 <= count; k += 64) {
        __m256i x[2];
        for (unsigned i = 0; i < 2; i++) {
            const size_t at = k + 31 + 32 * i;
            x[i] = _mm256_loadu_si256((const __m256i *)(mirror - at));
            x[i] = _mm256_xor_si256(
                x[i], _mm256_loadu_si256((const __m256i *)(rest - at)));
            x[i] = _mm256_cmpeq_epi8(x[i], want);
        }
        if (_mm256_testz_si256(_mm256_or_si256(x[0], x[1]),
                               _mm256_set1_epi8(-1)))
            continue;
        const uint64_t hit = (uint64_t)(uint32_t)_mm256_movemask_epi8(x[0])
                                 << 32 |
                             (uint32_t)_mm256_movemask_epi8(x[1]);
        return k + (63 - ta_log2_floor(hit));
    }
    return k + seek_portable(mirror - k, rest - k, count - k, label);
}

TA_TARGET_AVX512
static size_t seek_avx512(const uint8_t *mirror, const uint8_t *rest,
                          size_t count, uint8_t label)
{
    const __m512i want = _mm512_set1_epi8((char)label);
    size_t k = 0;
    for (; k + 64 <= count; k += 64) {
        const __m512i x = _mm512_xor_si512(_mm512_loadu_si512(mirror - k - 63),
                                           _mm512_loadu_si512(rest - k - 63));
        const uint64_t hit = _mm512_cmpeq_epi8_mask(x, want);
        if (hit != 0)
            return k + (63 - ta_log2_floor(hit));
    }
    return k + seek_portable(mirror - k, rest - k, count - k, label);
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

ta_octal_seek *ta_octal_seek_for(ta_isa isa)
{
#if TA_X86
    if (isa == TA_ISA_AVX512)
        return seek_avx512;
    if (isa == TA_ISA_AVX2)
        return seek_avx2;
#endif
    (void)isa;
    return seek_portable;
}
