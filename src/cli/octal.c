/* takeaway octal CODE N: values, records, counts, cold heaps and periods of
 * octal games. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum { VALUES = 1 << 16, BLOCK = 1 << 12 };

typedef struct job {
    const cli_settings *settings;
    ta_octal *game;
    cli_run run; /* for what all runs share: signals, progress, checkpoints */
    uint64_t n, limit;
} job;

int cli_octal_game(const char *what, const char *spec, ta_octal **game)
{
    ta_error error = {""};
    ta_status st = ta_octal_new(spec, game, &error);
    if (st == TA_OK)
        return CLI_DONE;
    if (st == TA_ENOMEM)
        return cli_status(st, &error);
    const char *code = strncmp(spec, "octal:", 6) == 0 ? spec + 6 : spec;
    cli_list names = {""};
    char nearest[80];
    size_t count;
    const ta_octal_kind *kinds = ta_octal_kinds(&count);
    for (size_t i = 0; i < count; i++)
        cli_list_add(&names, kinds[i].name);
    if (cli_nearest(code, names.text, nearest))
        return cli_unknown(what, code, names.text);
    cli_complain("%s: %s; or one of %s", what, error.text, names.text);
    return CLI_USAGE;
}

/* Refuses, before any work, what cannot be done or has no room. */
static int plan(job *j)
{
    const cli_settings *s = j->settings;
    if (s->max + s->histogram + s->cold + s->period > 1) {
        cli_complain("--max, --histogram, --cold and --period exclude each "
                     "other");
        return CLI_USAGE;
    }
    if (s->period && (s->checkpoint != NULL || s->resume != NULL)) {
        cli_complain("--checkpoint and --resume do not go with --period");
        return CLI_USAGE;
    }
    if ((s->period && (s->in != NULL || s->digest)) ||
        ((s->max || s->histogram) && s->digest)) {
        cli_complain("--in and --digest go with the values; not with --period, "
                     "nor --digest with --max or --histogram");
        return CLI_USAGE;
    }
    if (s->long_proof && !s->period) {
        cli_complain("--long-proof goes with --period");
        return CLI_USAGE;
    }
    uint64_t engine = s->in != NULL ? 0
                      : s->period   ? ta_octal_solve_memory(j->n)
                                    : ta_octal_memory(j->n);
    uint64_t need = engine;
    if (s->histogram)
        need += VALUES * sizeof(uint64_t);
    if (s->checkpoint != NULL)
        need += ta_archive_memory(TA_CONTENT_OCTAL, NULL, j->n);
    if (s->format == CLI_FORMAT_ARCHIVE)
        need += ta_archive_memory(TA_CONTENT_OCTAL, NULL, j->n);
    char a[32], b[32];
    if (j->limit != 0 && need > j->limit) {
        cli_complain("N %" PRIu64 " needs %s of memory, more than %s %s", j->n,
                     cli_bytes_text(need, a),
                     s->max_memory != 0 ? "--max-memory allows:"
                                        : "the machine has free:",
                     cli_bytes_text(j->limit, b));
        return CLI_FAILED;
    }
    if (j->limit != 0)
        j->run.options.max_memory = j->limit - (need - engine);
    if (s->stats)
        fprintf(stderr,
                "# game: %s\n# n: %" PRIu64 "\n# predicted_bytes: %" PRIu64
                " (%s)\n",
                ta_octal_code(j->game), j->n, need, cli_bytes_text(need, a));
    return CLI_DONE;
}

static int begin(job *j, const cli_settings *s)
{
    int status = cli_number("N", s->operands[1], 0,
                            s->period ? CLI_OCTAL_MOST : UINT64_MAX, &j->n);
    if (status == CLI_DONE)
        status = cli_check_engine("--engine", s->engine, "octal");
    if (status == CLI_DONE)
        status = cli_octal_game("CODE", s->operands[0], &j->game);
    j->limit = s->max_memory != 0 ? s->max_memory : cli_free_memory();
    j->run = (cli_run){.settings = s,
                       .options = {.engine = s->engine,
                                   .progress = cli_progress_step,
                                   .progress_state = &j->run.progress}};
    if (status == CLI_DONE && s->stats) {
        j->run.options.stats = ta_stats_new();
        if (j->run.options.stats == NULL)
            status = cli_status(TA_ENOMEM, &(ta_error){""});
    }
    if (status == CLI_DONE)
        status = plan(j);
    if (status != CLI_DONE)
        return status;
    ta_archive_info info = {.content = TA_CONTENT_OCTAL,
                            .game = ta_octal_code(j->game),
                            .goal = j->n};
    status = cli_checkpoint_begin(&j->run.checkpoint, s, &info);
    return status == CLI_DONE
               ? cli_checkpoint_doubt(&j->run.checkpoint, NULL, j->game, j->n,
                                      &j->run.options, &j->run.progress)
               : status;
}

