/* Reads argv by the option table. Options may stand anywhere; the first word
 * that is none is the command, the others its operands. */

#include "computing.h"
#include "table.h"

const cli_command *cli_command_named(const char *name)
{
    for (size_t i = 0; i < cli_n_commands; i++)
        if (strcmp(cli_commands[i].name, name) == 0)
            return &cli_commands[i];
    return NULL;
}

const cli_command *cli_command_find(const char *name)
{
    char nearest[80];
    const cli_command *command = cli_command_named(name);
    if (command != NULL)
        return command;
    if (cli_nearest(name, cli_command_names(CLI_EVERY).text, nearest))
        cli_complain("unknown command '%.100s'; did you mean '%s'?", name,
                     nearest);
    else
        cli_complain("unknown command '%.100s'; `takeaway --help` lists them",
                     name);
    return NULL;
}

/* Finds which of the choices, joined by '|', the text is. */
static int choose(const char *what, const char *text, const char *choices,
                  uint64_t *chosen)
{
    size_t gap;
    *chosen = 0;
    for (const char *at = choices; *at != '\0'; at += gap, ++*chosen) {
        size_t width = cli_list_item(at, &gap);
        if (width == strlen(text) && strncmp(at, text, width) == 0)
            return CLI_DONE;
        at += width;
    }
    return cli_unknown(what, text, choices);
}

/* Puts the value where the option's field is. */
static int assign(cli_settings *settings, const cli_option *o, const char *text)
{
    char what[40];
    snprintf(what, sizeof what, "--%s", o->name);
    char *field = (char *)settings + o->field;
    uint64_t number = 0;
    int status = CLI_DONE;
    if (o->kind == CLI_FLAG) {
        memcpy(field, &(bool){true}, sizeof(bool));
    } else if (o->kind == CLI_TEXT) {
        if (*text == '\0')
            return cli_wrong("%s is empty; accepted: %s", what, o->value);
        memcpy(field, &text, sizeof text);
    } else {
        status = o->kind == CLI_NUMBER
                     ? cli_number(what, text, o->least, o->most, &number)
                 : o->kind == CLI_TIME || o->kind == CLI_SIZE
                     ? cli_units(what, text, o, &number)
                     : choose(what, text, o->accepted, &number);
        memcpy(field, &number, sizeof number);
    }
    return status;
}

/* Refuses an option that does not exist. Other options are those of the command
 * among the arguments, if there is one. */
static int unknown_option(int argc, char **argv, const char *name)
{
    cli_list names = {""};
    char nearest[80];
    const cli_command *command = NULL;
    for (int k = 1; k < argc && command == NULL; k++)
        command = cli_command_named(argv[k]);
    for (size_t i = 0; i < cli_n_options; i++)
        if ((cli_options[i].commands &
             (command != NULL ? command->bit : CLI_EVERY)) != 0)
            cli_list_add(&names, cli_options[i].name);
    if (name[1] == '-' && cli_nearest(name + 2, names.text, nearest))
        return cli_wrong("unknown option '%.62s'; did you mean '--%s'?", name,
                         nearest);
    return cli_wrong("unknown option '%.62s'; `takeaway help %s` lists them",
                     name, command != NULL ? command->name : "COMMAND");
}

/* Reads the option argv[*at], "--NAME", "--NAME=VALUE", "-L" or "-LVALUE"; a
 * value may also be the argument behind it. Moves *at to the last argument that
 * was read. */
