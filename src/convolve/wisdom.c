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

/* Whether the file can be written; one that is not there is made and taken away
 * again. */
static ta_status try_to_write(const char *path, bool anew, ta_error *error)
{
    int fd =
        open(path, O_WRONLY | O_CLOEXEC | (anew ? O_CREAT | O_EXCL : 0), 0666);
    if (fd < 0)
        return ta_fail_io(error, "write", path);
    close(fd);
    if (anew)
        unlink(path);
    return TA_OK;
}

ta_status ta_wisdom_check(const ta_options *options, ta_error *error)
{
    if (options == NULL || options->wisdom == NULL)
        return TA_OK;
    const char *path = options->wisdom;
    bool writes = options->planning == TA_PLAN_MEASURE;
    struct stat info;
    if (stat(path, &info) != 0)
        return errno != ENOENT ? ta_fail_io(error, "read", path)
               : writes        ? try_to_write(path, true, error)
                               : TA_OK;
    if (!S_ISREG(info.st_mode)) /* and opening a pipe would wait */
        return ta_fail(error, TA_EINVAL, "'%.200s' is no regular file", path);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return ta_fail_io(error, "read", path);
    bool right = is_wisdom(fd);
    close(fd);
    if (!right)
        return ta_fail(error, TA_EINVAL,
                       "'%.200s' is no FFTW wisdom; name another file", path);
    return writes ? try_to_write(path, false, error) : TA_OK;
}