/* ---- periods ---- */

static ta_status period(job *j, ta_error *error)
{
    ta_octal_solution *s;
    j->run.progress.open_end = true;
    cli_run_enter(&j->run);
    ta_status st = ta_octal_solve(j->game, j->n, j->settings->long_proof,
                                  &j->run.options, &s, error);
    st = cli_run_leave(&j->run, st, error);
    if (st == TA_OK)
        cli_octal_summary(j->settings, j->game, ta_octal_solution_summary(s));
    ta_octal_solution_free(s);
    return st;
}

/* ---- values ---- */

/* What takes the values and, past a proved period, the rest at once. */
typedef struct outlet {
    ta_value_sink sink;
    ta_octal_rest_sink rest;
    const cli_settings *settings;
    cli_output output; /* for values and cold heaps */
    cli_rows rows;     /* for records and counts */
    uint64_t *counts;  /* of each value */
    int largest;       /* so far; -1 before the first */
} outlet;

static outlet *outlet_of(ta_octal_rest_sink *rest)
{
    return (outlet *)((char *)rest - offsetof(outlet, rest));
}

static ta_status take_records(ta_value_sink *sink, const ta_value_block *block)
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

/* All values have occurred before a period is proved. */
static ta_status no_more_records(ta_octal_rest_sink *sink,
                                 const ta_octal_rest *rest)
{
    (void)sink;
    (void)rest;
    return TA_OK;
}

static ta_status take_counts(ta_value_sink *sink, const ta_value_block *block)
{
    outlet *o = (outlet *)sink;
    uint64_t from = o->settings->from;
    for (uint64_t i = from > block->from ? from : block->from; i < block->to;
         i++)
        o->counts[block->values[i - block->from]]++;
    return TA_OK;
}

static ta_status count_rest(ta_octal_rest_sink *sink, const ta_octal_rest *rest)
{
    outlet *o = outlet_of(sink);
    for (unsigned v = 0; v < VALUES; v++) {
        if (o->counts[v] == 0 && o->settings->from <= rest->from)
            continue; /* it does not occur */
        o->counts[v] += ta_octal_rest_count(rest, v, rest->to) -
                        ta_octal_rest_count(rest, v, o->settings->from);
    }
    return TA_OK;
}

static ta_status take_values(ta_value_sink *sink, const ta_value_block *block)
{
    ta_value_sink *to = &((outlet *)sink)->output.values;
    return to->take(to, block);
}

static ta_status values_rest(ta_octal_rest_sink *sink,
                             const ta_octal_rest *rest)
{
    outlet *o = outlet_of(sink);
    uint64_t from =
        o->settings->from > rest->from ? o->settings->from : rest->from;
    return ta_octal_rest_values(rest, from, &o->output.values);
}

/* The cold heaps among the values, as blocks. */
static ta_status take_cold(ta_value_sink *sink, const ta_value_block *block)
{
    ta_sink *cold = &((outlet *)sink)->output.cold;
    uint64_t list[BLOCK];
    ta_status st = TA_OK;
    for (uint64_t from = block->from, to; from < block->to && st == TA_OK;
         from = to) {
        ta_block part = {.from = from, .positions = list};
        to = part.to = block->to - from < BLOCK ? block->to : from + BLOCK;
        for (uint64_t i = from; i < to; i++)
            if (block->values[i - block->from] == 0)
                list[part.count++] = i;
        st = cold->take(cold, &part);
    }
    return st;
}

static ta_status cold_rest(ta_octal_rest_sink *sink, const ta_octal_rest *rest)
{
    outlet *o = outlet_of(sink);
    uint64_t from = rest->from; /* those below --from have an index, too */
    if (o->settings->from > from && o->settings->format != TA_BFILE)
        from = o->settings->from;
    return ta_octal_rest_cold(rest, from, &o->output.cold);
}

