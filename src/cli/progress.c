/* Shows the progress of a run on stderr, unless it is short. On a terminal the
 * program rewrites one line. Elsewhere, and if TERM is dumb or not set, it adds
 * new lines, less and less often as the run gets longer. */
#include <math.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "computing.h"

/* The progress of the present run. There is at most one run at a time. */
static cli_progress progress;

void cli_progress_begin(const cli_settings *s, bool open_end)
{
    const bool terminal = isatty(STDERR_FILENO) != 0;
    const char *kind = getenv("TERM");
    cli_catch_interrupts();
    progress = (cli_progress){
        .open_end = open_end,
        .terminal = terminal && kind != NULL && strcmp(kind, "dumb") != 0,
        .wanted = !s->out.quiet && (s->runs.status || terminal),
        .start = tai_now()};
}

/* Writes a time to `text` as "1:02:03", or as "2:03" below an hour. Returns
 * text. */
static const char *progress_time(double seconds, char text[32])
{
    const uint64_t s = (uint64_t)(seconds + 0.5), hours = s / 3600;
    const int digits =
        hours > 0 ? snprintf(text, 32, "%" PRIu64 ":", hours) : 0;
    snprintf(text + digits, 32 - (size_t)digits, "%0*" PRIu64 ":%02" PRIu64,
             hours > 0 ? 2 : 1, s / 60 % 60, s % 60);
    return text;
}

char *cli_progress_line(const cli_progress *p, double share, uint64_t done,
                        double now, char *line, size_t size)
{
    char elapsed[32], left[32] = "?";
    progress_time(now - p->start, elapsed);
    /* From the speed since the first step: in a resumed run the work before it
     * was read from a file, in almost no time. */
    if (share > p->first_share)
        progress_time((now - p->first) * (1 - share) / (share - p->first_share),
                      left);
    if (p->open_end)
        snprintf(line, size, "%" PRIu64 " positions searched, %s", done,
                 elapsed);
    else
        snprintf(line, size, "%.1f %%, %" PRIu64 " positions, %s, %s left",
                 100 * share, done, elapsed, left);
    return line;
}

int cli_progress_step(void *state, double share, uint64_t done)
{
    cli_progress *const p = &progress;
    (void)state;
    struct winsize window = {.ws_col = 0};
    char line[256];
    size_t size = sizeof line;
    if (cli_interrupted())
        return 1; /* ends the run with TA_ECANCELLED */
    const double now = tai_now(), elapsed = now - p->start;
    if (!p->begun) {
        p->begun = true;
        p->first = p->last = now;
        p->first_share = share;
    }
    /* in seconds, between two lines */
    const double pause = p->terminal ? 0.5 : fmax(1, fmin(60, elapsed / 10));
    if (!p->wanted || elapsed < 1 || now - p->last < pause)
        return 0;
    /* On a terminal the line is cut to the width of the window minus one
     * column, since some terminals wrap a line that fills the last column. */
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 &&
        window.ws_col < size)
        size = window.ws_col;
    cli_progress_line(p, share, done, now, line, size);
    fprintf(stderr, p->terminal ? "\r%s\033[K" : "# status: %s\n", line);
    fflush(stderr);
    p->shown = true;
    p->last = now;
    return 0;
}

void cli_progress_end(void)
{
    if (progress.shown && progress.terminal)
        fputs("\r\033[K", stderr);
    progress.shown = false;
}

ta_status cli_progress_over(ta_status st)
{
    cli_progress_end();
    return st;
}
