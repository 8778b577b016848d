/* Periods of the nim-values of octal games, and proofs that they last for ever
 * (proofs: paper-notes.md, O1, O3, O6).
 *
 * The long proof is the condition of Guy and Smith. Let G(n) be the value of
 * heap n, T the most tokens that a move takes, B and C the most that a split in
 * two and in three takes. For e >= 1 and p >= 1 let
 *
 *     E = max(e + T, 2e + p + B, 3e + 2p + C).
 *
 * If G(n + p) = G(n) for e <= n < E, then for all n >= e. In Grundy's game,
 * whose parts must be unequal, E = 2e + 2p + 1. */
#include <inttypes.h>

#include "octal/octal-internal.h"

enum { TAIL_SHARE = 8 };

uint64_t tai_octal_proof_end(const tai_octal *game, uint64_t e, uint64_t p)
{
    uint64_t end = e + game->last;
    if (game->unequal)
        return tai_max_u64(end, 2 * e + 2 * p + 1);
    if (game->n_break > 0)
        end = tai_max_u64(end, 2 * e + p + game->breaks[game->n_break - 1]);
    if (game->n_third > 0)
        end = tai_max_u64(end, 3 * e + 2 * p + game->thirds[game->n_third - 1]);
    return end;
}

/* Returns how many values at the end are compared, of n that are held. */
static uint64_t search_tail(uint64_t n)
{
    return tai_min_u64(n / TAIL_SHARE, TA_OCTAL_TAIL);
}

/* Looks for the least period of the tail. Sets period (0: none), preperiod and
 * the long proof in q->summary.
 *
 * q->next becomes where to look again: where the period is long enough for a
 * proof, or at the next of 64, 81, 102, ... if that is less. So looks depend on
 * the values alone, and a resumed run looks where an uninterrupted one does. */
static ta_status search_look_tail(tai_octal_search *q, const octal_engine *e)
{
    ta_summary *s = &q->summary;
    const uint16_t *g = e->held.tail;
    const uint64_t n = e->proved, from = e->held.back, held = n - from;
    for (q->next = TAI_OCTAL_FIRST_LOOK; q->next <= n;)
        q->next += q->next / 4 + 1;
    ta_status st = tai_tail_period(g, held, search_tail(held), &s->nim.period);
    s->nim.preperiod = 0;
    if (st != TA_OK || s->nim.period == 0)
        return st;
    s->nim.preperiod = from + tai_tail_start(g, held, s->nim.period);
    const uint64_t end =
        tai_octal_proof_end(e->game, s->nim.preperiod, s->nim.period) +
        s->nim.period;
    if (end <= n) {
        s->nim.proof = TA_PROOF_LONG;
        s->proof_end = end;
    } else {
        q->next = tai_min_u64(q->next, end);
    }
    return TA_OK;
}

/* Looks for a period with a saltus in the same tail, now of values: the least p
 * for which G(i) - G(i - p) is constant. For a while g holds differences of
 * neighbours modulo 2^16, which have the period p. */
static ta_status search_look_saltus(octal_engine *e, ta_summary *s)
{
    uint16_t *g = e->held.tail;
    const uint64_t held = e->proved - e->held.back;
    uint64_t p;
    for (uint64_t i = held; i-- > 1;)
        g[i] = (uint16_t)(g[i] - g[i - 1]);
    ta_status st = tai_tail_period(g, held, search_tail(held), &p);
    for (uint64_t i = 1; i < held; i++)
        g[i] = (uint16_t)(g[i] + g[i - 1]);
    if (st != TA_OK || p == 0)
        return st;
    uint64_t k = held - p;
    s->nim.period = p;
    s->nim.saltus = (int64_t)g[held - 1] - g[k - 1];
    while (k > 1 && g[k - 1 + p] - g[k - 1] == s->nim.saltus)
        k--;
    s->nim.preperiod = e->held.back + k;
    return TA_OK;
}

/* ---- the search for a period during a run ---- */

