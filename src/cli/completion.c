/* takeaway --completion=SHELL: a completion script, made from the tables of
 * commands, options, games and engines. `make install` puts it in place. The
 * names are written into the script, so that no shell has to run takeaway. */

#include "computing.h"
#include "table.h"

enum { WORDS = 1200 };

/* What a script is put together from. In these texts @0 is a command (in
 * `begin` and `end` all commands), @1 an option, @2 its letter behind `letter`,
 * @3 the words for the value or the operands within `words` (or `files`, if
 * these are names of files), and @4 what the option does. */
static const struct shell {
    const char *name, *begin, *command, *value, *flag, *done, *end;
    const char *letter, *words, *files;
} shells[] = {
    {.name = "bash",
     /* Bash parts words at '=' and at ':'. */
     .begin =
         "# bash completion for takeaway\n"
         "_takeaway_option() {\n"
         "    options+=\" --$1\"\n"
         "    [[ $before == --${1%=} || $before == \"$2\" ]] && words=$3\n"
         "}\n"
         "_takeaway() {\n"
         "    local current=${COMP_WORDS[COMP_CWORD]} words='' options=''\n"
         "    local before=${COMP_WORDS[COMP_CWORD - 1]}\n"
         "    [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD - 2]}\n"
         "    [[ $current == = ]] &&\n"
         "        before=${COMP_WORDS[COMP_CWORD - 1]} current=''\n"
         "    ((COMP_CWORD > 1)) || before=takeaway\n"
         "    case ${COMP_WORDS[1]} in\n",
     .command = "    @0)\n        words='@3'\n",
     .value = "        _takeaway_option @1= '@2' '@3'\n",
     .flag = "        _takeaway_option @1 '' ''\n",
     .done = "        ;;\n",
     .end = "    esac\n"
            "    [[ $current == -* ]] && words=$options\n"
            "    ((COMP_CWORD > 1)) || words='@0'\n"
            "    if [[ $words == :files ]]; then\n"
            "        compopt -o filenames 2>/dev/null\n"
            "        mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
            "    else\n"
            "        mapfile -t COMPREPLY < "
            "<(compgen -W \"$words\" -- \"$current\")\n"
            "        [[ ${COMPREPLY[0]-} == *[=:] ]] &&\n"
            "            compopt -o nospace 2>/dev/null\n"
            "    fi\n"
            "    return 0\n"
            "}\n"
            "complete -F _takeaway takeaway\n",
     .letter = "-",
     .words = "@3",
     .files = ":files"},
    {.name = "zsh",
     .begin = "#compdef takeaway\n_takeaway() {\n    case $words[2] in\n",
     .command = "    @0) _arguments '1: :' '*: :@3'",
     .value = " \\\n        '--@1=[@4]: :@3'",
     .flag = " \\\n        '--@1[@4]'",
     .done = " ;;\n",
     .end = "    *) _arguments '1: :(@0)' ;;\n    esac\n}\n"
            "if [[ $funcstack[1] == _takeaway ]]; then\n"
            "    _takeaway \"$@\"\n"
            "else\n"
            "    compdef _takeaway takeaway\n"
            "fi\n",
     .words = "(@3)",
     .files = "_files"},
    {.name = "fish",
     .begin = "# fish completion for takeaway\ncomplete -c takeaway -f\n"
              "complete -c takeaway -n __fish_use_subcommand -a '@0'\n",
     .command = "complete -c takeaway -n '__fish_seen_subcommand_from @0' @3\n",
     .value = "complete -c takeaway -n '__fish_seen_subcommand_from @0' -l @1"
              "@2 -r @3 -d '@4'\n",
     .flag = "complete -c takeaway -n '__fish_seen_subcommand_from @0' -l @1@2"
             " -d '@4'\n",
     .done = "",
     .end = "",
     .letter = " -s ",
     .words = "-f -a '@3'",
     .files = "-F"},
};

/* Writes a text with what stands for @0 to @4, cut to WORDS bytes. */
static void fill(const char *text, const char *const with[5], char to[WORDS])
{
    size_t used = 0;
    for (to[0] = '\0'; *text != '\0' && used + 1 < WORDS; text++)
        if (text[0] == '@' && text[1] >= '0' && text[1] <= '4')
            used = strlen(strncat(to, with[*++text - '0'], WORDS - 1 - used));
        else
            used = strlen(strncat(to, text, 1));
}

/* Writes what may stand for the value or operand that the help calls by the
 * first name in `name`: names, joined by spaces and of a name with a ':' the
 * part up to it; or what the shell has for names of files. */
