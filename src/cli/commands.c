/* Carries out a command line, from the arguments of main to the exit status.
 * The table of the functions of the commands is in this file, not in table.c:
 * the functions use table.c, so table.c must not use them. */
#include "computing.h"

/* The function of each command, in the order of the commands in cli_commands.
 */
static cli_function *const functions[] = {
    cli_answer, cli_answer, cli_compare, cli_fit,    cli_plot,   cli_answer,
    cli_moves,  cli_is,     cli_nth,     cli_period, cli_census, cli_yardstick,
    cli_answer, cli_answer, cli_info,    cli_verify, cli_line,   cli_play,
    cli_export, cli_games,  cli_engines, cli_help,
};

int cli_takeaway(int argc, char **argv)
{
    cli_settings settings;
    const cli_command *command;
    bool idle;
    cli_exit_status = CLI_DONE;
    cli_error = (ta_error){""};
    if (!cli_parse(argc, argv, &settings, &command) ||
        !cli_ranks_enter(&settings, command, &idle) || idle)
        return cli_exit_status;
    if (settings.version) {
        printf("takeaway %s\n", ta_version());
    } else if (settings.man) {
        cli_man();
    } else if (settings.completion) {
        cli_completion();
    } else if (settings.help) {
        cli_help_command(command);
    } else if (command == NULL) {
        cli_wrong("no command given; `takeaway help` lists them");
    } else {
        if (settings.until > 0)
            cli_end_after(settings.until);
        cli_memory_begin(&settings);
        functions[command - cli_commands](&settings);
    }
    return cli_exit_status;
}
