/* Sums of heaps of one octal game under misère play: octal/misere.c decides
 * what each move leaves. Words: play-internal.h. */
#include <string.h>

#include "octal/misere.h"
#include "play/play-internal.h"

/* Appends the moves that leave a cold sum to play_heap.turn, and sets
 * play->wins. heaps[i] is the h->base of heap i, with space for two more, since
 * a move may leave three heaps. With a quotient q, what a move leaves is the
 * product of its parts and the other heaps. Returns as tai_sums_cold. */
static ta_status decide_moves(ta_play *play, tai_sums *sums, uint64_t *heaps,
                              const ta_options *options)
{
    const tai_quotient *q = tai_sums_quotient(sums);
    const size_t count = play->n_heaps;
    bool has_move = false, wins = false;
    for (size_t i = 0; i < count; i++) {
        const uint64_t size = heaps[i];
        ta_turn turn = {.heap = i};
        play_heap *h = play->heaps[i];
        if (h->like != h)
            continue; /* an equal heap has the moves */
        ta_status st = tai_poll(options, 0, i);
        unsigned others = 0; /* the product; 0 for no heaps */
        for (size_t k = 0; k < count && q != NULL; k++)
            if (k != i)
                others = tai_quotient_add(q, others, heaps[k]);
        while (st == TA_OK &&
               tai_breaks_next(play->games[0]->octal, size, &turn)) {
            unsigned left = others;
            heaps[i] = turn.left[0];
            memcpy(heaps + count, turn.left + 1, 2 * sizeof *heaps);
            for (unsigned k = 0; k < TA_OCTAL_PARTS && q != NULL; k++)
                left = tai_quotient_add(q, left, turn.left[k]);
            bool cold = q != NULL && tai_quotient_cold(q, left);
            if (q == NULL)
                st = tai_sums_cold(sums, heaps, count + 2, options, &cold);
            if (st == TA_OK && cold &&
                !tai_grow(&h->turn, &h->turn_room, h->n_turn, h->n_turn + 1,
                          sizeof *h->turn))
                st = TA_ENOMEM;
            if (st == TA_OK && cold)
                h->turn[h->n_turn++] = turn;
            has_move = true;
            wins |= cold;
        }
        if (st != TA_OK)
            return st;
        heaps[i] = size;
    }
    /* Without a move the player to move wins, too. */
    play->wins = wins || !has_move;
    return TA_OK;
}

/* Sets heaps[i], the size so far, and h->base of each heap: the size or, if the
 * elements of large heaps have a period, a smaller one by whole periods. That
 * has the same moves but for these in the largest part. (h->value is scratch.)
 */
static void reduce_heaps(ta_play *play, tai_quotient_about about,
                         uint64_t *heaps)
{
    const uint64_t end = tai_max_u64(about.end, TA_PLAY_TABLE);
    for (size_t i = 0; i < play->n_heaps; i++) {
        play_heap *h = play->heaps[i];
        if (about.period != 0)
            heaps[i] = tai_reduce(h->size, end, about.period, h->value);
        h->base = heaps[i];
        h->how = play->games[0]->how; /* set when all is decided */
    }
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
        const bool small = mpz_sizeinbase(play->heaps[i]->size, 2) <= 64;
        /* UINT64_MAX: admitted only with a period, which reduces it. */
        heaps[i] = small ? mpz_get_ui(play->heaps[i]->size) : UINT64_MAX;
        total = tai_add_sat(total, heaps[i]);
    }
    if (st == TA_OK)
        st = tai_sums_new(game, options, &sums);
    if (st == TA_OK)
        st = tai_sums_admit(sums, heaps, play->n_heaps, options, error);
    if (st == TA_OK) {
        reduce_heaps(play, tai_quotient_summary(tai_sums_quotient(sums)),
                     heaps);
        st = decide_moves(play, sums, heaps, options);
    }
    if (st == TA_OK)
        strcpy(play->games[0]->how,
               tai_quotient_summary(tai_sums_quotient(sums)).text);
    tai_sums_free(sums);
    ta_free(heaps);
    return tai_sums_fail(st, options, total, error);
}
