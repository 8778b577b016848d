/* Heaps of finite sets: a smaller heap whose options have the same values. */
#include <stdlib.h>

#include "play/solve.h"

static ta_status find_period(const ta_solve *j, ta_play_game *g)
{
    if (g->searched)
        return TA_OK;
    uint64_t need = ta_add_sat(
        ta_period_memory(ta_game_count_bound(g->game, g->reach + 1), g->reach),
        8 * ta_game_count_bound(g->game, g->reach + 1));
    if (j->run.max_memory != 0 && need > j->run.max_memory)
        return TA_OK; /* there are other ways */
    ta_status st = ta_game_elements(g->game, g->reach + 1, &g->set, &g->count);
    if (st == TA_OK)
        st = ta_period_of(g->set, g->count, j->search, &j->run, &g->period);
    g->searched = st == TA_OK;
    if (st == TA_ERANGE)
        st = TA_OK; /* a value above 65535: no period, and cold engines */
    return st;
}

/* The values of h and its options, of a set with a period. */
static ta_status by_period(const ta_solve *j, ta_heap *h)
{
    const ta_play_game *g = ta_solve_game(j, h);
    uint64_t from = g->period.preperiod + g->reach, base;
    mpz_t rest;
    mpz_init(rest);
    if (mpz_cmp_ui(h->size, from) >= 0) {
        mpz_sub_ui(rest, h->size, from);
        base = from + mpz_fdiv_ui(rest, g->period.period);
    } else {
        base = mpz_get_ui(h->size);
    }
    mpz_clear(rest);
    ta_walk walk;
    ta_status st = ta_wanted_new(g->game, base, true, &h->options);
    if (st == TA_OK)
        st = ta_walk_new(g->set, g->count, NULL, &walk);
    if (st != TA_OK)
        return st;
    st = ta_walk_to(&walk, base + 1, &j->run);
    for (size_t k = 0; st == TA_OK && k < h->options.count; k++)
        h->options.value[k] = walk.value[h->options.position[k] - walk.first];
    ta_walk_free(&walk);
    h->how = "period";
    return st;
}

ta_status ta_solve_by_period(const ta_solve *j, ta_heap *h, bool *done)
{
    ta_play_game *g = ta_solve_game(j, h);
    *done = false;
    /* Where max S is not below the end of the search, no window comes twice. */
    if (!ta_game_is_finite(g->game) || g->reach >= j->search ||
        mpz_cmp_ui(h->size, TA_PLAY_TABLE) < 0 ||
        mpz_cmp_ui(h->size, g->reach) <= 0)
        return TA_OK;
    ta_status st = find_period(j, g);
    *done = st == TA_OK && g->period.proved;
    return *done ? by_period(j, h) : st;
}
