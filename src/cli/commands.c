/* The commands. To add one:
 *
 * 1. write a file with its function and, at the end, its entry: name, operands,
 *    the type of the first operand, the function, texts and an example for the
 *    help, the options that it takes; where they are needed also rules, the
 *    sequence that it computes, and `ranks`, without which it refuses MPI.
 *    `games.c` is a short model;
 * 2. add its name to CLI_COMMANDS in command.h, where the help should show it.
 *
 * Parser, help, man page and completion follow from the entry. options.c says
 * how to add an option. */
#include "computing.h"

#define ENTRY(name) &cli_##name##_command
const cli_command *const cli_commands[] = {CLI_COMMANDS(ENTRY), NULL};

const cli_command *cli_command_find(const char *name)
{
    const cli_command *const *c = cli_commands;
    while (*c != NULL && strcmp((*c)->name, name) != 0)
        c++;
    if (*c == NULL)
        cli_unknown_name("command", name, cli_command_names(NULL).text,
                         "takeaway help");
    return *c;
}

bool cli_takes(const cli_command *c, const cli_option *o)
{
    return ((c->options | CLI_ALWAYS) >> (o - cli_options) & 1) != 0;
}

cli_list cli_command_names(const cli_option *option)
{
    cli_list names = {""};
    for (const cli_command *const *c = cli_commands; *c != NULL; c++)
        if (option == NULL || cli_takes(*c, option))
            cli_list_add(&names, (*c)->name);
    return names;
}

const cli_words *cli_own_text(const cli_command *c, const cli_option *o)
{
    for (const cli_words *t = c->texts; t != NULL && t->option != 0; t++)
        if (cli_options + t->option == o)
            return t;
    return NULL;
}
