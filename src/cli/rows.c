/* Prints all tables of the program takeaway (rows.h), and keeps the state of
 * standard output. On a terminal the rows wait in memory, as text with tabs,
 * until cli_flush or the end of the table. In JSON a row is an object with a
 * member for each column; in a record (quantity, value) a member of the one
 * object; in a list a number. */
#include <assert.h>
#include <errno.h>
#include <math.h>

#include "computing.h"

/* ---- columns on a terminal ---- */

enum {
    COLUMNS = 16, /* of a table, at most */
    WIDEST = 40   /* bytes of a cell that still widens its column */
};

bool cli_rows_aligned;

/* The table that is being printed in aligned columns; cli_rows_end comes before
 * the next one begins. */
static struct {
    size_t widths[COLUMNS]; /* so far, in bytes */
    FILE *pending; /* writes to `text`; NULL if no rows are held back */
    char *text;
    size_t size;
} terminal;

/* Returns the stream that takes the rows of a table. Without memory for those
 * that wait it is standard output. */
static FILE *rows_stream(const cli_rows *r)
{
    if (cli_rows_aligned && !r->json && terminal.pending == NULL)
        terminal.pending = open_memstream(&terminal.text, &terminal.size);
    return terminal.pending != NULL ? terminal.pending : stdout;
}

/* Prints the rows that are held back, in columns wide enough for cells of up to
 * WIDEST bytes; the last cell of a row needs no width. A first pass over the
 * text sets the widths, a second one prints. Returns false if there was no
 * memory for all. */
static bool rows_show(void)
{
    if (terminal.pending == NULL)
        return true;
    const bool whole = fclose(terminal.pending) == 0 && terminal.text != NULL;
    terminal.pending = NULL;
    for (int printing = 0; whole && printing < 2; printing++) {
        size_t column = 0;
        for (const char *at = terminal.text; *at != '\0';) {
            const size_t bytes = strcspn(at, "\t\n"); /* of the cell */
            const bool last = at[bytes] != '\t';
            assert(column < COLUMNS);
            size_t *width = &terminal.widths[column];
            if (printing)
                printf("%-*.*s%s", last ? 0 : (int)*width, (int)bytes, at,
                       last ? "\n" : "  ");
            else if (!last && bytes > *width && bytes <= WIDEST)
                *width = bytes;
            column = last ? 0 : column + 1;
            at += bytes + (at[bytes] != '\0');
        }
    }
    free(terminal.text);
    return whole;
}

void cli_rows_widen(uint64_t largest)
{
    for (size_t k = 0; k < COLUMNS; k++)
        terminal.widths[k] = (size_t)snprintf(NULL, 0, "%" PRIu64, largest);
}

/* ---- standard output ---- */

int cli_output_error;

bool cli_flush(void)
{
    if (cli_output_error == 0) {
        errno = 0;
        if (!rows_show())
            cli_output_error = ENOMEM;
        if (fflush(stdout) != 0 || ferror(stdout))
            cli_output_error = errno != 0 ? errno : EIO;
    }
    return cli_output_error == 0;
}

size_t cli_character(const char *at, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *c = (const unsigned char *)at;
    size_t bytes = *c < 0x80 ? 1 : *c < 0xe0 ? 2 : *c < 0xf0 ? 3 : 4;
    *code = bytes == 1 ? *c : *c & (0xffu >> (bytes + 1));
    if (*c >= 0xf8 || (*c & 0xc0) == 0x80)
        return 0;
    for (size_t k = 1; k < bytes; k++) {
        if ((c[k] & 0xc0) != 0x80) /* or the text ends here */
            return 0;
        *code = *code << 6 | (c[k] & 0x3f);
    }
    bool too_long = *code < least[bytes]; /* fewer bytes would do */
    bool surrogate = *code >= 0xd800 && *code <= 0xdfff;
    return too_long || *code > 0x10ffff || surrogate ? 0 : bytes;
}

void cli_print_text(FILE *to, const char *text)
{
    uint32_t code;
    for (size_t bytes; *text != '\0'; text += bytes) {
        bytes = cli_character(text, &code);
        if (bytes == 0 || (code >= 0x80 && code < 0xa0) ||
            (code >= 0x2000 && code < 0x2070)) {
            fprintf(to, "\\x%02x", (unsigned char)*text);
            bytes = 1;
        } else if (code < ' ' || code == 127) {
            fputc('?', to);
        } else {
            fwrite(text, 1, bytes, to);
        }
    }
}

