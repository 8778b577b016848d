/* Optimal play in one heap by a table of lengths, the remoteness of each heap
 * (src/length/README.md). */

#include "play/lengths.h"
#include "game/game-internal.h"

struct tai_lengths {
    uint16_t *length;
    uint64_t *set; /* increasing */
    size_t count;
};

/* A loser compares at most so many of the moves that delay equally. */
enum { TRIED = 64 };

/* Returns a bound on the bytes of a tai_lengths. */
static uint64_t own_memory(const ta_game *game, uint64_t n)
{
    uint64_t list = tai_mul_sat(tai_game_count_bound(game, n), 8);
    return tai_add_sat(list, tai_mul_sat(n, 2) + 4096);
}

ta_status tai_lengths_memory(const ta_game *game, uint64_t n,
                             const ta_options *options, uint64_t *bytes,
                             ta_error *error)
{
    ta_plan *plan;
    ta_status st =
        ta_plan_new(TA_CONTENT_LENGTH, game, n, options, &plan, error);
    if (st != TA_OK)
        return st;
    *bytes = tai_add_sat(ta_plan_memory(plan), own_memory(game, n));
    ta_plan_free(plan);
    return st;
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
        t->length = tai_alloc(n, sizeof *t->length);
    if (t == NULL || t->length == NULL ||
        ta_game_elements(game, n, &t->set, &t->count) != TA_OK)
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

/* Returns the optimal moves, to a heap of length one less, or `enough`. */
static size_t optimal_moves(const tai_lengths *t, uint64_t heap, size_t enough)
{
    size_t found = 0;
    size_t k = tai_first_at_least(t->set, t->count, heap + 1);
    while (k-- > 0 && found < enough)
        found += t->length[heap - t->set[k]] + 1 == t->length[heap];
    return found;
}

uint64_t tai_lengths_move(const tai_lengths *t, uint64_t heap)
{
    bool loses = t->length[heap] % 2 == 0;
    uint64_t best = 0;
    size_t fewest = SIZE_MAX, tried = 0;
    size_t k = tai_first_at_least(t->set, t->count, heap + 1);
    while (k-- > 0 && tried < TRIED) {
        uint64_t left = heap - t->set[k];
        if (t->length[left] + 1 != t->length[heap])
            continue;
        if (!loses)
            return t->set[k];
        size_t replies = optimal_moves(t, left, fewest);
        if (replies < fewest) {
            fewest = replies;
            best = t->set[k];
        }
        tried++;
    }
    return best;
}
