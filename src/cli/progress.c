/* How far a run is, on stderr: one line that is rewritten on a terminal, and
 * plain lines, ever more rarely, elsewhere. */
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
    p->start = p->last = cli_now();
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

/* What a line is made of, in this order, and which parts a narrow terminal goes
 * without first. */
enum { SHARE, POSITIONS, COUNT, RATE, ELAPSED, LEFT, PARTS };
static const unsigned dropped[] = {RATE, COUNT, ELAPSED, POSITIONS, LEFT};

/* Joins the parts that are not empty; returns the length. */
static size_t join(char part[PARTS][48], char *line, size_t size)
{
    size_t used = 0;
    line[0] = '\0';
    for (size_t k = 0; k < PARTS; k++)
        if (part[k][0] != '\0' && used < size)
            used +=
                (size_t)snprintf(line + used, size - used, "%s%s",
                                 used == 0                             ? ""
                                 : part[SHARE][0] && k > 0 && used < 8 ? "  "
                                                                       : ", ",
                                 part[k]);
    return used;
}

size_t cli_progress_line(const cli_progress_state *at, unsigned columns,
                         char *line, size_t size)
{
    char part[PARTS][48] = {""}, time[32];
    /* When a search ends nobody knows: no share and no time left. */
    snprintf(part[POSITIONS], 48, "%" PRIu64 " positions%s", at->done,
             at->open_end ? " searched" : "");
    snprintf(part[RATE], 48, "%.3g M/s", 1e-6 * at->rate);
    time_text(at->elapsed, time);
    snprintf(part[ELAPSED], 48, "%s", time);
    if (at->open_end) {
        snprintf(part[LEFT], 48, "until it is found");
    } else {
        snprintf(part[SHARE], 48, "%5.1f %%", 100 * at->share);
        if (at->left >= 0)
            time_text(at->left, time);
        snprintf(part[LEFT], 48, "%s left", at->left >= 0 ? time : "?");
    }
    if (at->count > 0)
        snprintf(part[COUNT], 48, "%" PRIu64 " cold", at->count);
    /* The last column stays free: some terminals wrap as soon as it is full. */
    size_t most = columns > 1 ? columns - 1 : 0;
    most = most < size ? most : size - 1;
    size_t used = join(part, line, size);
    for (size_t k = 0; used > most && k < sizeof dropped / sizeof *dropped;
         k++) {
        if (part[SHARE][0] == '\0' && dropped[k] == POSITIONS)
            continue; /* all that a search has to say */
        part[dropped[k]][0] = '\0';
        used = join(part, line, size);
    }
    if (used > most)
        line[used = most] = '\0';
    return used;
}

/* Looked up for every line: the window may have been resized. */
static unsigned terminal_columns(void)
{
    struct winsize window = {0};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_col == 0)
        return 80;
    return window.ws_col;
}

/* A line of a log, which programs may read. */
static void print_log(const cli_progress_state *at)
{
    char count[40] = "", left[32] = "?";
    if (at->open_end) {
        fprintf(stderr,
                "# status: %" PRIu64 " positions searched, %.3g M/s, %.1f s, "
                "until it is found\n",
                at->done, 1e-6 * at->rate, at->elapsed);
        return;
    }
    if (at->left >= 0)
        snprintf(left, sizeof left, "%.1f", at->left);
    if (at->count > 0)
        snprintf(count, sizeof count, "%" PRIu64 " cold, ", at->count);
    fprintf(stderr,
            "# status: %.1f %%, %" PRIu64 " positions, %s%.3g M/s, %.1f s, "
            "%s s left\n",
            100 * at->share, at->done, count, 1e-6 * at->rate, at->elapsed,
            left);
}

static void print_line(const cli_progress *p, double share, uint64_t done,
                       double now)
{
    cli_progress_state at = {.share = share,
                             .done = done,
                             .count = p->count != NULL ? *p->count : 0,
                             .rate = (double)(done - p->last_done) /
                                     (now - p->last),
                             .elapsed = now - p->start,
                             .left = -1,
                             .open_end = p->open_end};
    /* What was known before has cost this run nothing. */
    if (share > p->first_share)
        at.left = (now - p->first) * (1 - share) / (share - p->first_share);
    if (p->terminal) {
        char line[256];
        cli_progress_line(&at, terminal_columns(), line, sizeof line);
        fprintf(stderr, "\r%s\033[K", line);
    } else {
        print_log(&at);
    }
    fflush(stderr);
}

/* Before hours pass, and not with the statistics after them. */
static void say_if_anew(cli_progress *p)
{
    const char *why =
        p->stats != NULL ? ta_stats_find(p->stats, "known_anew") : NULL;
    if (why == NULL)
        return;
    cli_progress_end(p); /* off the terminal's line */
    cli_complain("--resume: %s, so all heaps are computed anew", why);
    p->stats = NULL;
}

int cli_progress_step(void *state, double share, uint64_t done)
{
    cli_progress *p = state;
    if (cli_interrupted())
        return 1;
    say_if_anew(p);
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
