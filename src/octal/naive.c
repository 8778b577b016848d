/* The definition, as slow as it reads: the oracle of the other engines. */
#include <string.h>

#include "octal/octal-internal.h"

static unsigned mex_of(const uint8_t *seen)
{
    unsigned v = 0;
    while (seen[v])
        v++;
    return v;
}

unsigned tai_octal_mex(const ta_octal *game, const uint16_t *values, uint64_t h,
                       uint8_t *seen)
{
    if (ta_octal_ends(game, h))
        seen[0] = 1;
    for (unsigned i = 0; i < game->n_take; i++)
        if (game->take[i] < h)
            seen[values[h - game->take[i]]] = 1;
    for (unsigned i = 0; i < game->n_break; i++) {
        if (game->breaks[i] >= h)
            continue;
        uint64_t m = h - game->breaks[i];
        for (uint64_t a = 1; a + a <= m; a++)
            if (!game->unequal || a + a < m)
                seen[values[a] ^ values[m - a]] = 1;
    }
    for (unsigned i = 0; i < game->n_third; i++) {
        if (game->thirds[i] >= h)
            continue;
        uint64_t m = h - game->thirds[i];
        for (uint64_t a = 1; 3 * a <= m; a++)
            for (uint64_t b = a; a + 2 * b <= m; b++)
                seen[values[a] ^ values[b] ^ values[m - a - b]] = 1;
    }
    return mex_of(seen);
}

ta_status tai_octal_naive(const ta_octal *game, uint64_t n,
                          const ta_options *options, uint16_t *values,
                          ta_error *error)
{
    /* an xor of two 16-bit values has 16 bits, so entry 65536 stays 0 */
    uint8_t *seen = tai_alloc_zero(TA_OCTAL_VALUE_MAX + 2, 1);
    if (seen == NULL)
        return tai_fail(error, TA_ENOMEM, "no memory for the naive engine");
    ta_status st = TA_OK;
    unsigned top = 1; /* all values so far are below this power of two */
    for (uint64_t h = 0; h < n; h++) {
        memset(seen, 0, top);
        unsigned v = tai_octal_mex(game, values, h, seen);
        if (v > TA_OCTAL_VALUE_MAX) {
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
