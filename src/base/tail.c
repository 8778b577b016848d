/* The period of the end of a sequence. */
#include "base/tail.h"

#include <string.h>

#include "base/base.h"

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

/* Are the last few values also at any of the STRETCH places from p on, counted
 * back? All are looked at, so that vectors can do it. */
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

/* The last few values are looked for first, all of the tail only where these
 * are: in most sequences that is seldom. False: often, so it may take long. */
static bool found_soon(const uint16_t *g, uint64_t n, uint64_t tail,
                       uint64_t *period)
{
    uint64_t want, here, compared = 0;
    if (tail < FEW)
        return false;
    memcpy(&want, g + n - FEW, FEW * sizeof *g);
    for (uint64_t p = 1; p + tail < n; p++) {
        if (p % STRETCH == 1 && p + STRETCH + tail < n &&
            !may_be_near(g, n, p)) {
            p += STRETCH - 1;
            continue;
        }
        memcpy(&here, g + n - FEW - p, FEW * sizeof *g);
        if (here != want)
            continue;
        uint64_t k = FEW;
        while (k < tail && g[n - 1 - k] == g[n - 1 - k - p])
            k++;
        if (k == tail) {
            *period = p;
            return true;
        }
        compared += k;
        if (compared > n)
            return false;
    }
    return true;
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
    /* go on through the rest until the whole tail is found again */
    for (uint64_t i = tail; i + 1 < n; i++) {
        while (k > 0 && last[-(ptrdiff_t)i] != last[-(ptrdiff_t)k])
            k = border[k];
        k += last[-(ptrdiff_t)i] == last[-(ptrdiff_t)k];
        if (k == tail) {
            *period = i + 1 - tail;
            break;
        }
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
