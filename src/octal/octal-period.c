/* Periods of the nim-values of octal games: how a period is found in the last
 * values, and how it is proved that the period goes on for ever.
 *
 * The proof uses the condition of Guy and Smith, with separate bounds for
 * take-outs and for splits. Let T be the greatest t whose digit is not 0, B the
 * greatest t that allows a split in two, and C the greatest t that allows a
 * split in three. Let e >= 1 and p >= 1, and let G(n + p) = G(n) for all n with
 * e <= n < E, where
 *
 *     E = max(e + T, 2e + p + B, 3e + 2p + C).
 *
 * Without splits in two the second term is left out; without splits in three
 * the third. Then G(n + p) = G(n) for all n >= e. In Grundy's game, whose
 * splits must be unequal, E = 2e + 2p + 1. Proofs: paper-notes.md, O1 and O6.
 */
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

/* Looks for a period of the values of the heaps [from, n); g[0] is the value of
 * heap `from`. The period is the least one of the last eighth of these values,
 * or of the last TA_OCTAL_TAIL if these are fewer. Sets the period in *s (0:
 * none), its preperiod, and whether the long proof holds. Sets *next to the
 * number of heaps at which to look again: to that at which the long proof would
 * be complete, but at most to n + n / 4 + 1. Returns TA_ENOMEM if there is no
 * memory. */
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

/* Looks for a period with a saltus, if *s has no period yet. That is the least
 * p such that G(i) - G(i - p) is one number, the saltus, for all i in a tail of
 * the heaps [from, n). The tail is as long as that of search_look_tail. g[0] is
 * the value of heap `from`. The function replaces the values by the differences
 * of neighbours modulo 2^16, which have the period p, and restores them. Sets
 * period, preperiod and saltus in *s. Returns TA_ENOMEM if there is no memory.
 */
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

/* ---- the search for a period during a run ---- */

/* Returns the number of heaps that must be proved so that the short proof holds
 * (paper-notes.md, O3), for preperiod `pre` and period p. Returns UINT64_MAX if
 * the short proof is impossible. Let r be a bound on all rare heaps, and
 * `small` a bound on these and on the witnesses that served from heap `since`
 * on. The proof needs one whole period of heaps such that each heap, less a
 * part below `small`, is in the periodic range, and that all are at or above
 * `since`. */
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
    /* Without position parity, labels have the same periods as values. With it,
     * the engine changes labels to values during the look. */
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
    /* For heaps that come from an earlier run, no witness is recorded. */
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
    /* The record of the witnesses that proofs use is begun again in three
     * cases: at the first look, while no period is seen, and after two periods
     * without a proof. It begins at e->decided, since lower heaps may have been
     * proved already, by any witness. */
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
