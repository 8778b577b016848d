#include "base/trace.h"

#include <inttypes.h>
#include <stdio.h>

/* Short items are told together, until they have taken so many seconds, or this
 * share of the run so far: clocks take time, and a row takes room. */
static const double least_s = 50e-6, least_share = 1e-6;

static void put_row(ta_trace *t, const ta_trace_job *at, const char *stage,
                    const char *kind, size_t item, size_t items,
                    unsigned thread, double begin, double busy)
{
    char row[256];
    int length = snprintf(row, sizeof row,
                          "%u\t%" PRIu64 "\t%s\t%s\t%" PRIu64
                          "\t%zu\t%zu\t%u\t%.6f\t%.9f\n",
                          at->phase, at->block, stage, kind, at->number, item,
                          items, thread, begin, busy);
    pthread_mutex_lock(&t->lock);
    t->put(t->state, row, (size_t)length);
    pthread_mutex_unlock(&t->lock);
}

/* ---- items ---- */

static void end_run(ta_trace *t, unsigned thread)
{
    ta_trace_run *r = &t->run[thread];
    if (r->job.number == 0)
        return;
    if (r->items > 0)
        put_row(t, &r->job, r->stage, "task", r->item, r->items, thread,
                r->begin, ta_now_busy() - r->busy);
    r->job.number = 0;
}

static void begin_run(ta_trace *t, unsigned thread, const ta_trace_job *job,
                      const char *stage, size_t item)
{
    const double busy = ta_now_busy();
    if (thread == 0 && !t->helps) {
        t->serial += busy - t->busy;
        t->helps = true;
    }
    t->run[thread] = (ta_trace_run){.job = *job,
                                    .stage = stage,
                                    .item = item,
                                    .at = item,
                                    .begin = ta_now() - t->origin,
                                    .busy = busy};
}

void ta_trace_item(ta_trace *t, unsigned thread, const ta_trace_job *job,
                   size_t item)
{
    if (t == NULL)
        return;
    /* After an item of a stage of its own the next may be of the job's. */
    ta_trace_run *r = &t->run[thread];
    r->at = item;
    if (r->job.number == job->number && r->stage == job->stage)
        return;
    end_run(t, thread);
    begin_run(t, thread, job, job->stage, item);
}

void ta_trace_item_stage(ta_trace *t, unsigned thread, const char *stage)
{
    if (t == NULL || t->run[thread].job.number == 0 ||
        t->run[thread].stage == stage)
        return;
    const ta_trace_run r = t->run[thread];
    end_run(t, thread);
    begin_run(t, thread, &r.job, stage, r.at);
}

void ta_trace_item_end(ta_trace *t, unsigned thread)
{
    if (t == NULL)
        return;
    ta_trace_run *r = &t->run[thread];
    r->items++;
    const double now = ta_now() - t->origin;
    if (now - r->begin >= least_s && now - r->begin >= least_share * now)
        end_run(t, thread);
}

void ta_trace_leave(ta_trace *t, unsigned thread)
{
    if (t != NULL)
        end_run(t, thread);
}

/* ---- the first thread ---- */

static ta_trace_job here(const ta_trace *t)
{
    return (ta_trace_job){
        .phase = t->phase, .block = t->block, .stage = t->stage};
}

/* Ends the serial part, if there was any. The time that this takes is nobody's:
 * begin_serial begins the next. */
static void end_serial(ta_trace *t)
{
    const ta_trace_job at = here(t);
    end_run(t, 0);
    if (!t->helps)
        t->serial += ta_now_busy() - t->busy;
    t->helps = false;
    if (t->serial > 0)
        put_row(t, &at, t->stage, "serial", 0, 0, 0, t->begin, t->serial);
    t->serial = 0;
}

static void begin_serial(ta_trace *t)
{
    t->begin = ta_now() - t->origin;
    t->busy = ta_now_busy();
}

ta_status ta_trace_threads(ta_trace *t, unsigned threads)
{
    if (t == NULL || threads <= t->threads)
        return TA_OK;
    ta_trace_run *run = ta_alloc_zero(threads, sizeof *run);
    if (run == NULL)
        return TA_ENOMEM;
    ta_free(t->run);
    t->run = run;
    t->threads = threads;
    return TA_OK;
}

ta_status ta_trace_begin(ta_trace *t)
{
    if (t == NULL)
        return TA_OK;
    if (pthread_mutex_init(&t->lock, NULL) != 0)
        return TA_ENOMEM;
    ta_status st = ta_trace_threads(t, 1);
    if (st != TA_OK) {
        pthread_mutex_destroy(&t->lock);
        return st;
    }
    static const char header[] = "phase\tblock\tstage\tkind\tjob\titem\titems\t"
                                 "thread\tbegin_s\tcpu_s\n";
    t->put(t->state, header, sizeof header - 1);
    t->begun = true;
    t->stage = "run";
    t->origin = ta_now();
    begin_serial(t);
    return TA_OK;
}

void ta_trace_end(ta_trace *t)
{
    if (t == NULL || !t->begun)
        return;
    end_serial(t);
    ta_free(t->run);
    t->run = NULL;
    t->threads = 0;
    t->begun = false;
    pthread_mutex_destroy(&t->lock);
}

void ta_trace_phase(ta_trace *t)
{
    if (t == NULL)
        return;
    end_serial(t);
    t->phase++;
    t->block = 0;
    begin_serial(t);
}

void ta_trace_block(ta_trace *t)
{
    if (t == NULL)
        return;
    end_serial(t);
    t->block++;
    begin_serial(t);
}

void ta_trace_stage(ta_trace *t, const char *stage)
{
    if (t == NULL)
        return;
    end_serial(t);
    t->stage = stage;
    begin_serial(t);
}

void ta_trace_fork(ta_trace *t, ta_trace_job *job, size_t items)
{
    if (t == NULL)
        return;
    end_serial(t);
    *job = here(t);
    job->number = ++t->jobs;
    put_row(t, job, job->stage, "fork", 0, items, 0, ta_now() - t->origin, 0);
    begin_serial(t);
}

void ta_trace_join(ta_trace *t, const ta_trace_job *job, const char *stage)
{
    if (t == NULL)
        return;
    end_serial(t);
    put_row(t, job, stage != NULL ? stage : "-", "join", 0, 0, 0,
            ta_now() - t->origin, 0);
    begin_serial(t);
}
