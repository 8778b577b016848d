/* takeaway cold N: the cold positions themselves. */
#include "cli.h"

/* Cold positions below --from have an index in b-files too; an archive tells
 * their number without handing them over. */
static int start_at(cli_run *run, const cli_settings *s, uint64_t *skipped)
{
    *skipped = 0;
    if (run->in == NULL)
        return CLI_DONE;
    ta_error error = {""};
    run->in_from = s->from;
    return cli_status(ta_archive_count_below(run->in, s->from, skipped, &error),
                      &error);
}

int cli_cold(const cli_settings *s)
{
    uint64_t n, skipped;
    cli_run run = {.settings = s};
    cli_output output;
    char id[TA_GAME_ID];
    int status = cli_number("N", s->operands[0], 0, UINT64_MAX, &n);
    if (status == CLI_DONE)
        status = cli_output_check(s, n);
    if (status == CLI_DONE)
        status = cli_run_begin(&run, s, &cli_cold_sequence);
    if (status == CLI_DONE)
        status = cli_run_plan(&run, n, 0);
    if (status == CLI_DONE)
        status = start_at(&run, s, &skipped);
    if (status == CLI_DONE) {
        ta_archive_info info = cli_run_info(&run, id);
        status = cli_output_begin(&output, s, &info, skipped);
    }
    if (status == CLI_DONE) {
        ta_error error = {""};
        run.abandon = cli_output_drop;
        run.abandon_state = &output;
        run.options.periods = true;
        ta_status st =
            cli_run_into(&run, (ta_sink){cli_output_take, &output}, &error);
        status = cli_output_end(&output, st, &error);
    }
    cli_run_end(&run);
    return status;
}
