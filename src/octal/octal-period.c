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
#include <inttypes.h>

#include "octal/octal-internal.h"

enum { TAIL_SHARE = 8, FIRST_STOP = 64 };

uint64_t tai_octal_proof_end(const ta_octal *game, uint64_t e, uint64_t p)
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

/* Looks for a period p of the last eighth of the values of [from, n), which are
 * at g, but of no more than TA_OCTAL_TAIL values. Sets period and preperiod;
 * the period is 0 if there is none. Sets the long proof if it is complete. Sets
 * *next to the number of heaps at which to look again: where the long proof
 * would be complete, but at most a quarter further on. Returns TA_ENOMEM if
 * there is no memory. */
static ta_status search_look_tail(const ta_octal *game, const uint16_t *g,
                                  uint64_t from, uint64_t n, ta_summary *s,
                                  uint64_t *next)
{
    const uint64_t held = n - from;
    *next = n + n / 4 + 1;
    ta_status st = tai_tail_period(
        g, held, ta_min_u64(held / TAIL_SHARE, TA_OCTAL_TAIL), &s->nim.period);
    s->nim.preperiod = 0;
    if (st != TA_OK || s->nim.period == 0)
        return st;
    s->nim.preperiod = from + tai_tail_start(g, held, s->nim.period);
    uint64_t end = tai_octal_proof_end(game, s->nim.preperiod, s->nim.period) +
                   s->nim.period;
    if (end <= n) {
        s->nim.proof = TA_PROOF_LONG;
        s->proof_end = end;
    } else {
        *next = ta_min_u64(*next, end);
    }
    return TA_OK;
}

/* Looks for a saltus if the summary has no period: the least p such that
 * G(i) - G(i - p) is the same number at the end of the values of [from, n),
 * which are at g. Sets period, preperiod and saltus. The tail is as long as
 * that of search_look_tail. The differences of neighbours, which have the
 * period p, are taken in place, modulo 2^16, and added again. Returns TA_ENOMEM
 * if there is no memory. */
static ta_status search_look_saltus(uint16_t *g, uint64_t from, uint64_t n,
                                    ta_summary *s)
{
    const uint64_t held = n - from;
    uint64_t p;
    if (s->nim.period != 0)
        return TA_OK;
    for (uint64_t i = held; i-- > 1;)
        g[i] = (uint16_t)(g[i] - g[i - 1]);
    ta_status st = tai_tail_period(
        g, held, ta_min_u64(held / TAIL_SHARE, TA_OCTAL_TAIL), &p);
    for (uint64_t i = 1; i < held; i++)
        g[i] = (uint16_t)(g[i] + g[i - 1]);
    if (st != TA_OK || p == 0)
        return st;
    uint64_t e = held - p;
    s->nim.period = p;
    s->nim.saltus = (int64_t)g[held - 1] - g[e - 1];
    while (e > 1 && g[e - 1 + p] - g[e - 1] == s->nim.saltus)
        e--;
    s->nim.preperiod = from + e;
    return TA_OK;
}

/* ---- the search that goes along with a run ---- */

/* Returns the number of heaps that the short proof needs, or UINT64_MAX: all
 * rare heaps are below r, all witnesses since `since` have a part below
 * `small`, and a whole period of heaps follows from where these small parts
 * leave a periodic rest. */
static uint64_t proof_find_short_end(const octal_engine *e, uint64_t since,
                                     uint64_t pre, uint64_t p)
{
    if (!e->choice.of_use || (e->labels.parity && p % 2 != 0))
        return UINT64_MAX;
    const octal_rare *rare = &e->rare;
    const uint64_t r = rare->count > 0 ? rare->at[rare->count - 1] + 1 : 1;
    const uint64_t small =
        ta_max_u64(ta_max_u64(e->witnesses.reach + 1, OCTAL_BLOCK), r);
    uint64_t from = pre + e->game->last + small;
    if (e->game->unequal)
        from = ta_max_u64(from, 2 * small);
    return ta_max_u64(from, since) + p;
}

static ta_status search_look(ta_octal_search *q, octal_engine *e)
{
    ta_summary *s = &q->summary;
    const octal_labels labels = e->labels;
    const octal_held *h = &e->held;
    /* Equal labels are equal values, unless the parity of a heap matters. */
    if (labels.parity)
        tai_octal_engine_relabel(e, (octal_labels){.mask = 0});
    ta_status st =
        search_look_tail(e->game, h->tail, h->back, e->proved, s, &q->next);
    if (labels.parity)
        tai_octal_engine_relabel(e, labels);
    if (st != TA_OK || s->nim.period == 0 || q->long_only)
        return st;
    const bool by_long = s->nim.proof != TA_UNPROVED;
    const uint64_t end =
        proof_find_short_end(e, q->since, s->nim.preperiod, s->nim.period);
    if (end <= e->proved && (!by_long || end < s->proof_end)) {
        s->nim.proof = TA_PROOF_SHORT;
        s->proof_end = end;
    } else if (!by_long) {
        q->next = ta_min_u64(q->next, end);
    }
    return TA_OK;
}

void tai_octal_search_begin(ta_octal_search *q, const octal_engine *e,
                            bool long_only)
{
    /* Of heaps that were not found here no witness is known. */
    *q = (ta_octal_search){.long_only = long_only,
                           .next = ta_max_u64(FIRST_STOP, e->proved),
                           .since = e->proved > 1 ? e->proved : 0,
                           .choice = e->choice.next};
}

ta_status tai_octal_search_look(ta_octal_search *q, octal_engine *e)
{
    if (e->choice.next != q->choice) {
        q->choice = e->choice.next;
        q->since = e->decided;
    }
    ta_status st = search_look(q, e);
    /* A candidate keeps its window of witnesses, others begin a new one. Heaps
     * whose proof is done but not taken may have used any witness. */
    if (st == TA_OK && (q->summary.nim.period == 0 || q->since == 0 ||
                        e->proved > q->since + q->summary.nim.period * 2)) {
        q->since = e->decided;
        e->witnesses.reach = 0;
        st = tai_octal_witnesses_trim(e, UINT64_MAX);
    }
    return st;
}

ta_status tai_octal_search_end(ta_octal_search *q, octal_engine *e)
{
    const octal_labels labels = e->labels;
    ta_status st = TA_OK;
    if (q->summary.nim.proof == TA_UNPROVED)
        st = tai_octal_search_look(q, e);
    if (st != TA_OK || q->summary.nim.period != 0)
        return st;
    tai_octal_engine_relabel(e, (octal_labels){.mask = 0});
    st = search_look_saltus(e->held.tail, e->held.back, e->proved, &q->summary);
    tai_octal_engine_relabel(e, labels);
    return st;
}
