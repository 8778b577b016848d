/* What the commands share that print a value for each position. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum { VALUES = 1 << 16 };

/* Where values go that are not written: the records so far, or counts. */
typedef struct outlet {
    ta_value_sink sink;
    ta_octal_rest_sink rest; /* what a proved period says, at once */
    cli_output output;       /* of values that are written */
    const cli_settings *settings;
    cli_rows rows;
    uint64_t *counts;    /* of each value */
    int largest;         /* so far; -1 before the first */
    uint64_t largest_at; /* the first position that has it */
    cli_ends ends;       /* of --at */
    size_t next;         /* row */
} outlet;

/* The first position of the block that is asked for. */
static uint64_t first_wanted(const outlet *o, const ta_value_block *block)
{
    uint64_t from = o->settings->from;
    if (from <= block->from)
        return block->from;
    return from < block->to ? from : block->to;
}

/* A record is one among all positions, also those below --from. */
static ta_status print_records(ta_value_sink *sink, const ta_value_block *block)
{
    outlet *o = (outlet *)sink;
    bool printed = false;
    for (uint64_t i = block->from; i < block->to; i++) {
        int value = block->values[i - block->from];
        if (value <= o->largest)
            continue;
        o->largest = value;
        if (i < o->settings->from)
            continue;
        cli_row(&o->rows, cli_count_of(i), cli_count_of((uint64_t)value));
        printed = true;
    }
    return !printed || cli_flush() ? TA_OK : TA_EIO;
}

/* The rows of --at up to one for `end`, once all below it is known. */
static void put_largest(outlet *o, uint64_t end)
{
    for (; o->next < o->ends.count && o->ends.end[o->next] <= end; o->next++) {
        bool any = o->ends.end[o->next] > 0;
        cli_row(&o->rows, cli_count_of(o->ends.end[o->next]),
                cli_count_if(any, (uint64_t)o->largest),
                cli_count_if(any, o->largest_at));
    }
}

static ta_status print_largest(ta_value_sink *sink, const ta_value_block *block)
{
    outlet *o = (outlet *)sink;
    size_t before = o->next;
    for (uint64_t i = block->from; i < block->to; i++) {
        put_largest(o, i);
        int value = block->values[i - block->from];
        if (value > o->largest) {
            o->largest = value;
            o->largest_at = i;
        }
    }
    put_largest(o, block->to);
    return before == o->next || cli_flush() ? TA_OK : TA_EIO;
}

static ta_status count_values(ta_value_sink *sink, const ta_value_block *block)
{
    outlet *o = (outlet *)sink;
    for (uint64_t i = first_wanted(o, block); i < block->to; i++)
        o->counts[block->values[i - block->from]]++;
    return TA_OK;
}

/* All values have occurred before. */
static ta_status largest_rest(ta_octal_rest_sink *sink,
                              const ta_octal_rest *rest)
{
    outlet *o = (outlet *)((char *)sink - offsetof(outlet, rest));
    put_largest(o, rest->to);
    return cli_flush() ? TA_OK : TA_EIO;
}

static ta_status count_rest(ta_octal_rest_sink *sink, const ta_octal_rest *rest)
{
    outlet *o = (outlet *)((char *)sink - offsetof(outlet, rest));
    for (unsigned v = 0; v < VALUES; v++) {
        if (o->counts[v] == 0 && o->settings->from <= rest->from)
            continue; /* it does not occur */
        o->counts[v] += ta_octal_rest_count(rest, v, rest->to) -
                        ta_octal_rest_count(rest, v, o->settings->from);
    }
    return TA_OK;
}

static ta_status write_rest(ta_octal_rest_sink *sink, const ta_octal_rest *rest)
{
    outlet *o = (outlet *)((char *)sink - offsetof(outlet, rest));
    return cli_output_rest(&o->output, false, rest);
}

static ta_status write_values(ta_value_sink *sink, const ta_value_block *block)
{
    ta_value_sink *to = &((outlet *)sink)->output.values;
    return to->take(to, block);
}

