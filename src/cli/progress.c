/* The progress of a run, on stderr: one line that is rewritten on a terminal;
 * elsewhere lines of a log, fewer and fewer as the run gets longer. */
#include <inttypes.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "computing.h"

ta_options cli_options_of(const cli_settings *s, cli_progress *progress)
{
    return (ta_options){.threads = (unsigned)s->threads,
                        .max_memory = s->max_memory != 0 ? s->max_memory
                                                         : cli_free_memory(),
                        .progress = cli_progress_step,
                        .progress_state = progress};
}

void cli_progress_begin(cli_progress *p, const cli_settings *s)
{
    cli_catch_interrupts();
    p->terminal = isatty(STDERR_FILENO) != 0;
    p->wanted = !s->quiet && (s->status || p->terminal);
    p->shown = p->begun = false;
    p->start = p->last = tai_now();
}

/* Writes a time as "1:02:03", or "2:03" below an hour. */
static const char *progress_time(double seconds, char text[32])
{
    const uint64_t s = (uint64_t)(seconds + 0.5);
    if (s < 3600)
        snprintf(text, 32, "%" PRIu64 ":%02" PRIu64, s / 60, s % 60);
    else
        snprintf(text, 32, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64, s / 3600,
                 s / 60 % 60, s % 60);
    return text;
}

char *cli_progress_line(const cli_progress_state *at, char *line, size_t size)
{
    char elapsed[32], left[32];
    progress_time(at->elapsed, elapsed);
    if (at->open_end)
        snprintf(line, size, "%" PRIu64 " positions searched, %s", at->done,
                 elapsed);
    else
        snprintf(line, size, "%.1f %%, %" PRIu64 " positions, %s, %s left",
                 100 * at->share, at->done, elapsed,
                 at->left < 0 ? "?" : progress_time(at->left, left));
    return line;
}

/* Prints a line. On a terminal the line is cut to the width that the window has
 * now. The last column stays free, since some terminals wrap when it is full.
 */
static void progress_print(cli_progress *p, double share, uint64_t done,
                           double now)
{
    struct winsize window = {.ws_col = 0};
    char line[256];
    cli_progress_state at = {.share = share,
                             .done = done,
                             .elapsed = now - p->start,
                             .left = -1,
                             .open_end = p->open_end};
    /* A resumed prefix has cost this run no time. */
    if (share > p->first_share)
        at.left = (now - p->first) * (1 - share) / (share - p->first_share);
    size_t size = sizeof line;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 &&
        window.ws_col < size)
        size = window.ws_col;
    cli_progress_line(&at, line, size);
    fprintf(stderr, p->terminal ? "\r%s\033[K" : "# status: %s\n", line);
    fflush(stderr);
    p->shown = true;
}

int cli_progress_step(void *state, double share, uint64_t done)
{
    cli_progress *p = state;
    if (cli_interrupted())
        return 1;
    const double now = tai_now(), elapsed = now - p->start;
    if (!p->begun) {
        p->begun = true;
        p->first = p->last = now;
        p->first_share = share;
    }
    const double pause = p->terminal     ? 0.5
                         : elapsed < 10  ? 1
                         : elapsed > 600 ? 60
                                         : elapsed / 10;
    if (!p->wanted || elapsed < 1 || now - p->last < pause)
        return 0;
    progress_print(p, share, done, now);
    p->last = now;
    return 0;
}

void cli_progress_end(cli_progress *p)
{
    if (p->shown && p->terminal)
        fputs("\r\033[K", stderr);
    p->shown = false;
}
