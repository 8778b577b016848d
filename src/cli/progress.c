/* How far a run is, on stderr. */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cli.h"

void cli_progress_begin(cli_progress *progress, const cli_settings *settings)
{
    bool terminal = isatty(STDERR_FILENO) != 0;
    *progress = (cli_progress){
        .wanted = !settings->quiet && (settings->progress || terminal),
        .terminal = terminal,
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

int cli_progress_step(void *state, double share, uint64_t done)
{
    cli_progress *p = state;
    if (cli_interrupted())
        return 1;
    if (!p->wanted)
        return 0;
    /* A terminal line is rewritten twice a second after the first second; a
     * log gets a line every ten seconds. */
    double now = cli_now(), elapsed = now - p->start;
    double pause = p->terminal ? 0.5 : 10;
    if (now - p->last < pause || (p->terminal && elapsed < 1))
        return 0;
    p->last = now;
    char so_far[32], left[32] = "?";
    time_text(elapsed, so_far);
    if (share > 0.005)
        time_text(elapsed * (1 - share) / share, left);
    fprintf(stderr,
            p->terminal
                ? "\r%5.1f %%  %" PRIu64 " positions  %s, %s left \033[K"
                : "# progress: %.1f %%, %" PRIu64 " positions, %s, %s left\n",
            100 * share, done, so_far, left);
    fflush(stderr);
    p->shown = true;
    return 0;
}

void cli_progress_end(cli_progress *progress)
{
    if (progress->shown && progress->terminal)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}
