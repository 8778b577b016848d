/* Carries out a command line, from the arguments of main to the exit status.
 * The array `functions` has the function of each command. The table of commands
 * in table.c does not name them, because they use that table themselves, and
 * calls between the files would form a cycle. */
#include "computing.h"

static const struct {
    unsigned bit;
    cli_function *run;
} functions[] = {
    {CLI_COUNT, cli_answer},
    {CLI_COLD, cli_answer},
    {CLI_COMPARE, cli_compare},
    {CLI_FIT, cli_fit},
    {CLI_OCTAL, cli_answer},
    {CLI_MOVES, cli_moves},
    {CLI_IS, cli_is},
    {CLI_NTH, cli_nth},
    {CLI_PERIOD, cli_period},
    {CLI_CENSUS, cli_census},
    {CLI_YARDSTICK, cli_yardstick},
    {CLI_NIM, cli_answer},
    {CLI_LENGTH, cli_answer},
    {CLI_INFO, cli_info},
    {CLI_VERIFY, cli_verify},
    {CLI_LINE, cli_line},
    {CLI_PLAY, cli_play},
    {CLI_EXPORT, cli_export},
    {CLI_GAMES, cli_games},
    {CLI_ENGINES, cli_engines},
    {CLI_HELP, cli_help},
};

int cli_takeaway(int argc, char **argv)
{
    cli_settings settings;
    const cli_command *command;
    int status = cli_parse(argc, argv, &settings, &command);
    bool idle = false;
    if (status == CLI_DONE)
        status = cli_ranks_enter(&settings, command, &idle);
    if (status != CLI_DONE || idle)
        return status;
    if (settings.version) {
        printf("takeaway %s\n", ta_version());
    } else if (settings.man) {
        cli_man();
    } else if (settings.completion != NULL) {
        return cli_completion(settings.completion);
    } else if (settings.help) {
        cli_help_command(command);
    } else if (command == NULL) {
        return cli_wrong("no command given; `takeaway help` lists them");
    } else {
        if (settings.until > 0)
            cli_end_after(settings.until);
        size_t k = 0;
        while (functions[k].bit != command->bit) /* one is always equal */
            k++;
        return functions[k].run(&settings);
    }
    return CLI_DONE;
}
