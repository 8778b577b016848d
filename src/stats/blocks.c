/* Reading a block, whichever way an engine chose to give it. */
#include "base/base.h"

/* The first index of the sorted list whose position is >= p. */
static uint64_t lower_bound(const uint64_t *positions, uint64_t count,
                            uint64_t p)
{
    uint64_t lo = 0, hi = count;
    while (lo < hi) {
        uint64_t middle = lo + (hi - lo) / 2;
        if (positions[middle] < p)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

static ta_status each_bit(const ta_block *block, uint64_t from,
                          ta_status (*visit)(void *state, uint64_t position),
                          void *state)
{
    uint64_t first = from > block->from ? from - block->from : 0;
    uint64_t words = ta_bits_words(block->to - block->from);
    for (uint64_t w = first / 64; w < words; w++) {
        uint64_t bits = block->bits[w];
        if (w == first / 64)
            bits &= ~(uint64_t)0 << (first % 64);
        for (; bits != 0; bits &= bits - 1) {
            ta_status st = visit(state, block->from + 64 * w + ta_ctz(bits));
            if (st != TA_OK)
                return st;
        }
    }
    return TA_OK;
}

ta_status ta_block_each(const ta_block *block, uint64_t from,
                        ta_status (*visit)(void *state, uint64_t position),
                        void *state)
{
    if (block->bits != NULL)
        return each_bit(block, from, visit, state);
    uint64_t k = lower_bound(block->positions, block->count, from);
    for (; k < block->count; k++) {
        ta_status st = visit(state, block->positions[k]);
        if (st != TA_OK)
            return st;
    }
    return TA_OK;
}

uint64_t ta_block_count_below(const ta_block *block, uint64_t end)
{
    if (end <= block->from)
        return 0;
    if (end >= block->to)
        return block->count;
    if (block->bits != NULL)
        return ta_popcount_range(block->bits, 0, end - block->from);
    return lower_bound(block->positions, block->count, end);
}
