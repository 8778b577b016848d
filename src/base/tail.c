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

enum { FEW = 4, STRETCH = 64 };

/* Returns whether the last FEW values are also found at one of the STRETCH
 * distances from p on. All are compared, so that the loop is of vectors. */
static bool may_be_near(const uint16_t *g, uint64_t n, uint64_t p)
{
    const uint16_t *last = g + n - FEW;
    const uint16_t *at = last - (p + STRETCH - 1);
    uint16_t any = 0;
    for (unsigned i = 0; i < STRETCH; i++) {
        const uint16_t other =
            (uint16_t)((at[i] ^ last[0]) | (at[i + 1] ^ last[1]) |
                       (at[i + 2] ^ last[2]) | (at[i + 3] ^ last[3]));
        any |= other == 0;
    }
    return any != 0;
}

/* Looks at each distance, of which whole stretches are ruled out by the last
 * few values; in most sequences that is seldom in vain. Returns false where so
 * many values were compared that it may take long. */
static bool found_soon(const uint16_t *g, uint64_t n, uint64_t tail,
                       uint64_t *period)
{
    const uint16_t *last = g + n - 1;
    const uint64_t end = n - tail;
    const bool few = tail >= FEW;
    uint64_t compared = 0;
    for (uint64_t from = 1; from < end && compared <= n; from += STRETCH) {
        const uint64_t to = ta_min_u64(from + STRETCH, end);
        if (few && from + STRETCH < end && !may_be_near(g, n, from))
            continue;
        for (uint64_t p = from; p < to; p++) {
            uint64_t k = 0;
            if (few && memcmp(g + n - FEW - p, g + n - FEW, FEW * sizeof *g))
                continue;
            while (k < tail && last[-(ptrdiff_t)k] == last[-(ptrdiff_t)(k + p)])
                k++;
            if (k == tail) {
                *period = p;
                return true;
            }
            compared += k;
        }
    }
    return compared <= n;
}

/* Where it is not found soon, Knuth, Morris, Pratt on the reversed sequence. */
ta_status ta_tail_period(const uint16_t *g, uint64_t n, uint64_t tail,
                         uint64_t *period)
{
    *period = 0;
    if (tail == 0 || tail + 1 >= n || found_soon(g, n, tail, period))
        return TA_OK;
    uint32_t *border = ta_alloc(tail + 1, sizeof *border);
    if (border == NULL)
        return TA_ENOMEM;
    const uint16_t *last = g + n - 1; /* last[-i] is place i of the reverse */
    ta_borders(last, -1, tail, border);
    uint64_t k = border[tail];
    for (uint64_t i = tail; i + 1 < n && *period == 0; i++) {
        while (k > 0 && last[-(ptrdiff_t)i] != last[-(ptrdiff_t)k])
            k = border[k];
        k += last[-(ptrdiff_t)i] == last[-(ptrdiff_t)k];
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
