/* The period of the end of a sequence, by the algorithm of Knuth, Morris and
 * Pratt on the reversed sequence. */
#include "base/tail.h"

/* Returns the length of the longest border after `next` is appended to a
 * sequence whose longest border has the length k. */
static uint64_t continue_border(const uint16_t *first, ptrdiff_t step,
                                const uint32_t *border, uint64_t k,
                                uint16_t next)
{
    while (k > 0 && first[step * (ptrdiff_t)k] != next)
        k = border[k];
    return k + (first[step * (ptrdiff_t)k] == next);
}

void tai_borders(const uint16_t *first, ptrdiff_t step, uint64_t count,
                 uint32_t *border)
{
    border[0] = 0;
    if (count > 0)
        border[1] = 0;
    for (uint64_t m = 1; m < count; m++)
        border[m + 1] = (uint32_t)continue_border(
            first, step, border, border[m], first[step * (ptrdiff_t)m]);
}

enum { FEW = 4, STRETCH = 64 };

/* Returns whether the last FEW places of g[0 .. n) are found again at any of
 * the distances [p, p + STRETCH). It looks at all, so that the compiler makes
 * vectors of it. */
static bool tail_may_recur(const uint16_t *g, uint64_t n, uint64_t p)
{
    const uint16_t *last = g + n - FEW, *at = last - (p + STRETCH - 1);
    uint16_t any = 0;
    for (unsigned i = 0; i < STRETCH; i++) {
        const uint16_t other =
            (uint16_t)((at[i] ^ last[0]) | (at[i + 1] ^ last[1]) |
                       (at[i + 2] ^ last[2]) | (at[i + 3] ^ last[3]));
        any |= other == 0;
    }
    return any != 0;
}

/* Looks for the tail at each distance where the last FEW places are found
 * again, which in most sequences are few distances. Returns false if that took
 * long, by the number of places that were compared. */
static bool search_soon(const uint16_t *g, uint64_t n, uint64_t tail,
                        uint64_t *period)
{
    const uint16_t *last = g + n - 1;
    uint64_t compared = 0;
    if (tail < FEW)
        return false;
    for (uint64_t from = 1; from < n - tail && compared < n; from += STRETCH) {
        const uint64_t to = ta_min_u64(from + STRETCH, n - tail);
        if (to == from + STRETCH && !tail_may_recur(g, n, from))
            continue;
        for (uint64_t p = from; p < to; p++) {
            uint64_t k = 0;
            while (k < tail && *(last - k) == *(last - k - p))
                k++;
            if (k == tail) {
                *period = p;
                return true;
            }
            compared += k;
        }
    }
    return compared < n;
}

/* Where search_soon takes long, Knuth, Morris and Pratt's algorithm searches
 * the reversed sequence. */
ta_status tai_tail_period(const uint16_t *g, uint64_t n, uint64_t tail,
                          uint64_t *period)
{
    *period = 0;
    if (tail == 0 || tail + 1 >= n || search_soon(g, n, tail, period))
        return TA_OK;
    uint32_t *border = tai_alloc(tail + 1, sizeof *border);
    if (border == NULL)
        return TA_ENOMEM;
    const uint16_t *last = g + n - 1;
    tai_borders(last, -1, tail, border);
    uint64_t k =
        0; /* the k values from last[-i] on are the first k of the tail */
    for (uint64_t i = 1; i + 1 < n && *period == 0; i++) {
        k = continue_border(last, -1, border, k, last[-(ptrdiff_t)i]);
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
