/* The candidates of a lane: the first values that no move seen so far reaches.
 */
#include <string.h>

#include "nim/tile.h"

enum { LANES = TA_NIM_LANES, CANDIDATES = TA_NIM_CANDIDATES };

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

/* Returns how many there are. */
static unsigned list_lane(const ta_nim_marks *marks, unsigned lane,
                          uint32_t *from, ta_nim_tile *tile)
{
    unsigned found = 0;
    uint64_t skip = ~(uint64_t)0 << *from % 64;
    for (size_t v = *from / 64 * 64; v < marks->width; v += 64) {
        uint64_t free = ~marks->reached[v + lane] & skip;
        skip = ~(uint64_t)0;
        for (; free != 0; free &= free - 1) {
            *from = (uint32_t)(v + ta_ctz(free));
            tile->candidate[found++][lane] = (uint16_t)(*from)++;
            if (found == CANDIDATES)
                return found;
        }
    }
    *from = (uint32_t)ta_max_u64(*from, marks->width);
    return found;
}

void ta_nim_list(const ta_nim_marks *marks, uint64_t lanes, uint32_t *from,
                 ta_nim_tile *tile)
{
    ta_nim_empty(tile, lanes);
    for (uint64_t l = lanes; l != 0; l &= l - 1) {
        unsigned lane = ta_ctz(l);
        unsigned found = list_lane(marks, lane, &from[lane], tile);
        for (unsigned j = 0; j < found; j++)
            tile->alive[j] |= (uint64_t)1 << lane;
    }
}
