/* Finds the nim-value of each heap of a sum by the cheapest method: a closed
 * form, a proved period, the solution of an octal game, or a run that computes
 * all values below the heap. */
#include <inttypes.h>
#include <stdio.h>

#include "game/form.h"
#include "octal/octal-internal.h"
#include "play/play-internal.h"

bool tai_heap_is_stuck(const solver *s, const play_heap *h)
{
    const play_game *g = game_of(s, h);
    return g->octal == NULL && mpz_cmp_ui(h->size, tai_game_least(g->game)) < 0;
}

bool tai_heap_overflows(const ta_game *game, const play_heap *h)
{
    const uint64_t least = UINT16_MAX + 1;
    uint64_t *set;
    size_t count = 0;
    if (mpz_cmp_ui(h->size, least) < 0 ||
        tai_game_count_bound(game, least + 1) < least)
        return false;
    /* The bound of a union may be too large. */
    if (ta_game_elements(game, least + 1, &set, &count) == TA_OK)
        ta_free(set);
    return count == least;
}

/* ---- octal games ---- */

/* Computes nim-values of the octal game play->games[game], so that all of its
 * heaps in the sum have one. If these heaps are small, computes the values up
 * to the largest of them. Otherwise computes a fixed number of values, and
 * searches for a period in them. Does nothing if the values of an earlier
 * solution of the sum suffice. */
static ta_status solve_octal(solver *s, size_t game)
{
    play_game *g = s->play->games[game];
    uint64_t n = 0, moment = ta_octal_moment(g->octal), search = s->search;
    if (g->octal->n_third > 0 && s->asked == 0)
        search = moment; /* the cost is quadratic */
    for (size_t i = g->first; i < g->end; i++) {
        const play_heap *h = s->play->different[i];
        /* If the heap is below `moment`, the values of all heaps up to it are
         * computed, which takes less than a second. Otherwise the values of the
         * heaps below `search` are computed, and a period is searched for in
         * them. */
        const bool small = mpz_cmp_ui(h->size, moment) < 0;
        n = ta_max_u64(n, small ? mpz_get_ui(h->size) + 1 : search);
    }
    if (g->solution != NULL) {
        const ta_summary *have = ta_octal_solution_summary(g->solution);
        if (have->nim.proof != TA_UNPROVED || have->known >= n)
            return TA_OK;
        ta_octal_solution_free(g->solution);
        g->solution = NULL;
    }
    return ta_octal_solve(g->game, n, false, &s->run, &g->solution, s->error);
}

/* ---- values by a run ---- */

/* Checks that heap *h is below 2^62. This limit is for a heap with neither a
 * closed form nor a proved period: all smaller heaps must be computed. Returns
 * TA_ERANGE, with an error text, if the heap is not below the limit. */
static ta_status check_size(const solver *s, const play_heap *h)
{
    const play_game *g = game_of(s, h);
    const char *spec = ta_game_about(g->game)->spec;
    char why[64] = "", heap[TA_QUOTE];
    if (mpz_sizeinbase(h->size, 2) <= 62)
        return TA_OK;
    if (!ta_game_about(g->game)->finite)
        return tai_fail(s->error, TA_ERANGE,
                        "heap %s of %s is not below 2^62, the limit for "
                        "infinite sets without a closed form; larger heaps "
                        "need nim, odds, moser, a finite set or an octal game "
                        "with a period",
                        tai_quote(h->text, heap), spec);
    if (g->period.largest == UINT16_MAX || tai_heap_overflows(g->game, h))
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
    const ta_game normal = ta_game_view(g->game, TA_NORMAL);
    value_list **lists = tai_alloc(g->end - g->first, sizeof *lists);
    size_t n = 0;
    ta_status st = lists != NULL ? TA_OK : TA_ENOMEM;
    for (size_t i = g->first; i < g->end && st == TA_OK; i++) {
        play_heap *h = play->different[i];
        st = tai_poll(&s->run, 0, 0);
        if (st != TA_OK || !h->open)
            continue;
        h->base = mpz_get_ui(h->size);
        st = tai_values_new(g->game, h->base, &h->options);
        h->options.cap = cap;
        lists[n++] = &h->options;
        h->how = cap == 2 ? "cold positions" : "nim-values";
    }
    if (st == TA_OK && n > 0)
        st = tai_values_find(&normal, cap, lists, n, s->keep ? &g->table : NULL,
                             &s->run, s->error);
    for (size_t i = g->first; i < g->end && st == TA_OK; i++)
        if (play->different[i]->open)
            mpz_set_ui(play->different[i]->value,
                       tai_values_mex(&play->different[i]->options));
    ta_free(lists);
    return st;
}

