/* Drafts: temporary files in the folder of the final file, which are synced and
 * renamed when they are complete. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/archive-internal.h"

/* Links followed at most, as Linux does; names tried for a temporary file;
 * bytes of the machine's name and of "-PID-K" in it. */
enum { LINKS = 40, ATTEMPTS = 100, HOST_ROOM = 33, PID_ROOM = 24 };

/* Returns the length of a path's folder, last slash included: 4 for "a/b/c". */
static size_t draft_folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* Writes the path to which the links at `path` lead; it need not exist. Stops
 * at a link of /proc, such as /proc/self/fd/1, whose text need not be a name.
 * Returns false, with errno set, if there are too many, or a path is empty or
 * too long. */
static bool draft_follow_links(const char *path, char at[TA_PATH])
{
    char target[TA_PATH]; /* of the last link, without a NUL */
    struct stat link, proc = {.st_dev = 0};
    /* Bytes of `at`: those kept from the last path, then those of the target.
     */
    size_t folder = 0, length = strlen(path);
    (void)stat("/proc/self/fd", &proc); /* without /proc st_dev stays 0 */
    for (int k = 0; k <= LINKS && folder + length < TA_PATH; k++) {
        memcpy(at + folder, k == 0 ? path : target, length);
        at[folder + length] = '\0';
        ssize_t target_length = -1;
        errno = 0;
        if (lstat(at, &link) == 0 && link.st_dev != proc.st_dev)
            target_length = readlink(at, target, sizeof target);
        /* Nothing more to follow: no link, or no file yet. */
        if (target_length < 0)
            return *at != '\0' && errno != ENAMETOOLONG;
        length = (size_t)target_length;
        folder = target[0] == '/' ? 0 : draft_folder_length(at);
    }
    errno = folder + length < TA_PATH ? ELOOP : ENAMETOOLONG;
    return false;
}

/* Opens the file of a link of /proc; if /proc/self/fd/1 is our descriptor 1, as
 * a duplicate, so that its offset and flags hold. Returns -1 with errno set. */
