/* A game in progress: the heaps, the moves made, the best one to come. */
#include <string.h>

#include "play/judge.h"

struct ta_match {
    size_t count;
    uint64_t *heap;
    size_t heap_room;      /* breaks add heaps */
    const ta_octal *octal; /* NULL: a subtraction game */
    uint64_t *set;
    size_t elements;
    ta_judge judge;
    ta_turn *made; /* the moves so far */
    size_t n_made, room;
};

#define LARGEST_HEAP (UINT64_C(0xfffffeff)) /* of lengths */

static bool heap_room(ta_match *m, size_t count)
{
    return ta_grow(&m->heap, &m->heap_room, m->heap_room, count,
                   sizeof *m->heap);
}

static ta_status begin(ta_match *m, const ta_game *game, const uint64_t *heaps,
                       const ta_options *options, ta_error *error)
{
    uint64_t largest = 0;
    if (!heap_room(m, m->count))
        return ta_fail(error, TA_ENOMEM, "no memory for the heaps");
    memcpy(m->heap, heaps, m->count * sizeof *heaps);
    for (size_t i = 0; i < m->count; i++)
        largest = ta_max_u64(largest, heaps[i]);
    if (largest > LARGEST_HEAP)
        return ta_fail(error, TA_ERANGE,
                       "heaps of a game that is played are below 2^32 - 256");
    if (ta_game_elements(game, largest + 1, &m->set, &m->elements) != TA_OK)
        return ta_fail(error, TA_ENOMEM, "no memory for the moves");
    return ta_judge_new(&m->judge, game, heaps, m->count, options, error);
}

