/* The sequences that the library computes (cold positions, nim-values, lengths,
 * nim-values of octal games), and the engines of each sequence. */

#include "computing.h"

const cli_sequence cli_sequences[CLI_SEQUENCES] = {
    {.command = "cold",
     .content = TA_CONTENT_COLD,
     .commands = CLI_COUNT | CLI_COLD | CLI_NTH},
    {.command = "nim",
     .content = TA_CONTENT_NIM,
     .commands = CLI_NIM,
     .no_octal = "--game: `takeaway octal CODE N` has the nim-values of octal "
                 "games"},
    {.command = "length",
     .content = TA_CONTENT_LENGTH,
     .commands = CLI_LENGTH,
     .no_octal = "--game: lengths are computed for subtraction games only"},
    {.command = "octal", .content = TA_CONTENT_NIM, .commands = CLI_OCTAL},
};

const cli_sequence *cli_sequence_of(unsigned command)
{
    const cli_sequence *s = cli_sequences;
    while ((s->commands & command) == 0)
        s++;
    return s;
}

const char *cli_quantity_of(ta_content content, bool octal)
{
    const cli_sequence *s = cli_sequences;
    while (octal ? s->commands != CLI_OCTAL : s->content != content)
        s++;
    return s->command;
}

const ta_engine_info *cli_engine_at(const char *quantity, size_t k)
{
    for (size_t i = 0; i < CLI_SEQUENCES; i++)
        if (strcmp(quantity, cli_sequences[i].command) == 0)
            return ta_engine_at(cli_sequences[i].content,
                                cli_sequences[i].commands == CLI_OCTAL, k);
    return NULL;
}

cli_list cli_quantities(void)
{
    cli_list names = {""};
    for (size_t k = 0; k < CLI_SEQUENCES; k++)
        cli_list_add(&names, cli_sequences[k].command);
    return names;
}
