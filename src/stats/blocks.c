/* Reading a block, whichever way an engine chose to give it. */
#include <assert.h>
#include <string.h>

#include "base/base.h"

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

typedef struct visitor {
    uint64_t from;
    ta_status (*visit)(void *state, uint64_t number);
    void *state;
} visitor;

static ta_status visit_piece(void *state, const ta_block *piece)
{
    const visitor *v = state;
    return ta_block_each(piece, v->from, v->visit, v->state);
}

ta_status ta_block_each(const ta_block *block, uint64_t from,
                        ta_status (*visit)(void *state, uint64_t number),
                        void *state)
{
    from = ta_max_u64(from, block->from);
    if (block->period != 0)
        return ta_block_pieces(
            block, from,
            &(ta_sink){visit_piece, &(visitor){from, visit, state}});
    if (block->bits != NULL)
        return each_bit(block, from, visit, state);
    ta_status st = TA_OK;
    if (block->values != NULL) {
        for (uint64_t i = from; i < block->to && st == TA_OK; i++)
            st = visit(state, block->values[i - block->from]);
        return st;
    }
    uint64_t k = ta_first_at_least(block->positions, block->count, from);
    for (; k < block->count && st == TA_OK; k++)
        st = visit(state, block->positions[k]);
    return st;
}

static uint64_t count_bits(const ta_block *block, uint64_t end)
{
    uint64_t length = end - block->from, before = 0;
    if (block->period != 0) {
        before = length / block->period *
                 ta_popcount_range(block->bits, 0, block->period);
        length %= block->period;
    }
    return before + ta_popcount_range(block->bits, 0, length);
}

uint64_t ta_block_count_below(const ta_block *block, uint64_t end)
{
    if (end <= block->from)
        return 0;
    if (end >= block->to)
        return block->count;
    if (block->values != NULL)
        return end - block->from;
    return block->bits != NULL
               ? count_bits(block, end)
               : ta_first_at_least(block->positions, block->count, end);
}

/* ---- blocks that repeat ---- */

/* The least position at or after `at` that is cold (has value 0), or to. */
static uint64_t next_cold(const ta_block *b, uint64_t at)
{
    uint64_t period = b->period != 0 ? b->period : b->to - b->from;
    assert(b->values != NULL || b->bits != NULL);
    uint64_t i = (at - b->from) % period, end = ta_min_u64(b->to - at, period);
    for (uint64_t k = 0; k < end; k++, i = i + 1 < period ? i + 1 : 0)
        if (b->values != NULL ? b->values[i] == 0
                              : b->bits[i / 64] >> (i % 64) & 1)
            return at + k;
    return b->to;
}

static ta_status as_lists(const ta_block *block, uint64_t from,
                          const ta_sink *sink)
{
    enum { MOST = 1 << 12 };
    uint64_t position[MOST];
    ta_status st = TA_OK;
    while (from < block->to && st == TA_OK) {
        ta_block list = {.from = from, .to = from, .positions = position};
        while (list.count < MOST && list.to < block->to) {
            list.to = next_cold(block, list.to);
            if (list.to < block->to)
                position[list.count++] = list.to++;
        }
        st = sink->take(sink->state, &list);
        from = list.to;
    }
    return st;
}

static ta_status as_values(const ta_block *block, uint64_t from,
                           const ta_sink *sink)
{
    enum { MOST = 1 << 14 };
    uint16_t values[MOST];
    ta_status st = TA_OK;
    for (uint64_t to; from < block->to && st == TA_OK; from = to) {
        uint64_t i = (from - block->from) % block->period;
        to = from + ta_min_u64(MOST, block->to - from);
        for (uint64_t k = 0; k < to - from; k++) {
            values[k] = block->values[i];
            i = i + 1 < block->period ? i + 1 : 0;
        }
        st = sink->take(sink->state, &(ta_block){.from = from,
                                                 .to = to,
                                                 .values = values,
                                                 .count = to - from});
    }
    return st;
}

ta_status ta_block_pieces(const ta_block *block, uint64_t from,
                          const ta_sink *sink)
{
    return block->values != NULL ? as_values(block, from, sink)
                                 : as_lists(block, from, sink);
}

ta_status ta_block_zeros(const ta_block *block, bool pieces,
                         const ta_sink *sink)
{
    if (block->period == 0 || pieces)
        return as_lists(block, block->from, sink);
    ta_bits zeros;
    if (ta_bits_new(block->period, &zeros) != TA_OK)
        return TA_ENOMEM;
    for (uint64_t i = 0; i < block->period; i++)
        zeros.words[i / 64] |= (uint64_t)(block->values[i] == 0) << (i % 64);
    ta_block cold = *block;
    cold.values = NULL;
    cold.bits = zeros.words;
    cold.count = count_bits(&cold, block->to);
    ta_status st = sink->take(sink->state, &cold);
    ta_bits_free(&zeros);
    return st;
}

/* ---- sinks ---- */

static ta_status set_bit(void *words, uint64_t position)
{
    ((uint64_t *)words)[position / 64] |= (uint64_t)1 << (position % 64);
    return TA_OK;
}

ta_status ta_block_store(void *array, const ta_block *block)
{
    if (block->period != 0)
        return ta_block_pieces(block, block->from,
                               &(ta_sink){ta_block_store, array});
    if (block->values != NULL)
        memcpy((uint16_t *)array + block->from, block->values,
               (size_t)(block->to - block->from) * sizeof *block->values);
    else if (block->bits != NULL && block->from % 64 == 0)
        memcpy((uint64_t *)array + block->from / 64, block->bits,
               (size_t)ta_bits_words(block->to - block->from) * 8);
    else
        return ta_block_each(block, 0, set_bit, array);
    return TA_OK;
}
