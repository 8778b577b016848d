/* Solves a sum: values of heaps, who wins, and the target of each heap. Begin
 * with solve_sum.
 *
 * Normal play: cold if the nim-sum is 0. Misère play: cold if some value is 2
 * or more and the nim-sum is 0, or none is and it is 1. Cold positions can
 * suffice where only one heap has a move, and in misère play where at most one
 * is large; they show the values 0 and 1. Words: play-internal.h. Proofs:
 * README.md. Long, as its functions share one sum. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "play/play-internal.h"

static const uint64_t default_search = UINT64_C(1) << 25;

static bool is_large(const play_heap *h)
{
    return mpz_cmp_ui(h->value, 2) >= 0;
}

static size_t count_large(const ta_play *play)
{
    size_t large = 0;
    for (size_t i = 0; i < play->n_heaps; i++)
        large += is_large(play->heaps[i]->like);
    return large;
}

/* Computes all heaps that need a run; `cap` as for tai_heaps_run. */
static ta_status run_games(solver *s, unsigned cap)
{
    ta_status st = TA_OK;
    char heap[TA_QUOTE];
    for (size_t i = 0; i < s->play->n_different && cap == 0; i++) {
        const play_heap *h = s->play->different[i];
        if (h->needs_run && tai_run_overflows(game_of(s, h)->game, h))
            return tai_fail(s->error, TA_ERANGE,
                            "a nim-value up to heap %s of %s is above 65535, "
                            "the largest that is kept",
                            tai_quote(h->text, heap),
                            ta_game_about(game_of(s, h)->game)->spec);
    }
    for (size_t i = 0; i < s->play->n_games && st == TA_OK; i++)
        st = tai_heaps_run(s, cap, i);
    return st;
}

/* ---- a single heap ---- */

/* Returns whether all values below h, which is below 2^62, should be computed:
 * they can be, and the caller asked (s->asked) or they take a few seconds. */
static bool is_cheap(const solver *s, const play_heap *h)
{
    const uint64_t size = mpz_get_ui(h->size);
    const ta_game *game = game_of(s, h)->game;
    if (ta_game_about(game)->rule)
        return size <= UINT16_MAX || size < s->asked;
    return !tai_run_overflows(game, h) &&
           (size < TA_PLAY_TABLE || size < s->asked ||
            (size < default_search &&
             tai_mul_sat(size, tai_game_count_bound(game, size)) <=
                 TA_PLAY_STEPS));
}

/* Returns the only heap with a move if cold positions are to solve the sum: in
 * misère play, with an archive (which has cold positions: solve_sum does not
 * ask with one of nim-values), or where nim-values take long; not if moves will
 * be made (s->keep). Else NULL. */
static play_heap *find_single(const solver *s)
{
    play_heap *only = NULL;
    size_t live = 0;
    for (size_t i = 0; i < s->play->n_heaps; i++) {
        play_heap *h = s->play->heaps[i]->like;
        live += !tai_heap_is_stuck(s, h);
        only = h->needs_run ? h : only;
    }
    return only != NULL && live == 1 && !s->keep &&
                   (s->play->convention == TA_MISERE || s->run.known != NULL ||
                    !is_cheap(s, only))
               ? only
               : NULL;
}

/* ---- misère play of several heaps ---- */

static bool has_large_option(const play_heap *h)
{
    bool has = h->closed != NULL && h->closed->large != UINT64_MAX &&
               mpz_cmp_ui(h->size, h->closed->large) > 0;
    for (size_t k = 0; k < h->options.count && !has; k++)
        has = h->options.value[k] >= 2;
    return has;
}

/* Returns the only heap of the sum whose run surely overflows; NULL if there is
 * none, or more than one. */
static play_heap *find_overflowing(const solver *s)
{
    play_heap *found = NULL;
    size_t count = 0;
    for (size_t i = 0; i < s->play->n_heaps; i++) {
        play_heap *h = s->play->heaps[i]->like;
        if (!h->needs_run || !tai_run_overflows(game_of(s, h)->game, h))
            continue;
        found = h;
        count++;
    }
    return count == 1 ? found : NULL;
}

/* Returns the largest heap if it needs a run, is at least `times` times as
 * large as each other one, and equals none; else NULL, also if a heap with
 * moves needs no run, since its value may be anything. */
