/* SIGINT, SIGTERM and SIGHUP ask the engines to stop at the next block
 * boundary. What takes longer than that, such as a large transform, is not
 * waited for: a watching thread then saves what there is and ends the process.
 * A second signal ends it at once. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "computing.h"

static volatile sig_atomic_t stop;
static int wake[2] = {-1, -1}; /* a pipe that the watching thread reads */

/* One request may arrive twice: timeout(1) signals its child and then the
 * child's group. */
enum { SAME_REQUEST_MS = 300 };

static void handle(int signal_number)
{
    static volatile sig_atomic_t first_ms; /* modulo 2^20 */
    struct timespec now;
    int code = errno;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int ms = (int)((now.tv_sec * 1000 + now.tv_nsec / 1000000) & 0xfffff);
    if (!stop)
        first_ms = ms;
    else if (signal_number == SIGALRM) /* --until, and it ends already */
        return;
    else if (((ms - first_ms) & 0xfffff) > SAME_REQUEST_MS)
        _exit(CLI_INTERRUPTED);
    if (!stop && signal_number == SIGALRM)
        cli_out_of_time = 1;
    stop = 1;
    if (wake[1] >= 0)
        (void)!write(wake[1], "", 1);
    errno = code;
}

void cli_catch_interrupts(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction act = {.sa_handler = handle, .sa_flags = SA_RESTART}, old;
    sigfillset(&act.sa_mask);
    /* What was ignored from the start, as for a shell's background jobs and
     * under nohup, stays so. */
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &act, NULL);
}

void cli_before_file(const char *path)
{
    struct stat info;
    if (path != NULL && (stat(path, &info) != 0 || !S_ISFIFO(info.st_mode)))
        cli_catch_interrupts();
}

void cli_end_after(uint64_t seconds)
{
    struct sigaction act = {.sa_handler = handle, .sa_flags = SA_RESTART};
    sigfillset(&act.sa_mask);
    sigaction(SIGALRM, &act, NULL);
    alarm((unsigned)seconds);
}

/* ---- the watch ---- */

/* An engine gets so long to come to a block boundary. */
enum { GRACE_MS = 500 };

static struct {
    pthread_t thread;
    bool running;
    pthread_mutex_t decide; /* who ends: the engine, or the watch? */
    bool ended;
    void (*give_up)(void *state);
    void *state;
} watch = {.decide = PTHREAD_MUTEX_INITIALIZER};

static void *watch_main(void *unused)
{
    (void)unused;
    struct pollfd in = {.fd = wake[0], .events = POLLIN};
    while (poll(&in, 1, -1) < 0 && errno == EINTR) {
    }
    double until = cli_now() + 1e-3 * GRACE_MS;
    struct timespec pause = {.tv_nsec = 5000000};
    for (;;) {
        pthread_mutex_lock(&watch.decide);
        if (watch.ended || cli_now() >= until)
            break;
        pthread_mutex_unlock(&watch.decide);
        nanosleep(&pause, NULL);
    }
    if (!watch.ended) {
        watch.give_up(watch.state);
        _exit(CLI_INTERRUPTED);
    }
    pthread_mutex_unlock(&watch.decide);
    return NULL;
}

void cli_watch_begin(void (*give_up)(void *state), void *state)
{
    watch.give_up = give_up;
    watch.state = state;
    watch.ended = false;
    if (pipe(wake) != 0)
        return;
    for (int k = 0; k < 2; k++) {
        fcntl(wake[k], F_SETFD, FD_CLOEXEC);
        fcntl(wake[k], F_SETFL, O_NONBLOCK);
    }
    /* Signals are for the thread that computes, as without a watch. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    watch.running = pthread_create(&watch.thread, NULL, watch_main, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (stop) /* since a file was begun, with nobody to wake */
        (void)!write(wake[1], "", 1);
}

void cli_watch_end(void)
{
    if (wake[0] < 0)
        return;
    pthread_mutex_lock(&watch.decide);
    watch.ended = true;
    pthread_mutex_unlock(&watch.decide);
    int in = wake[0], out = wake[1];
    wake[1] = -1; /* first: the handler writes to it */
    close(out);   /* wakes the watch, as a write would that may fail */
    if (watch.running)
        pthread_join(watch.thread, NULL);
    watch.running = false;
    wake[0] = -1;
    close(in);
}

/* FFTW and GMP end the process when memory is out, after a line of their own
 * on stderr. */
static void library_gave_up(int signal_number)
{
    static const char text[] = "takeaway: a library that it uses has ended "
                               "the run, most likely for want of memory\n";
    (void)signal_number;
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(CLI_FAILED);
}

void cli_prepare_streams(void)
{
    struct sigaction gave_up = {.sa_handler = library_gave_up};
    sigemptyset(&gave_up.sa_mask);
    sigaction(SIGABRT, &gave_up, NULL);
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
