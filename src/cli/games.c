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

int cli_check_game(const char *what, const char *spec)
{
    size_t count, length = strcspn(spec, ":");
    const ta_game_kind *kinds = ta_game_kinds(&count);
    cli_list names = {""};
    for (size_t i = 0; i < count; i++) {
        if (strcspn(kinds[i].form, ":") == length &&
            strncmp(kinds[i].form, spec, length) == 0)
            return CLI_DONE;
        cli_list_add(&names, kinds[i].form);
    }
    if (ta_octal_is_spec(spec))
        return CLI_DONE;
    const ta_octal_kind *octal = ta_octal_kinds(&count);
    for (size_t i = 0; i < count; i++)
        cli_list_add(&names, octal[i].name);
    cli_list_add(&names, "octal:CODE");
    return cli_unknown(what, spec, names.text);
}

const ta_engine_info *cli_engines_of(const char *quantity, size_t *count)
{
    if (strcmp(quantity, "cold") == 0)
        return ta_engines(count);
    if (strcmp(quantity, "octal") == 0)
        return cli_octal_engines(count);
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
    cli_list_add(&names, "octal");
    return names;
}

int cli_engines(const cli_settings *settings, const char *operand)
{
    (void)settings;
    size_t count;
    const ta_engine_info *engines =
        cli_engines_of(operand != NULL ? operand : "cold", &count);
    if (engines == NULL)
        return cli_unknown("COMMAND", operand, cli_quantities().text);
    cli_print("engine\tsummary\n");
    for (size_t i = 0; i < count; i++)
        cli_print("%s\t%s\n", engines[i].name, engines[i].summary);
    return CLI_DONE;
}
