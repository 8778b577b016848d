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

/* Reads `text` as a number with a unit: of CLI_SIZE as bytes, such as 2G; of
 * CLI_TIME as seconds, such as 10m. */
static bool parse_units(const char *what, const char *text,
                        const cli_option *option, uint64_t *value)
{
    static const char names[] = "KMGTsmhd"; /* 4 sizes, 4 times */
    static const uint64_t units[] = {
        1 << 10, 1 << 20, 1 << 30, UINT64_C(1) << 40, 1, 60, 3600, 86400};
    const bool size = option->type == CLI_SIZE;
    char number[64];
    uint64_t unit = 1;
    const size_t digits = strspn(text, "0123456789^*+e");
    snprintf(number, sizeof number, "%.*s", (int)digits, text);
    const char *end = text + digits;
    const char *name = *end != '\0' ? strchr(names, *end) : NULL;
    if (name != NULL && (name < names + 4) == size) {
        unit = units[name - names];
        end++;
        if (size) /* 2G, 2GB and 2GiB */
            end += strcmp(end, "iB") == 0 ? 2 : strcmp(end, "B") == 0;
    }
    const ta_status st = digits < sizeof number && *end == '\0'
                             ? ta_number_parse(number, value, NULL)
                             : TA_EINVAL;
    if (st == TA_ENOMEM)
        return cli_no_memory(what);
    if (st != TA_OK || *value > option->most / unit || /* no overflow below */
        *value * unit < option->least)
        return cli_refuse(what, text, option->accepted);
    *value *= unit;
    return true;
}

/* Returns the length of a help text without what is in the man page only. */
static int parse_brief(const char *help)
{
    return (int)strcspn(help, "\v");
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
    bool ok;
    snprintf(what, sizeof what, "--%s", o->name);
    switch (o->type) {
    case CLI_FLAG:
        memcpy(field, &(bool){true}, sizeof(bool));
        return true;
    case CLI_NUMBER:
        ok = cli_number(what, text, o->least, o->most, &number);
        break;
    case CLI_WORD:
        ok = cli_choose(what, text, o->accepted, &number);
        break;
    case CLI_SIZE:
    case CLI_TIME:
        ok = parse_units(what, text, o, &number);
        break;
    default:
        memcpy(field, &text, sizeof text);
        return *text != '\0' ||
               cli_wrong("%s is empty; it needs %s: %.*s", what, o->value,
                         parse_brief(o->help), o->help);
    }
    memcpy(field, &number, sizeof number);
    return ok;
}

/* Refuses an unknown option. A name, but no letter, may be near to another. */
static bool parse_unknown(const char *given, const char *command)
{
    cli_list names = {""};
    char name[1000], help[100];
    for (const cli_option *o = cli_options + 1; o->name != NULL; o++)
        if (given[1] == '-' && *o->help != '\0')
            cli_list_add(&names, o->name);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(given, "="), given);
    snprintf(help, sizeof help, "takeaway help %s",
             command != NULL ? command : "COMMAND");
    return cli_unknown_name("option", name, names.text, help);
}

/* Reads the option at argv[*at], "--NAME", "--NAME=VALUE", "-L" or "-LVALUE";
 * its value may also be the next argument. Sets *at to the index of the last
 * argument that was read. */
static bool parse_option(char **argv, int *at, const char *command,
                         cli_settings *settings)
{
    const char *given = argv[*at];
    const bool letter = given[1] != '-';
    const size_t name = letter ? 2 : strcspn(given, "="); /* and its dashes */
    const cli_option *o = cli_options + 1;
    char range[CLI_RANGE];
    if (letter)
        while (o->name != NULL && o->letter != given[1])
            o++;
    else
        o = cli_option_named(given + 2, name - 2);
    if (o == NULL || o->name == NULL)
        return parse_unknown(given, command);
    settings->given |= UINT64_C(1) << (o - cli_options);
    const char *value = given[name] == '\0' ? NULL
                        : letter            ? given + 2
                                            : given + name + 1;
    if (o->type == CLI_FLAG)
        return value == NULL
                   ? parse_value(settings, o, NULL)
                   : cli_wrong("--%s takes no value, got '%s'", o->name, value);
    if (value == NULL)
        value = argv[++*at]; /* NULL at the end of argv */
    const char *needs = o->type == CLI_NUMBER
                            ? cli_range_text(o->least, o->most, range)
                        : o->accepted != NULL ? o->accepted
                                              : o->help;
    if (value == NULL)
        return cli_wrong("--%s needs a value: %.*s", o->name,
                         parse_brief(needs), needs);
    return parse_value(settings, o, value);
}

/* Sets *least and *most to how many operands a command needs and takes. In
 * c->operands spaces separate the words, [ ] stands around one that may be left
 * out, and "..." means that there may be CLI_OPERANDS in all. */
static void operand_counts(const cli_command *c, size_t *least, size_t *most)
{
    const char *at = c->operands;
    for (*least = *most = 0; *at != '\0'; at += strspn(at, " "), ++*most) {
        *least += *at != '[';
        at += strcspn(at, " ");
    }
    if (strstr(c->operands, "...") != NULL)
        *most = CLI_OPERANDS;
}

/* Checks that the command takes the given options and as many operands. */
static bool parse_check(const cli_settings *s)
{
    const cli_command *command = s->command;
    size_t least, most;
    operand_counts(command, &least, &most);
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

/* Takes the file "-" of -o for standard output. Sets the format by the ending
 * of another, unless the user gives --format. */
static void parse_output(cli_settings *s)
{
    if (s->out.output != NULL && strcmp(s->out.output, "-") == 0) {
        s->out.output = NULL;
        s->given &= ~OPT(OUTPUT);
    }
    if (s->command->operand == CLI_SEQUENCE)
        s->out.format = TA_BFILE; /* `export` has no other */
    else if (!GIVEN(s, FORMAT) && cli_ends_in(s->out.output, ".npy"))
        s->out.format = TA_NPY;
    else if (!GIVEN(s, FORMAT) && cli_ends_in(s->out.output, ".ta"))
        s->out.format = CLI_FORMAT_ARCHIVE;
}

bool cli_parse(int argc, char **argv, cli_settings *settings)
{
    *settings = (cli_settings){.command = NULL};
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
    settings->command = cli_command_find(name);
    if (settings->command == NULL)
        return false;
    if (settings->what.convention == TA_MISERE) { /* it is --misere */
        settings->what.convention = TA_NORMAL;
        settings->what.misere = true;
        settings->given = (settings->given & ~OPT(CONVENTION)) | OPT(MISERE);
    }
    if (!parse_check(settings))
        return false;
    parse_output(settings);
    if (!settings->help && !cli_check_rules(settings))
        return false;
    if (settings->command->operand == CLI_CODE)
        settings->what.game = settings->operands[0];
    return true;
}
