/* Kills the candidates (blocked.h) that options have as values. v ^ candidate ^
 * 0x8000, as a signed number, is LEAST exactly where both are equal, so the
 * least over all options says whether one is. Comparisons would be slower: in
 * AVX-512 they give masks, on two ports only, and each would wait for the one
 * before. */
#include "base/vector.h"
#include "nim/blocked.h"

enum {
    LANES = TA_NIM_LANES,
    CANDIDATES = TA_NIM_CANDIDATES,
    PART = TA_VECTOR / 2, /* lanes of a vector */
    STRIP = 48, /* moves whose options, 6 KiB, stay in the first-level cache */
};
static const uint16_t LEAST = 0x8000;

/* Lowers least[j] of PART lanes by the moves [from, to). */
static inline void refute_by_strip(const tai_nim_tile *tile, const uint16_t *at,
                                   const tai_nim_moves *moves, size_t from,
                                   size_t to, size_t first,
                                   vec least[CANDIDATES])
{
    vec c[CANDIDATES], l[CANDIDATES];
#pragma GCC unroll 7
    for (int j = 0; j < CANDIDATES; j++) {
        c[j] = vec_load(tile->candidate[j] + first) ^ vec_all16(LEAST);
        l[j] = least[j];
    }
    for (size_t k = from; k < to; k++) {
        if (first == 0)
            tai_nim_prefetch(at, moves, k);
        const vec x = vec_load(at + first - moves->move[k]);
#pragma GCC unroll 7
        for (int j = 0; j < CANDIDATES; j++)
            l[j] = vec_min16s(l[j], x ^ c[j]);
    }
#pragma GCC unroll 7
    for (int j = 0; j < CANDIDATES; j++)
        least[j] = l[j];
}

static void refute_candidates(tai_nim_tile *tile, const uint16_t *at,
                              tai_nim_moves moves)
{
    vec least[LANES / PART][CANDIDATES] = {{{0}}};
    for (size_t from = 0; from < moves.count; from += STRIP)
        for (size_t part = 0; part < LANES / PART; part++)
            refute_by_strip(tile, at, &moves, from,
                            tai_min_u64(from + STRIP, moves.count), PART * part,
                            least[part]);
    for (size_t part = 0; part < LANES / PART; part++)
        for (int j = 0; j < CANDIDATES; j++) {
            const vec equal = vec_equal16(least[part][j], vec_all16(LEAST));
            tile->alive[j] &= ~(vec_mask16(equal) << PART * part);
        }
}

const tai_nim_refute TA_VARIANT(tai_nim_refute) = {.refute = refute_candidates,
                                                   .ns = TA_VECTOR == 64 ? 2.6
                                                         : TA_VECTOR == 32
                                                             ? 7
                                                             : 15};
