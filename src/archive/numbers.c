/* Writes numbers, through a buffer: text, b-files, NumPy arrays. */
#include "archive/archive-internal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Bytes: of the buffer, of a line at most, of the header of a NumPy array. */
enum { ROOM = 1 << 16, LINE = 2 * TA_DIGITS + 2, NPY_HEADER = 128 };

struct tai_writer {
    tai_draft draft;
    tai_format format;
    uint64_t from, offset; /* see tai_writer_open */
    uint64_t index;        /* of the next number, in b-files */
    uint64_t written;      /* numbers */
    unsigned bytes;        /* of a number in a NumPy array */
    size_t used;           /* of the buffer */
    char buffer[ROOM];
};

/* Digits go in pairs, from the last one on, which is faster than printf for
 * millions of numbers. */
size_t tai_digits(uint64_t value, char *out)
{
    static const char pair[] = "00010203040506070809101112131415161718192021222"
                               "32425262728293031323334353637383940414243444546"
                               "47484950515253545556575859606162636465666768697"
                               "07172737475767778798081828384858687888990919293"
                               "949596979899";
    char text[TA_DIGITS];
    size_t at = TA_DIGITS;
    for (; value >= 100; value /= 100)
        memcpy(text + (at -= 2), pair + 2 * (value % 100), 2);
    if (value >= 10)
        memcpy(text + (at -= 2), pair + 2 * value, 2);
    else
        text[--at] = (char)('0' + value);
    memcpy(out, text + at, TA_DIGITS - at);
    return TA_DIGITS - at;
}

static ta_status numbers_flush(tai_writer *w)
{
    size_t count = w->used;
    w->used = 0;
    return tai_draft_write(&w->draft, w->buffer, count);
}

static ta_status numbers_put(void *writer, uint64_t number)
{
    tai_writer *w = writer;
    ta_status st = w->used > ROOM - LINE ? numbers_flush(w) : TA_OK;
    char *at = w->buffer + w->used;
    if (w->format == TA_NPY) {
        memcpy(at, &number, w->bytes); /* its low bytes */
        at += w->bytes;
    } else {
        if (w->format == TA_BFILE) {
            at += tai_digits(w->index++, at);
            *at++ = ' ';
        }
        at += tai_digits(number, at);
        *at++ = '\n';
    }
    w->used = (size_t)(at - w->buffer);
    w->written++;
    return st;
}

/* Makes the buffer the header, always of NPY_HEADER bytes so that it can be
 * written again with the final count: version 1.0 of
 * https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html. */
static void numbers_put_npy_header(tai_writer *w)
{
    const int length = snprintf(w->buffer, NPY_HEADER,
                                "\x93NUMPY\x01%c%c%c{'descr': '<u%u', "
                                "'fortran_order': False, "
                                "'shape': (%" PRIu64 ",), }",
                                0, NPY_HEADER - 10, 0, w->bytes, w->written);
    memset(w->buffer + length, ' ', NPY_HEADER - (size_t)length);
    w->buffer[NPY_HEADER - 1] = '\n';
    w->used = NPY_HEADER;
}

ta_status tai_writer_consume(void *writer, const ta_block *block)
{
    tai_writer *w = writer;
    if (block->values != NULL) {
        w->bytes = sizeof *block->values;
        w->index = w->offset + tai_max_u64(w->from, block->from);
    } else if (w->from > block->from) {
        /* Positions below `from` are not written, but count in the index. */
        w->index += tai_block_count_below(block, w->from);
    }
    return ta_block_each(block, w->from, numbers_put, w);
}

ta_status tai_writer_open(const char *path, tai_format format, uint64_t from,
                          uint64_t offset, tai_writer **writer, ta_error *error)
{
    *writer = NULL;
    if (format != TA_TEXT && format != TA_BFILE && format != TA_NPY)
        return tai_fail(error, TA_EINVAL, "unknown format %d", (int)format);
    tai_writer *w = tai_alloc_zero(1, sizeof *w);
    if (w == NULL)
        return tai_fail(error, TA_ENOMEM, "no memory for an output buffer");
    w->format = format;
    w->bytes = sizeof(uint64_t);
    w->from = from;
    w->offset = w->index = offset;
    ta_status st = tai_draft_open(path, &w->draft, error);
    if (st == TA_OK && format == TA_NPY && w->draft.temporary[0] == '\0') {
        tai_draft_close(&w->draft, false, NULL);
        st =
            tai_fail(error, TA_EINVAL,
                     "npy needs a regular file: its header holds the count and "
                     "is written last");
    }
    if (st != TA_OK) {
        ta_free(w);
        return st;
    }
    if (format == TA_NPY)
        numbers_put_npy_header(w);
    *writer = w;
    return TA_OK;
}

ta_status tai_writer_close(tai_writer *w, bool keep, ta_error *error)
{
    /* tai_draft_close reports failed writes. */
    if (keep)
        numbers_flush(w);
    if (keep && w->format == TA_NPY) {
        if (w->draft.failed == 0 && lseek(w->draft.fd, 0, SEEK_SET) != 0)
            w->draft.failed = errno;
        numbers_put_npy_header(w);
        numbers_flush(w);
    }
    ta_status st = tai_draft_close(&w->draft, keep, error);
    const int code = errno;
    ta_free(w);
    errno = code;
    return st;
}