/* ---- cells ---- */

/* Prints a text as a JSON string. A byte that does not belong to a valid UTF-8
 * character becomes U+FFFD. */
static void rows_print_string(const char *text)
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

cli_cell cli_digits(const char *text)
{
    uint64_t number;
    return text != NULL && ta_number_parse(text, &number, NULL) == TA_OK
               ? cli_count_of(number)
               : cli_text(text);
}

static void rows_print_cell(const cli_rows *r, const cli_cell *c)
{
    FILE *to = rows_stream(r);
    if (c->kind == CLI_CELL_LIST) {
        fputs(r->json ? "[" : c->number == 0 ? "0" : "", to);
        for (uint64_t k = 0; k < c->number; k++) {
            const cli_cell number = cli_digits(c->list[k]);
            fputs(k == 0 ? "" : r->json ? ", " : " ", to);
            rows_print_cell(r, &number);
        }
        fputs(r->json ? "]" : "", to);
    } else if (c->kind == CLI_CELL_FLAG) {
        fputs(r->json     ? c->number ? "true" : "false"
              : c->number ? "yes"
                          : "no",
              to);
    } else if (c->kind == CLI_CELL_NUMBER) {
        const char *quote =
            r->json && c->number > UINT64_C(1) << 53 ? "\"" : "";
        fprintf(to, "%s%" PRIu64 "%s", quote, c->number, quote);
    } else if (c->kind == CLI_CELL_REAL && isfinite(c->real)) {
        fprintf(to, "%.*f", c->places, c->real);
    } else if (c->text == NULL || *c->text == '\0') {
        fputs(r->json ? "null" : r->none, to);
    } else if (r->json) {
        rows_print_string(c->text);
    } else {
        cli_print_text(to, c->text);
    }
}

/* Prints what stands before the first row, once. */
static void rows_start(cli_rows *r)
{
    if (r->begun)
        return;
    r->begun = true;
    if (r->json)
        fputs(r->record ? "{" : "[", stdout);
    else if (!r->headless)
        fprintf(rows_stream(r), "%s\n", r->columns);
}

void cli_rows_begin(cli_rows *r, const cli_where *s, const char *columns)
{
    *r = (cli_rows){.columns = columns,
                    .none = "NA",
                    .json = s->json,
                    .record = strcmp(columns, "quantity\tvalue") == 0,
                    .headless = *columns == '\0'};
}

void cli_rows_bare(cli_rows *r, const cli_where *s, const char *columns)
{
    cli_rows_begin(r, s, columns);
    r->bare = s->quiet && !s->json;
    r->headless |= r->bare;
    r->columns += r->bare ? strcspn(columns, "\t") + 1 : 0; /* the first */
}

void cli_rows_put(cli_rows *r, const cli_cell *cells)
{
    const bool first = !r->begun, record = r->json && r->record,
               object = r->json && !record && *r->columns != '\0';
    cli_progress_end();
    rows_start(r);
    cells += r->bare;
    FILE *to = rows_stream(r);
    if (r->json)
        fprintf(to, "%s%s", first ? "\n  " : ",\n  ", r->nested ? "  " : "");
    if (record)
        fprintf(to, "\"%s\": ", cells++->text); /* the quantity */
    fputs(object ? "{" : "", to);
    for (const char *column = r->columns;; column++) {
        const size_t width = strcspn(column, "\t");
        if (object)
            fprintf(to, "\"%.*s\": ", (int)width, column);
        rows_print_cell(r, cells++);
        column += width;
        if (record || *column == '\0')
            break;
        fputs(r->json ? ", " : "\t", to);
    }
    fputs(object ? "}" : r->json ? "" : "\n", to);
}

void cli_rows_nest(cli_rows *r, cli_rows *object, const char *name,
                   const char *columns)
{
    *r = (cli_rows){.columns = columns, .json = true, .nested = true};
    /* Its rows are printed before the next row of `object`. */
    printf("%s  \"%s\": ", object->begun ? ",\n" : "{\n", name);
    object->begun = true;
}

void cli_rows_end(cli_rows *r)
{
    bool empty = !r->begun;
    rows_start(r);
    if (r->json)
        printf("%s%s%s%s", empty ? "" : "\n", r->nested && !empty ? "  " : "",
               r->record ? "}" : "]", r->nested ? "" : "\n");
    rows_show();
    memset(terminal.widths, 0, sizeof terminal.widths);
}
