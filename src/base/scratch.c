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

/* Reads them to `to`, or where that is NULL writes them from `from`. */
static ta_status move_bytes(const ta_scratch *s, uint64_t at, char *to,
                            const char *from, uint64_t bytes)
{
    for (uint64_t done = 0; done < bytes;) {
        const off_t place = (off_t)(at + done);
        ssize_t moved = to != NULL
                            ? pread(s->file, to + done, bytes - done, place)
                            : pwrite(s->file, from + done, bytes - done, place);
        if (moved == 0 || (moved < 0 && errno != EINTR))
            return no_access(s, to != NULL ? "read" : "write",
                             moved < 0 ? errno : EIO);
        done += moved > 0 ? (uint64_t)moved : 0;
    }
    return TA_OK;
}

ta_status ta_scratch_read(const ta_scratch *s, uint64_t at, void *to,
                          uint64_t bytes)
{
    return move_bytes(s, at, to, NULL, bytes);
}

ta_status ta_scratch_write(const ta_scratch *s, uint64_t at, const void *from,
                           uint64_t bytes)
{
    return move_bytes(s, at, NULL, from, bytes);
}
