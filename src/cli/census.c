/* takeaway census: the periods of many finite sets, a row each. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "census.h"

/* Sets that are computed together: few enough to be repeated after an
 * interruption, enough to keep threads busy. */
enum { BATCH = 4096, COLUMNS = 7, CELL = 21 };

static const uint64_t default_limit = UINT64_C(1) << 24;

typedef struct census {
    const cli_settings *settings;
    cli_sets sets;
    cli_rows rows;
    ta_digest *digest; /* NULL: the rows are printed */
    char *text;        /* of a set, or a row */
    double done;       /* sets, before this batch */
    size_t batch;      /* sets in this one */
    uint64_t walked, before;
    cli_progress progress;
} census;

static int step(void *state, double share, uint64_t walked)
{
    census *c = state;
    c->walked = c->before + walked;
    double sets = c->done + share * (double)c->batch;
    return cli_progress_step(&c->progress, sets / c->sets.total, c->walked);
}

static char *put_number(char *at, uint64_t number)
{
    char digits[CELL];
    size_t count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (count > 0)
        *at++ = digits[--count];
    return at;
}

static char *put_set(char *at, const ta_finite_set *set)
{
    for (size_t k = 0; k < set->count; k++) {
        if (k > 0)
            *at++ = ',';
        at = put_number(at, set->elements[k]);
    }
    *at = '\0';
    return at;
}

/* A row as -q prints it: a third of the time of short periods if it were done
 * cell by cell. */
static size_t row_text(char *text, const cli_cell *cells)
{
    char *at = text + strlen(cells[0].text);
    for (size_t k = 1; k < COLUMNS; k++) {
        *at++ = '\t';
        if (cells[k].kind == CLI_CELL_NUMBER)
            at = put_number(at, cells[k].number);
        else
            at = stpcpy(at, "NA");
    }
    memcpy(at, "\n", 2);
    return (size_t)(at + 1 - text);
}

static void put_row(census *c, const ta_finite_set *set,
                    const ta_census_row *row)
{
    const bool cold = row->outcome_period > 0, values = row->nim_period > 0;
    const cli_cell cells[COLUMNS] = {cli_text(c->text),
                                     cli_count_if(cold, row->outcome_preperiod),
                                     cli_count_if(cold, row->outcome_period),
                                     cli_count_if(values, row->nim_preperiod),
                                     cli_count_if(values, row->nim_period),
                                     cli_count_if(cold, row->cold_in_period),
                                     cli_count_if(values, row->largest)};
    put_set(c->text, set);
    if (c->digest != NULL)
        ta_digest_add(c->digest, c->text, row_text(c->text, cells));
    else if (c->rows.json)
        cli_rows_put(&c->rows, cells);
    else if (row_text(c->text, cells) > 0)
        cli_rows_line(&c->rows, c->text);
}

/* All sets after `after`, which is one without elements if there is none. */
static ta_status compute(census *c, const ta_finite_set *after,
                         const ta_options *options, uint64_t limit,
                         ta_error *error)
{
    const size_t batch = BATCH * (cli_fleet != NULL ? cli_fleet->ranks : 1);
    ta_finite_set *sets = malloc(batch * sizeof *sets);
    ta_census_row *rows = malloc(batch * sizeof *rows);
    uint64_t *elements = malloc(batch * c->sets.most * sizeof *elements);
    c->text = malloc((c->sets.most + COLUMNS + 1) * CELL);
    ta_status st = TA_OK;
    if (sets == NULL || rows == NULL || elements == NULL || c->text == NULL)
        st = TA_ENOMEM;
    bool more = true;
    while (st == TA_OK && more) {
        for (c->batch = 0; more && c->batch < batch;) {
            ta_finite_set *next = &sets[c->batch];
            more = cli_sets_next(&c->sets, elements + c->batch * c->sets.most,
                                 next);
            if (more && cli_sets_compare(next, after) > 0)
                c->batch++;
            else
                c->done += more;
        }
        st = ta_census(sets, c->batch, limit, options, rows, error);
        for (size_t k = 0; st == TA_OK && k < c->batch; k++)
            put_row(c, &sets[k], &rows[k]);
        c->done += (double)c->batch;
        c->before = c->walked;
        if (st == TA_OK && !cli_flush())
            st = TA_EIO;
    }
    free(sets);
    free(rows);
    free(elements);
    free(c->text);
    return st;
}

static int run(census *c, const ta_finite_set *after)
{
    const cli_settings *s = c->settings;
    ta_error error = {""};
    const uint64_t limit = s->limit != 0 ? s->limit : default_limit;
    unsigned char values[TA_START_MOST];
    ta_start start;
    ta_options options = cli_options_of(s, NULL);
    options.progress = step;
    options.progress_state = c;
    options.fleet = cli_fleet;
    if (limit > UINT64_C(1) << 32)
        return cli_wrong("--limit=%" PRIu64
                         " is not accepted; accepted: a number "
                         "from 1 to 2^32",
                         limit);
    if (cli_start(s, &start, values, &options) != CLI_DONE)
        return CLI_USAGE;
    if (s->digest && ta_digest_new(0, &c->digest) != TA_OK)
        return cli_status(TA_ENOMEM, &error);
    cli_rows_begin(&c->rows, s,
                   "set\toutcome_preperiod\toutcome_period\tnim_preperiod\t"
                   "nim_period\tcold_in_period\tlargest");
    c->rows.headless = s->quiet;
    cli_progress_begin(&c->progress, s);
    ta_status st = compute(c, after, &options, limit, &error);
    cli_progress_end(&c->progress);
    if (st == TA_OK && c->digest != NULL)
        cli_print_digest(s, c->digest);
    else if (st == TA_OK)
        cli_rows_end(&c->rows);
    ta_digest_free(c->digest);
    if (st == TA_EIO) /* cli_finish_output tells */
        return CLI_DONE;
    return cli_status(st, &error);
}

int cli_census(const cli_settings *s)
{
    census c = {.settings = s};
    uint64_t *last = NULL;
    size_t count = 0;
    int status = cli_sets_begin(s, &c.sets);
    if (status == CLI_DONE && s->resume_after != NULL)
        status = cli_elements("--resume-after: the element", s->resume_after,
                              &last, &count);
    if (status == CLI_DONE)
        status = run(&c, &(ta_finite_set){last, count});
    cli_sets_end(&c.sets);
    free(last);
    return status;
}
