/* takeaway octal CODE N: values, records, cold heaps, periods of octal games.
 */
#include <errno.h>
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
    cli_complain("%s: %s", what, error.text);
    return CLI_USAGE;
}

int cli_octal_engine(const char *name)
{
    if (strcmp(name, "auto") == 0 || strcmp(name, "naive") == 0 ||
        strcmp(name, "sparse") == 0)
        return CLI_DONE;
    return cli_refuse("--engine", name, "auto, naive or sparse (octal games)");
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
    if (s->long_proof && !s->period) {
        cli_complain("--long-proof goes with --period");
        return CLI_USAGE;
    }
    if (s->from > j->n) {
        cli_complain("--from %" PRIu64 " is not accepted; accepted: 0 to N, "
                     "which is %" PRIu64,
                     s->from, j->n);
        return CLI_USAGE;
    }
    uint64_t need = ta_octal_memory(j->n);
    if (!s->period) /* and the values themselves */
        need += 2 * j->n;
    char a[32], b[32];
    if (j->limit != 0 && need > j->limit) {
        cli_complain("N %" PRIu64 " needs up to %s of memory, more than %s %s",
                     j->n, cli_bytes_text(need, a),
                     s->max_memory != 0 ? "--max-memory allows:"
                                        : "the machine has free:",
                     cli_bytes_text(j->limit, b));
        return CLI_FAILED;
    }
    if (s->stats)
        fprintf(stderr,
                "# game: %s\n# n: %" PRIu64 "\n# predicted_bytes: %" PRIu64
                " (%s)\n",
                ta_octal_code(j->game), j->n, need, cli_bytes_text(need, a));
    return CLI_DONE;
}

static int begin(job *j, const cli_settings *s)
{
    int status = cli_number("N", s->operands[1], 0, CLI_OCTAL_MOST, &j->n);
    if (status == CLI_DONE)
        status = cli_octal_engine(s->engine);
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
    return cli_checkpoint_begin(&j->run.checkpoint, s, &info);
}

/* ---- periods ---- */

static void print_proof(const ta_octal_summary *s)
{
    if (s->proof == TA_OCTAL_LONG)
        printf("proof\tlong: Guy and Smith's condition, met by the heaps below "
               "%" PRIu64 "\n",
               s->proof_end);
    else if (s->proof == TA_OCTAL_SHORT)
        printf("proof\tshort: rare heaps and witnesses are bounded, seen in "
               "the heaps below %" PRIu64 "\n",
               s->proof_end);
    else if (s->period == 0)
        printf("proof\tnone: no period found up to %" PRIu64 "\n", s->known);
    else
        printf("proof\tnone: no period found up to %" PRIu64
               " that is proved; what was seen follows\n",
               s->known);
}

static void print_summary(const job *j, const ta_octal_summary *s)
{
    printf("quantity\tvalue\ngame\t%s\nheaps\t%" PRIu64 "\n",
           ta_octal_code(j->game), s->known);
    print_proof(s);
    if (s->period != 0)
        printf("period\t%" PRIu64 "\npreperiod\t%" PRIu64 "\nsaltus\t%" PRIu64
               "\n",
               s->period, s->preperiod, s->saltus);
    else
        puts("period\tNA\npreperiod\tNA\nsaltus\tNA");
    printf("largest\t%u\nlargest_at\t%" PRIu64 "\n", s->largest, s->largest_at);
    if (s->has_mask)
        printf("mask\t%x%s\nrare\t%" PRIu64 "\nlast_rare\t%" PRIu64 "\n",
               s->mask, s->parity ? "+position" : "", s->rare, s->last_rare);
    else
        puts("mask\tNA\nrare\tNA\nlast_rare\tNA");
}

static ta_status period(job *j, ta_error *error)
{
    ta_octal_solution *s;
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
    puts("heap\tvalue");
    int most = -1;
    for (uint64_t i = 0; i < j->n; i++)
        if (values[i] > most) {
            most = values[i];
            if (i >= j->settings->from)
                printf("%" PRIu64 "\t%d\n", i, most);
        }
    return TA_OK;
}

static ta_status put_values(const job *j, const uint16_t *values,
                            ta_writer *writer)
{
    ta_status st = TA_OK;
    for (uint64_t i = j->settings->from; i < j->n && st == TA_OK; i++)
        st = ta_writer_put(writer, values[i]);
    return st;
}

static int write_values(job *j, const uint16_t *values, const char *path)
{
    const cli_settings *s = j->settings;
    ta_writer *writer;
    ta_error error = {""};
    uint64_t first = s->cold ? s->offset : s->offset + s->from;
    ta_status st =
        ta_writer_open(path, (ta_format)s->format, s->cold ? s->from : 0, first,
                       &writer, &error);
    if (st != TA_OK)
        return cli_status(st, &error);
    if (s->cold) { /* as positions, so that indices count all from 0 */
        for (uint64_t i = 0; i < j->n && st == TA_OK; i++)
            if (values[i] == 0)
                st = ta_writer_sink(writer)->take(
                    ta_writer_sink(writer), &(ta_block){i, i + 1, NULL, &i, 1});
    } else {
        st = put_values(j, values, writer);
    }
    ta_error close_error = {""};
    ta_status closed = ta_writer_close(writer, st == TA_OK, &close_error);
    if (closed != TA_OK && path == NULL && errno == EPIPE)
        return CLI_DONE; /* the reader has seen enough */
    return closed != TA_OK ? cli_status(closed, &close_error)
                           : cli_status(st, &error);
}

typedef struct collector {
    ta_value_sink sink;
    uint16_t *values;
} collector;

static ta_status collect(ta_value_sink *sink, const ta_value_block *block)
{
    memcpy(((collector *)sink)->values + block->from, block->values,
           (size_t)(block->to - block->from) * sizeof *block->values);
    return TA_OK;
}

static int show_values(job *j)
{
    const cli_settings *s = j->settings;
    const char *path = s->output;
    if (path != NULL && strcmp(path, "-") == 0)
        path = NULL;
    if (s->format == TA_NPY && path == NULL)
        return cli_refuse("--format", "npy",
                          "npy with -o FILE, or text or bfile");
    uint16_t *values = malloc((size_t)(2 * j->n + 2));
    if (values == NULL)
        return cli_status(TA_ENOMEM, &(ta_error){"no memory for the values"});
    ta_error error = {""};
    collector c = {{collect}, values};
    ta_value_sink *kept = cli_checkpoint_values(&j->run.checkpoint, &c.sink);
    cli_run_enter(&j->run);
    ta_status st = ta_octal_run(j->game, j->n, &j->run.options, kept, &error);
    st = cli_run_leave(&j->run, st, &error);
    int status = cli_status(st, &error);
    if (status == CLI_DONE && s->max)
        status = cli_status(print_records(j, values), &error);
    else if (status == CLI_DONE)
        status = write_values(j, values, path);
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
