/* takeaway octal CODE N: values, records, counts, cold heaps and periods of
 * octal games. */
#include "cli.h"

static int check(const cli_settings *s)
{
    const char *wrong = NULL;
    if (s->max + s->histogram + s->cold + s->period > 1)
        wrong = "--max, --histogram, --cold and --period exclude each other";
    else if (s->period && (s->checkpoint != NULL || s->resume != NULL))
        wrong = "--checkpoint and --resume do not go with --period";
    else if ((s->period && (s->in != NULL || s->digest)) ||
             ((s->max || s->histogram) && s->digest))
        wrong = "--in and --digest go with the values; not with --period, nor "
                "--digest with --max or --histogram";
    else if (s->long_proof && !s->period)
        wrong = "--long-proof goes with --period";
    if (wrong != NULL)
        cli_complain("%s", wrong);
    return wrong != NULL ? CLI_USAGE : CLI_DONE;
}

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
    int status = check(&s);
    if (status != CLI_DONE)
        return status;
    return s.period ? period(&s) : cli_sequence_main(&cli_octal_sequence, &s);
}
