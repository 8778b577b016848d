/* Misere play of heaps of one octal game: every move of the sum is decided by
 * the search (octal/misere.c), and those to cold sums are kept. */
#include <string.h>

#include "octal/misere.h"
#include "play/solve.h"

/* Whether the sum is cold once heap i is left as in the turn; `heaps` has room
 * for two more than the sum. */
static ta_status decide(const ta_solve *j, ta_sums *sums, uint64_t *heaps,
                        const ta_turn *turn, bool *cold)
{
    size_t count = j->play->n_heaps;
    uint64_t before = heaps[turn->heap];
    heaps[turn->heap] = turn->left[0];
    memcpy(heaps + count, turn->left + 1, 2 * sizeof *heaps);
    ta_status st = ta_sums_cold(sums, heaps, count + 2, &j->run, cold);
    heaps[turn->heap] = before;
    return st;
}

static ta_status keep(ta_heap *h, const ta_turn *turn)
{
    if (!ta_grow(&h->turn, &h->turn_room, h->n_turn, h->n_turn + 1,
                 sizeof *h->turn))
        return TA_ENOMEM;
    h->turn[h->n_turn++] = *turn;
    return TA_OK;
}

static ta_status decide_moves(ta_solve *j, ta_sums *sums, uint64_t *heaps)
{
    ta_play *play = j->play;
    const ta_octal *game = play->games[0]->octal;
    bool any = false, wins = false;
    for (size_t i = 0; i < play->n_heaps; i++) {
        ta_turn turn = {.heap = i};
        play->heaps[i]->how = "search";
        while (ta_breaks_next(game, heaps[i], &turn)) {
            bool cold;
            ta_status st = decide(j, sums, heaps, &turn, &cold);
            if (st == TA_OK && cold)
                st = keep(play->heaps[i], &turn);
            if (st != TA_OK)
                return st;
            any = true;
            wins |= cold;
        }
    }
    play->wins = wins || !any; /* who cannot move wins */
    return TA_OK;
}

/* By whatever names. */
static bool same_game(const ta_play_game *a, const ta_play_game *b)
{
    return a->octal != NULL && b->octal != NULL &&
           strcmp(a->octal->code, b->octal->code) == 0;
}

ta_status ta_solve_misere_octal(ta_solve *j)
{
    const ta_play *play = j->play;
    for (size_t i = 1; i < play->n_games; i++)
        if (!same_game(play->games[0], play->games[i]))
            return ta_fail(j->error, TA_ERANGE,
                           "a misere sum with heaps of an octal game has heaps "
                           "of that game only, not of %.60s and %.60s",
                           ta_game_spec(play->games[0]->game),
                           ta_game_spec(play->games[i]->game));
    ta_sums *sums = NULL;
    uint64_t *heaps = ta_alloc(play->n_heaps + 2, sizeof *heaps), total = 0;
    ta_status st = heaps != NULL ? TA_OK : TA_ENOMEM;
    for (size_t i = 0; i < play->n_heaps && st == TA_OK; i++) {
        bool small = mpz_cmp_ui(play->heaps[i]->size, TA_SUMS_TOTAL) <= 0;
        heaps[i] = small ? mpz_get_ui(play->heaps[i]->size) : UINT64_MAX;
        total = ta_add_sat(total, heaps[i]);
    }
    if (st == TA_OK && total > TA_SUMS_TOTAL)
        st = TA_ERANGE;
    if (st == TA_OK)
        st = ta_sums_new(play->games[0]->octal, &j->run, &sums);
    if (st == TA_OK)
        st = decide_moves(j, sums, heaps);
    ta_sums_free(sums);
    ta_free(heaps);
    return ta_sums_fail(st, &j->run, total, j->error);
}
