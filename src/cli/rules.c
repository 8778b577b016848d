/* Refuses command lines with an option that has no effect beside the others,
 * and options that exclude each other: the first rule (command.h) that a
 * command line breaks gives the message. */
#include <string.h>

#include "computing.h"
#include "plot.h"

#define TABLE (OPT(MAX) | OPT(HISTOGRAM) | OPT(AT)) /* not a list */
#define KEEPS (OPT(CHECKPOINT) | OPT(RESUME))

/* The rules of several commands; those of one stand in its entry. */
static const cli_rule shared[] = {
    {CLI_IDLE, OPT(OFFSET), .facts = CLI_NO_BFILE,
     .text = "it goes with --format=bfile"},
    {CLI_IDLE, OPT(CHECKPOINT_EVERY), .unless = OPT(CHECKPOINT),
     .text = "it goes with --checkpoint"},
    {CLI_IDLE, OPT(ENGINE) | OPT(THREADS) | OPT(STATS), .when = OPT(IN),
     .text = "--in computes nothing"},
    {CLI_IDLE, OPT(MAX_MEMORY), .when = OPT(IN), .facts = CLI_LISTED,
     .text = "--in computes nothing"},
    {CLI_IDLE, OPT(FROM), .when = OPT(AT), .facts = CLI_VALUES,
     .text = "--at looks at all values below n"},
    {CLI_EXCLUSIVE, OPT(MISERE) | OPT(CONVENTION),
     .text = "--misere is --convention=misere; leave out one of the two"},
    {CLI_REFUSED, .facts = CLI_NOT_SO,
     .text = "--convention: exact is of count, cold, is, moves and period; "
             "sink of period and census"},
    {CLI_REFUSED, KEEPS | OPT(IN) | OPT(ALL) | OPT(LIMIT), .facts = CLI_EXACT,
     .text = "exact play is computed by the definition, without archives; "
             "leave out --in, --checkpoint, --resume, --all and --limit"},
    {CLI_REFUSED, .facts = CLI_EXACT | CLI_ARCHIVED,
     .text = "--format: an archive cannot have exact play"},
    {CLI_EXCLUSIVE, TABLE | OPT(COLD) | OPT(PERIOD),
     .text = "--max, --histogram and --at exclude each other, and for octal "
             "games --cold and --period, too"},
    {CLI_REFUSED, OPT(DIGEST), .when = TABLE, .facts = CLI_VALUES,
     .text = "--max, --histogram and --at print a table; --digest goes with "
             "the values"},
    {CLI_REFUSED, .when = TABLE, .facts = CLI_TYPED,
     .text = "--max, --histogram and --at print a table, which is text; "
             "--format and files in .npy and .ta go with the values"},
    {CLI_REFUSED, .facts = CLI_PICTURE,
     .text = "-o: `takeaway plot` draws .png, .svg and .pdf, `grid` .png; "
             "numbers go to a file of another name"},
    {CLI_REFUSED, OPT(JSON), .facts = CLI_FORMED,
     .text = "--json prints a list on standard output; it goes without -o FILE "
             "and --format"},
    {CLI_REFUSED, .facts = CLI_ARCHIVED | CLI_SKIPS,
     .text = "an archive holds all positions from 0 on; leave out --from, "
             "which goes with reading it"},
    {CLI_REFUSED, OPT(IN), .when = KEEPS,
     .text = "--in computes nothing, so there is nothing to keep: leave out "
             "--checkpoint and --resume, or use --resume in place of --in"},
    {CLI_REFUSED, KEEPS, .facts = CLI_OCTAL_SET,
     .text = "octal games are kept and resumed by `takeaway octal`"},
    {CLI_IDLE, OPT(FORMAT), .when = OPT(DIGEST), .unless = OPT(OUTPUT),
     .text = "--digest alone prints no list; -o FILE writes one"},
    {0}};

/* Returns true if no rule of the list, which may be NULL, is broken. */
static bool rules_hold(const cli_rule *r, const cli_settings *s, unsigned facts)
{
    for (; r != NULL && r->kind != 0; r++) {
        const uint64_t given = s->given & r->options;
        const bool applies = (r->when == 0 || (s->given & r->when) != 0) &&
                             (s->given & r->unless) == 0 &&
                             (facts & r->facts) == r->facts,
                   obeyed = r->kind == CLI_EXCLUSIVE
                                ? (given & (given - 1)) == 0 /* at most one */
                            : r->kind == CLI_NEEDED
                                ? given != 0
                                : given == 0 && r->options != 0;
        if (applies && !obeyed)
            return r->kind == CLI_IDLE
                       ? cli_wrong("--%s has no effect here: %s",
                                   cli_options[__builtin_ctzll(given)].name,
                                   r->text)
                       : cli_wrong("%s", r->text);
    }
    return true;
}

bool cli_check_rules(const cli_settings *s)
{
    const cli_command *c = s->command;
    const bool cold =
        c->sequence != NULL && c->sequence->content == TA_CONTENT_COLD;
    const char *file = s->out.output;
    const bool draws = c == &cli_plot_command ||
                       (c == &cli_grid_command && cli_ends_in(file, ".png"));
    const unsigned facts =
        (s->out.output != NULL || s->out.format != TA_TEXT ? CLI_FORMED : 0) |
        (s->out.format != TA_TEXT ? CLI_TYPED : 0) |
        (s->out.format != TA_BFILE ? CLI_NO_BFILE : 0) |
        (s->out.format == CLI_FORMAT_ARCHIVE ? CLI_ARCHIVED : 0) |
        (s->what.from != 0 ? CLI_SKIPS : 0) |
        (c->sequence != NULL && !cold ? CLI_VALUES : 0) |
        (cold && ta_octal_is_spec(s->what.game) ? CLI_OCTAL_SET : 0) |
        (c->operand != CLI_HEAP ? CLI_LISTED : 0) |
        (s->n_operands < 2 ? CLI_WITHOUT_N : 0) |
        (s->what.convention == TA_EXACT ? CLI_EXACT : 0) |
        (file != NULL && !draws && cli_plot_draws(file) ? CLI_PICTURE : 0) |
        /* All commands with --convention know normal play; those with --misere
         * exact play, too; census the sink; and period both. */
        (s->what.convention == (c->options & OPT(MISERE)   ? CLI_SINK
                                : c == &cli_census_command ? TA_EXACT
                                                           : UINT64_MAX)
             ? CLI_NOT_SO
             : 0);
    return rules_hold(shared, s, facts) && rules_hold(c->rules, s, facts);
}
