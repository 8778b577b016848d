/* An engine as a user names it: NAME or NAME:SETTING..., such as
 * divide:fftw:threads=2. */

#include "computing.h"

/* A setting. A name that ends in '=' is followed by a number. */
static const struct setting {
    const char *name;
    const char *quantities; /* first letters of those that have the setting */
    ta_convolver convolver;
    uint64_t least, most;
} settings[] = {
    {.name = "ntt", .quantities = "cn", .convolver = TA_CONVOLVER_NTT},
    {.name = "fftw", .quantities = "cn", .convolver = TA_CONVOLVER_FFTW},
    {.name = "gmp", .quantities = "cn", .convolver = TA_CONVOLVER_GMP},
    {.name = "shift", .quantities = "cn", .convolver = TA_CONVOLVER_SHIFT},
    {.name = "threads=",
     .quantities = "cno",
     .least = 1,
     .most = CLI_THREADS_MOST},
    {.name = "base=", .quantities = "cn", .least = 6, .most = 20},
    {.name = "check", .quantities = "c"},
};

static int engine_read_setting(const char *what, const char *text,
                               const char *quantity, ta_options *options)
{
    cli_list accepted = {""};
    char label[80], form[16];
    uint64_t value = 0;
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        const struct setting *s = &settings[k];
        const int length = (int)strcspn(s->name, "=");
        const bool number = s->name[length] == '=';
        if (strchr(s->quantities, quantity[0]) == NULL)
            continue;
        snprintf(form, sizeof form, "%s%s", s->name, number ? "K" : "");
        cli_list_add(&accepted, form);
        if (number ? strncmp(text, s->name, (size_t)length + 1) != 0
                   : strcmp(text, s->name) != 0)
            continue;
        snprintf(label, sizeof label, "%s: %.*s", what, length, s->name);
        if (number && cli_number(label, text + length + 1, s->least, s->most,
                                 &value) != CLI_DONE)
            return CLI_USAGE;
        if (s->convolver != TA_CONVOLVER_AUTO)
            options->convolver = s->convolver;
        else if (s->name[0] == 't')
            options->threads = (unsigned)value;
        else if (s->name[0] == 'b')
            options->base_bits = (unsigned)value;
        else
            options->check = true;
        return CLI_DONE;
    }
    snprintf(label, sizeof label, "%s: the setting", what);
    return cli_refuse(label, text,
                      *accepted.text != '\0' ? accepted.text : "no settings");
}

int cli_engine_read(const char *what, const char *text, size_t length,
                    const char *quantity, cli_engine *engine,
                    ta_options *options)
{
    size_t count = 0, k = 0;
    const ta_engine_info *engines = cli_engines_of(quantity, &count);
    cli_list names = {""};
    if (length >= sizeof engine->label)
        return cli_refuse(what, text, "an engine, with settings after colons");
    memcpy(engine->label, text, length);
    engine->label[length] = '\0';
    strcpy(engine->name, engine->label);
    char *next = strchr(engine->name, ':');
    if (next != NULL)
        *next++ = '\0';
    while (k < count && strcmp(engines[k].name, engine->name) != 0)
        cli_list_add(&names, engines[k++].name);
    if (k == count)
        return cli_unknown(what, engine->name, names.text);
    options->engine = engine->name;
    for (char *setting = next; setting != NULL; setting = next) {
        next = strchr(setting, ':');
        if (next != NULL)
            *next++ = '\0';
        int status = engine_read_setting(what, setting, quantity, options);
        if (status != CLI_DONE)
            return status;
    }
    return CLI_DONE;
}
