/* The period of the end of a sequence. */
#include "base/tail.h"

#include <string.h>

void ta_borders(const uint16_t *first, ptrdiff_t step, uint64_t count,
                uint32_t *border)
{
    uint64_t k = 0;
    border[0] = 0;
    if (count > 0)
        border[1] = 0;
    for (uint64_t m = 1; m < count; m++) {
        const uint16_t here = first[step * (ptrdiff_t)m];
        while (k > 0 && first[step * (ptrdiff_t)k] != here)
            k = border[k];
        k += first[step * (ptrdiff_t)k] == here;
        border[m + 1] = (uint32_t)k;
    }
}

/* Looks for the tail at each distance where the last FEW places are found
 * again, which in most sequences are few distances. Returns false where they
 * are so many that it may take long. */
static bool search_soon(const uint16_t *g, uint64_t n, uint64_t tail,
                        uint64_t *period)
{
    enum { FEW = 4 };
    uint64_t want, have, left = n / tail + 1;
    if (tail < FEW)
        return false;
    memcpy(&want, g + n - FEW, sizeof want);
    for (uint64_t p = 1; p < n - tail && left > 0; p++) {
        memcpy(&have, g + n - FEW - p, sizeof have);
        if (have != want)
            continue;
        left--;
        if (memcmp(g + n - tail - p, g + n - tail, tail * sizeof *g) == 0) {
            *period = p;
            return true;
        }
    }
    return left > 0;
}

/* Where that takes long: Knuth, Morris and Pratt on the reversed sequence. */
ta_status ta_tail_period(const uint16_t *g, uint64_t n, uint64_t tail,
                         uint64_t *period)
{
    *period = 0;
    if (tail == 0 || tail + 1 >= n || search_soon(g, n, tail, period))
        return TA_OK;
    uint32_t *border = ta_alloc(tail + 1, sizeof *border);
    if (border == NULL)
        return TA_ENOMEM;
    const uint16_t *last = g + n - 1;
    ta_borders(last, -1, tail, border);
    uint64_t k = 0; /* places before last[-i] are the first of the tail */
    for (uint64_t i = 1; i + 1 < n && *period == 0; i++) {
        const uint16_t here = last[-(ptrdiff_t)i];
        while (k > 0 && last[-(ptrdiff_t)k] != here)
            k = border[k];
        k += last[-(ptrdiff_t)k] == here;
        if (k == tail)
            *period = i + 1 - tail;
    }
    ta_free(border);
    return TA_OK;
}

uint64_t ta_tail_start(const uint16_t *g, uint64_t n, uint64_t p)
{
    uint64_t e = n - p;
    while (e > 1 && g[e - 1] == g[e - 1 + p])
        e--;
    return e;
}
