/* A thread pool: the calling thread and some worker threads share the work of a
 * job. A job consists of numbered items. Each thread does the item with the
 * least number that no thread has begun yet. So the longest items should have
 * the lowest numbers. Only the thread that has opened the pool may begin and
 * end jobs. */
#ifndef TA_POOL_H
#define TA_POOL_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/base-internal.h"

/* A function that does one item of a job. `state` is an argument that the
 * caller of the pool has passed. `thread` is the number of the thread that does
 * the item, from 0 to the number of threads - 1. Thread 0 is the caller. */
typedef void tai_pool_work(void *state, unsigned thread, size_t item);

typedef struct tai_pool_job {
    tai_pool_work *work;
    void *state;
    size_t items;
    atomic_size_t next; /* the next item that a thread will do */
    atomic_uint users;  /* the number of workers that do items of this job */
    /* The newest of the jobs that were begun before this job and have not ended
     * yet; NULL if there is none. */
    struct tai_pool_job *below;
} tai_pool_job;

typedef struct tai_pool {
    unsigned threads;  /* the caller included */
    ta_budget *budget; /* the budget of the thread that opened the pool */
    pthread_t *worker;
    /* A thread holds the lock when it changes one of the members below. */
    pthread_mutex_t lock;
    pthread_cond_t wake, idle;
    _Atomic uint64_t round; /* the number of jobs begun so far */
    /* The number of threads that already have a thread number. The caller,
     * which is thread 0, is included. */
    unsigned seated;
    bool leave;
    /* The newest job that has not ended yet, or NULL. */
    tai_pool_job *top;
} tai_pool;

/* Opens a pool of `threads` threads: the caller, and threads - 1 worker
 * threads, which the function starts. The struct *t must stay at its address
 * until the pool is closed. Returns TA_OK, or TA_ENOMEM if there is no memory
 * or if the system does not start so many threads. */
ta_status tai_pool_open(tai_pool *t, unsigned threads, ta_error *error);
/* Ends the worker threads of a pool, and frees the memory of the pool. Does
 * nothing if all members of *t are zero. */
void tai_pool_close(tai_pool *t);

/* Does a job: calls work(state, thread, item) once for each item from 0 to
 * items - 1, on the threads of the pool. Returns when all items are done. If
 * the pool `t` is NULL, the caller alone does the items, in increasing order.
 */
void tai_pool_run(tai_pool *t, tai_pool_work *work, void *state, size_t items);

/* Begins a job and returns at once, while the worker threads do the items of
 * the job. For each item from 0 to items - 1, some thread calls work(state,
 * thread, item). The caller must end the job by tai_pool_end. A worker that is
 * busy with an older job finishes its current item, and then changes to the new
 * job. */
void tai_pool_begin(tai_pool *t, tai_pool_job *job, tai_pool_work *work,
                    void *state, size_t items);
/* Ends a job that tai_pool_begin has begun: helps with the items that are left,
 * and returns when all items are done. A second call for the same job does
 * nothing. */
void tai_pool_end(tai_pool *t, tai_pool_job *job);

#endif
