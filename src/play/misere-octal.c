/* Misère play of heaps of one octal game: every move of the sum is decided by
 * the search of octal/misere.c, and the moves to cold sums are kept. */
#include <string.h>

#include "octal/misere.h"
#include "play/play.h"

/* Decides whether the sum is cold once a heap is left as in the turn. `heaps`
 * has room for two more than the sum. */
static ta_status decide(ta_sums *sums, uint64_t *heaps, size_t count,
                        const ta_turn *turn, const ta_options *options,
                        bool *cold)
{
    const uint64_t before = heaps[turn->heap];
    heaps[turn->heap] = turn->left[0];
    memcpy(heaps + count, turn->left + 1, 2 * sizeof *heaps);
    ta_status st = ta_sums_cold(sums, heaps, count + 2, options, cold);
    heaps[turn->heap] = before;
    return st;
}

static ta_status decide_moves(ta_play *play, ta_sums *sums, uint64_t *heaps,
                              const ta_options *options)
{
    const ta_octal *game = play->games[0]->octal;
    bool any = false, wins = false;
    for (size_t i = 0; i < play->n_heaps; i++) {
        ta_turn turn = {.heap = i};
        play_heap *h = play->heaps[i];
        h->how = "search";
        while (ta_breaks_next(game, heaps[i], &turn)) {
            bool cold;
            ta_status st =
                decide(sums, heaps, play->n_heaps, &turn, options, &cold);
            if (st == TA_OK && cold &&
                !ta_grow(&h->turn, &h->turn_room, h->n_turn, h->n_turn + 1,
                         sizeof *h->turn))
                st = TA_ENOMEM;
            if (st != TA_OK)
                return st;
            if (cold)
                h->turn[h->n_turn++] = turn;
            any = true;
            wins |= cold;
        }
    }
    play->wins = wins || !any; /* the player who cannot move wins */
    return TA_OK;
}

/* Returns whether two games are the same octal game, by whatever names. */
static bool is_same(const play_game *a, const play_game *b)
{
    return a->octal != NULL && b->octal != NULL &&
           strcmp(a->octal->code, b->octal->code) == 0;
}

ta_status tai_misere_octal(ta_play *play, const ta_options *options,
                           ta_error *error)
{
    for (size_t i = 1; i < play->n_games; i++)
        if (!is_same(play->games[0], play->games[i]))
            return ta_fail(error, TA_ERANGE,
                           "a misere sum with heaps of an octal game has heaps "
                           "of that game only, not of %.60s and %.60s",
                           ta_game_spec(play->games[0]->game),
                           ta_game_spec(play->games[i]->game));
    ta_sums *sums = NULL;
    uint64_t *heaps = ta_alloc(play->n_heaps + 2, sizeof *heaps), total = 0;
    ta_status st = heaps != NULL ? TA_OK : TA_ENOMEM;
    for (size_t i = 0; i < play->n_heaps && st == TA_OK; i++) {
        const bool small = mpz_cmp_ui(play->heaps[i]->size, TA_SUMS_TOTAL) <= 0;
        heaps[i] = small ? mpz_get_ui(play->heaps[i]->size) : UINT64_MAX;
        total = ta_add_sat(total, heaps[i]);
    }
    if (st == TA_OK && total > TA_SUMS_TOTAL)
        st = TA_ERANGE;
    if (st == TA_OK)
        st = ta_sums_new(play->games[0]->octal, options, &sums);
    if (st == TA_OK)
        st = decide_moves(play, sums, heaps, options);
    ta_sums_free(sums);
    ta_free(heaps);
    return ta_sums_fail(st, options, total, error);
}
