/* An engine as a user names it: NAME or NAME:SETTING..., such as
 * divide:fftw:threads=2. */
#include <stdio.h>
#include <string.h>

#include "computing.h"

/* Returns the settings that the engines of a quantity have. */
static const char *settings_of(const char *quantity)
{
    return strcmp(quantity, "cold") == 0
               ? "ntt, fftw, gmp, shift, threads=K, base=K, check"
           : strcmp(quantity, "nim") == 0
               ? "ntt, fftw, gmp, shift, threads=K, base=K"
           : strcmp(quantity, "octal") == 0 ? "threads=K"
                                            : "no settings";
}

/* True if `setting` is one of the list, where K stands for any number. */
static bool is_listed(const char *setting, const char *list)
{
    const size_t name = strcspn(setting, "=") + (strchr(setting, '=') != NULL);
    for (size_t gap; *list != '\0'; list += gap) {
        const size_t width = cli_list_item(list, &gap);
        const size_t fixed = width - (list[width - 1] == 'K');
        if (fixed == name && strncmp(setting, list, name) == 0)
            return true;
        list += width;
    }
    return false;
}

static int read_setting(const char *what, const char *setting,
                        const char *quantity, ta_options *options)
{
    static const char *const convolvers[] = {"auto", "ntt", "fftw", "gmp",
                                             "shift"};
    char label[80];
    uint64_t value;
    int status = CLI_DONE;
    if (!is_listed(setting, settings_of(quantity))) {
        snprintf(label, sizeof label, "%s: the setting", what);
        return cli_refuse(label, setting, settings_of(quantity));
    }
    const bool threads = strncmp(setting, "threads=", 8) == 0;
    snprintf(label, sizeof label, "%s: %s", what, threads ? "threads" : "base");
    if (threads) {
        status = cli_number(label, setting + 8, 1, CLI_THREADS_MOST, &value);
        if (status == CLI_DONE)
            options->threads = (unsigned)value;
    } else if (strncmp(setting, "base=", 5) == 0) {
        status = cli_number(label, setting + 5, 6, 20, &value);
        if (status == CLI_DONE)
            options->base_bits = (unsigned)value;
    } else if (strcmp(setting, "check") == 0) {
        options->check = true;
    }
    for (unsigned k = 0; k < sizeof convolvers / sizeof *convolvers; k++)
        if (strcmp(setting, convolvers[k]) == 0)
            options->convolver = (ta_convolver)k;
    return status;
}

int cli_engine_read(const char *what, const char *text, size_t length,
                    const char *quantity, cli_engine *engine,
                    ta_options *options)
{
    if (length >= sizeof engine->label)
        return cli_refuse(what, text, "an engine, with settings after colons");
    memcpy(engine->label, text, length);
    memcpy(engine->name, text, length);
    char *next = strchr(engine->name, ':');
    if (next != NULL)
        *next++ = '\0';
    int status = cli_check_engine(what, engine->name, quantity);
    while (status == CLI_DONE && next != NULL) {
        char *setting = next;
        next = strchr(setting, ':');
        if (next != NULL)
            *next++ = '\0';
        status = read_setting(what, setting, quantity, options);
    }
    options->engine = engine->name;
    return status;
}
