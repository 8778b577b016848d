/* The near moves of a tile, in increasing order of positions. */
#include "nim/blocked.h"

enum { LANES = TA_NIM_LANES };

ta_status ta_nim_settle(ta_nim_blocked *b, uint64_t i, unsigned v)
{
    if (v > TA_NIM_LARGEST)
        return ta_nim_too_large(b->job, i);
    b->value[i] = (uint16_t)v;
    if (v > b->largest) { /* by 1, since all values below it are reached */
        b->largest = v;
        if (v % 64 == 0 && v / 64 < TA_NIM_RECORDS)
            b->record[v / 64] = i;
    }
    return TA_OK;
}

ta_status ta_nim_define(ta_nim_blocked *b, uint64_t i)
{
    size_t moves = ta_first_at_least(b->set, b->count, i + 1);
    b->by_definition++;
    return ta_nim_settle(
        b, i, ta_nim_mex(b->value + i, b->set, moves, b->mark, b->largest));
}

/* Whether a move from i, whose value is *at, leads to value v. */
static bool leads_to(const uint16_t *at, uint64_t i, ta_nim_moves moves,
                     unsigned v)
{
    bool hit = false;
    for (size_t k = 0; k < moves.count && moves.move[k] <= i; k++)
        hit |= at[-(ptrdiff_t)moves.move[k]] == v;
    return hit;
}

/* Bit j: candidate j of the lane is alive. Which is the first cannot be
 * foretold, so without a branch. */
static unsigned alive_in(const ta_nim_tile *tile, unsigned lane)
{
    unsigned alive = 0;
    for (unsigned j = 0; j < TA_NIM_CANDIDATES; j++)
        alive |= (unsigned)(tile->alive[j] >> lane & 1) << j;
    return alive;
}

ta_status ta_nim_near(ta_nim_blocked *b, uint64_t lo, uint64_t near,
                      ta_nim_tile *tile)
{
    /* Moves within the tile, and those that only some lanes have. */
    ta_nim_moves inside = ta_nim_between(b->set, b->count, 0, LANES);
    ta_nim_moves edge = ta_nim_between(b->set, b->count, lo + 1, lo + LANES);
    ta_nim_moves middle = ta_nim_between(b->set, b->count, LANES, near);
    if (middle.count > 0)
        TA_KERNEL_HERE(ta_nim_refute)->refute(tile, b->value + lo, middle);
    uint64_t end = ta_min_u64(LANES, b->job->n - lo);
    ta_status st = TA_OK;
    for (unsigned lane = 0; lane < end && st == TA_OK; lane++) {
        uint64_t i = lo + lane;
        const uint16_t *at = b->value + i;
        unsigned alive = alive_in(tile, lane), v = 0;
        for (; alive != 0; alive &= alive - 1) {
            v = tile->candidate[ta_ctz(alive)][lane];
            if (!leads_to(at, i, inside, v) && !leads_to(at, i, edge, v))
                break;
        }
        st = alive != 0 ? ta_nim_settle(b, i, v) : ta_nim_define(b, i);
    }
    return st;
}
