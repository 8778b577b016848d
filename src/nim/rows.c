/* Marks as a row of bytes for each lane: a store for each option. */
#include <string.h>

#include "nim/nim.h"
#include "nim/tile.h"

enum { LANES = TA_NIM_LANES, CANDIDATES = TA_NIM_CANDIDATES };

static const size_t known_widths[] = {64, 128, 256, 384, 512, 768, 1024};

static size_t width_above(unsigned usual, unsigned largest)
{
    (void)usual; /* whatever is met is marked */
    for (size_t k = 0; k < sizeof known_widths / sizeof *known_widths; k++)
        if (largest < known_widths[k])
            return known_widths[k];
    return ((size_t)largest / 256 + 1) * 256;
}

static inline __attribute__((always_inline)) void
mark(uint8_t *rows, const size_t width, const uint16_t *at, ta_nim_moves moves)
{
    for (size_t k = 0; k < moves.count; k++) {
        const uint16_t *x = at - moves.move[k];
        ta_nim_prefetch(at, &moves, k);
#pragma GCC unroll 64
        for (size_t lane = 0; lane < LANES; lane++)
            rows[lane * width + x[lane]] = 1;
    }
}

/* A width that the compiler knows goes into the instructions. */
static void collect(ta_nim_marks *marks, const uint16_t *at, ta_nim_moves moves)
{
    memset(marks->rows, 0, LANES * marks->width);
    switch (marks->width) {
    case 64:
        mark(marks->rows, 64, at, moves);
        break;
    case 128:
        mark(marks->rows, 128, at, moves);
        break;
    case 256:
        mark(marks->rows, 256, at, moves);
        break;
    case 384:
        mark(marks->rows, 384, at, moves);
        break;
    case 512:
        mark(marks->rows, 512, at, moves);
        break;
    case 768:
        mark(marks->rows, 768, at, moves);
        break;
    case 1024:
        mark(marks->rows, 1024, at, moves);
        break;
    default:
        mark(marks->rows, marks->width, at, moves);
    }
}

/* Bit b: p[b] == 0, for 64 bytes that are 0 or 1. */
static uint64_t zeros(const uint8_t *p)
{
    uint64_t bits = 0;
    for (int k = 0; k < 8; k++) {
        uint64_t w;
        memcpy(&w, p + 8 * k, sizeof w);
        bits |= (w * 0x0102040810204080u) >> 56 << (8 * k);
    }
    return ~bits;
}

unsigned ta_nim_list_row(const uint8_t *row, size_t width, uint32_t *from,
                         unsigned lane, ta_nim_tile *tile)
{
    unsigned found = 0;
    size_t end = *from;
    for (size_t at = end / 64 * 64; at < width; at += 64) {
        uint64_t free = zeros(row + at);
        if (at < end)
            free &= ~(uint64_t)0 << (end - at);
        for (; free != 0; free &= free - 1) {
            uint64_t v = at + ta_ctz(free);
            ta_nim_append(tile, lane, found++, v);
            if (found == CANDIDATES) {
                *from = (uint32_t)v + 1;
                return found;
            }
        }
    }
    /* Nothing above the width is reached. */
    for (end = ta_max_u64(end, width); found < CANDIDATES; end++) {
        if (end > TA_NIM_LARGEST)
            break;
        ta_nim_append(tile, lane, found++, end);
    }
    *from = (uint32_t)end;
    return found;
}

static uint64_t list(const ta_nim_marks *marks, uint64_t lanes, uint32_t *from,
                     ta_nim_tile *tile)
{
    uint64_t none = 0;
    ta_nim_empty(tile, lanes);
    for (; lanes != 0; lanes &= lanes - 1) {
        unsigned lane = ta_ctz(lanes);
        if (ta_nim_list_row(marks->rows + lane * marks->width, marks->width,
                            &from[lane], lane, tile) == 0)
            none |= (uint64_t)1 << lane;
    }
    return none;
}

static double ns(size_t width)
{
    return width <= 512 ? 21 : 26;
}

const ta_nim_collector ta_nim_rows = {width_above, collect, list, ns};
