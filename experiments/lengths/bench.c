/* What is promised of the lengths of subtract-a-square, on one thread: the
 * fast engine against the definition, in turn, and by itself at 10^8.
 *
 *     bench [REPS]
 *
 * One line a repetition, then the medians, their ratio and what was promised.
 * All values are compared before a time is printed. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common.h"
#include "takeaway.h"

enum { MOST_REPS = 99 };

typedef struct table {
    uint16_t *value;
} table;

static ta_status take(void *sink, const ta_block *block)
{
    memcpy(((table *)sink)->value + block->from, block->values,
           (size_t)(block->to - block->from) * sizeof *block->values);
    return TA_OK;
}

static table table_of(uint64_t n)
{
    table t = {malloc(n * sizeof *t.value)};
    if (t.value == NULL)
        die("bench", "no memory");
    memset(t.value, 0xff, n * sizeof *t.value); /* pages are there */
    return t;
}

static double timed(const ta_game *game, uint64_t n, const char *engine,
                    table *t)
{
    ta_options options = {.engine = engine};
    ta_error error = {""};
    double start = now();
    if (ta_run(TA_CONTENT_LENGTH, game, n, &options, &(ta_sink){take, t},
               &error) != TA_OK)
        die("bench", error.text);
    return now() - start;
}

static void print_rep(uint64_t n, const char *engine, unsigned rep, double s)
{
    printf("%" PRIu64 "\t%s\t%u\t%.4f\t%.2f\n", n, engine, rep, s,
           1e9 * s / (double)n);
    fflush(stdout);
}

static void compare(const ta_game *game, uint64_t n, unsigned reps,
                    double promised, char *summary, size_t room)
{
    double slow[MOST_REPS] = {0}, fast[MOST_REPS] = {0};
    table want = table_of(n), got = table_of(n);
    for (unsigned r = 0; r < reps; r++) {
        slow[r] = timed(game, n, "naive", &want);
        fast[r] = timed(game, n, "push", &got);
        if (memcmp(want.value, got.value, n * sizeof *got.value) != 0)
            die("bench", "naive and push differ");
    }
    for (unsigned r = 0; r < reps; r++) {
        print_rep(n, "naive", r, slow[r]);
        print_rep(n, "push", r, fast[r]);
    }
    double s = median(slow, reps), f = median(fast, reps);
    snprintf(summary, room, "%" PRIu64 "\tnaive / push\t%.1f\tat least %.0f\n",
             n, s / f, promised);
    free(want.value);
    free(got.value);
}

static void alone(const ta_game *game, uint64_t n, unsigned reps,
                  double promised, char *summary, size_t room)
{
    double s[MOST_REPS];
    uint64_t bytes;
    table first = table_of(n), t = table_of(n);
    timed(game, n, "push", &first);
    for (unsigned r = 0; r < reps; r++) {
        s[r] = timed(game, n, "push", &t);
        if (memcmp(first.value, t.value, n * sizeof *t.value) != 0)
            die("bench", "two runs differ");
    }
    for (unsigned r = 0; r < reps; r++)
        print_rep(n, "push", r, s[r]);
    ta_plan *plan;
    if (ta_plan_new(TA_CONTENT_LENGTH, game, n, NULL, &plan, NULL) != TA_OK)
        die("bench", "no plan");
    bytes = ta_plan_memory(plan);
    ta_plan_free(plan);
    snprintf(summary, room,
             "%" PRIu64 "\tpush, ns a position\t%.1f\tat most %.0f\n%" PRIu64
             "\tpush, bytes a position\t%.3f\tat most 1.1\n",
             n, 1e9 * median(s, reps) / (double)n, promised, n,
             (double)bytes / (double)n);
    free(first.value);
    free(t.value);
}

int main(int argc, char **argv)
{
    unsigned reps = argc > 1 ? (unsigned)atoi(argv[1]) : 3;
    if (reps < 1 || reps > MOST_REPS)
        die("bench", "REPS is 1 to 99");
    ta_game *game;
    if (ta_game_new("squares", TA_NORMAL, &game, NULL) != TA_OK)
        die("bench", "no game");
    char summary[3][200];
    puts("n\tengine\trep\twall_s\tns_per_position");
    compare(game, 1000000, 2 * reps, 25, summary[0], sizeof *summary);
    compare(game, 10000000, reps, 90, summary[1], sizeof *summary);
    alone(game, 100000000, reps, 60, summary[2], sizeof *summary);
    puts("\nn\twhat\tmedian\tpromised");
    for (size_t k = 0; k < 3; k++)
        fputs(summary[k], stdout);
    ta_game_free(game);
    return 0;
}
