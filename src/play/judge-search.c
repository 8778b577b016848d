/* Misere sums by search: every position once, those with fewer coins in any
 * heap before it. */
#include <inttypes.h>
#include <stdlib.h>

#include "play/judge.h"

enum { POLL = 1 << 16 }; /* positions between two polls */

static ta_status count_positions(ta_judge *judge, const uint64_t *heaps,
                                 size_t count, uint64_t *positions,
                                 ta_error *error)
{
    judge->stride = ta_alloc(count, sizeof *judge->stride);
    if (judge->stride == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for a misere sum");
    *positions = 1;
    for (size_t i = 0; i < count; i++) {
        judge->stride[i] = *positions;
        *positions = ta_mul_sat(*positions, heaps[i] + 1);
    }
    if (*positions > TA_MATCH_POSITIONS)
        return ta_fail(error, TA_ERANGE,
                       "misere sums are searched up to 2^26 positions (the "
                       "product of each heap plus 1); smaller or fewer heaps, "
                       "or normal play, go further");
    return TA_OK;
}

/* `at`: the heaps of the position. */
static bool is_lost(const ta_judge *judge, uint64_t position,
                    const uint64_t *at, size_t count, const uint64_t *set,
                    size_t elements)
{
    bool moved = false;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < elements && set[k] <= at[i]; k++) {
            if (ta_bits_get(&judge->lost, position - set[k] * judge->stride[i]))
                return false;
            moved = true;
        }
    return moved; /* who cannot move has won */
}

/* The next position in the order of the mixed radix. */
static void step(uint64_t *at, const uint64_t *heaps, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (at[i] < heaps[i]) {
            at[i]++;
            return;
        }
        at[i] = 0;
    }
}

static ta_status search(ta_judge *judge, uint64_t positions, uint64_t *at,
                        const uint64_t *heaps, size_t count,
                        const uint64_t *set, size_t elements,
                        const ta_options *o)
{
    for (uint64_t p = 0; p < positions; p++) {
        if (is_lost(judge, p, at, count, set, elements))
            judge->lost.words[p / 64] |= (uint64_t)1 << (p % 64);
        step(at, heaps, count);
        if (p % POLL == 0 && o != NULL && o->progress != NULL &&
            o->progress(o->progress_state, (double)p / (double)positions, p))
            return TA_ECANCELLED;
    }
    return TA_OK;
}

ta_status ta_judge_search(ta_judge *judge, const ta_game *game,
                          const uint64_t *heaps, size_t count,
                          const ta_options *options, ta_error *error)
{
    uint64_t positions = 0, largest = 0, *set = NULL;
    size_t elements = 0;
    ta_status st = count_positions(judge, heaps, count, &positions, error);
    if (st != TA_OK)
        return st;
    for (size_t i = 0; i < count; i++)
        largest = ta_max_u64(largest, heaps[i]);
    uint64_t *at = ta_alloc_zero(count, sizeof *at);
    st = at == NULL ? TA_ENOMEM : ta_bits_new(positions, &judge->lost);
    if (st == TA_OK)
        st = ta_game_elements(game, largest + 1, &set, &elements);
    if (st == TA_OK)
        st = search(judge, positions, at, heaps, count, set, elements, options);
    ta_free(at);
    free(set);
    if (st == TA_ENOMEM)
        ta_fail(error, st, "no memory for a misere sum");
    return st == TA_ECANCELLED ? ta_fail(error, st, "stopped on request") : st;
}
