/* Comparing options with a few candidates, 8 to 32 lanes an instruction. */
#include <string.h>

#include "nim/tile.h"

enum { LANES = TA_NIM_LANES, CANDIDATES = TA_NIM_CANDIDATES };

#define REFUTE(NAME, TARGET, BYTES)                                            \
    typedef uint16_t NAME##_vector __attribute__((vector_size(BYTES)));        \
    TARGET static void NAME(ta_nim_tile *tile, const uint16_t *at,             \
                            ta_nim_moves moves)                                \
    {                                                                          \
        enum { PART = BYTES / 2 };                                             \
        for (size_t first = 0; first < LANES; first += PART) {                 \
            NAME##_vector c[CANDIDATES], hit[CANDIDATES];                      \
            for (int j = 0; j < CANDIDATES; j++) {                             \
                memcpy(&c[j], tile->candidate[j] + first, BYTES);              \
                hit[j] = (NAME##_vector){0};                                   \
            }                                                                  \
            for (size_t k = 0; k < moves.count; k++) {                         \
                NAME##_vector x;                                               \
                if (first == 0)                                                \
                    ta_nim_prefetch(at, &moves, k);                            \
                memcpy(&x, at + first - moves.move[k], BYTES);                 \
                for (int j = 0; j < CANDIDATES; j++)                           \
                    hit[j] |= (NAME##_vector)(x == c[j]);                      \
            }                                                                  \
            for (int j = 0; j < CANDIDATES; j++)                               \
                for (size_t lane = 0; lane < PART; lane++)                     \
                    tile->alive[j] &=                                          \
                        ~((uint64_t)(hit[j][lane] & 1) << (first + lane));     \
        }                                                                      \
    }

REFUTE(portable, , 16)

#if TA_X86
#include <immintrin.h>

REFUTE(avx2, TA_TARGET_AVX2, 32)

/* The least of what differs is 0 where any option was equal: operations for
 * which there are four ports, while a comparison into a mask has two and waits
 * for the mask before. A strip of moves goes through both halves of the lanes
 * while its options are in the nearest cache. */
TA_TARGET_AVX512 static void strip(const ta_nim_tile *tile, const uint16_t *at,
                                   const ta_nim_moves *moves, size_t from,
                                   size_t to, int half,
                                   __m512i least[CANDIDATES])
{
    __m512i c[CANDIDATES], l[CANDIDATES];
#pragma GCC unroll 7
    for (int j = 0; j < CANDIDATES; j++) {
        c[j] = _mm512_loadu_si512(tile->candidate[j] + 32 * half);
        l[j] = least[j];
    }
    for (size_t k = from; k < to; k++) {
        if (half == 0)
            ta_nim_prefetch(at, moves, k);
        __m512i x = _mm512_loadu_si512(at + 32 * half - moves->move[k]);
#pragma GCC unroll 7
        for (int j = 0; j < CANDIDATES; j++)
            l[j] = _mm512_min_epu16(l[j], _mm512_xor_si512(x, c[j]));
    }
#pragma GCC unroll 7
    for (int j = 0; j < CANDIDATES; j++)
        least[j] = l[j];
}

TA_TARGET_AVX512 static void avx512(ta_nim_tile *tile, const uint16_t *at,
                                    ta_nim_moves moves)
{
    enum { STRIP = 48 }; /* moves; 9 KiB of options at most */
    __m512i least[2][CANDIDATES];
    for (int j = 0; j < CANDIDATES; j++)
        least[0][j] = least[1][j] = _mm512_set1_epi16(1);
    for (size_t from = 0; from < moves.count; from += STRIP)
        for (int half = 0; half < 2; half++)
            strip(tile, at, &moves, from, ta_min_u64(from + STRIP, moves.count),
                  half, least[half]);
    for (int j = 0; j < CANDIDATES; j++)
        tile->alive[j] &=
            _mm512_test_epi16_mask(least[0][j], least[0][j]) |
            (uint64_t)_mm512_test_epi16_mask(least[1][j], least[1][j]) << 32;
}
#endif

ta_nim_refute *ta_nim_refute_here(void)
{
    return TA_BY_ISA(portable, avx2, avx512);
}

double ta_nim_refute_ns(void)
{
    static const double ns[] = {15, 7, 2.6};
    return ns[ta_cpu_isa()];
}
