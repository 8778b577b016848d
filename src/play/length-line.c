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

/* Finds optimal moves, to a heap of length one less, from the largest on and at
 * most `most`. Stores them in `taken` unless it is NULL. */
static ta_status optimal_moves(const tai_lengths *t, uint64_t heap, size_t most,
                               uint64_t *taken, size_t *found, ta_error *error)
{
    uint64_t *moves = t->set;
    size_t k = (size_t)tai_first_at_least(t->set, t->count, heap + 1);
    ta_status st = TA_OK;
    if (ta_game_about(t->game)->rule)
        st = tai_game_moves(t->game, heap, &moves, &k, error);
    *found = 0;
    while (st == TA_OK && k-- > 0 && *found < most) {
        if (t->length[heap - moves[k]] + 1 != t->length[heap])
            continue;
        if (taken != NULL)
            taken[*found] = moves[k];
        ++*found;
    }
    if (moves != t->set)
        ta_free(moves);
    return st;
}

ta_status tai_lengths_move(const tai_lengths *t, uint64_t heap, uint64_t *taken,
                           ta_error *error)
{
    const bool loses = t->length[heap] % 2 == 0;
    uint64_t tried[TRIED_MOST];
    size_t count, fewest = SIZE_MAX, replies = 0;
    ta_status st =
        optimal_moves(t, heap, loses ? TRIED_MOST : 1, tried, &count, error);
    *taken = 0;
    for (size_t k = 0; k < count && st == TA_OK; k++) {
        if (loses)
            st = optimal_moves(t, heap - tried[k], fewest, NULL, &replies,
                               error);
        if (replies < fewest) {
            fewest = replies;
            *taken = tried[k];
        }
    }
    return st;
}
