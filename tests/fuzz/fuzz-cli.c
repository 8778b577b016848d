/* Argument vectors: the lines of the input. They are parsed, not carried
 * out. Refusals are printed on stderr. */
#include "../../src/cli/command.h"
#include "fuzz.h"

enum { ARGUMENTS = 100 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *rest = text;
    char *argv[ARGUMENTS + 2] = {(char[]){"takeaway"}};
    int argc = 1;
    for (char *a; argc <= ARGUMENTS && (a = strsep(&rest, "\n")) != NULL;)
        argv[argc++] = a;
    cli_settings settings;
    cli_exit_status = CLI_DONE;
    const bool ok = cli_parse(argc, argv, &settings);
    FUZZ_ASSERT(cli_exit_status == (ok ? CLI_DONE : CLI_USAGE));
    if (ok && settings.command != NULL) {
        FUZZ_ASSERT(settings.n_operands <= CLI_OPERANDS);
        uint64_t n;
        if (settings.n_operands > 0)
            (void)cli_number("N", settings.operands[0], 0, UINT64_MAX, &n);
    }
    free(text);
    return 0;
}
