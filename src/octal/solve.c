/* The search for a period that can be proved.
 *
 * After every stretch the least period p of the last eighth is looked for. If
 * there is one, the heap at which the long or the short proof would be
 * complete is known, and the search goes on to there; else it goes on by a
 * quarter. */
#include <string.h>

#include "octal/octal.h"

enum { FIRST_STOP = 64, TAIL_SHARE = 8 };

/* Rows, witnesses, blocks; and for the list of rare heaps what it takes where
 * they die out. */
enum { FIXED = 1 << 19, LIST = 1 << 18 };

uint64_t ta_octal_memory(uint64_t n)
{
    return ta_add_sat(ta_mul_sat(n, 2), FIXED + LIST);
}

uint64_t ta_octal_solve_memory(uint64_t n)
{
    /* and the links of the search */
    return ta_add_sat(ta_octal_memory(n), n / 2 + 64);
}

uint64_t ta_octal_list_most(const ta_options *options, uint64_t need)
{
    if (options == NULL || options->max_memory == 0)
        return UINT64_MAX;
    return LIST + (options->max_memory - need);
}

const ta_engine_info *ta_octal_engines(size_t *count)
{
    static const ta_engine_info info[] = {
        {"naive", "the values by the definition, all breaks of each heap"},
        {"sparse", "rare values and their breaks only, where they are known to "
                   "be enough"},
        {"auto", "sparse"},
    };
    *count = sizeof info / sizeof *info;
    return info;
}

ta_status ta_octal_check(uint64_t n, uint64_t need, const ta_options *options,
                         bool *naive, ta_error *error)
{
    *naive = false;
    if (n > TA_OCTAL_N_MAX)
        return ta_fail(error, TA_ERANGE,
                       "octal games are computed below 2^32 - 256 heaps");
    if (options == NULL)
        return TA_OK;
    if (options->engine != NULL) {
        *naive = strcmp(options->engine, "naive") == 0;
        if (!*naive && strcmp(options->engine, "sparse") != 0 &&
            strcmp(options->engine, "auto") != 0)
            return ta_fail(error, TA_EINVAL,
                           "octal games have the engines naive and sparse, "
                           "not \"%.40s\"",
                           options->engine);
    }
    if (options->max_memory != 0 && need > options->max_memory) {
        char want[32], have[32];
        return ta_fail(error, TA_ELIMIT,
                       "%llu heaps need %s, more than the limit of %s",
                       (unsigned long long)n, ta_bytes_text(need, want),
                       ta_bytes_text(options->max_memory, have));
    }
    return TA_OK;
}

/* ---- proofs ---- */

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

/* Looks for a period at e->n; *next is where to look again. */
static ta_status look(ta_sparse *e, uint64_t since, bool long_only,
                      ta_octal_summary *s, uint64_t *next)
{
    uint64_t n = e->n, p;
    bool swap = e->labels.parity; /* labels are no values, then */
    if (swap)
        ta_sparse_to_values(e);
    ta_status st = ta_octal_tail_period(e->g, n, n / TAIL_SHARE, &p);
    uint64_t pre = p != 0 ? ta_octal_preperiod(e->g, n, p) : 0;
    if (swap)
        ta_sparse_to_labels(e);
    *next = n + n / 4 + 1;
    s->period = p;
    s->preperiod = pre;
    if (st != TA_OK || p == 0)
        return st;
    uint64_t by_long = ta_octal_proof_end(e->game, pre, p) + p;
    uint64_t by_short = long_only ? UINT64_MAX : short_end(e, since, pre, p);
    if (by_short <= n && by_short < by_long) {
        s->proof = TA_OCTAL_SHORT;
        s->proof_end = by_short;
    } else if (by_long <= n) {
        s->proof = TA_OCTAL_LONG;
        s->proof_end = by_long;
    } else {
        *next = ta_min_u64(*next, ta_min_u64(by_long, by_short));
    }
    return TA_OK;
}

