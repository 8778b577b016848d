/* Results appear under their name only when whole: a temporary file in the
 * same folder, synced, then renamed. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/draft.h"

enum { PATH_ROOM = 4096 };

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
    char target[PATH_ROOM];
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

/* ---- leftovers of processes that were killed ----
 *
 * A process holds a lock on each of its temporary files until the file is
 * renamed or removed. The kernel releases the lock when the process ends,
 * however it ends. So a temporary file that nobody has locked is a leftover.
 *
 * Some shared folders keep locks within one machine. Therefore the name of a
 * temporary file contains the name of the machine, and only files of this
 * machine are removed. */

enum { HOST_ROOM = 33 };

/* Writes the name of this machine, cut to what fits in a file name. */
static void host_name(char host[HOST_ROOM])
{
    if (gethostname(host, HOST_ROOM - 1) != 0)
        strcpy(host, "localhost");
    host[HOST_ROOM - 1] = '\0';
    host[strcspn(host, "/")] = '\0';
}

/* Locks a new temporary file. Returns false if another process is about to
 * remove the file as a leftover. On a file system without locks no process
 * gets one, so nothing is removed there. */
static bool lock_new(int fd)
{
    struct stat info;
    return (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) &&
           (fstat(fd, &info) != 0 || info.st_nlink > 0);
}

/* Removes a temporary file that no process has locked, if this user owns it.
 * The second look makes sure that the name still is that of the locked file. */
static void remove_leftover(const char *path)
{
    struct stat info, named;
    int fd = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) &&
        info.st_uid == geteuid() && flock(fd, LOCK_EX | LOCK_NB) == 0 &&
        lstat(path, &named) == 0 && named.st_ino == info.st_ino &&
        named.st_dev == info.st_dev)
        unlink(path);
    close(fd);
}

/* Removes the leftovers in the folder of the draft whose names begin with
 * `prefix`, a path, and end in two numbers. */
static void remove_leftovers(const char *prefix)
{
    const char *slash = strrchr(prefix, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - prefix) + 1;
    size_t length = strlen(prefix + folder);
    char path[PATH_ROOM] = ".";
    if (folder > 0)
        snprintf(path, sizeof path, "%.*s", (int)folder, prefix);
    DIR *list = opendir(path);
    if (list == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
        const char *name = entry->d_name;
        if (strncmp(name, prefix + folder, length) == 0 &&
            name[length + strspn(name + length, "0123456789-")] == '\0' &&
            snprintf(path, sizeof path, "%.*s%s", (int)folder, prefix, name) <
                PATH_ROOM)
            remove_leftover(path);
    }
    closedir(list);
}

static ta_status open_temporary(ta_draft *draft, ta_error *error)
{
    char host[HOST_ROOM];
    host_name(host);
    size_t length = strlen(draft->path) + strlen(".part--") + strlen(host);
    size_t room = length + 2 * TA_DIGITS;
    draft->temporary = ta_alloc(room, 1);
    if (draft->temporary == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for a file name");
    snprintf(draft->temporary, room, "%s.part-%s-", draft->path, host);
    remove_leftovers(draft->temporary);
    /* O_EXCL and not mkstemp, so that the usual permissions apply. */
    for (unsigned attempt = 0; draft->fd < 0 && attempt < 100; attempt++) {
        snprintf(draft->temporary + length, room - length, "%ld-%u",
                 (long)getpid(), attempt);
        draft->fd =
            open(draft->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (draft->fd < 0 && errno != EEXIST)
            break;
        if (draft->fd >= 0 && !lock_new(draft->fd)) {
            close(draft->fd);
            draft->fd = -1;
        }
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
    if (keep && draft->temporary != NULL &&
        (fsync(draft->fd) != 0 || rename(draft->temporary, draft->path) != 0))
        st = ta_fail_io(error, "write", draft->path);
    if (draft->temporary != NULL && (!keep || st != TA_OK)) {
        int code = errno;
        unlink(draft->temporary);
        errno = code;
    }
    /* Closed last, since that releases the lock. */
    if (close(draft->fd) != 0 && keep && st == TA_OK)
        st = ta_fail_io(error, "write", draft->path);
    if (keep && st == TA_OK && draft->temporary != NULL)
        sync_folder(draft->path);
    int code = draft->failed != 0 ? draft->failed : errno;
    forget(draft);
    errno = code;
    return st;
}
