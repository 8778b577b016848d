#include "base/pool.h"

/* Seconds for which a waiting thread spins before it sleeps; waking takes a
 * fraction of that. */
static const double watch_s = 60e-6;

/* Pauses. Returns whether it is before `until`. */
static bool pool_may_watch(double until)
{
#if TA_X86
    __builtin_ia32_pause();
#endif
    return tai_now() < until;
}

/* Does the next item. Returns false if there is none. */
static bool pool_take_item(tai_pool_job *job, unsigned thread)
{
    const size_t item = atomic_fetch_add(&job->next, 1);
    if (item >= job->items)
        return false;
    job->work(job->state, thread, item);
    return true;
}

/* Takes items of the newest job that has some, until a newer one begins. The
 * job stays in the list while it has users, who enter and leave under the lock.
 */
static void *pool_worker_main(void *arg)
{
    tai_pool *t = arg;
    tai_budget_use(t->budget);
    pthread_mutex_lock(&t->lock);
    const unsigned thread = t->numbers++;
    while (!t->leave) {
        const uint64_t seen = atomic_load(&t->round);
        tai_pool_job *job = t->top;
        while (job != NULL && atomic_load(&job->next) >= job->items)
            job = job->below;
        if (job != NULL)
            atomic_fetch_add(&job->users, 1);
        pthread_mutex_unlock(&t->lock);
        if (job != NULL)
            while (pool_take_item(job, thread) &&
                   atomic_load(&t->round) == seen)
                ;
        else
            for (const double until = tai_now() + watch_s;
                 atomic_load(&t->round) == seen && pool_may_watch(until);)
                ;
        pthread_mutex_lock(&t->lock);
        if (job != NULL && atomic_fetch_sub(&job->users, 1) == 1)
            pthread_cond_signal(&t->idle);
        while (job == NULL && atomic_load(&t->round) == seen && !t->leave)
            pthread_cond_wait(&t->wake, &t->lock);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

void tai_pool_begin(tai_pool *t, tai_pool_job *job, tai_pool_work *work,
                    void *state, size_t items)
{
    *job = (tai_pool_job){.work = work, .state = state, .items = items};
    if (t == NULL || t->threads == 1 || items == 0)
        return;
    pthread_mutex_lock(&t->lock);
    job->below = t->top;
    t->top = job;
    atomic_fetch_add(&t->round, 1);
    pthread_cond_broadcast(&t->wake);
    pthread_mutex_unlock(&t->lock);
}

/* When all items are taken, no worker joins its users. */
void tai_pool_end(tai_pool *t, tai_pool_job *job)
{
    while (pool_take_item(job, 0))
        ;
    if (t == NULL || t->threads == 1)
        return;
    for (const double until = tai_now() + watch_s;
         atomic_load(&job->users) != 0 && pool_may_watch(until);)
        ;
    pthread_mutex_lock(&t->lock);
    while (atomic_load(&job->users) != 0)
        pthread_cond_wait(&t->idle, &t->lock);
    tai_pool_job **at = &t->top;
    while (*at != NULL && *at != job)
        at = &(*at)->below;
    if (*at == job)
        *at = job->below;
    pthread_mutex_unlock(&t->lock);
}

void tai_pool_run(tai_pool *t, tai_pool_work *work, void *state, size_t items)
{
    tai_pool *some = items < 2 ? NULL : t;
    tai_pool_job job;
    tai_pool_begin(some, &job, work, state, items);
    tai_pool_end(some, &job);
}

ta_status tai_pool_open(tai_pool *t, unsigned threads, ta_error *error)
{
    tai_budget *const budget = tai_budget_use(NULL);
    tai_budget_use(budget);
    *t = (tai_pool){.threads = 1,
                    .budget = budget,
                    .worker = tai_alloc(threads, sizeof *t->worker),
                    .lock = PTHREAD_MUTEX_INITIALIZER,
                    .wake = PTHREAD_COND_INITIALIZER,
                    .idle = PTHREAD_COND_INITIALIZER,
                    .numbers = 1};
    ta_status st = t->worker != NULL ? TA_OK : TA_ENOMEM;
    while (st == TA_OK && t->threads < threads)
        if (pthread_create(&t->worker[t->threads], NULL, pool_worker_main, t) ==
            0)
            t->threads++;
        else
            st = tai_fail(error, TA_ENOMEM,
                          "the system gives %u of %u threads, for want of "
                          "memory or by a limit on threads; ask for fewer",
                          t->threads, threads);
    if (st != TA_OK)
        tai_pool_close(t);
    return st;
}

void tai_pool_close(tai_pool *t)
{
    if (t->threads == 0)
        return;
    pthread_mutex_lock(&t->lock);
    t->leave = true;
    pthread_cond_broadcast(&t->wake);
    pthread_mutex_unlock(&t->lock);
    for (unsigned i = 1; i < t->threads; i++)
        pthread_join(t->worker[i], NULL);
    pthread_cond_destroy(&t->idle);
    pthread_cond_destroy(&t->wake);
    pthread_mutex_destroy(&t->lock);
    ta_free(t->worker);
    *t = (tai_pool){0};
}
