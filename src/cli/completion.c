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

/* Returns the words that a shell offers for a value of this type, for the
 * command `c`; none if any number or text may stand there. `accepted` has the
 * words of CLI_WORD. */
static cli_list completion_names(const cli_command *c, cli_type type,
                                 const char *accepted)
{
    cli_list list = {""};
    size_t count;
    const tai_yardstick *named;
    switch (type) {
    case CLI_READ:
    case CLI_WRITE:
        return (cli_list){":files"};
    case CLI_POWERS:
        return (cli_list){"powers2, powers10"};
    case CLI_WORD:
    case CLI_ENDS:
        cli_list_add(&list, type == CLI_WORD ? accepted : cli_at_forms);
        return list;
    case CLI_ENGINE:
    case CLI_ENGINES: /* without a sequence those for cold positions */
        return cli_engine_names(c->sequence != NULL ? c->sequence
                                                    : cli_sequences);
    case CLI_SEQUENCE:
        return cli_sequence_names();
    case CLI_COMMAND:
        return cli_command_names(NULL);
    case CLI_QUANTITY:
        return cli_quantities();
    case CLI_GAME:
    case CLI_SET:
    case CLI_CODE:
        return cli_game_names(type != CLI_CODE, type != CLI_SET);
    case CLI_REFERENCE:
        named = tai_yardsticks(&count);
        for (size_t i = 0; i < count; i++)
            cli_list_add(&list, named[i].name);
        return list;
    default:
        return list;
    }
}

/* Prints the line of the completion table for the option `o` of the command
 * `c`. An option without a name stands for the operands. */
static void completion_print(const cli_command *c, const cli_option *o)
{
    char text[CLI_TEXT_SIZE];
    const char *item;
    const cli_words *own = cli_own_text(c, o);
    const cli_type type = own != NULL ? own->type : CLI_TEXT;
    const cli_list names =
        completion_names(c, type != CLI_TEXT ? type : o->type,
                         type == CLI_WORD ? own->text : o->accepted);
    const char *at = names.text;
    /* %.1s prints a letter, or nothing if it is '\0'. */
    printf("%s|%s%s%s|%s%.1s|", c->name, *o->name != '\0' ? "--" : "", o->name,
           o->value != NULL ? "=" : "", o->letter != '\0' ? "-" : "",
           &o->letter);
    if (o->type == CLI_ENGINES)
        printf(", ");
    /* A name that has a ':' is printed only up to it, but ":files" as it is. An
     * item that has a space is a description, and is left out. */
    for (size_t width; (item = cli_list_next(&at, &width)) != NULL;) {
        const char *colon = memchr(item, ':', width);
        if (colon != NULL && colon != item)
            width = (size_t)(colon + 1 - item);
        if (memchr(item, ' ', width) == NULL)
            printf("%s%.*s%s", item != names.text ? " " : "", (int)width, item,
                   strncmp(item, "file:", 5) == 0 ? ":files" : "");
    }
    /* The help up to its details. */
    cli_option_text(o, c, text);
    printf("|%.*s\n", (int)strcspn(text, "\v;("), text);
}

void cli_completion(void)
{
    for (const cli_command *const *c = cli_commands; *c != NULL; c++) {
        const cli_option operands = {
            .name = "", .type = (*c)->operand, .help = ""};
        completion_print(*c, &operands);
        for (const cli_option *o = cli_options + 1; o->name != NULL; o++)
            if (cli_takes(*c, o))
                completion_print(*c, o);
    }
}