static play_heap *find_far_largest(const solver *s, uint64_t times)
{
    play_heap *largest = NULL;
    uint64_t first = 0, second = 0; /* sizes of the two largest */
    bool is_twice = false;
    for (size_t i = 0; i < s->play->n_heaps; i++) {
        play_heap *h = s->play->heaps[i]->like;
        if (!h->needs_run && !tai_heap_is_stuck(s, h))
            return NULL;
        const uint64_t size = h->needs_run ? mpz_get_ui(h->size) : 0;
        second = tai_max_u64(second, tai_min_u64(first, size));
        /* Equal heaps have the same `like`. */
        is_twice = size <= first && (is_twice || h == largest);
        if (size > first) {
            first = size;
            largest = h;
        }
    }
    /* The engine of a rule has no cap. */
    return first / times >= second && !is_twice && largest != NULL &&
                   !ta_game_about(game_of(s, largest)->game)->rule
               ? largest
               : NULL;
}

/* Computes the heaps that need a run. If one is far larger in misère play, or
 * has a value above 65535, the others come first; then this one, `largest`,
 * exact below a cap, a power of two above all known values of the others and of
 * their options. If its value is not below the cap, none of these options makes
 * the nim-sum 0 or 1: its own moves win, and its value is not needed. */
static ta_status find_nim_values(solver *s)
{
    /* The others then likely have far smaller values. */
    enum { FAR = 16 };
    const ta_play *play = s->play;
    play_heap *largest = play->convention == TA_MISERE && s->run.known == NULL
                             ? find_far_largest(s, FAR)
                             : NULL;
    unsigned cap = 2;
    ta_status st;
    if (largest == NULL) {
        st = run_games(s, 0);
        if (st == TA_ERANGE && s->run.known == NULL)
            largest = find_overflowing(s);
        if (st == TA_ERANGE && s->run.known == NULL && largest == NULL)
            largest = find_far_largest(s, 1);
        if (largest == NULL)
            return st;
    }
    largest->needs_run = false;
    st = run_games(s, 0);
    if (st != TA_OK)
        return st;
    for (size_t i = 0; i < play->n_different; i++) {
        play_heap *h = play->different[i];
        h->needs_run = h == largest;
        if (h == largest)
            continue;
        while (cap <= UINT16_MAX && mpz_cmp_ui(h->value, cap) >= 0)
            cap *= 2;
        for (size_t k = 0; k < h->options.count; k++)
            while (h->options.value[k] >= cap)
                cap *= 2;
    }
    if (cap > UINT16_MAX)
        return tai_fail(s->error, TA_ERANGE,
                        "the sum needs nim-values above 65535");
    st = tai_heaps_run(s, cap, largest->game);
    s->cap = largest->at_least ? cap : 0;
    if (st == TA_OK && s->error != NULL)
        s->error->text[0] = '\0'; /* of the run without a cap */
    return st;
}

/* Cold positions show which heaps are large, and the values of the others. If
 * two are, all values are computed. If one is, it has a winning move to 0 or 1,
 * and others may have such to 2 or more, which are looked for unless one is
 * enough. */
static ta_status find_misere_values(solver *s)
{
    const ta_play *play = s->play;
    ta_status st = run_games(s, 2);
    if (st != TA_OK)
        return st;
    const size_t large = count_large(play);
    bool may_have_more = false;
    for (size_t i = 0; i < play->n_different && large == 1; i++)
        may_have_more |= !is_large(play->different[i]) &&
                         has_large_option(play->different[i]);
    s->skips_large = may_have_more && s->one_move;
    return large >= 2 || (may_have_more && !s->one_move) ? find_nim_values(s)
                                                         : TA_OK;
}

/* ---- the sum ---- */

/* Sets the target of each heap, the value that makes the nim-sum 0; or 1, under
 * misère play, if no other heap is large. At most one value is only known to be
 * `at_least` a cap, a power of two above all others. That suffices: the sum is
 * not 0; the heap's own target is the xor of the others; and another heap's
 * target is the cap or more, which no option of it has unless s->skips_large,
 * or its options are `unlisted`. */
