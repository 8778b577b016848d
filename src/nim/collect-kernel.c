/* Marks which nim-values the options of a tile have. A tile is 64 consecutive
 * positions, its lanes. A mark says that a lane has an option of a certain
 * value. There are two methods.
 *
 * By rows: the marks are bytes in memory. Each value has a row of 64 bytes, one
 * for each lane. For each option, one byte is set: the byte of the lane in the
 * row of the value.
 *
 * By windows: the marks are bits in registers. A window is 64 consecutive
 * values, and has 8 registers, one for each 8 values. A register has one byte
 * for each lane, and the byte has one bit for each of the 8 values. For each
 * register, a shuffle instruction computes 64 bytes for the 64 options by a
 * move: the bit of the value, or 0 if the value belongs to another register.
 * One ternary operation adds the bytes for two moves to the marks. There are
 * neither branches nor stores. */
#include <string.h>

#include "base/vector.h"
#include "nim/blocked.h"

enum {
    LANES = TA_NIM_LANES,
    CANDIDATES = TA_NIM_CANDIDATES,
    /* The number of 16-bit numbers in a vector. Each of them belongs to one
     * lane (a position of the tile). */
    PART = TA_VECTOR / 2
};

/* Returns a vector of 16-bit numbers: number i is 65535 if bit i of the mask is
 * 1, and else 0. */
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

/* Lists the candidates of each lane (position) of the tile: the 7 least values
 * below marks->width that are not marked for the lane. The loop visits the
 * values in falling order. A value that is not marked is put in front of the
 * lane's list. If the list is full, its last entry drops out. */
