/* takeaway nim N: the nim-values. */
#include "cli.h"

const cli_sequence cli_nim_sequence = {
    .command = "nim",
    .content = TA_CONTENT_NIM,
    .engines = ta_nim_engines,
    .memory = ta_nim_memory,
    .run = ta_nim_run,
    .no_octal = "--game: `takeaway octal CODE N` has the nim-values of octal "
                "games",
};

const cli_sequence *const cli_sequences[] = {
    &cli_nim_sequence, &cli_length_sequence, &cli_octal_sequence, NULL};

int cli_nim(const cli_settings *settings, const char *operand)
{
    return cli_sequence_main(&cli_nim_sequence, settings, operand);
}
