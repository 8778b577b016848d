/* Marks the values of the options of a tile, in one of two ways.
 *
 * By rows: each value has 64 bytes in memory, one a lane, and an option sets
 * one.
 *
 * By windows: the marks of 64 values are 8 registers; a register has a byte a
 * lane, and the byte a bit for each of 8 values. For each register one shuffle
 * gives the bits of the 64 options by a move, 0 where the value belongs to
 * another register, and one ternary operation adds those of two moves. There
 * are neither branches nor stores. */
#include <string.h>

#include "base/vector.h"
#include "nim/blocked.h"

enum {
    LANES = TA_NIM_LANES,
    CANDIDATES = TA_NIM_CANDIDATES,
    PART = TA_VECTOR / 2 /* lanes of a vector */
};

/* Returns 65535 in each lane whose bit is set. */
static inline vec collect_spread(uint64_t mask)
{
#if TA_VECTOR == 64
    return (vec)_mm512_movm_epi16((__mmask32)mask);
#else
    static const uint16_t bit[16] = {
        1,      2,      4,       8,       1 << 4,  1 << 5,  1 << 6,  1 << 7,
        1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15};
    const vec bits = vec_load(bit);
    return vec_equal16(vec_all16((uint16_t)mask) & bits, bits);
#endif
}

/* In falling order an unmarked value goes to the front of its lane's list, and
 * the last entry drops out. */
static void collect_list(const tai_nim_marks *marks, tai_nim_tile *tile)
{
    const vec none = vec_all16(UINT16_MAX); /* never a candidate */
    memset(tile->alive, 0, sizeof tile->alive);
    for (unsigned first = 0; first < LANES; first += PART) {
        vec list[CANDIDATES];
        for (int j = 0; j < CANDIDATES; j++)
            list[j] = none;
        for (size_t v = marks->width; v-- > 0;) {
            const vec reached = collect_spread(marks->reached[v] >> first);
#pragma GCC unroll 7
            for (int j = CANDIDATES - 1; j > 0; j--)
                list[j] = (list[j] & reached) | (list[j - 1] & ~reached);
            list[0] = (list[0] & reached) | (vec_all16((uint16_t)v) & ~reached);
        }
        for (int j = 0; j < CANDIDATES; j++) {
            const uint64_t lanes = vec_mask16(~vec_equal16(list[j], none));
            vec_store(tile->candidate[j] + first, list[j]);
            tile->alive[j] |= lanes << first;
        }
    }
}

/* Sets a byte for each option, then packs the bytes into masks. */
static void collect_by_rows(tai_nim_marks *marks, const uint16_t *at,
                            tai_nim_moves moves, tai_nim_moves later)
{
    uint8_t *rows = marks->rows;
    (void)later;
    memset(rows, 0, LANES * marks->width);
    for (size_t k = 0; k < moves.count; k++) {
        const uint16_t *x = at - moves.move[k];
        tai_nim_prefetch(at, &moves, k);
#pragma GCC unroll 64
        for (size_t lane = 0; lane < LANES; lane++)
            rows[(size_t)x[lane] * LANES + lane] = 255;
    }
    for (size_t v = 0; v < marks->width; v++) {
        uint64_t reached = 0;
        for (size_t lane = 0; lane < LANES; lane += TA_VECTOR)
            reached |= vec_mask(vec_load(rows + LANES * v + lane)) << lane;
        marks->reached[v] = reached;
    }
}

#if TA_VECTOR == 64

#define TARGET __attribute__((target("avx512vbmi")))

enum {
    WINDOW = 64,         /* values */
    GROUPS = WINDOW / 8, /* registers of a window */
    /* Moves handled together: the options of two strips fit the first-level
     * cache. */
    STRIP = 48
};

/* The options by the moves of a strip, each value v as two bytes, v / 64 and v
 * modulo 256, whose low 6 bits a shuffle reads; lanes in the order 0 to 7, 32
 * to 39, 8 to 15, 40 to 47, ... */
typedef struct collect_options {
    __m512i window[STRIP], place[STRIP];
} collect_options;

TARGET static inline __attribute__((always_inline)) void
collect_unpack(collect_options *o, size_t k, const uint16_t *x)
{
    /* Of four values of 16 bits: four times v / 64, then four low bytes. */
    const __m512i shifts = _mm512_set1_epi64(0x3020100036261606);
    __m512 a = _mm512_castsi512_ps(
        _mm512_multishift_epi64_epi8(shifts, _mm512_loadu_si512(x)));
    __m512 b = _mm512_castsi512_ps(
        _mm512_multishift_epi64_epi8(shifts, _mm512_loadu_si512(x + 32)));
    o->window[k] = _mm512_castps_si512(_mm512_shuffle_ps(a, b, 0x88));
    o->place[k] = _mm512_castps_si512(_mm512_shuffle_ps(a, b, 0xdd));
}

/* What collect_add does on the side, for hardly any time: shuffles occupy two
 * ports of the processor only. */
typedef struct collect_meanwhile {
    const uint16_t *at;
    tai_nim_moves soon;  /* of the strip after the next: prefetched */
    tai_nim_moves later; /* for refuting, after the marks: prefetched */
    tai_nim_moves next;  /* of the next strip: unpacked to (*into)[from + k] */
    collect_options *into;
    size_t from;
} collect_meanwhile;

