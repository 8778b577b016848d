/* Prints the man page takeaway.1, made from the tables of commands and options.
 * `make install` installs the page. */
#include "command.h"

/* Prints `before`, then `text`, then `behind`. In `text`, escapes the
 * characters that have a meaning for roff, the language of man pages; a '\v'
 * (command.h) becomes ". ". The other two texts are in roff already. */
static void man_print(const char *before, const char *text, const char *behind)
{
    static const char special[] = "\\-`'^";
    static const char *const escape[] = {"\\e", "\\-", "\\(ga", "\\(aq",
                                         "\\(ha"};
    fputs(before, stdout);
    for (bool line_start = true; *text != '\0'; text++) {
        const char *found = strchr(special, *text);
        if (*text == '\v') {
            fputs(". ", stdout);
            continue;
        }
        if (line_start && *text == '.')
            fputs("\\&", stdout);
        if (found != NULL)
            fputs(escape[found - special], stdout);
        else
            putchar(*text);
        line_start = *text == '\n';
    }
    fputs(behind, stdout);
}

/* Returns whether two commands, which may be one, take an option and have the
 * same text of their own about it. */
static bool man_same(const cli_command *c, const cli_command *d,
                     const cli_option *o)
{
    const cli_words *a = cli_own_text(c, o), *b = cli_own_text(d, o);
    return a != NULL && b != NULL && cli_takes(c, o) && cli_takes(d, o) &&
           strcmp(a->text, b->text) == 0;
}

/* Prints an option: its general help, its commands, and each own text once,
 * with all commands that share it. */
static void man_option(const cli_option *o)
{
    char text[CLI_TEXT_SIZE];
    if (o->group != NULL)
        printf(".SS %s\n", o->group);
    printf(o->letter != '\0' ? ".TP\n\\fB\\-%c\\fR, " : ".TP\n", o->letter);
    man_print("\\fB\\-\\-", o->name, "\\fR");
    if (o->value != NULL)
        printf("=\\fI%s\\fR", o->value);
    man_print("\n", cli_option_text(o, NULL, text), ".\nCommands: ");
    puts((CLI_ALWAYS >> (o - cli_options) & 1) != 0
             ? "all."
             : cli_command_names(o).text);
    for (const cli_command *const *c = cli_commands; *c != NULL; c++) {
        const cli_command *const *d = cli_commands;
        cli_list names = {""};
        while (d != c && !man_same(*d, *c, o))
            d++;
        if (d != c || !man_same(*d, *c, o))
            continue; /* printed before with *d, or there is no own text */
        for (; *d != NULL; d++)
            if (man_same(*d, *c, o))
                cli_list_add(&names, (*d)->name);
        printf(".br\nWith %s: ", names.text);
        man_print("", cli_option_text(o, *c, text), ".\n");
    }
}

void cli_man(void)
{
    printf(".TH TAKEAWAY 1 \"\" \"takeaway %s\" \"User Commands\"\n",
           ta_version());
    man_print(
        ".SH NAME\ntakeaway \\- evaluate take\\-away games\n"
        ".SH SYNOPSIS\n.B takeaway\n.I command\n[\\fIoperand\\fR]... "
        "[\\fIoption\\fR]...\n.SH DESCRIPTION\n",
        "A subtraction game has a set S of positive integers; from a heap of i "
        "one may move to i - s for any s in S with s <= i. A heap is cold if "
        "the player to move loses. Ranges are half-open, [0, N). ",
        "");
    man_print("", cli_numbers_text, "\n.SH COMMANDS\n");
    for (const cli_command *const *c = cli_commands; *c != NULL; c++) {
        printf(".SS takeaway %s%s%s\n", (*c)->name,
               *(*c)->operands != '\0' ? " " : "", (*c)->operands);
        man_print("", (*c)->details, "\n.PP\n.EX\n");
        man_print("", (*c)->example, "\n.EE\n");
    }
    puts(".SH OPTIONS");
    for (const cli_option *o = cli_options + 1; o->name != NULL; o++)
        if (*o->help != '\0')
            man_option(o);
    man_print(".SH SEVERAL MACHINES\n",
              "takeaway-mpi (`make mpi`) has the same command line and runs on "
              "the ranks of an MPI job: mpirun -np 4 takeaway-mpi count 10^13 "
              "--checkpoint=ck --resume=ck. Ranks share count and cold by the "
              "engine wheel (rank 0 does alone what other engines do), census, "
              "and the windows of verify; other commands are refused. Rank 0 "
              "prints and writes; all ranks read the file of --resume. Each "
              "rank has --threads and --max-memory for itself. If a rank fails "
              "or is interrupted, all end with the same status.",
              "\n.SH EXIT STATUS\n");
    for (const cli_exit *e = cli_exits; e->text != NULL; e++) {
        printf(".TP\n.B %d\n", e->status);
        man_print("", e->text, ".\n");
    }
}
