/* A library for LD_PRELOAD that makes one call fail: call number TORTURE_AT of
 * its kind, counted from 1. TORTURE_KIND names the kind: alloc   allocations by
 * the program itself: they return no memory within  allocations by the
 * libraries that the program uses: the same error   calls for files: they fail
 *   short   reads and writes: they transfer half of the bytes
 *   signal  reads and writes: they are interrupted before they begin
 * At its end the process writes two numbers to the descriptor TORTURE_REPORT:
 * the calls of the kind, and the blocks of the program's own that were not
 * freed. The library covers the calls that src makes, for glibc on Linux. */
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
static uintptr_t program_from, program_to; /* The program's code and data. */

/* Counts a call of the kind, and returns whether it is the call that fails. */
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

/* The program's own blocks that are not freed: a hash table, open addressing.
 */
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

static bool in_program(const void *caller)
{
    return (uintptr_t)caller >= program_from && (uintptr_t)caller < program_to;
}

static bool refused(const void *caller)
{
    if (!now_of(in_program(caller) ? ALLOC : WITHIN))
        return false;
    errno = ENOMEM;
    return true;
}

static void *given(void *p, const void *caller)
{
    if (p != NULL && in_program(caller))
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

/* Returns the number of bytes to transfer, of n; -1 and an errno for a failure.
 */
static ssize_t allowed(int fd, size_t n, int code)
{
    if (fd == 2 || fd == report_to) /* Messages and the report never fail. */
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

int close(int fd)
{
    NEXT("close", int, int);
    if (now_of(
            ERROR)) { /* As in Linux, the descriptor is closed all the same. */
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

/* ---- streams ----
 * The system calls inside glibc's streams cannot be intercepted. So each stream
 * is made of the functions below, which call those above as glibc would. */

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
    /* The cookie is the number of the descriptor, not an address. */
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
    return 1; /* The first object is the program: no other is needed. */
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