/* Solves a sum in which only the heap *h has a move. A move wins if its option
 * is cold under the convention of the sum. Sets play->wins to whether there is
 * such an option, and h->target, the value to which winning moves lead. In the
 * list h->options a cold option gets this value, 0 or under misère play 1, and
 * a hot option gets another one, which may only be known to be no other. */
ta_status tai_heap_solve_single(solver *s, play_heap *h)
{
    ta_play *play = s->play;
    const ta_game *game = game_of(s, h)->game;
    const bool misere = play->convention == TA_MISERE;
    value_list *o = &h->options;
    ta_status st = check_size(s, h);
    h->base = mpz_get_ui(h->size);
    if (st == TA_OK)
        st = tai_values_new(game, h->base, &h->options);
    if (st == TA_OK && s->keep && play->lengths == NULL)
        st = tai_lengths_new(game, h->base + 1, &s->run, &play->lengths,
                             s->error);
    if (st == TA_OK && !s->keep)
        st = tai_values_find(game, 2, &o, 1, NULL, &s->run, s->error);
    h->how = s->keep ? "lengths" : "cold positions";
    o->cap = 2;
    mpz_set_ui(h->target, misere);
    play->wins = false;
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

/* Finds the nim-value of a large heap of a finite set, and the nim-values of
 * its options, by a proved period. Sets h->base to a smaller heap, a multiple
 * of the period below *h. Each move leads from both heaps to the same
 * nim-value, so only the values of the smaller heap are computed. Sets *done to
 * whether a period could be used. */
static ta_status find_by_period(solver *s, play_heap *h, bool *done)
{
    play_game *g = game_of(s, h);
    *done = false;
    const uint64_t most = s->run.max_memory;
    const uint64_t steps =
        ta_mul_sat(g->reach, tai_game_count_bound(g->game, g->reach + 1));
    /* The search for a period does not give the nim-value in four cases. Then
     * *done stays false. (1) The memory limit is too low for the search. (2)
     * The heap is small. (3) No period can be proved, since max S is not below
     * s->search, the set is infinite, or a nim-value is too large. (4) The
     * search takes long, and a run can do without it. */
    if (!ta_game_about(g->game)->finite || g->reach >= s->search ||
        (most != 0 && ta_mul_sat(18, g->reach | 1 << 14) > most) ||
        mpz_cmp_ui(h->size, TA_PLAY_TABLE) < 0 ||
        mpz_cmp_ui(h->size, g->reach) <= 0 || tai_heap_overflows(g->game, h) ||
        (steps > TA_PLAY_STEPS && s->asked == 0 &&
         mpz_sizeinbase(h->size, 2) <= 62))
        return TA_OK;
    const ta_game normal = ta_game_view(g->game, TA_NORMAL);
    ta_status st = TA_OK;
    if (!g->searched) {
        st = ta_period_find(&normal, s->search, &s->run, &g->period, NULL);
        g->searched = st == TA_OK || st == TA_ERANGE;
    }
    /* TA_ERANGE says that a nim-value is above 65535. Then no period is proved,
     * and another method may still find the value of this heap. */
    if (st == TA_ERANGE)
        return TA_OK;
    if (st != TA_OK || g->period.nim.proof == TA_UNPROVED)
        return st;
    const uint64_t from = g->period.nim.preperiod + g->reach;
    const ta_options before = s->run;
    h->base = mpz_get_ui(h->size);
    if (mpz_cmp_ui(h->size, from) >= 0) {
        mpz_sub_ui(h->value, h->size, from);
        h->base = from + mpz_fdiv_ui(h->value, g->period.nim.period);
    }
    s->run.known = NULL;
    st = tai_values_new(g->game, h->base, &h->options);
    if (st == TA_OK)
        st = tai_values_find(&normal, 0, &(value_list *){&h->options}, 1, NULL,
                             &s->run, s->error);
    s->run = before;
    if (st == TA_OK)
        mpz_set_ui(h->value, tai_values_mex(&h->options));
    h->how = "period";
    *done = true;
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
        if (h == s->play->different[g->first])
            st = solve_octal(s, h->game);
        if (st == TA_OK)
            st = ta_octal_value_of(g->solution, h->text, &value, s->error);
        mpz_set_ui(h->value, value);
    } else if (g->closed != NULL && mpz_cmp_ui(h->size, g->closed->from) >= 0) {
        h->how = "closed form";
        h->closed = g->closed;
        g->closed->value(h->size, h->value);
    } else {
        bool done = false;
        st = find_by_period(s, h, &done);
        h->open = !done;
        if (st == TA_OK && !done)
            st = check_size(s, h);
    }
    return st;
}
