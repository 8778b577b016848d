/* Results appear under their name only when whole: a temporary file in the
 * same folder, synced, then renamed. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/draft.h"

static char *copy_text(const char *text)
{
    char *copy = ta_alloc(strlen(text) + 1, 1);
    if (copy == NULL)
        errno = ENOMEM;
    return copy == NULL ? NULL : strcpy(copy, text);
}

/* What the symbolic link at `path` says, as a path from here; NULL if it is
 * none, with errno EINVAL or ENOENT, or if it does not fit, or for memory. */
static char *link_target(const char *path)
{
    enum { LONGEST = 4096 };
    char target[LONGEST];
    ssize_t got = readlink(path, target, sizeof target);
    if (got < 0)
        return NULL;
    if (got == sizeof target) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    const char *slash = strrchr(path, '/');
    size_t folder =
        target[0] == '/' || slash == NULL ? 0 : (size_t)(slash - path) + 1;
    char *whole = ta_alloc(folder + (size_t)got + 1, 1);
    if (whole == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    memcpy(whole, path, folder);
    memcpy(whole + folder, target, (size_t)got);
    whole[folder + (size_t)got] = '\0';
    return whole;
}

/* The path with symbolic links followed, also that of a last one whose target
 * is not there yet. NULL with errno. */
static char *resolved(const char *path)
{
    enum { LINKS = 40 };
    char *real = realpath(path, NULL);
    const bool there = real != NULL;
    char *at = copy_text(there ? real : path);
    free(real);
    if (there || at == NULL)
        return at;
    for (int k = 0; k < LINKS; k++) {
        char *next = link_target(at);
        if (next == NULL && (errno == EINVAL || errno == ENOENT))
            return at;
        ta_free(at);
        at = next;
        if (at == NULL)
            return NULL;
    }
    ta_free(at);
    errno = ELOOP;
    return NULL;
}

static ta_status open_temporary(ta_draft *draft, ta_error *error)
{
    size_t room = strlen(draft->path) + 48;
    draft->temporary = ta_alloc(room, 1);
    if (draft->temporary == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for a file name");
    /* O_EXCL and not mkstemp, so that the usual permissions apply. */
    for (unsigned attempt = 0; draft->fd < 0 && attempt < 100; attempt++) {
        snprintf(draft->temporary, room, "%s.part-%ld-%u", draft->path,
                 (long)getpid(), attempt);
        draft->fd =
            open(draft->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (draft->fd < 0 && errno != EEXIST)
            break;
    }
    return draft->fd < 0 ? ta_fail_io(error, "write", draft->path) : TA_OK;
}

static void forget(ta_draft *draft)
{
    ta_free(draft->path);
    ta_free(draft->temporary);
    *draft = (ta_draft){.fd = -1};
}

ta_status ta_draft_open(const char *path, ta_draft *draft, ta_error *error)
{
    *draft = (ta_draft){.fd = -1};
    if (path == NULL) {
        draft->fd = STDOUT_FILENO;
        return TA_OK;
    }
    draft->path = resolved(path);
    if (draft->path == NULL && errno == ENOMEM)
        return ta_fail(error, TA_ENOMEM, "no memory for a file name");
    if (draft->path == NULL)
        return ta_fail_io(error, "write", path);
    ta_status st;
    struct stat info;
    if (stat(draft->path, &info) == 0 && !S_ISREG(info.st_mode)) {
        /* A device or a pipe must not be replaced by a file. */
        draft->fd = open(draft->path, O_WRONLY | O_CLOEXEC);
        st = draft->fd < 0 ? ta_fail_io(error, "write", draft->path) : TA_OK;
    } else {
        st = open_temporary(draft, error);
    }
    if (st != TA_OK) {
        int code = errno;
        forget(draft);
        errno = code;
    }
    return st;
}

ta_status ta_draft_write(ta_draft *draft, const void *bytes, size_t count)
{
    const char *at = bytes;
    while (count > 0 && draft->failed == 0) {
        errno = 0;
        ssize_t written = write(draft->fd, at, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            draft->failed = errno != 0 ? errno : EIO;
            break;
        }
        at += written;
        count -= (size_t)written;
    }
    if (draft->failed == 0)
        return TA_OK;
    errno = draft->failed;
    return TA_EIO;
}

/* The new name is on disk only when its folder is. */
static void sync_folder(const char *path)
{
    char *folder = copy_text(path);
    if (folder == NULL)
        return;
    char *slash = strrchr(folder, '/');
    if (slash != NULL)
        slash[slash == folder ? 1 : 0] = '\0';
    int fd = open(slash != NULL ? folder : ".", O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        /* Some file systems refuse this; the data itself is synced. */
        (void)fsync(fd);
        close(fd);
    }
    ta_free(folder);
}

ta_status ta_draft_close(ta_draft *draft, bool keep, ta_error *error)
{
    ta_status st = TA_OK;
    if (draft->failed != 0) {
        errno = draft->failed;
        st = ta_fail_io(error, "write",
                        draft->path != NULL ? draft->path : "standard output");
    }
    if (draft->path == NULL) /* standard output stays the caller's */
        return st;
    keep = keep && st == TA_OK;
    if (keep && draft->temporary != NULL && fsync(draft->fd) != 0)
        st = ta_fail_io(error, "write", draft->path);
    if (close(draft->fd) != 0 && keep && st == TA_OK)
        st = ta_fail_io(error, "write", draft->path);
    if (draft->temporary != NULL) {
        if (keep && st == TA_OK && rename(draft->temporary, draft->path) != 0)
            st = ta_fail_io(error, "write", draft->path);
        if (keep && st == TA_OK) {
            sync_folder(draft->path);
        } else {
            int code = errno;
            unlink(draft->temporary);
            errno = code;
        }
    }
    int code = draft->failed != 0 ? draft->failed : errno;
    forget(draft);
    errno = code;
    return st;
}
