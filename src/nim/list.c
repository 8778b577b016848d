/* The candidates of a lane: the first values that no move seen so far
 * reaches. */
#include <string.h>

#include "nim/tile.h"

enum {
    LANES = TA_NIM_LANES,
    CANDIDATES = TA_NIM_CANDIDATES,
    FOUND = CANDIDATES - 1 + 64 + 32 /* what a lister may write */
};

uint64_t ta_nim_zeros(const uint8_t *p)
{
    uint64_t bits = 0;
    for (int k = 0; k < 8; k++) {
        uint64_t w;
        memcpy(&w, p + 8 * k, sizeof w);
        bits |= (w * 0x0102040810204080u) >> 56 << (8 * k);
    }
    return ~bits;
}

/* Writes at least the first 7 values >= from that are not reached in the lane,
 * or all that are below the width, and returns how many were written. */
typedef unsigned lister(const ta_nim_marks *marks, unsigned lane, uint32_t from,
                        uint16_t found[FOUND]);

static unsigned bit_by_bit(const ta_nim_marks *marks, unsigned lane,
                           uint32_t from, uint16_t found[FOUND])
{
    unsigned count = 0;
    uint64_t skip = ~(uint64_t)0 << from % 64;
    for (size_t v = from / 64 * 64; v < marks->width; v += 64) {
        uint64_t open = ~marks->reached[v + lane] & skip;
        skip = ~(uint64_t)0;
        for (; open != 0; open &= open - 1) {
            found[count++] = (uint16_t)(v + ta_ctz(open));
            if (count == CANDIDATES)
                return count;
        }
    }
    return count;
}

void ta_nim_list(const ta_nim_marks *marks, uint64_t lanes, uint32_t *from,
                 ta_nim_tile *tile)
{
    uint16_t found[FOUND] = {0};
    ta_nim_empty(tile, lanes);
    for (; lanes != 0; lanes &= lanes - 1) {
        unsigned lane = ta_ctz(lanes);
        unsigned count = bit_by_bit(marks, lane, from[lane], found);
        from[lane] = (uint32_t)marks->width;
        if (count >= CANDIDATES)
            from[lane] = (uint32_t)found[CANDIDATES - 1] + 1;
        for (unsigned j = 0; j < CANDIDATES; j++) {
            tile->candidate[j][lane] = found[j];
            tile->alive[j] |= (uint64_t)(j < count) << lane;
        }
    }
}
