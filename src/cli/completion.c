/* Prints the completion script for a shell, which `make install` installs. The
 * script contains a table, made from the tables of commands, options, games and
 * engines, so that the shell need not run takeaway. A line of the table is
 *
 *     command|option|letter|words|what the option does
 *
 * where the words are the values that the option accepts. The option ends in
 * '=' if it needs a value. In a line without an option, the words are operands
 * of the command. The word :files stands for the names of all files. */
#include "computing.h"

/* The scripts for bash, zsh and fish, in this order. `begin` is the text of a
 * script before the table of words, and `end` the text behind it. */
static const struct shell {
    const char *begin, *end;
} shells[] = {
    {/* Bash also splits the words of a command line at '=' and at ':'. */
     "# bash completion for takeaway\n"
     "_takeaway() {\n"
     "    local command option letter values about words='' options=''\n"
     "    local current=${COMP_WORDS[COMP_CWORD]}\n"
     "    local before=${COMP_WORDS[COMP_CWORD - 1]}\n"
     "    [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD - 2]}\n"
     "    [[ $current == = ]] && current=''\n"
     "    while IFS='|' read -r command option letter values about; do\n"
     "        if ((COMP_CWORD == 1)); then\n"
     "            words+=\" $command\"\n"
     "        elif [[ $command == \"${COMP_WORDS[1]}\" ]]; then\n"
     "            options+=\" $option\"\n"
     "            [[ -z $option || $before == \"$letter\" ||\n"
     "                $before= == \"$option\" ]] && words=$values\n"
     "        fi\n"
     "    done <<'END'\n",
     "END\n"
     "    [[ $current == -* ]] && words=$options\n"
     "    if [[ $words == :files ]]; then\n"
     "        compopt -o filenames 2>/dev/null\n"
     "        mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
     "    else\n"
     "        mapfile -t COMPREPLY < "
     "<(compgen -W \"$words\" -- \"$current\" | uniq)\n"
     "        [[ ${COMPREPLY[0]-} == *[=:] ]] && compopt -o nospace "
     "2>/dev/null\n"
     "    fi\n"
     "    return 0\n"
     "}\n"
     "complete -F _takeaway takeaway\n"},
    {"#compdef takeaway\n"
     "_takeaway() {\n"
     "    local command option letter values about\n"
     "    local -aU commands\n"
     "    local -a specs\n"
     "    while IFS='|' read -r command option letter values about; do\n"
     "        commands+=$command\n"
     "        [[ $command == $words[2] ]] || continue\n"
     "        [[ $values == :files ]] && values=_files || "
     "values=\"($values)\"\n"
     "        case $option in\n"
     "        '') specs+=\"*: :$values\" ;;\n"
     "        *=) specs+=\"${option}[$about]: :$values\" ;;\n"
     "        *) specs+=\"${option}[$about]\" ;;\n"
     "        esac\n"
     "    done <<'END'\n",
     "END\n"
     "    _arguments \"1: :($commands)\" $specs\n"
     "}\n"
     "if [[ $funcstack[1] == _takeaway ]]; then\n"
     "    _takeaway \"$@\"\n"
     "else\n"
     "    compdef _takeaway takeaway\n"
     "fi\n"},
    {"# fish completion for takeaway\n"
     "complete -c takeaway -f\n"
     "echo '",
     "' | while read -d '|' -l command option letter values about\n"
     "    set -l when -c takeaway -n \"__fish_seen_subcommand_from $command\"\n"
     "    set -l offers -f -a \"$values\"\n"
     "    test \"$values\" = :files; and set offers -F\n"
     "    set -l name -l (string trim -c '-=' -- $option)\n"
     "    test -n \"$letter\"; and set -a name -s (string sub -s 2 -- "
     "$letter)\n"
     "    if test -z \"$option\"\n"
     "        complete -c takeaway -n __fish_use_subcommand -a $command\n"
     "        complete $when $offers\n"
     "    else if string match -q '*=' -- $option\n"
     "        complete $when $name -r -d \"$about\" $offers\n"
     "    else\n"
     "        complete $when $name -d \"$about\"\n"
     "    end\n"
     "end\n"},
};

