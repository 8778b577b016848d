/* Finds periods of the nim-values of octal games, and proves that the values
 * are periodic for ever.
 *
 * The long proof uses a condition of Guy and Smith. Let G(n) be the nim-value
 * of heap n. Let T be the greatest number of tokens that any move takes. Let B
 * be the greatest number that a split in two takes, and C the greatest number
 * that a split in three takes. For e >= 1 and p >= 1, let
 *
 *     E = max(e + T, 2e + p + B, 3e + 2p + C).
 *
 * If G(n + p) = G(n) for all n with e <= n < E, then G(n + p) = G(n) for all
 * n >= e. If the game has no splits in two, the term with B is left out. If it
 * has no splits in three, the term with C is left out. In Grundy's game, where
 * the parts of a split must be unequal, E = 2e + 2p + 1. Proofs are in
 * paper-notes.md, O1 and O6. */
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

/* Looks for a period of the nim-values of the heaps [from, n), where g[0] is
 * the value of heap `from`. The period is the least period of the last eighth
 * of these values, or of the last TA_OCTAL_TAIL values if this is fewer. Stores
 * the period (0 if there is none) and its preperiod in *s. If the condition of
 * Guy and Smith proves the period, records the proof in *s.
 *
 * Sets *next to the number of heaps at which to look again. This is the number
 * of heaps that a proof of the period needs, but at most n + n / 4 + 1. Returns
 * TA_ENOMEM if there is no memory. */
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

/* Looks for a period with a saltus, if *s has no period yet. Let G(i) be the
 * nim-value of heap i. The period is the least p such that G(i) - G(i - p) is
 * the same number, the saltus, for all i in a range. The range is the last
 * eighth of the heaps [from, n), but at most TA_OCTAL_TAIL heaps. g[0] must be
 * G(from). Sets period, preperiod and saltus in *s. Returns TA_ENOMEM if there
 * is no memory.
 *
 * During the search, each value in g is replaced by its difference from the
 * value before it, modulo 2^16. These differences have the period p. At the end
 * the values are restored. */
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

/* Returns how many heaps must be proved before the short proof (paper-notes.md,
 * O3) shows that p is a period with preperiod `pre`. Returns UINT64_MAX if the
 * short proof is impossible.
 *
 * The values of the heaps from `since` on were proved by splits with a small
 * part. Let `small` be a number above all these parts and above all heaps with
 * a rare value. The short proof needs p consecutive proved heaps h, all of them
 * large enough in two ways. First, h >= since. Second, h - t - a >= pre for
 * each number t of tokens that a move takes and each a < small. */
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
    /* Look for a period in the array of labels (renumbered values). If
     * labels.parity is false, labels have the same periods as values. If it is
     * true, the array is converted to values for the search, and back to labels
     * afterwards. */
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
    /* If e->proved > 1, some values are from an earlier run, and the splits
     * that proved these values are not recorded. So `since`, the first heap
     * whose splits are recorded, is e->proved. */
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
    /* Set the number e->witnesses.reach to 0 again. It is the greatest smaller
     * part of all splits that have proved values since it was last set to 0.
     * This is done in three cases: it has not been done before, no period has
     * been found, or the number covers more than two periods. From now on, the
     * number covers the heaps from e->decided on. */
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
