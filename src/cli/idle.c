/* Refuses options that would have no effect, and options that do not go
 * together, since the user expected an effect. The table of options (table.c)
 * has what a command never takes. */
#include "computing.h"
#include "table.h"

/* What does not go together, whatever N is. */
static const char *conflict(const cli_settings *s, unsigned command)
{
    enum { LISTS = CLI_OCTAL | CLI_NIM | CLI_LENGTH };
    const bool keeps = s->checkpoint != NULL || s->resume != NULL;
    const bool table = s->max || s->histogram || s->at != NULL;
    const int games = (s->digits != 0) + (s->codes != NULL);
    const struct {
        unsigned commands;
        bool is; /* here */
        const char *wrong;
    } rules[] = {
        {CLI_OCTAL, !s->period && s->n_operands < 2,
         "'octal' needs CODE N, or CODE with --period; see `takeaway help "
         "octal`"},
        {CLI_OCTAL, s->max + s->histogram + s->cold + s->period > 1,
         "--max, --histogram, --cold and --period exclude each other"},
        {CLI_OCTAL,
         (s->period && (s->in != NULL || s->digest)) ||
             ((s->max || s->histogram) && s->digest),
         "--in and --digest go with the values; not with --period, nor "
         "--digest with --max or --histogram"},
        {CLI_OCTAL, s->long_proof && !s->period,
         "--long-proof goes with --period"},
        {LISTS, s->max + s->histogram + (s->at != NULL) > 1,
         "--max, --histogram and --at exclude each other"},
        {LISTS,
         table && (s->output != NULL || s->format != TA_TEXT || s->digest),
         "--max, --histogram and --at print a table on standard output; -o, "
         "--format and --digest go with the values"},
        {LISTS | CLI_COLD,
         s->json && (s->output != NULL || s->format != TA_TEXT),
         "--json prints a list on standard output; it goes without -o FILE and "
         "--format"},
        {LISTS | CLI_COLD, s->format == CLI_FORMAT_ARCHIVE && s->from != 0,
         "an archive holds all positions from 0 on; leave out --from, which "
         "goes with reading it"},
        {CLI_EVERY, s->in != NULL && keeps,
         "--in computes nothing, so there is nothing to keep: leave out "
         "--checkpoint and --resume, or use --resume in place of --in"},
        {CLI_COUNT | CLI_COLD, keeps && ta_octal_is_spec(s->game),
         "octal games are kept and resumed by `takeaway octal`"},
        {CLI_VERIFY, s->windows == 0 && (s->at != NULL || s->from != 0),
         "--at and --from go with --windows"},
        {CLI_YARDSTICK, s->at != NULL && s->n_operands > 2,
         "--at goes with one N"},
        {CLI_CENSUS, (s->size != 0) + (s->sets != NULL) + games != 1,
         "'census' needs one of --size=K, --sets=FILE, --digits=K and "
         "--codes=FILE"},
        {CLI_CENSUS, s->size != 0 && s->within == 0, "--size needs --within=M"},
    };
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
        if ((rules[k].commands & command) != 0 && rules[k].is)
            return rules[k].wrong;
    return NULL;
}

/* The first of these options (joined by ", ") that was given, or NULL. */
static const cli_option *first_given(const cli_settings *s, const char *options)
{
    for (size_t gap; *options != '\0'; options += gap) {
        size_t width = cli_list_item(options, &gap);
        const cli_option *option = cli_option_named(options, width);
        if (s->given[option - cli_options])
            return option;
        options += width;
    }
    return NULL;
}

int cli_check_idle(const cli_settings *s, const cli_command *command)
{
    enum {
        VALUES = CLI_NIM | CLI_LENGTH,
        LISTS = CLI_COLD | CLI_OCTAL | VALUES,
        READS = CLI_COUNT | CLI_COLD | VALUES
    };
    static const char reads[] = "--in computes nothing";
    const bool in = s->in != NULL, is_octal = ta_octal_is_spec(s->game);
    const bool games = s->digits != 0 || s->codes != NULL;
    const struct {
        const char *options;
        unsigned commands;
        bool idle; /* here */
        const char *why;
    } rules[] = {
        {"offset", LISTS, s->format != TA_BFILE, "it goes with --format=bfile"},
        {"checkpoint-every", CLI_EVERY, s->checkpoint == NULL,
         "it goes with --checkpoint"},
        {"engine, threads", CLI_EVERY, in, reads},
        {"stats, max-memory", READS, in, reads},
        {"threads", READS, is_octal && s->misere,
         "misere play is searched by one thread"},
        {"from, format, output", CLI_OCTAL, s->period,
         "--period prints no list"},
        {"format, output", CLI_OCTAL, s->max || s->histogram,
         "--max and --histogram print a table"},
        {"with", CLI_CENSUS, s->size == 0, "it goes with --size"},
        {"within", CLI_CENSUS, s->size == 0, "it goes with --size"},
        {"start", CLI_CENSUS, games, "it is for finite sets"},
        {"from", VALUES, s->at != NULL, "--at looks at all values below n"},
    };
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
        const cli_option *option =
            rules[k].idle && (rules[k].commands & command->bit) != 0
                ? first_given(s, rules[k].options)
                : NULL;
        if (option != NULL)
            return cli_wrong("--%s has no effect here: %s", option->name,
                             rules[k].why);
    }
    const char *wrong = conflict(s, command->bit);
    return wrong != NULL ? cli_wrong("%s", wrong) : CLI_DONE;
}
