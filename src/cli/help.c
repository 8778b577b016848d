/* Prints the help of the program and of each command, made from the tables of
 * commands and options. */
#include "command.h"

/* Columns: where the texts begin, and of a line at most. */
enum { COLUMN = 24, LINE = 79 };

const cli_exit cli_exits[] = {
    {CLI_DONE,
     "done; also if the program that reads stdout has ended, such as head"},
    {CLI_FAILED, "failure: memory is not enough, output cannot be written, "
                 "reading a file fails, or an answer is out of reach; the last "
                 "complete checkpoint is kept"},
    {CLI_USAGE, "wrong usage, or an input file that does not exist, may not be "
                "read, or is a folder or a device; one line says what is "
                "accepted, nothing is written"},
    {CLI_MISMATCH,
     "results differ (compare, verify), or an archive to be read (info, "
     "verify, --in, --resume) is damaged or is no archive"},
    {CLI_INTERRUPTED,
     "interrupted by SIGINT, SIGTERM, SIGUSR1, SIGHUP (except under nohup) or "
     "--until. With --checkpoint the checkpoint is written first, and stderr "
     "says how to go on. A second signal ends the program at once, without "
     "writing"},
    {0, NULL},
};

const char cli_numbers_text[] =
    "N and other numbers are exact: 1000000, 1_000_000, 1.5e6, 10M, 2^20-1, "
    "3*10^7+1, 0xFF. K, M, G and T stand for 10^3, 10^6, 10^9 and 10^12, but "
    "in --max-memory for 2^10, 2^20, 2^30 and 2^40.";

/* Prints `left`, and then the words of `text` up to a '\v' in the columns from
 * `indent` to LINE, on several lines if necessary. If `left` does not fit in
 * the columns before `indent`, the words begin on the next line. */
static void help_print(const char *left, const char *text, int indent)
{
    int column = printf("%-*s", indent, left); /* those of this line so far */
    if (strlen(left) >= (size_t)indent && indent > 0)
        column = printf("\n%*s", indent, "") - 1;
    for (size_t width; *text != '\0' && *text != '\v';
         text += width + (text[width] == ' ')) {
        width = strcspn(text, " \v");
        if (column > indent && column + 1 + (int)width > LINE)
            column = printf("\n%*s", indent, "") - 1;
        column += printf(column > indent ? " %.*s" : "%.*s", (int)width, text);
    }
    putchar('\n');
}

char *cli_option_text(const cli_option *o, const cli_command *command,
                      char text[CLI_TEXT_SIZE])
{
    const cli_words *own = command != NULL ? cli_own_text(command, o) : NULL;
    /* An own text of a CLI_WORD has the words that the command accepts. */
    const bool word = o->type == CLI_WORD,
               words = own != NULL && own->type == CLI_WORD;
    const char *help = own != NULL && !words ? own->text : o->help;
    /* What is appended stands before a '\v'. */
    const int brief = (int)strcspn(help, "\v");
    if (o->initial == NULL || strstr(help, "(default") != NULL)
        snprintf(text, CLI_TEXT_SIZE, "%s", help);
    else
        snprintf(text, CLI_TEXT_SIZE, "%.*s (%s%sdefault %s)%s", brief, help,
                 words  ? own->text
                 : word ? o->accepted
                        : "",
                 word ? "; " : "", o->initial, help + brief);
    return text;
}

static void help_overall(void)
{
    char left[40];
    puts("Usage: takeaway COMMAND [OPERAND]... [OPTION]...\n");
    help_print("",
               "Evaluates take-away (subtraction) games. A move takes coins "
               "from one heap; how many must be a member of the game's set, "
               "such as the squares. A heap is given by its number of coins, "
               "and is a position. It is cold if the player to move loses (a "
               "P-position), else hot. Sums of heaps and octal games are "
               "understood too. The default set is the squares.",
               0);
    puts("\nCommands:");
    for (const cli_command *const *c = cli_commands; *c != NULL; c++) {
        snprintf(left, sizeof left, "  %s %s", (*c)->name, (*c)->operands);
        help_print(left, (*c)->summary, COLUMN + 2);
    }
    puts("\n`takeaway help COMMAND` describes a command and its options; the "
         "man page says\nmore.");
    help_print("", cli_numbers_text, 0);
    puts("Ranges are half-open: [0, N) is 0, 1, ..., N-1.\n\nExit status:");
    for (const cli_exit *e = cli_exits; e->text != NULL; e++) {
        snprintf(left, sizeof left, "  %3d", e->status);
        help_print(left, e->text, 7);
    }
}

void cli_print_help(const cli_command *c)
{
    const char *group = NULL, *printed = NULL; /* heading, the last printed */
    char left[64], text[CLI_TEXT_SIZE];
    if (c == NULL) {
        help_overall();
        return;
    }
    printf("Usage: takeaway %s%s%s [OPTION]...\n\n", c->name,
           c->operands[0] != '\0' ? " " : "", c->operands);
    help_print("", c->details, 0);
    for (const cli_option *o = cli_options + 1; o->name != NULL; o++) {
        if (o->group != NULL)
            group = o->group;
        if (!cli_takes(c, o))
            continue;
        if (group != printed)
            printf("\n%s:\n", group);
        printed = group;
        /* "-q, --quiet"; a precision leaves out what there is not. */
        snprintf(left, sizeof left, "  %.*s%.1s%.*s--%s%s%s", o->letter != '\0',
                 "-", &o->letter, 2 * (o->letter != '\0'), ", ", o->name,
                 o->value ? "=" : "", o->value ? o->value : "");
        help_print(left, cli_option_text(o, c, text), COLUMN);
    }
    printf("\nExamples:\n");
    for (const char *at = c->example; *at != '\0'; at += *at == '\n') {
        const int width = (int)strcspn(at, "\n");
        printf("  %.*s\n", width, at);
        at += width;
    }
}

static void help_run(const cli_settings *settings)
{
    const char *name = settings->operands[0];
    const cli_command *command = name != NULL ? cli_command_find(name) : NULL;
    if (name == NULL || command != NULL)
        cli_print_help(command);
}

const cli_command cli_help_command = {
    COMMAND("help", "[COMMAND]", CLI_COMMAND, help_run, "describe a command"),
    "Prints what a command does and which options it has. Without COMMAND: the "
    "commands, how numbers are written, exit statuses.",
    "takeaway help count | head -n 1  # Usage: takeaway count N [OPTION]...",
    .ranks = CLI_ALONE};