/* *status is not CLI_DONE after a message about what was asked for. */
static ta_status read_values(const job *j, ta_value_sink *sink, int *status,
                             ta_error *error)
{
    const cli_settings *s = j->settings;
    ta_archive *in = NULL;
    ta_status st = TA_OK;
    *status = cli_known_open(s, TA_CONTENT_OCTAL, &in);
    if (*status == CLI_DONE)
        *status = cli_known_reaches(in, s, j->n);
    if (*status == CLI_DONE &&
        strcmp(ta_archive_about(in)->game, ta_octal_code(j->game)) != 0) {
        cli_complain("'%.200s' is of the game '%.255s', not of '%.255s'", s->in,
                     ta_archive_about(in)->game, ta_octal_code(j->game));
        *status = CLI_USAGE;
    }
    if (*status == CLI_DONE)
        st = cli_read_values(in, 0, j->n, sink, error);
    ta_archive_close(in);
    return st;
}

static ta_status find_values(job *j, outlet *o, int *status, ta_error *error)
{
    *status = CLI_DONE;
    if (j->settings->in != NULL)
        return read_values(j, &o->sink, status, error);
    ta_value_sink *kept = cli_checkpoint_values(&j->run.checkpoint, &o->sink);
    cli_run_enter(&j->run);
    ta_status st = ta_octal_run_rest(j->game, j->n, &j->run.options, kept,
                                     &o->rest, error);
    return cli_run_leave(&j->run, st, error);
}

static int show_records(job *j, outlet *o)
{
    o->sink.take = take_records;
    o->rest.take = no_more_records;
    cli_columns_least((size_t)snprintf(NULL, 0, "%" PRIu64, j->n));
    cli_rows_begin(&o->rows, j->settings, "heap\tvalue");
    int status;
    ta_error error = {""};
    ta_status st = find_values(j, o, &status, &error);
    if (status != CLI_DONE)
        return status;
    if (st == TA_EIO && !cli_flush())
        return CLI_DONE; /* cli_finish_output tells */
    if (st == TA_OK)
        cli_rows_end(&o->rows);
    return cli_status(st, &error);
}

static int show_counts(job *j, outlet *o)
{
    o->sink.take = take_counts;
    o->rest.take = count_rest;
    o->counts = calloc(VALUES, sizeof *o->counts);
    if (o->counts == NULL)
        return cli_status(TA_ENOMEM, &(ta_error){""});
    int status;
    ta_error error = {""};
    ta_status st = find_values(j, o, &status, &error);
    if (status == CLI_DONE)
        status = cli_status(st, &error);
    if (status == CLI_DONE) {
        cli_rows_begin(&o->rows, j->settings, "value\tcount");
        for (unsigned v = 0; v < VALUES; v++)
            if (o->counts[v] > 0)
                cli_row(&o->rows, cli_count_of(v), cli_count_of(o->counts[v]));
        cli_rows_end(&o->rows);
    }
    free(o->counts);
    return status;
}

static int write_values(job *j, outlet *o)
{
    const cli_settings *s = j->settings;
    ta_archive_info info = {.content =
                                s->cold ? TA_CONTENT_COLD : TA_CONTENT_OCTAL,
                            .game = ta_octal_code(j->game),
                            .goal = j->n};
    o->sink.take = s->cold ? take_cold : take_values;
    o->rest.take = s->cold ? cold_rest : values_rest;
    int status = cli_output_begin(&o->output, s, &info, 0);
    if (status != CLI_DONE)
        return status;
    j->run.abandon = cli_output_drop;
    j->run.abandon_state = &o->output;
    ta_error error = {""};
    ta_status st = find_values(j, o, &status, &error);
    if (status != CLI_DONE)
        cli_output_drop(&o->output);
    return status != CLI_DONE ? status : cli_output_end(&o->output, st, &error);
}

static int show_values(job *j)
{
    const cli_settings *s = j->settings;
    outlet o = {.settings = s, .largest = -1};
    int status = cli_output_check(s, j->n);
    if (status != CLI_DONE)
        return status;
    return s->max         ? show_records(j, &o)
           : s->histogram ? show_counts(j, &o)
                          : write_values(j, &o);
}

int cli_octal(const cli_settings *s, const char *operand)
{
    (void)operand;
    job j = {.settings = s};
    ta_error error = {""};
    int status = begin(&j, s);
    if (status == CLI_DONE) {
        status = s->period ? cli_status(period(&j, &error), &error)
                           : show_values(&j);
    }
    cli_run_end(&j.run); /* statistics too */
    ta_octal_free(j.game);
    return status;
}
