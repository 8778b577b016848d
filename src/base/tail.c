/* The period of the end of a sequence, by the algorithm of Knuth, Morris and
 * Pratt on the reversed sequence. */
#include "base/tail.h"

/* Returns the length of the longest border that `next` continues: k is the
 * length of the longest one before it. */
static uint64_t continue_border(const uint16_t *first, ptrdiff_t step,
                                const uint32_t *border, uint64_t k,
                                uint16_t next)
{
    while (k > 0 && first[step * (ptrdiff_t)k] != next)
        k = border[k];
    return k + (first[step * (ptrdiff_t)k] == next);
}

void ta_borders(const uint16_t *first, ptrdiff_t step, uint64_t count,
                uint32_t *border)
{
    border[0] = 0;
    if (count > 0)
        border[1] = 0;
    for (uint64_t m = 1; m < count; m++)
        border[m + 1] = (uint32_t)continue_border(
            first, step, border, border[m], first[step * (ptrdiff_t)m]);
}

ta_status ta_tail_period(const uint16_t *g, uint64_t n, uint64_t tail,
                         uint64_t *period)
{
    *period = 0;
    if (tail == 0 || tail + 1 >= n)
        return TA_OK;
    uint32_t *border = ta_alloc(tail + 1, sizeof *border);
    if (border == NULL)
        return TA_ENOMEM;
    const uint16_t *last = g + n - 1;
    ta_borders(last, -1, tail, border);
    uint64_t k = 0; /* places before last[-i] are the first of the tail */
    for (uint64_t i = 1; i + 1 < n && *period == 0; i++) {
        k = continue_border(last, -1, border, k, last[-(ptrdiff_t)i]);
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
