/* What the commands share that print cold positions or a value for each
 * position. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "computing.h"

enum { VALUES = 1 << 16 };

/* Where values go that are not written: the records so far, or counts. */
typedef struct outlet {
    const cli_settings *settings;
    cli_rows rows;
    uint64_t *counts;    /* of each value */
    int largest;         /* so far; -1 before the first */
    uint64_t largest_at; /* the first position that has it */
    cli_ends ends;       /* of --at */
    size_t next;         /* row */
} outlet;

static int greatest(const ta_block *block)
{
    uint16_t most = 0;
    for (uint64_t i = 0; i < block->to - block->from; i++)
        most = block->values[i] > most ? block->values[i] : most;
    return most;
}

/* A record is one among all positions, also those below --from. */
static ta_status print_records(void *state, const ta_block *block)
{
    outlet *o = state;
    bool printed = false;
    /* all values have occurred before a period is proved */
    if (block->period != 0 || greatest(block) <= o->largest)
        return TA_OK;
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

static ta_status print_largest(void *state, const ta_block *block)
{
    outlet *o = state;
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

/* Each value of a period stands for all that are whole periods later. */
static ta_status count_values(void *state, const ta_block *block)
{
    outlet *o = state;
    uint64_t length = block->to - block->from, from = o->settings->from;
    uint64_t period = block->period != 0 ? block->period : length;
    from = from > block->from ? from - block->from : 0;
    for (uint64_t i = 0; i < period && i < length; i++) {
        uint64_t all = (length - 1 - i) / period + 1;
        uint64_t below = from > i ? (from - 1 - i) / period + 1 : 0;
        o->counts[block->values[i]] += all > below ? all - below : 0;
    }
    return TA_OK;
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
    const ta_sink sink = {s->max ? print_records : print_largest, o};
    cli_rows_widen(run->n);
    cli_rows_begin(&o->rows, s,
                   s->max ? "heap\tvalue" : "n\tlargest\tlargest_at");
    ta_status st = cli_run_into(run, sink, &error);
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
    cli_rows_begin(&o->rows, o->settings, "value\tcount");
    o->counts = calloc(VALUES, sizeof *o->counts);
    if (o->counts == NULL)
        return cli_status(TA_ENOMEM, &error);
    ta_status st = cli_run_into(run, (ta_sink){count_values, o}, &error);
    if (st == TA_OK)
        print_counts(o);
    free(o->counts);
    return cli_status(st, &error);
}

/* octal --cold */
static ta_status put_zeros(void *output, const ta_block *block)
{
    return tai_block_zeros(block, false, &(ta_sink){cli_output_take, output});
}

static int run_list(cli_run *run, const cli_settings *s)
{
    cli_output output = {.digest = NULL};
    uint64_t skipped = 0;
    ta_error error = {""};
    char id[TA_GAME_ID];
    ta_archive_info info = cli_run_info(run, id);
    if (s->cold)
        info.content = TA_CONTENT_COLD;
    ta_status st = TA_OK;
    if (!s->cold) /* nothing below is needed; cold heaps there have an index */
        run->in_from = s->from;
    /* So have cold positions, but an archive tells their number. */
    if (run->in != NULL && run->sequence->content == TA_CONTENT_COLD)
        st = ta_archive_count_below(run->in, s->from, &skipped, &error);
    int status = st == TA_OK ? cli_output_begin(&output, s, &info, skipped)
                             : cli_status(st, &error);
    if (status != CLI_DONE)
        return status;
    run->abandon = cli_output_drop;
    run->abandon_state = &output;
    st = cli_run_into(
        run, (ta_sink){s->cold ? put_zeros : cli_output_take, &output}, &error);
    return cli_output_end(&output, st, &error);
}

int cli_sequence_main(const cli_sequence *sequence, const cli_settings *s)
{
    uint64_t n = 0;
    cli_run run = {.settings = s};
    outlet o = {.settings = s, .largest = -1};
    int status =
        cli_number("N", s->operands[s->n_operands - 1], 0, UINT64_MAX, &n);
    if (status == CLI_DONE)
        status = cli_output_check(s, n);
    if (status == CLI_DONE && s->at != NULL)
        status = cli_ends_read(s->at, n, &o.ends);
    if (o.ends.count > 0) /* nothing above the last row is needed */
        n = o.ends.end[o.ends.count - 1];
    if (status == CLI_DONE)
        status = cli_run_begin(&run, s, sequence);
    run.options.periods = s->at == NULL;
    if (status == CLI_DONE)
        status =
            cli_run_plan(&run, n, s->histogram ? VALUES * sizeof *o.counts : 0);
    if (status == CLI_DONE)
        status = s->max || s->at ? run_records(&run, &o)
                 : s->histogram  ? run_histogram(&run, &o)
                                 : run_list(&run, s);
    free(o.ends.end);
    cli_run_end(&run);
    return status;
}

int cli_cold(const cli_settings *settings)
{
    return cli_sequence_main(&cli_cold_sequence, settings);
}

int cli_nim(const cli_settings *settings)
{
    return cli_sequence_main(&cli_nim_sequence, settings);
}

int cli_length(const cli_settings *settings)
{
    return cli_sequence_main(&cli_length_sequence, settings);
}
