/* Values are read backwards, by the algorithm of Knuth, Morris and Pratt
 * (tail.h). */
#include "base/tail.h"

enum { STEP = 64, FIRST = 48 }; /* values skipped; read */

/* Returns the length of the longest border after `next`, from that before, k.
 * border[j] is that of the first j numbers. */
static uint64_t tail_extend_border(const uint16_t *last, const uint32_t *border,
                                   uint64_t k, uint16_t next)
{
    while (k > 0 && *(last - k) != next)
        k = border[k];
    return k + (*(last - k) == next);
}

void tai_borders(const uint16_t *last, uint64_t count, uint32_t *border)
{
    border[0] = 0;
    if (count > 0)
        border[1] = 0;
    for (uint64_t m = 1; m < count; m++)
        border[m + 1] =
            (uint32_t)tail_extend_border(last, border, border[m], *(last - m));
}

/* Returns whether the last values may end at one of at[0] to at[STEP - 1], by
 * five far apart: neighbours are alike. */
static bool tail_may_end(const uint16_t *at, const uint16_t *last)
{
    uint16_t any = 0;
    for (ptrdiff_t j = 0; j < STEP; j++)
        any |= (at[j] == last[0]) & (at[j - 5] == last[-5]) &
               (at[j - 13] == last[-13]) & (at[j - 29] == last[-29]) &
               (at[j - 47] == last[-47]);
    return any != 0;
}

ta_status tai_tail_period(const uint16_t *g, uint64_t n, uint64_t tail,
                          uint64_t *period)
{
    *period = 0;
    if (tail == 0 || tail + 1 >= n)
        return TA_OK;
    uint32_t *border = tai_alloc(tail + 1, sizeof *border);
    if (border == NULL)
        return TA_ENOMEM;
    const uint16_t *last = g + n - 1;
    tai_borders(last, tail, border);
    /* Value i is *(last - i). k <= i is the largest number for which the last k
     * values read equal values 0 to k - 1. While it is 0, STEP values are
     * skipped or, up to `tried`, read. */
    for (uint64_t i = 1, k = 0, tried = 1; i + 1 < n && *period == 0; i++) {
        while (k == 0 && i >= tried && tail >= FIRST && i + STEP + FIRST <= n)
            if (tail_may_end(last - i - (STEP - 1), last))
                tried = i + STEP;
            else
                i += STEP;
        k = tail_extend_border(last, border, k, *(last - i));
        if (k == tail)
            *period = i + 1 - tail;
    }
    ta_free(border);
    return TA_OK;
}

uint64_t tai_tail_start(const uint16_t *g, uint64_t n, uint64_t p)
{
    uint64_t e = n - p;
    while (e > 1 && g[e - 1] == g[e - 1 + p])
        e--;
    return e;
}
