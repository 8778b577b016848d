/* The one place where tables are written. */
#include "rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

static const uint64_t exact_in_json = UINT64_C(1) << 53;

void cli_json_string(const char *text)
{
    uint32_t code;
    putchar('"');
    for (size_t length; *text != '\0'; text += length > 0 ? length : 1) {
        length = cli_character(text, &code);
        if (length == 0)
            fputs("\\ufffd", stdout);
        else if (code == '"' || code == '\\')
            printf("\\%c", *text);
        else if (code < ' ' || code == 127)
            printf("\\u%04x", code);
        else
            fwrite(text, 1, length, stdout);
    }
    putchar('"');
}

static void print_json(const cli_cell *c)
{
    if (c->kind == CLI_CELL_FLAG)
        fputs(c->number != 0 ? "true" : "false", stdout);
    else if (c->kind == CLI_CELL_NUMBER)
        printf(c->number > exact_in_json ? "\"%" PRIu64 "\"" : "%" PRIu64,
               c->number);
    else if (c->kind == CLI_CELL_REAL && isfinite(c->real))
        printf("%.*f", c->places, c->real);
    else if (c->kind == CLI_CELL_TEXT && c->text != NULL)
        cli_json_string(c->text);
    else
        fputs("null", stdout);
}

static void print_plain(const cli_rows *r, const cli_cell *c)
{
    if (c->kind == CLI_CELL_FLAG)
        cli_print(c->number != 0 ? "yes" : "no");
    else if (c->kind == CLI_CELL_NUMBER)
        cli_print("%" PRIu64, c->number);
    else if (c->kind == CLI_CELL_REAL && !isnan(c->real))
        cli_print("%.*f", c->places, c->real);
    else
        cli_print("%s", c->text != NULL ? c->text : r->none);
}

/* The row's name, where the column has one. */
static void print_name(const char *name, size_t width)
{
    if (width > 0)
        printf("\"%.*s\": ", (int)width, name);
}

static void begin(cli_rows *r)
{
    if (r->begun)
        return;
    r->begun = true;
    if (r->json)
        fputs(r->record ? "{" : "[", stdout);
    else if (!r->headless)
        cli_print("%s\n", r->columns);
}

void cli_rows_begin(cli_rows *r, const cli_settings *s, const char *columns)
{
    *r = (cli_rows){.columns = columns,
                    .none = "NA",
                    .json = s->json,
                    .record = strcmp(columns, "quantity\tvalue") == 0,
                    .headless = *columns == '\0'};
}

static void put_json(cli_rows *r, const cli_cell *cells, bool first)
{
    fputs(first ? "\n  " : ",\n  ", stdout);
    if (r->record) {
        print_name(cells[0].text, strlen(cells[0].text));
        print_json(&cells[1]);
        return;
    }
    bool object = *r->columns != '\0';
    const char *name = r->columns;
    fputs(object ? "{" : "", stdout);
    for (size_t k = 0;; k++) {
        size_t width = strcspn(name, "\t");
        print_name(name, width);
        print_json(&cells[k]);
        if (name[width] == '\0')
            break;
        name += width + 1;
        fputs(", ", stdout);
    }
    fputs(object ? "}" : "", stdout);
}

void cli_rows_put(cli_rows *r, const cli_cell *cells)
{
    bool first = !r->begun;
    begin(r);
    if (r->json) {
        put_json(r, cells, first);
        return;
    }
    const char *name = r->columns;
    for (size_t k = 0; name != NULL; k++) {
        print_plain(r, &cells[k]);
        name = strchr(name, '\t');
        cli_print(name != NULL ? "\t" : "\n");
        name = name != NULL ? name + 1 : NULL;
    }
}

void cli_rows_line(cli_rows *r, const char *line)
{
    begin(r);
    cli_print("%s", line);
}

void cli_rows_end(cli_rows *r)
{
    bool empty = !r->begun;
    begin(r);
    if (r->json)
        printf("%s%s\n", empty ? "" : "\n", r->record ? "}" : "]");
    cli_columns_end();
}
