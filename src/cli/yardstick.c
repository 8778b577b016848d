/* takeaway yardstick SET N: how large known sets without square (or cube)
 * differences are. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "computing.h"

static int find(const char *name, tai_yardstick *found)
{
    size_t count;
    const tai_yardstick *y = tai_yardsticks(&count);
    cli_list names = {""};
    ta_error error = {""};
    if (strncmp(name, "poly:", 5) == 0) {
        ta_status st = tai_yardstick_poly(name, found, &error);
        if (st != TA_OK)
            cli_complain("SET: %s", error.text);
        return st == TA_OK       ? CLI_DONE
               : st == TA_ENOMEM ? CLI_FAILED
                                 : CLI_USAGE;
    }
    for (size_t i = 0; i < count; i++) {
        if (strcmp(y[i].name, name) == 0) {
            *found = y[i];
            return CLI_DONE;
        }
        cli_list_add(&names, y[i].name);
    }
    cli_list_add(&names, "poly:a,b,c");
    return cli_unknown("SET", name, names.text);
}

/* The value of a number below 2^64, and a larger one as it was written. */
static cli_cell number(const char *text)
{
    uint64_t value;
    return ta_number_parse(text, &value, NULL) == TA_OK ? cli_count_of(value)
                                                        : cli_text(text);
}

static int print_row(const tai_yardstick *y, const char *n, cli_rows *rows)
{
    char *below;
    bool member;
    ta_error error = {""};
    ta_status st = tai_yardstick_count(y, n, &below, &member, &error);
    if (st == TA_EINVAL || st == TA_ERANGE)
        return cli_wrong("N: %s", error.text);
    if (st != TA_OK)
        return cli_status(st, &error);
    const cli_cell cells[] = {number(n), number(below), cli_flag(member)};
    cli_rows_put(rows, cells + (rows->headless ? 1 : 0));
    ta_free(below);
    return CLI_DONE;
}

static int print_ends(const tai_yardstick *y, const cli_settings *s,
                      cli_rows *rows)
{
    uint64_t n;
    char text[24];
    cli_ends ends = {NULL, 0};
    int status = cli_number("N", s->operands[1], 0, UINT64_MAX, &n);
    if (status == CLI_DONE)
        status = cli_ends_read(s->at, n, &ends);
    for (size_t k = 0; status == CLI_DONE && k < ends.count; k++) {
        snprintf(text, sizeof text, "%" PRIu64, ends.end[k]);
        status = print_row(y, text, rows);
    }
    free(ends.end);
    return status;
}

int cli_yardstick(const cli_settings *s)
{
    tai_yardstick found, *y = &found;
    int status = find(s->operands[0], y);
    if (status != CLI_DONE)
        return status;
    cli_rows rows;
    bool bare = s->quiet && !s->json;
    cli_rows_begin(&rows, s, bare ? "" : "n\tbelow\tmember");
    /* Of several, nothing is printed before all are known to be right. */
    for (size_t i = 1; s->at == NULL && s->n_operands > 2 && i < s->n_operands;
         i++) {
        ta_error error = {""};
        ta_status st =
            tai_yardstick_count(y, s->operands[i], NULL, NULL, &error);
        if (st != TA_OK) {
            cli_complain("N: %s", error.text);
            return st == TA_ENOMEM ? CLI_FAILED : CLI_USAGE;
        }
    }
    if (s->at != NULL)
        status = print_ends(y, s, &rows);
    for (size_t i = 1; s->at == NULL && i < s->n_operands && status == CLI_DONE;
         i++)
        status = print_row(y, s->operands[i], &rows);
    if (status == CLI_DONE)
        cli_rows_end(&rows);
    return status;
}
