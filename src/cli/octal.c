/* takeaway octal CODE N: values, records, counts, cold heaps and periods of
 * octal games. */
#include "cli.h"

static ta_status search_memory(const ta_game *game, uint64_t n,
                               const ta_options *options, uint64_t *bytes,
                               ta_error *error)
{
    (void)game;
    (void)options;
    (void)error;
    *bytes = ta_octal_solve_memory(n);
    return TA_OK;
}

static int period(const cli_settings *s)
{
    cli_run run = {.settings = s};
    uint64_t n;
    int status = cli_number("N", s->operands[1], 0, CLI_OCTAL_MOST, &n);
    if (status == CLI_DONE)
        status = cli_run_begin(&run, s, &cli_octal_sequence);
    run.memory = search_memory;
    if (status == CLI_DONE)
        status = cli_run_plan(&run, n, 0);
    if (status == CLI_DONE) {
        ta_octal_solution *found;
        ta_error error = {""};
        run.progress.open_end = true;
        cli_run_enter(&run);
        ta_status st = ta_octal_solve(run.game, n, s->long_proof, &run.options,
                                      &found, &error);
        st = cli_run_leave(&run, st, &error);
        if (st == TA_OK)
            cli_octal_summary(s, run.game, ta_octal_solution_summary(found));
        ta_octal_solution_free(found);
        status = cli_status(st, &error);
    }
    cli_run_end(&run);
    return status;
}

int cli_octal(const cli_settings *given)
{
    cli_settings s = *given;
    s.game = s.operands[0];
    return s.period ? period(&s) : cli_sequence_main(&cli_octal_sequence, &s);
}
