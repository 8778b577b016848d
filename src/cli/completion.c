/* Prints a table for the completion of command lines in a shell: the words that
 * the shell offers after a command or an option. `make install` puts the table
 * into the completion scripts for bash, zsh and fish
 * (src/packaging/completion.sh). So the shell need not run takeaway. A line of
 * the table is
 *
 *     command|option|letter|words|what the option does
 *
 * The words are the values that the option accepts. A word that ends in ':' is
 * the beginning of a value. The word PREFIX:files stands for the names of all
 * files behind PREFIX, which may be empty. If the first word is ',', the value
 * is a list of the others. The option ends in '=' if it needs a value. In a
 * line without an option, the words are operands of the command. */
#include "play/reference-set.h"
#include "computing.h"

/* Returns the words that a shell offers for the value of the option `o` or, if
 * `o` is NULL, for an operand of the command `c`. `name` is what the help calls
 * the value or the operand, such as "[N]". Returns an empty list if any number
 * or text may stand there. */
static cli_list completion_names(const cli_command *c, const cli_option *o,
                                 const char *name)
{
    const unsigned sets =
        CLI_COMPARE | CLI_NIM | CLI_LENGTH | CLI_LINE | CLI_PERIOD;
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

/* Prints the line of the completion table for the option `o` of the command
 * `c`. If `o` is NULL, prints the line for the operands of the command. */
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
    if (name != NULL && strcmp(name, "A,B,...") == 0)
        printf(", ");
    /* Prints the names in the list. A name that contains a ':' is printed only
     * up to the ':'. An item that contains a space is a description, and is
     * left out. */
    for (size_t width; (item = cli_list_next(&at, &width)) != NULL;) {
        const char *colon = memchr(item, ':', width);
        if (colon != NULL && colon != item)
            width = (size_t)(colon + 1 - item);
        if (memchr(item, ' ', width) == NULL)
            printf("%s%.*s%s", item != names.text ? " " : "", (int)width, item,
                   strncmp(item, "file:", 5) == 0 ? ":files" : "");
    }
    /* Prints the help of the option up to the first ';' or '('. */
    if (o != NULL)
        cli_option_text(o, c->bit, text);
    printf("|%.*s\n", (int)strcspn(text, ";("), text);
}

void cli_completion(void)
{
    for (const cli_command *c = cli_commands; c->name != NULL; c++) {
        completion_print(c, NULL);
        for (const cli_option *o = cli_options; o->name != NULL; o++)
            if ((o->commands & c->bit) != 0)
                completion_print(c, o);
    }
}