static ta_status finish(solver *s)
{
    ta_play *play = s->play;
    const bool misere = play->convention == TA_MISERE;
    const size_t large = count_large(play);
    bool knows_all = true, enough_memory = true; /* values */
    mpz_t sum;
    mpz_init(sum);
    for (size_t i = 0; i < play->n_heaps; i++)
        mpz_xor(sum, sum, play->heaps[i]->like->value);
    play->wins = (mpz_sgn(sum) != 0) != (misere && large == 0);
    for (size_t i = 0; i < play->n_different; i++) {
        play_heap *h = play->different[i];
        if (!h->at_least)
            h->value_text = tai_big_text(h->value, play->hexadecimal);
        knows_all &= !h->at_least;
        enough_memory &= h->at_least || h->value_text != NULL;
        mpz_xor(h->target, h->value, sum);
        const bool no_other_large = large == (is_large(h) ? 1 : 0);
        if (misere && no_other_large)
            mpz_combit(h->target, 0);
        /* The value of an option is below the size of a subtraction heap. */
        const bool unlisted = h->closed != NULL
                                  ? mpz_cmp_ui(h->size, s->cap) > 0
                                  : game_of(s, h)->octal != NULL;
        h->may_have_more =
            (s->skips_large || (s->cap != 0 && unlisted && !h->at_least)) &&
            mpz_cmp_ui(h->target, 2) >= 0;
    }
    if (knows_all)
        play->sum_text = tai_big_text(sum, play->hexadecimal);
    enough_memory &= !knows_all || play->sum_text != NULL;
    mpz_clear(sum);
    return enough_memory ? TA_OK : TA_ENOMEM;
}

/* Proves periods of allbut:X, solves each heap by what it alone needs, then
 * those that need a run together, by cold positions where they suffice. */
static ta_status solve_sum(solver *s)
{
    ta_play *play = s->play;
    const bool misere = play->convention == TA_MISERE;
    const ta_archive *known = s->run.known;
    ta_status st = TA_OK;
    bool rule = false;
    for (size_t i = 0; i < play->n_games && st == TA_OK; i++) {
        play_game *g = play->games[i];
        rule |= ta_game_about(g->game)->rule;
        const uint64_t all_from = tai_game_all_from(g->game);
        if (all_from == 0 || g->searched)
            continue;
        /* Two looks at each number that is no move give a value. */
        const uint64_t others =
            all_from - tai_game_count_bound(g->game, all_from);
        st = tai_all_but_form(
            g->game,
            s->asked != 0 ? s->asked
                          : tai_min_u64(s->search, TA_PLAY_STEPS / 8 / others),
            &s->run, &g->periodic, s->error);
        g->searched = st == TA_OK;
        if (g->periodic != NULL)
            g->closed = g->periodic;
    }
    if (st != TA_OK)
        return st;
    if (misere && rule && play->n_heaps > 1)
        return tai_fail(s->error, TA_ERANGE,
                        "misere sums with a game by heap, such as half, are "
                        "not decided by nim-values; a single heap is");
    s->keep &= !(misere && rule); /* neither lengths nor values to keep */
    /* The table of lengths ends below 2^32; a closed form goes further. */
    if (s->keep && play->n_heaps == 1 && !misere &&
        play->games[0]->octal == NULL &&
        (play->games[0]->closed == NULL ||
         mpz_sizeinbase(play->heaps[0]->size, 2) <= 32))
        return tai_heap_solve_single(s, play->heaps[0]);
    for (size_t i = 0; i < play->n_different && st == TA_OK; i++) {
        st = tai_poll(&s->run, 0, 0);
        if (st == TA_OK)
            st = tai_heap_find_value(s, play->different[i]);
    }
    if (st != TA_OK)
        return st;
    const bool has_values = !(misere && rule) && known != NULL &&
                            ta_archive_about(known)->content == TA_CONTENT_NIM;
    play_heap *single = has_values ? NULL : find_single(s);
    if (single != NULL) {
        st = tai_heap_solve_single(s, single);
        if (st != TA_OK || play->wins || (misere && rule))
            return st; /* wins and target are set, the value is not known */
        /* The heap is cold. So its value is 0 or, under misère play, 1. */
        mpz_set_ui(single->value, misere);
    } else {
        st = misere && !has_values ? find_misere_values(s) : find_nim_values(s);
    }
    return st == TA_OK ? finish(s) : st;
}

