/* Solves a sum of heaps: values, who wins, and the winning moves.
 *
 * Under normal play a sum is cold if its nim-sum is 0. Under misere play it is
 * cold if some heap has a value of 2 or more and the nim-sum is 0, or if no
 * heap has one and the nim-sum is 1 (paper-notes.md, P4). Under both, the
 * winning moves in a heap are the moves to one value, its target.
 *
 * The value of a heap comes from the closed form of the Moser game, a proved
 * period, the solution of an octal game, or a run below the heap. Cold
 * positions decide alone where one heap can move, and under misere play where
 * they show that at most one heap has a value of 2 or more. */
#include <inttypes.h>

#include "game/form.h"
#include "octal/octal.h"
#include "play/solve.h"

/* A heap below min S has no move: its value is 0. */
static bool is_stuck(const ta_solve *j, const ta_heap *h)
{
    const ta_play_game *g = ta_solve_game(j, h);
    return g->octal == NULL && mpz_cmp_ui(h->size, ta_game_least(g->game)) < 0;
}

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

/* Checks that a heap without a closed form or a period is below 2^62. */
static ta_status check_size(const ta_solve *j, const ta_heap *h)
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

/* The heap itself is the last position of its list. */
static void take_value(ta_heap *h)
{
    mpz_set_ui(h->value, h->options.value[h->options.count - 1]);
}

