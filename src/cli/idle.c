/* Checks that the options of a command line go together. Refuses an option that
 * has no effect because of other options, and options that exclude each other.
 * The table of options (table.c) says which commands accept an option at all.
 */

#include "computing.h"

bool cli_is_given(const cli_settings *s, const char *option)
{
    return s->given[cli_option_named(option, strlen(option)) - cli_options];
}

/* Returns the first option in a list of names, separated by ", ", that the user
 * has given. Returns NULL if none of them was given. */
static const cli_option *idle_first_given(const cli_settings *s,
                                          const char *options)
{
    size_t width;
    for (const char *name; (name = cli_list_next(&options, &width)) != NULL;) {
        const cli_option *option = cli_option_named(name, width);
        if (s->given[option - cli_options])
            return option;
    }
    return NULL;
}

bool cli_check_idle(const cli_settings *s, const cli_command *command)
{
    enum {
        VALUES = CLI_NIM | CLI_LENGTH | CLI_OCTAL,
        READS =
            CLI_COUNT | CLI_COLD | CLI_NIM | CLI_LENGTH | CLI_NTH | CLI_EXPORT
    };
    static const char reads[] = "--in computes nothing";
    const bool in = s->in != NULL, octal = ta_octal_is_spec(s->game),
               keeps = s->checkpoint != NULL || s->resume != NULL,
               table = s->max || s->histogram || s->at != NULL,
               formed = s->output != NULL || s->format != TA_TEXT;
    /* Each rule refuses some command lines of the commands whose bits are in
     * `commands`. The rule applies if `holds` is true. If it lists options,
     * these have no effect, and a command line with one of them is refused;
     * `text` is the reason. If `options` is "", the command line is refused
     * whatever its options are; `text` is the message. */
    const struct {
        unsigned commands;
        bool holds; /* for this command line */
        const char *options, *text;
    } rules[] = {
        {CLI_EVERY, s->format != TA_BFILE && command->bit != CLI_EXPORT,
         "offset", "it goes with --format=bfile"},
        {CLI_EVERY, s->checkpoint == NULL, "checkpoint-every",
         "it goes with --checkpoint"},
        {CLI_EVERY, in, "engine, threads", reads},
        {READS, in, "stats, max-memory", reads},
        {CLI_OCTAL, s->period, "in, digest, from, format, output",
         "--period prints no list"},
        {VALUES, s->at != NULL, "from", "--at looks at all values below n"},
        {CLI_CENSUS, s->size == 0, "with, within", "it goes with --size"},
        {CLI_OCTAL, !s->period && s->n_operands < 2, "",
         "'octal' needs CODE N, or CODE with --period; see `takeaway help "
         "octal`"},
        {CLI_OCTAL, s->long_proof && (!s->period || keeps), "",
         "--long-proof goes with --period, and without --checkpoint and "
         "--resume"},
        {VALUES,
         s->max + s->histogram + s->cold + s->period + (s->at != NULL) > 1, "",
         "--max, --histogram and --at exclude each other, and for octal games "
         "--cold and --period, too"},
        {VALUES, table && s->digest, "",
         "--max, --histogram and --at print a table; --digest goes with the "
         "values"},
        {VALUES | CLI_COUNT, table && s->format != TA_TEXT, "",
         "--max, --histogram and --at print a table, which is text; --format "
         "and files in .npy and .ta go with the values"},
        {CLI_COUNT, s->at == NULL, "output", "it goes with --at"},
        {CLI_PLOT, s->output == NULL && !s->script, "",
         "'plot' needs -o FILE, a picture, or --script"},
        {VALUES | CLI_COLD | CLI_COUNT, s->json && formed, "",
         "--json prints a list on standard output; it goes without -o FILE and "
         "--format"},
        {VALUES | CLI_COLD, s->format == CLI_FORMAT_ARCHIVE && s->from != 0, "",
         "an archive holds all positions from 0 on; leave out --from, which "
         "goes with reading it"},
        {CLI_EVERY, in && keeps, "",
         "--in computes nothing, so there is nothing to keep: leave out "
         "--checkpoint and --resume, or use --resume in place of --in"},
        {CLI_COUNT | CLI_COLD, keeps && octal, "",
         "octal games are kept and resumed by `takeaway octal`"},
        {CLI_EVERY, s->digest && s->output == NULL, "format",
         "--digest alone prints no list; -o FILE writes one"},
        {CLI_VERIFY, s->windows == 0, "at, from, window-size",
         "it goes with --windows"},
        {CLI_CENSUS,
         (s->size != 0) + (s->sets != NULL) + (s->digits != 0) +
                 (s->codes != NULL) !=
             1,
         "",
         "'census' needs one of --size=K, --sets=FILE, --digits=K and "
         "--codes=FILE"},
        {CLI_CENSUS, s->within == 0 && s->size != 0, "",
         "--size needs --within=M"},
    };
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
        if (!rules[k].holds || (rules[k].commands & command->bit) == 0)
            continue;
        const cli_option *idle = idle_first_given(s, rules[k].options);
        if (idle != NULL)
            return cli_wrong("--%s has no effect here: %s", idle->name,
                             rules[k].text);
        if (*rules[k].options == '\0')
            return cli_wrong("%s", rules[k].text);
    }
    return true;
}
