/* takeaway count N: how many positions are cold. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* The ends at which to count, and the sink that prints a row as soon as it
 * is known, so that a long run shows what it has. */
typedef struct table {
    ta_sink sink;
    ta_count_sink counter;
    uint64_t *ends, *counts;
    size_t n_ends, printed;
    bool quiet, sentence;            /* sentence: one row, told in words */
    bool reading;                    /* --in */
    ta_digest *digest;               /* NULL: not asked for */
    char (*digests)[TA_DIGEST_TEXT]; /* of each row */
} table;

static ta_status print_rows(table *t)
{
    for (; t->printed < t->counter.next; t->printed++) {
        size_t k = t->printed;
        if (!t->quiet && k == 0)
            puts(t->digest != NULL ? "n\tcold\tsha256" : "n\tcold");
        if (!t->quiet)
            printf("%" PRIu64 "\t", t->ends[k]);
        printf("%" PRIu64, t->counts[k]);
        if (t->digest != NULL)
            printf("\t%s", t->digests[k]);
        putchar('\n');
    }
    return cli_flush() ? TA_OK : TA_EIO;
}

/* The digests of the rows that the counter has settled with this block. */
static ta_status take_digests(table *t, size_t before, const ta_block *block)
{
    if (t->digest == NULL)
        return TA_OK;
    for (size_t k = before; k < t->counter.next; k++)
        ta_digest_text(t->digest, block, t->ends[k], t->digests[k]);
    ta_sink *rest = ta_digest_sink(t->digest);
    return rest->take(rest, block);
}

static ta_status take(ta_sink *sink, const ta_block *block)
{
    table *t = (table *)sink;
    size_t before = t->counter.next;
    ta_status st = t->counter.sink.take(&t->counter.sink, block);
    if (st == TA_OK)
        st = take_digests(t, before, block);
    if (st == TA_OK && t->counter.next > before && !t->sentence)
        st = print_rows(t);
    if (st == TA_OK && t->reading && cli_interrupted())
        st = TA_ECANCELLED;
    return st;
}

/* Rows that no block has settled: where there are no positions at all. */
static void finish(table *t)
{
    for (size_t k = t->counter.next; t->digest != NULL && k < t->n_ends; k++)
        ta_digest_text(t->digest, NULL, 0, t->digests[k]);
    ta_count_finish(&t->counter);
}

static int increasing(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void powers(uint64_t base, uint64_t n, table *t)
{
    for (uint64_t p = 1; p <= n; p *= base) {
        t->ends[t->n_ends++] = p;
        if (p > n / base)
            break;
    }
}

/* A list such as 10,1e3: sorted, repeats dropped, none above n. */
static int read_list(const char *list, uint64_t n, table *t)
{
    char item[64];
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, ",");
        snprintf(item, sizeof item, "%.*s",
                 (int)(length < sizeof item ? length : sizeof item), at);
        if (length >= sizeof item)
            return cli_refuse("--at: the number", item,
                              "numbers of at most 63 characters");
        int status =
            cli_number("--at: the number", item, 0, n, &t->ends[t->n_ends]);
        if (status != CLI_DONE)
            return status;
        t->n_ends++;
        at += length;
        if (*at == '\0')
            break;
    }
    qsort(t->ends, t->n_ends, sizeof *t->ends, increasing);
    size_t kept = 0;
    for (size_t i = 0; i < t->n_ends; i++)
        if (kept == 0 || t->ends[i] != t->ends[kept - 1])
            t->ends[kept++] = t->ends[i];
    t->n_ends = kept;
    return CLI_DONE;
}

static int make_table(const cli_settings *s, uint64_t n, table *t)
{
    size_t room = 64; /* powers of 2 below 2^64 */
    for (const char *c = s->at; c != NULL && *c != '\0'; c++)
        room += *c == ',';
    *t = (table){.sink = {take},
                 .quiet = s->quiet,
                 .sentence = s->at == NULL && !s->quiet,
                 .reading = s->in != NULL};
    t->ends = calloc(room, sizeof *t->ends);
    t->counts = calloc(room, sizeof *t->counts);
    t->digests = calloc(room, sizeof *t->digests);
    if (t->ends == NULL || t->counts == NULL || t->digests == NULL ||
        (s->digest && ta_digest_new(0, &t->digest) != TA_OK)) {
        cli_complain("out of memory");
        return CLI_FAILED;
    }
    int status = CLI_DONE;
    if (s->at == NULL)
        t->ends[t->n_ends++] = n;
    else if (strcmp(s->at, "powers2") == 0)
        powers(2, n, t);
    else if (strcmp(s->at, "powers10") == 0)
        powers(10, n, t);
    else if (strchr("0123456789,", s->at[0]) != NULL)
        status = read_list(s->at, n, t);
    else
        status = cli_refuse("--at", s->at,
                            "powers2, powers10 or numbers joined by commas");
    ta_count_sink_init(&t->counter, t->ends, t->n_ends, t->counts);
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): cli_count frees the arrays */
    return status;
}

/* Heaps of an octal game need not be handed over past a proved period. */
static ta_status count_heaps(cli_run *run, table *t, ta_error *error)
{
    cli_run_enter(run);
    ta_status st = ta_octal_cold_counts(run->octal, t->ends, t->n_ends,
                                        &run->options, t->counts, error);
    st = cli_run_leave(run, st, error);
    t->counter.next = st == TA_OK ? t->n_ends : 0;
    return st;
}

int cli_count(const cli_settings *s, const char *operand)
{
    uint64_t n;
    table t = {.ends = NULL};
    cli_run run = {.settings = s};
    ta_error error = {""};
    int status = cli_number("N", operand, 0, UINT64_MAX, &n);
    if (status == CLI_DONE)
        status = make_table(s, n, &t);
    if (status == CLI_DONE)
        status = cli_run_begin(&run, s);
    /* Nothing above the last row is needed. */
    uint64_t last = t.n_ends > 0 ? t.ends[t.n_ends - 1] : 0;
    if (status == CLI_DONE)
        status = cli_run_plan(&run, last, 0);
    if (status != CLI_DONE)
        goto done;

    bool at_once = run.octal != NULL && run.in == NULL && t.digest == NULL;
    ta_status st = at_once ? count_heaps(&run, &t, &error)
                           : cli_run_cold(&run, &t.sink, &error);
    if (st == TA_EIO && !cli_flush())
        goto done; /* cli_finish_output tells */
    status = cli_status(st, &error);
    if (status != CLI_DONE)
        goto done;
    finish(&t);
    if (t.sentence) {
        char id[CLI_GAME_ID];
        ta_archive_info info = cli_run_info(&run, id);
        printf("%" PRIu64 " of the %" PRIu64 " positions below %" PRIu64
               " are cold (%s, %s play)\n",
               t.counts[0], n, n, run.in != NULL ? info.game : s->game,
               info.convention == TA_MISERE ? "misere" : "normal");
        if (t.digest != NULL)
            printf("sha256 of these positions, one a line: %s\n", t.digests[0]);
    } else if (t.n_ends > 0)
        (void)print_rows(&t);
    else if (!s->quiet)
        puts(s->digest ? "n\tcold\tsha256" : "n\tcold");
done:
    ta_digest_free(t.digest);
    free(t.digests);
    free(t.ends);
    free(t.counts);
    cli_run_end(&run);
    return status;
}
