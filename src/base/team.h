/* A thread pool: the caller and a few worker threads do the numbered items of
 * jobs together. Each thread takes the next item from the job's counter, so
 * long items are best numbered first. Jobs are begun and ended by the thread
 * that has opened the pool. */
#ifndef TA_TEAM_H
#define TA_TEAM_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/base.h"

/* Does one item of a job on one of the threads 0 .. threads - 1; the caller is
 * thread 0. */
typedef void ta_team_work(void *state, unsigned thread, size_t item);

typedef struct ta_team_job {
    ta_team_work *work;
    void *state;
    size_t items;
    atomic_size_t next;        /* the item that is taken next */
    atomic_uint users;         /* worker threads at its items */
    struct ta_team_job *below; /* the open job that was begun before this one */
} ta_team_job;

typedef struct ta_team {
    unsigned threads;  /* with the caller */
    ta_budget *budget; /* of the thread that opened the team */
    pthread_t *worker;
    pthread_mutex_t lock; /* for the members below */
    pthread_cond_t wake, idle;
    _Atomic uint64_t round; /* how many jobs have been begun; read without it */
    unsigned seated;        /* threads that have their number */
    bool leave;
    ta_team_job *top; /* of the open jobs, the one begun last */
} ta_team;

/* Starts threads - 1 worker threads. The pool must stay where it is until it is
 * closed. TA_ENOMEM, with a sentence if the system does not give so many. */
ta_status ta_team_open(ta_team *t, unsigned threads, ta_error *error);
/* Ends the threads; does nothing for a pool that is all zero. */
void ta_team_close(ta_team *t);

/* Does the items 0 .. items - 1, and returns when all are done. Without a pool
 * (NULL) the caller does them alone, in order. */
void ta_team_run(ta_team *t, ta_team_work *work, void *state, size_t items);

/* Begins a job, so that the caller may do something else while the workers do
 * the items. Jobs that are begun later are done first: a worker at an older job
 * turns to them after its item. */
void ta_team_begin(ta_team *t, ta_team_job *job, ta_team_work *work,
                   void *state, size_t items);
/* Does what is left of a job and waits until all is done. May be called twice.
 */
void ta_team_end(ta_team *t, ta_team_job *job);

/* Sets memory to zero by all threads. The system finds memory at the first
 * touch, which may take longer than its use. */
void ta_team_zero(ta_team *t, void *at, uint64_t bytes);
/* Does what ta_alloc_zero does, by all threads. */
void *ta_team_alloc_zero(ta_team *t, uint64_t count, uint64_t size);

#endif
