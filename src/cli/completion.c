/* takeaway --completion=SHELL: a completion script, made from the tables of
 * commands, options, games and engines. `make install` puts it in place. The
 * names are written into the script, so that no shell has to run takeaway. */
#include <stdio.h>
#include <string.h>

#include "computing.h"
#include "table.h"

const char cli_shells[] = "bash, zsh, fish";

enum { OCTAL_TOO = CLI_COUNT | CLI_COLD | CLI_MOVES | CLI_PLAY | CLI_VERIFY };

/* What may stand for a value or an operand. */
typedef struct completion_words {
    char text[2000]; /* words joined by spaces; "" if anything may stand */
    bool files;      /* names of files may stand, and no words */
} completion_words;

/* Adds a word; of a word with a ':', what stands up to the ':'. */
static void add_word(completion_words *words, const char *word, size_t width)
{
    const char *colon = memchr(word, ':', width);
    if (colon != NULL)
        width = (size_t)(colon + 1 - word);
    size_t used = strlen(words->text);
    snprintf(words->text + used, sizeof words->text - used, "%s%.*s",
             used > 0 ? " " : "", (int)width, word);
}

/* Adds the names of a list, without what the list describes in words. */
static void add_list(completion_words *words, const char *list)
{
    for (size_t gap; *list != '\0'; list += gap) {
        size_t width = cli_list_item(list, &gap);
        if (memchr(list, ' ', width) == NULL)
            add_word(words, list, width);
        list += width;
    }
}

static void add_octal_games(completion_words *words)
{
    size_t count;
    const ta_octal_kind *kinds = ta_octal_kinds(&count);
    for (size_t i = 0; i < count; i++)
        add_word(words, kinds[i].name, strlen(kinds[i].name));
}

static void add_sets(completion_words *words)
{
    size_t count;
    const ta_game_kind *kinds = ta_game_kinds(&count);
    for (size_t i = 0; i < count; i++)
        add_word(words, kinds[i].form, strlen(kinds[i].form));
}

static void add_engines(completion_words *words, const char *quantity)
{
    size_t count;
    const ta_engine_info *info = cli_engines_of(quantity, &count);
    if (info == NULL)
        info = cli_engines_of("cold", &count);
    for (size_t i = 0; i < count; i++)
        add_word(words, info[i].name, strlen(info[i].name));
}

static void add_reference_sets(completion_words *words)
{
    size_t count;
    const tai_yardstick *sets = tai_yardsticks(&count);
    for (size_t i = 0; i < count; i++)
        add_word(words, sets[i].name, strlen(sets[i].name));
}

/* Returns what may stand for the value or operand that the help calls `name`,
 * of which `width` bytes count. */
static completion_words words_for(const cli_command *command, const char *name,
                                  size_t width)
{
    completion_words words = {0};
    char kind[40];
    snprintf(kind, sizeof kind, "%.*s", (int)width, name);
    if (strcmp(kind, "FILE") == 0 || strcmp(kind, "DIR") == 0)
        words.files = true;
    else if (strcmp(kind, "NAME") == 0 || strcmp(kind, "A,B,...") == 0)
        add_engines(&words, command->name);
    else if (strcmp(kind, "WHERE") == 0)
        add_list(&words, command->bit == CLI_VERIFY ? "powers2, powers10"
                                                    : cli_at_forms);
    else if (strcmp(kind, "SEQUENCE") == 0)
        add_list(&words, cli_sequence_names().text);
    else if (strcmp(kind, "SET") == 0)
        add_reference_sets(&words);
    else if (strcmp(kind, "COMMAND") == 0)
        add_list(&words, cli_command_names(CLI_EVERY).text);
    else if (strcmp(kind, "QUANTITY") == 0)
        add_list(&words, cli_quantities().text);
    else if (strcmp(kind, "SPEC") == 0)
        add_sets(&words);
    if (strcmp(kind, "CODE") == 0 ||
        (strcmp(kind, "SPEC") == 0 && (command->bit & OCTAL_TOO) != 0))
        add_octal_games(&words);
    return words;
}

static completion_words words_of_option(const cli_command *command,
                                        const cli_option *option)
{
    completion_words words = {0};
    if (option->kind == CLI_CHOICE)
        add_list(&words, option->accepted);
    else if (option->value != NULL)
        words = words_for(command, option->value, strlen(option->value));
    return words;
}

/* The names of all operands of a command count as one: no command has two
 * operands with names to choose from. */
static completion_words words_of_operands(const cli_command *command)
{
    completion_words words = {0};
    const char *name = command->operands;
    while (*name != '\0' && words.text[0] == '\0' && !words.files) {
        name += strspn(name, " [].");
        size_t width = strcspn(name, " ].");
        words = words_for(command, name, width);
        name += width;
    }
    return words;
}

/* Prints the first clause of an option's help on one line, without characters
 * that the shells treat specially. */
static void print_summary(const cli_command *command, const cli_option *option)
{
    char text[512];
    cli_option_text(option, command->bit, text);
    size_t end = strcspn(text, ";(");
    for (size_t i = 0; i < end; i++)
        if (text[i] == '.' && (text[i + 1] == ' ' || text[i + 1] == '\n'))
            end = i;
    while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\n'))
        end--;
    for (size_t i = 0; i < end; i++)
        if (strchr("'\"`$[]\\", text[i]) == NULL)
            putchar(text[i] == '\n' ? ' ' : text[i]);
}

