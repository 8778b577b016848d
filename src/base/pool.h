/* A thread pool. A job has numbered items; each thread takes the least one that
 * is not taken, so the longest should come first. Only the thread that opened
 * the pool begins and ends jobs. */
#ifndef TA_POOL_H
#define TA_POOL_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/base-internal.h"

/* Does an item. Threads are numbered from 0, the caller. */
typedef void tai_pool_work(void *state, unsigned thread, size_t item);

typedef struct tai_pool_job {
    tai_pool_work *work;
    void *state;
    size_t items;
    atomic_size_t next; /* not taken */
    atomic_uint users;  /* workers at this job */
    /* the newest unfinished job before this one, or NULL */
    struct tai_pool_job *below;
} tai_pool_job;

typedef struct tai_pool {
    unsigned threads;   /* the caller included */
    tai_budget *budget; /* of the thread that opened the pool */
    pthread_t *worker;  /* from worker[1] on */
    /* The lock protects what follows. */
    pthread_mutex_t lock;
    pthread_cond_t wake, idle; /* a new job; a job without users */
    _Atomic uint64_t round;    /* jobs begun so far */
    unsigned numbers;          /* given to threads, 0 to the caller */
    bool leave;
    tai_pool_job *top; /* the newest unfinished job, or NULL */
} tai_pool;

/* Opens a pool of the caller and threads - 1 workers. *t stays at its address.
 * Returns TA_ENOMEM without memory or threads. */
ta_status tai_pool_open(tai_pool *t, unsigned threads, ta_error *error);
/* Ends the workers. Accepts a zeroed *t. */
void tai_pool_close(tai_pool *t);

/* Does items 0 to items - 1, and returns when all are done. Without a pool the
 * caller does them in order. */
void tai_pool_run(tai_pool *t, tai_pool_work *work, void *state, size_t items);

/* Begins a job and returns; tai_pool_end must follow. Workers at an older job
 * change to it after their item. */
void tai_pool_begin(tai_pool *t, tai_pool_job *job, tai_pool_work *work,
                    void *state, size_t items);
/* Helps until all items are done. Nothing at a second call. */
void tai_pool_end(tai_pool *t, tai_pool_job *job);

#endif
