/* The far moves of a tile, whose sources are all known: first the values of
 * some options are collected, then the other options refute candidates. */
#include <string.h>

#include "nim/blocked.h"

enum { LANES = TA_NIM_LANES };

ta_nim_scratch ta_nim_scratch_place(uint64_t bound, ta_arena *arena)
{
    const size_t row = ta_nim_rows.width((unsigned)bound);
    ta_nim_scratch s = {.row = ta_arena_place(arena, row, 1)};
    s.marks.rows = ta_arena_place(arena, LANES, row);
    s.marks.reached = ta_arena_place(arena, (bound / 64 + 4) * 64, 8);
    return s;
}

static void mark(uint8_t *row, const uint16_t *at, ta_nim_moves moves)
{
    for (size_t k = 0; k < moves.count; k++)
        row[at[-(ptrdiff_t)moves.move[k]]] = 1;
}

/* The list of one lane, from all its far moves: the rest is added to what is
 * reached below the width; where nothing is left there, the first ones are
 * marked too, for the values above. */
static void list_alone(const ta_nim_stage *g, const ta_nim_moves moves[2],
                       const uint16_t *at, unsigned lane, ta_nim_tile *tile,
                       ta_nim_scratch *scratch)
{
    ta_nim_marks marks = scratch->marks;
    size_t full = ta_nim_rows.width(g->largest), known = marks.width;
    uint64_t bit = (uint64_t)1 << lane;
    memset(scratch->row, 0, full);
    for (int part = 1; part >= 0; part--) {
        uint32_t from[LANES] = {0};
        mark(scratch->row, at + lane, moves[part]);
        for (size_t v = 0; v < marks.width; v += 64) {
            uint64_t reached = ~ta_nim_zeros(scratch->row + v);
            if (v < known)
                reached |= marks.reached[v + lane];
            marks.reached[v + lane] = reached;
        }
        ta_nim_list(&marks, bit, from, tile);
        if ((tile->alive[0] & bit) != 0)
            break;
        marks.width = full;
    }
}

static uint64_t without_candidate(const ta_nim_tile *tile)
{
    uint64_t alive = 0;
    for (int j = 0; j < TA_NIM_CANDIDATES; j++)
        alive |= tile->alive[j];
    return ~alive;
}

void ta_nim_far(const ta_nim_stage *g, uint64_t lo, ta_nim_tile *tile,
                ta_nim_scratch *scratch)
{
    const uint16_t *at = g->value + lo;
    const ta_nim_order *o = g->order;
    ta_nim_moves moves[2] = {
        ta_nim_between(o->first, o->n_first, g->near, lo + 1),
        ta_nim_between(o->rest, o->n_rest, g->near, lo + 1)};
    ta_nim_marks *marks = &scratch->marks;
    marks->width = g->width;
    ta_nim_place place = {at, lo, g->record};
    g->collector->collect(marks, &place, moves[0], moves[1]);
    uint32_t from[LANES] = {0};
    uint64_t open = ~(uint64_t)0;
    double rest = (double)moves[1].count;
    double alone = TA_NIM_ALONE_NS + rest * TA_NIM_LANE_NS;
    double pass = rest * TA_KERNEL_HERE(ta_nim_refute)->ns;
    do {
        ta_nim_list(marks, open, from, tile);
        uint64_t none = open & ~tile->alive[0];
        if (moves[1].count == 0)
            open = none;
        if (none == open)
            break;
        g->refute(tile, at, moves[1]);
        open = without_candidate(tile);
    } while (ta_popcount(open) * alone > pass);
    for (; open != 0; open &= open - 1)
        list_alone(g, moves, at, ta_ctz(open), tile, scratch);
}