/* Tries the short proof (paper-notes.md, O3), for N = e->proved and its e the
 * preperiod. Its a is M, the most that the fourth condition allows, so that the
 * result depends on values and mask alone. Without a proof lowers q->next to
 * where N suffices, or M is twice as large. Returns as tai_octal_engine_check.
 */
static ta_status search_prove_short(tai_octal_search *q, octal_engine *e,
                                    const ta_options *options)
{
    ta_summary *s = &q->summary;
    const uint64_t n = e->proved, p = s->nim.period;
    const uint64_t start = s->nim.preperiod + e->game->last; /* e + T */
    const uint64_t r = octal_last_rare(&e->rare) + 1;
    uint64_t from = tai_max_u64(start + r, OCTAL_FIRST); /* N - p at least */
    if (e->game->unequal)
        from = tai_max_u64(from, 2 * r);
    if (!e->choice.of_use || (e->labels.parity && p % 2 != 0))
        return TA_OK;
    if (n < from + p) {
        q->next = tai_min_u64(q->next, from + p);
        return TA_OK;
    }
    uint64_t parts = n - p - start; /* M */
    if (e->game->unequal)
        parts = tai_min_u64(parts, (n - p) / 2);
    bool holds = false;
    const ta_status st =
        tai_octal_engine_check(e, n - p, parts, options, &holds);
    if (holds && st == TA_OK) {
        s->nim.proof = TA_PROOF_SHORT;
        s->proof_end = n;
    }
    q->next = tai_min_u64(q->next, n + parts);
    return st == TA_ELIMIT ? TA_OK : st; /* no planes for so small parts */
}

ta_status tai_octal_search_look(tai_octal_search *q, octal_engine *e,
                                const ta_options *options)
{
    ta_summary *s = &q->summary;
    const octal_labels labels = e->labels;
    const uint64_t tail = search_tail(e->proved - e->held.back);
    /* Labels have the periods of values; with labels.parity, the even ones.
     * Then values have no odd period if no heap of a tail longer than the list
     * of rare heaps is rare: a common value is rare at an odd distance. */
    const bool only_even =
        octal_last_rare(&e->rare) + tail < e->proved && e->rare.count < tail;
    ta_status st = TA_OK;
    bool labels_do = !labels.parity || only_even;
    if (labels_do) {
        st = search_look_tail(q, e);
        labels_do = !labels.parity || s->nim.period % 2 == 0;
    }
    if (!labels_do) {
        s->nim.proof = TA_UNPROVED;
        tai_octal_engine_relabel(e, (octal_labels){.mask = 0});
        st = search_look_tail(q, e);
        tai_octal_engine_relabel(e, labels);
    }
    if (st == TA_OK)
        st = tai_octal_witnesses_trim(e, UINT64_MAX); /* makes runs faster */
    if (st == TA_OK && s->nim.period != 0 && !q->long_only &&
        s->nim.proof == TA_UNPROVED)
        st = search_prove_short(q, e, options);
    return st == TA_OK && s->nim.proof != TA_UNPROVED
               ? tai_octal_engine_summarize(e, s)
               : st;
}

ta_status tai_octal_search_end(tai_octal_search *q, octal_engine *e,
                               const ta_options *options)
{
    const octal_labels labels = e->labels;
    if (q->summary.nim.proof != TA_UNPROVED)
        return TA_OK;
    ta_status st = tai_octal_search_look(q, e, options);
    if (st == TA_OK && q->summary.nim.period == 0) {
        tai_octal_engine_relabel(e, (octal_labels){.mask = 0});
        st = search_look_saltus(e, &q->summary);
        if (st == TA_OK && q->summary.nim.saltus != 0 && e->held.back == 0)
            st = tai_octal_prove_saltus(e->game, e->held.tail, e->proved,
                                        options, &q->summary);
        tai_octal_engine_relabel(e, labels);
    }
    return st == TA_OK ? tai_octal_engine_summarize(e, &q->summary) : st;
}
