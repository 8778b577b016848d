/* A game in progress: the heaps, the moves made, the best one to come. */
#include <stdlib.h>
#include <string.h>

#include "play/judge.h"

struct ta_match {
    size_t count;
    uint64_t *heap;
    uint64_t *set; /* from malloc */
    size_t elements;
    ta_judge judge;
    ta_turn *made; /* the moves so far; from realloc */
    size_t n_made, room;
};

#define LARGEST_HEAP (UINT64_C(0xfffffeff)) /* of lengths */

static ta_status begin(ta_match *m, const ta_game *game, const uint64_t *heaps,
                       const ta_options *options, ta_error *error)
{
    uint64_t largest = 0;
    m->heap = ta_alloc(m->count, sizeof *m->heap);
    if (m->heap == NULL)
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
    free(m->made);
    free(m->set);
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
    size_t lo = 0, hi = m->elements;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (m->set[middle] <= m->heap[i])
            lo = middle + 1;
        else
            hi = middle;
    }
    *count = lo;
    return m->set;
}

bool ta_match_over(const ta_match *m)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->elements > 0 && m->set[0] <= m->heap[i])
            return false;
    return true;
}

bool ta_match_wins(const ta_match *m)
{
    return !ta_judge_lost(&m->judge, m->heap, m->count, (ta_turn){0});
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
            *turn = (ta_turn){i, set[k]};
            if (ta_judge_lost(&m->judge, m->heap, m->count, *turn))
                return true;
        }
    }
    return false;
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
    if (m->judge.lengths != NULL) {
        *turn = (ta_turn){0, ta_lengths_move(m->judge.lengths, m->heap[0])};
        return true;
    }
    if (!ta_match_wins(m) || !winning_move(m, turn))
        *turn = (ta_turn){largest_heap(m), m->set[0]};
    return true;
}

ta_status ta_match_take(ta_match *m, ta_turn turn)
{
    if (turn.heap >= m->count)
        return TA_EINVAL;
    size_t count;
    const uint64_t *set = ta_match_moves(m, turn.heap, &count);
    size_t k = 0;
    while (k < count && set[k] < turn.taken)
        k++;
    if (k == count || set[k] != turn.taken)
        return TA_EINVAL;
    if (m->n_made == m->room) {
        size_t room = 2 * m->room + 64;
        ta_turn *made = realloc(m->made, room * sizeof *made);
        if (made == NULL)
            return TA_ENOMEM;
        m->made = made;
        m->room = room;
    }
    m->made[m->n_made++] = turn;
    m->heap[turn.heap] -= turn.taken;
    return TA_OK;
}

bool ta_match_undo(ta_match *m)
{
    if (m->n_made == 0)
        return false;
    ta_turn turn = m->made[--m->n_made];
    m->heap[turn.heap] += turn.taken;
    return true;
}
