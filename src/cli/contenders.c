/* --engines=divide:fftw:threads=2,sieve: what is to be compared. */
#include <string.h>

#include "compare.h"

static const char accepted[] =
    "an engine, with ntt, fftw, gmp, shift, estimate, measure, threads=K or "
    "base=K after colons";
const char cli_contender_settings[] =
    "ntt|fftw|gmp|shift|estimate|measure|threads=|base=";

static int read_setting(const char *setting, const char *item,
                        ta_options *options)
{
    uint64_t value;
    int status = CLI_DONE;
    static const char *const convolvers[] = {"auto", "ntt", "fftw", "gmp",
                                             "shift"};
    for (unsigned k = 0; k < sizeof convolvers / sizeof *convolvers; k++)
        if (strcmp(setting, convolvers[k]) == 0) {
            options->convolver = (ta_convolver)k;
            return CLI_DONE;
        }
    if (strcmp(setting, "estimate") == 0) {
        options->planning = TA_PLAN_ESTIMATE;
    } else if (strcmp(setting, "measure") == 0) {
        options->planning = TA_PLAN_MEASURE;
    } else if (strncmp(setting, "threads=", 8) == 0) {
        status = cli_number("--engines: threads", setting + 8, 1, 1024, &value);
        options->threads = status == CLI_DONE ? (unsigned)value : 1;
    } else if (strncmp(setting, "base=", 5) == 0) {
        status = cli_number("--engines: base", setting + 5, 6, 20, &value);
        options->base_bits = status == CLI_DONE ? (unsigned)value : 0;
    } else {
        status = cli_refuse("--engines: the item", item, accepted);
    }
    return status;
}

/* Ends the text at its first colon; what is behind that, or NULL. */
static char *cut(char *text)
{
    char *colon = strchr(text, ':');
    if (colon != NULL)
        *colon++ = '\0';
    return colon;
}

static int read_item(const char *item, size_t length, const char *quantity,
                     cli_contender *c)
{
    if (length == 0 || length >= sizeof c->label)
        return cli_refuse("--engines: an item", length == 0 ? "" : item,
                          accepted);
    memcpy(c->label, item, length);
    memcpy(c->engine, item, length);
    char *at = cut(c->engine);
    int status = cli_check_engine("--engines: engine", c->engine, quantity);
    for (char *setting; status == CLI_DONE && at != NULL;) {
        setting = at;
        at = cut(setting);
        status = read_setting(setting, c->label, &c->options);
    }
    c->options.engine = c->engine;
    if (c->options.threads == 0)
        c->options.threads = 1; /* what is compared is what is said */
    return status;
}

int cli_contenders(const char *list, const char *quantity,
                   const ta_options *base,
                   cli_contender contenders[CLI_CONTENDERS], size_t *count)
{
    *count = 0;
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, ",");
        if (*count == CLI_CONTENDERS)
            return cli_wrong("--engines has more items than the %d accepted",
                             CLI_CONTENDERS);
        cli_contender *c = &contenders[*count];
        *c = (cli_contender){.options = *base};
        int status = read_item(at, length, quantity, c);
        if (status != CLI_DONE)
            return status;
        ++*count;
        at += length;
        if (*at == '\0')
            return CLI_DONE;
    }
}
