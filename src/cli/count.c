/* takeaway count N: how many positions are cold. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "computing.h"

/* The ends at which to count, and the sink that prints a row as soon as it
 * is known, so that a long run shows what it has. */
typedef struct table {
    tai_count_sink counter;
    cli_rows rows;
    cli_ends ends;
    uint64_t *counts;
    uint64_t from, below; /* what is below `from` is not counted */
    size_t printed;
    bool sentence;                   /* one row, told in words */
    tai_digest *digest;              /* NULL: not asked for */
    char (*digests)[TA_DIGEST_TEXT]; /* of each row */
} table;

static ta_status print_rows(table *t)
{
    for (; t->printed < t->counter.next; t->printed++) {
        size_t k = t->printed;
        t->counts[k] -= t->below < t->counts[k] ? t->below : t->counts[k];
        const cli_cell cells[] = {cli_count_of(t->ends.end[k]),
                                  cli_count_of(t->counts[k]),
                                  cli_text(t->digest ? t->digests[k] : NULL)};
        bool only_counts = t->rows.headless && !t->rows.json;
        cli_rows_put(&t->rows, cells + only_counts);
    }
    return cli_flush() ? TA_OK : TA_EIO;
}

/* The digests of the rows that the counter has settled with this block. */
static ta_status take_digests(table *t, size_t before, const ta_block *block)
{
    if (t->digest == NULL)
        return TA_OK;
    for (size_t k = before; k < t->counter.next; k++)
        tai_digest_text(t->digest, block, t->ends.end[k], t->digests[k]);
    return tai_digest_consume(t->digest, block);
}

static ta_status take(void *state, const ta_block *block)
{
    table *t = state;
    size_t before = t->counter.next;
    ta_status st = tai_count_consume(&t->counter, block);
    t->below += tai_block_count_below(block, t->from);
    if (st == TA_OK)
        st = take_digests(t, before, block);
    if (st == TA_OK && t->counter.next > before && !t->sentence)
        st = print_rows(t);
    return st;
}

/* Rows that no block has settled: where there are no positions at all. */
static void finish(table *t)
{
    for (size_t k = t->counter.next; t->digest != NULL && k < t->ends.count;
         k++)
        tai_digest_text(t->digest, NULL, 0, t->digests[k]);
    tai_count_finish(&t->counter);
}

static int make_table(const cli_settings *s, uint64_t n, table *t)
{
    *t = (table){.from = s->from, .sentence = s->at == NULL && !s->quiet};
    int status = cli_ends_read(s->at, n, &t->ends);
    if (status != CLI_DONE)
        return status;
    /* One more than there may be rows of: none is no room for none. */
    t->counts = calloc(t->ends.count + 1, sizeof *t->counts);
    if (s->digest)
        t->digests = calloc(t->ends.count + 1, sizeof *t->digests);
    if (t->counts == NULL || (s->digest && t->digests == NULL) ||
        (s->digest && tai_digest_new(s->from, &t->digest) != TA_OK))
        return cli_status(TA_ENOMEM, &(ta_error){""});
    const char *columns = s->digest ? "n\tcold\tsha256" : "n\tcold";
    if (t->ends.count > 0) /* rows are shown as they become known */
        cli_rows_widen(t->ends.end[t->ends.count - 1]);
    cli_rows_begin(&t->rows, s,
                   s->quiet && !s->json ? strchr(columns, '\t') + 1 : columns);
    t->rows.headless = s->quiet;
    tai_count_sink_init(&t->counter, t->ends.end, t->ends.count, t->counts);
    return CLI_DONE;
}

/* What there is to say without --at. */
static void print_answer(const table *t, const cli_run *run, uint64_t n)
{
    const cli_settings *s = run->settings;
    char id[TA_GAME_ID];
    ta_archive_info info = cli_run_info(run, id);
    const char *game = run->in != NULL ? info.game : s->game;
    const char *play = cli_convention_text(info.convention);
    uint64_t cold = t->counts[0] - t->below;
    if (s->json) {
        cli_rows r;
        cli_rows_begin(&r, s, "quantity\tvalue");
        cli_field(&r, "game", cli_text(game));
        cli_field(&r, "convention", cli_text(play));
        cli_field(&r, "n", cli_count_of(n));
        if (s->from > 0)
            cli_field(&r, "from", cli_count_of(s->from));
        cli_field(&r, "cold", cli_count_of(cold));
        if (t->digest != NULL)
            cli_field(&r, "sha256", cli_text(t->digests[0]));
        cli_rows_end(&r);
        return;
    }
    printf("%" PRIu64 " of the %" PRIu64 " positions ", cold, n - s->from);
    if (s->from > 0)
        printf("in [%" PRIu64 ", %" PRIu64 ")", s->from, n);
    else
        printf("below %" PRIu64, n);
    printf(" are cold (%s, %s play)\n", game, play);
    if (t->digest != NULL)
        printf("sha256 of these positions, one a line: %s\n", t->digests[0]);
}

/* An archive says the counts by its index; its positions are read only for
 * their digest. */
static ta_status read_counts(const cli_run *run, table *t, ta_error *error)
{
    cli_catch_interrupts();
    ta_status st = ta_archive_count_below(run->in, t->from, &t->below, error);
    for (size_t k = 0; k < t->ends.count && st == TA_OK; k++)
        st = cli_interrupted() ? TA_ECANCELLED
                               : ta_archive_count_below(run->in, t->ends.end[k],
                                                        &t->counts[k], error);
    t->counter.next = t->ends.count;
    return st == TA_OK && cli_interrupted() ? TA_ECANCELLED : st;
}

int cli_count(const cli_settings *s)
{
    uint64_t n;
    table t = {.counts = NULL};
    cli_run run = {.settings = s};
    ta_error error = {""};
    int status = cli_number("N", s->operands[0], 0, UINT64_MAX, &n);
    if (status == CLI_DONE)
        status = cli_output_check(s, n);
    if (status == CLI_DONE)
        status = make_table(s, n, &t);
    if (status == CLI_DONE)
        status = cli_run_begin(&run, s, &cli_cold_sequence);
    /* Nothing above the last row is needed. */
    uint64_t last = t.ends.count > 0 ? t.ends.end[t.ends.count - 1] : 0;
    run.options.periods = !s->digest;
    if (status == CLI_DONE)
        status = cli_run_plan(&run, last, 0);
    if (status != CLI_DONE)
        goto done;

    run.in_from = s->from;
    ta_status st = run.in == NULL || s->digest
                       ? cli_run_into(&run, (ta_sink){take, &t}, &error)
                       : read_counts(&run, &t, &error);
    if (st == TA_EIO && !cli_flush())
        goto done; /* cli_finish_output tells */
    status = cli_status(st, &error);
    if (status != CLI_DONE)
        goto done;
    finish(&t);
    if (t.sentence) {
        print_answer(&t, &run, n);
    } else if (print_rows(&t) == TA_OK) {
        cli_rows_end(&t.rows);
    }
done:
    tai_digest_free(t.digest);
    free(t.digests);
    free(t.ends.end);
    free(t.counts);
    cli_run_end(&run);
    return status;
}
