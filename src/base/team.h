/* A thread pool: the caller and some worker threads do the numbered items of a
 * job together. Each thread takes the next item from the job's counter, so the
 * longest items should have the lowest numbers. Only the thread that has opened
 * the pool begins and ends jobs. */
#ifndef TA_TEAM_H
#define TA_TEAM_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/base.h"

/* Does one item of a job on one of the threads 0 .. threads - 1. Thread 0 is
 * the caller. */
typedef void ta_team_work(void *state, unsigned thread, size_t item);

typedef struct ta_team_job {
    ta_team_work *work;
    void *state;
    size_t items;
    atomic_size_t next;        /* the next item to be taken */
    atomic_uint users;         /* worker threads that do items of the job */
    struct ta_team_job *below; /* the open job that was begun before this job */
} ta_team_job;

typedef struct ta_team {
    unsigned threads;  /* the caller included */
    ta_budget *budget; /* of the thread that opened the pool */
    pthread_t *worker;
    pthread_mutex_t lock; /* for writes to the members below */
    pthread_cond_t wake, idle;
    _Atomic uint64_t round; /* the number of jobs begun so far */
    unsigned seated;        /* threads that have their number */
    bool leave;
    ta_team_job *top; /* the open job that was begun last */
} ta_team;

/* Starts threads - 1 worker threads. The caller must not move the struct until
 * the pool is closed. TA_ENOMEM, with a sentence if the system starts fewer
 * threads. */
ta_status ta_team_open(ta_team *t, unsigned threads, ta_error *error);
/* Ends the worker threads. Does nothing for a struct that is all zero. */
void ta_team_close(ta_team *t);

/* Does the items 0 .. items - 1 and returns when all are done. If the pool is
 * NULL, the caller alone does the items, in order. */
void ta_team_run(ta_team *t, ta_team_work *work, void *state, size_t items);

/* Begins a job and returns, so that the caller may do something else while the
 * workers do the items. Later jobs are done first: a worker of an older job
 * turns to the new job after its current item. */
void ta_team_begin(ta_team *t, ta_team_job *job, ta_team_work *work,
                   void *state, size_t items);
/* Does the items of a job that are left, and waits until all are done. May be
 * called twice. */
void ta_team_end(ta_team *t, ta_team_job *job);

/* Sets memory to zero by all threads. The first touch, in which the system
 * finds the memory, may take longer than the use of the memory. */
void ta_team_zero(ta_team *t, void *at, uint64_t bytes);
/* Does what ta_alloc_zero does, by all threads. */
void *ta_team_alloc_zero(ta_team *t, uint64_t count, uint64_t size);

#endif
