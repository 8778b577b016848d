/* Lists the winning moves of a sum that has been solved. In each heap these are
 * the moves to one nim-value, the target of the heap. */
#include "octal/octal-internal.h"
#include "play/play-internal.h"

typedef struct lister {
    const play_heap *heap;
    uint64_t left; /* how many more moves may be listed */
    ta_status (*visit)(void *state, const ta_move *move);
    void *state;
    bool all;
    /* The move that is listed next. `taken` is the number of tokens that the
     * move takes. `part` has the sizes of the heaps that it leaves; 0 stands
     * for no heap. */
    mpz_t taken, part[TA_OCTAL_PARTS];
} lister;

/* Gives one winning move to the caller by l->visit. The move takes l->taken
 * tokens. If `one` is true, it leaves the rest of the heap in one piece.
 * Otherwise it leaves the heaps l->part. If no more moves may be listed, only
 * sets l->all to false. */
static ta_status list_move(lister *l, bool one)
{
    if (one)
        mpz_sub(l->part[0], l->heap->size, l->taken);
    if (l->left == 0) {
        l->all = false;
        return TA_OK;
    }
    l->left--;
    ta_move move = {.found = true, .taken = tai_big_text(l->taken)};
    bool have = move.taken != NULL;
    for (unsigned k = 0; k < TA_OCTAL_PARTS && have; k++)
        if (mpz_sgn(l->part[k]) != 0)
            have =
                (move.part[move.n_parts++] = tai_big_text(l->part[k])) != NULL;
    ta_status st = have ? l->visit(l->state, &move) : TA_ENOMEM;
    tai_move_free(&move);
    return st;
}

/* Lists the winning moves in one heap, by list_move. In a subtraction game
 * these are the moves to nim-value h->target. In an octal game under misère
 * play they are the moves in h->turn, which a search has stored. Octal games
 * under normal play are not listed by this function. */
static ta_status list_heap(lister *l)
{
    const play_heap *h = l->heap;
    const value_list *o = &h->options;
    ta_status st = TA_OK;
    mpz_inits(l->taken, l->part[0], l->part[1], l->part[2], NULL);
    for (uint64_t k = 0; h->closed != NULL && st == TA_OK && l->all; k++) {
        h->closed->move(h->size, h->target, k, l->taken);
        if (mpz_sgn(l->taken) == 0)
            break;
        st = list_move(l, true);
    }
    for (size_t k = 0; st == TA_OK && l->all && k < h->n_turn; k++) {
        mpz_set_ui(l->taken, h->turn[k].taken);
        for (unsigned i = 0; i < TA_OCTAL_PARTS; i++)
            mpz_set_ui(l->part[i], h->turn[k].left[i]);
        st = list_move(l, false);
    }
    for (size_t k = o->count; st == TA_OK && l->all && k-- > 0;) {
        if (mpz_cmp_ui(h->target, o->value[k]) != 0)
            continue;
        mpz_set_ui(l->taken, h->base - o->position[k]);
        st = list_move(l, true);
    }
    mpz_clears(l->taken, l->part[0], l->part[1], l->part[2], NULL);
    return st;
}

ta_status ta_play_moves(const ta_play *play, size_t i, uint64_t limit,
                        ta_status (*visit)(void *state, const ta_move *move),
                        void *state, bool *all, ta_error *error)
{
    const play_heap *h = play->heaps[i];
    const play_game *g = play->games[h->game];
    lister l = {.heap = h,
                .left = limit != 0          ? limit
                        : h->closed != NULL ? TA_PLAY_TABLE
                                            : UINT64_MAX,
                .visit = visit,
                .state = state,
                .all = !h->left_out};
    ta_status st = TA_OK;
    const bool any = play->solved && play->wins && !h->left_out;
    if (any && (g->octal == NULL || play->convention == TA_MISERE))
        st = list_heap(&l);
    else if (any && mpz_cmp_ui(h->target, UINT16_MAX) <= 0)
        return tai_octal_moves_to(g->solution, h->text,
                                  (unsigned)mpz_get_ui(h->target), limit, visit,
                                  state, all, error);
    *all = l.all;
    return st == TA_ENOMEM ? tai_fail(error, st, "no memory for a move") : st;
}
