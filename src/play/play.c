/* A sum of heaps: how it is put together, and what is known of it. */
#include <string.h>

#include "octal/octal.h"
#include "play/play.h"

ta_status ta_play_new(ta_convention convention, ta_play **play, ta_error *error)
{
    *play = ta_alloc_zero(1, sizeof **play);
    if (*play == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for a sum");
    (*play)->convention = convention;
    mpz_init((*play)->sum);
    return TA_OK;
}

static void free_heap(ta_heap *h)
{
    mpz_clear(h->size);
    mpz_clear(h->value);
    ta_free(h->text);
    ta_free(h->value_text);
    ta_free(h->win);
    ta_free(h->turn);
    ta_wanted_free(&h->options);
    ta_free(h);
}

static void free_game(ta_play_game *g)
{
    ta_octal_solution_free(g->solution);
    ta_game_free(g->game);
    ta_free(g->set);
    ta_free(g->spec);
    ta_free(g);
}

void ta_play_free(ta_play *play)
{
    if (play == NULL)
        return;
    for (size_t i = 0; i < play->n_heaps; i++)
        free_heap(play->heaps[i]);
    for (size_t i = 0; i < play->n_games; i++)
        free_game(play->games[i]);
    ta_free(play->heaps);
    ta_free(play->games);
    ta_free(play->sum_text);
    mpz_clear(play->sum);
    ta_free(play);
}

static ta_status make_game(const char *spec, ta_convention convention,
                           ta_play_game *g, ta_error *error)
{
    size_t size = strlen(spec) + 1;
    g->spec = ta_alloc(size, 1);
    if (g->spec == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for a game");
    memcpy(g->spec, spec, size);
    ta_status st = ta_game_new(spec, convention, &g->game, error);
    if (st == TA_OK) {
        g->octal = ta_octal_code(g->game) != NULL;
        g->finite = ta_game_is_finite(g->game);
        g->reach = ta_game_largest(g->game);
    }
    g->moser = strcmp(spec, "moser") == 0;
    return st;
}

static ta_status find_game(ta_play *play, const char *spec, size_t *index,
                           ta_error *error)
{
    for (*index = 0; *index < play->n_games; ++*index)
        if (strcmp(play->games[*index]->spec, spec) == 0)
            return TA_OK;
    ta_play_game *g = ta_alloc_zero(1, sizeof *g);
    if (g == NULL || !ta_grow(&play->games, &play->game_room, play->n_games,
                              play->n_games + 1, sizeof *play->games)) {
        ta_free(g);
        return ta_fail(error, TA_ENOMEM, "no memory for a game");
    }
    ta_status st = make_game(spec, play->convention, g, error);
    if (st == TA_OK)
        play->games[play->n_games++] = g;
    else
        free_game(g);
    return st;
}

ta_status ta_play_add(ta_play *play, const char *game, const char *heap,
                      ta_error *error)
{
    size_t index;
    ta_status st = find_game(play, game, &index, error);
    if (st != TA_OK)
        return st;
    ta_heap *h = ta_alloc_zero(1, sizeof *h);
    if (h == NULL || !ta_grow(&play->heaps, &play->heap_room, play->n_heaps,
                              play->n_heaps + 1, sizeof *play->heaps)) {
        ta_free(h);
        return ta_fail(error, TA_ENOMEM, "no memory for a heap");
    }
    h->game = index;
    mpz_init(h->size);
    mpz_init(h->value);
    st = ta_big_parse(heap, h->size, error);
    if (st == TA_OK && (h->text = ta_big_text(h->size)) == NULL)
        st = ta_fail(error, TA_ENOMEM, "no memory for a heap");
    if (st != TA_OK) {
        free_heap(h);
        return st;
    }
    play->heaps[play->n_heaps++] = h;
    play->solved = false;
    return TA_OK;
}

/* ---- what is known ---- */

size_t ta_play_count(const ta_play *play)
{
    return play->n_heaps;
}

ta_play_heap ta_play_heap_at(const ta_play *play, size_t i)
{
    const ta_heap *h = play->heaps[i];
    return (ta_play_heap){play->games[h->game]->spec, h->text,
                          h->has_value ? h->value_text : NULL, h->how};
}

bool ta_play_wins(const ta_play *play)
{
    return play->wins;
}

const char *ta_play_nim_sum(const ta_play *play)
{
    return play->has_sum ? play->sum_text : NULL;
}
