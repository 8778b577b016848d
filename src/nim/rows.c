/* Marks as a row of bytes for each lane: a store for each option. */
#include <string.h>

#include "nim/nim.h"
#include "nim/tile.h"

enum { LANES = TA_NIM_LANES };

static const size_t known_widths[] = {64, 128, 256, 384, 512, 768, 1024};

static size_t width_above(unsigned largest)
{
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
static void collect(ta_nim_marks *marks, const ta_nim_place *place,
                    ta_nim_moves moves, ta_nim_moves later)
{
    const uint16_t *at = place->at;
    (void)later;
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
