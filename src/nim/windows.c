/* Marks in registers, 64 values at a time: byte `lane` of accumulator g has a
 * bit for each of eight values. A byte shuffle looks up the bits that an option
 * sets, zero where its value is not among the 64; one ternary operation adds
 * what two options set. No branches, no stores. */
#include <string.h>

#include "nim/nim.h"
#include "nim/tile.h"

#if TA_X86
#include <immintrin.h>

#define TARGET                                                                 \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,"     \
                          "avx2,fma,bmi,bmi2,popcnt")))

enum {
    LANES = TA_NIM_LANES,
    WINDOW = 64,
    GROUPS = WINDOW / 8,
    /* With more windows, a store for each option is quicker. */
    MOST_WINDOWS = TA_NIM_RECORDS,
    STRIP = 48 /* moves: two strips as they are and unpacked fill 30 KiB */
};

static size_t width_above(unsigned largest)
{
    return ((size_t)largest / WINDOW + 1) * WINDOW;
}

/* The 64 options of each move of a strip: the window of a value, and its low
 * byte, of which a shuffle takes the place in the window. Bytes are in the
 * order in which the packing leaves them. Values are below 64 * 256. */
typedef struct options {
    __m512i window[STRIP], place[STRIP];
} options;

static void prefetch(const uint16_t *x)
{
    __builtin_prefetch(x);
    __builtin_prefetch(x + LANES / 2);
    __builtin_prefetch(x + LANES - 1);
}

TARGET static inline __attribute__((always_inline)) void
unpack(options *o, size_t k, const uint16_t *x)
{
    /* Of each four values: v / 64 as bytes, then the low bytes. */
    const __m512i shifts = _mm512_set1_epi64(0x3020100036261606);
    __m512 a = _mm512_castsi512_ps(
        _mm512_multishift_epi64_epi8(shifts, _mm512_loadu_si512(x)));
    __m512 b = _mm512_castsi512_ps(
        _mm512_multishift_epi64_epi8(shifts, _mm512_loadu_si512(x + 32)));
    o->window[k] = _mm512_castps_si512(_mm512_shuffle_ps(a, b, 0x88));
    o->place[k] = _mm512_castps_si512(_mm512_shuffle_ps(a, b, 0xdd));
}

/* What is done while the ports for shuffles are busy: the options of the next
 * strip are unpacked, those of the one after it and of the moves that will
 * refute are fetched. */
typedef struct meanwhile {
    const uint16_t *at;
    ta_nim_moves soon, later, next;
    options *into; /* the options of next.move[k] to number from + k */
    size_t from;
} meanwhile;

/* The bit of a value in its group. */
static const uint8_t bit_of_place[WINDOW] = {
#define EIGHT 1, 2, 4, 8, 16, 32, 64, 128
    EIGHT, EIGHT, EIGHT, EIGHT, EIGHT,
    EIGHT, EIGHT, EIGHT
#undef EIGHT
};

/* Adds what the options of `count` moves reach in one window or two. */
TARGET static inline __attribute__((always_inline)) void
add(const options *o, size_t count, unsigned window, const int windows,
    __m512i (*sum)[GROUPS], const meanwhile *m)
{
    __m512i bits[GROUPS], number[2], acc[2][GROUPS];
#pragma GCC unroll 8
    for (int g = 0; g < GROUPS; g++)
        bits[g] =
            _mm512_maskz_loadu_epi8((__mmask64)0xff << 8 * g, bit_of_place);
#pragma GCC unroll 2
    for (int w = 0; w < windows; w++) {
        number[w] = _mm512_set1_epi8((int8_t)(window + (unsigned)w));
#pragma GCC unroll 8
        for (int g = 0; g < GROUPS; g++)
            acc[w][g] = sum[w][g];
    }
    for (size_t k = 0; k < count; k += 2) {
        size_t j = k / 2;
        if (j < m->soon.count)
            prefetch(m->at - m->soon.move[j]);
        if (j < m->later.count)
            prefetch(m->at - m->later.move[j]);
        if (j < m->next.count)
            unpack(m->into, m->from + j, m->at - m->next.move[j]);
        __m512i x = o->place[k], y = o->place[k + 1];
#pragma GCC unroll 2
        for (int w = 0; w < windows; w++) {
            __mmask64 in_x = _mm512_cmpeq_epi8_mask(o->window[k], number[w]);
            __mmask64 in_y =
                _mm512_cmpeq_epi8_mask(o->window[k + 1], number[w]);
#pragma GCC unroll 8
            for (int g = 0; g < GROUPS; g++)
                acc[w][g] = _mm512_ternarylogic_epi64(
                    acc[w][g], _mm512_maskz_permutexvar_epi8(in_x, x, bits[g]),
                    _mm512_maskz_permutexvar_epi8(in_y, y, bits[g]), 0xfe);
        }
    }
    for (size_t j = (count + 1) / 2; j < m->next.count; j++)
        unpack(m->into, m->from + j, m->at - m->next.move[j]);
#pragma GCC unroll 2
    for (int w = 0; w < windows; w++)
#pragma GCC unroll 8
        for (int g = 0; g < GROUPS; g++)
            sum[w][g] = acc[w][g];
}

