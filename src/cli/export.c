/* takeaway export SEQUENCE N: b-files as the OEIS has them. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "computing.h"

/* What is printed, for which game, and the OEIS's index of the first term. */
typedef struct sequence {
    const char *number; /* "" for a new one */
    const cli_sequence *kind;
    const char *game;
    uint64_t offset;
} sequence;

/* Offsets from the sequences' own pages. Lists usually begin with index 1
 * there, functions of the heap with heap 0; A030193 is a list from 0, and so
 * do those begin that have no page, as b-files do in `takeaway cold`. */
static const sequence known[] = {
    {"A030193", &cli_cold_sequence, "squares", 0},
    {"A014586", &cli_nim_sequence, "squares", 0},
    {"A338027", &cli_length_sequence, "squares", 0},
    {"A002187", &cli_nim_sequence, "0.137", 0},
    {"A215721", &cli_cold_sequence, "0.07", 1},
    {"A025043", &cli_cold_sequence, "primes", 1},
    {"A014589", &cli_nim_sequence, "primes", 0},
    {"A014588", &cli_nim_sequence, "fibonacci", 0},
    {"A014587", &cli_nim_sequence, "factorials", 0},
    {"A019509", &cli_nim_sequence, "triangular", 0},
    {"A002186", &cli_nim_sequence, "0.77", 0},
    {"A002188", &cli_nim_sequence, "grundy", 0},
};

/* cold, nim and length; octal games are games here like others. */
enum { KINDS = 3 };

cli_list cli_sequence_names(void)
{
    cli_list names = {""};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        cli_list_add(&names, known[i].number);
    for (size_t i = 0; i < KINDS; i++) {
        char form[16];
        snprintf(form, sizeof form, "%s:GAME", cli_sequences[i]->command);
        cli_list_add(&names, form);
    }
    return names;
}

/* Finds a number, or reads KIND:GAME. */
static int find(const char *name, sequence *found)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].number) == 0) {
            *found = known[i];
            return CLI_DONE;
        }
    for (size_t i = 0; i < KINDS; i++) {
        size_t length = strlen(cli_sequences[i]->command);
        if (strncmp(name, cli_sequences[i]->command, length) == 0 &&
            name[length] == ':') {
            *found = (sequence){"", cli_sequences[i], name + length + 1, 0};
            return CLI_DONE;
        }
    }
    return cli_unknown("SEQUENCE", name, cli_sequence_names().text);
}

/* ---- exactly so many terms ---- */

typedef struct terms {
    tai_writer *writer;
    uint64_t left;
} terms;

static ta_status put(void *state, uint64_t number)
{
    terms *t = state;
    if (t->left == 0)
        return TA_OK;
    t->left--;
    return tai_writer_put(t->writer, number);
}

static ta_status take(void *state, const ta_block *block)
{
    return ta_block_each(block, 0, put, state);
}

/* ---- where they come from ---- */

static void drop(void *writer)
{
    tai_writer_close(writer, false, NULL);
}

static int write_terms(cli_run *run, const sequence *q, uint64_t wanted)
{
    const char *path = run->settings->output;
    bool cold = q->kind == &cli_cold_sequence;
    terms t = {NULL, wanted};
    uint64_t end = wanted;
    ta_error error = {""}, close_error = {""};
    cli_before_file(path);
    ta_status st =
        tai_writer_open(path, TA_BFILE, 0, q->offset, &t.writer, &error);
    if (st != TA_OK)
        return cli_status(st, &error);
    run->abandon = drop;
    run->abandon_state = t.writer;
    int status =
        cold ? cli_find_nth(run, wanted, "terms", NULL, &end) : CLI_DONE;
    if (status == CLI_DONE)
        status = cli_run_plan(run, end + cold, 0);
    if (status != CLI_DONE) {
        drop(t.writer);
        return status;
    }
    st = cli_run_into(run, (ta_sink){take, &t}, &error);
    ta_status closed = tai_writer_close(t.writer, st == TA_OK, &close_error);
    if (closed != TA_OK && path == NULL && errno == EPIPE)
        return CLI_DONE; /* the reader has seen enough */
    return closed != TA_OK ? cli_status(closed, &close_error)
                           : cli_status(st, &error);
}

int cli_export(const cli_settings *s)
{
    sequence q = {0};
    uint64_t wanted = 0;
    cli_run run = {.settings = s};
    int status = find(s->operands[0], &q);
    if (status == CLI_DONE)
        status = cli_number("TERMS", s->operands[1], 1, 1000000000, &wanted);
    if (status != CLI_DONE)
        return status;
    if (q.number[0] != '\0' && s->offset != 0)
        return cli_wrong(
            "--offset is for sequences without a number; the OEIS has "
            "%s from %" PRIu64 " on",
            q.number, q.offset);
    q.offset += s->offset;
    cli_settings mine = *s;
    mine.game = q.game;
    mine.engine = "auto";
    if (q.kind == &cli_nim_sequence && ta_octal_is_spec(q.game))
        q.kind = &cli_octal_sequence;
    status = cli_run_begin(&run, &mine, q.kind);
    if (status == CLI_DONE)
        status = write_terms(&run, &q, wanted);
    cli_run_end(&run);
    return status;
}
