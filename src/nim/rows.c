/* Marks as a row of bytes for each lane: a store for each option. */
#include <string.h>

#include "nim/nim.h"
#include "nim/tile.h"

enum { LANES = TA_NIM_LANES };

/* Widths that go into the instructions. */
#define KNOWN_WIDTHS(DO) DO(64) DO(128) DO(256) DO(384) DO(512) DO(768) DO(1024)

static size_t width_above(unsigned largest)
{
#define TAKE(W)                                                                \
    if (largest < (W))                                                         \
        return W;
    KNOWN_WIDTHS(TAKE)
#undef TAKE
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

static void collect(ta_nim_marks *marks, const ta_nim_place *place,
                    ta_nim_moves moves, ta_nim_moves later)
{
    const uint16_t *at = place->at;
    (void)later;
    memset(marks->rows, 0, LANES * marks->width);
    switch (marks->width) {
#define CASE(W)                                                                \
    case W:                                                                    \
        mark(marks->rows, W, at, moves);                                       \
        break;
        KNOWN_WIDTHS(CASE)
#undef CASE
    default:
        mark(marks->rows, marks->width, at, moves);
    }
    for (size_t lane = 0; lane < LANES; lane++)
        for (size_t v = 0; v < marks->width; v += 64)
            marks->reached[v + lane] =
                ~ta_nim_zeros(marks->rows + lane * marks->width + v);
}

static double ns(size_t width)
{
    return width <= 512 ? 21 : 26;
}

const ta_nim_collector ta_nim_rows = {width_above, false, collect, ns};
