/* Normal play: the nim-value of each heap and of its options, from the closed
 * form of the Moser game, a proved period, the solution of an octal game, or a
 * run below the heap. Where only one heap can move it is enough to know which
 * of its options are cold. */
#include "octal/octal.h"
#include "play/solve.h"

static ta_status octal_value(ta_solve *j, ta_heap *h)
{
    unsigned value = 0;
    ta_status st = ta_octal_value_of(ta_solve_game(j, h)->solution, h->text,
                                     &value, j->error);
    mpz_set_ui(h->value, value);
    h->how = "octal game";
    return st;
}

static ta_status solve_octal(ta_solve *j, size_t game)
{
    ta_play_game *g = j->play->games[game];
    uint64_t n = 0, moment = ta_octal_moment(g->octal), search = j->search;
    if (g->octal->n_third > 0 && j->asked == 0)
        search = moment; /* quadratic */
    for (size_t i = 0; i < j->play->n_heaps; i++) {
        const ta_heap *h = j->play->heaps[i];
        if (h->game != game)
            continue;
        /* small heaps need no period, but all values below */
        bool small = mpz_cmp_ui(h->size, moment) < 0;
        n = ta_max_u64(n, small ? mpz_get_ui(h->size) + 1 : search);
    }
    ta_octal_solution_free(g->solution);
    g->solution = NULL;
    return ta_octal_solve(g->game, n, false, &j->run, &g->solution, j->error);
}

/* What can be said without a run; `open` is set for heaps that need one. */
static ta_status value_at_once(ta_solve *j, ta_heap *h, bool *open)
{
    const ta_play_game *g = ta_solve_game(j, h);
    bool done = false;
    *open = false;
    if (ta_solve_is_stuck(j, h)) {
        h->how = "no move";
        return TA_OK;
    }
    if (g->octal != NULL)
        return octal_value(j, h);
    if (g->moser) {
        h->how = "closed form";
        h->closed = true;
        return ta_moser_value(h->size, h->value);
    }
    ta_status st = ta_solve_by_period(j, h, h->size, &done);
    if (done && st == TA_OK)
        mpz_set_ui(h->value, h->options.value[h->options.count - 1]);
    else if (st == TA_OK)
        st = ta_solve_check_size(j, h);
    *open = !done;
    return st;
}

/* Values of all open heaps of one game, from one run. */
static ta_status by_run(ta_solve *j, size_t game, const bool *open)
{
    const ta_play *play = j->play;
    const ta_game *of = play->games[game]->game;
    ta_wanted **lists = ta_alloc(play->n_heaps, sizeof *lists);
    ta_options before = j->run;
    size_t n = 0;
    ta_status st = lists != NULL ? TA_OK : ta_solve_no_memory(j);
    for (size_t i = 0; i < play->n_heaps && st == TA_OK; i++) {
        ta_heap *h = play->heaps[i];
        if (h->game != game || !open[i])
            continue;
        uint64_t size = mpz_get_ui(h->size);
        st = ta_solve_plan_memory(j, ta_wanted_memory(of, size));
        if (st == TA_OK && ta_wanted_new(of, size, true, &h->options) != TA_OK)
            st = ta_solve_no_memory(j);
        lists[n++] = &h->options;
        h->how = "nim-values";
    }
    if (st == TA_OK && n > 0)
        st = ta_wanted_values(of, lists, n, &j->run, j->cache, j->error);
    j->run = before;
    for (size_t i = 0; i < play->n_heaps && st == TA_OK; i++) {
        ta_heap *h = play->heaps[i];
        if (h->game == game && open[i])
            mpz_set_ui(h->value, h->options.value[h->options.count - 1]);
    }
    ta_free(lists);
    return st;
}

/* Their memory, 64 MiB, is had anywhere. */
static const uint64_t default_values = UINT64_C(1) << 25;

/* One file keeps the values of one game. */
static ta_status check_cache(const ta_solve *j, const bool *open)
{
    const ta_heap *first = NULL;
    for (size_t i = 0; i < j->play->n_heaps && j->cache != NULL; i++) {
        const ta_heap *h = j->play->heaps[i];
        if (!open[i])
            continue;
        if (first == NULL)
            first = h;
        if (h->game != first->game)
            return ta_fail(j->error, TA_EINVAL,
                           "one file keeps the values of one game, and this "
                           "sum has heaps of %.60s and %.60s",
                           ta_game_spec(ta_solve_game(j, first)->game),
                           ta_game_spec(ta_solve_game(j, h)->game));
    }
    return TA_OK;
}

/* The nim-values below the heap, which is below 2^62: they were asked for, or
 * are a matter of seconds. */
static bool values_are_cheap(const ta_solve *j, const ta_heap *h)
{
    uint64_t size = mpz_get_ui(h->size);
    const ta_game *game = ta_solve_game(j, h)->game;
    if (size < TA_PLAY_TABLE || size < j->asked)
        return true;
    return size < default_values &&
           ta_mul_sat(size, ta_game_count_bound(game, size)) <= TA_PLAY_STEPS;
}

/* One heap, large, and no values kept, or cold positions at hand: these are
 * enough. */
static bool cold_is_enough(const ta_solve *j, const ta_heap *h)
{
    return j->live == 1 && j->cache == NULL &&
           (j->run.known != NULL || !values_are_cheap(j, h));
}

static ta_status finish_normal(ta_solve *j)
{
    ta_play *play = j->play;
    mpz_t target;
    mpz_init(target);
    for (size_t i = 0; i < play->n_heaps; i++)
        mpz_xor(play->sum, play->sum, play->heaps[i]->value);
    play->has_sum = true;
    play->wins = mpz_sgn(play->sum) != 0;
    ta_status st = TA_OK;
    for (size_t i = 0; i < play->n_heaps && st == TA_OK; i++) {
        ta_heap *h = play->heaps[i];
        mpz_xor(target, h->value, play->sum);
        if (play->wins && h->options.count > 0 &&
            mpz_cmp_ui(target, UINT16_MAX) <= 0)
            st = ta_solve_keep_wins(j, h, ta_solve_last(h), mpz_get_ui(target));
    }
    mpz_clear(target);
    return st;
}

ta_status ta_solve_normal(ta_solve *j)
{
    ta_play *play = j->play;
    bool *open = ta_alloc_zero(play->n_heaps, sizeof *open);
    ta_status st = open != NULL ? TA_OK : ta_solve_no_memory(j);
    ta_heap *large = NULL;
    for (size_t i = 0; i < play->n_games && st == TA_OK; i++)
        if (play->games[i]->octal != NULL)
            st = solve_octal(j, i);
    for (size_t i = 0; i < play->n_heaps && st == TA_OK; i++) {
        st = value_at_once(j, play->heaps[i], &open[i]);
        if (st == TA_OK && open[i] && cold_is_enough(j, play->heaps[i]))
            large = play->heaps[i];
    }
    if (st == TA_OK)
        st = check_cache(j, open);
    if (st == TA_OK && large != NULL) {
        st = ta_solve_by_cold(j, large);
        if (st == TA_OK && !play->wins)
            st = finish_normal(j); /* all values are 0 */
    } else {
        for (size_t i = 0; i < play->n_games && st == TA_OK; i++)
            st = by_run(j, i, open);
        if (st == TA_OK)
            st = finish_normal(j);
    }
    ta_free(open);
    return st;
}
