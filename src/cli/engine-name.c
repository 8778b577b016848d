/* Reads an engine as a user writes it: NAME or NAME:SETTING..., such as
 * divide:fftw:threads=2. */

#include "computing.h"

/* The settings that a user may write behind the name of an engine. If the name
 * of a setting ends in '=', a number from `least` to `most` follows. */
static const struct setting {
    const char *name;
    /* The first letters of the quantities whose engines have the setting: c for
     * cold, n for nim, o for octal. */
    const char *quantities;
    ta_convolver convolver;
    uint64_t least, most;
} settings[] = {
    {"ntt", "cn", TA_CONVOLVER_NTT, 0, 0},
    {"fftw", "cn", TA_CONVOLVER_FFTW, 0, 0},
    {"gmp", "cn", TA_CONVOLVER_GMP, 0, 0},
    {"shift", "cn", TA_CONVOLVER_SHIFT, 0, 0},
    {"threads=", "cno", TA_CONVOLVER_AUTO, 1, CLI_THREADS_MOST},
    {"base=", "cn", TA_CONVOLVER_AUTO, 6, 20},
    {"check", "c", TA_CONVOLVER_AUTO, 0, 0},
};

static int engine_read_setting(const char *what, const char *text,
                               const char *quantity, ta_options *options)
{
    cli_list accepted = {""};
    char label[80], form[16];
    uint64_t value = 0;
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        const struct setting *s = &settings[k];
        const size_t length = strlen(s->name);
        const bool number = s->most > 0;
        if (strchr(s->quantities, quantity[0]) == NULL)
            continue;
        snprintf(form, sizeof form, "%s%s", s->name, number ? "K" : "");
        cli_list_add(&accepted, form);
        if (strncmp(text, s->name, length) != 0 ||
            (!number && text[length] != '\0'))
            continue;
        snprintf(label, sizeof label, "%s: %.*s", what, (int)length - number,
                 s->name);
        if (number && cli_number(label, text + length, s->least, s->most,
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

cli_list cli_engine_names(const char *quantity)
{
    cli_list names = {""};
    const ta_engine_info *engine;
    if (cli_engine_at(quantity, 0) == NULL)
        quantity = "cold";
    for (size_t k = 0; (engine = cli_engine_at(quantity, k)) != NULL; k++)
        cli_list_add(&names, engine->name);
    return names;
}

int cli_engine_read(const char *what, const char *text, size_t length,
                    const char *quantity, cli_engine *engine,
                    ta_options *options)
{
    const cli_list names = cli_engine_names(quantity);
    uint64_t index;
    char *rest = engine->name;
    if (length >= sizeof engine->label)
        return cli_refuse(what, text, "an engine, with settings after colons");
    memcpy(engine->label, text, length);
    engine->label[length] = '\0';
    strcpy(engine->name, engine->label);
    options->engine = strsep(&rest, ":");
    int status = cli_choose(what, engine->name, names.text, &index);
    for (char *setting; status == CLI_DONE && rest != NULL;) {
        setting = strsep(&rest, ":");
        status = engine_read_setting(what, setting, quantity, options);
    }
    return status;
}
