/* auto QUANTITY GAME THREADS FROM TO: how far `auto` is from the best single
 * engine, for n = 2^FROM to 2^TO; QUANTITY is cold or nim. Prints a row for
 * each n: medians in seconds, of the process's CPU time with one thread, of the
 * wall with more. An engine is left out where it cannot be the best: it took,
 * for a smaller n, more than auto's time for this one divided by the quotient
 * (no engine's time grows more slowly than n, but for a constant). The others
 * run once, which is not counted, and are ended when they have taken twice as
 * long as auto; those that were not take turns. auto.sh does all games.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "../common.h"
#include "tool.h"

enum { ENGINES = 16, LEAST_RUNS = 3, MOST_RUNS = 41 };
static const double budget = 0.4; /* seconds of turns for each engine */
static const double slack = 0.7;  /* of the rule for leaving out */

typedef struct contender {
    const char *name;
    uint64_t n; /* of the last measurement; 0: none */
    double s[MOST_RUNS], median;
    bool runs; /* for the present n */
} contender;

typedef struct limit {
    double end;
    unsigned threads;
} limit;

typedef struct table {
    bool nim;
    const char *spec;
    const ta_game *game;
    unsigned threads;
    size_t count;
    contender engine[ENGINES]; /* auto comes first */
    char isa[16], chosen[64];
} table;

static void keep(char *out, size_t size, const ta_stats *stats,
                 const char *name)
{
    const char *text = ta_stats_find(stats, name);
    snprintf(out, size, "%s", text != NULL ? text : "-");
}

static double seconds(unsigned threads)
{
    return seconds_of(threads > 1 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID);
}

static int is_late(void *state, double share, uint64_t done)
{
    const limit *l = state;
    (void)share;
    (void)done;
    return seconds(l->threads) > l->end;
}

/* Seconds for [0, n), or a little more than `most`, where it was ended. */
static double run(table *t, contender *c, uint64_t n, double most)
{
    ta_error error = {""};
    double start = seconds(t->threads);
    limit l = {start + most, t->threads};
    ta_options options = {.engine = c->name,
                          .threads = t->threads,
                          .stats = ta_stats_new(),
                          .progress = is_late,
                          .progress_state = &l};
    ta_status st =
        t->nim ? ta_run(TA_CONTENT_NIM, t->game, n, &options, NULL, &error)
               : ta_run(TA_CONTENT_COLD, t->game, n, &options, NULL, &error);
    double s = seconds(t->threads) - start;
    if (st != TA_OK && !(st == TA_ECANCELLED && s > most))
        die("auto", error.text);
    keep(t->isa, sizeof t->isa, options.stats, "isa");
    if (c == t->engine)
        keep(t->chosen, sizeof t->chosen, options.stats, "chosen");
    ta_stats_free(options.stats);
    return s;
}

static void measure(table *t, uint64_t n)
{
    double first = run(t, t->engine, n, INFINITY), longest = first;
    first = run(t, t->engine, n, INFINITY);
    const double far = 2 * first + 1e-3;
    t->engine->runs = true;
    for (size_t k = 1; k < t->count; k++) {
        contender *c = &t->engine[k];
        double least =
            c->n == 0 ? 0 : c->median * slack * (double)n / (double)c->n;
        c->runs = least <= first + 1e-3;
        if (!c->runs)
            continue;
        /* What is far off already is not measured again. */
        c->median = run(t, c, n, far);
        c->n = n;
        c->runs = c->median < far;
        if (c->runs && c->median > longest)
            longest = c->median;
    }
    int runs = (int)(budget / (longest + 1e-6));
    runs = runs < LEAST_RUNS ? LEAST_RUNS : runs > MOST_RUNS ? MOST_RUNS : runs;
    for (int r = 0; r < runs; r++)
        for (size_t k = 0; k < t->count; k++)
            if (t->engine[k].runs)
                t->engine[k].s[r] = run(t, &t->engine[k], n, INFINITY);
    for (size_t k = 0; k < t->count; k++) {
        contender *c = &t->engine[k];
        if (!c->runs)
            continue;
        c->median = median(c->s, (size_t)runs);
        c->n = n;
    }
}

static void print(const table *t, uint64_t n)
{
    const contender *best = NULL;
    for (size_t k = 1; k < t->count; k++) {
        const contender *c = &t->engine[k];
        if (c->runs && (best == NULL || c->median < best->median))
            best = c;
    }
    if (best == NULL)
        best = t->engine; /* all others are far slower */
    double own = t->engine->median, least = best->median;
    printf("%s\t%s\t%s\t%u\t%" PRIu64 "\t%.6f\t%.6f\t%s\t%s\t%.2f\t%s\n",
           t->isa, t->nim ? "nim" : "cold", t->spec, t->threads, n, own, least,
           t->chosen, best->name, own / least,
           own <= 1.15 * least + 1e-3 ? "ok" : "OVER");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    ta_error error = {""};
    ta_game *game = NULL;
    if (argc != 6)
        die("auto", "usage: auto cold|nim GAME THREADS FROM TO");
    if (ta_game_new(argv[2], TA_NORMAL, &game, &error) != TA_OK)
        die("auto", error.text);
#ifdef __GLIBC__
    /* The first touch of memory is not what is compared. */
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
#endif
    table t = {.nim = strcmp(argv[1], "nim") == 0,
               .spec = argv[2],
               .game = game,
               .threads = (unsigned)atoi(argv[3]),
               .count = 1};
    size_t count;
    const ta_engine_info *info = t.nim ? ta_engines(TA_CONTENT_NIM, &count)
                                       : ta_engines(TA_CONTENT_COLD, &count);
    t.engine[0].name = "auto";
    for (size_t k = 0; k < count; k++)
        if (strcmp(info[k].name, "auto") != 0)
            t.engine[t.count++].name = info[k].name;
    for (int k = atoi(argv[4]); k <= atoi(argv[5]); k++) {
        measure(&t, (uint64_t)1 << k);
        print(&t, (uint64_t)1 << k);
    }
    ta_game_free(game);
    return 0;
}
