/* Marking with vectors: the 32 heaps of a block side by side, one in each lane.
 *
 * Labels (label.c) are small numbers, so what a heap has reached is a bit
 * string, and a mark sets one bit of each lane. Windows of 64 labels are
 * treated one after the other, each with all parts of the lists, and one ends
 * as soon as all lanes are full: low labels are soon reached.
 *
 * AVX2: labels are packed into bytes with saturation, so that those beyond
 * become 255, which is never in a window: one that would come so far takes what
 * is left of its first label. x in [0, 16) becomes bit x % 8 of one
 * of two bytes by a table of 16 (vpshufb, which makes 0 of what has its highest
 * bit set: 0x70 is added with saturation, which sets it for x >= 16). 27
 * instructions mark 64 labels for 32 heaps, and three such fit in a cycle.
 * AVX-512: a shift of 1 by a variable count, which the processor makes 0 where
 * the count is too large.
 *
 * Loops over what is in registers are unrolled by hand, or GCC keeps that in
 * memory with -O2, which took half as long again with AVX-512. */
#include <string.h>

#include "octal/lanes.h"

#if TA_X86

enum {
    CHUNK = 64, /* parts between two looks whether all lanes are full */
    SATURATED = 255,
};

/* A window of no more labels than are left, in code for that many. */
#define WINDOW(window, words, left)                                            \
    do {                                                                       \
        if ((left) > 48)                                                       \
            window(words, 4, from, ends, parts, count);                        \
        else if ((left) > 32)                                                  \
            window(words, 3, from, ends, parts, count);                        \
        else if ((left) > 16)                                                  \
            window(words, 2, from, ends, parts, count);                        \
        else                                                                   \
            window(words, 1, from, ends, parts, count);                        \
    } while (0)

/* Part c and the others of 32 heaps. */
TA_TARGET_AVX512
static inline __attribute__((always_inline)) __m512i
labels_avx512(const ta_octal_parts *parts, size_t c)
{
    return _mm512_xor_si512(_mm512_loadu_si512(parts->first - parts->list[c]),
                            _mm512_set1_epi32((int)parts->label[c]));
}

/* sum | 1 << (x - low) | 1 << (y - low) */
TA_TARGET_AVX512
static inline __attribute__((always_inline)) __m512i
mark_two(__m512i sum, __m512i x, __m512i y, __m512i low)
{
    const __m512i one = _mm512_set1_epi16(1);
    x = _mm512_sllv_epi16(one, _mm512_sub_epi16(x, low));
    y = _mm512_sllv_epi16(one, _mm512_sub_epi16(y, low));
    return _mm512_ternarylogic_epi32(sum, x, y, 0xfe);
}

/* One window, of `sub` times 16 labels from `from` of the class on. */
TA_TARGET_AVX512
static inline __attribute__((always_inline)) void
window_avx512(uint64_t words[TA_OCTAL_LANES], const unsigned sub,
              const unsigned from, const uint16_t *ends,
              const ta_octal_parts *parts, size_t count)
{
    const __m512i end =
        ends == NULL ? _mm512_set1_epi16(-1) : _mm512_loadu_si512(ends);
    __m512i low[4], a[4];
#pragma GCC unroll 8
    for (unsigned s = 0; s < 4; s++) {
        low[s] = _mm512_set1_epi16((int16_t)(from + 16 * s));
        a[s] = _mm512_sllv_epi16(_mm512_set1_epi16(-1),
                                 _mm512_subs_epu16(end, low[s]));
    }
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0, to; i < parts[k].count; i = to) {
            to = i + CHUNK < parts[k].count ? i + CHUNK : parts[k].count;
            for (size_t c = i; c < to; c += 2) {
                const __m512i x = labels_avx512(&parts[k], c);
                /* of an odd number, the last one twice */
                const __m512i y =
                    labels_avx512(&parts[k], c + 1 < to ? c + 1 : c);
#pragma GCC unroll 8
                for (unsigned s = 0; s < sub; s++)
                    a[s] = mark_two(a[s], x, y, low[s]);
            }
            __m512i all = a[0];
#pragma GCC unroll 8
            for (unsigned s = 1; s < sub; s++)
                all = _mm512_and_si512(all, a[s]);
            if (_mm512_cmpneq_epi16_mask(all, _mm512_set1_epi16(-1)) == 0) {
                k = count;
                break;
            }
        }
    uint16_t part[4][TA_OCTAL_LANES];