/* Returns the list of words that may stand for the value of the option `o` or,
 * if `o` is NULL, for an operand of the command `c`. `name` is what the help
 * calls the value or operand, such as "[N]". The list is empty if any text may
 * stand there. */
static cli_list completion_names(const cli_command *c, const cli_option *o,
                                 const char *name)
{
    const unsigned sets = CLI_COMPARE | CLI_NTH | CLI_NIM | CLI_LENGTH |
                          CLI_IS | CLI_LINE | CLI_PERIOD;
    const char *const kind = name + strspn(name, "[");
    cli_list list = {""};
    size_t count;
    if (o != NULL && o->kind == CLI_CHOICE) {
        cli_list_add(&list, o->accepted);
    } else if (strncmp(kind, "FILE", 4) == 0) {
        cli_list_add(&list, ":files");
    } else if (strcmp(kind, "WHERE") == 0) {
        cli_list_add(&list,
                     c->bit == CLI_VERIFY ? "powers2, powers10" : cli_at_forms);
    } else if (strcmp(kind, "NAME") == 0 || strcmp(kind, "A,B,...") == 0) {
        list = cli_engine_names(cli_sequence_of(c->bit));
    } else if (strncmp(kind, "SEQUENCE", 8) == 0) {
        list = cli_sequence_names();
    } else if (strncmp(kind, "COMMAND", 7) == 0) {
        list = cli_command_names(CLI_EVERY);
    } else if (strncmp(kind, "QUANTITY", 8) == 0) {
        list = cli_quantities();
    } else if (strcmp(kind, "SPEC") == 0 || strncmp(kind, "CODE", 4) == 0) {
        list = cli_game_names(kind[0] == 'S', (c->bit & sets) == 0);
    } else if (strncmp(kind, "SET", 3) == 0) {
        const tai_yardstick *sets_named = tai_yardsticks(&count);
        for (size_t i = 0; i < count; i++)
            cli_list_add(&list, sets_named[i].name);
    }
    return list;
}

/* Prints the line of the completion table for the option `o` of the command `c`
 * or, if `o` is NULL, for the operands of the command. */
static void completion_print(const cli_command *c, const cli_option *o)
{
    char text[CLI_TEXT_SIZE] = "";
    const char *name = o == NULL ? c->operands : o->value, *item;
    const cli_list names = completion_names(c, o, name != NULL ? name : "");
    const char *at = names.text;
    printf("%s|%s%s%s|%s%.1s|", c->name, o != NULL ? "--" : "",
           o != NULL ? o->name : "", o != NULL && o->value != NULL ? "=" : "",
           o != NULL && o->letter != '\0' ? "-" : "",
           o != NULL ? &o->letter : "");
    /* Prints a name that contains a ':' only up to the ':'. An item that has a
     * space is a description and no name, and is left out. */
    for (size_t width; (item = cli_list_next(&at, &width)) != NULL;) {
        const char *colon = memchr(item, ':', width);
        if (colon != NULL && colon != item)
            width = (size_t)(colon + 1 - item);
        if (memchr(item, ' ', width) == NULL)
            printf("%s%.*s", item != names.text ? " " : "", (int)width, item);
    }
    /* Prints the help up to the first ';' or other character that has a meaning
     * for one of the shells. */
    if (o != NULL)
        cli_option_text(o, c->bit, text);
    printf("|%.*s\n", (int)strcspn(text, ";(`'\"[]$\\"), text);
}

void cli_completion(const char *name)
{
    uint64_t shell;
    if (!cli_choose("--completion", name, "bash, zsh, fish", &shell))
        return;
    fputs(shells[shell].begin, stdout);
    for (const cli_command *c = cli_commands; c->name != NULL; c++) {
        completion_print(c, NULL);
        for (const cli_option *o = cli_options; o->name != NULL; o++)
            if ((o->commands & c->bit) != 0)
                completion_print(c, o);
    }
    fputs(shells[shell].end, stdout);
}
