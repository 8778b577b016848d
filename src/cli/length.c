/* takeaway length N: the lengths of optimal play. */
#include "cli.h"

const cli_sequence cli_length_sequence = {
    .command = "length",
    .content = TA_CONTENT_LENGTH,
    .engines = ta_length_engines,
    .memory = ta_length_memory,
    .run = ta_length_run,
    .no_octal = "--game: lengths are computed for subtraction games only",
};

int cli_length(const cli_settings *settings, const char *operand)
{
    return cli_sequence_main(&cli_length_sequence, settings, operand);
}
