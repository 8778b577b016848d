/* Finds the nim-value of each heap by the cheapest method: a formula, a proved
 * period, an octal solution, or a run up to the heap: tai_heap_find_value.
 * Words: play-internal.h; proofs: README.md, "Huge heaps". */
#include <inttypes.h>
#include <stdio.h>

#include "game/form.h"
#include "octal/octal-internal.h"
#include "play/play-internal.h"

bool tai_heap_is_stuck(const solver *s, const play_heap *h)
{
    const play_game *g = game_of(s, h);
    const bool rule = ta_game_about(g->game)->rule;
    return g->octal == NULL &&
           mpz_cmp_ui(h->size, rule ? 1 : tai_game_least(g->game)) < 0;
}

bool tai_run_overflows(const ta_game *game, const play_heap *h)
{
    const uint64_t too_large = UINT16_MAX + 1;
    uint64_t *set;
    size_t count = 0;
    if (mpz_cmp_ui(h->size, too_large) < 0 ||
        tai_game_count_bound(game, too_large + 1) < too_large)
        return false;
    /* The bound of a union may be too large, so the elements are counted. */
    if (ta_game_elements(game, too_large + 1, &set, &count) == TA_OK)
        ta_free(set);
    return count == too_large;
}

/* ---- octal games ---- */

/* Solves an octal game as far as its heaps need: up to the largest if they are
 * small, else the heaps below s->search (or `moment`, which take less than a
 * second), searched for a period. Keeps an earlier solution if that suffices.
 */
static ta_status solve_octal(solver *s, size_t game)
{
    play_game *g = s->play->games[game];
    uint64_t n = 0, moment = tai_octal_moment(g->octal), search = s->search;
    if (g->octal->n_third > 0 && s->asked == 0)
        search = moment; /* with splits in three the cost is quadratic */
    for (size_t i = g->first; i < g->end; i++) {
        const play_heap *h = s->play->different[i];
        const bool small = mpz_cmp_ui(h->size, moment) < 0;
        n = tai_max_u64(n, small ? mpz_get_ui(h->size) + 1 : search);
    }
    if (g->solution != NULL) {
        const ta_summary *solved = ta_octal_solution_summary(g->solution);
        if (tai_octal_repeats(solved) || solved->known >= n)
            return TA_OK;
        ta_octal_solution_free(g->solution);
        g->solution = NULL;
    }
    return ta_octal_solve(g->game, n, false, &s->run, &g->solution, s->error);
}

/* ---- values by a run ---- */

/* Returns TA_ERANGE, with a text, unless *h is below 2^62, as for a run. */
static ta_status check_size(const solver *s, const play_heap *h)
{
    const play_game *g = game_of(s, h);
    const char *spec = ta_game_about(g->game)->spec;
    char why[64] = "", heap[TA_QUOTE];
    if (mpz_sizeinbase(h->size, 2) <= 62)
        return TA_OK;
    if (!ta_game_about(g->game)->finite)
        return tai_fail(
            s->error, TA_ERANGE,
            "heap %s of %s is not below 2^62, the limit for "
            "infinite sets without a closed form; larger heaps "
            "need nim, odds, moser, a finite set, or allbut:S or an "
            "octal game with a period",
            tai_quote(h->text, heap), spec);
    if (g->period.largest == UINT16_MAX || tai_run_overflows(g->game, h))
        return tai_fail(s->error, TA_ERANGE,
                        "heap %s of %s is not below 2^62, and no period is "
                        "proved, since a nim-value is above 65535",
                        tai_quote(h->text, heap), spec);
    if (g->reach >= s->search)
        snprintf(why, sizeof why,
                 ", since max S = %" PRIu64 " is not below them", g->reach);
    return tai_fail(s->error, TA_ERANGE,
                    "no period of %s is proved by the %" PRIu64
                    " values looked at%s; heap %s, not below 2^62, needs "
                    "one: search further (--search)",
                    spec, s->search, why, tai_quote(h->text, heap));
}

ta_status tai_heaps_run(solver *s, unsigned cap, size_t game)
{
    const ta_play *play = s->play;
    play_game *g = play->games[game];
    const ta_game normal = tai_game_view(g->game, TA_NORMAL);
    value_list **lists = tai_alloc(g->end - g->first, sizeof *lists);
    size_t n = 0;
    ta_status st = lists != NULL ? TA_OK : TA_ENOMEM;
    for (size_t i = g->first; i < g->end && st == TA_OK; i++) {
        play_heap *h = play->different[i];
        st = tai_poll(&s->run, 0, 0);
        if (st != TA_OK || !h->needs_run)
            continue;
        h->base = mpz_get_ui(h->size);
        st = tai_values_new(g->game, h->base, &h->options, s->error);
        h->options.cap = cap;
        lists[n++] = &h->options;
        h->how = cap == 2 ? "cold positions" : "nim-values";
    }
    if (st == TA_OK && n > 0)
        st = tai_values_find(&normal, cap, lists, n, s->keep ? &g->table : NULL,
                             &s->run, s->error);
    for (size_t i = g->first; i < g->end && st == TA_OK; i++) {
        play_heap *h = play->different[i];
        if (!h->needs_run)
            continue;
        const unsigned value = tai_values_mex(&h->options);
        h->at_least = cap != 0 && value >= cap;
        mpz_set_ui(h->value, value);
    }
    ta_free(lists);
    return st;
}

