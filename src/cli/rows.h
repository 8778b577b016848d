/* Tables, and answers of a few quantities: each is described once, by its
 * columns and then row after row, and comes out as tab-separated values with a
 * header line or, with --json, as JSON: a list of objects, or, of the columns
 * quantity and value, one object. */
#ifndef TA_CLI_ROWS_H
#define TA_CLI_ROWS_H

#include "tool.h"

struct cli_settings;

typedef struct cli_cell {
    enum { CLI_CELL_TEXT, CLI_CELL_NUMBER, CLI_CELL_REAL, CLI_CELL_FLAG } kind;
    const char *text; /* NULL: there is none, NA or null */
    uint64_t number;
    double real;
    int places; /* after the point */
} cli_cell;

typedef struct cli_rows {
    const char *columns; /* joined by tabs; "": one without a name */
    const char *none;    /* for what there is not: "NA", or "-" */
    bool json, record, headless, begun;
} cli_rows;

static inline cli_cell cli_text(const char *text)
{
    return (cli_cell){.kind = CLI_CELL_TEXT, .text = text};
}

/* Above 2^53, where readers of JSON round, a number becomes a string there. */
static inline cli_cell cli_count_of(uint64_t number)
{
    return (cli_cell){.kind = CLI_CELL_NUMBER, .number = number};
}

/* If there is one; else as a text that is NULL. */
static inline cli_cell cli_count_if(bool have, uint64_t number)
{
    return have ? cli_count_of(number) : cli_text(NULL);
}

static inline cli_cell cli_real(double real, int places)
{
    return (cli_cell){.kind = CLI_CELL_REAL, .real = real, .places = places};
}

/* "yes" or "no"; true or false. */
static inline cli_cell cli_flag(bool is)
{
    return (cli_cell){.kind = CLI_CELL_FLAG, .number = is};
}

/* Asks for columns in place of tabs, as on a terminal. */
void cli_rows_align(bool aligned);
/* Makes the columns of the next table wide enough for this number: its rows are
 * shown as they become known. */
void cli_rows_widen(uint64_t largest);
/* Hands the rows that wait to standard output, with the widths so far. Returns
 * false if there was no memory to keep all of them. */
bool cli_rows_show(void);

/* Prepares a table on standard output. A table without rows is printed too,
 * by cli_rows_end. */
void cli_rows_begin(cli_rows *rows, const struct cli_settings *settings,
                    const char *columns);
/* A row: as many cells as there are columns. */
void cli_rows_put(cli_rows *rows, const cli_cell *cells);
#define cli_row(rows, ...) cli_rows_put(rows, (const cli_cell[]){__VA_ARGS__})
/* A row of the columns quantity and value. */
static inline void cli_field(cli_rows *rows, const char *name, cli_cell value)
{
    cli_row(rows, cli_text(name), value);
}
/* Prints a row of a table that is not JSON as it is, with its newline. */
void cli_rows_line(cli_rows *rows, const char *line);
/* Ends a table that is whole. JSON that an error cut off shall not look whole,
 * so it is not ended. */
void cli_rows_end(cli_rows *rows);

/* The text as JSON, in quotes. What is not UTF-8 becomes U+FFFD. */
void cli_json_string(const char *text);

#endif
