/* takeaway nth K...: the K-th cold position, counted from 1. */
#include <inttypes.h>
#include <stdio.h>

#include "computing.h"

/* The least p with k cold positions in [0, p], by the index. */
static int find_known(const ta_archive *in, uint64_t k, uint64_t *position)
{
    uint64_t low = 0, high = ta_archive_about(in)->end;
    ta_error error = {""};
    if (k > ta_archive_about(in)->count)
        return cli_wrong("K %" PRIu64
                         " is not accepted: the file holds %" PRIu64
                         " cold positions; --resume in place of --in computes "
                         "further",
                         k, ta_archive_about(in)->count);
    while (low < high) {
        uint64_t middle = low + (high - low) / 2, count;
        ta_status st = ta_archive_count_below(in, middle + 1, &count, &error);
        if (st != TA_OK)
            return cli_status(st, &error);
        if (count >= k)
            high = middle;
        else
            low = middle + 1;
    }
    *position = low;
    return CLI_DONE;
}

static void announce(const cli_run *run, uint64_t wanted)
{
    char text[32];
    if (!run->settings->quiet && run->n > CLI_LONG_RUN)
        fprintf(stderr,
                "# number %" PRIu64 " is sought among the positions below "
                "%" PRIu64 ", with %s of memory; an archive (--in) answers at "
                "once\n",
                wanted, run->n, cli_bytes_text(run->predicted, text));
}

int cli_nth(const cli_settings *s)
{
    cli_run run = {.settings = s};
    cli_rows rows;
    uint64_t k[CLI_OPERANDS] = {0}, position = 0;
    int status = CLI_DONE;
    for (size_t i = 0; i < s->n_operands && status == CLI_DONE; i++)
        status = cli_number("K", s->operands[i], 1, UINT64_C(1) << 31, &k[i]);
    if (status == CLI_DONE)
        status = cli_run_begin(&run, s, &cli_cold_sequence);
    cli_rows_begin(&rows, s, s->quiet && !s->json ? "" : "k\tcold");
    for (size_t i = 0; i < s->n_operands && status == CLI_DONE; i++) {
        status = run.in != NULL ? find_known(run.in, k[i], &position)
                                : cli_find_nth(&run, k[i], "cold positions",
                                               announce, &position);
        const cli_cell cells[] = {cli_count_of(k[i]), cli_count_of(position)};
        if (status == CLI_DONE)
            cli_rows_put(&rows, cells + (*rows.columns == '\0'));
    }
    if (status == CLI_DONE)
        cli_rows_end(&rows);
    cli_run_end(&run);
    return status;
}
