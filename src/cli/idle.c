/* Options that would have no effect are refused: who gave one expected
 * something. What a command does not take at all is in table.c. */
#include "cli.h"

int cli_check_idle(const cli_settings *s, const cli_command *command,
                   bool (*given)(const void *state, const char *option),
                   const void *state)
{
    enum {
        ANY = CLI_EVERY,
        VALUES = CLI_NIM | CLI_LENGTH,
        LISTS = CLI_COLD | CLI_OCTAL | VALUES,
        READS = CLI_COUNT | CLI_COLD | VALUES
    };
    static const char bfile[] = "it goes with --format=bfile";
    static const char reads[] = "--in computes nothing";
    static const char octal[] = "octal games have one way to be computed";
    static const char period[] = "--period prints no list";
    static const char lengths[] = "lengths are computed by one thread";
    static const char table[] = "--max and --histogram print a table";
    const bool in = s->in != NULL, is_octal = ta_octal_is_spec(s->game);
    const struct {
        const char *option;
        unsigned commands;
        bool idle; /* here */
        const char *why;
    } rules[] = {
        {"offset", LISTS, s->format != TA_BFILE, bfile},
        {"checkpoint-every", ANY, s->checkpoint == NULL,
         "it goes with --checkpoint"},
        {"engine", ANY & ~(unsigned)CLI_VERIFY, in, reads},
        {"threads", ANY, in, reads},
        {"convolver", ANY, in, reads},
        {"plan", ANY, in, reads},
        {"wisdom", ANY, in, reads},
        {"base-bits", ANY, in, reads},
        {"check", ANY, in, reads},
        {"stats", READS, in, reads},
        {"trace", READS, in, reads},
        {"max-memory", READS, in, reads},
        {"threads", READS, is_octal, octal},
        {"convolver", READS, is_octal, octal},
        {"plan", READS, is_octal, octal},
        {"wisdom", READS, is_octal, octal},
        {"base-bits", READS, is_octal, octal},
        {"check", READS, is_octal, octal},
        {"threads", CLI_MOVES, s->shortest, lengths},
        {"from", CLI_OCTAL, s->period, period},
        {"format", CLI_OCTAL, s->period, period},
        {"output", CLI_OCTAL, s->period, period},
        {"format", CLI_OCTAL, s->max || s->histogram, table},
        {"output", CLI_OCTAL, s->max || s->histogram, table},
        {"with", CLI_CENSUS, s->size == 0, "it goes with --size"},
        {"within", CLI_CENSUS, s->sets != NULL, "--sets lists all"},
        {"from", VALUES, s->at != NULL, "--at looks at all values below n"},
    };
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
        if (rules[k].idle && (rules[k].commands & command->bit) != 0 &&
            given(state, rules[k].option))
            return cli_wrong("--%s has no effect here: %s", rules[k].option,
                             rules[k].why);
    return CLI_DONE;
}
