/* The summaries of many octal games, one game a thread. */
#include "base/communicator.h"
#include "octal/octal-internal.h"
#include "run/items.h"

typedef struct census {
    const ta_game *const *games;
    uint64_t limit; /* heaps of each game at most */
    uint64_t each;  /* bytes of each thread; 0: no limit */
    ta_summary *rows;
} census;

static ta_status census_row(void *state, unsigned thread, size_t item,
                            const ta_options *options, ta_error *error)
{
    const census *c = state;
    ta_options own = *options;
    own.max_memory = c->each;
    own.summary = &c->rows[item];
    (void)thread;
    const tai_job job = {.engine = &tai_octal_auto,
                         .game = c->games[item],
                         .n = c->limit,
                         .options = &own,
                         .threads = 1,
                         .error = error};
    ta_status st = tai_octal_find(&job);
    const ta_error why = *error;
    return st == TA_OK || why.text[0] == '\0'
               ? st
               : tai_fail(error, st, "%s: %s",
                          ta_game_about(c->games[item])->octal, why.text);
}

uint64_t tai_octal_census_memory(uint64_t limit, uint64_t each,
                                 unsigned threads)
{
    const ta_options options = {.max_memory = each};
    const tai_job job = {.n = limit, .options = &options};
    return tai_mul_sat(threads, tai_octal_limits(&job).bytes);
}

/* Returns TA_EINVAL unless all are octal games in normal play. Sets *hash, of
 * codes and limit. */
static ta_status census_check(const census *c, size_t count, uint64_t *hash,
                              ta_error *error)
{
    *hash = c->limit;
    for (size_t k = 0; k < count; k++) {
        const char *code = ta_game_about(c->games[k])->octal;
        if (code == NULL || ta_game_about(c->games[k])->convention == TA_MISERE)
            return tai_fail(error, TA_EINVAL,
                            "game %zu, %s, is no octal game of normal play",
                            k + 1, ta_game_about(c->games[k])->spec);
        for (; *code != '\0'; code++)
            *hash = tai_hash_more(*hash, (unsigned char)*code);
    }
    return TA_OK;
}

ta_status ta_octal_census(const ta_game *const *games, size_t count,
                          uint64_t limit, const ta_options *options,
                          ta_summary *rows, ta_error *error)
{
    const unsigned threads = tai_item_threads(options);
    census c = {.games = games, .limit = limit, .rows = rows};
    ta_error own = {""};
    uint64_t hash = 0;
    if (error == NULL) /* for other ranks */
        error = &own;
    if (options != NULL && options->max_memory != 0)
        c.each = tai_max_u64(1, options->max_memory / threads);
    ta_status st =
        tai_items_admit(options, limit, TA_HEAP_MOST,
                        tai_octal_census_memory(limit, c.each, threads), error);
    if (st == TA_OK)
        st = census_check(&c, count, &hash, error);
    if (st == TA_OK)
        st = tai_items_run(options, count, census_row, &c, hash, rows,
                           sizeof *rows, error);
    return tai_comm_close(options, st, error);
}
