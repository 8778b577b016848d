/* takeaway nth K...: the K-th cold position, counted from 1. */
#include <inttypes.h>
#include <stdio.h>

#include "cli.h"

typedef struct finder {
    uint64_t wanted, count, position; /* count: so far */
    bool found;
} finder;

static ta_status visit(void *state, uint64_t position)
{
    finder *f = state;
    f->found = ++f->count == f->wanted;
    f->position = position;
    return f->found ? TA_ECANCELLED : TA_OK;
}

static ta_status take(void *state, const ta_block *block)
{
    finder *f = state;
    if (f->wanted - f->count > block->count) {
        f->count += block->count;
        return TA_OK;
    }
    return ta_block_each(block, 0, visit, f);
}

/* The least p with `wanted` cold positions in [0, p], by the index. */
static int find_known(const ta_archive *in, finder *f)
{
    uint64_t low = 0, high = ta_archive_about(in)->end;
    ta_error error = {""};
    if (f->wanted > ta_archive_about(in)->count) {
        cli_complain("K %" PRIu64 " is not accepted: the file holds %" PRIu64
                     " cold positions; --resume in place of --in computes "
                     "further",
                     f->wanted, ta_archive_about(in)->count);
        return CLI_USAGE;
    }
    while (low < high) {
        uint64_t middle = low + (high - low) / 2, count;
        ta_status st = ta_archive_count_below(in, middle + 1, &count, &error);
        if (st != TA_OK)
            return cli_status(st, &error);
        if (count >= f->wanted)
            high = middle;
        else
            low = middle + 1;
    }
    f->position = low;
    return CLI_DONE;
}

static void announce(const cli_run *run, uint64_t wanted, uint64_t end)
{
    char text[32];
    if (!run->settings->quiet && end > CLI_LONG_RUN)
        fprintf(stderr,
                "# number %" PRIu64 " is sought among the positions below "
                "%" PRIu64 ", with %s of memory; an archive (--in) answers at "
                "once\n",
                wanted, end, cli_bytes_text(run->predicted, text));
}

static int find(cli_run *run, finder *f)
{
    uint64_t wanted = f->wanted;
    cli_search search = cli_search_begin(run, wanted);
    for (;;) {
        ta_error error = {""};
        *f = (finder){.wanted = wanted};
        int status = cli_run_plan(run, search.end, 0);
        if (status != CLI_DONE)
            return status;
        announce(run, wanted, search.end);
        ta_status st = cli_run_into(run, (ta_sink){take, f}, &error);
        if (f->found)
            return CLI_DONE;
        status = cli_status(st, &error);
        if (status != CLI_DONE)
            return status;
        if (!cli_search_next(&search, f->count)) {
            cli_complain("there are only %" PRIu64 " cold positions below "
                         "%" PRIu64,
                         f->count, search.end);
            return CLI_FAILED;
        }
    }
}

int cli_nth(const cli_settings *s, const char *operand)
{
    cli_run run = {.settings = s};
    cli_rows rows;
    (void)operand;
    finder f[CLI_OPERANDS];
    int status = CLI_DONE;
    for (size_t i = 0; i < s->n_operands && status == CLI_DONE; i++)
        status =
            cli_number("K", s->operands[i], 1, UINT64_C(1) << 31, &f[i].wanted);
    if (status == CLI_DONE)
        status = cli_run_begin(&run, s);
    cli_rows_begin(&rows, s, s->quiet && !s->json ? "" : "k\tcold");
    for (size_t i = 0; i < s->n_operands && status == CLI_DONE; i++) {
        status = run.in != NULL ? find_known(run.in, &f[i]) : find(&run, &f[i]);
        const cli_cell cells[] = {cli_count_of(f[i].wanted),
                                  cli_count_of(f[i].position)};
        if (status == CLI_DONE)
            cli_rows_put(&rows, cells + (*rows.columns == '\0'));
    }
    if (status == CLI_DONE)
        cli_rows_end(&rows);
    cli_run_end(&run);
    return status;
}
