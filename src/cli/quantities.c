/* What the library computes of every position, and by which engines. */
#include <string.h>

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

const cli_sequence cli_length_sequence = {
    .command = "length",
    .content = TA_CONTENT_LENGTH,
    .engines = ta_length_engines,
    .memory = ta_length_memory,
    .run = ta_length_run,
    .no_octal = "--game: lengths are computed for subtraction games only",
};

const cli_sequence cli_octal_sequence = {
    .command = "octal",
    .content = TA_CONTENT_OCTAL,
    .engines = ta_octal_engines,
    .memory = ta_nim_memory,
    .run = ta_nim_run,
};

const cli_sequence *const cli_sequences[] = {
    &cli_nim_sequence, &cli_length_sequence, &cli_octal_sequence, NULL};

const ta_engine_info *cli_engines_of(const char *quantity, size_t *count)
{
    if (strcmp(quantity, "cold") == 0)
        return ta_engines(count);
    for (const cli_sequence *const *s = cli_sequences; *s != NULL; s++)
        if (strcmp(quantity, (*s)->command) == 0)
            return (*s)->engines(count);
    return NULL;
}

cli_list cli_quantities(void)
{
    cli_list names = {"cold"};
    for (const cli_sequence *const *s = cli_sequences; *s != NULL; s++)
        cli_list_add(&names, (*s)->command);
    return names;
}

int cli_check_engine(const char *what, const char *name, const char *quantity)
{
    size_t count;
    const ta_engine_info *engines = cli_engines_of(quantity, &count);
    cli_list names = {""};
    for (size_t i = 0; i < count; i++) {
        if (strcmp(engines[i].name, name) == 0)
            return CLI_DONE;
        cli_list_add(&names, engines[i].name);
    }
    return cli_unknown(what, name, names.text);
}