static int read_option(int argc, char **argv, int *at, cli_settings *settings)
{
    const char *given = argv[*at], *value = NULL;
    const cli_option *o = NULL;
    char name[80], range[CLI_RANGE];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(given, "="), given);
    if (given[1] == '-') {
        o = cli_option_named(name + 2, strlen(name + 2));
        value = strchr(given, '=');
        if (value != NULL)
            value++;
    } else {
        for (size_t i = 0; i < cli_n_options; i++)
            if (cli_options[i].letter == given[1])
                o = &cli_options[i];
        value = given[2] != '\0' ? given + 2 : NULL;
    }
    if (o == NULL)
        return unknown_option(argc, argv, name);
    settings->given[o - cli_options] = true;
    if (o->kind == CLI_FLAG && value != NULL)
        return cli_wrong("--%s takes no value, got '%.100s'", o->name, value);
    if (o->kind != CLI_FLAG && value == NULL) {
        if (*at + 1 == argc)
            return cli_wrong("--%s needs a value: %s", o->name,
                             o->kind == CLI_NUMBER
                                 ? cli_range_text(o->least, o->most, range)
                             : o->accepted != NULL ? o->accepted
                                                   : o->value);
        value = argv[++*at];
    }
    return assign(settings, o, value);
}

/* Returns why the command does not take the option, if words.c says so. */
static const char *refusal(const cli_option *option, unsigned command)
{
    const cli_words *own = (option->commands & command) == 0
                               ? cli_words_of(option, command)
                               : NULL;
    return own != NULL ? own->text : NULL;
}

const char *cli_no_misere(const char *name)
{
    return refusal(cli_option_named("misere", 6), cli_command_named(name)->bit);
}

/* Checks that the command takes the options and as many operands. */
static int check_use(const cli_settings *s, const cli_command *command)
{
    for (size_t i = 0; i < cli_n_options; i++) {
        if (!s->given[i] || (cli_options[i].commands & command->bit) != 0)
            continue;
        const char *why = refusal(&cli_options[i], command->bit);
        if (why != NULL)
            return cli_wrong("--%s: %s", cli_options[i].name, why);
        return cli_wrong("--%s is not an option of '%s', but of: %s",
                         cli_options[i].name, command->name,
                         cli_command_names(cli_options[i].commands).text);
    }
    /* "CODE [N]": one operand at least and two at most; "...": any number. */
    size_t least = 0, most = 0;
    for (const char *at = command->operands; *at != '\0';
         at += strspn(at, " ")) {
        least += *at != '[';
        most++;
        at += strcspn(at, " ");
    }
    if (strstr(command->operands, "...") != NULL)
        most = CLI_OPERANDS;
    if (s->n_operands > most && most == 0)
        return cli_wrong(
            "'%s' takes no operand, got '%.100s'%s", command->name,
            s->operands[0],
            (cli_option_named("game", 4)->commands & command->bit) != 0
                ? "; --game names the game"
                : "");
    if (s->n_operands > most)
        return cli_wrong("'%.100s' is one operand too many", s->operands[most]);
    if (s->n_operands < least && !s->help)
        return cli_wrong("'%s' needs %s; see `takeaway help %s`", command->name,
                         command->operands, command->name);
    return CLI_DONE;
}

int cli_parse(int argc, char **argv, cli_settings *settings,
              const cli_command **command)
{
    *settings = (cli_settings){.argc = argc, .argv = argv};
    *command = NULL;
    const char *name = NULL;
    bool only_words = false;
    int status = CLI_DONE;
    for (size_t i = 0; i < cli_n_options && status == CLI_DONE; i++)
        if (cli_options[i].initial != NULL)
            status = assign(settings, &cli_options[i], cli_options[i].initial);
    for (int at = 1; at < argc && status == CLI_DONE; at++) {
        const char *a = argv[at];
        /* "-" is a file name and "-5" a number that will be refused. */
        if (!only_words && a[0] == '-' && a[1] != '\0' &&
            (a[1] < '0' || a[1] > '9')) {
            only_words = strcmp(a, "--") == 0;
            if (!only_words)
                status = read_option(argc, argv, &at, settings);
        } else if (name == NULL) {
            name = a;
        } else if (settings->n_operands < CLI_OPERANDS) {
            settings->operands[settings->n_operands++] = a;
        } else {
            status = cli_wrong("'%.100s' is one operand too many", a);
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
    status = check_use(settings, *command);
    if (status != CLI_DONE || settings->help)
        return status;
    cli_output_format(settings);
    return cli_check_idle(settings, *command);
}
