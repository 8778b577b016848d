#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

static int run(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--complete") == 0)
        return cli_complete(argc - 2, argv + 2); /* unfinished words */
    cli_settings settings;
    const cli_command *command;
    const char *operand = NULL;
    int status = cli_parse(argc, argv, &settings, &command, &operand);
    if (status != CLI_DONE)
        return status;
    if (settings.version) {
        printf("takeaway %s\n", ta_version());
    } else if (settings.man) {
        cli_man();
    } else if (settings.completion != NULL) {
        return cli_completion(settings.completion);
    } else if (command == NULL && settings.help) {
        cli_help_overall();
    } else if (command == NULL) {
        cli_complain("no command given; `takeaway --help` lists them");
        return CLI_USAGE;
    } else if (settings.help) {
        cli_help_command(command);
    } else {
        return cli_do(command, &settings, operand);
    }
    return CLI_DONE;
}

int main(int argc, char **argv)
{
    cli_prepare_streams();
    cli_columns(isatty(STDOUT_FILENO) != 0);
    return cli_finish_output(run(argc, argv));
}