/* Drops what a solution has set, but for what is kept between moves. */
static void forget(ta_play *play)
{
    play->solved = play->wins = false;
    ta_free(play->sum_text);
    play->sum_text = NULL;
    for (size_t i = 0; i < play->n_heaps; i++) {
        play_heap *h = play->heaps[i];
        ta_free(h->value_text);
        h->value_text = NULL;
        tai_values_free(&h->options);
        h->n_turn = 0;
        h->closed = NULL;
        h->needs_run = h->at_least = h->may_have_more = false;
        h->how = "";
        mpz_set_ui(h->value, 0);
    }
}

/* Orders heaps by game, then by size, for qsort. */
static int compare_heaps(const void *a, const void *b)
{
    const play_heap *x = *(play_heap *const *)a, *y = *(play_heap *const *)b;
    return x->game != y->game ? (x->game > y->game) - (x->game < y->game)
                              : mpz_cmp(x->size, y->size);
}

/* Makes play->different: each size of each game is solved once. */
static ta_status group(ta_play *play)
{
    const size_t count = play->n_heaps;
    ta_free(play->different);
    play_heap **d = play->different = tai_alloc(count, sizeof(play_heap *));
    if (d == NULL)
        return TA_ENOMEM;
    if (count > 0)
        memcpy(d, play->heaps, count * sizeof *d);
    qsort(d, count, sizeof *d, compare_heaps);
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        const bool again = n > 0 && compare_heaps(&d[n - 1], &d[i]) == 0;
        d[i]->like = again ? d[n - 1] : d[i];
        if (again)
            continue;
        play_game *g = play->games[d[i]->game];
        if (n == 0 || d[n - 1]->game != d[i]->game)
            g->first = n;
        d[n] = d[i];
        g->end = ++n;
    }
    play->n_different = n;
    return TA_OK;
}

/* Lists S up to the largest heap below 2^64 of each game, for moves that are
 * made; in larger heaps none are (ta_play_next). */
static ta_status list_moves(const ta_play *play)
{
    ta_status st = TA_OK;
    for (size_t i = 0; i < play->n_games && st == TA_OK; i++) {
        play_game *g = play->games[i];
        const play_heap *largest = NULL;
        for (size_t k = g->first; k < g->end; k++)
            if (mpz_sizeinbase(play->different[k]->size, 2) <= 64)
                largest = play->different[k];
        if (g->octal != NULL || ta_game_about(g->game)->rule || largest == NULL)
            continue;
        const uint64_t end = tai_add_sat(mpz_get_ui(largest->size), 1);
        if (g->set != NULL && g->set_end >= end)
            continue;
        ta_free(g->set);
        g->set = NULL;
        g->set_end = end;
        st = ta_game_elements(g->game, end, &g->set, &g->count);
    }
    return st;
}

ta_status ta_play_solve(ta_play *play, const ta_play_options *options,
                        ta_error *error)
{
    static const ta_play_options defaults;
    if (options == NULL)
        options = &defaults;
    solver s = {.play = play,
                .search =
                    options->search != 0 ? options->search : default_search,
                .asked = options->search,
                .keep = options->keep,
                .one_move = options->one_move,
                .error = error};
    if (options->run != NULL)
        s.run = *options->run;
    s.run.comm = NULL; /* each MPI rank solves the whole sum */
    forget(play);
    if (tai_size_check(options->size, sizeof *options, error) != TA_OK)
        return TA_EINVAL;
    play->hexadecimal = options->hexadecimal;
    if (s.run.sink)
        return tai_fail(error, TA_EINVAL,
                        "only the search for a period has a sink");
    bool octal = false;
    for (size_t i = 0; i < play->n_games; i++)
        octal |= play->games[i]->octal != NULL;
    tai_budget *budget;
    ta_status st = tai_budget_begin(s.run.max_memory, &budget);
    if (st == TA_OK)
        st = group(play);
    if (st == TA_OK && s.keep)
        st = list_moves(play);
    if (st == TA_OK)
        st = octal && play->convention == TA_MISERE
                 ? tai_misere_octal(play, &s.run, error)
                 : solve_sum(&s);
    if (st == TA_ENOMEM)
        tai_fail(error, st, "no memory for the sum");
    if (st == TA_ECANCELLED)
        tai_fail(error, st, "stopped on request");
    if (st != TA_OK)
        forget(play);
    play->solved = st == TA_OK;
    return tai_budget_end(budget, st, error);
}
