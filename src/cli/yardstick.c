/* takeaway yardstick SET N: how large known sets without square differences
 * are. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static const ta_yardstick *find(const char *name)
{
    size_t count;
    const ta_yardstick *y = ta_yardsticks(&count);
    cli_list names = {""};
    for (size_t i = 0; i < count; i++) {
        if (strcmp(y[i].name, name) == 0)
            return &y[i];
        cli_list_add(&names, y[i].name);
    }
    cli_unknown("SET", name, names.text);
    return NULL;
}

/* A row, after the header if it is the first. */
static int print_row(const ta_yardstick *y, const char *n, bool first,
                     bool quiet)
{
    char *below;
    bool member;
    ta_error error = {""};
    ta_status st = ta_yardstick_count(y, n, &below, &member, &error);
    if (st == TA_EINVAL || st == TA_ERANGE) {
        cli_complain("N: %s", error.text);
        return CLI_USAGE;
    }
    if (st != TA_OK)
        return cli_status(st, &error);
    if (first && !quiet)
        cli_print("n\tbelow\tmember\n");
    if (quiet)
        cli_print("%s\n", below);
    else
        cli_print("%s\t%s\t%s\n", n, below, member ? "yes" : "no");
    free(below);
    return CLI_DONE;
}

static int print_powers(const ta_yardstick *y, uint64_t base, const char *end,
                        bool quiet)
{
    uint64_t n;
    char text[24];
    int status = cli_number("N", end, 0, UINT64_MAX, &n);
    for (uint64_t p = 1; status == CLI_DONE && p <= n; p *= base) {
        snprintf(text, sizeof text, "%" PRIu64, p);
        status = print_row(y, text, p == 1, quiet);
        if (p > n / base)
            break;
    }
    return status;
}

int cli_yardstick(const cli_settings *s, const char *operand)
{
    const ta_yardstick *y = find(operand);
    if (y == NULL)
        return CLI_USAGE;
    uint64_t base = 0;
    if (s->at != NULL) {
        base = strcmp(s->at, "powers2") == 0    ? 2
               : strcmp(s->at, "powers10") == 0 ? 10
                                                : 0;
        if (base == 0)
            return cli_unknown("--at", s->at,
                               "powers2 or powers10 (each N given is a row)");
        if (s->n_operands > 2) {
            cli_complain("--at goes with one N");
            return CLI_USAGE;
        }
    }
    if (base != 0)
        return print_powers(y, base, s->operands[1], s->quiet);
    int status = CLI_DONE;
    /* Of several, nothing is printed before all are known to be right. */
    for (size_t i = 1; s->n_operands > 2 && i < s->n_operands; i++) {
        ta_error error = {""};
        ta_status st =
            ta_yardstick_count(y, s->operands[i], NULL, NULL, &error);
        if (st != TA_OK) {
            cli_complain("N: %s", error.text);
            return st == TA_ENOMEM ? CLI_FAILED : CLI_USAGE;
        }
    }
    for (size_t i = 1; i < s->n_operands && status == CLI_DONE; i++)
        status = print_row(y, s->operands[i], i == 1, s->quiet);
    return status;
}
