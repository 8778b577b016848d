#include "base/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static ta_status no_access(const ta_scratch *s, const char *what, int code)
{
    ta_fail(s->error, TA_EIO, "cannot %s a scratch file in '%.200s': %s", what,
            s->folder, strerror(code));
    errno = code;
    return TA_EIO;
}

/* Systems without this call say only later that a disk is full. */
static int reserve(int file, uint64_t bytes)
{
    int code = EINTR;
    if (bytes > INT64_MAX)
        return EFBIG;
#if defined(_POSIX_ADVISORY_INFO) && _POSIX_ADVISORY_INFO > 0
    while (bytes > 0 && code == EINTR)
        code = posix_fallocate(file, 0, (off_t)bytes);
#else
    (void)file;
#endif
    return code == EINTR ? 0 : code;
}

ta_status ta_scratch_open(const char *folder, uint64_t bytes,
                          ta_scratch *scratch, ta_error *error)
{
    enum { LONGEST = 4096 };
    char path[LONGEST], size[32];
    *scratch = (ta_scratch){-1, folder, error};
    int length = snprintf(path, sizeof path, "%s/takeaway-XXXXXX", folder);
    if (length < 0 || length >= LONGEST)
        return no_access(scratch, "make", ENAMETOOLONG);
    scratch->file = mkstemp(path);
    if (scratch->file < 0)
        return no_access(scratch, "make", errno);
    unlink(path);
    fcntl(scratch->file, F_SETFD, FD_CLOEXEC);
    int code = reserve(scratch->file, bytes);
    if (code == 0)
        return TA_OK;
    ta_scratch_close(scratch);
    ta_fail(error, TA_EIO,
            "cannot have a scratch file of %s in '%.200s': %s; with memory for "
            "all, or without a scratch file, none is needed",
            ta_bytes_text(bytes, size), folder, strerror(code));
    errno = code;
    return TA_EIO;
}

void ta_scratch_close(ta_scratch *scratch)
{
    if (scratch->file >= 0)
        close(scratch->file);
    scratch->file = -1;
}

ta_status ta_scratch_check(const ta_options *options, ta_error *error)
{
    ta_scratch scratch;
    if (options == NULL || options->scratch == NULL)
        return TA_OK;
    ta_status st = ta_scratch_open(options->scratch, 0, &scratch, error);
    ta_scratch_close(&scratch);
    return st;
}

/* Whether what a call moved, or could not, ends the whole. */
static bool is_end(ssize_t moved)
{
    return moved == 0 || (moved < 0 && errno != EINTR);
}

ta_status ta_scratch_read(const ta_scratch *s, uint64_t at, void *to,
                          uint64_t bytes)
{
    char *next = to;
    while (bytes > 0) {
        ssize_t got = pread(s->file, next, bytes, (off_t)at);
        if (is_end(got))
            return no_access(s, "read", got < 0 ? errno : EIO);
        if (got > 0) {
            next += got;
            at += (uint64_t)got;
            bytes -= (uint64_t)got;
        }
    }
    return TA_OK;
}

ta_status ta_scratch_write(const ta_scratch *s, uint64_t at, const void *from,
                           uint64_t bytes)
{
    const char *next = from;
    while (bytes > 0) {
        ssize_t put = pwrite(s->file, next, bytes, (off_t)at);
        if (is_end(put))
            return no_access(s, "write", put < 0 ? errno : EIO);
        if (put > 0) {
            next += put;
            at += (uint64_t)put;
            bytes -= (uint64_t)put;
        }
    }
    return TA_OK;
}
