/* What the library computes of every position, and by which engines. */
#include <string.h>

#include "computing.h"

const cli_sequence cli_cold_sequence = {
    .command = "cold",
    .content = TA_CONTENT_COLD,
};

const cli_sequence cli_nim_sequence = {
    .command = "nim",
    .content = TA_CONTENT_NIM,
    .no_octal = "--game: `takeaway octal CODE N` has the nim-values of octal "
                "games",
};

const cli_sequence cli_length_sequence = {
    .command = "length",
    .content = TA_CONTENT_LENGTH,
    .no_octal = "--game: lengths are computed for subtraction games only",
};

const cli_sequence cli_octal_sequence = {
    .command = "octal",
    .content = TA_CONTENT_NIM,
};

const cli_sequence *const cli_sequences[] = {
    &cli_cold_sequence, &cli_nim_sequence, &cli_length_sequence,
    &cli_octal_sequence, NULL};

const char *cli_quantity_of(ta_content content, bool octal)
{
    const cli_sequence *const *s = cli_sequences;
    if (octal)
        return cli_octal_sequence.command;
    while ((*s)->content != content)
        s++;
    return (*s)->command;
}

const ta_engine_info *cli_engines_of(const char *quantity, size_t *count)
{
    for (const cli_sequence *const *s = cli_sequences; *s != NULL; s++)
        if (strcmp(quantity, (*s)->command) == 0)
            return ta_engines((*s)->content, *s == &cli_octal_sequence, count);
    return NULL;
}

cli_list cli_quantities(void)
{
    cli_list names = {""};
    for (const cli_sequence *const *s = cli_sequences; *s != NULL; s++)
        cli_list_add(&names, (*s)->command);
    return names;
}

int cli_check_engine(const char *what, const char *name, const char *quantity)
{
    size_t count = 0;
    const ta_engine_info *engines = cli_engines_of(quantity, &count);
    cli_list names = {""};
    for (size_t i = 0; i < count; i++) {
        if (strcmp(engines[i].name, name) == 0)
            return CLI_DONE;
        cli_list_add(&names, engines[i].name);
    }
    return cli_unknown(what, name, names.text);
}