/* The bytes of each lane side by side: the words of a window. */
TARGET static void to_words(const __m512i sum[GROUPS], uint64_t *words)
{
    for (int half = 0; half < 2; half++) {
        __m512i a[GROUPS], b[GROUPS];
        for (int g = 0; g < GROUPS / 2; g++)
            a[g] = half == 0 ? _mm512_unpacklo_epi8(sum[2 * g], sum[2 * g + 1])
                             : _mm512_unpackhi_epi8(sum[2 * g], sum[2 * g + 1]);
        for (int g = 0; g < 2; g++) {
            b[g] = _mm512_unpacklo_epi16(a[2 * g], a[2 * g + 1]);
            b[g + 2] = _mm512_unpackhi_epi16(a[2 * g], a[2 * g + 1]);
        }
        /* Parts of 128 bits have two lanes: the packing left 8 lanes in a row
         * in each half of a part. */
        for (int pair = 0; pair < 4; pair++) {
            const __m512i *from = &b[pair / 2 * 2];
            __m512i c = pair % 2 == 0 ? _mm512_unpacklo_epi32(from[0], from[1])
                                      : _mm512_unpackhi_epi32(from[0], from[1]);
            uint64_t *to = words + half * 32 + 2 * pair;
            _mm_storeu_si128((__m128i *)to, _mm512_castsi512_si128(c));
            _mm_storeu_si128((__m128i *)(to + 8),
                             _mm512_extracti64x2_epi64(c, 1));
            _mm_storeu_si128((__m128i *)(to + 16),
                             _mm512_extracti64x2_epi64(c, 2));
            _mm_storeu_si128((__m128i *)(to + 24),
                             _mm512_extracti64x2_epi64(c, 3));
        }
    }
}

/* Part number k of n equal ones. */
static ta_nim_moves part(ta_nim_moves moves, size_t k, size_t n)
{
    size_t size = (moves.count + n - 1) / n;
    size_t from = ta_min_u64(k * size, moves.count);
    return (ta_nim_moves){moves.move + from,
                          ta_min_u64(size, moves.count - from)};
}

/* The strip from the from-th move on. */
static ta_nim_moves strip(ta_nim_moves moves, size_t from)
{
    from = ta_min_u64(from, moves.count);
    return (ta_nim_moves){moves.move + from,
                          ta_min_u64(STRIP, moves.count - from)};
}

/* A strip of moves goes through all windows that its options can be in, while
 * these are in the nearest cache; meanwhile the options of the next strip are
 * fetched, and those of the moves that will refute. */
TARGET static void collect(ta_nim_marks *marks, const ta_nim_place *place,
                           ta_nim_moves moves, ta_nim_moves later)
{
    options o[2];
    __m512i sum[MOST_WINDOWS][GROUPS];
    size_t windows = marks->width / WINDOW;
    size_t strips = (moves.count + STRIP - 1) / STRIP;
    for (size_t w = 0; w < windows; w++)
        for (int g = 0; g < GROUPS; g++)
            sum[w][g] = _mm512_setzero_si512();
    for (size_t k = 0; k < ta_min_u64(2 * STRIP, moves.count); k++)
        prefetch(place->at - moves.move[k]);
    for (size_t k = 0; k < ta_min_u64(STRIP, moves.count); k++)
        unpack(&o[0], k, place->at - moves.move[k]);
    size_t reached = windows;
    for (size_t k = 0; k < strips; k++) {
        options *here = &o[k % 2];
        ta_nim_moves now = strip(moves, k * STRIP);
        ta_nim_moves next = strip(moves, (k + 1) * STRIP);
        ta_nim_moves soon = strip(moves, (k + 2) * STRIP);
        ta_nim_moves rest = part(later, k, strips);
        uint64_t end = place->lo + LANES - now.move[0];
        while (reached > 1 && place->record[reached - 1] >= end)
            reached--;
        /* A last move without a partner is there twice. */
        if (now.count % 2 != 0) {
            here->window[now.count] = here->window[now.count - 1];
            here->place[now.count] = here->place[now.count - 1];
        }
        size_t pairs = (reached + 1) / 2;
        for (size_t p = 0; p < pairs; p++) {
            meanwhile m = {place->at,
                           part(soon, p, pairs),
                           part(rest, p, pairs),
                           part(next, p, pairs),
                           &o[(k + 1) % 2],
                           0};
            m.from = (size_t)(m.next.move - next.move);
            unsigned w = 2 * (unsigned)p;
            if (w + 1 < reached)
                add(here, now.count, w, 2, &sum[w], &m);
            else
                add(here, now.count, w, 1, &sum[w], &m);
        }
    }
    for (size_t w = 0; w < windows; w++)
        to_words(sum[w], marks->reached + w * LANES);
}

static double ns(size_t width)
{
    const size_t windows = width / WINDOW;
    return 0.3 + 1.35 * (double)windows;
}

static const ta_nim_collector windows = {width_above, true, collect, ns};
#endif

const ta_nim_collector *ta_nim_collector_for(unsigned largest)
{
#if TA_X86
    if (ta_cpu_isa() == TA_ISA_AVX512 && __builtin_cpu_supports("avx512vbmi") &&
        largest < MOST_WINDOWS * WINDOW)
        return &windows;
#endif
    (void)largest;
    return &ta_nim_rows;
}
