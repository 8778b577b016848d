/* What a run does when, so that it can be scheduled on other machines. The
 * first thread has its serial parts, which follow each other; it forks jobs,
 * whose items any thread may take, and joins them. These are the dependencies,
 * and they are all that is written: a row for each fork, join and serial part,
 * and one for items that a thread has done without a pause.
 *
 * Every function accepts NULL, which is no trace, and then does nothing. But
 * for the items all are called by the first thread. */
#ifndef TA_TRACE_H
#define TA_TRACE_H

#include <pthread.h>

#include "base/base.h"

/* What is known of a job when it is forked. */
typedef struct ta_trace_job {
    uint64_t number; /* 1, 2, ... */
    unsigned phase;
    uint64_t block;
    const char *stage;
} ta_trace_job;

/* Items of one job and stage that a thread does one after the other. */
typedef struct ta_trace_run {
    ta_trace_job job; /* number 0: there is none */
    const char *stage;
    size_t item, items, at; /* the first, how many are done, the present one */
    double begin, busy;     /* seconds of the run and of the thread */
} ta_trace_run;

/* Who makes one fills in the first two; the rest is 0. */
struct ta_trace {
    void (*put)(void *state, const char *text, size_t length);
    void *state;
    double origin, begin, busy, serial;
    unsigned phase;
    uint64_t block, jobs;
    const char *stage;
    unsigned threads;
    ta_trace_run *run; /* by thread */
    pthread_mutex_t lock;
    bool begun;
    bool helps; /* the first thread is at items, or between two: until it joins,
                   what it does is no serial part */
};

/* Around a run, by the thread that computes. TA_ENOMEM. */
ta_status ta_trace_begin(ta_trace *t);
void ta_trace_end(ta_trace *t);
/* Before a team of so many threads works. TA_ENOMEM. */
ta_status ta_trace_threads(ta_trace *t, unsigned threads);

/* ---- what the engine says ---- */

void ta_trace_phase(ta_trace *t); /* the next phase begins, with block 0 */
void ta_trace_block(ta_trace *t); /* the next block begins */
/* Text that stays: what follows is a part of this stage. */
void ta_trace_stage(ta_trace *t, const char *stage);
/* The item that the thread is at is of a stage of its own. */
void ta_trace_item_stage(ta_trace *t, unsigned thread, const char *stage);

/* ---- what the team says ---- */

void ta_trace_fork(ta_trace *t, ta_trace_job *job, size_t items);
/* All items of a stage, or (NULL) all of the job, are done. */
void ta_trace_join(ta_trace *t, const ta_trace_job *job, const char *stage);
void ta_trace_item(ta_trace *t, unsigned thread, const ta_trace_job *job,
                   size_t item);
void ta_trace_item_end(ta_trace *t, unsigned thread);
void ta_trace_leave(ta_trace *t, unsigned thread); /* there are no more items */

#endif
