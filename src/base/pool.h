/* A thread pool: the caller and some worker threads do the numbered items of a
 * job together. Each thread takes the next item from the job's counter, so the
 * longest items should have the lowest numbers. Only the thread that has opened
 * the pool begins and ends jobs. */
#ifndef TA_POOL_H
#define TA_POOL_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/base-internal.h"

/* Does one item of a job on one of the threads 0 .. threads - 1. Thread 0 is
 * the caller. */
typedef void tai_pool_work(void *state, unsigned thread, size_t item);

typedef struct tai_pool_job {
    tai_pool_work *work;
    void *state;
    size_t items;
    atomic_size_t next; /* the next item to be taken */
    atomic_uint users;  /* the number of workers that do items of this job */
    struct tai_pool_job
        *below; /* the open job that was begun before this job */
} tai_pool_job;

typedef struct tai_pool {
    unsigned threads;  /* the caller included */
    ta_budget *budget; /* the budget of the thread that opened the pool */
    pthread_t *worker;
    pthread_mutex_t lock; /* for writes to the members below */
    pthread_cond_t wake, idle;
    _Atomic uint64_t round; /* the number of jobs begun so far */
    unsigned seated;        /* threads that already have a number */
    bool leave;
    tai_pool_job *top; /* the open job that was begun last */
} tai_pool;

/* Starts threads - 1 worker threads. The caller must not move the struct until
 * the pool is closed. Returns TA_ENOMEM if there is no memory, and writes a
 * sentence if the system starts fewer threads. */
ta_status tai_pool_open(tai_pool *t, unsigned threads, ta_error *error);
/* Ends the worker threads. Does nothing for a struct that is all zero. */
void tai_pool_close(tai_pool *t);

/* Does the items 0 .. items - 1 and returns when all are done. If the pool is
 * NULL, the caller alone does the items, in order. */
void tai_pool_run(tai_pool *t, tai_pool_work *work, void *state, size_t items);

/* Begins a job and returns, so that the caller may do something else while the
 * workers do the items. Later jobs are done first: a worker of an older job
 * turns to the new job after its current item. */
void tai_pool_begin(tai_pool *t, tai_pool_job *job, tai_pool_work *work,
                    void *state, size_t items);
/* Does the remaining items of a job, and waits until all items are done. May be
 * called twice for a job. */
void tai_pool_end(tai_pool *t, tai_pool_job *job);

#endif
