/* The commands, and how a command line is carried out. To add a command:
 *
 * 1. write NAME.c with `static void name(const cli_settings *settings)`, and at
 *    its end the entry `const cli_command cli_NAME_command`: name, operands,
 * the type of the first operand, texts and an example for the help, the options
 *    that it takes and the function; `games.c` is a short model;
 * 2. declare the entry in cli.h, and add it to the table below, where the help
 *    should show it.
 *
 * Parser, help, man page and completion follow from the entry. options.c says
 * how to add an option. */
#include "computing.h"

const cli_command *const cli_commands[] = {&cli_count_command,
                                           &cli_cold_command,
                                           &cli_compare_command,
                                           &cli_fit_command,
                                           &cli_plot_command,
                                           &cli_octal_command,
                                           &cli_moves_command,
                                           &cli_is_command,
                                           &cli_nth_command,
                                           &cli_period_command,
                                           &cli_census_command,
                                           &cli_yardstick_command,
                                           &cli_nim_command,
                                           &cli_length_command,
                                           &cli_info_command,
                                           &cli_verify_command,
                                           &cli_line_command,
                                           &cli_play_command,
                                           &cli_export_command,
                                           &cli_games_command,
                                           &cli_engines_command,
                                           &cli_help_command,
                                           NULL};

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

void cli_operand_counts(const cli_command *c, size_t *least, size_t *most)
{
    const char *at = c->operands;
    for (*least = *most = 0; *at != '\0'; at += strspn(at, " "), ++*most) {
        *least += *at != '[';
        at += strcspn(at, " ");
    }
    if (strstr(c->operands, "...") != NULL)
        *most = CLI_OPERANDS;
}

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
        cli_print_help(command);
    } else if (command == NULL) {
        cli_wrong("no command given; `takeaway help` lists them");
    } else {
        if (settings.until > 0)
            cli_end_after(settings.until);
        cli_memory_begin(&settings);
        command->run(&settings);
    }
    return cli_exit_status;
}
