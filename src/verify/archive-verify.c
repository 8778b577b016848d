/* The two functions for callers: random positions, and windows divided among
 * ranks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/communicator.h"
#include "game/game-internal.h"
#include "verify/verify.h"

ta_status tai_verify_allocate(void *array, uint64_t count, uint64_t size)
{
    void *made = tai_alloc_zero(count, size);
    memcpy(array, &made, sizeof made);
    return made != NULL ? TA_OK : TA_ENOMEM;
}

ta_status tai_verify_poll(tai_verification *v, uint64_t work, uint64_t done)
{
    if (work == 0 && v->seen->moves - v->polled < 1 << 20)
        return TA_OK;
    v->work += (double)work;
    v->polled = v->seen->moves;
    ta_status st = tai_poll(v->options, fmin(1, v->work / v->all), done);
    return st == TA_OK ? st : tai_fail(v->error, st, "stopped on request");
}

/* Begins a verification: checks options and game, begins a memory budget. */
static ta_status begin(tai_verification *v, ta_verified *seen, ta_error *error)
{
    v->seen = seen != NULL ? seen : &v->ignored;
    v->error = error != NULL ? error : &v->unread;
    v->hot_below =
        v->archive->info.convention == TA_MISERE ? tai_game_least(v->game) : 0;
    *v->seen = (ta_verified){0};
    ta_status st = tai_options_check(v->options, v->error);
    if (st == TA_OK)
        st = tai_archive_same_game(v->archive, v->game, v->error);
    if (st == TA_OK && ta_game_about(v->game)->rule)
        st = tai_fail(v->error, TA_EINVAL,
                      "'%s' is of %s, whose moves are no set: use an engine",
                      v->archive->name, v->archive->info.game);
    return st == TA_OK ? tai_budget_begin(
                             v->options != NULL ? v->options->max_memory : 0,
                             &v->budget)
                       : st;
}

/* Ends it with status `st`. */
static ta_status finish(const tai_verification *v, ta_status st)
{
    if (st == TA_ENOMEM)
        tai_fail(v->error, st, "no memory to verify '%s'", v->archive->name);
    return tai_budget_end(v->budget, st, v->error);
}

ta_status ta_archive_verify(const ta_archive *archive, const ta_game *game,
                            uint64_t positions, uint64_t seed,
                            const ta_options *options, ta_verified *seen,
                            ta_error *error)
{
    tai_verification v = {.archive = archive, .game = game, .options = options};
    ta_status st = begin(&v, seen, error);
    if (st == TA_OK)
        st = tai_verify_definition(&v, positions, seed);
    return finish(&v, st);
}

/* ---- windows ---- */

/* Checks the windows, and sorts them. */
static ta_status sort_windows(const tai_verification *v, tai_window *windows,
                              size_t count)
{
    const char *name = v->archive->name;
    const uint64_t end = v->archive->info.end;
    if (ta_game_about(v->game)->octal != NULL)
        return tai_fail(v->error, TA_EINVAL,
                        "'%s' is of an octal game, which has no windows", name);
    for (size_t i = 0; i < count; i++) {
        windows[i].cold = 0;
        if (windows[i].from >= windows[i].to || windows[i].to > end)
            return tai_fail(v->error, TA_EINVAL,
                            "'%s' holds [0, %" PRIu64 "), not [%" PRIu64
                            ", %" PRIu64 ")",
                            name, end, windows[i].from, windows[i].to);
    }
    /* By `from`, the first member. */
    if (count > 0)
        qsort(windows, count, sizeof *windows, tai_by_number);
    return TA_OK;
}

/* Window i is of rank i % ranks; in the end all ranks have all results. */
static ta_status verify_windows(tai_verification *v, tai_window *windows,
                                size_t count)
{
    tai_comm *comm = tai_comm_of(v->options);
    ta_verified *seen = v->seen;
    uint64_t hash = v->archive->info.count, positions = 0; /* of this rank */
    tai_verify_window *all = NULL;
    ta_status st = tai_verify_allocate(&all, count, sizeof *all);
    for (size_t i = 0; all != NULL && i < count; i++) {
        all[i].asked = windows[i];
        if (i % comm->ranks == comm->rank)
            positions += windows[i].to - windows[i].from;
        hash =
            tai_hash_more(tai_hash_more(hash, windows[i].from), windows[i].to);
    }
    v->n_windows = tai_comm_items(comm, count);
    v->step = comm->ranks;
    if (st == TA_OK && v->n_windows > 0) {
        v->windows = all + comm->rank;
        v->seen = &v->windows->seen;
        st = v->archive->info.content == TA_CONTENT_COLD
                 ? tai_verify_recount(v)
                 : tai_verify_definition(v, positions, 0);
    }
    if (st == TA_OK)
        st = tai_comm_rows(comm, hash, all, count, sizeof *all, v->error);
    for (size_t i = 0; all != NULL && i < count; i++) {
        windows[i] = all[i].asked;
        seen->cold += all[i].seen.cold;
        seen->hot += all[i].seen.hot;
        seen->moves += all[i].seen.moves;
    }
    ta_free(all);
    return st;
}

ta_status tai_archive_verify_windows(const ta_archive *archive,
                                     const ta_game *game, tai_window *windows,
                                     size_t count, const ta_options *options,
                                     ta_verified *seen, ta_error *error)
{
    tai_verification v = {.archive = archive, .game = game, .options = options};
    ta_status st = begin(&v, seen, error);
    if (st == TA_OK)
        st = sort_windows(&v, windows, count);
    if (st == TA_OK)
        st = verify_windows(&v, windows, count);
    return tai_comm_close(options, finish(&v, st), v.error);
}
