/* The command line from main's arguments to an exit status. */
#include "computing.h"

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
        return command->run(&settings);
    }
    return CLI_DONE;
}
