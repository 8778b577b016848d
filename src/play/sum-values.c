/* Finds values or outcomes of the options of a heap by a run (tai_values_find)
 * of which only those are kept; for a sum that is played all are, in a table.
 * Blocks come in increasing order, so a list is filled from its beginning.
 * Words: play-internal.h. */
#include <string.h>

#include "game/rule.h"
#include "play/every-move.h"
#include "play/play-internal.h"
#include "run/job.h"

ta_status tai_values_new(const ta_game *game, uint64_t heap, value_list *list,
                         ta_error *error)
{
    uint64_t *set;
    size_t count;
    if (list->count > 0)
        return TA_OK;
    ta_status st = tai_game_moves(game, heap, &set, &count, error);
    if (st != TA_OK)
        return st;
    /* The largest element gives the least option. */
    for (size_t k = 0; k < count - k; k++) {
        const uint64_t option = heap - set[k];
        set[k] = heap - set[count - 1 - k];
        set[count - 1 - k] = option;
    }
    *list = (value_list){.position = set,
                         .count = count,
                         .value = tai_alloc(count, sizeof *list->value)};
    if (list->value != NULL)
        return TA_OK;
    tai_values_free(list);
    return TA_ENOMEM;
}

void tai_values_free(value_list *list)
{
    ta_free(list->position);
    ta_free(list->value);
    *list = (value_list){0};
}

unsigned tai_values_mex(const value_list *list)
{
    uint64_t seen[(UINT16_MAX + 1) / 64] = {0};
    unsigned mex = 0;
    for (size_t k = 0; k < list->count; k++)
        seen[list->value[k] / 64] |= UINT64_C(1) << list->value[k] % 64;
    while (mex <= UINT16_MAX && (seen[mex / 64] >> mex % 64 & 1))
        mex++;
    return mex;
}

/* ---- lists of values that a run fills ---- */

typedef struct filler {
    value_list *const *lists;
    size_t n_lists;
    uint64_t least; /* min S */
} filler;

static uint64_t position_at(const value_list *list, size_t k)
{
    return list->position != NULL ? list->position[k] : k;
}

/* Returns the place of p in block->bits or block->values, in the first period.
 */
static uint64_t index_of(const ta_block *block, uint64_t p)
{
    const uint64_t i = p - block->from;
    return block->period != 0 ? i % block->period : i;
}

/* Returns whether p is cold. *k, 0 at first, is the place in a list of cold
 * positions; p increases from call to call. */
static bool is_cold(const ta_block *block, uint64_t p, uint64_t *k)
{
    const uint64_t bit = index_of(block, p);
    if (block->bits != NULL)
        return block->bits[bit / 64] >> bit % 64 & 1;
    while (*k < block->count && block->positions[*k] < p)
        ++*k;
    return *k < block->count && block->positions[*k] == p;
}

/* Gives p the value 1 if p - min S is cold, else 2; then 0 if p is cold: the
 * first loop is ahead of the second. */
static void fill_cold(value_list *list, uint64_t least, const ta_block *block)
{
    const uint64_t end = tai_add_sat(block->to, least);
    uint64_t k = 0, p;
    for (size_t *i = &list->filled_shifted;
         *i < list->count && (p = position_at(list, *i)) < end; ++*i)
        list->value[*i] = p >= least && is_cold(block, p - least, &k) ? 1 : 2;
    k = 0;
    for (size_t *i = &list->filled;
         *i < list->count && (p = position_at(list, *i)) < block->to; ++*i)
        if (is_cold(block, p, &k))
            list->value[*i] = 0;
}

static void fill_values(value_list *list, const ta_block *block)
{
    uint64_t p;
    for (size_t *i = &list->filled;
         *i < list->count && (p = position_at(list, *i)) < block->to; ++*i)
        list->value[*i] = block->values[index_of(block, p)];
}

/* The sink of a run. */
static ta_status fill(void *state, const ta_block *block)
{
    const filler *f = state;
    for (size_t i = 0; i < f->n_lists; i++)
        if (block->values == NULL)
            fill_cold(f->lists[i], f->least, block);
        else
            fill_values(f->lists[i], block);
    return TA_OK;
}

