/* A few threads that work through numbered items together. They wait on a
 * condition variable, and look for a fixed time before they do, since to be
 * woken takes its time. Never longer: machines are shared. */
#ifndef TA_TEAM_H
#define TA_TEAM_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/base.h"

/* One item of a job, done by one of the threads 0 .. threads-1. */
typedef void ta_team_work(void *state, unsigned thread, size_t item);

typedef struct ta_team_job {
    ta_team_work *work;
    void *state;
    size_t items;
    atomic_size_t taken; /* items */
    /* By the caller from the first one on, by the others from the last one: so
     * that of jobs over the same data each thread gets what it had before. In
     * order: by all from the first one on, for long items before short ones. */
    atomic_size_t front, back;
    bool in_order;
    atomic_uint users; /* threads at its items, the caller aside */
    bool brief; /* items are so short that the caller does some where he would
                   wait for a newer job */
    struct ta_team_job *below; /* begun before it, and still open */
} ta_team_job;

typedef struct ta_team {
    unsigned threads; /* the caller is one of them, number 0 */
    unsigned there;   /* the threads that were started, and the caller */
    pthread_t *worker;
    struct team_seat *seat;
    pthread_mutex_t lock;
    pthread_cond_t wake, idle;
    _Atomic uint64_t round; /* raised when there is something new to do */
    bool leave;
    ta_team_job *top; /* of the open jobs, the one begun last */
} ta_team;

/* TA_ENOMEM, which *error explains if the system does not give so many threads.
 * The team must stay where it is until it is closed. */
ta_status ta_team_open(ta_team *t, unsigned threads, ta_error *error);
void ta_team_close(ta_team *t);

/* Does the items 0 .. items-1; returns when all are done. Without a team (NULL)
 * the caller does them alone, in order, when he helps or ends. */
void ta_team_run(ta_team *t, ta_team_work *work, void *state, size_t items);
/* All threads from the first one on: see in_order above. */
void ta_team_run_in_order(ta_team *t, ta_team_work *work, void *state,
                          size_t items);

/* The same in three parts, so that the caller may do something else while the
 * others work: begin; help with one item at a time, false if none is left;
 * end, which may come twice. Further jobs may begin and end in between, and are
 * done first: whoever works at an older one turns to them after his item. */
void ta_team_begin(ta_team *t, ta_team_job *job);
bool ta_team_help(ta_team_job *job);
void ta_team_end(ta_team *t, ta_team_job *job);

/* For a thread that looks again and again for what another one is about to do;
 * begins with {0}. False: it has looked long enough, and may better wait, or
 * give the processor to others. */
typedef struct ta_team_looks {
    unsigned count;
    double until;
} ta_team_looks;
bool ta_team_look(ta_team_looks *l);

/* Zeros, written by the threads, which so touch the memory first, together:
 * that is when the system finds it, which may take longer than to use it. */
void ta_team_zero(ta_team *t, void *at, uint64_t bytes);
/* As ta_alloc_zero. */
void *ta_team_alloc_zero(ta_team *t, uint64_t count, uint64_t size);

static inline void ta_team_job_set(ta_team_job *job, ta_team_work *work,
                                   void *state, size_t items)
{
    job->work = work;
    job->state = state;
    job->items = items;
    job->in_order = false;
    job->brief = false;
    job->below = NULL;
    atomic_store(&job->taken, 0);
    atomic_store(&job->front, 0);
    atomic_store(&job->back, 0);
    atomic_store(&job->users, 0);
}

#endif
