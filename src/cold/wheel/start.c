/* Where no structure is known yet: Eppstein's forward sieve, in segments.
 * Each cold number keeps its next move, so that a segment costs its marks. */
#include "cold/wheel/start.h"

#include <string.h>

ta_status wheel_start(const wheel_moves *moves, uint64_t n, wheel_list *cold)
{
    enum { SEGMENT = 1 << 15 };
    wheel_list next = {0};
    uint8_t *hot = ta_alloc(SEGMENT, 1);
    ta_status status = hot == NULL ? TA_ENOMEM : TA_OK;
    for (uint64_t from = 0; from < n && status == TA_OK; from += SEGMENT) {
        const uint64_t to = ta_min_u64(n, from + SEGMENT);
        memset(hot, 0, SEGMENT);
        for (size_t c = 0; c < cold->count; c++) {
            const uint64_t reach = to - cold->at[c];
            size_t i = (size_t)next.at[c];
            for (; i < moves->count && moves->value[i] < reach; i++)
                hot[cold->at[c] + moves->value[i] - from] = 1;
            next.at[c] = i;
        }
        for (uint64_t x = from; x < to && status == TA_OK; x++) {
            if (hot[x - from] || x < moves->first)
                continue;
            size_t i = 0;
            for (; i < moves->count && moves->value[i] < to - x; i++)
                hot[x + moves->value[i] - from] = 1;
            status = wheel_list_add(cold, x);
            if (status == TA_OK)
                status = wheel_list_add(&next, i);
        }
    }
    wheel_list_free(&next);
    ta_free(hot);
    return status;
}