/* Value p of a window has bit p % 8 of byte p / 8. */
static const uint8_t bit_of_place[WINDOW] = {
#define EIGHT 1, 2, 4, 8, 16, 32, 64, 128
    EIGHT, EIGHT, EIGHT, EIGHT, EIGHT,
    EIGHT, EIGHT, EIGHT
#undef EIGHT
};

/* Marks `count` options in one window or two, in sum[0] and sum[1]. Moves go in
 * pairs: an odd last one is followed by a copy. */
TARGET static inline __attribute__((always_inline)) void
collect_add(const collect_options *o, size_t count, unsigned window,
            const int windows, __m512i (*sum)[GROUPS],
            const collect_meanwhile *m)
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
            tai_nim_prefetch_tile(m->at - m->soon.move[j]);
        if (j < m->later.count)
            tai_nim_prefetch_tile(m->at - m->later.move[j]);
        if (j < m->next.count)
            collect_unpack(m->into, m->from + j, m->at - m->next.move[j]);
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
                    _mm512_maskz_permutexvar_epi8(in_y, y, bits[g]),
                    0xfe /* or */);
        }
    }
    for (size_t j = (count + 1) / 2; j < m->next.count; j++)
        collect_unpack(m->into, m->from + j, m->at - m->next.move[j]);
#pragma GCC unroll 2
    for (int w = 0; w < windows; w++)
#pragma GCC unroll 8
        for (int g = 0; g < GROUPS; g++)
            sum[w][g] = acc[w][g];
}

/* Returns part k of n, all of one length but the last. */
static tai_nim_moves collect_part(tai_nim_moves moves, size_t k, size_t n)
{
    size_t size = (moves.count + n - 1) / n;
    size_t from = tai_min_u64(k * size, moves.count);
    return (tai_nim_moves){moves.move + from,
                           tai_min_u64(size, moves.count - from)};
}

static tai_nim_moves collect_strip(tai_nim_moves moves, size_t from)
{
    from = tai_min_u64(from, moves.count);
    return (tai_nim_moves){moves.move + from,
                           tai_min_u64(STRIP, moves.count - from)};
}

/* Converts the marks of a window into masks. */
static void collect_store_masks(const __m512i sum[GROUPS], uint64_t *reached)
{
    const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    for (int g = 0; g < GROUPS; g++) {
        const vec16 lanes = (vec16)_mm512_permutexvar_epi64(order, sum[g]);
#pragma GCC unroll 8
        for (int bit = 0; bit < 8; bit++)
            reached[8 * g + bit] = vec_mask((vec)(lanes << (7 - bit)));
    }
}

/* The options of a strip stay in the first-level cache for all windows. */
TARGET static void collect_by_windows(tai_nim_marks *marks, const uint16_t *at,
                                      tai_nim_moves moves, tai_nim_moves later)
{
    collect_options o[2];
    __m512i sum[TA_NIM_MOST_WINDOWS][GROUPS];
    const size_t windows = marks->width / WINDOW, pairs = (windows + 1) / 2;
    const size_t strips = (moves.count + STRIP - 1) / STRIP;
    memset(sum, 0, windows * sizeof *sum);
    for (size_t k = 0; k < tai_min_u64(2 * STRIP, moves.count); k++)
        tai_nim_prefetch_tile(at - moves.move[k]);
    for (size_t k = 0; k < tai_min_u64(STRIP, moves.count); k++)
        collect_unpack(&o[0], k, at - moves.move[k]);
    for (size_t k = 0; k < strips; k++) {
        collect_options *here = &o[k % 2];
        const size_t count = collect_strip(moves, k * STRIP).count;
        const tai_nim_moves next = collect_strip(moves, (k + 1) * STRIP);
        const tai_nim_moves soon = collect_strip(moves, (k + 2) * STRIP);
        const tai_nim_moves rest = collect_part(later, k, strips);
        /* An odd last move is paired with a copy of itself. */
        if (count % 2 != 0) {
            here->window[count] = here->window[count - 1];
            here->place[count] = here->place[count - 1];
        }
        for (size_t p = 0; p < pairs; p++) {
            collect_meanwhile m = {at,
                                   collect_part(soon, p, pairs),
                                   collect_part(rest, p, pairs),
                                   collect_part(next, p, pairs),
                                   &o[(k + 1) % 2],
                                   0};
            m.from = (size_t)(m.next.move - next.move);
            if (2 * p + 1 < windows)
                collect_add(here, count, 2 * (unsigned)p, 2, &sum[2 * p], &m);
            else
                collect_add(here, count, 2 * (unsigned)p, 1, &sum[2 * p], &m);
        }
    }
    for (size_t w = 0; w < windows; w++)
        collect_store_masks(sum[w], marks->reached + w * WINDOW);
}

#define BY_WINDOWS collect_by_windows
#else
#define BY_WINDOWS NULL
#endif

const tai_nim_collect TA_VARIANT(tai_nim_collect) = {
    collect_list, collect_by_rows, BY_WINDOWS};
