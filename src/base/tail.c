/* The period of the end of a sequence, by the algorithm of Knuth, Morris and
 * Pratt on the reversed sequence. */
#include "base/tail.h"

#include <string.h>

/* Returns the length of the longest border after `next` is appended to a
 * sequence that begins with last[0], last[-1], ... and whose longest border has
 * the length k. */
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
    uint64_t k = 0, known = 1, four = 0, here;
    if (tail >= 4)
        memcpy(&four, last - 3, sizeof four);
    border[0] = border[1] = 0;
    /* This is the search of Knuth, Morris and Pratt for the last `tail` values
     * in the rest of the sequence, where all is read backwards: r(i) = *(last -
     * i). After step i, k is the largest number, at most `tail`, such that r(i
     * - k + 1), ..., r(i) equal r(0), ..., r(k - 1). While k is 0, the inner
     * loop passes over each i at which r(i), ..., r(i + 3) differ from r(0),
     * ..., r(3). */
    for (uint64_t i = 1; i + 1 < n && *period == 0; i++) {
        for (; k == 0 && tail >= 4 && i + 4 < n; i++) {
            memcpy(&here, last - i - 3, sizeof here);
            if (here == four)
                break;
        }
        k = tail_extend_border(last, border, k, *(last - i));
        if (k == tail)
            *period = i + 1 - tail;
        for (; known < k; known++)
            border[known + 1] = (uint32_t)tail_extend_border(
                last, border, border[known], *(last - known));
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
