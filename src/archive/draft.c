/* Drafts: files that appear under their name only when they are complete. A
 * draft is written as a temporary file in the same folder, which is synced and
 * then renamed. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/archive-internal.h"

enum { LINKS = 40, ATTEMPTS = 100, HOST_ROOM = 33 };

/* Returns the length of the part of `path` that names the folder, with the last
 * slash. For example, this is 4 for "a/b/c". Returns 0 if there is no slash. */
static size_t draft_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* Follows the symbolic links at `path`, and writes to `at` the path of the file
 * to which they lead. This file need not exist. Stops at a link of /proc, such
 * as /proc/self/fd/1: its text need not be a name. Returns false, with errno
 * set, if there are too many links, or if a path is empty or too long. */
static bool draft_follow_links(const char *path, char at[TA_PATH])
{
    char target[TA_PATH];
    struct stat link, proc = {.st_dev = 0};
    size_t folder = 0, length = strlen(path);
    (void)stat("/proc/self/fd", &proc);
    for (int k = 0; k <= LINKS && folder + length < TA_PATH; k++) {
        memcpy(at + folder, k == 0 ? path : target, length);
        at[folder + length] = '\0';
        ssize_t got = -1;
        if (lstat(at, &link) == 0 && link.st_dev != proc.st_dev)
            got = readlink(at, target, sizeof target);
        /* readlink fails if `at` is not a symbolic link. */
        if (got < 0) {
            errno = ENOENT;
            return *at != '\0';
        }
        length = (size_t)got;
        folder = target[0] == '/' ? 0 : draft_folder(at);
    }
    errno = folder + length < TA_PATH ? ELOOP : ENAMETOOLONG;
    return false;
}

/* Opens the file of a link of /proc. If the link is a descriptor of this
 * process, that is duplicated, so that its offset and its flags hold. Returns
 * the file descriptor, or -1 with errno set. */
static int draft_open_link(const char *link)
{
    struct stat file, own;
    const int fd = atoi(link + draft_folder(link));
    if (stat(link, &file) != 0 || fstat(fd, &own) != 0 ||
        own.st_ino != file.st_ino || own.st_dev != file.st_dev)
        return open(link, O_WRONLY | O_TRUNC | O_CLOEXEC);
    errno = EBADF; /* it is open for reading only */
    return (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY
               ? fcntl(fd, F_DUPFD_CLOEXEC, 0)
               : -1;
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

/* Removes the temporary file `path` if it is a leftover, which a killed process
 * has left. A leftover is a regular file of the present user that no process
 * has locked. The function opens and locks the file. It removes the file only
 * if lstat shows that `path` is still the name of the locked file. */
static void draft_remove_leftover(const char *path)
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

/* Removes leftover temporary files: those whose paths begin with `prefix` and
 * have only digits and '-' behind it. */
static void draft_remove_leftovers(const char *prefix)
{
    const size_t folder = draft_folder(prefix);
    const size_t length = strlen(prefix + folder);
    char path[TA_PATH] = ".";
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
                TA_PATH)
            draft_remove_leftover(path);
    }
    closedir(list);
}

/* ---- life ---- */

/* Creates and locks a temporary file in the folder of draft->path. Writes its
 * path to draft->temporary. Returns the file descriptor, or -1 with errno set.
 */
static int draft_open_temporary(tai_draft *draft)
{
    struct stat info;
    /* This name is used if the machine has no name. */
    char host[HOST_ROOM] = "localhost";
    (void)gethostname(host, HOST_ROOM - 1);
    host[strcspn(host, "/")] = '\0';
    const size_t length =
        (size_t)snprintf(draft->temporary, sizeof draft->temporary,
                         "%s.part-%s-", draft->path, host);
    draft_remove_leftovers(draft->temporary);
    /* A file that is replaced gives its permissions; a new one gets the usual
     * ones, and not those of mkstemp. */
    const mode_t mode = draft->mode != 0 ? (draft->mode & 0777) | 0600 : 0666;
    for (unsigned attempt = 0; attempt < ATTEMPTS; attempt++) {
        snprintf(draft->temporary + length, sizeof draft->temporary - length,
                 "%ld-%u", (long)getpid(), attempt);
        const int fd =
            open(draft->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd < 0 && errno != EEXIST)
            break;
        /* The file is accepted if this process has locked it and it still has a
         * name. If another process has locked or removed it as a leftover, the
         * loop tries another name. On a file system without locks, flock fails
         * with an error other than EWOULDBLOCK. The file is then accepted
         * without a lock. */
        if (fd >= 0 &&
            (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) &&
            (fstat(fd, &info) != 0 || info.st_nlink > 0))
            return fd;
        if (fd >= 0)
            close(fd);
    }
    return -1;
}

