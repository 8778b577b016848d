/* Lists the moves of a solved sum, all or those that win: in each heap those to
 * its target. Words: play-internal.h; proof: README.md, "Winning moves". */
#include <string.h>

#include "play/every-move.h"
#include "octal/octal-internal.h"
#include "play/play-internal.h"
#include "takeaway.h"

typedef struct lister {
    const ta_play *play;
    const play_heap *heap;
    uint64_t may_list; /* so many more moves */
    ta_status (*visit)(void *state, const ta_move *move);
    tai_visit_every *every; /* NULL: winning moves only */
    void *state;
    bool all; /* false once a move is not listed */
    bool hexadecimal;
    /* The next move: what it takes, the heaps that it leaves (0: none), and
     * their nim-value. */
    mpz_t taken, part[TA_OCTAL_PARTS], value;
    ta_error *error;
} lister;

/* Gives a move to the caller if he wants it: it takes l->taken and leaves
 * l->part. `known`: l->value is set. If no more may be listed, only sets l->all
 * to false. */
static ta_status list_move(lister *l, bool known, bool wins)
{
    if (l->every == NULL && !wins)
        return TA_OK;
    if (l->may_list == 0) {
        l->all = false;
        return TA_OK;
    }
    l->may_list--;
    ta_move move = {.found = true,
                    .taken = tai_big_text(l->taken, l->hexadecimal)};
    char *value = known ? tai_big_text(l->value, l->hexadecimal) : NULL;
    bool enough_memory = move.taken != NULL && (value != NULL || !known);
    for (unsigned k = 0; k < TA_OCTAL_PARTS && enough_memory; k++)
        if (mpz_sgn(l->part[k]) != 0)
            enough_memory = (move.part[move.n_parts++] = tai_big_text(
                                 l->part[k], l->hexadecimal)) != NULL;
    ta_status st = !enough_memory     ? TA_ENOMEM
                   : l->every != NULL ? l->every(l->state, &move, value, wins)
                                      : l->visit(l->state, &move);
    ta_free(value);
    ta_free(move.taken);
    for (unsigned k = 0; k < TA_OCTAL_PARTS; k++)
        ta_free(move.part[k]);
    return st;
}

/* Returns whether l->value, the nim-value of what the move leaves, makes the
 * move win; not for misère octal sums, whose winning moves are stored. */
static bool is_to_target(const lister *l)
{
    return l->play->wins && mpz_cmp(l->value, l->heap->target) == 0;
}

/* All moves, or those to the target, of a heap with a formula. */
static ta_status list_closed(lister *l)
{
    const play_heap *h = l->heap;
    const closed_form *f = h->closed;
    ta_status st = TA_OK;
    mpz_set_ui(l->taken, 0);
    for (uint64_t k = 0; st == TA_OK && l->all; k++) {
        if (l->every == NULL)
            f->move(f, h->size, h->target, k, l->taken);
        else
            f->next(f, h->size, l->taken);
        if (mpz_sgn(l->taken) == 0)
            break;
        mpz_sub(l->part[0], h->size, l->taken);
        f->value(f, l->part[0], l->value);
        st = list_move(l, true, l->every == NULL || is_to_target(l));
    }
    return st;
}

/* Winning moves of misère play are those that tai_misere_octal has stored, in
 * the same order. They are listed of h->base, maybe a smaller heap by whole
 * periods: the largest part gets these back; moves that share them among two
 * large parts, or in misère play any, win, too, unlisted. */
