/* A library for LD_PRELOAD that makes one call fail: the TORTURE_AT-th of its
 * kind, counted from 1. TORTURE_KIND says what is counted:
 *   alloc   allocations that the program itself asks for: none is given
 *   within  those that the libraries it uses ask for
 *   error   calls for files: they fail
 *   short   reads and writes: they do half of what was asked
 *   signal  reads and writes: they are interrupted before they begin
 * At the end it writes to the descriptor TORTURE_REPORT how many calls of the
 * kind there were, and how many blocks of the program's own are not freed.
 * For glibc on Linux. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum kind { NONE, ALLOC, WITHIN, ERROR, SHORT, SIGNAL };

static enum kind kind;
static long fail_at, report_to = -1;
static atomic_long calls;
static uintptr_t program_from, program_to; /* its code and data */

static bool now_of(enum kind wanted)
{
    return kind == wanted && atomic_fetch_add(&calls, 1) + 1 == fail_at;
}

/* ---- allocations ---- */

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

/* The program's own blocks, by open addressing. */
enum { SLOTS = 1 << 18 };
static void *_Atomic slot[SLOTS];
#define GONE ((void *)1)

static size_t place(const void *p)
{
    return (size_t)((uintptr_t)p >> 4) * 2654435761u % SLOTS;
}

static void remember(void *p)
{
    size_t k = place(p);
    for (;;) {
        void *old = atomic_load(&slot[k]);
        if ((old == NULL || old == GONE) &&
            atomic_compare_exchange_strong(&slot[k], &old, p))
            return;
        k = (k + 1) % SLOTS;
    }
}

static void forget(void *p)
{
    for (size_t k = place(p); atomic_load(&slot[k]) != NULL;
         k = (k + 1) % SLOTS)
        if (atomic_load(&slot[k]) == p) {
            atomic_store(&slot[k], GONE);
            return;
        }
}

static bool refused(const void *caller)
{
    bool own =
        (uintptr_t)caller >= program_from && (uintptr_t)caller < program_to;
    if (!now_of(own ? ALLOC : WITHIN))
        return false;
    errno = ENOMEM;
    return true;
}

static void *given(void *p, const void *caller)
{
    if (p != NULL && (uintptr_t)caller >= program_from &&
        (uintptr_t)caller < program_to)
        remember(p);
    return p;
}

#define CALLER __builtin_return_address(0)

void *malloc(size_t n)
{
    return refused(CALLER) ? NULL : given(__libc_malloc(n), CALLER);
}

void *calloc(size_t n, size_t size)
{
    return refused(CALLER) ? NULL : given(__libc_calloc(n, size), CALLER);
}

void *realloc(void *p, size_t n)
{
    if (refused(CALLER))
        return NULL;
    forget(p);
    return given(__libc_realloc(p, n), CALLER);
}

void *memalign(size_t a, size_t n)
{
    return refused(CALLER) ? NULL : given(__libc_memalign(a, n), CALLER);
}

void *aligned_alloc(size_t a, size_t n)
{
    return refused(CALLER) ? NULL : given(__libc_memalign(a, n), CALLER);
}

int posix_memalign(void **out, size_t a, size_t n)
{
    if (refused(CALLER))
        return ENOMEM;
    *out = given(__libc_memalign(a, n), CALLER);
    return *out == NULL ? ENOMEM : 0;
}

void free(void *p)
{
    if (p != NULL)
        forget(p);
    __libc_free(p);
}

/* ---- files ---- */

#define NEXT(name, type, ...)                                                  \
    static type (*next)(__VA_ARGS__);                                          \
    if (next == NULL)                                                          \
    next = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

#define FAIL_WITH(code)                                                        \
    do {                                                                       \
        if (now_of(ERROR)) {                                                   \
            errno = code;                                                      \
            return -1;                                                         \
        }                                                                      \
    } while (0)

/* How much of n bytes to move; -1 with errno if none. */
static ssize_t allowed(int fd, size_t n, int code)
{
    if (fd == 2 || fd == report_to) /* what is said of it all */
        return (ssize_t)n;
    FAIL_WITH(code);
    if (now_of(SIGNAL)) {
        errno = EINTR;
        return -1;
    }
    return n > 1 && now_of(SHORT) ? (ssize_t)(n / 2) : (ssize_t)n;
}

ssize_t read(int fd, void *to, size_t n)
{
    NEXT("read", ssize_t, int, void *, size_t);
    ssize_t part = allowed(fd, n, EIO);
    return part < 0 ? part : next(fd, to, (size_t)part);
}

ssize_t write(int fd, const void *from, size_t n)
{
    NEXT("write", ssize_t, int, const void *, size_t);
    ssize_t part = allowed(fd, n, ENOSPC);
    return part < 0 ? part : next(fd, from, (size_t)part);
}

ssize_t pread(int fd, void *to, size_t n, off_t at)
{
    NEXT("pread", ssize_t, int, void *, size_t, off_t);
    ssize_t part = allowed(fd, n, EIO);
    return part < 0 ? part : next(fd, to, (size_t)part, at);
}

ssize_t pwrite(int fd, const void *from, size_t n, off_t at)
{
    NEXT("pwrite", ssize_t, int, const void *, size_t, off_t);
    ssize_t part = allowed(fd, n, ENOSPC);
    return part < 0 ? part : next(fd, from, (size_t)part, at);
}