ta_status tai_draft_open(const char *path, tai_draft *draft, ta_error *error)
{
    struct stat info = {.st_mode = 0};
    *draft = (tai_draft){.fd = -1};
    if (path != NULL && !draft_follow_links(path, draft->path))
        return tai_fail_io(error, "write", path);
    if (path == NULL) {
        strcpy(draft->path, "standard output");
        draft->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    } else if (lstat(draft->path, &info) == 0 && S_ISLNK(info.st_mode)) {
        draft->fd = draft_open_link(draft->path);
    } else if (info.st_mode != 0 && !S_ISREG(info.st_mode)) {
        /* A device or a pipe is opened and written itself, since a temporary
         * file would replace it. */
        draft->fd = open(draft->path, O_WRONLY | O_CLOEXEC);
    } else {
        draft->mode = info.st_mode;
        draft->fd = draft_open_temporary(draft);
    }
    const int code = errno;
    if (draft->fd < 0 && draft->mode != 0)
        tai_fail(error, TA_EIO,
                 "cannot write '%s': no new file can be made in its folder, to "
                 "replace it when all is written: %s",
                 draft->path, strerror(code));
    else if (draft->fd < 0)
        tai_fail_io(error, "write", draft->path);
    errno = code;
    return draft->fd >= 0 ? TA_OK : TA_EIO;
}

ta_status tai_draft_write(tai_draft *draft, const void *bytes, size_t count)
{
    const char *at = bytes;
    while (count > 0 && draft->failed == 0) {
        errno = 0;
        const ssize_t written = write(draft->fd, at, count);
        if (written > 0) {
            at += written;
            count -= (size_t)written;
        } else if (written == 0 || errno != EINTR) {
            draft->failed = errno != 0 ? errno : EIO;
        }
    }
    errno = draft->failed;
    return draft->failed == 0 ? TA_OK : TA_EIO;
}

/* Writes the folder that contains the file `path` to the disk, so that the new
 * name of the file is not lost in a crash. Cuts off the part of `path` behind
 * the last slash. */
static void draft_sync_folder(char *path)
{
    const size_t folder = draft_folder(path);
    path[folder] = '\0';
    const int fd = open(folder > 0 ? path : ".", O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        /* Some file systems refuse to sync a folder. The data of the file is
         * synced in any case. */
        (void)fsync(fd);
        close(fd);
    }
}

ta_status tai_draft_close(tai_draft *draft, bool keep, ta_error *error)
{
    const bool renamed = draft->temporary[0] != '\0';
    ta_status st = TA_OK;
    errno = draft->failed;
    if (draft->failed != 0)
        st = tai_fail_io(error, "write", draft->path);
    keep = keep && st == TA_OK;
    /* Not all file systems have permissions, so fchmod may fail. */
    if (keep && draft->mode != 0)
        (void)fchmod(draft->fd, draft->mode & 0777);
    if (keep && renamed &&
        (fsync(draft->fd) != 0 || rename(draft->temporary, draft->path) != 0))
        st = tai_fail_io(error, "write", draft->path);
    int code = errno;
    if (renamed && (!keep || st != TA_OK))
        unlink(draft->temporary);
    /* The file is closed last, since closing it releases the lock. */
    if (close(draft->fd) != 0 && keep && st == TA_OK) {
        st = tai_fail_io(error, "write", draft->path);
        code = errno;
    }
    if (keep && st == TA_OK && renamed)
        draft_sync_folder(draft->path);
    draft->fd = -1;
    errno = code;
    return st;
}
