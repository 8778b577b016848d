/* Lists the sequences that the library computes, such as nim-values, and the
 * engines for each sequence, which the command engines prints. Reads an engine
 * as the user writes it, such as divide:fftw:threads=2. */

#include <string.h>

#include "cold/gpu/gpu-about.h"
#include "computing.h"

const cli_sequence cli_sequences[CLI_SEQUENCES] = {
    {"cold", TA_CONTENT_COLD, NULL, NULL},
    {"nim", TA_CONTENT_NIM,
     "`takeaway octal CODE N` has the nim-values of octal games",
     "nim-values belong to normal play; `takeaway moves --misere` decides sums "
     "by them"},
    {"length", TA_CONTENT_LENGTH,
     "lengths are computed for subtraction games only",
     "lengths are defined for normal play only"},
    {"octal", TA_CONTENT_NIM, NULL,
     "octal games are evaluated for normal play only"},
};

const cli_sequence *cli_sequence_with(ta_content content, bool octal)
{
    const cli_sequence *s = cli_sequences;
    while (s->content != content)
        s++;
    return octal ? &cli_sequences[CLI_SEQUENCE_OCTAL] : s;
}

cli_list cli_quantities(void)
{
    cli_list names = {""};
    for (size_t k = 0; k < CLI_SEQUENCES; k++)
        cli_list_add(&names, cli_sequences[k].name);
    return names;
}

/* Engine k for a sequence; NULL behind the last. */
static const ta_engine_info *engine_at(const cli_sequence *s, size_t k)
{
    return ta_engine_at(s->content, s == &cli_sequences[CLI_SEQUENCE_OCTAL], k);
}

cli_list cli_engine_names(const cli_sequence *sequence)
{
    cli_list names = {""};
    const ta_engine_info *engine;
    for (size_t k = 0; (engine = engine_at(sequence, k)) != NULL; k++)
        cli_list_add(&names, engine->name);
    return names;
}

static void engines_run(const cli_settings *settings)
{
    uint64_t q = 0;
    cli_rows rows;
    const ta_engine_info *e;
    char summary[400];
    if (settings->n_operands > 0 &&
        !cli_choose("QUANTITY", settings->operands[0], cli_quantities().text,
                    &q))
        return;
    cli_rows_begin(&rows, &settings->out, "engine\tsummary");
    for (size_t k = 0; (e = engine_at(&cli_sequences[q], k)) != NULL; k++) {
        const char *device =
            strcmp(e->name, "gpu") == 0 ? tai_gpu_about() : NULL;
        snprintf(summary, sizeof summary, "%s%s%s", e->summary,
                 device != NULL ? "; device: " : "",
                 device != NULL ? device : "");
        cli_row(&rows, cli_text(e->name), cli_text(summary));
    }
    cli_rows_end(&rows);
}

/* The settings behind the name of an engine. A name that ends in '=' is
 * followed by a number from `least` to `most`. */
static const struct setting {
    const char *name;
    const char *quantities; /* first letters of the sequences that have it */
    ta_convolver convolver; /* that it chooses, or TA_CONVOLVER_AUTO */
    uint64_t least, most;
} settings[] = {
    {"ntt", "cn", TA_CONVOLVER_NTT, 0, 0},
    {"fftw", "cn", TA_CONVOLVER_FFTW, 0, 0},
    {"gmp", "cn", TA_CONVOLVER_GMP, 0, 0},
    {"shift", "cn", TA_CONVOLVER_SHIFT, 0, 0},
    {"threads=", "cno", TA_CONVOLVER_AUTO, 1, CLI_THREADS_MOST},
    {"base=", "cn", TA_CONVOLVER_AUTO, 6, 20},
    {"check", "c", TA_CONVOLVER_AUTO, 0, 0},
    {"emulate", "c", TA_CONVOLVER_AUTO, 0, 0},
};

/* Changes the options by the setting `text`. */
static bool engine_read_setting(const char *what, const char *text,
                                const cli_sequence *sequence,
                                ta_options *options)
{
    cli_list accepted = {""}; /* those tried, for the message */
    char label[80], form[16];
    uint64_t value = 0;
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        const struct setting *s = &settings[k];
        const size_t length = strlen(s->name);
        const bool number = s->most > 0; /* the name ends in '=' */
        if (strchr(s->quantities, sequence->name[0]) == NULL)
            continue;
        snprintf(form, sizeof form, "%s%s", s->name, number ? "K" : "");
        cli_list_add(&accepted, form);
        if (strncmp(text, s->name, length) != 0 ||
            (!number && text[length] != '\0'))
            continue;
        snprintf(label, sizeof label, "%s: %.*s", what, (int)length - number,
                 s->name);
        if (number &&
            !cli_number(label, text + length, s->least, s->most, &value))
            return false;
        /* The other names differ in their first letters. */
        if (s->convolver != TA_CONVOLVER_AUTO)
            options->convolver = s->convolver;
        else if (s->name[0] == 't')
            options->threads = (unsigned)value;
        else if (s->name[0] == 'b')
            options->base_bits = (unsigned)value;
        else if (s->name[0] == 'c')
            options->check = true;
        else
            options->emulate = true;
        return true;
    }
    snprintf(label, sizeof label, "%s: the setting", what);
    return cli_refuse(label, text,
                      *accepted.text != '\0' ? accepted.text : "no settings");
}

bool cli_engine_read(const char *what, const char *text, size_t length,
                     const cli_sequence *sequence, cli_engine *engine,
                     ta_options *options)
{
    const cli_list names = cli_engine_names(sequence);
    uint64_t index;
    char *rest = engine->name;
    if (length >= sizeof engine->label)
        return cli_refuse(what, text, "an engine, with settings after colons");
    memcpy(engine->label, text, length);
    engine->label[length] = '\0';
    strcpy(engine->name, engine->label);
    options->engine = strsep(&rest, ":");
    bool ok = cli_choose(what, engine->name, names.text, &index);
    while (ok && rest != NULL)
        ok = engine_read_setting(what, strsep(&rest, ":"), sequence, options);
    return ok;
}

const cli_command cli_engines_command = {
    COMMAND("engines", "[QUANTITY]", CLI_QUANTITY, engines_run,
            "the engines that --engine knows"),
    "Prints a table of the engines (algorithms) for QUANTITY: cold (the "
    "default), nim, length, or octal (nim-values of octal games). Settings may "
    "follow the name of an engine after colons. For all but length: threads=K, "
    "the number of threads. For cold and nim: how to find the positions with a "
    "move to positions decided before: ntt (transforms modulo a prime), fftw "
    "(floating-point transforms), gmp (products of integers) or shift (marks "
    "one by one); base=K, the block of 2^K positions at which recursion stops "
    "(K from 6 to 20); for cold with the engines wheel and gpu, the setting "
    "check (compare some positions with the definition), and with gpu the "
    "setting emulate (run its kernels on the processor, for tests).",
    "takeaway engines nim | cut -f 1 | sed -n 2p  # naive\n"
    "takeaway count 2^20 --engine=divide:fftw:threads=2",
    OPT(JSON), .ranks = CLI_ALONE};