static void words_of(const struct shell *shell, const cli_command *command,
                     const cli_option *option, const char *name, char to[WORDS])
{
    char kind[16], words[WORDS] = "";
    cli_list list = {""};
    name += strspn(name, " [");
    snprintf(kind, sizeof kind, "%.*s", (int)strcspn(name, " ]."), name);
    const char *names = list.text;
    size_t count, gap, used = 0;
    if (strcmp(kind, "NAME") == 0 || strcmp(kind, "A,B,") == 0) {
        const ta_engine_info *info = cli_engines_of(command->name, &count);
        if (info == NULL)
            info = cli_engines_of("cold", &count);
        for (size_t i = 0; i < count; i++)
            cli_list_add(&list, info[i].name);
    } else if (strcmp(kind, "SET") == 0) {
        const tai_yardstick *sets = tai_yardsticks(&count);
        for (size_t i = 0; i < count; i++)
            cli_list_add(&list, sets[i].name);
    } else if (strcmp(kind, "WHERE") == 0) {
        names = command->bit == CLI_VERIFY ? "powers2, powers10" : cli_at_forms;
    } else if (option != NULL && option->kind == CLI_CHOICE) {
        names = option->accepted;
    } else if (strcmp(kind, "SEQUENCE") == 0) {
        list = cli_sequence_names();
    } else if (strcmp(kind, "COMMAND") == 0) {
        list = cli_command_names(CLI_EVERY);
    } else if (strcmp(kind, "QUANTITY") == 0) {
        list = cli_quantities();
    } else if (strcmp(kind, "SPEC") == 0 || strcmp(kind, "CODE") == 0) {
        const unsigned sets = CLI_COMPARE | CLI_NTH | CLI_NIM | CLI_LENGTH |
                              CLI_IS | CLI_LINE | CLI_PERIOD;
        list = cli_game_names(strcmp(kind, "SPEC") == 0,
                              (command->bit & sets) == 0);
    }
    for (const char *at = names; *at != '\0'; at += gap) {
        size_t width = cli_list_item(at, &gap);
        const char *colon = memchr(at, ':', width);
        if (memchr(at, ' ', width) == NULL) /* not what is said in words */
            used += (size_t)snprintf(
                words + used, WORDS - used, "%s%.*s", used > 0 ? " " : "",
                (int)(colon != NULL ? colon + 1 - at : (ptrdiff_t)width), at);
        at += width;
    }
    fill(strcmp(kind, "FILE") == 0 ? shell->files : shell->words,
         (const char *[]){"", "", "", words, ""}, to);
}

static void print_filled(const char *text, const char *const with[5])
{
    char filled[WORDS];
    fill(text, with, filled);
    fputs(filled, stdout);
}

/* Prints the options of a command. */
static void print_options(const struct shell *shell, const cli_command *command)
{
    char letter[8] = "", words[WORDS] = "", text[CLI_TEXT_SIZE];
    const char *with[] = {command->name, "", letter, words, text};
    words_of(shell, command, NULL, command->operands, words);
    print_filled(shell->command, with);
    for (size_t i = 0; i < cli_n_options; i++) {
        const cli_option *o = &cli_options[i];
        if ((o->commands & command->bit) == 0)
            continue;
        with[1] = o->name;
        letter[0] = '\0';
        if (o->letter != '\0' && shell->letter != NULL)
            snprintf(letter, sizeof letter, "%s%c", shell->letter, o->letter);
        if (o->value != NULL)
            words_of(shell, command, o, o->value, words);
        /* The first clause, without what the shells treat specially. */
        cli_option_text(o, command->bit, text);
        text[strcspn(text, ";(`'\"[]$\\")] = '\0';
        print_filled(o->value != NULL ? shell->value : shell->flag, with);
    }
    print_filled(shell->done, with);
}

int cli_completion(const char *name)
{
    char words[WORDS];
    const struct shell plain = {.words = "@3"};
    const cli_command all = {.name = ""};
    words_of(&plain, &all, NULL, "COMMAND", words);
    const char *const with[] = {words, "", "", "", ""};
    for (size_t s = 0; s < sizeof shells / sizeof *shells; s++) {
        if (strcmp(name, shells[s].name) != 0)
            continue;
        print_filled(shells[s].begin, with);
        for (size_t i = 0; i < cli_n_commands; i++)
            print_options(&shells[s], &cli_commands[i]);
        print_filled(shells[s].end, with);
        return CLI_DONE;
    }
    return cli_unknown("--completion", name, "bash, zsh, fish");
}
