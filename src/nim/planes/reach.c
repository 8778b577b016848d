/* The OR kernel of the planes: its sources are in the nearest caches, so that,
 * unlike the wheel's, it asks for none ahead. */
#include <string.h>

#include "nim/planes/planes.h"

enum { CHUNK = 64 }; /* sources between two looks at whether a tile is full */

#define REACH(NAME, TARGET, BYTES)                                             \
    typedef uint64_t NAME##_vector __attribute__((vector_size(BYTES)));        \
    TARGET static inline __attribute__((always_inline)) bool NAME##_all(       \
        uint64_t *tile, const unsigned pieces, const uint8_t *origin,          \
        const planes_sources *list, size_t lists)                              \
    {                                                                          \
        for (size_t r = 0; r < lists; r++) {                                   \
            const uint64_t up = list[r].slip;                                  \
            for (uint32_t k = 0; k < list[r].count;) {                         \
                const uint32_t left = list[r].count - k;                       \
                const uint32_t end = k + (left < CHUNK ? left : CHUNK);        \
                /* Word 7 is below the tile. */                                \
                uint64_t sum[8 + PLANES_WORDS], all = ~(uint64_t)0;            \
                NAME##_vector a[PLANES_WORDS * 8 / BYTES];                     \
                for (unsigned i = 0; i < pieces; i++)                          \
                    a[i] = (NAME##_vector){0};                                 \
                for (; k < end; k++)                                           \
                    for (unsigned i = 0; i < pieces; i++) {                    \
                        NAME##_vector x;                                       \
                        memcpy(&x, origin + list[r].offset[k] + i * BYTES,     \
                               BYTES);                                         \
                        a[i] |= x;                                             \
                    }                                                          \
                sum[7] = 0;                                                    \
                memcpy(sum + 8, a, pieces * BYTES);                            \
                for (unsigned i = 0; i < pieces; i++) {                        \
                    NAME##_vector below, lanes;                                \
                    memcpy(&below, sum + 7 + i * (BYTES / 8), BYTES);          \
                    memcpy(&lanes, tile + i * (BYTES / 8), BYTES);             \
                    lanes |= a[i] << up | below >> 1 >> (63 - up);             \
                    memcpy(tile + i * (BYTES / 8), &lanes, BYTES);             \
                }                                                              \
                for (unsigned w = 0; w < pieces * BYTES / 8; w++)              \
                    all &= tile[w];                                            \
                if (all == ~(uint64_t)0)                                       \
                    return true;                                               \
            }                                                                  \
        }                                                                      \
        return false;                                                          \
    }                                                                          \
    TARGET static bool NAME(uint64_t *tile, unsigned vectors,                  \
                            const uint8_t *origin, const planes_sources *list, \
                            size_t lists)                                      \
    {                                                                          \
        return vectors == 1                                                    \
                   ? NAME##_all(tile, 64 / BYTES, origin, list, lists)         \
                   : NAME##_all(tile, PLANES_VECTORS * 64 / BYTES, origin,     \
                                list, lists);                                  \
    }

REACH(portable, , 16)
#if TA_X86
REACH(avx2, TA_TARGET_AVX2, 32)
REACH(avx512, TA_TARGET_AVX512, 64)
#endif

planes_reach *planes_reach_here(void)
{
    return TA_BY_ISA(portable, avx2, avx512);
}
