/* What a census prints, whatever its rows are of: batch after batch, with
 * progress, as a table or as its digest. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "census.h"

static int step(void *state, double share, uint64_t walked)
{
    cli_census_table *c = state;
    c->walked = c->before + walked;
    double rows = c->done + share * (double)c->batch;
    return cli_progress_step(&c->progress, rows / c->total, c->walked);
}

char *cli_put_number(char *at, uint64_t number)
{
    char digits[CLI_DIGITS];
    size_t count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (count > 0)
        *at++ = digits[--count];
    return at;
}

/* A row as -q prints it: a third of the time of short periods if it were done
 * cell by cell. */
static size_t row_text(char *text, const cli_cell *cells, unsigned columns)
{
    char *at = text + strlen(cells[0].text);
    for (unsigned k = 1; k < columns; k++) {
        const cli_cell *cell = &cells[k];
        *at++ = '\t';
        if (cell->kind == CLI_CELL_NUMBER)
            at = cli_put_number(at, cell->number);
        else
            at = stpcpy(at, cell->text != NULL ? cell->text : "NA");
    }
    memcpy(at, "\n", 2);
    return (size_t)(at + 1 - text);
}

void cli_census_put(cli_census_table *c, const cli_cell *cells)
{
    if (c->digest != NULL)
        tai_digest_add(c->digest, c->text,
                       row_text(c->text, cells, c->columns));
    else if (c->rows.json)
        cli_rows_put(&c->rows, cells);
    else if (row_text(c->text, cells, c->columns) > 0)
        cli_rows_line(&c->rows, c->text);
}

size_t cli_census_batch(size_t alone)
{
    return alone * (cli_fleet != NULL ? cli_fleet->ranks : 1);
}

static ta_status compute(cli_census_table *c, ta_error *error)
{
    c->text = malloc(c->room);
    ta_status st = c->text != NULL ? TA_OK : TA_ENOMEM;
    for (bool more = true; st == TA_OK && more;) {
        st = c->next(c, &more, error);
        c->done += (double)c->batch;
        c->before = c->walked;
        if (st == TA_OK && !cli_flush())
            st = TA_EIO;
    }
    free(c->text);
    return st;
}

static unsigned columns_of(const char *header)
{
    unsigned columns = 1;
    for (; *header != '\0'; header++)
        columns += *header == '\t';
    return columns;
}

int cli_census_run(cli_census_table *c)
{
    const cli_settings *s = c->settings;
    ta_error error = {""};
    c->limit = s->limit != 0 ? s->limit : c->limit;
    c->columns = columns_of(c->header);
    c->options.progress = step;
    c->options.progress_state = c;
    c->options.comm = cli_fleet;
    if (c->limit > UINT64_C(1) << c->most_bits)
        return cli_wrong("--limit=%" PRIu64
                         " is not accepted; accepted: a number "
                         "from 1 to 2^%u",
                         c->limit, c->most_bits);
    if (s->digest && tai_digest_new(0, &c->digest) != TA_OK)
        return cli_status(TA_ENOMEM, &error);
    cli_rows_begin(&c->rows, s, c->header);
    c->rows.headless = s->quiet;
    cli_progress_begin(&c->progress, s);
    ta_status st = compute(c, &error);
    cli_progress_end(&c->progress);
    if (st == TA_OK && c->digest != NULL)
        cli_print_digest(s, c->digest);
    else if (st == TA_OK)
        cli_rows_end(&c->rows);
    tai_digest_free(c->digest);
    if (st == TA_EIO) /* cli_finish_output tells */
        return CLI_DONE;
    return cli_status(st, &error);
}