static void print_counts(outlet *o)
{
    for (unsigned v = 0; v < VALUES; v++)
        if (o->counts[v] > 0)
            cli_row(&o->rows, cli_count_of(v), cli_count_of(o->counts[v]));
    cli_rows_end(&o->rows);
}

/* ---- a run for each kind of output ---- */

static int run_records(cli_run *run, outlet *o)
{
    ta_error error = {""};
    const cli_settings *s = o->settings;
    o->sink.take = s->max ? print_records : print_largest;
    o->rest.take = largest_rest;
    cli_columns_least((size_t)snprintf(NULL, 0, "%" PRIu64, run->n));
    cli_rows_begin(&o->rows, s,
                   s->max ? "heap\tvalue" : "n\tlargest\tlargest_at");
    ta_status st = cli_run_sequence(run, &o->sink, &error);
    if (st == TA_EIO && !cli_flush())
        return CLI_DONE; /* cli_finish_output tells */
    if (st == TA_OK) {
        put_largest(o, run->n); /* where there are no positions at all */
        cli_rows_end(&o->rows);
    }
    return cli_status(st, &error);
}

static int run_histogram(cli_run *run, outlet *o)
{
    ta_error error = {""};
    o->sink.take = count_values;
    o->rest.take = count_rest;
    cli_rows_begin(&o->rows, o->settings, "value\tcount");
    o->counts = calloc(VALUES, sizeof *o->counts);
    if (o->counts == NULL)
        return cli_status(TA_ENOMEM, &error);
    ta_status st = cli_run_sequence(run, &o->sink, &error);
    if (st == TA_OK)
        print_counts(o);
    free(o->counts);
    return cli_status(st, &error);
}

static int run_values(cli_run *run, outlet *o)
{
    const cli_settings *s = o->settings;
    ta_error error = {""};
    char id[CLI_GAME_ID];
    ta_archive_info info = cli_run_info(run, id);
    int status = cli_output_begin(&o->output, s, &info, 0);
    if (status != CLI_DONE)
        return status;
    run->abandon = cli_output_drop;
    run->abandon_state = &o->output;
    o->sink.take = write_values;
    o->rest.take = write_rest;
    run->in_from = s->from; /* nothing below is needed */
    ta_status st = cli_run_sequence(run, &o->sink, &error);
    return cli_output_end(&o->output, st, &error);
}

static int check_output(const cli_settings *s, uint64_t n)
{
    bool table = s->max || s->histogram || s->at != NULL;
    if (s->max + s->histogram + (s->at != NULL) > 1) {
        cli_complain("--max, --histogram and --at exclude each other");
        return CLI_USAGE;
    }
    bool file = s->output != NULL && strcmp(s->output, "-") != 0;
    if (table && (file || s->format != TA_TEXT || s->digest)) {
        cli_complain("--max, --histogram and --at print a table on standard "
                     "output; -o, --format and --digest go with the values");
        return CLI_USAGE;
    }
    return cli_output_check(s, n);
}

int cli_sequence_main(const cli_sequence *sequence, const cli_settings *s,
                      const char *operand)
{
    uint64_t n = 0;
    cli_run run = {.settings = s};
    outlet o = {.settings = s, .largest = -1};
    int status = cli_number("N", operand, 0, UINT64_MAX, &n);
    if (status == CLI_DONE)
        status = check_output(s, n);
    if (status == CLI_DONE && s->at != NULL)
        status = cli_ends_read(s->at, n, &o.ends);
    if (o.ends.count > 0) /* nothing above the last row is needed */
        n = o.ends.end[o.ends.count - 1];
    if (status == CLI_DONE)
        status = cli_run_begin_sequence(&run, s, sequence);
    if (status == CLI_DONE)
        status =
            cli_run_plan(&run, n, s->histogram ? VALUES * sizeof *o.counts : 0);
    run.options.rest = &o.rest;
    if (status == CLI_DONE)
        status = s->max || s->at ? run_records(&run, &o)
                 : s->histogram  ? run_histogram(&run, &o)
                                 : run_values(&run, &o);
    free(o.ends.end);
    cli_run_end(&run);
    return status;
}
