#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

/* Threads of OpenMP spin for milliseconds while they wait for each other. On a
 * machine that does anything else besides, one then waits, running, for
 * another that the spinning keeps from running: 13 s instead of 1.5 s for
 * divide at 2^24 on two busy cores. Sleeping at once costs a virtual machine
 * most of what two threads gain. So: spin for some hundred microseconds. GNU's
 * runtime reads that before main; where threads are asked for and the user has
 * not said how to wait, start again with it. */
static void wait_shortly(int argc, char **argv)
{
    bool threads = false;
    for (int k = 1; k < argc; k++)
        threads |= strstr(argv[k], "threads") != NULL;
    if (!threads || getenv("OMP_WAIT_POLICY") != NULL ||
        getenv("GOMP_SPINCOUNT") != NULL ||
        setenv("GOMP_SPINCOUNT", "5000", 1) != 0)
        return;
    execv("/proc/self/exe", argv); /* without it: go on, spinning */
}

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
        return command->run(&settings, operand);
    }
    return CLI_DONE;
}

int main(int argc, char **argv)
{
    wait_shortly(argc, argv);
    cli_prepare_streams();
    cli_columns(isatty(STDOUT_FILENO) != 0);
    return cli_finish_output(run(argc, argv));
}
