/* Periods: the least one of a tail, and what proves that it lasts.
 *
 * Condition of Guy and Smith, with the take-outs and the ways to break kept
 * apart. Let T be the greatest t with a non-zero digit, B the greatest break, C
 * the greatest t that leaves three heaps, e >= 1 and p >= 1, and let
 * G(n + p) = G(n) for all n with e <= n < E, where
 *     E = max(e + T, 2e + p + B, 3e + 2p + C)
 * (without breaks the second is left out, without splits in three the third).
 * Then it holds for all n >= e. Grundy's game, whose splits must be unequal:
 * E = 2e + 2p + 1. Proofs: paper-notes.md, O1 and O6. */
#include "octal/octal.h"

enum { TAIL_SHARE = 8 };

uint64_t ta_octal_proof_end(const ta_octal *game, uint64_t e, uint64_t p)
{
    uint64_t end = e + game->last;
    if (game->unequal)
        return ta_max_u64(end, 2 * e + 2 * p + 1);
    if (game->n_break > 0)
        end = ta_max_u64(end, 2 * e + p + game->breaks[game->n_break - 1]);
    if (game->n_third > 0)
        end = ta_max_u64(end, 3 * e + 2 * p + game->thirds[game->n_third - 1]);
    return end;
}

ta_status ta_octal_look(const ta_octal *game, const uint16_t *g, uint64_t from,
                        uint64_t n, ta_octal_summary *s, uint64_t *next)
{
    const uint64_t held = n - from;
    *next = n + n / 4 + 1;
    ta_status st = ta_tail_period(
        g, held, ta_min_u64(held / TAIL_SHARE, TA_OCTAL_TAIL), &s->period);
    s->preperiod = 0;
    if (st != TA_OK || s->period == 0)
        return st;
    s->preperiod = from + ta_tail_start(g, held, s->period);
    uint64_t end =
        ta_octal_proof_end(game, s->preperiod, s->period) + s->period;
    if (end <= n) {
        s->proof = TA_OCTAL_LONG;
        s->proof_end = end;
    } else {
        *next = ta_min_u64(*next, end);
    }
    return TA_OK;
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

ta_status ta_octal_look_saltus(uint16_t *g, uint64_t from, uint64_t n,
                               ta_octal_summary *s)
{
    const uint64_t held = n - from;
    uint64_t p;
    if (s->period != 0)
        return TA_OK;
    differences(g, held);
    ta_status st = ta_tail_period(
        g, held, ta_min_u64(held / TAIL_SHARE, TA_OCTAL_TAIL), &p);
    sums(g, held);
    if (st != TA_OK || p == 0)
        return st;
    uint64_t e = held - p;
    s->period = p;
    s->saltus = (int64_t)g[held - 1] - g[e - 1];
    while (e > 1 && g[e - 1 + p] - g[e - 1] == s->saltus)
        e--;
    s->preperiod = from + e;
    return TA_OK;
}
