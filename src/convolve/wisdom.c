/* Files of FFTW wisdom: a cache that may be missing, stale or of another
 * machine. FFTW rejects what does not fit, and nothing depends on it. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"

/* Wisdom begins with "(fftw-3.3.10 fftwf_wisdom"; in an empty file there is
 * nothing that could be lost. */
static bool is_wisdom(int fd)
{
    char head[64];
    ssize_t got = pread(fd, head, sizeof head - 1, 0);
    if (got <= 0)
        return got == 0;
    head[got] = '\0';
    return strncmp(head, "(fftw-", 6) == 0 && strstr(head, "_wisdom") != NULL;
}

ta_status ta_wisdom_check(const ta_options *options, ta_error *error)
{
    if (options == NULL || options->wisdom == NULL)
        return TA_OK;
    const char *path = options->wisdom;
    bool writes = options->planning == TA_PLAN_MEASURE;
    struct stat info;
    bool there = stat(path, &info) == 0;
    if (!there && errno != ENOENT)
        return ta_fail_io(error, "read", path);
    if (!there && !writes)
        return TA_OK;
    if (there && !S_ISREG(info.st_mode)) /* and opening a pipe would wait */
        return ta_fail(error, TA_EINVAL, "'%.200s' is no regular file", path);
    /* One that is not there is made, empty, and taken away again. */
    int how = there ? O_RDONLY : O_RDWR | O_CREAT | O_EXCL;
    int fd = open(path, how | O_CLOEXEC, 0666);
    if (fd < 0)
        return ta_fail_io(error, there ? "read" : "write", path);
    bool right = is_wisdom(fd);
    close(fd);
    if (!there)
        unlink(path);
    else if (!right)
        return ta_fail(error, TA_EINVAL,
                       "'%.200s' is no FFTW wisdom; name another file", path);
    else if (writes && access(path, W_OK) != 0)
        return ta_fail_io(error, "write", path);
    return TA_OK;
}
