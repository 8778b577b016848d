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

/* A comparison under a mask is also the "and" with what was alive before: one
 * instruction for each candidate. */
TA_TARGET_AVX512 static void avx512(ta_nim_tile *tile, const uint16_t *at,
                                    ta_nim_moves moves)
{
    for (size_t first = 0; first < LANES; first += 32) {
        __m512i c[CANDIDATES];
        __mmask32 m[CANDIDATES];
        for (int j = 0; j < CANDIDATES; j++) {
            c[j] = _mm512_loadu_si512(tile->candidate[j] + first);
            m[j] = (__mmask32)(tile->alive[j] >> first);
        }
        for (size_t k = 0; k < moves.count; k++) {
            if (first == 0)
                ta_nim_prefetch(at, &moves, k);
            __m512i x = _mm512_loadu_si512(at + first - moves.move[k]);
#pragma GCC unroll 7
            for (int j = 0; j < CANDIDATES; j++)
                m[j] = _mm512_mask_cmpneq_epu16_mask(m[j], x, c[j]);
        }
        for (int j = 0; j < CANDIDATES; j++)
            tile->alive[j] &= ~((uint64_t)UINT32_MAX << first) | (uint64_t)m[j]
                                                                     << first;
    }
}
#endif

ta_nim_refute *ta_nim_refute_here(void)
{
#if TA_X86
    if (ta_cpu_isa() == TA_ISA_AVX512)
        return avx512;
    if (ta_cpu_isa() == TA_ISA_AVX2)
        return avx2;
#endif
    return portable;
}

double ta_nim_refute_ns(void)
{
    static const double ns[] = {15, 7, 4.2};
    return ns[ta_cpu_isa()];
}
