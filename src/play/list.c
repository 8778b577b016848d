/* The winning moves of a sum that has been solved. */
#include "octal/octal.h"
#include "play/play.h"

typedef struct lister {
    const ta_heap *heap;
    uint64_t left;
    ta_status (*visit)(void *state, const ta_move *move);
    void *state;
    bool all;
} lister;

/* What is left, 0 for no heap, becomes the next part of the move. */
static ta_status add_part(ta_move *move, const mpz_t left)
{
    if (mpz_sgn(left) == 0)
        return TA_OK;
    char *text = ta_big_text(left);
    if (text == NULL)
        return TA_ENOMEM;
    move->part[move->n_parts++] = text;
    return TA_OK;
}

/* The heaps `left` are left, 0 for none; NULL: one, by what is taken. */
static ta_status list_move(lister *l, const mpz_t taken, const uint64_t *left)
{
    if (l->left == 0) {
        l->all = false;
        return TA_OK;
    }
    l->left--;
    mpz_t rest;
    mpz_init(rest);
    mpz_sub(rest, l->heap->size, taken);
    ta_move move = {.found = true, .taken = ta_big_text(taken)};
    ta_status st = move.taken != NULL ? TA_OK : TA_ENOMEM;
    if (st == TA_OK && left == NULL)
        st = add_part(&move, rest);
    for (unsigned k = 0; left != NULL && k < 3 && st == TA_OK; k++) {
        mpz_set_ui(rest, left[k]);
        st = add_part(&move, rest);
    }
    if (st == TA_OK)
        st = l->visit(l->state, &move);
    ta_move_free(&move);
    mpz_clear(rest);
    return st;
}

/* The one move of the Moser game to the target. */
static ta_status list_moser(lister *l)
{
    mpz_t taken;
    mpz_init(taken);
    ta_status st = ta_moser_move(l->heap->size, l->heap->target, taken);
    if (st == TA_OK && mpz_sgn(taken) != 0)
        st = list_move(l, taken, NULL);
    mpz_clear(taken);
    return st;
}

static ta_status list_octal(const ta_play *play, lister *l, uint64_t limit,
                            ta_error *error)
{
    const ta_heap *h = l->heap;
    if (mpz_cmp_ui(h->target, UINT16_MAX) > 0)
        return TA_OK;
    return ta_octal_moves_to(play->games[h->game]->solution, h->text,
                             (unsigned)mpz_get_ui(h->target), limit, l->visit,
                             l->state, &l->all, error);
}

ta_status ta_play_moves(const ta_play *play, size_t i, uint64_t limit,
                        ta_status (*visit)(void *state, const ta_move *move),
                        void *state, bool *all, ta_error *error)
{
    const ta_heap *h = play->heaps[i];
    const ta_play_game *g = play->games[h->game];
    lister l = {h, limit != 0 ? limit : UINT64_MAX, visit, state, !h->left_out};
    ta_status st = TA_OK;
    if (!play->solved || !play->wins || h->left_out) {
        /* nothing to list */
    } else if (g->octal != NULL && play->convention == TA_NORMAL) {
        st = list_octal(play, &l, limit, error);
    } else if (h->closed) {
        st = list_moser(&l);
    } else {
        mpz_t taken;
        mpz_init(taken);
        for (size_t k = 0; st == TA_OK && l.all && k < h->n_turn; k++) {
            mpz_set_ui(taken, h->turn[k].taken);
            st = list_move(&l, taken, h->turn[k].left);
        }
        for (size_t k = 0; st == TA_OK && l.all && k < h->n_win; k++) {
            mpz_set_ui(taken, h->win[k]);
            st = list_move(&l, taken, NULL);
        }
        mpz_clear(taken);
    }
    *all = l.all;
    return st == TA_ENOMEM ? ta_fail(error, st, "no memory for a move") : st;
}