ta_status tai_heap_solve_single(solver *s, play_heap *h)
{
    ta_play *play = s->play;
    const ta_game *game = game_of(s, h)->game;
    const bool misere = play->convention == TA_MISERE;
    value_list *o = &h->options;
    ta_status st = check_size(s, h);
    h->base = mpz_get_ui(h->size);
    if (st == TA_OK)
        st = tai_values_new(game, h->base, &h->options, s->error);
    if (st == TA_OK && s->keep && play->lengths == NULL)
        st = tai_lengths_new(game, h->base + 1, &s->run, &play->lengths,
                             s->error);
    if (st == TA_OK && !s->keep)
        st = tai_values_find(game, 2, &o, 1, NULL, &s->run, s->error);
    h->how = s->keep ? "lengths" : "cold positions";
    /* Misère outcomes by a rule say nothing of nim-values: no value is known.
     */
    o->cap = misere && ta_game_about(game)->rule ? 1 : 2;
    mpz_set_ui(h->target, misere);
    /* By a rule a heap above 0 may have no move. */
    play->wins = misere && o->count == 0;
    for (size_t k = 0; k < o->count && st == TA_OK; k++) {
        if (s->keep)
            o->value[k] = tai_lengths_at(play->lengths, o->position[k]) % 2;
        play->wins |= o->value[k] == 0;
        if (misere)
            o->value[k] = o->value[k] == 0 ? 1 : 2;
    }
    return st;
}

/* ---- heap values that need no run over all smaller heaps ---- */

/* Finds value and options of a large heap of a finite set by a proved period,
 * from h->base, a smaller heap by whole periods. Without one sets h->needs_run.
 */
static ta_status find_by_period(solver *s, play_heap *h)
{
    play_game *g = game_of(s, h);
    h->needs_run = true;
    const uint64_t limit = s->run.max_memory;
    /* In each range of S one option comes and one goes from heap to heap. */
    const uint64_t steps = tai_mul_sat(
        g->reach, tai_min_u64(tai_game_count_bound(g->game, g->reach + 1),
                              2 * (uint64_t)ta_game_about(g->game)->n_ranges));
    const bool is_provable =
        ta_game_about(g->game)->finite && g->reach < s->search;
    const bool is_small = mpz_cmp_ui(h->size, TA_PLAY_TABLE) < 0 ||
                          mpz_cmp_ui(h->size, g->reach) <= 0;
    const bool needs_more_memory =
        limit != 0 && tai_mul_sat(18, g->reach | 1 << 14) > limit;
    /* A run can do without. */
    const bool takes_long = steps > TA_PLAY_STEPS && s->asked == 0 &&
                            mpz_sizeinbase(h->size, 2) <= 62;
    if (!is_provable || is_small || needs_more_memory || takes_long ||
        tai_run_overflows(g->game, h))
        return TA_OK;
    const ta_game normal = tai_game_view(g->game, TA_NORMAL);
    ta_status st = TA_OK;
    if (!g->searched) {
        st = ta_period_find(&normal, s->search, &s->run, &g->period, NULL);
        g->searched = st == TA_OK || st == TA_ERANGE;
    }
    /* A value is above 65535: another method may still find this heap's. */
    if (st == TA_ERANGE)
        return TA_OK;
    if (st != TA_OK || g->period.nim.proof == TA_UNPROVED)
        return st;
    /* From `from` on, a heap's options repeat, too (README.md, F1). */
    const uint64_t from = g->period.nim.preperiod + g->reach;
    h->base = tai_reduce(h->size, from, g->period.nim.period, h->value);
    st = tai_values_new(g->game, h->base, &h->options, s->error);
    if (st == TA_OK)
        st = tai_period_values(g->game, &s->run, &h->options);
    if (st == TA_OK)
        mpz_set_ui(h->value, tai_values_mex(&h->options));
    h->how = "period";
    h->needs_run = false;
    return st;
}

ta_status tai_heap_find_value(solver *s, play_heap *h)
{
    const play_game *g = game_of(s, h);
    ta_status st = TA_OK;
    if (tai_heap_is_stuck(s, h)) {
        h->how = "no move";
    } else if (g->octal != NULL) {
        unsigned value = 0;
        h->how = "octal game";
        /* The first heap of a game solves it for all. */
        if (h == s->play->different[g->first])
            st = solve_octal(s, h->game);
        if (st == TA_OK)
            st = tai_octal_reduce(g->solution, h->text, &h->base, h->value,
                                  s->error);
        if (st == TA_OK)
            st = tai_octal_value(g->solution, h->base, &value);
        mpz_set_ui(h->value, value);
    } else if (g->closed != NULL && mpz_cmp_ui(h->size, g->closed->from) >= 0) {
        h->how = g->periodic != NULL ? "period" : "closed form";
        h->closed = g->closed;
        g->closed->value(g->closed, h->size, h->value);
    } else {
        st = find_by_period(s, h);
        if (st == TA_OK && h->needs_run)
            st = check_size(s, h);
    }
    return st;
}
