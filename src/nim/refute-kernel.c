/* Refutes candidates for the nim-values of a tile, which is 64 consecutive
 * positions (lanes). A candidate of a lane is refuted if an option of the lane
 * has this value.
 *
 * For each option of value v, the kernel computes v ^ candidate ^ 0x8000, read
 * as a signed 16-bit number. It keeps the least of these numbers. The least is
 * LEAST = 0x8000 if and only if some option has the candidate as its value.
 *
 * Comparisons would be slower. In AVX-512 they give masks and can use only two
 * ports of the processor, and each would wait for the mask of the one before.
 * An xor or a minimum can use several ports on all processors. */
#include "base/vector.h"
#include "nim/blocked.h"

enum {
    LANES = TA_NIM_LANES,
    CANDIDATES = TA_NIM_CANDIDATES,
    /* The number of 16-bit numbers in a vector. Each of them belongs to one
     * lane (a position of the tile). */
    PART = TA_VECTOR / 2,
    /* The number of moves that are handled together (a strip). The values of
     * their options, some 6 KiB, stay in the first-level cache until all lanes
     * (positions) of the tile have been compared with them. */
    STRIP = 48,
};
static const uint16_t LEAST = 0x8000;

/* Compares the candidates of PART positions of a tile with the values of their
 * options. The positions are those from number `first` of the tile on. The
 * options are those by moves number from, ..., to - 1 of the list.
 *
 * If the value v of an option is equal to a candidate, and only then,
 * v ^ candidate ^ 0x8000 is 0x8000. This is the least signed number of 16 bits.
 * For candidate j, the vector least[j] has one such number for each position.
 * The function lowers it to the minimum of v ^ candidate ^ 0x8000 for all
 * values v of options of the position. */
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

/* Refutes candidates of the tile: marks a candidate as dead if an option of its
 * lane (position) has this value. The options are those by the given moves. The
 * option of lane l by the move s has the value at[l - s]. */
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