/* Finds what is known of a heap without a run, or sets h->open. */
static ta_status value_at_once(ta_solve *j, ta_heap *h)
{
    const ta_play_game *g = ta_solve_game(j, h);
    bool done = false;
    if (is_stuck(j, h)) {
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
    ta_status st = ta_solve_by_period(j, h, &done);
    if (done && st == TA_OK)
        take_value(h);
    else if (st == TA_OK)
        st = check_size(j, h);
    h->open = !done;
    return st;
}

/* Takes `need` bytes off what the engines may use. TA_ELIMIT. */
static ta_status plan_memory(ta_solve *j, uint64_t need)
{
    ta_status st =
        ta_admit(&j->run, need, j->error, "the options of the heaps need");
    if (st == TA_OK)
        j->run.max_memory = ta_limit_less(j->run.max_memory, need);
    return st;
}

/* Computes the nim-values of the open heaps of one game and of their options
 * from one run; or the lesser of each nim-value and the cap, if that is not 0;
 * or, if the content is cold positions, the lesser of each nim-value and 2. */
static ta_status by_run(ta_solve *j, ta_content content, unsigned cap,
                        size_t game)
{
    const ta_play *play = j->play;
    const ta_game of = ta_game_view(play->games[game]->game, TA_NORMAL);
    ta_wanted **lists = ta_alloc(play->n_heaps, sizeof *lists);
    ta_options before = j->run;
    size_t n = 0;
    ta_status st = lists != NULL ? TA_OK : ta_solve_no_memory(j);
    for (size_t i = 0; i < play->n_heaps && st == TA_OK; i++) {
        ta_heap *h = play->heaps[i];
        if (h->game != game || !h->open)
            continue;
        uint64_t size = mpz_get_ui(h->size);
        st = plan_memory(j, ta_wanted_memory(&of, size));
        if (st == TA_OK && h->options.count == 0 &&
            ta_wanted_new(&of, size, true, &h->options) != TA_OK)
            st = ta_solve_no_memory(j);
        lists[n++] = &h->options;
        h->how = content == TA_CONTENT_NIM ? "nim-values" : "cold positions";
    }
    if (st == TA_OK && n > 0)
        st = ta_wanted_run(content, cap, &of, lists, n, &j->run, j->cache,
                           j->error);
    j->run = before;
    for (size_t i = 0; i < play->n_heaps && st == TA_OK; i++)
        if (play->heaps[i]->game == game && play->heaps[i]->open)
            take_value(play->heaps[i]);
    ta_free(lists);
    return st;
}

static ta_status by_runs(ta_solve *j, ta_content content)
{
    ta_status st = TA_OK;
    for (size_t i = 0; i < j->play->n_games && st == TA_OK; i++)
        st = by_run(j, content, 0, i);
    return st;
}

/* Keeps the amounts that lead from a heap of size `base`, which has the same
 * options as h, to options of value `target`. */
static ta_status keep_wins(const ta_solve *j, ta_heap *h, uint64_t base,
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

/* Finds the winning moves in the only heap that has a move by the cold
 * positions below it, under either convention. */
static ta_status by_cold(ta_solve *j, ta_heap *h)
{
    const ta_game *game = ta_solve_game(j, h)->game;
    uint64_t size = mpz_get_ui(h->size);
    ta_options before = j->run;
    ta_wanted *list = &h->options;
    ta_status st = plan_memory(j, ta_wanted_memory(game, size));
    if (st == TA_OK && ta_wanted_new(game, size, false, list) != TA_OK)
        st = ta_solve_no_memory(j);
    if (st == TA_OK)
        st = ta_wanted_run(TA_CONTENT_COLD, 0, game, &list, 1, &j->run, NULL,
                           j->error);
    j->run = before;
    if (st == TA_OK)
        st = keep_wins(j, h, size, 0);
    h->how = "cold positions";
    j->play->wins = h->n_win > 0;
    return st;
}

/* One file keeps the values of one game. */
static ta_status check_cache(const ta_solve *j)
{
    const ta_heap *first = NULL;
    for (size_t i = 0; i < j->play->n_heaps && j->cache != NULL; i++) {
        const ta_heap *h = j->play->heaps[i];
        if (!h->open)
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

/* Nim-values below this bound take 64 MiB. */
static const uint64_t default_values = UINT64_C(1) << 25;

/* Whether the nim-values below the heap, which is below 2^62, were asked for or
 * take some seconds at most. */
static bool values_are_cheap(const ta_solve *j, const ta_heap *h)
{
    uint64_t size = mpz_get_ui(h->size);
    const ta_game *game = ta_solve_game(j, h)->game;
    if (size < TA_PLAY_TABLE || size < j->asked)
        return true;
    return size < default_values &&
           ta_mul_sat(size, ta_game_count_bound(game, size)) <= TA_PLAY_STEPS;
}

/* Returns the only heap that has a move, if cold positions answer it: under
 * misere play, if the caller has them, or if nim-values take long. Otherwise
 * NULL. */
static ta_heap *answered_by_cold(const ta_solve *j)
{
    ta_heap *only = NULL;
    size_t live = 0;
    for (size_t i = 0; i < j->play->n_heaps; i++) {
        ta_heap *h = j->play->heaps[i];
        live += !is_stuck(j, h);
        only = h->open ? h : only;
    }
    return only != NULL && live == 1 && j->cache == NULL &&
                   (j->play->convention == TA_MISERE || j->run.known != NULL ||
                    !values_are_cheap(j, only))
               ? only
               : NULL;
}

static bool is_large(const ta_heap *h)
{
    return mpz_cmp_ui(h->value, 2) >= 0;
}

static size_t count_large(const ta_play *play)
{
    size_t large = 0;
    for (size_t i = 0; i < play->n_heaps; i++)
        large += is_large(play->heaps[i]);
    return large;
}

/* Whether some option of the heap may have a value of 2 or more. The least
 * heap of the Moser game with such a value is 4. */
static bool can_be_large(const ta_heap *h)
{
    bool can = h->closed && mpz_cmp_ui(h->size, 4) > 0;
    for (size_t k = 0; k + 1 < h->options.count && !can; k++)
        can = h->options.value[k] >= 2;
    return can;
}

/* Returns the largest open heap if it is far larger than all the others, whose
 * values are then small beside its own. Otherwise, or if a heap of at least 2
 * has its value without a run, which may be of any size: NULL. */
static ta_heap *find_far_largest(const ta_solve *j)
{
    enum { FAR = 16 };
    ta_heap *largest = NULL;
    uint64_t second = 0;
    for (size_t i = 0; i < j->play->n_heaps; i++) {
        ta_heap *h = j->play->heaps[i];
        if (!h->open && !is_stuck(j, h))
            return NULL;
        if (!h->open)
            continue;
        const uint64_t size = mpz_get_ui(h->size);
        if (largest == NULL || size > mpz_get_ui(largest->size)) {
            second = largest != NULL ? mpz_get_ui(largest->size) : 0;
            largest = h;
        } else {
            second = ta_max_u64(second, size);
        }
    }
    return largest != NULL && mpz_get_ui(largest->size) / FAR >= second
               ? largest
               : NULL;
}

/* Computes the nim-values of the open heaps. The value of a far largest heap
 * is computed only if it is below a cap: a power of two above all values of the
 * other heaps and of their options. From the cap on it makes the nim-sum more
 * than they all can, so that only moves in that heap win. */
static ta_status nim_values(ta_solve *j)
{
    const ta_play *play = j->play;
    ta_heap *largest = find_far_largest(j);
    unsigned cap = 2;
    if (largest != NULL)
        largest->open = false;
    else
        j->exact = true;
    ta_status st = by_runs(j, TA_CONTENT_NIM);
    if (largest == NULL || st != TA_OK)
        return st;
    for (size_t i = 0; i < play->n_heaps; i++) {
        ta_heap *h = play->heaps[i];
        for (size_t k = 0; h->open && k < h->options.count; k++)
            while (h->options.value[k] >= cap)
                cap *= 2;
        h->open = h == largest;
    }
    st = by_run(j, TA_CONTENT_NIM, cap, largest->game);
    largest->open = mpz_cmp_ui(largest->value, cap) >= 0;
    return st;
}

/* Decides by cold positions which heaps have the value 0 or 1, and computes
 * nim-values where two heaps or more have neither. Where one heap has neither,
 * a move in another heap to its very value wins: nim-values are computed for
 * such moves too, unless one winning move is enough. */
static ta_status misere_values(ta_solve *j)
{
    const ta_play *play = j->play;
    ta_status st = by_runs(j, TA_CONTENT_COLD);
    if (st != TA_OK)
        return st;
    const size_t large = count_large(play);
    bool equal = false;
    for (size_t i = 0; i < play->n_heaps && large == 1; i++)
        equal |= !is_large(play->heaps[i]) && can_be_large(play->heaps[i]);
    j->left_out = equal && j->one_move;
    j->exact = false;
    return large >= 2 || (equal && !j->one_move) ? nim_values(j) : TA_OK;
}

/* Decides who wins, and in each heap the value that a winning move leaves.
 * Under misere play that value leaves the nim-sum 0 if another heap has a value
 * of 2 or more, and the nim-sum 1 otherwise. */
static ta_status finish(ta_solve *j)
{
    ta_play *play = j->play;
    const bool misere = play->convention == TA_MISERE;
    const size_t large = count_large(play);
    ta_status st = TA_OK;
    play->has_sum = true;
    for (size_t i = 0; i < play->n_heaps; i++) {
        ta_heap *h = play->heaps[i];
        h->known = j->exact || !h->open || !is_large(h);
        play->has_sum &= h->known;
        mpz_xor(play->sum, play->sum, h->value);
    }
    play->wins = (mpz_sgn(play->sum) != 0) != (misere && large == 0);
    for (size_t i = 0; i < play->n_heaps && st == TA_OK; i++) {
        ta_heap *h = play->heaps[i];
        mpz_xor(h->target, h->value, play->sum);
        if (misere && large == is_large(h))
            mpz_combit(h->target, 0);
        h->left_out = j->left_out && mpz_cmp_ui(h->target, 2) >= 0;
        if (play->wins && h->options.count > 0 &&
            mpz_cmp_ui(h->target, UINT16_MAX) <= 0)
            st = keep_wins(j, h, h->options.position[h->options.count - 1],
                           mpz_get_ui(h->target));
    }
    return st;
}

ta_status ta_solve_sum(ta_solve *j)
{
    ta_play *play = j->play;
    const bool misere = play->convention == TA_MISERE;
    ta_status st = TA_OK;
    for (size_t i = 0; i < play->n_games && st == TA_OK; i++)
        if (play->games[i]->octal != NULL)
            st = solve_octal(j, i);
    for (size_t i = 0; i < play->n_heaps && st == TA_OK; i++)
        st = value_at_once(j, play->heaps[i]);
    if (st == TA_OK)
        st = check_cache(j);
    if (st != TA_OK)
        return st;
    ta_heap *single = answered_by_cold(j);
    j->exact = true;
    if (single != NULL) {
        st = by_cold(j, single);
        if (st != TA_OK || play->wins)
            return st;
        mpz_set_ui(single->value, misere); /* what a cold heap has */
    } else {
        st = misere && j->cache == NULL ? misere_values(j)
                                        : by_runs(j, TA_CONTENT_NIM);
    }
    return st == TA_OK ? finish(j) : st;
}
