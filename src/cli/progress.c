/* How far a run is, on stderr: one line that is rewritten on a terminal, and
 * plain lines, ever more rarely, elsewhere. */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cli.h"

void cli_progress_begin(cli_progress *progress, const cli_settings *settings)
{
    bool terminal = isatty(STDERR_FILENO) != 0;
    const uint64_t *count = progress->count;
    const bool open_end = progress->open_end;
    *progress = (cli_progress){
        .wanted = !settings->quiet && (settings->status || terminal),
        .terminal = terminal,
        .count = count,
        .open_end = open_end,
        .start = cli_now(),
    };
    progress->last = progress->start;
}

static void time_text(double seconds, char text[32])
{
    uint64_t s = (uint64_t)(seconds + 0.5);
    if (s < 3600)
        snprintf(text, 32, "%" PRIu64 ":%02" PRIu64, s / 60, s % 60);
    else
        snprintf(text, 32, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64, s / 3600,
                 s / 60 % 60, s % 60);
}

/* Seconds between two lines. A log gets one whenever the time has grown by a
 * tenth, but not more than one a second, nor less than one a minute. */
static double pause_of(const cli_progress *p, double elapsed)
{
    if (p->terminal)
        return 0.5;
    return elapsed < 10 ? 1 : elapsed > 600 ? 60 : elapsed / 10;
}

/* When a search ends nobody knows: no share and no time left. */
static void print_open_line(const cli_progress *p, uint64_t done, double rate,
                            double elapsed)
{
    char so_far[32];
    time_text(elapsed, so_far);
    if (p->terminal)
        fprintf(stderr,
                "\r%" PRIu64 " positions searched, %.3g M/s, %s, until it is "
                "found \033[K",
                done, 1e-6 * rate, so_far);
    else
        fprintf(stderr,
                "# status: %" PRIu64 " positions searched, %.3g M/s, %.1f s, "
                "until it is found\n",
                done, 1e-6 * rate, elapsed);
    fflush(stderr);
}

static void print_line(const cli_progress *p, double share, uint64_t done,
                       double now)
{
    double elapsed = now - p->start, left = -1;
    /* What was known before has cost this run nothing. */
    if (share > p->first_share)
        left = (now - p->first) * (1 - share) / (share - p->first_share);
    double rate = (double)(done - p->last_done) / (now - p->last);
    char count[40] = "", so_far[32], to_go[32] = "?";
    if (p->open_end) {
        print_open_line(p, done, rate, elapsed);
        return;
    }
    time_text(elapsed, so_far);
    if (left >= 0 && p->terminal)
        time_text(left, to_go);
    else if (left >= 0)
        snprintf(to_go, sizeof to_go, "%.1f", left);
    if (p->count != NULL && *p->count > 0)
        snprintf(count, sizeof count, "%" PRIu64 " cold, ", *p->count);
    if (p->terminal)
        fprintf(stderr,
                "\r%5.1f %%  %" PRIu64 " positions, %s%.3g M/s, %s, %s left "
                "\033[K",
                100 * share, done, count, 1e-6 * rate, so_far, to_go);
    else
        fprintf(stderr,
                "# status: %.1f %%, %" PRIu64 " positions, %s%.3g M/s, %.1f s, "
                "%s s left\n",
                100 * share, done, count, 1e-6 * rate, elapsed, to_go);
    fflush(stderr);
}

int cli_progress_step(void *state, double share, uint64_t done)
{
    cli_progress *p = state;
    if (cli_interrupted())
        return 1;
    if (!p->wanted)
        return 0;
    double now = cli_now();
    if (!p->begun) { /* before any work */
        p->begun = true;
        p->first = p->last = now;
        p->first_share = share;
        p->last_done = done;
    }
    double elapsed = now - p->start;
    if (elapsed < 1 || now - p->last < pause_of(p, elapsed))
        return 0;
    print_line(p, share, done, now);
    p->last = now;
    p->last_done = done;
    p->shown = true;
    return 0;
}

void cli_progress_end(cli_progress *progress)
{
    if (progress->shown && progress->terminal)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}
