/* Interruption by signals, and the handling of broken streams. The signals
 * SIGINT, SIGTERM, SIGHUP, SIGUSR1 and the alarm of the option --until set a
 * flag. Runs, and readers of archives, look at the flag between blocks and stop
 * if it is set. A second signal of the user ends the process at once. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "computing.h"

volatile sig_atomic_t cli_out_of_time;
atomic_bool cli_save_now;
static volatile sig_atomic_t interrupted;

/* Seconds after the first signal in which others are ignored: timeout(1) sends
 * two for one request, to its child and to the process group of the child. */
static const double same_request = 0.3;

/* Calls only what a signal handler may: the clock and _exit. `interrupted` is
 * set last, so that who sees it knows the reason, cli_out_of_time. */
static void interrupt_handle(int signal_number)
{
    static volatile double first; /* time of the first signal, in seconds */
    const int saved_errno = errno;
    cli_save_now = true;
    if (signal_number == SIGCONT)
        return;
    if (!interrupted) {
        first = tai_now();
        cli_out_of_time = signal_number == SIGALRM;
    } else if (signal_number != SIGALRM && tai_now() - first > same_request) {
        _exit(CLI_INTERRUPTED);
    }
    interrupted = 1;
    errno = saved_errno;
}

void cli_catch_interrupts(void)
{
    static const int signals[] = {SIGINT,  SIGTERM, SIGHUP,
                                  SIGUSR1, SIGALRM, SIGCONT};
    /* No read or write of a library fails with EINTR; poll() still does. */
    struct sigaction old,
        act = {.sa_handler = interrupt_handle, .sa_flags = SA_RESTART};
    sigfillset(&act.sa_mask);
    /* A signal that was ignored when the process started stays ignored.
     * Otherwise nohup and the background jobs of a shell would not work. */
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &act, NULL);
}

bool cli_interrupted(void)
{
    return interrupted != 0;
}

/* FFTW and GMP call abort() if there is no memory. */
static void interrupt_abort(int signal_number)
{
    static const char text[] = "takeaway: a library that it uses has ended "
                               "the run, most likely for want of memory\n";
    (void)signal_number;
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(CLI_FAILED);
}

void cli_prepare_streams(void)
{
    struct sigaction act = {.sa_handler = interrupt_abort};
    sigemptyset(&act.sa_mask);
    sigaction(SIGABRT, &act, NULL);
    /* Writing to a closed pipe, or beyond the limit on file sizes, is then an
     * error of write(), which is reported. */
    act.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &act, NULL);
    sigaction(SIGXFSZ, &act, NULL);
    /* If standard input, output or error is closed, opens /dev/null in its
     * place. Otherwise the next file that is opened would become this standard
     * stream. Using the stream must still fail; so /dev/null is opened for
     * writing as input, and for reading as output. */
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}
