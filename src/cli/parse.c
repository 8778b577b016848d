/* Reads the arguments of the command line by the table of options. Options may
 * stand anywhere. The first other word is the command; the words after it are
 * its operands. */
#include "computing.h"

const cli_command *cli_command_named(const char *name)
{
    for (const cli_command *c = cli_commands; c->name != NULL; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

/* Prints that the name of a command or of an option is unknown. The message has
 * the one of `names` that was probably meant, or else the command `help`, which
 * lists the names. Returns CLI_USAGE. */
static int parse_refuse(const char *what, const char *name, const char *names,
                        const char *help)
{
    char nearest[80];
    const size_t dashes = strspn(name, "-");
    return cli_nearest(name + dashes, names, nearest)
               ? cli_wrong("unknown %s '%s'; did you mean '%.*s%s'?", what,
                           name, (int)dashes, name, nearest)
               : cli_wrong("unknown %s '%s'; `%s` lists them", what, name,
                           help);
}

const cli_command *cli_command_find(const char *name)
{
    const cli_command *command = cli_command_named(name);
    if (command == NULL)
        parse_refuse("command", name, cli_command_names(CLI_EVERY).text,
                     "takeaway help");
    return command;
}

/* Reads `text`, the value of option o, into the field of the settings that
 * belongs to o. Returns CLI_DONE, or CLI_USAGE after a message. */
static int parse_value(cli_settings *settings, const cli_option *o,
                       const char *text)
{
    char what[40];
    char *field = (char *)settings + o->field;
    uint64_t number = 0;
    int status = CLI_DONE;
    snprintf(what, sizeof what, "--%s", o->name);
    if (o->kind == CLI_FLAG) {
        memcpy(field, &(bool){true}, sizeof(bool));
    } else if (o->kind == CLI_TEXT) {
        memcpy(field, &text, sizeof text);
        status = *text == '\0' ? cli_refuse(what, text, o->value) : CLI_DONE;
    } else {
        status = o->kind == CLI_NUMBER
                     ? cli_number(what, text, o->least, o->most, &number)
                 : o->kind == CLI_CHOICE
                     ? cli_choose(what, text, o->accepted, &number)
                     : cli_units(what, text, o, &number);
        memcpy(field, &number, sizeof number);
    }
    return status;
}

/* Reads the option at argv[*at], which has the form "--NAME", "--NAME=VALUE",
 * "-L" or "-LVALUE", into the settings. Its value may also be the next
 * argument. Sets *at to the index of the last argument that was read. Returns
 * CLI_DONE, or CLI_USAGE after a message. */
static int parse_option(char **argv, int *at, cli_settings *settings)
{
    const char *given = argv[*at], *value = NULL;
    const cli_option *o = NULL;
    cli_list names = {""};
    char name[1000], range[CLI_RANGE];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(given, "="), given);
    if (given[1] == '-') {
        o = cli_option_named(name + 2, strlen(name + 2));
        value = strchr(given, '=');
        if (value != NULL)
            value++;
    }
    for (const cli_option *p = cli_options; p->name != NULL && o == NULL; p++)
        if (given[1] == '-' && p->commands != 0) {
            cli_list_add(&names, p->name);
        } else if (p->letter == given[1]) {
            o = p;
            value = given[2] != '\0' ? given + 2 : NULL;
        }
    if (o == NULL)
        return parse_refuse("option", name, names.text,
                            "takeaway help COMMAND");
    settings->given[o - cli_options] = true;
    if (o->kind == CLI_FLAG && value != NULL)
        return cli_wrong("--%s takes no value, got '%s'", o->name, value);
    if (o->kind != CLI_FLAG && value == NULL)
        value = argv[++*at]; /* NULL at the end of argv */
    if (o->kind != CLI_FLAG && value == NULL)
        return cli_wrong("--%s needs a value: %s", o->name,
                         o->kind == CLI_NUMBER
                             ? cli_range_text(o->least, o->most, range)
                         : o->accepted != NULL ? o->accepted
                                               : o->value);
    return parse_value(settings, o, value);
}

/* Checks that the command accepts the options that were given, and the number
 * of operands. Returns CLI_DONE, or CLI_USAGE after a message. */
static int parse_check(const cli_settings *s, const cli_command *command)
{
    for (const cli_option *o = cli_options; o->name != NULL; o++) {
        if (!s->given[o - cli_options] || (o->commands & command->bit) != 0)
            continue;
        const char *why = cli_own_text(o->name, command->bit);
        return why != NULL
                   ? cli_wrong("--%s: %s", o->name, why)
                   : cli_wrong("--%s is not an option of '%s', but of: %s",
                               o->name, command->name,
                               cli_command_names(o->commands).text);
    }
    if (s->n_operands > command->most)
        return cli_wrong("'%s' is one operand too many; see `takeaway "
                         "help %s`",
                         s->operands[command->most], command->name);
    if (s->n_operands < command->least && !s->help)
        return cli_wrong("'%s' needs %s; see `takeaway help %s`", command->name,
                         command->operands, command->name);
    return CLI_DONE;
}

int cli_parse(int argc, char **argv, cli_settings *settings,
              const cli_command **command)
{
    *settings = (cli_settings){.command = 0};
    *command = NULL;
    const char *name = NULL;
    bool only_words = false;
    int status = CLI_DONE;
    for (const cli_option *o = cli_options; o->name != NULL; o++)
        if (o->initial != NULL && status == CLI_DONE)
            status = parse_value(settings, o, o->initial);
    for (int at = 1; at < argc && status == CLI_DONE; at++) {
        const char *a = argv[at];
        /* "-" (a file name) and "-5" (a number, refused later) are words and
         * not options. */
        if (only_words || a[0] != '-' || strchr("0123456789", a[1]) != NULL) {
            if (name == NULL)
                name = a;
            else if (settings->n_operands < CLI_OPERANDS)
                settings->operands[settings->n_operands++] = a;
            else
                status = cli_wrong("'%s' is one operand too many", a);
        } else if (strcmp(a, "--") == 0) {
            only_words = true;
        } else {
            status = parse_option(argv, &at, settings);
        }
    }
    if (settings->output != NULL && strcmp(settings->output, "-") == 0)
        settings->output = NULL;
    if (status != CLI_DONE || name == NULL)
        return status;
    *command = cli_command_find(name);
    if (*command == NULL)
        return CLI_USAGE;
    settings->command = (*command)->bit;
    status = parse_check(settings, *command);
    if (status != CLI_DONE || settings->help)
        return status;
    cli_output_format(settings);
    return cli_check_idle(settings, *command);
}
