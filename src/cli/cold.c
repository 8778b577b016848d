/* takeaway cold N: the cold positions themselves. */
#include <errno.h>
#include <string.h>

#include "cli.h"

static void drop(void *writer)
{
    ta_writer_close(writer, false, NULL);
}

int cli_cold(const cli_settings *s, const char *operand)
{
    uint64_t n;
    cli_run run = {.settings = s};
    ta_writer *writer = NULL;
    ta_error error = {""};
    int status = cli_number("N", operand, 0, UINT64_MAX, &n);
    if (status == CLI_DONE && s->from > n) {
        cli_complain("--from %llu is not accepted; accepted: 0 to N, which is "
                     "%llu",
                     (unsigned long long)s->from, (unsigned long long)n);
        status = CLI_USAGE;
    }
    const char *path = s->output;
    if (path != NULL && strcmp(path, "-") == 0)
        path = NULL;
    if (status == CLI_DONE && s->format == TA_NPY && path == NULL)
        status =
            cli_refuse("--format", "npy", "npy with -o FILE, or text or bfile");
    if (status == CLI_DONE)
        status = cli_run_begin(&run, s);
    if (status == CLI_DONE)
        status = cli_run_plan(&run, n, 0);
    if (status != CLI_DONE)
        goto done;

    ta_status st = ta_writer_open(path, (ta_format)s->format, s->from,
                                  s->offset, &writer, &error);
    if (st != TA_OK) {
        status = cli_status(st, &error);
        goto done;
    }
    run.abandon = drop;
    run.abandon_state = writer;
    st = cli_run_cold(&run, ta_writer_sink(writer), &error);
    ta_error close_error = {""};
    ta_status closed = ta_writer_close(writer, st == TA_OK, &close_error);
    if (closed != TA_OK && path == NULL && errno == EPIPE)
        goto done; /* the reader has seen enough */
    status = closed != TA_OK ? cli_status(closed, &close_error)
                             : cli_status(st, &error);
done:
    cli_run_end(&run);
    return status;
}
