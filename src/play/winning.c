/* The winning moves of a sum that has been solved: in each heap those to one
 * value. */
#include "octal/octal.h"
#include "play/play.h"

typedef struct lister {
    const play_heap *heap;
    uint64_t left; /* moves that may still be listed */
    ta_status (*visit)(void *state, const ta_move *move);
    void *state;
    bool all;
} lister;

/* Makes what is left, 0 for no heap, the next part of the move. */
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

/* Lists a move that leaves the heaps `left`, 0 for none; or, if that is NULL,
 * one heap, what is not taken. */
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
    for (unsigned k = 0; left != NULL && k < TA_OCTAL_PARTS && st == TA_OK;
         k++) {
        mpz_set_ui(rest, left[k]);
        st = add_part(&move, rest);
    }
    if (st == TA_OK)
        st = l->visit(l->state, &move);
    ta_move_free(&move);
    mpz_clear(rest);
    return st;
}

/* Lists the moves of a subtraction game, or those that a search has found. */
static ta_status list_heap(lister *l)
{
    const play_heap *h = l->heap;
    const value_list *o = &h->options;
    mpz_t taken;
    mpz_init(taken);
    ta_status st = TA_OK;
    if (h->closed) {
        st = tai_moser_move(h->size, h->target, taken);
        if (st == TA_OK && mpz_sgn(taken) != 0)
            st = list_move(l, taken, NULL);
    }
    for (size_t k = 0; st == TA_OK && l->all && k < h->n_turn; k++) {
        mpz_set_ui(taken, h->turn[k].taken);
        st = list_move(l, taken, h->turn[k].left);
    }
    for (size_t k = o->count; st == TA_OK && l->all && k-- > 0;) {
        if (o->position[k] == h->base ||
            mpz_cmp_ui(h->target, o->value[k]) != 0)
            continue;
        mpz_set_ui(taken, h->base - o->position[k]);
        st = list_move(l, taken, NULL);
    }
    mpz_clear(taken);
    return st;
}

ta_status ta_play_moves(const ta_play *play, size_t i, uint64_t limit,
                        ta_status (*visit)(void *state, const ta_move *move),
                        void *state, bool *all, ta_error *error)
{
    const play_heap *h = play->heaps[i];
    const play_game *g = play->games[h->game];
    lister l = {h, limit != 0 ? limit : UINT64_MAX, visit, state, !h->left_out};
    ta_status st = TA_OK;
    const bool any = play->solved && play->wins && !h->left_out;
    if (any && (g->octal == NULL || play->convention == TA_MISERE))
        st = list_heap(&l);
    else if (any && mpz_cmp_ui(h->target, UINT16_MAX) <= 0)
        return ta_octal_moves_to(g->solution, h->text,
                                 (unsigned)mpz_get_ui(h->target), limit, visit,
                                 state, all, error);
    *all = l.all;
    return st == TA_ENOMEM ? ta_fail(error, st, "no memory for a move") : st;
}
