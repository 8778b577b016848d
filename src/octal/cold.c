/* Cold heaps of octal games, handed to the sinks that all commands use. */
#include "octal/octal.h"

enum { BLOCK = 1 << 14 };

/* Hands out the heaps of [0, n) with value 0, and counts them. */
static ta_status emit(const uint16_t *values, uint64_t n, ta_sink *sink)
{
    uint64_t position[BLOCK];
    for (uint64_t from = 0; from < n; from += BLOCK) {
        uint64_t to = ta_min_u64(n, from + BLOCK), count = 0;
        for (uint64_t i = from; i < to; i++)
            if (values[i] == 0)
                position[count++] = i;
        ta_block block = {from, to, NULL, position, count};
        ta_status st = sink->take(sink, &block);
        if (st != TA_OK)
            return st;
    }
    return TA_OK;
}

ta_status ta_octal_cold_run(const ta_octal *game, uint64_t n,
                            const ta_options *options, ta_sink *sink,
                            ta_error *error)
{
    if (n > TA_OCTAL_N_MAX)
        return ta_fail(error, TA_ERANGE,
                       "octal games are computed below 2^32 - 256 heaps");
    ta_options rest = options != NULL ? *options : (ta_options){0};
    rest.max_memory = ta_limit_less(rest.max_memory, 2 * n);
    uint16_t *values = ta_alloc(n, sizeof *values);
    if (values == NULL)
        return ta_fail(error, TA_ENOMEM,
                       "no memory for the values of %llu "
                       "heaps",
                       (unsigned long long)n);
    ta_status st = ta_octal_values(game, n, &rest, values, error);
    if (st == TA_OK && sink != NULL)
        st = emit(values, n, sink);
    ta_free(values);
    return st;
}
