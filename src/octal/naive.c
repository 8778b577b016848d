/* The engine `naive`: the definition, the oracle of the others. */
#include <string.h>

#include "octal/octal-internal.h"

unsigned tai_octal_mex(const tai_octal *game, const uint16_t *values,
                       uint64_t h, uint8_t *seen)
{
    if (tai_octal_ends(game, h))
        seen[0] = 1;
    for (unsigned i = 0; i < game->n_take && game->take[i] < h; i++)
        seen[values[h - game->take[i]]] = 1;
    for (unsigned i = 0; i < game->n_break && game->breaks[i] < h; i++) {
        const uint64_t m = h - game->breaks[i];
        for (uint64_t a = 1; 2 * a + game->unequal <= m; a++)
            seen[values[a] ^ values[m - a]] = 1;
    }
    for (unsigned i = 0; i < game->n_third && game->thirds[i] < h; i++) {
        const uint64_t m = h - game->thirds[i];
        for (uint64_t a = 1; 3 * a <= m; a++)
            for (uint64_t b = a; a + 2 * b <= m; b++)
                seen[values[a] ^ values[b] ^ values[m - a - b]] = 1;
    }
    unsigned v = 0;
    while (seen[v])
        v++;
    return v;
}

ta_status tai_octal_naive(const tai_octal *game, uint64_t n,
                          const ta_options *options, uint16_t *values,
                          ta_error *error)
{
    /* Xors of 16 bits are below 65536, so seen[65536] stays 0 and ends a
     * search. */
    uint8_t *seen = tai_alloc_zero(TAI_OCTAL_VALUE_MAX + 2, 1);
    if (seen == NULL)
        return tai_fail(error, TA_ENOMEM, "no memory for the naive engine");
    ta_status st = TA_OK;
    unsigned top = 1; /* a power of two above all values */
    for (uint64_t h = 0; h < n; h++) {
        memset(seen, 0, top);
        unsigned v = tai_octal_mex(game, values, h, seen);
        if (v > TAI_OCTAL_VALUE_MAX) {
            st = tai_fail(error, TA_ERANGE,
                          "the value of heap %llu is above 65535",
                          (unsigned long long)h);
            break;
        }
        values[h] = (uint16_t)v;
        while (top <= v)
            top *= 2;
        if (h % 256 == 0)
            st = tai_poll(options,
                          (double)h * (double)h / ((double)n * (double)n), h);
        if (st != TA_OK)
            break;
    }
    ta_free(seen);
    return st;
}