ta_status ta_match_new(const ta_game *game, const uint64_t *heaps, size_t count,
                       const ta_options *options, ta_match **match,
                       ta_error *error)
{
    *match = NULL;
    if (count == 0)
        return ta_fail(error, TA_EINVAL, "a game needs a heap");
    ta_match *m = ta_alloc_zero(1, sizeof *m);
    if (m == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for a game");
    m->count = count;
    m->octal = ta_game_octal(game);
    ta_status st = begin(m, game, heaps, options, error);
    if (st == TA_OK)
        *match = m;
    else
        ta_match_free(m);
    return st;
}

void ta_match_free(ta_match *m)
{
    if (m == NULL)
        return;
    ta_judge_free(&m->judge);
    ta_free(m->made);
    ta_free(m->set);
    ta_free(m->heap);
    ta_free(m);
}

size_t ta_match_count(const ta_match *m)
{
    return m->count;
}

uint64_t ta_match_heap(const ta_match *m, size_t i)
{
    return m->heap[i];
}

const uint64_t *ta_match_moves(const ta_match *m, size_t i, size_t *count)
{
    *count = ta_first_at_least(m->set, m->elements, m->heap[i] + 1);
    return m->set;
}

bool ta_match_next(const ta_match *m, ta_turn *turn)
{
    if (m->octal != NULL)
        return ta_breaks_next(m->octal, m->heap[turn->heap], turn);
    size_t count;
    const uint64_t *set = ta_match_moves(m, turn->heap, &count);
    size_t k = ta_first_at_least(set, count, turn->taken);
    k += k < count && set[k] == turn->taken;
    if (k == count)
        return false;
    turn->taken = set[k];
    return true;
}

bool ta_match_over(const ta_match *m)
{
    for (size_t i = 0; i < m->count; i++)
        if (ta_match_next(m, &(ta_turn){.heap = i}))
            return false;
    return true;
}

bool ta_match_wins(const ta_match *m)
{
    return !ta_judge_lost(&m->judge, m->heap, m->count, (ta_turn){.heap = 0});
}

bool ta_match_length(const ta_match *m, unsigned *length)
{
    if (m->judge.lengths == NULL)
        return false;
    *length = ta_lengths_at(m->judge.lengths, m->heap[0]);
    return true;
}

/* A move to a position that is lost for the other player. */
static bool winning_move(const ta_match *m, ta_turn *turn)
{
    for (size_t i = 0; i < m->count; i++) {
        size_t count;
        const uint64_t *set = ta_match_moves(m, i, &count);
        for (size_t k = count; k-- > 0;) {
            *turn = (ta_turn){.heap = i, .taken = set[k]};
            if (ta_judge_lost(&m->judge, m->heap, m->count, *turn))
                return true;
        }
    }
    return false;
}

/* The same in an octal game: in a heap whose value is lowered by the nim-sum,
 * since every smaller value is reached. */
static bool winning_break(const ta_match *m, ta_turn *turn)
{
    const ta_octal_solution *s = m->judge.octal;
    unsigned sum = 0, value = 0;
    for (size_t i = 0; i < m->count; i++)
        if (ta_octal_value(s, m->heap[i], &value) == TA_OK)
            sum ^= value;
    for (size_t i = 0; i < m->count; i++) {
        *turn = (ta_turn){.heap = i};
        if (ta_octal_value(s, m->heap[i], &value) != TA_OK ||
            (value ^ sum) >= value)
            continue;
        while (ta_match_next(m, turn))
            if (ta_judge_lost(&m->judge, m->heap, m->count, *turn))
                return true;
    }
    return false;
}

/* Takes the least that can be taken, from the largest heap that has a move. */
static void any_break(const ta_match *m, ta_turn *turn)
{
    uint64_t largest = 0;
    for (size_t i = 0; i < m->count; i++) {
        ta_turn first = {.heap = i};
        if (m->heap[i] > largest && ta_match_next(m, &first)) {
            largest = m->heap[i];
            *turn = first;
        }
    }
}

static size_t largest_heap(const ta_match *m)
{
    size_t best = 0;
    for (size_t i = 1; i < m->count; i++)
        if (m->heap[i] > m->heap[best])
            best = i;
    return best;
}

bool ta_match_best(const ta_match *m, ta_turn *turn)
{
    if (ta_match_over(m))
        return false;
    if (m->octal != NULL) {
        if (!ta_match_wins(m) || !winning_break(m, turn))
            any_break(m, turn);
        return true;
    }
    if (m->judge.lengths != NULL) {
        *turn =
            (ta_turn){.taken = ta_lengths_move(m->judge.lengths, m->heap[0])};
        return true;
    }
    if (!ta_match_wins(m) || !winning_move(m, turn))
        *turn = (ta_turn){.heap = largest_heap(m), .taken = m->set[0]};
    return true;
}

/* In an octal game the parts are put in order. */
static bool is_legal(const ta_match *m, ta_turn *turn)
{
    if (m->octal != NULL)
        return ta_breaks_legal(m->octal, m->heap[turn->heap], turn);
    size_t count;
    const uint64_t *set = ta_match_moves(m, turn->heap, &count);
    size_t k = ta_first_at_least(set, count, turn->taken);
    memset(turn->left, 0, sizeof turn->left);
    return k < count && set[k] == turn->taken;
}

ta_status ta_match_take(ta_match *m, ta_turn turn)
{
    if (turn.heap >= m->count || !is_legal(m, &turn))
        return TA_EINVAL;
    if (turn.left[1] != 0 && !heap_room(m, m->count + TA_OCTAL_PARTS - 1))
        return TA_ENOMEM;
    if (!ta_grow(&m->made, &m->room, m->n_made, m->n_made + 1, sizeof *m->made))
        return TA_ENOMEM;
    m->made[m->n_made++] = turn;
    m->heap[turn.heap] -= turn.taken + turn.left[1] + turn.left[2];
    for (unsigned k = 1; k < TA_OCTAL_PARTS; k++)
        if (turn.left[k] != 0)
            m->heap[m->count++] = turn.left[k];
    return TA_OK;
}

bool ta_match_undo(ta_match *m)
{
    if (m->n_made == 0)
        return false;
    ta_turn turn = m->made[--m->n_made];
    for (unsigned k = 1; k < TA_OCTAL_PARTS; k++)
        m->count -= turn.left[k] != 0;
    m->heap[turn.heap] += turn.taken + turn.left[1] + turn.left[2];
    return true;
}
