/* Reads blocks: lists of cold positions, bits or values, which may repeat. */
#include <assert.h>
#include <string.h>

#include "base/base-internal.h"

/* Returns how many positions a block stores: its period, or all. */
static uint64_t stored_count(const ta_block *block)
{
    return block->period != 0 ? block->period : block->to - block->from;
}

ta_status ta_block_each(const ta_block *block, uint64_t from,
                        ta_status (*visit)(void *state, uint64_t number),
                        void *state)
{
    ta_status st = TA_OK;
    from = tai_max_u64(from, block->from);
    if (block->bits == NULL && block->values == NULL) {
        uint64_t k = tai_first_at_least(block->positions, block->count, from);
        for (; k < block->count && st == TA_OK; k++)
            st = visit(state, block->positions[k]);
        return st;
    }
    /* A round visits one repetition, which begins at `start`. */
    const uint64_t stored = stored_count(block);
    while (from < block->to && st == TA_OK) {
        uint64_t i = (from - block->from) % stored, start = from - i;
        const uint64_t end = tai_min_u64(stored, block->to - start);
        for (; block->values != NULL && i < end && st == TA_OK; i++)
            st = visit(state, block->values[i]);
        for (; i < end && st == TA_OK; i++) {
            const uint64_t bits = block->bits[i / 64] >> (i % 64);
            i = bits == 0 ? i | 63 : i + tai_ctz(bits);
            if (bits != 0 && i < end)
                st = visit(state, start + i);
        }
        from = start + end;
    }
    return st;
}

uint64_t tai_block_count_below(const ta_block *block, uint64_t end)
{
    if (end <= block->from)
        return 0;
    if (end > block->to)
        return block->count;
    if (block->values != NULL)
        return end - block->from;
    if (block->bits == NULL)
        return tai_first_at_least(block->positions, block->count, end);
    const uint64_t length = end - block->from, stored = stored_count(block);
    return length / stored * tai_popcount_range(block->bits, 0, stored) +
           tai_popcount_range(block->bits, 0, length % stored);
}

/* ---- blocks that repeat ---- */

/* Hands [from, block->to) on in blocks without a period: values, or with `cold`
 * lists of cold positions: value 0, or a set bit. */
static ta_status hand_on(const ta_block *block, uint64_t from, bool cold,
                         const ta_sink *sink)
{
    enum { MOST = 1 << 12 }; /* positions of a piece */
    uint64_t positions[MOST];
    uint16_t values[MOST];
    const uint64_t stored = stored_count(block);
    uint64_t i = (from - block->from) % stored; /* in the period */
    ta_block piece = {.to = from,
                      .positions = cold ? positions : NULL,
                      .values = cold ? NULL : values};
    ta_status st = TA_OK;
    assert(block->values != NULL || block->bits != NULL);
    while (piece.to < block->to && st == TA_OK) {
        piece.from = piece.to;
        piece.to += tai_min_u64(MOST, block->to - piece.to);
        piece.count = 0;
        for (uint64_t k = 0; k < piece.to - piece.from; k++) {
            values[k] = (uint16_t)(block->values != NULL
                                       ? block->values[i]
                                       : ~block->bits[i / 64] >> (i % 64) & 1);
            positions[piece.count] = piece.from + k; /* kept if cold */
            piece.count += !cold || values[k] == 0;
            i = i + 1 < stored ? i + 1 : 0;
        }
        st = sink->consume(sink->state, &piece);
    }
    return st;
}

ta_status tai_block_pieces(const ta_block *block, uint64_t from,
                           const ta_sink *sink)
{
    return hand_on(block, from, block->values == NULL, sink);
}

ta_status tai_block_zeros(const ta_block *block, bool pieces,
                          const ta_sink *sink)
{
    if (block->period == 0 || pieces)
        return hand_on(block, block->from, true, sink);
    ta_bits zeros;
    if (ta_bits_new(block->period, &zeros) != TA_OK)
        return TA_ENOMEM;
    for (uint64_t i = 0; i < block->period; i++)
        zeros.words[i / 64] |= (uint64_t)(block->values[i] == 0) << (i % 64);
    ta_block cold = *block;
    cold.values = NULL;
    cold.bits = zeros.words;
    cold.count = tai_block_count_below(&cold, block->to);
    ta_status st = sink->consume(sink->state, &cold);
    ta_bits_free(&zeros);
    return st;
}

/* ---- sinks ---- */

static ta_status set_bit(void *words, uint64_t position)
{
    ((uint64_t *)words)[position / 64] |= (uint64_t)1 << (position % 64);
    return TA_OK;
}

ta_status tai_block_store(void *array, const ta_block *block)
{
    if (block->period != 0)
        return tai_block_pieces(block, block->from,
                                &(ta_sink){tai_block_store, array});
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

/* ---- tai_count_sink ---- */

ta_status tai_count_consume(void *sink, const ta_block *block)
{
    tai_count_sink *s = sink;
    /* As soon as a block reaches an end, so that counts printed during a run
     * need not wait for the next block. */
    while (s->next < s->n_ends && s->ends[s->next] <= block->to) {
        s->counts[s->next] =
            s->total + tai_block_count_below(block, s->ends[s->next]);
        s->next++;
    }
    s->total += block->count;
    return TA_OK;
}

void tai_count_sink_init(tai_count_sink *sink, const uint64_t *ends,
                         size_t n_ends, uint64_t *counts)
{
    *sink = (tai_count_sink){.ends = ends, .counts = counts, .n_ends = n_ends};
}

void tai_count_finish(tai_count_sink *sink)
{
    while (sink->next < sink->n_ends)
        sink->counts[sink->next++] = sink->total;
}