static int draft_open_link(const char *link)
{
    struct stat file, own;
    const int fd = atoi(link + draft_folder_length(link));
    const bool is_ours = stat(link, &file) == 0 && fstat(fd, &own) == 0 &&
                         own.st_ino == file.st_ino && own.st_dev == file.st_dev;
    if (!is_ours)
        return open(link, O_WRONLY | O_TRUNC | O_CLOEXEC);
    errno = EBADF; /* open for reading only */
    return (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY
               ? fcntl(fd, F_DUPFD_CLOEXEC, 0)
               : -1;
}

/* ---- leftovers of processes that were killed ----
 *
 * A process locks its temporary files, and the kernel releases the locks
 * however the process ends: an unlocked file is a leftover. Some shared folders
 * do not show locks to other machines, so the names of the files contain that
 * of the machine, and a process removes files of its own machine only. */

/* Removes `path` if it is a regular file of this user that nobody has locked,
 * and still names the file that we have locked. */
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

/* Removes the leftovers whose paths are `prefix`, then digits and '-'. */
static void draft_remove_leftovers(const char *prefix)
{
    const size_t folder = draft_folder_length(prefix);
    const size_t length = strlen(prefix + folder); /* of the name's prefix */
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

/* Creates and locks a new file "PATH.part-HOST-PID-K", whose path becomes
 * draft->temporary; PATH is cut where this name would be too long. Returns the
 * descriptor, or -1 with errno set. */
static int draft_open_temporary(tai_draft *draft)
{
    struct stat info;
    /* stays if the machine has no name */
    char host[HOST_ROOM] = "localhost";
    (void)gethostname(host, HOST_ROOM - 1);
    host[strcspn(host, "/")] = '\0';
    const size_t kept = draft_folder_length(draft->path) + NAME_MAX -
                        strlen(".part-") - strlen(host) - PID_ROOM;
    const size_t length =
        (size_t)snprintf(draft->temporary, sizeof draft->temporary,
                         "%.*s.part-%s-", (int)kept, draft->path, host);
    draft_remove_leftovers(draft->temporary);
    /* mkstemp would give 0600. */
    const mode_t mode = draft->mode != 0 ? (draft->mode & 0777) | 0600 : 0666;
    for (unsigned attempt = 0; attempt < ATTEMPTS; attempt++) {
        snprintf(draft->temporary + length, sizeof draft->temporary - length,
                 "%ld-%u", (long)getpid(), attempt);
        const int fd =
            open(draft->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd < 0 && errno != EEXIST)
            break;
        /* Another process may have locked or removed it as a leftover. A file
         * system without locks fails otherwise than by EWOULDBLOCK. */
        const bool is_ours =
            fd >= 0 &&
            (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) &&
            (fstat(fd, &info) != 0 || info.st_nlink > 0);
        if (is_ours)
            return fd;
        if (fd >= 0)
            close(fd);
    }
    return -1;
}

/* Fails by errno. */
static ta_status draft_fail(const tai_draft *draft, ta_error *error)
{
    return draft->path[0] != '\0'
               ? tai_fail_io(error, "write", draft->path)
               : tai_fail(error, TA_EIO, "cannot write standard output: %s",
                          strerror(errno));
}

ta_status tai_draft_open(const char *path, tai_draft *draft, ta_error *error)
{
    struct stat info = {.st_mode = 0}; /* stays 0 if there is no file yet */
    *draft = (tai_draft){.fd = -1};
    if (path != NULL && !draft_follow_links(path, draft->path))
        return tai_fail_io(error, "write", path);
    if (path == NULL) {
        draft->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    } else if (lstat(draft->path, &info) == 0 && S_ISLNK(info.st_mode)) {
        draft->fd = draft_open_link(draft->path);
    } else if (info.st_mode != 0 && !S_ISREG(info.st_mode)) {
        /* A temporary file would replace it. */
        draft->fd = open(draft->path, O_WRONLY | O_CLOEXEC);
    } else {
        draft->mode = info.st_mode;
        draft->fd = draft_open_temporary(draft);
    }
    const int code = errno;
    if (draft->fd < 0 && draft->mode != 0) /* there is a file to replace */
        tai_fail(error, TA_EIO,
                 "cannot write '%s': no new file can be made in its folder, to "
                 "replace it when all is written: %s",
                 draft->path, strerror(code));
    else if (draft->fd < 0)
        draft_fail(draft, error);
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

/* Syncs the folder of `path`, so that the new name outlives a crash. Cuts the
 * name off `path`. */
static void draft_sync_folder(char *path)
{
    const size_t folder = draft_folder_length(path);
    path[folder] = '\0';
    const int fd = open(folder > 0 ? path : ".", O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        /* Some file systems refuse. */
        (void)fsync(fd);
        close(fd);
    }
}

ta_status tai_draft_close(tai_draft *draft, bool keep, ta_error *error)
{
    const bool has_temporary = draft->temporary[0] != '\0';
    int code = draft->failed; /* errno of the first failure */
    keep = keep && code == 0;
    /* Some file systems have no permissions. */
    if (keep && draft->mode != 0)
        (void)fchmod(draft->fd, draft->mode & 0777);
    if (keep && has_temporary &&
        (fsync(draft->fd) != 0 || rename(draft->temporary, draft->path) != 0))
        code = errno;
    if (has_temporary && (!keep || code != 0))
        unlink(draft->temporary);
    /* Last, since it releases the lock. */
    if (close(draft->fd) != 0 && keep && code == 0)
        code = errno;
    if (keep && code == 0 && has_temporary)
        draft_sync_folder(draft->path);
    draft->fd = -1;
    errno = code;
    return code == 0 ? TA_OK : draft_fail(draft, error);
}
