/* The far moves of a tile, whose sources are all known: first the values of
 * some options are collected, then the other options refute candidates. */
#include <string.h>

#include "nim/blocked.h"

enum { LANES = TA_NIM_LANES };

static uint64_t row_room(uint64_t bound)
{
    return ta_nim_rows.width(0, (unsigned)bound);
}

static uint64_t plane_room(uint64_t bound)
{
    return (bound / 64 + 4) * 64;
}

uint64_t ta_nim_scratch_memory(uint64_t bound)
{
    return (LANES + 1) * row_room(bound) + 8 * plane_room(bound) + 3 * 64;
}

ta_status ta_nim_scratch_init(ta_nim_scratch *s, uint64_t bound)
{
    *s = (ta_nim_scratch){.row = ta_alloc(row_room(bound), 1)};
    s->marks.rows = ta_alloc(LANES, row_room(bound));
    s->marks.planes = ta_alloc(plane_room(bound), 8);
    if (s->row == NULL || s->marks.rows == NULL || s->marks.planes == NULL)
        return TA_ENOMEM;
    return TA_OK;
}

void ta_nim_scratch_free(ta_nim_scratch *s)
{
    ta_free(s->row);
    ta_free(s->marks.rows);
    ta_free(s->marks.planes);
}

/* The list of one lane, from all its far moves. */
static void list_exactly(const ta_nim_stage *g, const ta_nim_moves moves[2],
                         const uint16_t *at, unsigned lane, ta_nim_tile *tile,
                         uint8_t *row)
{
    size_t width = ta_nim_rows.width(0, g->largest);
    uint32_t from = 0;
    memset(row, 0, width);
    for (int part = 0; part < 2; part++)
        for (size_t k = 0; k < moves[part].count; k++)
            row[at[lane - moves[part].move[k]]] = 1;
    ta_nim_empty(tile, (uint64_t)1 << lane);
    ta_nim_list_row(row, width, &from, lane, tile);
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
    g->collector->collect(marks, at, moves[0]);
    uint32_t from[LANES] = {0};
    uint64_t open = ~(uint64_t)0;
    /* One lane alone costs so much of what a pass over the rest costs. */
    double all = (double)(moves[0].count + moves[1].count);
    double pass = (double)moves[1].count * ta_nim_refute_ns();
    do {
        uint64_t none = g->collector->list(marks, open, from, tile);
        if (moves[1].count == 0)
            open = none;
        if (none == open)
            break;
        g->refute(tile, at, moves[1]);
        open = without_candidate(tile);
    } while (ta_popcount(open) * all * TA_NIM_LANE_NS > pass);
    for (; open != 0; open &= open - 1)
        list_exactly(g, moves, at, ta_ctz(open), tile, scratch->row);
}
