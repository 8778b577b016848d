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
    bool quiet;
} table;

static ta_status print_rows(table *t)
{
    for (; t->printed < t->counter.next; t->printed++) {
        if (t->quiet) {
            printf("%" PRIu64 "\n", t->counts[t->printed]);
            continue;
        }
        if (t->printed == 0)
            puts("n\tcold");
        printf("%" PRIu64 "\t%" PRIu64 "\n", t->ends[t->printed],
               t->counts[t->printed]);
    }
    return cli_flush() ? TA_OK : TA_EIO;
}

static ta_status take(ta_sink *sink, const ta_block *block)
{
    table *t = (table *)sink;
    size_t before = t->counter.next;
    ta_status st = t->counter.sink.take(&t->counter.sink, block);
    if (st == TA_OK && t->counter.next > before)
        st = print_rows(t);
    return st;
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
    *t = (table){.sink = {take}, .quiet = s->quiet};
    t->ends = calloc(room, sizeof *t->ends);
    t->counts = calloc(room, sizeof *t->counts);
    if (t->ends == NULL || t->counts == NULL) {
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
    return status;
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

    bool sentence = s->at == NULL && !s->quiet;
    ta_status st =
        cli_run_cold(&run, sentence ? &t.counter.sink : &t.sink, &error);
    if (st == TA_EIO && !cli_flush())
        goto done; /* cli_finish_output tells */
    status = cli_status(st, &error);
    if (status != CLI_DONE)
        goto done;
    ta_count_finish(&t.counter);
    if (sentence)
        printf("%" PRIu64 " of the %" PRIu64 " positions below %" PRIu64
               " are cold (%s, %s play)\n",
               t.counts[0], n, n, s->game, s->misere ? "misere" : "normal");
    else if (t.n_ends > 0)
        (void)print_rows(&t);
    else if (!s->quiet)
        puts("n\tcold");
done:
    free(t.ends);
    free(t.counts);
    cli_run_end(&run);
    return status;
}
