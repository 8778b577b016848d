/* takeaway octal CODE N: values, records, cold heaps, periods of octal games.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

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
    if (s->max + s->cold + s->period > 1) {
        cli_complain("--max, --cold and --period exclude each other");
        return CLI_USAGE;
    }
    if (s->period && (s->checkpoint != NULL || s->resume != NULL)) {
        cli_complain("--checkpoint and --resume do not go with --period");
        return CLI_USAGE;
    }
    if ((s->period && (s->in != NULL || s->digest)) || (s->max && s->digest)) {
        cli_complain("--in and --digest go with the values; not with --period, "
                     "nor --digest with --max");
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
    if (!s->period) /* and the values themselves */
        need += 2 * j->n;
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
                " (%s)\n# prediction: %s\n",
                ta_octal_code(j->game), j->n, need, cli_bytes_text(need, a),
                cli_prediction(s->period || s->checkpoint != NULL ||
                               s->format == CLI_FORMAT_ARCHIVE));
    return CLI_DONE;
}

static int begin(job *j, const cli_settings *s)
{
    int status = cli_number("N", s->operands[1], 0, CLI_OCTAL_MOST, &j->n);
    if (status == CLI_DONE)
        status = cli_check_engine("--engine", s->engine, "octal");
    if (status == CLI_DONE)
        status = cli_octal_game("CODE", s->operands[0], &j->game);
    j->limit = s->max_memory != 0 ? s->max_memory : cli_free_memory();
    j->run = (cli_run){.settings = s,
                       .options = {.engine = s->engine,
                                   .progress = cli_progress_step,
                                   .progress_state = &j->run.progress}};
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

static const char *proof_text(const ta_octal_summary *s, char text[160])
{
    if (s->proof == TA_OCTAL_LONG)
        snprintf(text, 160,
                 "long: Guy and Smith's condition, met by the heaps below "
                 "%" PRIu64,
                 s->proof_end);
    else if (s->proof == TA_OCTAL_SHORT)
        snprintf(text, 160,
                 "short: rare heaps and witnesses are bounded, seen in the "
                 "heaps below %" PRIu64,
                 s->proof_end);
    else
        snprintf(
            text, 160, "none: no period found up to %" PRIu64 "%s", s->known,
            s->period == 0 ? "" : " that is proved; what was seen follows");
    return text;
}

static void print_summary(const job *j, const ta_octal_summary *s)
{
    char text[160], mask[32];
    bool found = s->period != 0;
    snprintf(mask, sizeof mask, "%x%s", s->mask, s->parity ? "+position" : "");
    cli_rows r;
    cli_rows_begin(&r, j->settings, "quantity\tvalue");
    cli_row(&r, cli_text("game"), cli_text(ta_octal_code(j->game)));
    cli_row(&r, cli_text("heaps"), cli_count_of(s->known));
    cli_row(&r, cli_text("proof"), cli_text(proof_text(s, text)));
    cli_row(&r, cli_text("period"), cli_count_if(found, s->period));
    cli_row(&r, cli_text("preperiod"), cli_count_if(found, s->preperiod));
    cli_row(&r, cli_text("saltus"), cli_count_if(found, s->saltus));
    cli_row(&r, cli_text("largest"), cli_count_of(s->largest));
    cli_row(&r, cli_text("largest_at"), cli_count_of(s->largest_at));
    cli_row(&r, cli_text("mask"), cli_text(s->has_mask ? mask : NULL));
    cli_row(&r, cli_text("rare"), cli_count_if(s->has_mask, s->rare));
    cli_row(&r, cli_text("last_rare"), cli_count_if(s->has_mask, s->last_rare));
    cli_rows_end(&r);
}

static ta_status period(job *j, ta_error *error)
{
    ta_octal_solution *s;
    j->run.progress.open_end = true;
    cli_run_enter(&j->run);
    ta_status st = ta_octal_solve(j->game, j->n, j->settings->long_proof,
                                  &j->run.options, &s, error);
    st = cli_run_leave(&j->run, st, error);
    if (st == TA_OK)
        print_summary(j, ta_octal_solution_summary(s));
    ta_octal_solution_free(s);
    return st;
}

/* ---- values ---- */

static ta_status print_records(const job *j, const uint16_t *values)
{
    cli_rows rows;
    cli_rows_begin(&rows, j->settings, "heap\tvalue");
    int most = -1;
    for (uint64_t i = 0; i < j->n; i++)
        if (values[i] > most) {
            most = values[i];
            if (i >= j->settings->from)
                cli_row(&rows, cli_count_of(i), cli_count_of(values[i]));
        }
    cli_rows_end(&rows);
    return TA_OK;
}

/* The cold heaps among the values, as blocks. */
static ta_status give_cold(const job *j, const uint16_t *values, ta_sink *sink)
{
    enum { BLOCK = 1 << 12 };
    uint64_t list[BLOCK];
    ta_status st = TA_OK;
    for (uint64_t from = 0, to; from < j->n && st == TA_OK; from = to) {
        ta_block block = {.from = from, .positions = list};
        to = block.to = j->n - from < BLOCK ? j->n : from + BLOCK;
        for (uint64_t i = from; i < to; i++)
            if (values[i] == 0)
                list[block.count++] = i;
        st = cli_interrupted() ? TA_ECANCELLED : sink->take(sink, &block);
    }
    return st;
}

/* The values, in pieces: an interruption is heard after each. */
static ta_status give_values(const job *j, const uint16_t *values,
                             ta_value_sink *sink)
{
    enum { BLOCK = 1 << 16 };
    ta_status st = TA_OK;
    for (uint64_t from = 0, to; from < j->n && st == TA_OK; from = to) {
        to = j->n - from < BLOCK ? j->n : from + BLOCK;
        st = cli_interrupted()
                 ? TA_ECANCELLED
                 : sink->take(sink, &(ta_value_block){from, to, values + from});
    }
    return st;
}

static int begin_output(job *j, cli_output *output)
{
    const cli_settings *s = j->settings;
    ta_archive_info info = {.content =
                                s->cold ? TA_CONTENT_COLD : TA_CONTENT_OCTAL,
                            .game = ta_octal_code(j->game),
                            .goal = j->n};
    j->run.abandon = cli_output_drop;
    j->run.abandon_state = output;
    return cli_output_begin(output, s, &info, 0);
}

static int write_values(const job *j, const uint16_t *values,
                        cli_output *output)
{
    ta_status st = TA_OK;
    if (j->settings->cold)
        st = give_cold(j, values, &output->cold);
    else
        st = give_values(j, values, &output->values);
    return cli_output_end(output, st, &(ta_error){""});
}

typedef struct values_sink {
    ta_value_sink sink;
    uint16_t *values;
} values_sink;

static ta_status copy_block(ta_value_sink *sink, const ta_value_block *block)
{
    memcpy(((values_sink *)sink)->values + block->from, block->values,
           (block->to - block->from) * sizeof *block->values);
    return TA_OK;
}

static int read_values(const job *j, uint16_t *values)
{
    const cli_settings *s = j->settings;
    ta_archive *in = NULL;
    ta_error error = {""};
    int status = cli_known_open(s, TA_CONTENT_OCTAL, &in);
    if (status == CLI_DONE)
        status = cli_known_reaches(in, s, j->n);
    if (status == CLI_DONE &&
        strcmp(ta_archive_about(in)->game, ta_octal_code(j->game)) != 0) {
        cli_complain("'%.200s' is of the game '%.255s', not of '%.255s'", s->in,
                     ta_archive_about(in)->game, ta_octal_code(j->game));
        status = CLI_USAGE;
    }
    if (status == CLI_DONE) {
        values_sink sink = {{copy_block}, values};
        status = cli_status(cli_read_values(in, 0, j->n, &sink.sink, &error),
                            &error);
    }
    ta_archive_close(in);
    return status;
}

static int compute_values(job *j, uint16_t *values)
{
    ta_error error = {""};
    values_sink sink = {{copy_block}, values};
    ta_value_sink *kept = cli_checkpoint_values(&j->run.checkpoint, &sink.sink);
    cli_run_enter(&j->run);
    ta_status st = ta_octal_run(j->game, j->n, &j->run.options, kept, &error);
    st = cli_run_leave(&j->run, st, &error);
    return cli_status(st, &error);
}

static int show_values(job *j)
{
    const cli_settings *s = j->settings;
    cli_output output = {.settings = s};
    int status = cli_output_check(s, j->n);
    if (status == CLI_DONE && !s->max)
        status = begin_output(j, &output);
    if (status != CLI_DONE)
        return status;
    uint16_t *values = malloc((size_t)(2 * j->n + 2));
    if (values == NULL)
        status = cli_status(TA_ENOMEM, &(ta_error){"no memory for the values"});
    else
        status =
            s->in != NULL ? read_values(j, values) : compute_values(j, values);
    if (status == CLI_DONE && s->max)
        status = cli_status(print_records(j, values), &(ta_error){""});
    else if (status == CLI_DONE)
        status = write_values(j, values, &output);
    cli_output_drop(&output);
    free(values);
    return status;
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
    cli_run_end(&j.run);
    ta_octal_free(j.game);
    return status;
}
