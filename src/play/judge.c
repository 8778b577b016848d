/* Chooses what decides the positions of a match, and computes it. */
#include "game/form.h"
#include "play/judge.h"

static ta_status nim_values(ta_judge *judge, const ta_game *game, uint64_t n,
                            const ta_options *options, ta_error *error)
{
    ta_options run = options != NULL ? *options : (ta_options){.engine = NULL};
    run.max_memory = ta_limit_less(run.max_memory, 2 * n);
    run.fleet = NULL; /* each rank needs the values */
    ta_plan *plan;
    const ta_game normal = ta_game_view(game, TA_NORMAL);
    ta_status st = ta_plan_new(TA_CONTENT_NIM, &normal, n, &run, &plan, error);
    if (st != TA_OK)
        return st;
    st = ta_admit(options, ta_add_sat(ta_plan_memory(plan), 2 * n), error,
                  "a table of nim-values needs");
    if (st == TA_OK) {
        judge->values = ta_alloc(n, sizeof *judge->values);
        if (judge->values == NULL)
            st = ta_fail(error, TA_ENOMEM, "no memory for nim-values");
    }
    if (st == TA_OK)
        st =
            ta_plan_run(plan, &(ta_sink){ta_block_store, judge->values}, error);
    ta_plan_free(plan);
    return st;
}

static ta_status cold_heaps(ta_judge *judge, const ta_game *game, uint64_t n,
                            const ta_options *options, ta_error *error)
{
    if (ta_bits_new(n, &judge->cold) != TA_OK)
        return ta_fail(error, TA_ENOMEM, "no memory for the cold heaps");
    ta_options run = options != NULL ? *options : (ta_options){.engine = NULL};
    run.max_memory = ta_limit_less(run.max_memory, n / 8);
    run.fleet = NULL;
    return ta_cold_bits(game, n, &run, &judge->cold, error);
}

/* Most games have a period that is proved early, whatever the heap. */
static ta_status octal_values(ta_judge *judge, const ta_game *game, uint64_t n,
                              const ta_options *options, ta_error *error)
{
    uint64_t early = ta_min_u64(n, ta_octal_moment(ta_game_octal(game)));
    ta_status st =
        ta_octal_solve(game, early, false, options, &judge->octal, error);
    if (st != TA_OK || early == n ||
        ta_octal_solution_summary(judge->octal)->proof != TA_OCTAL_UNPROVED)
        return st;
    ta_octal_solution_free(judge->octal);
    judge->octal = NULL;
    return ta_octal_solve(game, n, false, options, &judge->octal, error);
}

ta_status ta_judge_new(ta_judge *judge, const ta_game *game,
                       const uint64_t *heaps, size_t count,
                       const ta_options *options, ta_error *error)
{
    const bool misere = ta_game_convention(game) == TA_MISERE;
    *judge = (ta_judge){.misere = misere};
    uint64_t n = 0;
    for (size_t i = 0; i < count; i++)
        n = ta_max_u64(n, heaps[i] + 1);
    if (ta_octal_code(game) != NULL && misere)
        return ta_fail(error, TA_EINVAL,
                       "octal games are played under normal play only");
    if (ta_octal_code(game) != NULL)
        return octal_values(judge, game, n, options, error);
    if (misere && count == 1)
        return cold_heaps(judge, game, n, options, error);
    if (count == 1)
        return ta_lengths_new(game, n, options, &judge->lengths, error);
    return nim_values(judge, game, n, options, error);
}

void ta_judge_free(ta_judge *judge)
{
    ta_octal_solution_free(judge->octal);
    ta_lengths_free(judge->lengths);
    ta_free(judge->values);
    ta_bits_free(&judge->cold);
    *judge = (ta_judge){0};
}

/* A turn of zeros is no move. */
static bool octal_lost(const ta_octal_solution *s, const uint64_t *heaps,
                       size_t count, ta_turn turn)
{
    unsigned sum = 0, value = 0;
    bool moved = turn.taken != 0 || turn.left[0] != 0;
    for (size_t i = 0; i < count; i++) {
        /* all heaps are below what was solved: this cannot fail */
        ta_octal_value(s, moved && i == turn.heap ? turn.left[0] : heaps[i],
                       &value);
        sum ^= value;
    }
    for (unsigned k = 1; k < TA_OCTAL_PARTS; k++) {
        ta_octal_value(s, turn.left[k], &value);
        sum ^= value;
    }
    return sum == 0;
}

bool ta_judge_lost(const ta_judge *judge, const uint64_t *heaps, size_t count,
                   ta_turn turn)
{
    if (judge->octal != NULL)
        return octal_lost(judge->octal, heaps, count, turn);
    if (judge->lengths != NULL)
        return ta_lengths_at(judge->lengths, heaps[0] - turn.taken) % 2 == 0;
    if (judge->cold.words != NULL)
        return ta_bits_get(&judge->cold, heaps[0] - turn.taken);
    unsigned sum = 0, all = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned value =
            judge->values[heaps[i] - (i == turn.heap ? turn.taken : 0)];
        sum ^= value;
        all |= value;
    }
    return sum == (judge->misere && all < 2); /* paper-notes.md, P4 */
}
