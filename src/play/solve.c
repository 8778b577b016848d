/* A sum solved: each heap by what is cheapest for it. What both conventions
 * need is here; normal.c and misere.c have the rest. */
#include <inttypes.h>

#include "play/solve.h"

static const uint64_t default_search = UINT64_C(1) << 25;

ta_play_game *ta_solve_game(const ta_solve *j, const ta_heap *h)
{
    return j->play->games[h->game];
}

bool ta_solve_is_stuck(const ta_solve *j, const ta_heap *h)
{
    const ta_play_game *g = ta_solve_game(j, h);
    return g->octal == NULL && mpz_cmp_ui(h->size, ta_game_least(g->game)) < 0;
}

ta_status ta_solve_keep_wins(const ta_solve *j, ta_heap *h, uint64_t base,
                             uint64_t target)
{
    const ta_wanted *o = &h->options;
    size_t count = 0;
    for (size_t k = 0; k < o->count; k++)
        count += o->position[k] != base && o->value[k] == target;
    h->win = ta_alloc(count, sizeof *h->win);
    if (h->win == NULL)
        return ta_solve_no_memory(j);
    for (size_t k = o->count; k-- > 0;) /* small amounts are at the end */
        if (o->position[k] != base && o->value[k] == target)
            h->win[h->n_win++] = base - o->position[k];
    return TA_OK;
}

uint64_t ta_solve_last(const ta_heap *h)
{
    return h->options.position[h->options.count - 1];
}

ta_status ta_solve_plan_memory(ta_solve *j, uint64_t need)
{
    ta_status st =
        ta_admit(&j->run, need, j->error, "the options of the heaps need");
    if (st == TA_OK)
        j->run.max_memory = ta_limit_less(j->run.max_memory, need);
    return st;
}

ta_status ta_solve_by_cold(ta_solve *j, ta_heap *h)
{
    const ta_game *game = ta_solve_game(j, h)->game;
    uint64_t size = mpz_get_ui(h->size);
    ta_options run = j->run;
    ta_status st = ta_solve_plan_memory(j, ta_wanted_memory(game, size));
    if (st == TA_OK) {
        st = ta_wanted_new(game, size, false, &h->options);
        if (st != TA_OK)
            return ta_solve_no_memory(j);
        st = ta_wanted_cold(game, size, &h->options, &j->run, j->error);
    }
    j->run = run;
    if (st == TA_OK)
        st = ta_solve_keep_wins(j, h, size, 0);
    h->how = "cold positions";
    j->play->wins = h->n_win > 0 || ta_solve_is_stuck(j, h);
    return st;
}

ta_status ta_solve_check_size(const ta_solve *j, const ta_heap *h)
{
    const ta_play_game *g = ta_solve_game(j, h);
    const char *spec = ta_game_spec(g->game);
    if (mpz_sizeinbase(h->size, 2) <= 62)
        return TA_OK;
    if (!ta_game_is_finite(g->game))
        return ta_fail(j->error, TA_ERANGE,
                       "heap %.40s of %.60s is not below 2^62, the limit for "
                       "infinite sets without a closed form; larger heaps "
                       "need moser, a finite set or an octal game with a "
                       "period",
                       h->text, spec);
    if (g->reach >= j->search)
        return ta_fail(j->error, TA_ERANGE,
                       "no period of %.60s is proved by the %" PRIu64
                       " values looked at, since max S = %" PRIu64
                       " is not below them; heap %.40s, not below 2^62, needs "
                       "one (--search)",
                       spec, j->search, g->reach, h->text);
    return ta_fail(j->error, TA_ERANGE,
                   "no period of %.60s is proved by the %" PRIu64
                   " values looked at; heap %.40s, not below 2^62, needs one: "
                   "search further (--search)",
                   spec, j->search, h->text);
}

static void forget(ta_play *play)
{
    play->solved = play->wins = play->has_sum = false;
    mpz_set_ui(play->sum, 0);
    ta_free(play->sum_text);
    play->sum_text = NULL;
    for (size_t i = 0; i < play->n_heaps; i++) {
        ta_heap *h = play->heaps[i];
        ta_free(h->win);
        ta_free(h->turn);
        h->turn = NULL;
        h->n_turn = h->turn_room = 0;
        ta_free(h->value_text);
        h->win = NULL;
        h->value_text = NULL;
        h->n_win = 0;
        h->closed = false;
        h->how = "";
        mpz_set_ui(h->value, 0);
        ta_wanted_free(&h->options);
    }
}

static ta_status write_values(ta_play *play)
{
    bool have = true;
    if (play->has_sum)
        have = (play->sum_text = ta_big_text(play->sum)) != NULL;
    for (size_t i = 0; i < play->n_heaps && have; i++) {
        ta_heap *h = play->heaps[i];
        ta_wanted_free(&h->options);
        if (play->has_sum)
            have = (h->value_text = ta_big_text(h->value)) != NULL;
    }
    return have ? TA_OK : TA_ENOMEM;
}

ta_status ta_play_solve(ta_play *play, const ta_play_options *options,
                        ta_error *error)
{
    ta_solve j = {.play = play, .search = default_search, .error = error};
    if (options != NULL && options->run != NULL)
        j.run = *options->run;
    if (options != NULL && options->search != 0)
        j.search = j.asked = options->search;
    if (options != NULL)
        j.cache = options->cache;
    forget(play);
    for (size_t i = 0; i < play->n_heaps; i++)
        j.live += !ta_solve_is_stuck(&j, play->heaps[i]);
    ta_status st = play->convention == TA_MISERE ? ta_solve_misere(&j)
                                                 : ta_solve_normal(&j);
    if (st == TA_OK)
        st = write_values(play);
    if (st == TA_ENOMEM)
        ta_fail(error, st, "no memory for the sum");
    if (st == TA_ECANCELLED)
        ta_fail(error, st, "stopped on request");
    if (st != TA_OK)
        forget(play);
    play->solved = st == TA_OK;
    return st;
}