/* Fills the lists by a run of [0, n); `cap` as for tai_values_find. */
static ta_status run(const ta_game *game, unsigned cap, uint64_t n,
                     const filler *f, const ta_options *options,
                     ta_error *error)
{
    ta_plan *plan;
    ta_options own = *options;
    own.periods = true; /* blocks may be periodic: index_of */
    if (cap > 2)
        own.engine = "layers";
    ta_status st = ta_plan_new(cap == 2 ? TA_CONTENT_COLD : TA_CONTENT_NIM,
                               game, n, &own, &plan, error);
    if (st == TA_OK && cap > 2)
        plan->job.cap = cap;
    if (st == TA_OK)
        st = ta_plan_run(plan, &(ta_sink){fill, (void *)(uintptr_t)f}, error);
    ta_plan_free(plan);
    return st;
}

/* ---- a table of all values ---- */

/* Copies values of the lists from a table of all. Both may be capped (0:
 * exact). Returns false if the table is not exact enough: it has table->cap
 * where `cap` is 0 or above. */
static bool fill_from(const value_list *table, unsigned cap, const filler *f)
{
    const unsigned most = cap != 0 ? cap : UINT16_MAX;
    const bool enough = table->cap == 0 || (cap != 0 && cap <= table->cap);
    for (size_t i = 0; i < f->n_lists; i++)
        for (size_t k = 0; k < f->lists[i]->count; k++) {
            const unsigned value = table->value[f->lists[i]->position[k]];
            if (!enough && value >= table->cap)
                return false;
            f->lists[i]->value[k] = (uint16_t)(value < most ? value : most);
        }
    return true;
}

/* Replaces the table by the values of [0, n), capped at `cap` if not 0; not
 * after an error. */
static ta_status make_table(const ta_game *game, unsigned cap, uint64_t n,
                            value_list *table, const ta_options *options,
                            ta_error *error)
{
    ta_options own = *options;
    own.max_memory =
        tai_limit_less(own.max_memory, tai_mul_sat(n, sizeof *table->value));
    value_list all = {
        .value = tai_alloc(n, sizeof *all.value), .count = n, .cap = cap};
    if (all.value == NULL)
        return TA_ENOMEM;
    const filler f = {&(value_list *){&all}, 1, tai_game_least(game)};
    const ta_status st = run(game, cap, n, &f, &own, error);
    ta_free(st == TA_OK ? table->value : all.value);
    if (st == TA_OK)
        *table = all;
    return st;
}

ta_status tai_values_find(const ta_game *game, unsigned cap,
                          value_list *const *lists, size_t n_lists,
                          value_list *table, const ta_options *options,
                          ta_error *error)
{
    const filler f = {lists, n_lists, tai_game_least(game)};
    uint64_t n = 0;
    for (size_t i = 0; i < n_lists; i++) {
        lists[i]->filled = lists[i]->filled_shifted = 0;
        if (lists[i]->count > 0)
            n = tai_max_u64(n, lists[i]->position[lists[i]->count - 1] + 1);
    }
    if (table != NULL && n <= table->count && fill_from(table, cap, &f))
        return TA_OK;
    if (table == NULL || n < table->count)
        return run(game, cap, n, &f, options, error);
    ta_status st = make_table(game, cap, n, table, options, error);
    if (st == TA_OK)
        fill_from(table, cap, &f);
    return st;
}

ta_status tai_exact_moves(const ta_game *game, uint64_t heap,
                          const ta_options *options, uint64_t **left,
                          uint16_t **outcome, size_t *count, ta_error *error)
{
    value_list list = {0};
    ta_status st = tai_values_new(game, heap, &list, error);
    if (st == TA_OK)
        st = tai_values_find(game, 0, &(value_list *){&list}, 1, NULL, options,
                             error);
    if (st != TA_OK)
        tai_values_free(&list);
    *left = list.position;
    *outcome = list.value;
    *count = list.count;
    return st;
}
