/* Prints tables. A command names the columns of a table and then gives row
 * after row. A table is printed in one of three ways: as a header line and rows
 * of values separated by tabs; on a terminal, in aligned columns; or as JSON, a
 * list with an object for each row. A table with the columns "quantity" and
 * "value" becomes one JSON object. */
#ifndef TA_CLI_ROWS_H
#define TA_CLI_ROWS_H

#include "takeaway.h"

struct cli_where;

typedef struct cli_cell {
    enum {
        CLI_CELL_TEXT,
        CLI_CELL_NUMBER,
        CLI_CELL_REAL, /* not finite: an empty cell */
        CLI_CELL_FLAG,
        CLI_CELL_LIST
    } kind;
    const char *text;  /* NULL or "": an empty cell, printed as NA or null */
    char *const *list; /* `number` numbers as texts */
    uint64_t number;
    double real;
    int places; /* digits after the point */
} cli_cell;

typedef struct cli_rows {
    /* The names of the columns, separated by tabs; "" for one column without a
     * name. */
    const char *columns;
    /* The text that is printed for an empty cell, "NA" or "-". */
    const char *none;
    bool json;
    bool record;   /* "quantity" and "value": in JSON an object */
    bool headless; /* no header line */
    bool begun;    /* the header line, or in JSON [ or {, is printed */
    bool nested;   /* within the object of another table */
    bool bare;     /* without the first column */
} cli_rows;

static inline cli_cell cli_text(const char *text)
{
    return (cli_cell){.kind = CLI_CELL_TEXT, .text = text};
}

/* Returns a table cell with a number. In JSON a number above 2^53 is printed as
 * a string, since programs that read JSON would round it. */
static inline cli_cell cli_count_of(uint64_t number)
{
    return (cli_cell){.kind = CLI_CELL_NUMBER, .number = number};
}

/* Returns a table cell with the number if `have` is true, and otherwise an
 * empty cell. */
static inline cli_cell cli_count_if(bool have, uint64_t number)
{
    return have ? cli_count_of(number) : cli_text(NULL);
}

static inline cli_cell cli_real(double real, int places)
{
    return (cli_cell){.kind = CLI_CELL_REAL, .real = real, .places = places};
}

/* Returns a table cell that is printed as yes or no, and in JSON as true or
 * false. */
static inline cli_cell cli_flag(bool is)
{
    return (cli_cell){.kind = CLI_CELL_FLAG, .number = is};
}

/* Returns a table cell with the number in `text`, of any size. A number that is
 * below 2^64 is printed as its value, a larger one as it is written in `text`.
 * NULL stands for an empty cell. */
cli_cell cli_digits(const char *text);
/* Returns a table cell with the sizes of `count` heaps, in JSON a list. */
static inline cli_cell cli_heaps(char *const *heaps, uint64_t count)
{
    return (cli_cell){.kind = CLI_CELL_LIST, .list = heaps, .number = count};
}

/* Whether tables are printed in aligned columns, as on a terminal. Otherwise
 * tabs separate the values. */
extern bool cli_rows_aligned;
/* Makes each column of the next table at least as wide as the number `largest`.
 * Commands call this function for a table whose rows are printed one by one
 * during a run, so that all rows are aligned. */
void cli_rows_widen(uint64_t largest);

/* Begins a table on standard output. `columns` has the names of the columns,
 * separated by tabs. The header line is printed with the first row, or by
 * cli_rows_end if there is no row. */
void cli_rows_begin(cli_rows *rows, const struct cli_where *where,
                    const char *columns);
/* As cli_rows_begin; with --quiet and without --json there is no header line
 * and no first column. */
void cli_rows_bare(cli_rows *rows, const struct cli_where *where,
                   const char *columns);
/* Prints a row of a table. `cells` has one cell for each column. */
void cli_rows_put(cli_rows *rows, const cli_cell *cells);
#define cli_row(rows, ...) cli_rows_put(rows, (const cli_cell[]){__VA_ARGS__})
/* Prints a row of a table that has the columns "quantity" and "value": the
 * quantity `name` and its value. */
static inline void cli_field(cli_rows *rows, const char *name, cli_cell value)
{
    cli_row(rows, cli_text(name), value);
}
/* Begins a table inside the JSON object `object`, which is being printed. The
 * table becomes the member `name` of the object, a list. */
void cli_rows_nest(cli_rows *rows, cli_rows *object, const char *name,
                   const char *columns);
/* Ends a complete table. After an error the caller does not call this function,
 * so that incomplete JSON cannot be mistaken for complete JSON. */
void cli_rows_end(cli_rows *rows);

#endif
