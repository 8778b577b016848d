/* The file of a trace. */
#include <string.h>

#include "archive/draft.h"
#include "base/trace.h"

enum { ROOM = 1 << 16 };

typedef struct trace_file {
    ta_trace trace; /* first: the caller has its address */
    ta_draft draft;
    size_t used;
    char buffer[ROOM];
} trace_file;

static void flush(trace_file *f)
{
    (void)ta_draft_write(&f->draft, f->buffer, f->used);
    f->used = 0;
}

/* A row, which is short. Only the end tells that one could not be written. */
static void put(void *state, const char *text, size_t length)
{
    trace_file *f = state;
    if (f->used > ROOM - length)
        flush(f);
    memcpy(f->buffer + f->used, text, length);
    f->used += length;
}

ta_status ta_trace_open(const char *path, ta_trace **trace, ta_error *error)
{
    *trace = NULL;
    trace_file *f = ta_alloc_zero(1, sizeof *f);
    if (f == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for an output buffer");
    f->trace.put = put;
    f->trace.state = f;
    ta_status st = ta_draft_open(path, &f->draft, error);
    if (st == TA_OK)
        *trace = &f->trace;
    else
        ta_free(f);
    return st;
}

ta_status ta_trace_close(ta_trace *trace, bool keep, ta_error *error)
{
    trace_file *f = (trace_file *)trace;
    if (f == NULL)
        return TA_OK;
    if (f->trace.begun) { /* the process ends: no more rows */
        pthread_mutex_lock(&f->trace.lock);
        return ta_draft_close(&f->draft, false, NULL);
    }
    if (keep)
        flush(f);
    ta_status st = ta_draft_close(&f->draft, keep, keep ? error : NULL);
    ta_free(f);
    return st;
}
