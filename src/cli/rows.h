/* Prints tables. A command names the columns of a table and then gives row
 * after row. The table is printed in one of three ways: as a header line and
 * rows of values separated by tabs; on a terminal, in aligned columns; or as
 * JSON, a list with an object for each row. A table with the columns quantity
 * and value becomes one JSON object. */
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
        CLI_CELL_JSON
    } kind;
    const char *text; /* NULL: an empty cell, printed as NA or null */
    uint64_t number;
    double real;
    int places; /* digits after the point */
} cli_cell;

typedef struct cli_rows {
    /* The names of the columns, joined by tabs; "" for one unnamed column. */
    const char *columns;
    const char *none; /* the text of an empty cell, "NA" or "-" */
    bool json, record, headless, begun, nested;
} cli_rows;

static inline cli_cell cli_text(const char *text)
{
    return (cli_cell){.kind = CLI_CELL_TEXT, .text = text};
}

/* Returns a cell with a number. JSON gets a number above 2^53 as a string,
 * since programs that read JSON would round the number. */
static inline cli_cell cli_count_of(uint64_t number)
{
    return (cli_cell){.kind = CLI_CELL_NUMBER, .number = number};
}

/* Returns a cell with the number if `have` is true, else an empty cell. */
static inline cli_cell cli_count_if(bool have, uint64_t number)
{
    return have ? cli_count_of(number) : cli_text(NULL);
}

static inline cli_cell cli_real(double real, int places)
{
    return (cli_cell){.kind = CLI_CELL_REAL, .real = real, .places = places};
}

/* Returns a cell that is printed as yes or no, and in JSON as true or false. */
static inline cli_cell cli_flag(bool is)
{
    return (cli_cell){.kind = CLI_CELL_FLAG, .number = is};
}

/* Returns a cell with a text that is JSON and is printed as it is. */
static inline cli_cell cli_json(const char *text)
{
    return (cli_cell){.kind = CLI_CELL_JSON, .text = text};
}

/* Whether tables are printed in aligned columns, as on a terminal, and not with
 * tabs. */
extern bool cli_rows_aligned;
/* Makes each column of the next table at least as wide as the number `largest`.
 * Commands need this for tables whose rows are printed one by one during a
 * run. */
void cli_rows_widen(uint64_t largest);
/* Prints the table rows that were held back, in columns that are wide enough
 * for all of them. Returns false if there was no memory to hold back all
 * rows. */
bool cli_rows_show(void);

/* Begins a table on standard output. `columns` has the names of the columns,
 * joined by tabs. The header line is printed with the first row, or by
 * cli_rows_end if there is no row. */
void cli_rows_begin(cli_rows *rows, const struct cli_settings *settings,
                    const char *columns);
/* Prints a row of a table. `cells` has one cell for each column. */
void cli_rows_put(cli_rows *rows, const cli_cell *cells);
#define cli_row(rows, ...) cli_rows_put(rows, (const cli_cell[]){__VA_ARGS__})
/* Prints the row `name`, `value` of a table that has the columns quantity and
 * value. */
static inline void cli_field(cli_rows *rows, const char *name, cli_cell value)
{
    cli_row(rows, cli_text(name), value);
}
/* Begins a table inside the JSON object that is being printed. The table
 * becomes the member `name` of the object, a list. */
void cli_rows_nest(cli_rows *rows, cli_rows *object, const char *name,
                   const char *columns);
/* Ends a complete table. After an error the caller does not call this function,
 * so that incomplete JSON cannot be mistaken for complete JSON. */
void cli_rows_end(cli_rows *rows);

#endif