#pragma GCC unroll 8
    for (unsigned s = 0; s < 4; s++)
        _mm512_storeu_si512(part[s], a[s]);
    for (unsigned j = 0; j < TA_OCTAL_LANES; j++)
        words[j] |= part[0][j] | (uint64_t)part[1][j] << 16 |
                    (uint64_t)part[2][j] << 32 | (uint64_t)part[3][j] << 48;
}

TA_TARGET_AVX512
static void wave_avx512(uint64_t bits[][TA_OCTAL_LANES], unsigned from,
                        unsigned cover, const uint16_t *ends,
                        const ta_octal_parts *parts, size_t count)
{
    for (unsigned end = from + cover; from < end; from += 64, bits++)
        WINDOW(window_avx512, *bits, end - from);
}

/* One window, of `sub` times 16 labels from `from` of the class on. */
TA_TARGET_AVX2
static inline __attribute__((always_inline)) void
window_avx2(uint64_t words[TA_OCTAL_LANES], const unsigned sub,
            const unsigned from, const uint16_t *ends,
            const ta_octal_parts *parts, size_t count)
{
    const unsigned base = from + 64 < SATURATED ? 0 : from;
    const __m256i high = _mm256_set1_epi8(0x70);
    const __m256i less = _mm256_set1_epi16((int16_t)base);
    const int64_t powers = (int64_t)UINT64_C(0x8040201008040201);
    const __m256i low_half = _mm256_setr_epi64x(powers, 0, powers, 0);
    const __m256i high_half = _mm256_setr_epi64x(0, powers, 0, powers);
    __m256i a[8];
#pragma GCC unroll 8
    for (unsigned s = 0; s < 8; s++)
        a[s] = ends == NULL
                   ? _mm256_setzero_si256()
                   : ta_lanes_swap(ta_lanes_behind(ends, from + 8 * s));
    for (size_t k = 0; k < count; k++) {
        const uint32_t *list = parts[k].list;
        const uint32_t *label = parts[k].label;
        const uint16_t *first = parts[k].first;
        for (size_t i = 0, to; i < parts[k].count; i = to) {
            to = i + CHUNK < parts[k].count ? i + CHUNK : parts[k].count;
            for (size_t c = i; c < to; c++) {
                const uint16_t *p = first - list[c];
                __m256i value = _mm256_set1_epi32((int)label[c]);
                if (base != 0)
                    value = _mm256_xor_si256(value, less);
                __m256i x = _mm256_xor_si256(
                    _mm256_loadu_si256((const __m256i *)p), value);
                __m256i y = _mm256_xor_si256(
                    _mm256_loadu_si256((const __m256i *)(p + 16)), value);
                x = _mm256_packus_epi16(x, y);
#pragma GCC unroll 8
                for (unsigned s = 0; s < sub; s++) {
                    y = _mm256_xor_si256(
                        x, _mm256_set1_epi8((char)(from - base + 16 * s)));
                    y = _mm256_adds_epu8(y, high);
                    a[2 * s] = _mm256_or_si256(
                        a[2 * s], _mm256_shuffle_epi8(low_half, y));
                    a[2 * s + 1] = _mm256_or_si256(
                        a[2 * s + 1], _mm256_shuffle_epi8(high_half, y));
                }
            }
            __m256i all = a[0];
#pragma GCC unroll 8
            for (unsigned s = 1; s < 2 * sub; s++)
                all = _mm256_and_si256(all, a[s]);
            if (_mm256_movemask_epi8(
                    _mm256_cmpeq_epi8(all, _mm256_set1_epi8(-1))) == -1) {
                k = count;
                break;
            }
        }
    }
#pragma GCC unroll 8
    for (unsigned s = 0; s < 8; s++)
        a[s] = ta_lanes_swap(a[s]);
    ta_lanes_words(a, words);
}

TA_TARGET_AVX2
static void wave_avx2(uint64_t bits[][TA_OCTAL_LANES], unsigned from,
                      unsigned cover, const uint16_t *ends,
                      const ta_octal_parts *parts, size_t count)
{
    for (unsigned end = from + cover; from < end; from += 64, bits++)
        WINDOW(window_avx2, *bits, end - from);
}

/* ---- eight heaps ---- */

/* Eight labels ^ change, less the first one of a window. */
TA_TARGET_AVX2
static inline __attribute__((always_inline)) __m128i
octet_labels(const uint16_t *label, uint32_t change, unsigned from)
{
    const __m128i x = _mm_loadu_si128((const __m128i *)label);
    return _mm_sub_epi16(_mm_xor_si128(x, _mm_set1_epi16((int16_t)change)),
                         _mm_set1_epi16((int16_t)from));
}

