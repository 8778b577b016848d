/* Refutes candidates for the nim-values of a tile, which is 64 consecutive
 * positions (lanes). A candidate of a lane is refuted if an option of the lane
 * has this value.
 *
 * For each option the kernel computes option ^ candidate ^ 0x8000, read as a
 * signed 16-bit number, and keeps the least result. The least is LEAST = 0x8000
 * if and only if some option equals the candidate.
 *
 * Comparisons would be slower. AVX-512 comparisons that give masks can use only
 * two ports of the processor, and each would wait for the mask of the one
 * before. An xor or a minimum can use several ports on all processors. */
#include "base/vector.h"
#include "nim/blocked.h"

enum {
    LANES = TA_NIM_LANES,
    CANDIDATES = TA_NIM_CANDIDATES,
    /* The number of lanes of a tile that one vector has: 16 bits for each lane.
     */
    PART = TA_VECTOR / 2,
    /* The number of moves that are handled together (a strip). Their options,
     * some 6 KiB, stay in the first-level cache while all lanes of the tile are
     * done. */
    STRIP = 48,
};
static const uint16_t LEAST = 0x8000;

/* Reads the options of some lanes (positions of the tile): the PART lanes that
 * begin with lane `first`. The options are those by the moves number from, ...,
 * to - 1 of the list. For each candidate j of a lane, lowers its number in
 * least[j] to the minimum of option ^ candidate ^ 0x8000, where all numbers are
 * signed 16-bit numbers. */
static inline void refute_by_strip(const ta_nim_tile *tile, const uint16_t *at,
                                   const ta_nim_moves *moves, size_t from,
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
            ta_nim_prefetch(at, moves, k);
        const vec x = vec_load(at + first - moves->move[k]);
#pragma GCC unroll 7
        for (int j = 0; j < CANDIDATES; j++)
            l[j] = vec_min16s(l[j], x ^ c[j]);
    }
#pragma GCC unroll 7
    for (int j = 0; j < CANDIDATES; j++)
        least[j] = l[j];
}

/* Marks candidates of the tile as dead (refuted): candidate c of lane l, if
 * at[l - s] == c for one of the moves s. Then an option of the position has
 * this value. */
static void refute_candidates(ta_nim_tile *tile, const uint16_t *at,
                              ta_nim_moves moves)
{
    vec least[LANES / PART][CANDIDATES] = {{{0}}};
    for (size_t from = 0; from < moves.count; from += STRIP)
        for (size_t part = 0; part < LANES / PART; part++)
            refute_by_strip(tile, at, &moves, from,
                            ta_min_u64(from + STRIP, moves.count), PART * part,
                            least[part]);
    for (size_t part = 0; part < LANES / PART; part++)
        for (int j = 0; j < CANDIDATES; j++) {
            const vec equal = vec_equal16(least[part][j], vec_all16(LEAST));
            tile->alive[j] &= ~(vec_mask16(equal) << PART * part);
        }
}

const tai_nim_refute TA_VARIANT(tai_nim_refute) = {refute_candidates,
                                                   TA_VECTOR == 64   ? 2.6
                                                   : TA_VECTOR == 32 ? 7
                                                                     : 15};
