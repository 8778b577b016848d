/* Periods: the least one of a tail, and what proves that it lasts.
 *
 * Condition of Guy and Smith, with the take-outs and the ways to break kept
 * apart. Let T be the greatest t with a non-zero digit, B the greatest break
 * (0 if there is none), e >= 1 and p >= 1, and let G(n + p) = G(n) for all n
 * with e <= n < E, where
 *     E = max(e + T, 2e + p + B)        (only e + T without breaks).
 * Then it holds for all n >= e. Grundy's game, whose splits must be unequal:
 * E = 2e + 2p + 1. Proofs: paper-notes.md, octal games. */
#include <string.h>

#include "octal/octal.h"

uint64_t ta_octal_proof_end(const ta_octal *game, uint64_t e, uint64_t p)
{
    uint64_t end = e + game->last;
    if (game->unequal)
        return ta_max_u64(end, 2 * e + 2 * p + 1);
    if (game->n_break > 0)
        end = ta_max_u64(end, 2 * e + p + game->breaks[game->n_break - 1]);
    return end;
}

/* The last few values are looked for first, all of the tail only where these
 * are: in most sequences that is seldom. False: often, so it may take long. */
static bool found_soon(const uint16_t *g, uint64_t n, uint64_t tail,
                       uint64_t *period)
{
    enum { FEW = 4 };
    uint64_t want, here, compared = 0;
    if (tail < FEW)
        return false;
    memcpy(&want, g + n - FEW, FEW * sizeof *g);
    for (uint64_t p = 1; p + tail < n; p++) {
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

/* The least p >= 1 such that g[i] == g[i - p] for the last `tail` places i
 * of [1, n) and i - p >= 1; 0 if there is none. Where it is not found soon,
 * Knuth, Morris, Pratt on the reversed sequence. Cost: O(n) time, 4 bytes for
 * each place of the tail. */
ta_status ta_octal_tail_period(const uint16_t *g, uint64_t n, uint64_t tail,
                               uint64_t *period)
{
    *period = 0;
    if (tail == 0 || tail + 1 >= n || found_soon(g, n, tail, period))
        return TA_OK;
    uint32_t *border = ta_alloc(tail + 1, sizeof *border);
    if (border == NULL)
        return TA_ENOMEM;
    const uint16_t *last = g + n - 1; /* last[-i] is place i of the reverse */
    border[1] = 0;
    uint64_t k = 0;
    for (uint64_t i = 1; i < tail; i++) {
        while (k > 0 && last[-(ptrdiff_t)i] != last[-(ptrdiff_t)k])
            k = border[k];
        k += last[-(ptrdiff_t)i] == last[-(ptrdiff_t)k];
        border[i + 1] = (uint32_t)k;
    }
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

uint64_t ta_octal_preperiod(const uint16_t *g, uint64_t n, uint64_t p)
{
    uint64_t e = n - p;
    while (e > 1 && g[e - 1] == g[e - 1 + p])
        e--;
    return e;
}

/* Differences in place, and back: modulo 2^16, so nothing is lost. */
static void differences(uint16_t *g, uint64_t n)
{
    for (uint64_t i = n; i-- > 1;)
        g[i] = (uint16_t)(g[i] - g[i - 1]);
}

static void sums(uint16_t *g, uint64_t n)
{
    for (uint64_t i = 1; i < n; i++)
        g[i] = (uint16_t)(g[i] + g[i - 1]);
}

ta_status ta_octal_tail_saltus(uint16_t *g, uint64_t n, uint64_t tail,
                               uint64_t *period, uint64_t *preperiod,
                               uint64_t *saltus)
{
    *saltus = 0;
    *preperiod = 0;
    differences(g, n);
    ta_status st = ta_octal_tail_period(g, n, tail, period);
    uint64_t p = *period, e = p != 0 ? ta_octal_preperiod(g, n, p) : 0;
    sums(g, n);
    if (p == 0)
        return st;
    /* differences that agree from e on: values agree from e - 1 on */
    *preperiod = e > 1 ? e - 1 : 1;
    *saltus = (uint16_t)(g[n - 1] - g[n - 1 - p]);
    return st;
}
