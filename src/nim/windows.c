/* Marks in registers, 126 values at a time: byte `lane` of accumulator g has a
 * bit for each of eight values. Two byte shuffles look up the bits that two
 * options set, one ternary operation adds them; without branches, stores or
 * comparisons. */
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
    CANDIDATES = TA_NIM_CANDIDATES,
    WINDOW = 126, /* index 0 is for values below, 127 for those above */
    GROUPS = 16,
    /* With more windows, a store for each option is quicker. */
    MOST_WINDOWS = 8,
    STRIP = 64 /* moves; 12 KiB of options at most */
};

/* Values above the last window are not seen: lanes that reach all below are
 * left without candidates. */
static size_t width_above(unsigned usual, unsigned largest)
{
    (void)largest;
    return ((size_t)usual / WINDOW + 1) * WINDOW;
}

/* 64 options, each as an index into the window at base. Bytes are in the order
 * in which the packing leaves them. */
TARGET static inline __attribute__((always_inline)) __m512i
indices(const uint16_t *x, __m512i base)
{
    const __m512i one = _mm512_set1_epi16(1);
    __m512i lo = _mm512_loadu_si512(x), hi = _mm512_loadu_si512(x + 32);
    lo = _mm512_subs_epu16(_mm512_add_epi16(lo, one), base);
    hi = _mm512_subs_epu16(_mm512_add_epi16(hi, one), base);
    return _mm512_packs_epi16(lo, hi);
}

static void prefetch(const uint16_t *x)
{
    __builtin_prefetch(x);
    __builtin_prefetch(x + LANES / 2);
    __builtin_prefetch(x + LANES - 1);
}

/* Adds what the moves reach in the window of values from `first` on, and
 * fetches the options of `ahead`, at most half as many, meanwhile. */
TARGET static void add(const uint16_t *at, const ta_nim_moves *moves,
                       const ta_nim_moves *ahead, size_t first,
                       __m512i sum[GROUPS])
{
    uint8_t bit_of[GROUPS / 2][64] = {{0}};
    for (int g = 0; g < GROUPS / 2; g++)
        for (int b = 0; b < 8; b++)
            bit_of[g][8 * g + b] = (uint8_t)(1 << b);
    const __m512i none = _mm512_setzero_si512();
    const __m512i base = _mm512_set1_epi16((int16_t)first);
    __m512i bits[GROUPS / 2], acc[GROUPS];
    for (int g = 0; g < GROUPS / 2; g++)
        bits[g] = _mm512_loadu_si512(bit_of[g]);
    for (int g = 0; g < GROUPS; g++)
        acc[g] = sum[g];
    for (size_t k = 0; k < moves->count; k += 2) {
        size_t other = k + 1 < moves->count ? k + 1 : k;
        if (k / 2 < ahead->count)
            prefetch(at - ahead->move[k / 2]);
        __m512i x = indices(at - moves->move[k], base);
        __m512i y = indices(at - moves->move[other], base);
#pragma GCC unroll 8
        for (int g = 0; g < GROUPS / 2; g++) {
            acc[g] = _mm512_ternarylogic_epi64(
                acc[g], _mm512_permutex2var_epi8(bits[g], x, none),
                _mm512_permutex2var_epi8(bits[g], y, none), 0xfe);
            acc[g + GROUPS / 2] = _mm512_ternarylogic_epi64(
                acc[g + GROUPS / 2], _mm512_permutex2var_epi8(none, x, bits[g]),
                _mm512_permutex2var_epi8(none, y, bits[g]), 0xfe);
        }
    }
    for (int g = 0; g < GROUPS; g++)
        sum[g] = acc[g];
}

/* planes[v] for the values of a window, from its sums. */
TARGET static void to_planes(const __m512i sum[GROUPS], uint64_t *planes)
{
    const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    for (int g = 0; g < GROUPS; g++) {
        __m512i a = _mm512_permutexvar_epi64(order, sum[g]);
        for (int b = 0; b < 8; b++) {
            int index = 8 * g + b;
            if (index >= 1 && index <= WINDOW)
                planes[index - 1] = _mm512_test_epi8_mask(
                    a, _mm512_set1_epi8((int8_t)(uint8_t)(1 << b)));
        }
    }
}

/* At most `size` moves from the from-th on. */
static ta_nim_moves strip(const ta_nim_moves *moves, size_t from, size_t size)
{
    if (from >= moves->count)
        return (ta_nim_moves){moves->move, 0};
    return (ta_nim_moves){moves->move + from,
                          ta_min_u64(size, moves->count - from)};
}

/* A strip of moves goes through all windows while its options are in the
 * nearest cache; meanwhile those of the next one are fetched. */
TARGET static void collect(ta_nim_marks *marks, const uint16_t *at,
                           ta_nim_moves moves)
{
    __m512i sum[MOST_WINDOWS][GROUPS];
    size_t windows = marks->width / WINDOW;
    for (size_t w = 0; w < windows; w++)
        for (int g = 0; g < GROUPS; g++)
            sum[w][g] = _mm512_setzero_si512();
    /* Each window fetches its share of what comes in the next strip.
     * NOLINTNEXTLINE(clang-analyzer-core.DivideZero): at least one window */
    size_t share = (STRIP + windows - 1) / windows;
    for (size_t from = 0; from < moves.count; from += STRIP) {
        ta_nim_moves now = strip(&moves, from, STRIP);
        for (size_t w = 0; w < windows; w++) {
            ta_nim_moves ahead = strip(&moves, from + STRIP + w * share, share);
            add(at, &now, &ahead, w * WINDOW, sum[w]);
        }
    }
    for (size_t w = 0; w < windows; w++)
        to_planes(sum[w], marks->planes + w * WINDOW);
}

/* In increasing order of values, for all lanes together: lanes join in at
 * their `from` and leave when their list is full. */
static uint64_t list(const ta_nim_marks *marks, uint64_t lanes, uint32_t *from,
                     ta_nim_tile *tile)
{
    uint8_t count[LANES] = {0};
    uint64_t joins[MOST_WINDOWS * WINDOW + 1] = {0};
    uint64_t open = 0, left = lanes;
    size_t v = marks->width;
    ta_nim_empty(tile, lanes);
    for (uint64_t l = lanes; l != 0; l &= l - 1) {
        unsigned lane = ta_ctz(l);
        joins[from[lane]] |= (uint64_t)1 << lane;
        v = ta_min_u64(v, from[lane]);
        from[lane] = (uint32_t)marks->width;
    }
    for (; v < marks->width && left != 0; v++) {
        open |= joins[v];
        for (uint64_t l = open & ~marks->planes[v]; l != 0; l &= l - 1) {
            unsigned lane = ta_ctz(l);
            ta_nim_append(tile, lane, count[lane]++, v);
            if (count[lane] == CANDIDATES) {
                from[lane] = (uint32_t)v + 1;
                open &= ~((uint64_t)1 << lane);
                left &= ~((uint64_t)1 << lane);
            }
        }
    }
    return lanes & ~tile->alive[0];
}

static double ns(size_t width)
{
    const size_t windows = width / WINDOW;
    return 3.7 * (double)windows;
}

static const ta_nim_collector windows = {width_above, collect, list, ns};
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
