/* takeaway.1, from the tables; `make install` puts it in place. */

#include "table.h"

/* Prints text in which roff must see no request and no escape. */
static void print_roff(const char *text)
{
    static const char special[] = "\\-`'^";
    static const char *const escape[] = {"\\e", "\\-", "\\(ga", "\\(aq",
                                         "\\(ha"};
    for (bool line_start = true; *text != '\0'; text++) {
        const char *found = strchr(special, *text);
        if (line_start && *text == '.')
            fputs("\\&", stdout);
        if (found != NULL)
            fputs(escape[found - special], stdout);
        else
            putchar(*text);
        line_start = *text == '\n';
    }
}

/* Prints names of commands and what is said for them. */
static void print_for(const char *before, unsigned commands, const char *behind,
                      const char *text)
{
    printf("%s%s%s", before,
           commands == CLI_EVERY ? "all" : cli_command_names(commands).text,
           behind);
    print_roff(text);
    puts(".");
}

static void man_option(const cli_option *o)
{
    char text[CLI_TEXT_SIZE];
    if (o->group != NULL)
        printf(".SS %s\n", o->group);
    puts(".TP");
    if (o->letter != '\0')
        printf("\\fB\\-%c\\fR, ", o->letter);
    fputs("\\fB\\-\\-", stdout);
    print_roff(o->name);
    printf("\\fR%s\\fI%s\\fR\n", o->value != NULL ? "=" : "",
           o->value != NULL ? o->value : "");
    print_roff(cli_option_text(o, 0, text));
    print_for(".\nCommands: ", o->commands, "", "");
    for (size_t i = 0; i < cli_n_own_words; i++) {
        const cli_words *w = &cli_own_words[i];
        if (strcmp(w->option, o->name) == 0 && (w->commands & o->commands) != 0)
            print_for("With ", w->commands, ": ",
                      cli_option_text(o, w->commands, text));
    }
}

void cli_man(void)
{
    printf(".TH TAKEAWAY 1 \"\" \"takeaway %s\" \"User Commands\"\n",
           ta_version());
    puts(
        ".SH NAME\ntakeaway \\- evaluate take\\-away (subtraction) games\n"
        ".SH SYNOPSIS\n.B takeaway\n.I command\n[\\fIoperand\\fR] "
        "[\\fIoption\\fR]...\n.SH DESCRIPTION\n"
        "A subtraction game has a set S of positive integers; from a heap of\n"
        "i one may move to i \\- s for any s in S with s <= i. A heap is cold\n"
        "if the player to move loses. Ranges are half\\-open, [0, N). Numbers\n"
        "are exact integer expressions: 1000000, 1_000_000, 1.5e6, 10M,\n"
        "2\\(ha20\\-1, 3*10\\(ha7+1; K, M, G and T are 10\\(ha3, 10\\(ha6,\n"
        "10\\(ha9 and 10\\(ha12, in \\-\\-max\\-memory powers of 1024.\n"
        ".SH COMMANDS");
    for (size_t i = 0; i < cli_n_commands; i++) {
        const cli_command *c = &cli_commands[i];
        printf(".SS takeaway %s %s\n", c->name, c->operands);
        print_roff(c->details);
        puts("\n.PP\n.EX");
        print_roff(c->example);
        puts("\n.EE");
    }
    puts(".SH OPTIONS");
    for (size_t i = 0; i < cli_n_options; i++)
        if (cli_options[i].commands != 0)
            man_option(&cli_options[i]);
    puts(".SH SEVERAL MACHINES\n"
         "\\fBtakeaway\\-mpi\\fR (\\fBmake mpi\\fR) has the same command line "
         "and runs\non the ranks of an MPI job:\n.PP\n.EX\nmpirun \\-np 4 "
         "takeaway\\-mpi count 10\\(ha13 \\-\\-checkpoint=ck "
         "\\-\\-resume=ck\n.EE\n.PP\n"
         "Ranks share \\fBcount\\fR and \\fBcold\\fR by the engine wheel "
         "(what other engines do\nrank 0 does alone), \\fBcensus\\fR, and the "
         "windows of \\fBverify\\fR; other\ncommands are refused. Rank 0 "
         "prints and writes; all read the files of\n\\-\\-resume, so they lie "
         "where all see them. Each rank has \\-\\-threads and\n"
         "\\-\\-max\\-memory for itself. What one rank cannot do, and a signal "
         "to one,\nends all with the same status.");
    puts(".SH EXIT STATUS");
    for (size_t k = 0; k < cli_n_exits; k++) {
        printf(".TP\n.B %d\n", cli_exits[k].status);
        print_roff(cli_exits[k].text);
        puts(".");
    }
}
