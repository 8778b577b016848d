/* The search for a period that can be proved.
 *
 * After every stretch the least period p of the last eighth (of at most 2^16
 * heaps: what is found is only a candidate) is looked for. If there is one,
 * the heap at which the long or the short proof would be complete is known,
 * and the search goes on to there; else it goes on by a quarter. */
#include <inttypes.h>

#include "octal/ahead.h"

enum { FIRST_STOP = 64 };

/* The heaps that the short proof needs, or UINT64_MAX: all rare heaps below
 * r, all witnesses since `since` with a part below reach, and a whole period
 * of heaps from where these small parts leave a periodic rest. */
static uint64_t short_end(const ta_sparse *e, uint64_t since, uint64_t pre,
                          uint64_t p)
{
    if (e->dense || (e->mask.parity && p % 2 != 0))
        return UINT64_MAX;
    uint64_t r = e->n_rare > 0 ? (uint64_t)e->rare[e->n_rare - 1] + 1 : 1;
    uint64_t small = ta_max_u64(e->witnesses.reach + 1, TA_OCTAL_LANES);
    small = ta_max_u64(small, r);
    uint64_t from = pre + e->game->last + small;
    if (e->game->unequal)
        from = ta_max_u64(from, 2 * small);
    return ta_max_u64(from, since) + p;
}

/* Looks for a period at e->n, and says where to look again. */
static ta_status look(ta_octal_search *q, ta_sparse *e)
{
    ta_octal_summary *s = &q->summary;
    bool swap = e->labels.parity; /* labels are no values, then */
    if (swap)
        ta_sparse_to_values(e);
    ta_status st = ta_octal_look(e->game, e->tail, e->back, e->n, s, &q->next);
    if (swap)
        ta_sparse_to_labels(e);
    if (st != TA_OK || s->period == 0 || q->long_only)
        return st;
    bool by_long = s->proof != TA_OCTAL_UNPROVED;
    uint64_t end = short_end(e, q->since, s->preperiod, s->period);
    if (end <= e->n && (!by_long || end < s->proof_end)) {
        s->proof = TA_OCTAL_SHORT;
        s->proof_end = end;
    } else if (!by_long) {
        q->next = ta_min_u64(q->next, end);
    }
    return TA_OK;
}

void ta_octal_search_begin(ta_octal_search *q, const ta_sparse *e,
                           bool long_only)
{
    /* of heaps that were not found here no witness is known */
    *q = (ta_octal_search){.long_only = long_only,
                           .next = ta_max_u64(FIRST_STOP, e->n),
                           .since = e->n > 1 ? e->n : 0,
                           .choice = e->next_choice};
}

/* Forgets witnesses that serve no more: from which heap on those are known that
 * were used. */
static uint64_t begin_anew(ta_sparse *e)
{
    const ta_ahead *a = e->ahead;
    ta_ahead_rest(e->ahead);
    ta_witnesses_trim(&e->witnesses);
    if (!a->ready)
        return e->n;
    /* others may still be listed, and heaps proved already by any */
    e->witnesses.reach = ta_max_u64(e->witnesses.reach, a->part);
    return ta_max_u64(e->n, a->sure);
}

ta_status ta_octal_search_look(ta_octal_search *q, ta_sparse *e)
{
    if (e->next_choice != q->choice) { /* another mask: other witnesses */
        q->choice = e->next_choice;
        q->since = e->n;
    }
    ta_status st = look(q, e);
    /* a candidate keeps its window of witnesses, others start anew */
    if (q->summary.period == 0 || q->since == 0 ||
        e->n > q->since + q->summary.period * 2)
        q->since = begin_anew(e);
    return st;
}

ta_status ta_octal_search_saltus(ta_octal_search *q, ta_sparse *e)
{
    if (q->summary.period != 0)
        return TA_OK;
    ta_sparse_to_values(e);
    ta_status st = ta_octal_look_saltus(e->tail, e->back, e->n, &q->summary);
    ta_sparse_to_labels(e);
    return st;
}

void ta_octal_tell_proof(const ta_job *job, const ta_octal_summary *s)
{
    if (s->proof == TA_OCTAL_UNPROVED)
        ta_stats_add(job->options->stats, "proof", "none");
    else
        ta_stats_add(job->options->stats, "proof",
                     "%s, from the heaps below %" PRIu64 ": period %" PRIu64
                     " from %" PRIu64 " on",
                     s->proof == TA_OCTAL_LONG ? "long" : "short", s->proof_end,
                     s->period, s->preperiod);
}

ta_status ta_octal_hand_rest(const ta_job *job, uint64_t n, const uint16_t *end,
                             uint64_t period)
{
    return ta_job_emit(job, &(ta_block){.from = n,
                                        .to = job->n,
                                        .values = end - period,
                                        .count = job->n - n,
                                        .period = period});
}
