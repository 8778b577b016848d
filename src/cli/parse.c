/* Reads the arguments of the command line by the table of options. An argument
 * that is not an option is a word. The first word is the command, and the other
 * words are its operands. Options may stand before, between and behind the
 * words. */
#include "computing.h"

const cli_option *cli_option_named(const char *name, size_t length)
{
    for (const cli_option *o = cli_options + 1; o->name != NULL; o++)
        if (strncmp(o->name, name, length) == 0 && o->name[length] == '\0')
            return o;
    return NULL;
}

/* Reads `text`, the value of the option o, into its member of the settings, as
 * bytes: a bool, a uint64_t or a pointer, as the type says. Texts are only
 * stored; who uses them checks them. */
static bool parse_value(cli_settings *settings, const cli_option *o,
                        const char *text)
{
    char what[40];
    char *field = (char *)settings + o->field;
    uint64_t number = 0;
    snprintf(what, sizeof what, "--%s", o->name);
    if (o->type == CLI_FLAG) {
        memcpy(field, &(bool){true}, sizeof(bool));
        return true;
    }
    bool ok;
    switch (o->type) {
    case CLI_NUMBER:
        ok = cli_number(what, text, o->least, o->most, &number);
        break;
    case CLI_WORD:
        ok = cli_choose(what, text, o->accepted, &number);
        break;
    case CLI_SIZE:
    case CLI_TIME:
        ok = cli_units(what, text, o, &number);
        break;
    default:
        memcpy(field, &text, sizeof text);
        return *text != '\0' || cli_wrong("%s is empty; it needs %s: %s", what,
                                          o->value, o->help);
    }
    memcpy(field, &number, sizeof number);
    return ok;
}

/* Reads the option at argv[*at], "--NAME", "--NAME=VALUE", "-L" or "-LVALUE";
 * its value may also be the next argument. Sets *at to the index of the last
 * argument that was read. */
static bool parse_option(char **argv, int *at, const char *command,
                         cli_settings *settings)
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
    /* Finds the letter, or collects the names to which an unknown one may be
     * near. */
    for (const cli_option *p = cli_options + 1; p->name != NULL && o == NULL;
         p++)
        if (given[1] == '-' && *p->help != '\0') {
            cli_list_add(&names, p->name);
        } else if (p->letter == given[1]) {
            o = p;
            value = given[2] != '\0' ? given + 2 : NULL;
        }
    if (o == NULL) {
        char help[100];
        snprintf(help, sizeof help, "takeaway help %s",
                 command != NULL ? command : "COMMAND");
        return cli_unknown_name("option", name, names.text, help);
    }
    settings->given |= UINT64_C(1) << (o - cli_options);
    if (o->type == CLI_FLAG && value != NULL)
        return cli_wrong("--%s takes no value, got '%s'", o->name, value);
    if (o->type != CLI_FLAG && value == NULL)
        value = argv[++*at]; /* NULL at the end of argv */
    if (o->type != CLI_FLAG && value == NULL)
        return cli_wrong("--%s needs a value: %s", o->name,
                         o->type == CLI_NUMBER
                             ? cli_range_text(o->least, o->most, range)
                         : o->accepted != NULL ? o->accepted
                                               : o->help);
    return parse_value(settings, o, value);
}

/* Checks that the command takes the given options and as many operands. */
static bool parse_check(const cli_settings *s, const cli_command *command)
{
    size_t least, most;
    cli_operand_counts(command, &least, &most);
    for (const cli_option *o = cli_options + 1; o->name != NULL; o++) {
        if ((s->given >> (o - cli_options) & 1) == 0 || cli_takes(command, o))
            continue;
        const cli_words *own = cli_own_text(command, o);
        const char *why =
            own != NULL ? own->text
            : o == &cli_options[OPT_MISERE] && command->sequence != NULL
                ? command->sequence->no_misere
                : NULL;
        return why != NULL
                   ? cli_wrong("--%s: %s", o->name, why)
                   : cli_wrong("--%s is not an option of '%s', but of: %s",
                               o->name, command->name,
                               cli_command_names(o).text);
    }
    if (s->n_operands > most)
        return cli_wrong("'%s' is one operand too many; see `takeaway "
                         "help %s`",
                         s->operands[most], command->name);
    if (s->n_operands < least && !s->help)
        return cli_wrong("'%s' needs %s; see `takeaway help %s`", command->name,
                         command->operands, command->name);
    return true;
}

bool cli_parse(int argc, char **argv, cli_settings *settings,
               const cli_command **command)
{
    *settings = (cli_settings){.command = NULL};
    *command = NULL;
    const char *name = NULL;
    bool only_words = false, ok = true;
    for (const cli_option *o = cli_options + 1; o->name != NULL; o++)
        if (o->initial != NULL && ok)
            ok = parse_value(settings, o, o->initial);
    for (int at = 1; at < argc && ok; at++) {
        const char *a = argv[at];
        /* The words "-" (a file name; strchr finds its NUL) and "-5" (a number,
         * which is refused later) are not options. */
        if (only_words || a[0] != '-' || strchr("0123456789", a[1]) != NULL) {
            if (name == NULL)
                name = a;
            else if (settings->n_operands < CLI_OPERANDS)
                settings->operands[settings->n_operands++] = a;
            else
                ok = cli_wrong("'%s' is one operand too many", a);
        } else if (strcmp(a, "--") == 0) {
            only_words = true;
        } else {
            ok = parse_option(argv, &at, name, settings);
        }
    }
    if (!ok || name == NULL)
        return ok;
    *command = cli_command_find(name);
    if (*command == NULL)
        return false;
    settings->command = *command;
    if (settings->what.convention == TA_MISERE) { /* it is --misere */
        settings->what.convention = TA_NORMAL;
        settings->what.misere = true;
        settings->given = (settings->given & ~OPT(CONVENTION)) | OPT(MISERE);
    }
    if (!parse_check(settings, *command))
        return false;
    cli_output_format(settings);
    if (!settings->help && !cli_check_rules(settings, *command))
        return false;
    if ((*command)->operand == CLI_CODE)
        settings->what.game = settings->operands[0];
    return true;
}