int open(const char *path, int flags, ...)
{
    NEXT("open", int, const char *, int, ...);
    va_list more;
    va_start(more, flags);
    unsigned mode = (flags & O_CREAT) != 0 ? va_arg(more, unsigned) : 0;
    va_end(more);
    FAIL_WITH(EMFILE);
    return next(path, flags, mode);
}

int mkstemp(char *path)
{
    NEXT("mkstemp", int, char *);
    FAIL_WITH(EMFILE);
    return next(path);
}

int posix_fallocate(int fd, off_t from, off_t n)
{
    NEXT("posix_fallocate", int, int, off_t, off_t);
    return now_of(ERROR) ? ENOSPC : next(fd, from, n);
}

int close(int fd)
{
    NEXT("close", int, int);
    if (now_of(ERROR)) { /* as the kernel does: closed all the same */
        next(fd);
        errno = EIO;
        return -1;
    }
    return next(fd);
}

int fsync(int fd)
{
    NEXT("fsync", int, int);
    FAIL_WITH(EIO);
    return next(fd);
}

int ftruncate(int fd, off_t n)
{
    NEXT("ftruncate", int, int, off_t);
    FAIL_WITH(EIO);
    return next(fd, n);
}

off_t lseek(int fd, off_t to, int whence)
{
    NEXT("lseek", off_t, int, off_t, int);
    FAIL_WITH(EIO);
    return next(fd, to, whence);
}

int rename(const char *from, const char *to)
{
    NEXT("rename", int, const char *, const char *);
    FAIL_WITH(EACCES);
    return next(from, to);
}

int link(const char *from, const char *to)
{
    NEXT("link", int, const char *, const char *);
    FAIL_WITH(EMLINK);
    return next(from, to);
}

/* ---- streams: their system calls cannot be taken over, so that they are
 * made over functions of ours, which do as glibc does ---- */

static ssize_t stream_read(void *cookie, char *to, size_t n)
{
    return read((int)(intptr_t)cookie, to, n);
}

static ssize_t stream_write(void *cookie, const char *from, size_t n)
{
    size_t done = 0;
    while (done < n) {
        ssize_t part = write((int)(intptr_t)cookie, from + done, n - done);
        if (part < 0)
            break;
        done += (size_t)part;
    }
    return (ssize_t)done;
}

static int stream_close(void *cookie)
{
    return close((int)(intptr_t)cookie);
}

static int stream_seek(void *cookie, off64_t *at, int whence)
{
    *at = lseek((int)(intptr_t)cookie, *at, whence);
    return *at < 0 ? -1 : 0;
}

static FILE *stream_of(int fd, const char *mode)
{
    const cookie_io_functions_t io = {stream_read, stream_write, stream_seek,
                                      stream_close};
    /* The number is a cookie, never looked at as a pointer. */
    return fd < 0 ? NULL : fopencookie((void *)(intptr_t)fd, mode, io);
}

FILE *fopen(const char *path, const char *mode)
{
    int flags = mode[0] == 'r'   ? O_RDONLY
                : mode[0] == 'w' ? O_WRONLY | O_CREAT | O_TRUNC
                                 : O_WRONLY | O_CREAT | O_APPEND;
    int fd = open(path, flags, 0666);
    FILE *f = stream_of(fd, mode);
    if (fd >= 0 && f == NULL)
        close(fd);
    return f;
}

FILE *fdopen(int fd, const char *mode)
{
    return stream_of(fd, mode);
}

/* ---- begin and end ---- */

static int find_program(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size;
    (void)unused;
    for (int k = 0; k < info->dlpi_phnum; k++)
        if (info->dlpi_phdr[k].p_type == PT_LOAD) {
            uintptr_t from = info->dlpi_addr + info->dlpi_phdr[k].p_vaddr;
            if (program_from == 0)
                program_from = from;
            program_to = from + info->dlpi_phdr[k].p_memsz;
        }
    return 1; /* the first is the program */
}

__attribute__((constructor)) static void begin(void)
{
    static const char *const names[] = {"",      "alloc", "within",
                                        "error", "short", "signal"};
    const char *name = getenv("TORTURE_KIND"), *at = getenv("TORTURE_AT"),
               *report = getenv("TORTURE_REPORT");
    dl_iterate_phdr(find_program, NULL);
    stdout = stream_of(1, "w");
    setvbuf(stdout, NULL, _IOFBF, 4096);
    report_to = report != NULL ? atol(report) : -1;
    fail_at = at != NULL ? atol(at) : 0;
    for (int k = 1; name != NULL && k <= SIGNAL; k++)
        if (strcmp(name, names[k]) == 0)
            kind = (enum kind)k;
    atomic_store(&calls, 0);
}

__attribute__((destructor)) static void end(void)
{
    long counted = atomic_load(&calls), left = 0;
    kind = NONE;
    fflush(stdout);
    for (size_t k = 0; k < SLOTS; k++)
        left += slot[k] != NULL && slot[k] != GONE;
    if (report_to >= 0)
        dprintf((int)report_to, "%ld %ld\n", counted, left);
}
