/* Blocks of results, and a sink that counts in them. */
#ifndef TA_BLOCKS_H
#define TA_BLOCKS_H

#include "takeaway.h"

/* Returns the cold positions of a block below `end`; of values their number. */
uint64_t tai_block_count_below(const ta_block *block, uint64_t end);

/* A ta_sink.consume that stores results: value i in array[i] of uint16_t, or a
 * cold position i as bit i of uint64_t words, cleared before. */
ta_status tai_block_store(void *array, const ta_block *block);

/* Hands [from, block->to) of a block with a period, from >= block->from, to the
 * sink in blocks without one; cold positions as lists. Returns what the sink
 * returns. */
ta_status tai_block_pieces(const ta_block *block, uint64_t from,
                           const ta_sink *sink);

/* Hands the heaps of value 0 of a block of values to the sink as cold
 * positions: as lists without a period or with `pieces`, else as bits with the
 * same period. Returns what the sink returns, or TA_ENOMEM. */
ta_status tai_block_zeros(const ta_block *block, bool pieces,
                          const ta_sink *sink);

/* Counts cold positions below each of some ends. */
typedef struct tai_count_sink {
    const uint64_t *ends; /* strictly increasing */
    uint64_t *counts;     /* below ends[k], when a block reaches it */
    size_t n_ends, next;  /* counts[0], ..., counts[next - 1] are set */
    uint64_t total;       /* so far */
} tai_count_sink;

/* Both arrays have n_ends items and must outlive the run. */
void tai_count_sink_init(tai_count_sink *sink, const uint64_t *ends,
                         size_t n_ends, uint64_t *counts);
/* A ta_sink.consume; takes blocks with periods, too. */
ta_status tai_count_consume(void *count_sink, const ta_block *block);
/* Sets the counts beyond the last block; called after each run that is TA_OK.
 */
void tai_count_finish(tai_count_sink *sink);

#endif
