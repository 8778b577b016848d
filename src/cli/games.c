/* takeaway games, takeaway engines: what there is, as tables. */
#include <stdio.h>

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
    puts("form\tset\tcold\tnim\tsummary");
    for (size_t i = 0; i < count; i++)
        printf("%s\t%s\t%s\t%s\t%s\n", kinds[i].form, or_dash(kinds[i].set),
               or_dash(kinds[i].cold), or_dash(kinds[i].nim), kinds[i].summary);
    puts("octal:CODE\t-\t-\t-\toctal game d0.d1d2d3...: `takeaway help octal`");
    const ta_octal_kind *octal = ta_octal_kinds(&count);
    for (size_t i = 0; i < count; i++)
        printf("%s\t-\t%s\t%s\t%s (octal game %s)\n", octal[i].name,
               or_dash(octal[i].cold), or_dash(octal[i].nim), octal[i].summary,
               octal[i].code);
    return CLI_DONE;
}

int cli_engines(const cli_settings *settings, const char *operand)
{
    (void)settings;
    (void)operand;
    size_t count;
    const ta_engine_info *engines = ta_engines(&count);
    puts("engine\tsummary");
    for (size_t i = 0; i < count; i++)
        printf("%s\t%s\n", engines[i].name, engines[i].summary);
    return CLI_DONE;
}
