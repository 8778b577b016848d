/* --help, for takeaway and for each command, from the tables. */

#include "table.h"

enum { COLUMN = 26, LINE = 79 };

/* How takeaway ends: the one list of exit statuses, which --help and --man
 * print and README.md repeats. */
const cli_exit cli_exits[] = {
    {CLI_DONE, "done; also when the reader of stdout has gone away"},
    {CLI_FAILED,
     "failure: not enough memory, output that cannot be written, a file that "
     "cannot be read just now; the last good checkpoint is still there"},
    {CLI_USAGE,
     "wrong usage, or a file to be read that is missing, forbidden, a folder "
     "or a device; one line says what is accepted, nothing is written"},
    {CLI_MISMATCH,
     "results differ (compare, verify), or an archive that is read is damaged "
     "or no archive at all, whichever command reads it: info, verify, --in, "
     "--resume"},
    {CLI_INTERRUPTED,
     "interrupted by SIGINT, SIGTERM or SIGHUP (which nohup keeps off), or by "
     "--until: the checkpoint asked for is written, and stderr says how to go "
     "on; a second signal ends at once"},
};
const size_t cli_n_exits = sizeof cli_exits / sizeof *cli_exits;

/* Prints words in the columns from `indent` on, the first one at the cursor. */
static void print_words(const char *text, int indent)
{
    int column = indent;
    for (size_t width; *text != '\0'; text += width + (text[width] == ' ')) {
        width = strcspn(text, " ");
        if (column > indent && column + 1 + (int)width > LINE) {
            printf("\n%*s", indent, "");
            column = indent;
        }
        column += printf(column > indent ? " %.*s" : "%.*s", (int)width, text);
    }
    putchar('\n');
}

char *cli_option_text(const cli_option *o, unsigned command,
                      char text[CLI_TEXT_SIZE])
{
    const cli_words *own = cli_words_of(o, command);
    const char *help = own != NULL ? own->text : o->help;
    const bool choice = o->kind == CLI_CHOICE;
    if (o->initial == NULL || strstr(help, "(default") != NULL)
        snprintf(text, CLI_TEXT_SIZE, "%s", help);
    else
        snprintf(text, CLI_TEXT_SIZE, "%s (%s%sdefault %s)", help,
                 choice ? o->accepted : "", choice ? "; " : "", o->initial);
    return text;
}

static void print_options(unsigned command)
{
    const char *group = NULL, *printed = NULL;
    char left[64], text[CLI_TEXT_SIZE];
    for (size_t i = 0; i < cli_n_options; i++) {
        const cli_option *o = &cli_options[i];
        if (o->group != NULL)
            group = o->group;
        if ((o->commands & command) == 0)
            continue;
        if (group != printed)
            printf("\n%s:\n", group);
        printed = group;
        snprintf(left, sizeof left, "  %c%c%s--%s%s%s", o->letter ? '-' : ' ',
                 o->letter ? o->letter : ' ', o->letter ? ", " : "  ", o->name,
                 o->value ? "=" : "", o->value ? o->value : "");
        if (strlen(left) >= COLUMN)
            printf("%s\n%*s", left, COLUMN, "");
        else
            printf("%-*s", COLUMN, left);
        print_words(cli_option_text(o, command, text), COLUMN);
    }
}

void cli_help_overall(void)
{
    puts("Usage: takeaway COMMAND [OPERAND] [OPTION]...\n\n"
         "Evaluates take-away (subtraction) games: which heaps are cold, so\n"
         "that the player to move loses.\n\nCommands:");
    for (size_t i = 0; i < cli_n_commands; i++) {
        char left[40];
        snprintf(left, sizeof left, "  %s %s", cli_commands[i].name,
                 cli_commands[i].operands);
        printf("%-*s%s\n", COLUMN, left, cli_commands[i].summary);
    }
    puts("\n`takeaway help COMMAND` describes a command and its options.\n"
         "Numbers: 1000000, 1_000_000, 1.5e6, 10M, 2^20-1, 3*10^7+1; K, M, G, "
         "T\nare 10^3, 10^6, 10^9, 10^12 (in --max-memory powers of 1024).\n"
         "Ranges are half-open, [0, N).\n\nExit status:");
    for (size_t k = 0; k < cli_n_exits; k++) {
        printf("  %3d  ", cli_exits[k].status);
        print_words(cli_exits[k].text, 7);
    }
}

void cli_help_command(const cli_command *command)
{
    printf("Usage: takeaway %s%s%s [OPTION]...\n\n", command->name,
           command->operands[0] != '\0' ? " " : "", command->operands);
    print_words(command->details, 0);
    print_options(command->bit);
    fputs("\nExamples:\n  ", stdout);
    for (const char *at = command->example; *at != '\0'; at++)
        fputs(*at == '\n' ? "\n  " : (char[]){*at, '\0'}, stdout);
    putchar('\n');
}

int cli_help(const cli_settings *settings)
{
    const char *name = settings->operands[0];
    const cli_command *command = name != NULL ? cli_command_find(name) : NULL;
    if (name == NULL)
        cli_help_overall();
    else if (command != NULL)
        cli_help_command(command);
    return name == NULL || command != NULL ? CLI_DONE : CLI_USAGE;
}
