/* Reads argv by the option table. Options may stand anywhere; the first word
 * that is none is the command, the others its operands. */
#include <stdio.h>
#include <string.h>

#include "computing.h"
#include "table.h"

typedef struct parser {
    int argc, at;
    char **argv;
    cli_settings *settings;
    const char *words[1 + CLI_OPERANDS]; /* command and operands */
    size_t n_words;
} parser;

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

static int choose(const char *what, const char *text, const char *choices,
                  uint64_t *chosen)
{
    size_t length = strlen(text), gap;
    *chosen = 0;
    for (const char *at = choices; *at != '\0'; at += gap, ++*chosen) {
        size_t width = cli_list_item(at, &gap);
        if (width == length && strncmp(at, text, width) == 0)
            return CLI_DONE;
        at += width;
    }
    return cli_unknown(what, text, choices);
}

/* Puts the value where the option's field is. */
static int assign(cli_settings *settings, const cli_option *option,
                  const char *text)
{
    char what[40];
    snprintf(what, sizeof what, "--%s", option->name);
    char *field = (char *)settings + option->field;
    uint64_t number = 0;
    int status = CLI_DONE;
    switch (option->kind) {
    case CLI_FLAG:
        memcpy(field, &(bool){true}, sizeof(bool));
        return CLI_DONE;
    case CLI_TEXT:
        if (*text == '\0')
            return cli_wrong("%s is empty; accepted: %s", what, option->value);
        memcpy(field, &text, sizeof text);
        return CLI_DONE;
    case CLI_NUMBER:
        status = cli_number(what, text, option->least, option->most, &number);
        break;
    case CLI_TIME:
    case CLI_SIZE:
        status = cli_units(what, text, option, &number);
        break;
    case CLI_CHOICE:
        status = choose(what, text, option->accepted, &number);
        break;
    }
    if (status == CLI_DONE)
        memcpy(field, &number, sizeof number);
    return status;
}

/* The command among the words, wherever it stands; NULL if there is none. */
static const cli_command *command_given(const parser *p)
{
    const cli_command *command = NULL;
    for (int k = 1; k < p->argc && command == NULL; k++)
        command = cli_command_named(p->argv[k]);
    return command;
}

static int unknown_option(const parser *p, const char *name, size_t length)
{
    cli_list names = {""};
    char nearest[80], text[80]; /* more of it is not told, and like nothing */
    snprintf(text, sizeof text, "%.*s", (int)length, name);
    const cli_command *command = command_given(p);
    unsigned bits = command != NULL ? command->bit : CLI_EVERY;
    for (size_t i = 0; i < cli_n_options; i++)
        if ((cli_options[i].commands & bits) != 0)
            cli_list_add(&names, cli_options[i].name);
    if (cli_nearest(text, names.text, nearest))
        return cli_wrong("unknown option '--%.60s'; did you mean '--%s'?", text,
                         nearest);
    return cli_wrong("unknown option '--%.60s'; `takeaway help %s` lists them",
                     text, command != NULL ? command->name : "COMMAND");
}

/* The option's value: what is attached, or the next argument. */
static int take_value(parser *p, const cli_option *option, const char *attached)
{
    char range[CLI_RANGE];
    p->settings->given[option - cli_options] = true;
    if (option->kind == CLI_FLAG && attached != NULL)
        return cli_wrong("--%s takes no value, got '%.100s'", option->name,
                         attached);
    if (option->kind != CLI_FLAG && attached == NULL) {
        if (p->at == p->argc)
            return cli_wrong(
                "--%s needs a value: %s", option->name,
                option->kind == CLI_NUMBER
                    ? cli_range_text(option->least, option->most, range)
                : option->accepted != NULL ? option->accepted
                                           : option->value);
        attached = p->argv[p->at++];
    }
    return assign(p->settings, option, attached);
}

static int read_long(parser *p, const char *argument)
{
    size_t length = strcspn(argument, "=");
    const char *value = argument[length] == '=' ? argument + length + 1 : NULL;
    const cli_option *option = cli_option_named(argument, length);
    return option != NULL ? take_value(p, option, value)
                          : unknown_option(p, argument, length);
}

static int read_letters(parser *p, const char *letters)
{
    while (*letters != '\0') {
        const cli_option *option = NULL;
        for (size_t i = 0; i < cli_n_options; i++)
            if (cli_options[i].letter == *letters)
                option = &cli_options[i];
        if (option == NULL)
            return cli_wrong(
                "unknown option '-%c'; `takeaway --help` lists them", *letters);
        letters++;
        bool rest = option->kind != CLI_FLAG && *letters != '\0';
        int status = take_value(p, option, rest ? letters : NULL);
        if (status != CLI_DONE || rest)
            return status;
    }
    return CLI_DONE;
}