static void collect_list(const ta_nim_marks *marks, ta_nim_tile *tile)
{
    const vec none = vec_all16(UINT16_MAX);
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

/* Sets the marks of a tile of 64 positions. For each nim-value v, they say
 * which positions have an option of value v by one of `moves`. `at` points to
 * the nim-value of the first position. First, the function sets a byte of
 * marks->rows for each option: byte 64 v + l says that position number l has an
 * option of value v. Then it packs the bytes for v into the 64 bits of
 * marks->reached[v]. The function ignores `later`, which it has so that its
 * type is that of collect_by_windows(). */
static void collect_by_rows(ta_nim_marks *marks, const uint16_t *at,
                            ta_nim_moves moves, ta_nim_moves later)
{
    uint8_t *rows = marks->rows;
    (void)later;
    memset(rows, 0, LANES * marks->width);
    for (size_t k = 0; k < moves.count; k++) {
        const uint16_t *x = at - moves.move[k];
        ta_nim_prefetch(at, &moves, k);
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
    WINDOW = 64, /* values */
    /* The number of registers for the marks of a window. Each register has the
     * marks of 8 values. */
    GROUPS = WINDOW / 8,
    /* The number of moves that are handled together (a strip). The options by
     * the moves of two strips are in use at the same time. STRIP is chosen so
     * that their values fit into the first-level cache. */
    STRIP = 48
};

/* The values of the options of 64 consecutive positions by at most STRIP moves.
 * Entry k is for move number k, and has 64 values, one for each position. Each
 * value v is split into two bytes: window[k] has v / 64 modulo 256, and
 * place[k] has v modulo 256. In both vectors, the positions are in the order 0
 * to 7, 32 to 39, 8 to 15, 40 to 47 and so on. */
typedef struct collect_options {
    __m512i window[STRIP], place[STRIP];
} collect_options;

/* Prefetches the nim-values of 64 consecutive positions, which begin at x. */
static void collect_prefetch(const uint16_t *x)
{
    __builtin_prefetch(x);
    __builtin_prefetch(x + LANES / 2);
    __builtin_prefetch(x + LANES - 1);
}

/* Splits each nim-value v of the 64 options at x into two bytes: v / 64, which
 * is the number of its window, and the low byte of v. Stores these bytes in
 * entry k of *o. */
TARGET static inline __attribute__((always_inline)) void
collect_unpack(collect_options *o, size_t k, const uint16_t *x)
{
    /* Each group of four values v of 16 bits becomes 8 bytes: first the four
     * numbers v / 64 (modulo 256), then the four low bytes. */
    const __m512i shifts = _mm512_set1_epi64(0x3020100036261606);
    __m512 a = _mm512_castsi512_ps(
        _mm512_multishift_epi64_epi8(shifts, _mm512_loadu_si512(x)));
    __m512 b = _mm512_castsi512_ps(
        _mm512_multishift_epi64_epi8(shifts, _mm512_loadu_si512(x + 32)));
    o->window[k] = _mm512_castps_si512(_mm512_shuffle_ps(a, b, 0x88));
    o->place[k] = _mm512_castps_si512(_mm512_shuffle_ps(a, b, 0xdd));
}

/* Work for later moves that collect_add() does on the side, while it marks
 * options. It unpacks the options that will be marked next, and prefetches the
 * options that come after them. This takes hardly any time: the shuffle
 * instructions that mark options occupy only two ports of the processor. */
typedef struct collect_meanwhile {
    /* Points to the nim-value of the first position of the tile. */
    const uint16_t *at;
    /* Moves whose options are prefetched. The moves belong to the strip (a
     * group of moves) after the next one. */
    ta_nim_moves soon;
    /* Moves whose options are only prefetched. They are used after the marking,
     * to refute candidates. A candidate is a possible nim-value of a position.
     * It is refuted if an option of the position has this value. */
    ta_nim_moves later;
    /* The moves of the next strip (a group of moves). The values of their
     * options are unpacked in advance. Those by next.move[k] are stored in
     * entry from + k of *into. */
    ta_nim_moves next;
    collect_options *into;
    size_t from;
} collect_meanwhile;

/* A byte for each value p of a window, a range of 64 values: only bit p % 8 of
 * bit_of_place[p] is 1. The marks of the window are 64 bits in 8 bytes, and the
 * mark of value p is bit p % 8 of byte p / 8. */
static const uint8_t bit_of_place[WINDOW] = {
#define EIGHT 1, 2, 4, 8, 16, 32, 64, 128
    EIGHT, EIGHT, EIGHT, EIGHT, EIGHT,
    EIGHT, EIGHT, EIGHT
#undef EIGHT
};

/* Marks the options whose values lie in certain windows. A window is a range of
 * 64 values. The windows are number `window` and, if `windows` is 2, also
 * number window + 1. The marks of window number window + w are added to sum[w].
 *
 * The options are those by `count` moves, unpacked in *o. Moves are handled in
 * pairs: if `count` is odd, the entry after the last one must be a copy of it.
 * While it marks options, the function also unpacks and prefetches options of
 * later moves, as *m says. */
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
            collect_prefetch(m->at - m->soon.move[j]);
        if (j < m->later.count)
            collect_prefetch(m->at - m->later.move[j]);
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
                    _mm512_maskz_permutexvar_epi8(in_y, y, bits[g]), 0xfe);
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

/* Returns part number k = 0, ..., n - 1 of a list of moves that is cut into n
 * parts. All parts have the same length, except that the last ones may be
 * shorter or empty. */
static ta_nim_moves collect_part(ta_nim_moves moves, size_t k, size_t n)
{
    size_t size = (moves.count + n - 1) / n;
    size_t from = ta_min_u64(k * size, moves.count);
    return (ta_nim_moves){moves.move + from,
                          ta_min_u64(size, moves.count - from)};
}

/* Returns the part of a list of moves that begins with move number `from` and
 * has at most STRIP moves. */
static ta_nim_moves collect_strip(ta_nim_moves moves, size_t from)
{
    from = ta_min_u64(from, moves.count);
    return (ta_nim_moves){moves.move + from,
                          ta_min_u64(STRIP, moves.count - from)};
}

/* Converts the marks of a window (64 values) from 8 registers to 64 masks. Bit
 * l of reached[v] becomes 1 if lane (position) l has an option whose value is
 * number v of the window. */
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

/* Sets the marks of a tile of 64 positions. For each nim-value v, they say
 * which positions have an option of value v by one of `moves`. `at` points to
 * the nim-value of the first position. The moves are handled in groups of at
 * most 48, the strips. The options of a strip stay in the first-level cache
 * until they are marked in all windows (ranges of 64 values). Prefetches the
 * options by the moves of `later`. */
TARGET static void collect_by_windows(ta_nim_marks *marks, const uint16_t *at,
                                      ta_nim_moves moves, ta_nim_moves later)
{
    collect_options o[2];
    __m512i sum[TA_NIM_MOST_WINDOWS][GROUPS];
    const size_t windows = marks->width / WINDOW, pairs = (windows + 1) / 2;
    const size_t strips = (moves.count + STRIP - 1) / STRIP;
    memset(sum, 0, windows * sizeof *sum);
    for (size_t k = 0; k < ta_min_u64(2 * STRIP, moves.count); k++)
        collect_prefetch(at - moves.move[k]);
    for (size_t k = 0; k < ta_min_u64(STRIP, moves.count); k++)
        collect_unpack(&o[0], k, at - moves.move[k]);
    for (size_t k = 0; k < strips; k++) {
        collect_options *here = &o[k % 2];
        const size_t count = collect_strip(moves, k * STRIP).count;
        const ta_nim_moves next = collect_strip(moves, (k + 1) * STRIP);
        const ta_nim_moves soon = collect_strip(moves, (k + 2) * STRIP);
        const ta_nim_moves rest = collect_part(later, k, strips);
        /* The function collect_add() takes two moves at a time. If the number
         * of moves is odd, the last move is paired with a copy of itself. */
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
