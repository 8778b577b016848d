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

enum { FEW = 4, STRETCH = 64, RANGE = 4096 * STRETCH };

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

/* A search for the tail by all threads, a range of places each. */
typedef struct tail_search {
    const uint16_t *g;
    uint64_t n, tail;
    _Atomic uint64_t found;    /* the least place so far, or n */
    _Atomic uint64_t compared; /* values, that were equal at other places */
} tail_search;

/* How many of the last values are also p places before. */
static uint64_t agree(const tail_search *s, uint64_t p)
{
    const uint16_t *last = s->g + s->n - 1;
    uint64_t k = 0;
    while (k < s->tail && last[-(ptrdiff_t)k] == last[-(ptrdiff_t)(k + p)])
        k++;
    return k;
}

static bool is_over(tail_search *s, uint64_t p)
{
    return atomic_load(&s->found) < p || atomic_load(&s->compared) > s->n;
}

/* The last few values are looked for first, all of the tail only where these
 * are: in most sequences that is seldom. */
static void search_range(void *state, unsigned thread, size_t item)
{
    tail_search *s = state;
    const uint64_t from = 1 + (uint64_t)item * RANGE;
    const uint64_t to = ta_min_u64(from + RANGE, s->n - s->tail);
    uint64_t want, here;
    (void)thread;
    memcpy(&want, s->g + s->n - FEW, FEW * sizeof *s->g);
    for (uint64_t p = from; p < to && !is_over(s, p); p += STRETCH) {
        const uint64_t end = ta_min_u64(p + STRETCH, to);
        if (p + STRETCH + s->tail < s->n && !may_be_near(s->g, s->n, p))
            continue;
        for (uint64_t q = p; q < end; q++) {
            memcpy(&here, s->g + s->n - FEW - q, FEW * sizeof *s->g);
            if (here != want)
                continue;
            const uint64_t k = agree(s, q);
            if (k < s->tail) {
                atomic_fetch_add(&s->compared, k);
                continue;
            }
            uint64_t found = atomic_load(&s->found);
            while (q < found &&
                   !atomic_compare_exchange_weak(&s->found, &found, q))
                ;
            return;
        }
    }
}

/* False: the last few values are often found, so it may take long. */
static bool found_soon(ta_team *team, const uint16_t *g, uint64_t n,
                       uint64_t tail, uint64_t *period)
{
    tail_search s = {.g = g, .n = n, .tail = tail, .found = n};
    if (tail < FEW)
        return false;
    ta_team_run_in_order(team, search_range, &s,
                         (size_t)((n - tail - 1 + RANGE - 1) / RANGE));
    if (s.compared > n)
        return false;
    *period = s.found < n ? s.found : 0;
    return true;
}

/* Where it is not found soon, Knuth, Morris, Pratt on the reversed sequence. */
ta_status ta_tail_period(ta_team *team, const uint16_t *g, uint64_t n,
                         uint64_t tail, uint64_t *period)
{
    *period = 0;
    if (tail == 0 || tail + 1 >= n || found_soon(team, g, n, tail, period))
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
