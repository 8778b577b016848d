/* Solves a sum, from its options to the texts of its values. */
#include "play/solve.h"

static const uint64_t default_search = UINT64_C(1) << 25;

ta_play_game *ta_solve_game(const ta_solve *j, const ta_heap *h)
{
    return j->play->games[h->game];
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
        h->closed = h->open = h->known = h->left_out = false;
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
        if (h->known)
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
    j.run.fleet = NULL; /* each rank needs the values of its options */
    if (options != NULL && options->search != 0)
        j.search = j.asked = options->search;
    if (options != NULL) {
        j.cache = options->cache;
        j.one_move = options->one_move;
    }
    forget(play);
    if (j.run.start != NULL)
        return ta_fail(error, TA_EINVAL,
                       "positions are given beforehand only to the search for "
                       "a period");
    bool octal = false;
    for (size_t i = 0; i < play->n_games; i++)
        octal |= play->games[i]->octal != NULL;
    ta_status st = octal && play->convention == TA_MISERE
                       ? ta_solve_misere_octal(&j)
                       : ta_solve_sum(&j);
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
