/* Optimal play in one heap by a table of lengths, the remoteness of each heap
 * (src/length/README.md). */

#include "play/lengths.h"
#include "game/rule.h"
#include "game/game-internal.h"

struct tai_lengths {
    const ta_game *game;
    uint16_t *length; /* of the heaps below n */
    uint64_t *set;    /* S below n, increasing; NULL by a rule */
    size_t count;
};

/* The most moves that a loser compares, of those that delay equally; a winner
 * takes the first. */
enum { TRIED_MOST = 64 };

/* Returns a bound on the bytes of a tai_lengths. */
static uint64_t own_memory(const ta_game *game, uint64_t n)
{
    uint64_t list = tai_mul_sat(tai_game_count_bound(game, n), 8);
    return tai_add_sat(list, tai_mul_sat(n, 2) + 4096);
}

ta_status tai_lengths_new(const ta_game *game, uint64_t n,
                          const ta_options *options, tai_lengths **lengths,
                          ta_error *error)
{
    ta_options run = options != NULL ? *options : (ta_options){.engine = NULL};
    tai_budget *budget;
    *lengths = NULL;
    ta_status st = tai_budget_begin(run.max_memory, &budget);
    if (st != TA_OK)
        return st;
    run.max_memory = tai_limit_less(run.max_memory, own_memory(game, n));
    run.comm = NULL; /* each MPI rank computes the whole table */
    tai_lengths *t = tai_alloc_zero(1, sizeof *t);
    if (t != NULL)
        *t = (tai_lengths){game, tai_alloc(n, sizeof *t->length), NULL, 0};
    if (t == NULL || t->length == NULL ||
        (!ta_game_about(game)->rule &&
         ta_game_elements(game, n, &t->set, &t->count) != TA_OK))
        st = tai_fail(error, TA_ENOMEM, "no memory for a table of lengths");
    if (st == TA_OK)
        st = ta_length_array(game, n, &run, t->length, error);
    if (st == TA_OK)
        *lengths = t;
    else
        tai_lengths_free(t);
    return tai_budget_end(budget, st, error);
}

void tai_lengths_free(tai_lengths *lengths)
{
    if (lengths == NULL)
        return;
    ta_free(lengths->set);
    ta_free(lengths->length);
    ta_free(lengths);
}

unsigned tai_lengths_at(const tai_lengths *t, uint64_t heap)
{
    return t->length[heap];
}

/* Sets *moves to the `count` moves from a heap, increasing. Those by a rule are
 * freed by free_moves. */
static ta_status moves_from(const tai_lengths *t, uint64_t heap,
                            uint64_t **moves, size_t *count, ta_error *error)
{
    *moves = t->set;
    if (ta_game_about(t->game)->rule)
        return tai_game_moves(t->game, heap, moves, count, error);
    *count = (size_t)tai_first_at_least(t->set, t->count, heap + 1);
    return TA_OK;
}

static void free_moves(const tai_lengths *t, uint64_t *moves)
{
    if (moves != t->set)
        ta_free(moves);
}

/* Counts the optimal moves, to a heap of length one less, up to `enough`. */
static ta_status optimal_moves(const tai_lengths *t, uint64_t heap,
                               size_t enough, size_t *found, ta_error *error)
{
    uint64_t *moves;
    size_t k;
    const ta_status st = moves_from(t, heap, &moves, &k, error);
    *found = 0;
    if (st != TA_OK)
        return st;
    while (k-- > 0 && *found < enough)
        *found += t->length[heap - moves[k]] + 1 == t->length[heap];
    free_moves(t, moves);
    return TA_OK;
}

ta_status tai_lengths_move(const tai_lengths *t, uint64_t heap, uint64_t *taken,
                           ta_error *error)
{
    const bool loses = t->length[heap] % 2 == 0;
    uint64_t *moves;
    size_t fewest = SIZE_MAX, tried = 0, k;
    ta_status st = moves_from(t, heap, &moves, &k, error);
    *taken = 0;
    if (st != TA_OK)
        return st;
    while (k-- > 0 && tried < TRIED_MOST && st == TA_OK) {
        uint64_t left = heap - moves[k];
        size_t replies = 0;
        if (t->length[left] + 1 != t->length[heap])
            continue;
        if (loses)
            st = optimal_moves(t, left, fewest, &replies, error);
        if (replies < fewest) {
            fewest = replies;
            *taken = moves[k];
        }
        tried += loses ? 1 : TRIED_MOST;
    }
    free_moves(t, moves);
    return st;
}
