#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

/* Threads of OpenMP spin while they wait for each other. On a machine that
 * does anything else besides, one of them then waits, running, for another
 * that the spinning keeps from running: 13 s instead of 1.5 s for divide at
 * 2^24 on two busy cores. The runtime reads its policy before main, so where
 * threads are asked for and the user has no policy, start again with one. */
static void wait_asleep(int argc, char **argv)
{
    bool threads = false;
    for (int k = 1; k < argc; k++)
        threads |= strstr(argv[k], "threads") != NULL;
    if (!threads || getenv("OMP_WAIT_POLICY") != NULL ||
        setenv("OMP_WAIT_POLICY", "passive", 1) != 0)
        return;
    execv("/proc/self/exe", argv); /* without it: go on, spinning */
}

static int run(int argc, char **argv)
{
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
    wait_asleep(argc, argv);
    cli_prepare_streams();
    return cli_finish_output(run(argc, argv));
}
