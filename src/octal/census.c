/* What is known of many games, one after the other on each thread. */
#include <inttypes.h>

#include "base/fleet.h"
#include "octal/octal.h"
#include "run/items.h"

typedef struct census {
    const ta_game *const *games;
    uint64_t limit, each; /* heaps; bytes that each thread may take, or 0 */
    ta_octal_summary *rows;
} census;

static ta_status one(void *state, unsigned thread, size_t item,
                     const ta_options *options, ta_error *error)
{
    const census *c = state;
    ta_options own = *options;
    own.max_memory = c->each;
    own.summary = &c->rows[item];
    (void)thread;
    ta_status st = ta_octal_survey(c->games[item], c->limit, &own, error);
    const ta_error why = *error;
    return st == TA_OK || why.text[0] == '\0'
               ? st
               : ta_fail(error, st, "%.60s: %.300s",
                         ta_octal_code(c->games[item]), why.text);
}

uint64_t ta_octal_census_memory(uint64_t limit, unsigned threads)
{
    return ta_mul_sat(threads == 0 ? 1 : threads,
                      ta_octal_memory(limit, &(ta_options){0}));
}

static ta_status check(const census *c, size_t count, const ta_options *options,
                       ta_error *error)
{
    const unsigned threads = ta_item_threads(options);
    ta_status st = ta_options_check(options, error);
    if (st != TA_OK)
        return st;
    if (c->limit == 0 || c->limit > TA_HEAP_MOST)
        return ta_fail(error, TA_EINVAL, "the limit is not in 1 to 2^62");
    for (size_t k = 0; k < count; k++)
        if (ta_game_octal(c->games[k]) == NULL ||
            ta_game_convention(c->games[k]) == TA_MISERE)
            return ta_fail(error, TA_EINVAL,
                           "game %zu, %.60s, is no octal game of normal play",
                           k + 1, ta_game_spec(c->games[k]));
    const uint64_t need =
        ta_octal_memory(c->limit, &(ta_options){.max_memory = c->each});
    char text[32];
    if (c->each != 0 && need > c->each)
        return ta_fail(error, TA_ELIMIT,
                       "a search among %" PRIu64 " heaps needs %s of memory; "
                       "fewer threads or a lower limit need less",
                       c->limit,
                       ta_bytes_text(ta_mul_sat(need, threads), text));
    return TA_OK;
}

static uint64_t hash_games(const census *c, size_t count)
{
    uint64_t hash = c->limit;
    for (size_t k = 0; k < count; k++)
        for (const char *at = ta_octal_code(c->games[k]); *at != '\0'; at++)
            hash = ta_hash_more(hash, (unsigned char)*at);
    return hash;
}

ta_status ta_octal_census(const ta_game *const *games, size_t count,
                          uint64_t limit, const ta_options *options,
                          ta_octal_summary *rows, ta_error *error)
{
    census c = {.games = games, .limit = limit, .rows = rows};
    ta_error own = {""};
    if (error == NULL) /* other ranks are told */
        error = &own;
    if (options != NULL && options->max_memory != 0)
        c.each = ta_max_u64(1, options->max_memory / ta_item_threads(options));
    ta_status st = check(&c, count, options, error);
    if (st == TA_OK)
        st = ta_items_run(options, count, one, &c, error);
    if (st == TA_OK)
        st = ta_fleet_rows(ta_fleet_of(options), hash_games(&c, count), rows,
                           count, sizeof *rows, error);
    return ta_fleet_close(options, st, error);
}
