/* What the commands do; table.c says the rest of them, and calls nobody. */
#include "cli.h"

static const struct {
    unsigned bit;
    int (*run)(const cli_settings *settings, const char *operand);
} doers[] = {
    {CLI_COUNT, cli_count},
    {CLI_COLD, cli_cold},
    {CLI_COMPARE, cli_compare},
    {CLI_FIT, cli_fit},
    {CLI_OCTAL, cli_octal},
    {CLI_MOVES, cli_moves},
    {CLI_IS, cli_is},
    {CLI_NTH, cli_nth},
    {CLI_PERIOD, cli_period},
    {CLI_CENSUS, cli_census},
    {CLI_YARDSTICK, cli_yardstick},
    {CLI_NIM, cli_nim},
    {CLI_LENGTH, cli_length},
    {CLI_INFO, cli_info},
    {CLI_VERIFY, cli_verify},
    {CLI_LINE, cli_line},
    {CLI_PLAY, cli_play},
    {CLI_EXPORT, cli_export},
    {CLI_GAMES, cli_games},
    {CLI_ENGINES, cli_engines},
    {CLI_HELP, cli_help},
};

int cli_do(const cli_command *command, const cli_settings *settings,
           const char *operand)
{
    size_t k = 0;
    while (doers[k].bit != command->bit) /* each is there */
        k++;
    return doers[k].run(settings, operand);
}
