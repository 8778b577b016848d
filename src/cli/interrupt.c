/* SIGINT and SIGTERM ask the engines to stop at the next block boundary; a
 * second one ends at once. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

static volatile sig_atomic_t stop;

/* One request may arrive twice: timeout(1) signals its child and then the
 * child's group. */
enum { SAME_REQUEST_MS = 300 };

static void handle(int signal_number)
{
    static volatile sig_atomic_t first_ms; /* modulo 2^20 */
    struct timespec now;
    (void)signal_number;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int ms = (int)((now.tv_sec * 1000 + now.tv_nsec / 1000000) & 0xfffff);
    if (!stop)
        first_ms = ms;
    else if (((ms - first_ms) & 0xfffff) > SAME_REQUEST_MS)
        _exit(CLI_INTERRUPTED);
    stop = 1;
}

void cli_catch_interrupts(void)
{
    static const int signals[] = {SIGINT, SIGTERM};
    struct sigaction act = {.sa_handler = handle, .sa_flags = SA_RESTART}, old;
    sigemptyset(&act.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaddset(&act.sa_mask, signals[i]);
    /* What was ignored from the start, as for a shell's background jobs,
     * stays so. */
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &act, NULL);
}

void cli_prepare_streams(void)
{
    struct sigaction act = {.sa_handler = SIG_IGN};
    sigemptyset(&act.sa_mask);
    /* A closed pipe or a size limit then is an error of write(), which can
     * be reported and cleaned up after. */
    sigaction(SIGPIPE, &act, NULL);
    sigaction(SIGXFSZ, &act, NULL);
    /* A result file must never get the number of a closed standard stream;
     * opened the wrong way round, so that using it still fails. */
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

bool cli_interrupted(void)
{
    return stop != 0;
}
