/* The sink that counts cold positions below chosen ends. */
#include "base/base.h"

ta_status ta_count_take(void *sink, const ta_block *block)
{
    ta_count_sink *s = sink;
    /* An end at block->to is settled here and not by the next block, so that
     * a caller who watches `next` learns of a row as early as possible. */
    while (s->next < s->n_ends && s->ends[s->next] <= block->to) {
        s->counts[s->next] =
            s->total + ta_block_count_below(block, s->ends[s->next]);
        s->next++;
    }
    s->total += block->count;
    return TA_OK;
}

void ta_count_sink_init(ta_count_sink *sink, const uint64_t *ends,
                        size_t n_ends, uint64_t *counts)
{
    *sink = (ta_count_sink){.ends = ends, .counts = counts, .n_ends = n_ends};
}

void ta_count_finish(ta_count_sink *sink)
{
    while (sink->next < sink->n_ends)
        sink->counts[sink->next++] = sink->total;
}