/* Returns the names of all commands. */
static completion_words all_commands(void)
{
    completion_words words = {0};
    add_list(&words, cli_command_names(CLI_EVERY).text);
    return words;
}

static bool takes(const cli_command *command, const cli_option *option)
{
    return (option->commands & command->bit) != 0;
}

/* ---- one script a shell ---- */

static void bash_command(const cli_command *command)
{
    printf("    %s)\n        case $before in\n", command->name);
    for (size_t i = 0; i < cli_n_options; i++) {
        const cli_option *o = &cli_options[i];
        if (o->kind == CLI_FLAG || !takes(command, o))
            continue;
        completion_words words = words_of_option(command, o);
        fputs("        ", stdout);
        if (o->letter != '\0')
            printf("-%c | ", o->letter);
        printf("--%s) words='%s' ;;\n", o->name,
               words.files ? ":files" : words.text);
    }
    completion_words operands = words_of_operands(command);
    printf("        *) words='%s' ;;\n        esac\n        options='",
           operands.files ? ":files" : operands.text);
    for (size_t i = 0; i < cli_n_options; i++)
        if (takes(command, &cli_options[i]))
            printf("--%s%s ", cli_options[i].name,
                   cli_options[i].kind == CLI_FLAG ? "" : "=");
    puts("' ;;");
}

/* Bash parts words at '=' and at ':'. */
static void print_bash(void)
{
    printf("# bash completion for takeaway\n"
           "_takeaway() {\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} words='' options=''\n"
           "    local before=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD - 2]}\n"
           "    [[ $current == = ]] && before=${COMP_WORDS[COMP_CWORD - 1]} "
           "current=''\n"
           "    ((COMP_CWORD > 1)) || before=takeaway\n"
           "    case ${COMP_WORDS[1]} in\n");
    for (size_t i = 0; i < cli_n_commands; i++)
        bash_command(&cli_commands[i]);
    printf("    esac\n"
           "    [[ $current == -* ]] && words=$options\n"
           "    ((COMP_CWORD > 1)) || words='%s'\n"
           "    if [[ $words == :files ]]; then\n"
           "        compopt -o filenames 2>/dev/null\n"
           "        mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
           "    else\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- "
           "\"$current\")\n"
           "        [[ ${COMPREPLY[0]-} == *[=:] ]] && "
           "compopt -o nospace 2>/dev/null\n"
           "    fi\n"
           "    return 0\n"
           "}\n"
           "complete -F _takeaway takeaway\n",
           all_commands().text);
}

static void zsh_command(const cli_command *command)
{
    completion_words operands = words_of_operands(command);
    printf("    %s) _arguments '1: :' ", command->name);
    for (size_t i = 0; i < cli_n_options; i++) {
        const cli_option *o = &cli_options[i];
        if (!takes(command, o))
            continue;
        completion_words words = words_of_option(command, o);
        printf("\\\n        '--%s%s[", o->name, o->kind == CLI_FLAG ? "" : "=");
        print_summary(command, o);
        fputs("]", stdout);
        if (o->kind != CLI_FLAG)
            printf(": :%s%s%s", words.files ? "_files" : "(", words.text,
                   words.files ? "" : ")");
        fputs("' ", stdout);
    }
    printf("\\\n        '*: :%s%s%s' ;;\n", operands.files ? "_files" : "(",
           operands.text, operands.files ? "" : ")");
}

static void print_zsh(void)
{
    puts("#compdef takeaway\n_takeaway() {\n    case $words[2] in");
    for (size_t i = 0; i < cli_n_commands; i++)
        zsh_command(&cli_commands[i]);
    printf("    *) _arguments '1: :(%s)' ;;\n    esac\n}\n"
           "if [[ $funcstack[1] == _takeaway ]]; then\n"
           "    _takeaway \"$@\"\n"
           "else\n"
           "    compdef _takeaway takeaway\n"
           "fi\n",
           all_commands().text);
}

static void fish_command(const cli_command *command)
{
    const char *line = "complete -c takeaway -n '__fish_seen_subcommand_from";
    completion_words operands = words_of_operands(command);
    printf("%s %s' %s -a '%s'\n", line, command->name,
           operands.files ? "-F" : "-f", operands.text);
    for (size_t i = 0; i < cli_n_options; i++) {
        const cli_option *o = &cli_options[i];
        if (!takes(command, o))
            continue;
        completion_words words = words_of_option(command, o);
        printf("%s %s' -l %s", line, command->name, o->name);
        if (o->letter != '\0')
            printf(" -s %c", o->letter);
        if (o->kind != CLI_FLAG)
            printf(" -r %s -a '%s'", words.files ? "-F" : "-f", words.text);
        fputs(" -d '", stdout);
        print_summary(command, o);
        puts("'");
    }
}

static void print_fish(void)
{
    puts("# fish completion for takeaway\ncomplete -c takeaway -f");
    printf("complete -c takeaway -n __fish_use_subcommand -a '%s'\n",
           all_commands().text);
    for (size_t i = 0; i < cli_n_commands; i++)
        fish_command(&cli_commands[i]);
}

int cli_completion(const char *shell)
{
    if (strcmp(shell, "bash") == 0)
        print_bash();
    else if (strcmp(shell, "zsh") == 0)
        print_zsh();
    else if (strcmp(shell, "fish") == 0)
        print_fish();
    else
        return cli_unknown("--completion", shell, cli_shells);
    return CLI_DONE;
}
