/* Misere play: one heap by cold options, more by search. */
#include <string.h>

#include "play/solve.h"

/* Misere cold positions are the normal ones moved up by m = min S, for any S
 * (paper-notes.md): the winning moves are those of normal play in a heap that
 * is smaller by m. Only heaps beyond the engines are answered so. */
static ta_status misere_moved(ta_solve *j, ta_heap *h, bool *done)
{
    const ta_play_game *g = ta_solve_game(j, h);
    mpz_t size;
    mpz_init(size);
    mpz_sub_ui(size, h->size, ta_game_least(g->game));
    ta_status st = TA_OK;
    *done = g->moser;
    if (g->moser) {
        mpz_t value;
        mpz_init(value);
        st = ta_moser_value(size, value);
        j->play->wins = mpz_sgn(value) != 0;
        h->closed = true;
        h->how = "closed form";
        mpz_clear(value);
    } else {
        st = ta_solve_by_period(j, h, size, done);
        if (st == TA_OK && *done) {
            st = ta_solve_keep_wins(j, h, ta_solve_last(h), 0);
            j->play->wins = h->n_win > 0;
        }
    }
    mpz_clear(size);
    return st;
}

static ta_status misere_single(ta_solve *j, ta_heap *h)
{
    bool done;
    ta_status st = misere_moved(j, h, &done);
    if (st == TA_OK && !done)
        st = ta_solve_check_size(j, h);
    if (st == TA_OK && !done)
        st = ta_solve_by_cold(j, h);
    return st;
}

static ta_status too_many(const ta_solve *j)
{
    return ta_fail(j->error, TA_ERANGE,
                   "misere sums are searched, for at most %d heaps that have a "
                   "move and at most 2^32 positions (the product of heap + 1); "
                   "this one has more. Single heaps under misere play, and "
                   "sums under normal play, go much further",
                   TA_MISERE_HEAPS);
}

static ta_status misere_sum(ta_solve *j)
{
    ta_heap *heap[TA_MISERE_HEAPS];
    const ta_game *game[TA_MISERE_HEAPS];
    uint64_t size[TA_MISERE_HEAPS], at[TA_MISERE_HEAPS];
    unsigned n = 0;
    if (j->live > TA_MISERE_HEAPS)
        return too_many(j);
    for (size_t i = 0; i < j->play->n_heaps; i++) {
        ta_heap *h = j->play->heaps[i];
        if (ta_solve_is_stuck(j, h))
            continue;
        if (mpz_cmp_ui(h->size, TA_MISERE_POSITIONS) > 0)
            return too_many(j);
        game[n] = ta_solve_game(j, h)->game;
        size[n] = mpz_get_ui(h->size);
        h->how = "search";
        heap[n++] = h;
    }
    if (ta_misere_positions(size, n) > TA_MISERE_POSITIONS)
        return too_many(j);
    ta_misere m;
    ta_status st = ta_misere_solve(game, size, n, &j->run, &m, j->error);
    if (st != TA_OK)
        return st;
    for (unsigned i = 0; i < n && st == TA_OK; i++) {
        ta_wanted *o = &heap[i]->options;
        memcpy(at, size, sizeof at);
        if (ta_wanted_new(game[i], size[i], false, o) != TA_OK)
            st = ta_solve_no_memory(j);
        for (size_t k = 0; st == TA_OK && k < o->count; k++) {
            at[i] = o->position[k];
            o->value[k] = !ta_misere_is_cold(&m, at);
        }
        if (st == TA_OK)
            st = ta_solve_keep_wins(j, heap[i], size[i], 0);
    }
    j->play->wins = !ta_misere_is_cold(&m, size);
    ta_misere_free(&m);
    return st;
}

ta_status ta_solve_misere(ta_solve *j)
{
    ta_play *play = j->play;
    for (size_t i = 0; i < play->n_games; i++)
        if (play->games[i]->octal != NULL)
            return ta_solve_misere_octal(j);
    for (size_t i = 0; i < play->n_heaps; i++)
        play->heaps[i]->how = "no move";
    play->wins = true; /* who cannot move */
    for (size_t i = 0; i < play->n_heaps && j->live == 1; i++)
        if (!ta_solve_is_stuck(j, play->heaps[i]))
            return misere_single(j, play->heaps[i]);
    return j->live == 0 ? TA_OK : misere_sum(j);
}