static ta_status list_octal(lister *l)
{
    const play_heap *h = l->heap;
    const play_game *g = l->play->games[h->game];
    const bool misere = l->play->convention == TA_MISERE;
    /* Turns are compared as they are stored. */
    ta_turn turn = {.heap = h->n_turn > 0 ? h->turn->heap : 0};
    const uint64_t base =
        l->every != NULL && !misere ? mpz_get_ui(h->size) : h->base;
    const bool reduced = mpz_cmp_ui(h->size, base) > 0;
    const uint64_t preperiod =
        g->solution != NULL ? g->solution->summary.nim.preperiod : 0;
    ta_status st = TA_OK;
    size_t n_winning = 0; /* so far */
    bool shares = false;
    while (st == TA_OK && l->all && tai_breaks_next(g->octal, base, &turn)) {
        unsigned value = 0, part, last = 0;
        bool known = g->solution != NULL;
        mpz_set_ui(l->taken, turn.taken);
        for (unsigned k = 0; k < TA_OCTAL_PARTS; k++) {
            mpz_set_ui(l->part[k], turn.left[k]);
            part = 0;
            known = known && (turn.left[k] == 0 ||
                              tai_octal_value(g->solution, turn.left[k],
                                              &part) == TA_OK);
            value ^= part;
            last = turn.left[k] != 0 ? k : last;
        }
        if (reduced) { /* parts increase: the last is the largest */
            mpz_add(l->part[last], l->part[last], h->size);
            mpz_sub_ui(l->part[last], l->part[last], base);
        }
        mpz_set_ui(l->value, value);
        const bool stored =
            n_winning < h->n_turn &&
            memcmp(&h->turn[n_winning], &turn, sizeof turn) == 0;
        const bool wins = known ? is_to_target(l) : stored;
        n_winning += stored;
        shares |=
            wins && (misere || (last > 0 && turn.left[last - 1] >= preperiod));
        st = list_move(l, known, wins);
    }
    l->all &= !reduced || !shares;
    return st;
}

static ta_status list_heap(lister *l)
{
    const play_heap *h = l->heap;
    const value_list *o = &h->options;
    ta_status st = TA_OK;
    mpz_inits(l->taken, l->part[0], l->part[1], l->part[2], l->value, NULL);
    if (h->closed != NULL)
        st = list_closed(l);
    else if (l->play->games[h->game]->octal != NULL)
        st = list_octal(l);
    for (size_t k = o->count; st == TA_OK && l->all && k-- > 0;) {
        mpz_set_ui(l->taken, h->base - o->position[k]);
        mpz_sub(l->part[0], h->size, l->taken);
        mpz_set_ui(l->value, o->value[k]);
        st = list_move(l, o->cap == 0 || o->value[k] < o->cap, is_to_target(l));
    }
    mpz_clears(l->taken, l->part[0], l->part[1], l->part[2], l->value, NULL);
    return st == TA_ENOMEM ? tai_fail(l->error, st, "no memory for a move")
                           : st;
}

ta_status ta_play_moves(const ta_play *play, size_t i, uint64_t limit,
                        ta_status (*visit)(void *state, const ta_move *move),
                        void *state, bool *all, ta_error *error)
{
    const play_heap *h = play->heaps[i];
    h = play->solved ? h->like : h;
    lister l = {.play = play,
                .heap = h,
                .may_list = limit != 0          ? limit
                            : h->closed != NULL ? TA_PLAY_TABLE
                                                : UINT64_MAX,
                .visit = visit,
                .state = state,
                .all = !h->may_have_more,
                .hexadecimal = play->hexadecimal,
                .error = error};
    ta_status st = TA_OK;
    const bool may_win = play->solved && play->wins && !h->may_have_more;
    if (may_win)
        st = list_heap(&l);
    *all = l.all;
    return st;
}

ta_status tai_play_every_move(const ta_play *play, size_t i, uint64_t limit,
                              tai_visit_every *visit, void *state, bool *all,
                              ta_error *error)
{
    const play_heap *h = play->heaps[i];
    h = play->solved ? h->like : h;
    char heap[TA_QUOTE];
    lister l = {.play = play,
                .heap = h,
                .may_list = limit != 0 ? limit : UINT64_MAX,
                .every = visit,
                .state = state,
                .all = true,
                .hexadecimal = play->hexadecimal,
                .error = error};
    if (play->games[h->game]->octal != NULL && mpz_sizeinbase(h->size, 2) > 64)
        return tai_fail(error, TA_ERANGE,
                        "heap %s of %s is not below 2^64: it has too many "
                        "moves to list all",
                        tai_quote(h->text, heap),
                        ta_play_heap_at(play, i).game);
    ta_status st = play->solved ? list_heap(&l) : TA_OK;
    *all = l.all;
    return st;
}
