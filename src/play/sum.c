/* Builds, frees and describes sums of heaps. Each heap may be of another game.
 */
#include <string.h>

#include "play/every-move.h"
#include "play/play-internal.h"

ta_status ta_play_new(ta_convention convention, ta_play **play, ta_error *error)
{
    *play = NULL;
    if (tai_convention_check(convention, false, error) != TA_OK)
        return TA_EINVAL;
    *play = tai_alloc_zero(1, sizeof **play);
    if (*play == NULL)
        return tai_fail(error, TA_ENOMEM, "no memory for a sum");
    (*play)->convention = convention;
    return TA_OK;
}

play_heap *tai_heap_new(size_t game, const mpz_t size)
{
    play_heap *h = tai_alloc_zero(1, sizeof *h);
    if (h == NULL)
        return NULL;
    h->game = game;
    h->like = h;
    h->how = "";
    mpz_inits(h->size, h->value, h->target, NULL);
    if (tai_heap_resize(h, size) == TA_OK)
        return h;
    tai_heap_free(h);
    return NULL;
}

void tai_heap_free(play_heap *h)
{
    if (h == NULL)
        return;
    mpz_clears(h->size, h->value, h->target, NULL);
    ta_free(h->text);
    ta_free(h->value_text);
    ta_free(h->turn);
    tai_values_free(&h->options);
    ta_free(h);
}

ta_status tai_heap_resize(play_heap *h, const mpz_t size)
{
    char *text = tai_big_text(size, false);
    if (text == NULL)
        return TA_ENOMEM;
    ta_free(h->text);
    h->text = text;
    mpz_set(h->size, size);
    return TA_OK;
}

static void free_game(play_game *g)
{
    ta_octal_solution_free(g->solution);
    ta_game_free(g->own);
    ta_free(g->set);
    ta_free(g->table.value);
    tai_all_but_free(g->periodic);
    ta_free(g);
}

void ta_play_free(ta_play *play)
{
    if (play == NULL)
        return;
    for (size_t i = 0; i < play->n_heaps; i++)
        tai_heap_free(play->heaps[i]);
    for (size_t i = 0; i < play->n_games; i++)
        free_game(play->games[i]);
    tai_lengths_free(play->lengths);
    ta_free(play->heaps);
    ta_free(play->different);
    ta_free(play->games);
    ta_free(play->made);
    ta_free(play->sum_text);
    ta_free(play);
}

/* Sets *index to the place in play->games of the caller's game `given` or, if
 * NULL, of the one that `spec` makes; adds it if it is new. */
static ta_status find_game(ta_play *play, const ta_game *given,
                           const char *spec, size_t *index, ta_error *error)
{
    for (*index = 0; *index < play->n_games; ++*index) {
        const play_game *g = play->games[*index];
        if (given != NULL ? given == g->game
                          : g->own != NULL &&
                                strcmp(ta_game_about(g->own)->spec, spec) == 0)
            return TA_OK;
    }
    play_game *g = tai_alloc_zero(1, sizeof *g);
    if (g == NULL || !tai_grow(&play->games, &play->game_room, play->n_games,
                               play->n_games + 1, sizeof *play->games)) {
        ta_free(g);
        return tai_fail(error, TA_ENOMEM, "no memory for a game");
    }
    if (given == NULL) {
        ta_status st = ta_game_new(spec, play->convention, &g->own, error);
        if (st != TA_OK) {
            ta_free(g);
            return st;
        }
    }
    g->game = given != NULL ? given : g->own;
    g->octal = tai_game_octal(g->game);
    g->reach = ta_game_about(g->game)->largest;
    g->closed = tai_closed_form(ta_game_about(g->game)->spec);
    play->games[play->n_games++] = g;
    return TA_OK;
}

static ta_status add_heap(ta_play *play, const ta_game *game, const char *spec,
                          const char *heap, ta_error *error)
{
    mpz_t size;
    mpz_init(size);
    ta_status st = tai_big_parse(heap, size, error);
    play_heap *h = st == TA_OK ? tai_heap_new(0, size) : NULL;
    mpz_clear(size);
    if (st == TA_OK &&
        (h == NULL || !tai_grow(&play->heaps, &play->heap_room, play->n_heaps,
                                play->n_heaps + 1, sizeof *play->heaps)))
        st = tai_fail(error, TA_ENOMEM, "no memory for a heap");
    /* The last step, so that no game without a heap is added. */
    if (st == TA_OK)
        st = find_game(play, game, spec, &h->game, error);
    if (st != TA_OK) {
        tai_heap_free(h);
        return st;
    }
    play->heaps[play->n_heaps++] = h;
    play->solved = false;
    tai_lengths_free(play->lengths);
    play->lengths = NULL;
    return TA_OK;
}

ta_status ta_play_add(ta_play *play, const char *game, const char *heap,
                      ta_error *error)
{
    return add_heap(play, NULL, game, heap, error);
}

ta_status ta_play_add_game(ta_play *play, const ta_game *game, const char *heap,
                           ta_error *error)
{
    const ta_game_info *about = ta_game_about(game);
    if (about->convention != play->convention)
        return tai_fail(error, TA_EINVAL,
                        "%s is of the other convention than the sum",
                        about->spec);
    return add_heap(play, game, NULL, heap, error);
}

/* ---- what is known ---- */

size_t ta_play_count(const ta_play *play)
{
    return play->n_heaps;
}

ta_play_heap ta_play_heap_at(const ta_play *play, size_t i)
{
    const play_heap *h = play->heaps[i];
    return (ta_play_heap){ta_game_about(play->games[h->game]->game)->spec,
                          h->text, play->solved ? h->like->value_text : NULL,
                          play->solved ? h->like->how : ""};
}

const ta_game *tai_play_game(const ta_play *play, size_t i)
{
    return play->games[play->heaps[i]->game]->game;
}

bool ta_play_wins(const ta_play *play)
{
    return play->wins;
}

const char *ta_play_nim_sum(const ta_play *play)
{
    return play->sum_text;
}