static ta_status search(ta_sparse *e, uint64_t n, bool long_only,
                        const ta_options *options, ta_octal_summary *s,
                        ta_error *error)
{
    uint64_t next = FIRST_STOP, since = 0, choice = e->next_choice;
    ta_status st = TA_OK;
    while (st == TA_OK && s->proof == TA_OCTAL_UNPROVED && e->n < n) {
        st = ta_sparse_run(e, ta_min_u64(next, n), options, error);
        if (st != TA_OK)
            break;
        if (e->next_choice != choice) { /* another mask: other witnesses */
            choice = e->next_choice;
            since = e->n;
        }
        st = look(e, since, long_only, s, &next);
        if (st == TA_ENOMEM)
            ta_fail(error, st, "no memory for the search of a period");
        /* a candidate keeps its window of witnesses, others start anew */
        if (s->period == 0 || since == 0 || e->n - since > s->period * 2) {
            ta_witnesses_trim(&e->witnesses);
            since = e->n;
        }
    }
    return st;
}

/* ---- solutions ---- */

static void summarize(const ta_sparse *e, ta_octal_summary *s)
{
    s->known = e->n;
    s->largest = e->largest;
    s->largest_at = e->largest_at;
    s->has_mask = !e->dense;
    if (s->has_mask) {
        s->mask = e->mask.mask;
        s->parity = e->mask.parity;
        s->rare = e->n_rare + (ta_octal_flip(&e->labels, 0) == 0); /* heap 0 */
        s->last_rare = e->n_rare > 0 ? e->rare[e->n_rare - 1] : 0;
    }
}

ta_status ta_octal_solve(const ta_octal *game, uint64_t n, bool long_only,
                         const ta_options *options,
                         ta_octal_solution **solution, ta_error *error)
{
    bool naive;
    *solution = NULL;
    const uint64_t need = ta_octal_solve_memory(n);
    ta_status st = ta_octal_check(n, need, options, &naive, error);
    if (st != TA_OK)
        return st;
    if (naive)
        return ta_fail(error, TA_EINVAL,
                       "periods are searched with the engine sparse");
    ta_sparse *e = NULL;
    ta_octal_solution *made = ta_alloc_zero(1, sizeof *made);
    if (made == NULL || ta_sparse_new(game, &e) != TA_OK) {
        ta_free(made);
        return ta_fail(error, TA_ENOMEM, "no memory for an octal game");
    }
    made->game = game;
    e->rare_most = ta_octal_list_most(options, need);
    /* what is not used of it is never touched */
    st = ta_sparse_room(e, n);
    if (st != TA_OK)
        ta_fail(error, st, "no memory for the values of %llu heaps",
                (unsigned long long)n);
    else
        st = search(e, n, long_only, options, &made->summary, error);
    if (st == TA_OK) {
        ta_octal_summary *sum = &made->summary;
        ta_sparse_to_values(e);
        summarize(e, sum);
        if (sum->period == 0) /* perhaps with a saltus? that proves nothing */
            st = ta_octal_tail_saltus(e->g, e->n, e->n / TAIL_SHARE,
                                      &sum->period, &sum->preperiod,
                                      &sum->saltus);
    }
    if (st == TA_OK) {
        made->g = e->g;
        e->g = NULL;
        *solution = made;
    } else {
        ta_free(made);
    }
    ta_sparse_free(e);
    return st;
}

void ta_octal_solution_free(ta_octal_solution *solution)
{
    if (solution == NULL)
        return;
    ta_free(solution->g);
    ta_free(solution);
}

const ta_octal_summary *ta_octal_solution_summary(const ta_octal_solution *s)
{
    return &s->summary;
}

const uint16_t *ta_octal_solution_values(const ta_octal_solution *s)
{
    return s->g;
}

ta_status ta_octal_value(const ta_octal_solution *s, uint64_t heap,
                         unsigned *value)
{
    const ta_octal_summary *sum = &s->summary;
    if (heap >= sum->known) {
        if (sum->proof == TA_OCTAL_UNPROVED)
            return TA_ERANGE;
        heap = sum->preperiod + (heap - sum->preperiod) % sum->period;
    }
    *value = s->g[heap];
    return TA_OK;
}
