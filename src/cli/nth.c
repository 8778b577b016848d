/* The command `takeaway nth K...`, which prints the K-th cold position, counted
 * from 1. */
#include "quantity/whole.h"
#include "computing.h"

/* Finds the k-th cold position of an archive that has k or more, by bisection:
 * fewer than k are below `low`, at least k below `high`. */
static ta_status find_in(const ta_archive *archive, uint64_t k,
                         uint64_t *position)
{
    uint64_t low = 0, high = ta_archive_about(archive)->end, below;
    ta_status st = TA_OK;
    while (st == TA_OK && high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        st = ta_archive_count_below(archive, middle, &below, &cli_error);
        if (below < k)
            low = middle;
        else
            high = middle;
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
    /* A guess of where the search ends, for the number of threads only. */
    run->n = most < UINT64_MAX / 16 ? 16 * most : UINT64_MAX;
    cli_run_threads(run);
    const ta_status st = cli_watched(
        run->settings, true,
        tai_nths(run->game, k, count, &run->options, positions, &cli_error));
    for (size_t i = 0; i < count && st == TA_OK; i++)
        cli_note_end(run->game, positions[i]);
    return st;
}

static void nth_run(const cli_settings *s)
{
    cli_run run = {.settings = s};
    cli_rows rows;
    uint64_t k[CLI_OPERANDS], position[CLI_OPERANDS], most = 0;
    const size_t count = s->n_operands;
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++) {
        ok = cli_number("K", s->operands[i], 1, UINT64_MAX, &k[i]);
        most = ok && k[i] > most ? k[i] : most;
    }
    ok = ok && cli_run_begin(&run, s, s->command->sequence, s->what.game);
    if (ok && run.in != NULL && most > ta_archive_about(run.in)->count)
        ok = cli_wrong("K %" PRIu64 " is not accepted: the file holds %" PRIu64
                       " cold positions",
                       most, ta_archive_about(run.in)->count);
    ok = ok && cli_ok(cli_find_cold(&run, k, count, most, position));
    cli_rows_bare(&rows, &s->out, "k\tcold");
    for (size_t i = 0; i < count && ok; i++)
        cli_row(&rows, cli_count_of(k[i]), cli_count_of(position[i]));
    if (ok)
        cli_rows_end(&rows);
    cli_run_end(&run);
}

static const cli_words nth_texts[] = {OWN(QUIET, "print only the positions"),
                                      {0}};
const cli_command cli_nth_command = {
    COMMAND("nth", "K...", CLI_NUMBER, nth_run, "the K-th cold position"),
    "Prints a table: k, counted from 1, and the k-th cold position. In normal "
    "play the first one is 0.",
    "takeaway nth 3 1000  # k cold / 3 5 / 1000 23075\n"
    "takeaway nth 10 100 --game=primes",
    CLI_COMPUTES | OPT(GAME) | OPT(MISERE) | OPT(IN) | OPT(JSON) | OPT(ENGINE) |
        OPT(THREADS),
    .texts = nth_texts,
    .sequence = &cli_sequences[CLI_SEQUENCE_COLD]};
