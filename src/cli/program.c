/* Carries out a command line, from the arguments of main to the exit status. */
#include <unistd.h>

#include "computing.h"

int cli_takeaway(int argc, char **argv)
{
    cli_settings settings;
    bool idle; /* this rank has nothing to do */
    cli_exit_status = CLI_DONE;
    cli_error = (ta_error){""};
    if (!cli_parse(argc, argv, &settings) ||
        !cli_ranks_enter(&settings, &idle) || idle)
        return cli_exit_status;
    if (settings.version) {
        printf("takeaway %s\n", ta_version());
    } else if (settings.man) {
        cli_man();
    } else if (settings.completion) {
        cli_completion();
    } else if (settings.help) {
        cli_print_help(settings.command);
    } else if (settings.command == NULL) {
        cli_wrong("no command given; `takeaway help` lists them");
    } else {
        if (settings.runs.until > 0) {
            cli_catch_interrupts();
            alarm((unsigned)settings.runs.until); /* at most 10^9 */
        }
        cli_memory_begin(&settings.speed);
        settings.command->run(&settings);
    }
    return cli_exit_status;
}
