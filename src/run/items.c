/* Each thread takes the next item when it is done with one; the caller's thread
 * reports for all, and an item that fails ends all at their next look. */
#include "run/items.h"

#include <math.h>
#include <stdatomic.h>
#include <time.h>

#include "base/fleet.h"
#include "base/team.h"

typedef struct items {
    size_t count; /* of this rank's */
    const ta_fleet *fleet;
    const ta_options *options;
    ta_item_work *work;
    void *state;
    struct worker *workers;
    unsigned threads;
    double share;      /* the largest reported */
    atomic_int status; /* the first that is not TA_OK */
    ta_error *error;   /* of that item */
    atomic_size_t begun, done;
} items;

typedef struct worker {
    items *items;
    unsigned thread;         /* thread 0, the caller's, reports progress */
    _Atomic double share;    /* of its item that is done */
    _Atomic uint64_t walked; /* in all its items */
    uint64_t before;         /* in its items before this one */
    ta_options options;      /* progress: look() */
} worker;

static ta_status report(items *all)
{
    double done = (double)atomic_load(&all->done);
    uint64_t walked = 0;
    for (unsigned k = 0; k < all->threads; k++) {
        done += atomic_load(&all->workers[k].share);
        walked += atomic_load(&all->workers[k].walked);
    }
    all->share = fmax(all->share, fmin(done / (double)all->count, 1));
    return ta_poll(all->options, all->share, walked);
}

/* Called between blocks of an item. */
static int look(void *state, double share, uint64_t walked)
{
    worker *w = state;
    int none = TA_OK;
    atomic_store(&w->share, share);
    atomic_store(&w->walked, w->before + walked);
    if (w->thread == 0 && report(w->items) != TA_OK)
        atomic_compare_exchange_strong(&w->items->status, &none, TA_ECANCELLED);
    return atomic_load(&w->items->status) != TA_OK;
}

static void work(items *all, unsigned thread, size_t item)
{
    worker *w = &all->workers[thread];
    ta_error error = {""};
    int none = TA_OK;
    w->before = atomic_load(&w->walked);
    if (look(w, 0, 0) != 0)
        return;
    ta_status st = all->work(all->state, thread,
                             item * all->fleet->ranks + all->fleet->rank,
                             &w->options, &error);
    if (st != TA_OK &&
        atomic_compare_exchange_strong(&all->status, &none, st) &&
        all->error != NULL && error.text[0] != '\0')
        *all->error = error;
    atomic_store(&w->share, 0);
    atomic_fetch_add(&all->done, 1);
}

/* Works on items, or, where no item is left, reports until all are done. */
static void work_on(void *state, unsigned thread, size_t place)
{
    items *all = state;
    struct timespec pause = {.tv_nsec = 50000};
    (void)place;
    for (size_t item; atomic_load(&all->status) == TA_OK &&
                      (item = atomic_fetch_add(&all->begun, 1)) < all->count;)
        work(all, thread, item);
    worker *w = &all->workers[thread];
    w->before = atomic_load(&w->walked);
    while (thread == 0 && atomic_load(&all->done) < all->count &&
           look(w, 0, 0) == 0) {
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < 10000000)
            pause.tv_nsec *= 2;
    }
}

unsigned ta_item_threads(const ta_options *options)
{
    return options != NULL && options->threads > 0 ? options->threads : 1;
}

ta_status ta_items_run(const ta_options *options, size_t count,
                       ta_item_work *item_work, void *state, ta_error *error)
{
    const ta_fleet *fleet = ta_fleet_of(options);
    items all = {.count = ta_fleet_items(fleet, count),
                 .fleet = fleet,
                 .options = options,
                 .work = item_work,
                 .state = state,
                 .threads = ta_item_threads(options),
                 .error = error};
    ta_team team;
    all.workers = ta_alloc_zero(all.threads, sizeof *all.workers);
    if (all.workers == NULL)
        return TA_ENOMEM;
    for (unsigned k = 0; k < all.threads; k++) {
        worker *w = &all.workers[k];
        w->items = &all;
        w->thread = k;
        w->options =
            (ta_options){.progress = look,
                         .progress_state = w,
                         .start = options != NULL ? options->start : NULL};
    }
    ta_status st = ta_team_open(&team, all.threads, error);
    if (st == TA_OK) {
        ta_team_run(&team, work_on, &all, all.threads);
        ta_team_close(&team);
        st = (ta_status)atomic_load(&all.status);
    }
    ta_free(all.workers);
    return st;
}
