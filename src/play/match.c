/* Legal moves, a best move, making and undoing moves. A move replaces its heap
 * by its smallest part, left[0], and appends the others to play->heaps; the
 * last move made is undone first. Words: play-internal.h. */
#include "game/rule.h"
#include "octal/octal-internal.h"
#include "play/play-internal.h"

ta_status ta_play_next(const ta_play *play, ta_turn *turn, bool *found,
                       ta_error *error)
{
    const play_heap *h = play->heaps[turn->heap];
    const play_game *g = play->games[h->game];
    const uint64_t size = mpz_get_ui(h->size);
    uint64_t *set = g->set;
    size_t count = g->count;
    *found = false;
    if (mpz_sizeinbase(h->size, 2) > 64)
        return TA_OK;
    if (g->octal != NULL) {
        *found = tai_breaks_next(g->octal, size, turn);
        return TA_OK;
    }
    if (ta_game_about(g->game)->rule) {
        const ta_status st = tai_game_moves(g->game, size, &set, &count, error);
        if (st != TA_OK)
            return st;
    }
    size_t k = tai_first_at_least(set, count, turn->taken);
    k += k < count && set[k] == turn->taken;
    *found = k < count && set[k] <= size;
    turn->taken = *found ? set[k] : turn->taken;
    if (set != g->set)
        ta_free(set);
    return TA_OK;
}

/* ---- the best move ---- */

/* For keep_listed_turn: the last winning move that ta_play_moves lists. */
typedef struct listed_turn {
    ta_turn *turn; /* with `heap` set */
    bool octal;    /* else left[0] stays 0 */
    bool found;
} listed_turn;

/* Stores the move unless a number has more than 64 bits. */
static ta_status keep_listed_turn(void *state, const ta_move *move)
{
    listed_turn *l = state;
    ta_turn turn = {.heap = l->turn->heap};
    ta_status st = ta_number_parse(move->taken, &turn.taken, NULL);
    for (unsigned k = 0; st == TA_OK && l->octal && k < move->n_parts; k++)
        st = ta_number_parse(move->part[k], &turn.left[k], NULL);
    if (st == TA_OK) {
        *l->turn = turn;
        l->found = true;
    }
    return TA_OK;
}

/* Sets *turn to the last winning move listed below 2^64, by bisection, since a
 * list of all would write the digits of a huge heap for each. Moves are listed
 * by increasing number taken. */
static bool closed_turn(const play_heap *h, ta_turn *turn)
{
    uint64_t from = 0, to = TA_PLAY_TABLE;
    mpz_t taken;
    mpz_init(taken);
    while (from < to) {
        const uint64_t k = from + (to - from) / 2;
        h->closed->move(h->closed, h->size, h->target, k, taken);
        if (mpz_sgn(taken) == 0 || mpz_sizeinbase(taken, 2) > 64) {
            to = k;
        } else {
            turn->taken = mpz_get_ui(taken);
            from = k + 1;
        }
    }
    mpz_clear(taken);
    return turn->taken != 0;
}

ta_status ta_play_best(const ta_play *play, ta_turn *turn, bool *found,
                       ta_error *error)
{
    ta_status st = TA_OK;
    *turn = (ta_turn){0};
    if (play->lengths != NULL) {
        st = tai_lengths_move(play->lengths, mpz_get_ui(play->heaps[0]->size),
                              &turn->taken, error);
        *found = turn->taken != 0;
        return st;
    }
    for (size_t i = 0; i < play->n_heaps && play->wins; i++) {
        const play_heap *h = play->heaps[i]->like;
        const bool octal = play->games[h->game]->octal != NULL;
        /* Subtraction games: all, since the last one takes most. Octal games:
         * the first one, of perhaps very many. */
        const uint64_t limit = octal ? 1 : 0;
        listed_turn l = {.turn = turn, .octal = octal};
        bool all;
        *turn = (ta_turn){.heap = i};
        if (h->closed != NULL && !h->may_have_more)
            l.found = closed_turn(h, turn);
        else
            st = ta_play_moves(play, i, limit, keep_listed_turn, &l, &all,
                               error);
        *found = l.found;
        if (st != TA_OK || l.found)
            return st;
    }
    /* The loser, or a winner with huge moves only. */
    const play_heap *largest = NULL; /* that has a move */
    for (size_t i = 0; i < play->n_heaps && st == TA_OK; i++) {
        ta_turn first = {.heap = i};
        if (largest != NULL &&
            mpz_cmp(play->heaps[i]->size, largest->size) <= 0)
            continue;
        st = ta_play_next(play, &first, found, error);
        if (*found) {
            largest = play->heaps[i];
            *turn = first;
        }
    }
    *found = largest != NULL;
    return st;
}

