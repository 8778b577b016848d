/* Sums of heaps of one octal game under misère play: a search (octal/misere.c)
 * decides what each move leaves. Words: play-internal.h. */
#include <string.h>

#include "octal/misere.h"
#include "play/play-internal.h"

/* Appends the moves that leave a cold sum to play_heap.turn, and sets
 * play->wins. heaps[i] is the size of heap i, with space for two more, since a
 * move may leave three heaps. Returns as tai_sums_cold. */
static ta_status decide_moves(ta_play *play, tai_sums *sums, uint64_t *heaps,
                              const ta_options *options)
{
    const size_t count = play->n_heaps;
    bool any = false, wins = false;
    for (size_t i = 0; i < count; i++) {
        const uint64_t size = heaps[i];
        ta_turn turn = {.heap = i};
        play_heap *h = play->heaps[i];
        h->how = "search";
        if (h->like != h)
            continue; /* an equal heap has the moves */
        while (tai_breaks_next(play->games[0]->octal, size, &turn)) {
            bool cold;
            heaps[i] = turn.left[0];
            memcpy(heaps + count, turn.left + 1, 2 * sizeof *heaps);
            ta_status st =
                tai_sums_cold(sums, heaps, count + 2, options, &cold);
            if (st == TA_OK && cold &&
                !tai_grow(&h->turn, &h->turn_room, h->n_turn, h->n_turn + 1,
                          sizeof *h->turn))
                st = TA_ENOMEM;
            if (st != TA_OK)
                return st;
            if (cold)
                h->turn[h->n_turn++] = turn;
            any = true;
            wins |= cold;
        }
        heaps[i] = size;
    }
    /* Without a move the player to move wins, too. */
    play->wins = wins || !any;
    return TA_OK;
}

ta_status tai_misere_octal(ta_play *play, const ta_options *options,
                           ta_error *error)
{
    const tai_octal *game = play->games[0]->octal;
    /* By code, since a game may have several names. */
    for (size_t i = 1; i < play->n_games; i++)
        if (game == NULL || play->games[i]->octal == NULL ||
            strcmp(game->code, play->games[i]->octal->code) != 0)
            return tai_fail(
                error, TA_ERANGE,
                "a misere sum with heaps of an octal game has heaps "
                "of that game only, not of %s and %s",
                ta_game_about(play->games[0]->game)->spec,
                ta_game_about(play->games[i]->game)->spec);
    tai_sums *sums = NULL;
    uint64_t *heaps = tai_alloc(play->n_heaps + 2, sizeof *heaps), total = 0;
    ta_status st = heaps != NULL ? TA_OK : TA_ENOMEM;
    for (size_t i = 0; i < play->n_heaps && st == TA_OK; i++) {
        const bool small = mpz_cmp_ui(play->heaps[i]->size, TA_SUMS_TOTAL) <= 0;
        heaps[i] = small ? mpz_get_ui(play->heaps[i]->size) : UINT64_MAX;
        total = tai_add_sat(total, heaps[i]);
    }
    if (st == TA_OK && total > TA_SUMS_TOTAL)
        st = TA_ERANGE;
    if (st == TA_OK)
        st = tai_sums_new(game, options, &sums);
    if (st == TA_OK)
        st = tai_sums_admit(sums, total, play->n_heaps, error);
    if (st == TA_OK)
        st = decide_moves(play, sums, heaps, options);
    tai_sums_free(sums);
    ta_free(heaps);
    return tai_sums_fail(st, options, total, error);
}
