/* takeaway games, takeaway engines: what there is, as tables. */
#include <stdio.h>
#include <string.h>

#include "cli.h"

static const char *or_dash(const char *text)
{
    return *text != '\0' ? text : "-";
}

int cli_games(const cli_settings *settings, const char *operand)
{
    (void)settings;
    (void)operand;
    size_t count;
    const ta_game_kind *kinds = ta_game_kinds(&count);
    cli_print("form\tset\tcold\tnim\tsummary\n");
    for (size_t i = 0; i < count; i++)
        cli_print("%s\t%s\t%s\t%s\t%s\n", kinds[i].form, or_dash(kinds[i].set),
                  or_dash(kinds[i].cold), or_dash(kinds[i].nim),
                  kinds[i].summary);
    cli_print("octal:CODE\t-\t-\t-\toctal game d0.d1d2d3...: `takeaway help "
              "octal`\n");
    const ta_octal_kind *octal = ta_octal_kinds(&count);
    for (size_t i = 0; i < count; i++)
        cli_print("%s\t-\t%s\t%s\t%s (octal game %s)\n", octal[i].name,
                  or_dash(octal[i].cold), or_dash(octal[i].nim),
                  octal[i].summary, octal[i].code);
    return CLI_DONE;
}

/* The engines of a command, or NULL. */
static const ta_engine_info *engines_of(const char *command, size_t *count)
{
    if (command == NULL || strcmp(command, "cold") == 0)
        return ta_engines(count);
    for (const cli_sequence *const *s = cli_sequences; *s != NULL; s++)
        if (strcmp(command, (*s)->command) == 0)
            return (*s)->engines(count);
    return NULL;
}

int cli_engines(const cli_settings *settings, const char *operand)
{
    (void)settings;
    size_t count;
    const ta_engine_info *engines = engines_of(operand, &count);
    if (engines == NULL) {
        char names[100] = "cold";
        for (const cli_sequence *const *s = cli_sequences; *s != NULL; s++) {
            size_t used = strlen(names);
            snprintf(names + used, sizeof names - used, " or %s",
                     (*s)->command);
        }
        return cli_refuse("COMMAND", operand, names);
    }
    cli_print("engine\tsummary\n");
    for (size_t i = 0; i < count; i++)
        cli_print("%s\t%s\n", engines[i].name, engines[i].summary);
    return CLI_DONE;
}
