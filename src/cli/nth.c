/* The command `takeaway nth K...`, which prints the K-th cold position, counted
 * from 1. */

#include "quantity/whole.h"
#include "computing.h"

/* Finds the k-th cold position in an archive that has as many, by bisection on
 * its index of counts. */
static ta_status find_in(const ta_archive *archive, uint64_t k,
                         uint64_t *position)
{
    uint64_t low = 0, high = ta_archive_about(archive)->end, below;
    ta_status st = TA_OK;
    while (st == TA_OK && high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        st = ta_archive_count_below(archive, middle, &below, &cli_error);
        *(below < k ? &low : &high) = middle;
    }
    *position = low;
    return st;
}

ta_status cli_find_cold(cli_run *run, const uint64_t *k, size_t count,
                        uint64_t most, uint64_t *positions)
{
    if (run->in != NULL) {
        const ta_archive_info *about = ta_archive_about(run->in);
        ta_status st = TA_OK;
        if (most > about->count) {
            cli_fail(CLI_FAILED,
                     "there are only %" PRIu64 " cold positions below %" PRIu64
                     ", where the archive ends",
                     about->count, about->end);
            return TA_ECANCELLED;
        }
        for (size_t i = 0; i < count && st == TA_OK; i++)
            st = find_in(run->in, k[i], &positions[i]);
        return st;
    }
    run->n = most < UINT64_MAX / 16 ? 16 * most : UINT64_MAX;
    if (run->chooses_threads)
        run->options.threads = cli_run_threads(run);
    cli_progress_begin(run->settings, true);
    const ta_status st =
        tai_nths(run->game, k, count, &run->options, positions, &cli_error);
    cli_progress_end();
    for (size_t i = 0; i < count && st == TA_OK; i++)
        cli_note_end(run->game, positions[i]);
    return st;
}

void cli_nth(const cli_settings *s)
{
    cli_run run = {.settings = s};
    cli_rows rows;
    uint64_t k[CLI_OPERANDS], position[CLI_OPERANDS], most = 0;
    const size_t n = s->n_operands;
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++) {
        ok = cli_number("K", s->operands[i], 1, UINT64_MAX, &k[i]);
        most = k[i] > most ? k[i] : most;
    }
    ok = ok && cli_run_begin(&run, s, cli_sequence_of(s->command));
    if (ok && run.in != NULL && most > ta_archive_about(run.in)->count)
        ok = cli_wrong("K %" PRIu64 " is not accepted: the file holds %" PRIu64
                       " cold positions",
                       most, ta_archive_about(run.in)->count);
    ok = ok && cli_ok(cli_find_cold(&run, k, n, most, position));
    const bool bare = s->quiet && !s->json;
    cli_rows_begin(&rows, s, bare ? "" : "k\tcold");
    for (size_t i = 0; i < n && ok; i++) {
        const cli_cell cells[] = {cli_count_of(k[i]),
                                  cli_count_of(position[i])};
        cli_rows_put(&rows, cells + bare);
    }
    if (ok)
        cli_rows_end(&rows);
    cli_run_end(&run);
}