static int read_word(parser *p, const char *word)
{
    if (p->n_words == sizeof p->words / sizeof *p->words)
        return cli_wrong("'%.100s' is one operand too many", word);
    p->words[p->n_words++] = word;
    return CLI_DONE;
}

static int read_arguments(parser *p)
{
    bool only_words = false;
    while (p->at < p->argc) {
        const char *a = p->argv[p->at++];
        int status;
        /* "-" is a file name and "-5" a number that will be refused. */
        if (only_words || a[0] != '-' || a[1] == '\0' ||
            (a[1] >= '0' && a[1] <= '9')) {
            status = read_word(p, a);
        } else if (strcmp(a, "--") == 0) {
            only_words = true;
            status = CLI_DONE;
        } else if (a[1] == '-') {
            status = read_long(p, a + 2);
        } else {
            status = read_letters(p, a + 1);
        }
        if (status != CLI_DONE)
            return status;
    }
    return CLI_DONE;
}

/* How many operands a command needs and takes, from its text. */
static void count_operands(const char *text, size_t *least, size_t *most)
{
    *least = 0;
    *most = 0;
    for (const char *at = text; *at != '\0'; at += strspn(at, " ")) {
        *least += *at != '[';
        ++*most;
        at += strcspn(at, " ");
    }
    if (strstr(text, "...") != NULL)
        *most = CLI_OPERANDS;
}

/* Why the command does not take the option, if the table says so. */
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

static int refuse_operand(const cli_command *command, const char *word)
{
    char game[CLI_GUESS], meant[CLI_GUESS + 60] = "";
    if (command->bit == CLI_PERIOD && cli_guess_game(word, game))
        snprintf(meant, sizeof meant,
                 ta_octal_is_spec(game)
                     ? "; did you mean `takeaway octal %s --period`?"
                     : "; did you mean `takeaway period --game=%s`?",
                 game);
    return cli_wrong("'%s' takes no operand, got '%.100s'%s", command->name,
                     word, meant);
}

/* Are the options and the operands what the command takes? */
static int check_use(const parser *p, const cli_command *command)
{
    for (size_t i = 0; i < cli_n_options; i++) {
        if (!p->settings->given[i] ||
            (cli_options[i].commands & command->bit) != 0)
            continue;
        const char *why = refusal(&cli_options[i], command->bit);
        if (why != NULL)
            return cli_wrong("--%s: %s", cli_options[i].name, why);
        return cli_wrong("--%s is not an option of '%s', but of: %s",
                         cli_options[i].name, command->name,
                         cli_command_names(cli_options[i].commands).text);
    }
    if (command->operands[0] == '\0' && p->n_words > 1)
        return refuse_operand(command, p->words[1]);
    size_t least, most;
    count_operands(command->operands, &least, &most);
    if (p->n_words - 1 > most)
        return cli_wrong("'%.100s' is one operand too many",
                         p->words[1 + most]);
    if (p->n_words - 1 < least && !p->settings->help) {
        return cli_wrong("'%s' needs %s; see `takeaway help %s`", command->name,
                         command->operands, command->name);
    }
    if (p->settings->help)
        return CLI_DONE;
    int status = cli_output_format(p->settings, command);
    return status == CLI_DONE ? cli_check_idle(p->settings, command) : status;
}

int cli_parse(int argc, char **argv, cli_settings *settings,
              const cli_command **command)
{
    parser p = {.argc = argc, .at = 1, .argv = argv, .settings = settings};
    *settings = (cli_settings){.argc = argc, .argv = argv};
    *command = NULL;
    for (size_t i = 0; i < cli_n_options; i++)
        if (cli_options[i].initial != NULL &&
            assign(settings, &cli_options[i], cli_options[i].initial) !=
                CLI_DONE)
            return CLI_USAGE;
    int status = read_arguments(&p);
    if (settings->output != NULL && strcmp(settings->output, "-") == 0)
        settings->output = NULL;
    if (status != CLI_DONE || p.n_words == 0)
        return status;
    settings->n_operands = p.n_words - 1;
    memcpy(settings->operands, p.words + 1,
           settings->n_operands * sizeof *p.words);
    *command = cli_command_find(p.words[0]);
    if (*command == NULL)
        return CLI_USAGE;
    settings->command = (*command)->bit;
    return check_use(&p, *command);
}