TA_TARGET_AVX512
static void octet_avx512(uint64_t bits[][TA_OCTAL_LANES], unsigned windows,
                         unsigned lane, const uint16_t *at, uint32_t common,
                         const ta_octal_step *step, size_t count)
{
    const __m512i one = _mm512_set1_epi64(1);
    for (unsigned k = 0; k < windows; k++) {
        __m512i sum = _mm512_loadu_si512(&bits[k][lane]);
        for (size_t i = 0; i < count; i++) {
            const __m128i x = octet_labels(at + lane - step[i].back,
                                           common ^ step[i].change, 64 * k);
            const __m512i shift = _mm512_cvtepu16_epi64(x);
            sum = _mm512_or_si512(sum, _mm512_sllv_epi64(one, shift));
        }
        _mm512_storeu_si512(&bits[k][lane], sum);
    }
}

TA_TARGET_AVX2
static void octet_avx2(uint64_t bits[][TA_OCTAL_LANES], unsigned windows,
                       unsigned lane, const uint16_t *at, uint32_t common,
                       const ta_octal_step *step, size_t count)
{
    const __m256i one = _mm256_set1_epi64x(1);
    for (unsigned k = 0; k < windows; k++) {
        __m256i *to = (__m256i *)&bits[k][lane];
        __m256i sum[2] = {_mm256_loadu_si256(to), _mm256_loadu_si256(to + 1)};
        for (size_t i = 0; i < count; i++) {
            const __m128i x = octet_labels(at + lane - step[i].back,
                                           common ^ step[i].change, 64 * k);
            const __m256i low = _mm256_cvtepu16_epi64(x);
            const __m256i high = _mm256_cvtepu16_epi64(_mm_srli_si128(x, 8));
            sum[0] = _mm256_or_si256(sum[0], _mm256_sllv_epi64(one, low));
            sum[1] = _mm256_or_si256(sum[1], _mm256_sllv_epi64(one, high));
        }
        _mm256_storeu_si256(to, sum[0]);
        _mm256_storeu_si256(to + 1, sum[1]);
    }
}

/* ---- bits to bytes ---- */

TA_TARGET_AVX512
static void spread_avx512(uint8_t *rows, unsigned row_bits, unsigned cover,
                          uint64_t bits[][TA_OCTAL_LANES])
{
    for (unsigned from = 0; from < cover; from += 64) {
        const uint64_t covered = cover - from < 64
                                     ? (UINT64_C(1) << (cover - from)) - 1
                                     : UINT64_MAX;
        for (unsigned j = 0; j < TA_OCTAL_LANES; j++)
            _mm512_mask_storeu_epi8(
                rows + ((size_t)j << row_bits) + from, covered,
                _mm512_maskz_set1_epi8(bits[from / 64][j], 1));
    }
}

TA_TARGET_AVX2
static void spread_avx2(uint8_t *rows, unsigned row_bits, unsigned cover,
                        uint64_t bits[][TA_OCTAL_LANES])
{
    const __m128i from_byte = _mm_set_epi64x(0x0101010101010101, 0);
    const __m128i bit = _mm_set1_epi64x((int64_t)UINT64_C(0x8040201008040201));
    for (unsigned from = 0; from < cover; from += 16)
        for (unsigned j = 0; j < TA_OCTAL_LANES; j++) {
            const uint64_t two = bits[from / 64][j] >> (from % 64);
            __m128i x = _mm_cvtsi64_si128((int64_t)two);
            x = _mm_and_si128(_mm_shuffle_epi8(x, from_byte), bit);
            x = _mm_min_epu8(x, _mm_set1_epi8(1));
            _mm_storeu_si128((__m128i *)(rows + ((size_t)j << row_bits) + from),
                             x);
        }
}
#endif

const ta_octal_vectors *ta_octal_vectors_for(ta_isa isa)
{
#if TA_X86
    /* where more labels are needed, bytes cost less: a store for each heap and
     * part, however many labels there are */
    static const ta_octal_vectors avx512 = {
        wave_avx512,        octet_avx512, spread_avx512, ta_octal_sweep_avx2,
        ta_octal_fill_avx2, false,        384,           384};
    static const ta_octal_vectors avx2 = {
        wave_avx2,          octet_avx2, spread_avx2, ta_octal_sweep_avx2,
        ta_octal_fill_avx2, true,       240,         384};
    if (isa >= TA_ISA_AVX2)
        return isa == TA_ISA_AVX512 ? &avx512 : &avx2;
#endif
    (void)isa;
    return NULL;
}
