/* --help, for takeaway and for each command, from the tables. */
#include <stdio.h>
#include <string.h>

#include "table.h"

enum { COLUMN = 26, LINE = 80 };

/* How takeaway ends: the one list of exit statuses, which --help and --man
 * print and README.md repeats word for word. */
const cli_exit cli_exits[] = {
    {CLI_DONE, "done; also when the reader of stdout has gone away"},
    {CLI_FAILED,
     "failure: not enough memory, output that cannot be written, a file that\n"
     "cannot be read just now; the last good checkpoint is still there"},
    {CLI_USAGE,
     "wrong usage, or a file to be read that is missing, forbidden, a folder\n"
     "or a device; one line says what is accepted, nothing is written"},
    {CLI_MISMATCH,
     "results differ (compare, verify), or an archive that is read is damaged\n"
     "or no archive at all, whichever command reads it: info, verify, --in,\n"
     "--resume"},
    {CLI_INTERRUPTED,
     "interrupted by SIGINT, SIGTERM or SIGHUP (which nohup keeps off), or by\n"
     "--until: the checkpoint asked for is written, and stderr says how to go\n"
     "on; a second signal ends at once"},
};
const size_t cli_n_exits = sizeof cli_exits / sizeof *cli_exits;

/* Several lines of text, the first one at the cursor. */
static void print_indented(const char *text, int indent)
{
    for (;;) {
        size_t width = strcspn(text, "\n");
        printf("%.*s\n", (int)width, text);
        if (text[width] == '\0' || text[width + 1] == '\0')
            return;
        text += width + 1;
        printf("%*s", indent, "");
    }
}

char *cli_option_text(const cli_option *o, unsigned command, char text[512])
{
    const cli_words *own = cli_words_of(o, command);
    size_t used =
        (size_t)snprintf(text, 512, "%s", own != NULL ? own->text : o->help);
    if (o->initial == NULL || strstr(text, "(default ") != NULL)
        return text;
    char last[128];
    int width = snprintf(last, sizeof last, "(%s%sdefault %s)",
                         o->kind == CLI_CHOICE ? o->accepted : "",
                         o->kind == CLI_CHOICE ? "; " : "", o->initial);
    const char *line = strrchr(text, '\n');
    size_t before = strlen(line != NULL ? line + 1 : text);
    bool fits = before + 1 + (size_t)width < LINE - COLUMN;
    snprintf(text + used, 512 - used, "%c%s", fits ? ' ' : '\n', last);
    return text;
}

static void print_option(const cli_option *o, unsigned command)
{
    char left[64];
    int used =
        snprintf(left, sizeof left, "  %c%c%s--%s%s%s", o->letter ? '-' : ' ',
                 o->letter ? o->letter : ' ', o->letter ? ", " : "  ", o->name,
                 o->value ? "=" : "", o->value ? o->value : "");
    printf("%-*s%s", COLUMN, left, used >= COLUMN ? "\n" : "");
    if (used >= COLUMN)
        printf("%*s", COLUMN, "");
    char text[512];
    print_indented(cli_option_text(o, command, text), COLUMN);
}

static void print_options(unsigned command)
{
    puts("\nOptions:");
    for (size_t i = 0; i < cli_n_options; i++)
        if ((cli_options[i].commands & command) != 0)
            print_option(&cli_options[i], command);
}

static void print_exit_status(void)
{
    puts("\nExit status:");
    for (size_t k = 0; k < cli_n_exits; k++) {
        printf("  %3d  ", cli_exits[k].status);
        print_indented(cli_exits[k].text, 7);
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
         "Ranges are half-open, [0, N).");
    print_exit_status();
}

void cli_help_command(const cli_command *command)
{
    printf("Usage: takeaway %s%s%s [OPTION]...\n\n%s", command->name,
           command->operands[0] != '\0' ? " " : "", command->operands,
           command->details);
    print_options(command->bit);
    printf("\nExamples:\n  ");
    print_indented(command->example, 2);
}

int cli_help(const cli_settings *settings)
{
    if (settings->operands[0] == NULL) {
        cli_help_overall();
        return CLI_DONE;
    }
    const cli_command *command = cli_command_find(settings->operands[0]);
    if (command == NULL)
        return CLI_USAGE;
    cli_help_command(command);
    return CLI_DONE;
}
