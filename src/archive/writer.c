/* The sink that writes numbers: text, b-file or .npy. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "archive/draft.h"

enum { ROOM = 1 << 16, LINE = 2 * TA_DIGITS + 2 };

struct ta_writer {
    ta_draft draft;
    ta_format format;
    uint64_t from, offset;
    uint64_t index;   /* of the next number, for b-files */
    uint64_t written; /* numbers */
    unsigned bytes;   /* of a number in .npy */
    size_t used;
    char buffer[ROOM];
};

static ta_status flush(ta_writer *w)
{
    size_t count = w->used;
    w->used = 0;
    return ta_draft_write(&w->draft, w->buffer, count);
}

static ta_status put(void *state, uint64_t position)
{
    ta_writer *w = state;
    if (w->used > ROOM - LINE) {
        ta_status st = flush(w);
        if (st != TA_OK)
            return st;
    }
    char *at = w->buffer + w->used;
    if (w->format == TA_NPY) {
        memcpy(at, &position, w->bytes); /* base.h: little-endian only */
        at += w->bytes;
    } else {
        if (w->format == TA_BFILE) {
            at += ta_digits(w->index++, at);
            *at++ = ' ';
        }
        at += ta_digits(position, at);
        *at++ = '\n';
    }
    w->used = (size_t)(at - w->buffer);
    w->written++;
    return TA_OK;
}

ta_status ta_writer_take(void *writer, const ta_block *block)
{
    ta_writer *w = writer;
    if (block->values != NULL) {
        w->bytes = sizeof *block->values;
        w->index = w->offset + ta_max_u64(w->from, block->from);
    } else if (w->from > block->from) { /* those have an index, too */
        w->index += ta_block_count_below(block, w->from);
    }
    return ta_block_each(block, w->from, put, w);
}

ta_status ta_writer_open(const char *path, ta_format format, uint64_t from,
                         uint64_t offset, ta_writer **writer, ta_error *error)
{
    *writer = NULL;
    if (format != TA_TEXT && format != TA_BFILE && format != TA_NPY)
        return ta_fail(error, TA_EINVAL, "unknown format %d", (int)format);
    if (format == TA_NPY && path == NULL)
        return ta_fail(error, TA_EINVAL,
                       "npy needs a file: its header holds the count");
    ta_writer *w = ta_alloc_zero(1, sizeof *w);
    if (w == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for an output buffer");
    w->format = format;
    w->bytes = sizeof(uint64_t);
    w->from = from;
    w->offset = w->index = offset;
    ta_status st = ta_draft_open(path, &w->draft, error);
    if (st == TA_OK && format == TA_NPY) {
        if (w->draft.temporary == NULL) {
            ta_draft_close(&w->draft, false, NULL);
            st = ta_fail(error, TA_EINVAL,
                         "npy needs a regular file: its header holds the "
                         "count and is written last");
        } else {
            ta_npy_header(0, w->bytes, w->buffer);
            w->used = TA_NPY_HEADER;
        }
    }
    if (st != TA_OK) {
        ta_free(w);
        return st;
    }
    *writer = w;
    return TA_OK;
}

ta_status ta_writer_put(ta_writer *writer, uint64_t number)
{
    return put(writer, number);
}

static void finish_header(ta_writer *w)
{
    ta_npy_header(w->written, w->bytes, w->buffer);
    if (w->draft.failed == 0 && lseek(w->draft.fd, 0, SEEK_SET) != 0)
        w->draft.failed = errno;
    w->used = TA_NPY_HEADER;
    flush(w);
}

ta_status ta_writer_close(ta_writer *w, bool keep, ta_error *error)
{
    if (keep)
        flush(w);
    if (keep && w->format == TA_NPY)
        finish_header(w);
    ta_status st = ta_draft_close(&w->draft, keep, error);
    int code = errno;
    ta_free(w);
    errno = code;
    return st;
}
