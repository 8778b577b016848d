/* Tables. A table is described by its columns and then row by row. It is
 * printed as a header line and values parted by tabs, in columns on a terminal,
 * or as JSON: a list of objects, one for each row. A table with the columns
 * quantity and value becomes one JSON object. */
#ifndef TA_CLI_ROWS_H
#define TA_CLI_ROWS_H

#include "tool.h"

struct cli_settings;

typedef struct cli_cell {
    enum {
        CLI_CELL_TEXT,
        CLI_CELL_NUMBER,
        CLI_CELL_REAL,
        CLI_CELL_FLAG,
        CLI_CELL_WORDS
    } kind;
    const char *text; /* NULL: no value, printed as NA or null */
    uint64_t number;
    double real;
    int places; /* after the point */
} cli_cell;

typedef struct cli_rows {
    const char *columns; /* names joined by tabs; "": one without a name */
    const char *none;    /* printed where there is no value: "NA" or "-" */
    bool json, record, headless, begun, nested;
} cli_rows;

static inline cli_cell cli_text(const char *text)
{
    return (cli_cell){.kind = CLI_CELL_TEXT, .text = text};
}

/* Returns a cell with a number. In JSON a number above 2^53 is a string, since
 * readers of JSON would round it. */
static inline cli_cell cli_count_of(uint64_t number)
{
    return (cli_cell){.kind = CLI_CELL_NUMBER, .number = number};
}

/* Returns a cell with a number, or without a value if `have` is false. */
static inline cli_cell cli_count_if(bool have, uint64_t number)
{
    return have ? cli_count_of(number) : cli_text(NULL);
}

static inline cli_cell cli_real(double real, int places)
{
    return (cli_cell){.kind = CLI_CELL_REAL, .real = real, .places = places};
}

/* Returns a cell with "yes" or "no"; in JSON true or false. */
static inline cli_cell cli_flag(bool is)
{
    return (cli_cell){.kind = CLI_CELL_FLAG, .number = is};
}

/* Returns a cell with words parted by spaces; in JSON a list of strings. */
static inline cli_cell cli_texts(const char *text)
{
    return (cli_cell){.kind = CLI_CELL_WORDS, .text = text};
}

/* Whether tables are printed in columns, as on a terminal. */
extern bool cli_rows_aligned;
/* Makes the columns of the next table wide enough for this number, for tables
 * whose rows are shown as they become known. */
void cli_rows_widen(uint64_t largest);
/* Prints the rows that wait for the widths of their columns. Returns false if
 * there was no memory to keep all of these rows. */
bool cli_rows_show(void);

/* Begins a table on standard output. The header is printed with the first row,
 * or by cli_rows_end. */
void cli_rows_begin(cli_rows *rows, const struct cli_settings *settings,
                    const char *columns);
/* Prints a row of as many cells as there are columns. */
void cli_rows_put(cli_rows *rows, const cli_cell *cells);
#define cli_row(rows, ...) cli_rows_put(rows, (const cli_cell[]){__VA_ARGS__})
/* Prints a row of a table with the columns quantity and value. */
static inline void cli_field(cli_rows *rows, const char *name, cli_cell value)
{
    cli_row(rows, cli_text(name), value);
}
/* Begins a table that is the value `name` of a JSON object. */
void cli_rows_nest(cli_rows *rows, cli_rows *object, const char *name,
                   const char *columns);
/* Ends a table that is whole. After an error the caller does not end the table,
 * so that incomplete JSON does not look whole. */
void cli_rows_end(cli_rows *rows);

#endif
