/* What a proved period says of the positions behind it, without a look at each.
 */
#include "base/base.h"

enum { COLD_BLOCK = 1 << 12, VALUE_BLOCK = 1 << 14 };

uint64_t ta_octal_rest_count(const ta_octal_rest *rest, unsigned value,
                             uint64_t end)
{
    if (end <= rest->from)
        return 0;
    uint64_t length = ta_min_u64(end, rest->to) - rest->from;
    uint64_t part = length % rest->period, in_part = 0, in_all = 0;
    for (uint64_t i = 0; i < rest->period; i++)
        if (rest->values[i] == value) {
            in_all++;
            in_part += i < part;
        }
    return length / rest->period * in_all + in_part;
}

/* The first heap from `at` on, below rest->to, that is cold, or rest->to. */
static uint64_t next_cold(const ta_octal_rest *rest, uint64_t at)
{
    uint64_t i = (at - rest->from) % rest->period;
    uint64_t end = ta_min_u64(rest->to - at, rest->period);
    for (uint64_t k = 0; k < end; k++, i = i + 1 < rest->period ? i + 1 : 0)
        if (rest->values[i] == 0)
            return at + k;
    return rest->to;
}

ta_status ta_octal_rest_cold(const ta_octal_rest *rest, uint64_t from,
                             ta_sink *sink)
{
    uint64_t position[COLD_BLOCK];
    ta_status st = TA_OK;
    while (from < rest->to && st == TA_OK) {
        uint64_t count = 0, at = from;
        while (count < COLD_BLOCK && at < rest->to) {
            at = next_cold(rest, at);
            if (at < rest->to)
                position[count++] = at++;
        }
        st = sink->take(sink, &(ta_block){from, at, NULL, position, count});
        from = at;
    }
    return st;
}

ta_status ta_octal_rest_values(const ta_octal_rest *rest, uint64_t from,
                               ta_value_sink *sink)
{
    uint16_t block[VALUE_BLOCK];
    ta_status st = TA_OK;
    for (uint64_t to; from < rest->to && st == TA_OK; from = to) {
        uint64_t i = (from - rest->from) % rest->period;
        to = from + ta_min_u64(VALUE_BLOCK, rest->to - from);
        for (uint64_t k = 0; k < to - from; k++) {
            block[k] = rest->values[i];
            i = i + 1 < rest->period ? i + 1 : 0;
        }
        st = sink->take(sink, &(ta_value_block){from, to, block});
    }
    return st;
}
