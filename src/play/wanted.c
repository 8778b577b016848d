/* Some nim-values, or some cold positions, out of a run: those of the options
 * of a heap. The run streams, so only these are kept. */
#include <inttypes.h>

#include "play/play.h"
#include "run/job.h"

uint64_t ta_wanted_memory(const ta_game *game, uint64_t heap)
{
    uint64_t end = ta_add_sat(heap, 1);
    return ta_add_sat(ta_mul_sat(18, ta_game_count_bound(game, end) + 1),
                      ta_game_scratch(game, end));
}

ta_status ta_wanted_new(const ta_game *game, uint64_t heap, bool itself,
                        ta_wanted *wanted)
{
    uint64_t *set;
    size_t count;
    *wanted = (ta_wanted){.least = ta_game_least(game)};
    ta_status st = ta_game_elements(game, ta_add_sat(heap, 1), &set, &count);
    if (st != TA_OK)
        return st;
    wanted->count = count + itself;
    wanted->position = ta_alloc(wanted->count, sizeof *wanted->position);
    wanted->value = ta_alloc(wanted->count, sizeof *wanted->value);
    if (wanted->position != NULL && wanted->value != NULL) {
        for (size_t k = 0; k < count; k++)
            wanted->position[k] = heap - set[count - 1 - k];
        if (itself)
            wanted->position[count] = heap;
    } else {
        ta_wanted_free(wanted);
        st = TA_ENOMEM;
    }
    ta_free(set);
    return st;
}

void ta_wanted_free(ta_wanted *wanted)
{
    ta_free(wanted->position);
    ta_free(wanted->value);
    *wanted = (ta_wanted){0};
}

/* The lists that a run fills. */
typedef struct request {
    ta_wanted *const *lists;
    size_t n_lists;
} request;

/* Returns the index of position p in the bits or values of a block. */
static uint64_t index_of(const ta_block *block, uint64_t p)
{
    const uint64_t i = p - block->from;
    return block->period != 0 ? i % block->period : i;
}

/* Whether a position of the block is cold. Successive calls have increasing
 * positions and the same *k, which begins at 0. */
static bool is_cold(const ta_block *block, uint64_t p, uint64_t *k)
{
    const uint64_t bit = index_of(block, p);
    if (block->bits != NULL)
        return block->bits[bit / 64] >> bit % 64 & 1;
    while (*k < block->count && block->positions[*k] < p)
        ++*k;
    return *k < block->count && block->positions[*k] == p;
}

static void take_cold(ta_wanted *w, const ta_block *block)
{
    uint64_t end = ta_add_sat(block->to, w->least), k = 0;
    for (; w->shifted < w->count && w->position[w->shifted] < end;
         w->shifted++) {
        uint64_t p = w->position[w->shifted];
        w->value[w->shifted] =
            p >= w->least && is_cold(block, p - w->least, &k) ? 1 : 2;
    }
    for (k = 0; w->done < w->count && w->position[w->done] < block->to;
         w->done++)
        if (is_cold(block, w->position[w->done], &k))
            w->value[w->done] = 0;
}

static ta_status take(void *state, const ta_block *block)
{
    const request *r = state;
    for (size_t i = 0; i < r->n_lists; i++) {
        ta_wanted *w = r->lists[i];
        if (block->values == NULL)
            take_cold(w, block);
        for (; w->done < w->count && w->position[w->done] < block->to;
             w->done++)
            w->value[w->done] =
                block->values[index_of(block, w->position[w->done])];
    }
    return TA_OK;
}

/* The least position that has not been seen, UINT64_MAX at the end. */
static uint64_t next_wanted(const void *state)
{
    const request *r = state;
    uint64_t next = UINT64_MAX;
    for (size_t i = 0; i < r->n_lists; i++)
        if (r->lists[i]->done < r->lists[i]->count)
            next = ta_min_u64(next, r->lists[i]->position[r->lists[i]->done]);
    return next;
}

/* Runs the engine `layers` for the values below the cap. */
static ta_status run_below_cap(const ta_game *game, uint64_t n, unsigned cap,
                               const ta_options *options, const ta_sink *sink,
                               ta_error *error)
{
    ta_plan *plan;
    ta_options layers = *options;
    layers.engine = "layers";
    ta_status st = ta_plan_new(TA_CONTENT_NIM, game, n, &layers, &plan, error);
    if (st == TA_OK) {
        plan->job.cap = cap;
        st = ta_plan_run(plan, sink, error);
    }
    ta_plan_free(plan);
    return st;
}

ta_status ta_wanted_run(ta_content content, unsigned cap, const ta_game *game,
                        ta_wanted *const *lists, size_t n_lists,
                        const ta_options *options, const char *cache,
                        ta_error *error)
{
    request r = {lists, n_lists};
    const ta_sink sink = {take, &r};
    uint64_t n = 0;
    for (size_t i = 0; i < n_lists; i++) {
        lists[i]->done = lists[i]->shifted = 0;
        n = ta_max_u64(n, lists[i]->position[lists[i]->count - 1] + 1);
    }
    if (cap != 0)
        return run_below_cap(game, n, cap, options, &sink, error);
    if (cache == NULL)
        return ta_run(content, game, n, options, &sink, error);
    return ta_cache_values(game, n, &sink, next_wanted, options, cache, error);
}
