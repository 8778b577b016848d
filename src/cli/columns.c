/* How rows.c puts the cells of a table on standard output: parted by tabs in a
 * pipe or a file; on a terminal in columns. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum {
    COLUMNS = 16, /* that are aligned; of more, the rest keeps its tabs */
    WIDEST = 40   /* a longer cell stands out and does not widen its column */
};

static struct {
    bool aligned;
    size_t widths[COLUMNS];  /* of the table so far */
    char *text;              /* rows that are not printed yet */
    size_t used, room, line; /* line: where the last one begins */
} table;

void cli_columns(bool aligned)
{
    table.aligned = aligned;
}

void cli_columns_least(size_t width)
{
    for (size_t k = 0; k < COLUMNS; k++)
        table.widths[k] = width < WIDEST ? width : WIDEST;
}

/* Widens the columns to hold a line, or prints it in them. */
static void align(const char *line, const char *end, bool print)
{
    for (size_t k = 0; k < COLUMNS; k++) {
        const char *tab = memchr(line, '\t', (size_t)(end - line));
        if (tab == NULL) /* nothing stands behind the last cell */
            break;
        size_t width = (size_t)(tab - line);
        if (print)
            printf("%-*.*s  ", (int)table.widths[k], (int)width, line);
        else if (width > table.widths[k] && width <= WIDEST)
            table.widths[k] = width;
        line = tab + 1;
    }
    if (print)
        fwrite(line, 1, (size_t)(end - line), stdout);
}

void cli_columns_show(void)
{
    if (table.line == 0) /* what is left is the begin of a line */
        return;
    const char *text = table.text, *end = text + table.line;
    for (int print = 0; print < 2; print++)
        for (const char *at = text, *next; at < end; at = next) {
            next = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
            align(at, next, print == 1);
        }
    table.used -= table.line;
    memmove(table.text, table.text + table.line, table.used);
    table.line = 0;
}

void cli_columns_end(void)
{
    cli_columns_show();
    memset(table.widths, 0, sizeof table.widths);
}

static bool make_room(size_t more)
{
    size_t room = table.used + more + 1;
    if (room <= table.room)
        return true;
    char *grown = realloc(table.text, 2 * room);
    if (grown == NULL)
        return false;
    table.text = grown;
    table.room = 2 * room;
    return true;
}

void cli_print(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!table.aligned) {
        vprintf(format, args);
        va_end(args);
        return;
    }
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length >= 0 && make_room((size_t)length)) {
        vsnprintf(table.text + table.used, (size_t)length + 1, format, again);
        table.used += (size_t)length;
        while (table.line < table.used) {
            const char *end =
                memchr(table.text + table.line, '\n', table.used - table.line);
            if (end == NULL)
                break;
            table.line = (size_t)(end + 1 - table.text);
        }
    } else { /* no memory: the text all the same */
        vprintf(format, again);
    }
    va_end(again);
}
