/* The period of the end of a sequence, by the algorithm of Knuth, Morris and
 * Pratt on the reversed sequence. */
#include "base/tail.h"

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
    /* This is the search of Knuth, Morris and Pratt for the last `tail` values
     * in the rest of the sequence, where all is read backwards: r(i) = *(last -
     * i). After step i, k is the largest number, at most `tail`, such that r(i
     * - k + 1), ..., r(i) equal r(0), ..., r(k - 1). */
    const uint16_t *last = g + n - 1;
    tai_borders(last, tail, border);
    for (uint64_t i = 1, k = 0; i + 1 < n && k < tail; i++) {
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