bool ta_play_length(const ta_play *play, unsigned *length)
{
    if (play->lengths == NULL)
        return false;
    *length = tai_lengths_at(play->lengths, mpz_get_ui(play->heaps[0]->size));
    return true;
}

/* ---- making moves ---- */

/* Sets *legal to whether the rules allow *turn in a heap below 2^64. Sorts
 * turn->left, zeros last; all 0 in a subtraction game. */
static ta_status check_legal(const ta_play *play, ta_turn *turn, bool *legal,
                             ta_error *error)
{
    const play_heap *h = play->heaps[turn->heap];
    const play_game *g = play->games[h->game];
    if (g->octal != NULL) {
        *legal = tai_breaks_legal(g->octal, mpz_get_ui(h->size), turn);
        return TA_OK;
    }
    ta_turn next = {.heap = turn->heap, .taken = turn->taken - 1};
    const ta_status st = ta_play_next(play, &next, legal, error);
    *legal &= turn->taken != 0 && next.taken == turn->taken;
    *turn = next;
    return st;
}

/* Returns a new heap of this size, NULL without memory. */
static play_heap *new_part(size_t game, uint64_t tokens)
{
    mpz_t size;
    mpz_init_set_ui(size, tokens);
    play_heap *h = tai_heap_new(game, size);
    mpz_clear(size);
    return h;
}

/* Leaves left[0] of *h, by taking the rest, or adds the rest to undo that. In a
 * subtraction game the rest is what is taken: all of `left` is 0. */
static ta_status resize(play_heap *h, const ta_turn *turn, bool undo)
{
    mpz_t size;
    mpz_init_set(size, h->size);
    const uint64_t rest[] = {turn->taken, turn->left[1], turn->left[2]};
    for (size_t k = 0; k < sizeof rest / sizeof *rest; k++)
        (undo ? mpz_add_ui : mpz_sub_ui)(size, size, rest[k]);
    ta_status st = tai_heap_resize(h, size);
    mpz_clear(size);
    return st;
}

ta_status ta_play_make(ta_play *play, ta_turn turn, ta_error *error)
{
    char heap[TA_QUOTE];
    bool legal;
    if (turn.heap >= play->n_heaps)
        return tai_fail(error, TA_EINVAL, "there are %zu heaps and no heap %zu",
                        play->n_heaps, turn.heap + 1);
    if (mpz_sizeinbase(play->heaps[turn.heap]->size, 2) > 64)
        return tai_fail(error, TA_EINVAL,
                        "heap %s of %s is not below 2^64, and moves are made "
                        "in smaller heaps only",
                        tai_quote(play->heaps[turn.heap]->text, heap),
                        ta_play_heap_at(play, turn.heap).game);
    const ta_status st = check_legal(play, &turn, &legal, error);
    if (st != TA_OK)
        return st;
    if (!legal)
        return tai_fail(error, TA_EINVAL,
                        "the rules allow no such move in heap %s of %s",
                        tai_quote(play->heaps[turn.heap]->text, heap),
                        ta_play_heap_at(play, turn.heap).game);
    play_heap *h = play->heaps[turn.heap], *more[TA_OCTAL_PARTS] = {NULL};
    bool enough_memory =
        tai_grow(&play->made, &play->made_room, play->n_made, play->n_made + 1,
                 sizeof *play->made) &&
        tai_grow(&play->heaps, &play->heap_room, play->n_heaps,
                 play->n_heaps + TA_OCTAL_PARTS, sizeof *play->heaps);
    for (unsigned k = 1;
         k < TA_OCTAL_PARTS && enough_memory && turn.left[k] != 0; k++) {
        more[k] = new_part(h->game, turn.left[k]);
        enough_memory = more[k] != NULL;
    }
    if (!enough_memory || resize(h, &turn, false) != TA_OK) {
        tai_heap_free(more[1]);
        tai_heap_free(more[2]);
        return tai_fail(error, TA_ENOMEM, "no memory for another move");
    }
    for (unsigned k = 1; k < TA_OCTAL_PARTS; k++)
        if (more[k] != NULL)
            play->heaps[play->n_heaps++] = more[k];
    play->made[play->n_made++] = turn;
    play->solved = false;
    return TA_OK;
}

ta_status ta_play_undo(ta_play *play, ta_error *error)
{
    if (play->n_made == 0)
        return tai_fail(error, TA_EINVAL, "there is no move to undo");
    const ta_turn *turn = &play->made[play->n_made - 1];
    if (resize(play->heaps[turn->heap], turn, true) != TA_OK)
        return tai_fail(error, TA_ENOMEM, "no memory to undo a move");
    for (unsigned k = 1; k < TA_OCTAL_PARTS; k++)
        if (turn->left[k] != 0)
            tai_heap_free(play->heaps[--play->n_heaps]);
    play->n_made--;
    play->solved = false;
    return TA_OK;
}
