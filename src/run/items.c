/* Items on the threads of a pool, from tai_items_run on. Progress is that of
 * all items together, reported by one thread at a time. If an item fails, the
 * others stop at their next report. */
#include "run/items.h"

#include <inttypes.h>
#include <math.h>

#include "base/communicator.h"
#include "base/pool.h"

typedef struct items {
    size_t count; /* of this rank */
    const tai_comm *comm;
    const ta_options *options;
    tai_item_work *work;
    void *state;
    struct worker *workers; /* one for each thread */
    ta_error *error;        /* of the first item that fails; may be NULL */
    pthread_mutex_t lock;
    /* The lock protects what follows. */
    double done;      /* items, with the shares of those in work */
    uint64_t walked;  /* positions of all items */
    double share;     /* largest share reported */
    ta_status status; /* of the first item that failed, or of a stop */
} items;

/* A thread, which alone uses it. */
typedef struct worker {
    items *items;
    double share;    /* of its item, as last reported */
    uint64_t walked; /* likewise */
    ta_options options;
} worker;

/* The progress function of an item. Returns whether the item must stop. */
static int items_report(void *state, double share, uint64_t walked)
{
    worker *w = state;
    items *all = w->items;
    pthread_mutex_lock(&all->lock);
    all->done += share - w->share;
    all->walked += walked - w->walked;
    w->share = share;
    w->walked = walked;
    all->share = fmax(all->share, fmin(all->done / (double)all->count, 1));
    if (all->status == TA_OK)
        all->status = tai_poll(all->options, all->share, all->walked);
    const bool stop = all->status != TA_OK;
    pthread_mutex_unlock(&all->lock);
    return stop;
}

/* Does an item of this rank, unless one has failed. */
static void items_do_one(void *state, unsigned thread, size_t item)
{
    items *all = state;
    worker *w = &all->workers[thread];
    ta_error error = {""};
    w->share = 0;
    w->walked = 0;
    if (items_report(w, 0, 0) != 0)
        return;
    const ta_status st =
        all->work(all->state, thread, item * all->comm->ranks + all->comm->rank,
                  &w->options, &error);
    pthread_mutex_lock(&all->lock);
    all->done += 1 - w->share;
    if (st != TA_OK && all->status == TA_OK) {
        all->status = st;
        if (all->error != NULL && error.text[0] != '\0')
            *all->error = error;
    }
    pthread_mutex_unlock(&all->lock);
}

unsigned tai_item_threads(const ta_options *options)
{
    return options != NULL && options->threads > 0 ? options->threads : 1;
}

ta_status tai_items_admit(const ta_options *options, uint64_t limit,
                          uint64_t most, uint64_t need, ta_error *error)
{
    if (limit == 0 || limit > most)
        return tai_fail(error, TA_EINVAL, "the limit is not in 1 to 2^%u",
                        tai_log2_floor(most));
    const ta_status st = tai_options_check(options, error);
    return st != TA_OK ? st : tai_admit(options, need, "the search", error);
}

ta_status tai_items_run(const ta_options *options, size_t count,
                        tai_item_work *work, void *state, uint64_t hash,
                        void *rows, size_t bytes, ta_error *error)
{
    tai_comm *comm = tai_comm_of(options);
    const unsigned threads = tai_item_threads(options);
    items all = {.count = tai_comm_items(comm, count),
                 .comm = comm,
                 .options = options,
                 .work = work,
                 .state = state,
                 .error = error,
                 .lock = PTHREAD_MUTEX_INITIALIZER};
    tai_pool pool = {.threads = 0};
    tai_budget *budget;
    ta_status st =
        tai_budget_begin(options != NULL ? options->max_memory : 0, &budget);
    if (st != TA_OK)
        return st;
    all.workers = tai_alloc_zero(threads, sizeof *all.workers);
    st = all.workers != NULL ? tai_pool_open(&pool, threads, error) : TA_ENOMEM;
    for (unsigned k = 0; k < threads && st == TA_OK; k++) {
        worker *w = &all.workers[k];
        w->items = &all;
        w->options.progress = items_report;
        w->options.progress_state = w;
        w->options.sink = options != NULL && options->sink;
    }
    if (st == TA_OK) {
        tai_pool_run(&pool, items_do_one, &all, all.count);
        st = all.status;
    }
    tai_pool_close(&pool);
    ta_free(all.workers);
    if (st == TA_OK)
        st = tai_comm_rows(comm, hash, rows, count, bytes, error);
    return tai_budget_end(budget, st, error);
}
