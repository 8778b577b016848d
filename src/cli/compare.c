/* takeaway compare N: engines side by side. A comparison of times is first
 * one of results: nothing is printed unless all are identical. */
#include <math.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "computing.h"

enum { CONTENDERS = 32, REPS = 1000 /* most that --reps may be */ };

/* One item of --engines. */
typedef struct contender {
    cli_engine engine;
    ta_options options;
    uint64_t predicted; /* bytes */
    uint64_t peak;      /* memory of the first round, bytes; 0: not known */
} contender;

typedef struct timing {
    double wall;
    double plan; /* seconds; not a number: none */
} timing;

typedef struct comparison {
    cli_run run;
    contender contenders[CONTENDERS];
    size_t count;
    uint64_t warmup, reps;
    timing *timings; /* of contender c in repetition r: [r * count + c] */
    /* The results of the first run and of another run: a bit for each position,
     * or a uint16_t for each value. */
    bool values;
    size_t bytes; /* of a result */
    void *want, *got;
} comparison;

/* ---- results ---- */

/* Returns the cold positions of a result; of values, how many are 0, or of
 * lengths, even. */
static uint64_t count_cold(const comparison *c)
{
    const uint16_t *value = c->want,
                   odd = c->run.sequence->content == TA_CONTENT_LENGTH ? 1
                                                                       : 0xffff;
    uint64_t cold = 0;
    for (uint64_t i = 0; c->values && i < c->run.n; i++)
        cold += (value[i] & odd) == 0;
    return c->values ? cold : ta_bits_count(&(ta_bits){c->want, c->run.n});
}

/* Returns the value at position i of a result; of cold positions 1 or 0. */
static unsigned result_at(const comparison *c, const void *result, uint64_t i)
{
    const uint16_t *values = result;
    const uint64_t *words = result;
    return c->values ? values[i] : (unsigned)(words[i / 64] >> i % 64 & 1);
}

/* Reports the first position at which two results differ. */
static int report_difference(const comparison *c, size_t k)
{
    uint64_t i = 0;
    while (result_at(c, c->want, i) == result_at(c, c->got, i))
        i++;
    const unsigned a = result_at(c, c->want, i), b = result_at(c, c->got, i);
    char text[32];
    snprintf(text, sizeof text, "has %u, %u", a, b);
    cli_complain(
        "results of %s and %s differ, first at position %" PRIu64 ", which %s",
        c->contenders[0].engine.label, c->contenders[k].engine.label, i,
        c->values ? text
        : a != 0  ? "is cold, hot"
                  : "is hot, cold");
    return CLI_MISMATCH;
}

/* ---- contenders ---- */

/* Reads --engines; each item starts from the options `base`. Returns CLI_DONE
 * or, after a message, CLI_USAGE. */
static int read_contenders(const char *list, const char *quantity,
                           const ta_options *base,
                           contender contenders[CONTENDERS], size_t *count)
{
    int status = CLI_DONE;
    for (*count = 0; status == CLI_DONE; list++) {
        if (*count == CONTENDERS)
            return cli_wrong("--engines has more items than the %d accepted",
                             CONTENDERS);
        const size_t length = strcspn(list, ",");
        if (length == 0)
            return cli_refuse("--engines: an item", "",
                              "an engine, with settings after colons");
        contender *c = &contenders[(*count)++];
        c->options = *base;
        status = cli_engine_read("--engines", list, length, quantity,
                                 &c->engine, &c->options);
        if (c->options.threads == 0)
            c->options.threads = 1; /* the default is not to depend on N */
        list += length;
        if (*list == '\0')
            break;
    }
    return status;
}

/* ---- runs ---- */

/* Touches as many bytes as the largest engine took, and makes the process keep
 * freed memory. On virtual machines the first touch of memory costs up to some
 * seconds a GB. The first round, in which peaks are measured, and this function
 * pay for it. With --warmup=0 the times of the first repetition include it. */
static void keep_memory(uint64_t bytes)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
#endif
    ta_bits bits;
    if (ta_bits_new(8 * bytes, &bits) == TA_OK)
        ta_bits_free(&bits);
}

/* Checks that each engine fits beside two results, and allocates these. */
static int plan_runs(comparison *c, uint64_t n)
{
    c->values = c->run.sequence->content != TA_CONTENT_COLD;
    c->bytes = n > SIZE_MAX / 4 ? SIZE_MAX / 2
               : c->values      ? (n + 1) * sizeof(uint16_t)
                                : ta_bits_words(n) * sizeof(uint64_t) + 8;
    for (size_t k = 0; k < c->count; k++) {
        contender *e = &c->contenders[k];
        c->run.options = e->options;
        int status = cli_run_plan(&c->run, n, 2 * (uint64_t)c->bytes);
        if (status != CLI_DONE)
            return status;
        e->options = c->run.options; /* max_memory without the results */
        e->predicted = c->run.predicted;
    }
    c->want = calloc(c->bytes, 1);
    c->got = calloc(c->bytes, 1);
    c->timings = calloc((size_t)c->reps * c->count, sizeof *c->timings);
    if (c->want != NULL && c->got != NULL && c->timings != NULL)
        return CLI_DONE;
    return cli_status(TA_ENOMEM,
                      &(ta_error){"no memory for the results to compare"});
}

/* Runs engine k, and compares its result with that of the first run. */
static int run_one(comparison *c, size_t k, uint64_t round, timing *t)
{
    const bool first = round == 0 && k == 0;
    cli_run *run = &c->run;
    contender *e = &c->contenders[k];
    ta_error error = {""};
    ta_options options = e->options;
    ta_stats *stats = ta_stats_new();
    options.stats = stats;
    ta_bits bits = {.words = first ? c->want : c->got, .n = run->n};
    const ta_sink store = {tai_block_store, bits.words};
    /* A value that an engine does not write must differ from the expected
     * value. The memory of the result is touched here, so that it does not
     * count as memory of the engine. */
    memset(bits.words, c->values ? 0xff : 0, c->bytes);
    uint64_t before = round == 0 ? cli_peak_begin() : 0;
    cli_progress_begin(&run->progress, run->settings);
    ta_status st =
        c->values ? ta_run(run->sequence->content, run->game, run->n, &options,
                           &store, &error)
                  : ta_cold_bits(run->game, run->n, &options, &bits, &error);
    t->wall = tai_now() - run->progress.start;
    cli_progress_end(&run->progress);
    if (round == 0)
        e->peak = cli_peak_end(before);
    const char *seconds = stats != NULL ? ta_stats_find(stats, "plan_s") : NULL;
    t->plan = seconds != NULL ? strtod(seconds, NULL) : (double)NAN;
    ta_stats_free(stats);
    if (st == TA_OK && !first && memcmp(c->want, c->got, c->bytes) != 0)
        return report_difference(c, k);
    return cli_status(st, &error);
}

static int run_all(comparison *c)
{
    timing ignored = {0};
    int status = CLI_DONE;
    for (uint64_t r = 0; r < c->warmup + c->reps; r++) {
        uint64_t most = 0;
        for (size_t k = 0; k < c->count && status == CLI_DONE; k++) {
            timing *t = r < c->warmup
                            ? &ignored
                            : &c->timings[(r - c->warmup) * c->count + k];
            status = run_one(c, k, r, t);
            if (c->contenders[k].peak > most)
                most = c->contenders[k].peak;
        }
        if (r == 0)
            keep_memory(most);
    }
    return status;
}

/* ---- what is printed ---- */

static int increasing(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the medians of the times of engine k. */
static timing medians(const comparison *c, size_t k)
{
    double wall[REPS] = {0}, plan[REPS] = {0};
    const uint64_t a = (c->reps - 1) / 2, b = c->reps / 2; /* the middle */
    for (uint64_t r = 0; r < c->reps; r++) {
        wall[r] = c->timings[r * c->count + k].wall;
        plan[r] = c->timings[r * c->count + k].plan;
    }
    qsort(wall, c->reps, sizeof *wall, increasing);
    qsort(plan, c->reps, sizeof *plan, increasing);
    return (timing){(wall[a] + wall[b]) / 2, (plan[a] + plan[b]) / 2};
}

static void print_row(const comparison *c, size_t k, cli_cell rep, timing t,
                      uint64_t cold, cli_rows *rows)
{
    const contender *e = &c->contenders[k];
    const uint64_t n = c->run.n;
    cli_row(rows, cli_text(e->engine.label), cli_count_of(n), rep,
            cli_real(t.wall, 6), cli_real(t.plan, 6),
            cli_real(n > 0 ? 1e9 * t.wall / (double)n : 0, 4),
            cli_count_of(e->predicted), cli_count_if(e->peak != 0, e->peak),
            cli_count_of(cold));
}

static void print_all(const comparison *c)
{
    const uint64_t cold = count_cold(c);
    const cli_cell none = cli_text(NULL);
    cli_rows rows;
    cli_rows_begin(&rows, c->run.settings,
                   "engine\tn\trep\twall_s\tplan_s\tns_per_position\t"
                   "predicted_bytes\tpeak_bytes\tcold");
    for (uint64_t r = 0; r < c->reps; r++)
        for (size_t k = 0; k < c->count; k++)
            print_row(c, k, cli_count_of(r + 1), c->timings[r * c->count + k],
                      cold, &rows);
    double least = INFINITY;
    for (size_t k = 0; k < c->count; k++)
        least = fmin(least, medians(c, k).wall);
    for (size_t k = 0; c->reps > 1 && !c->run.settings->quiet && k < c->count;
         k++) {
        const timing t = medians(c, k);
        print_row(c, k, cli_text("median"), t, cold, &rows);
        cli_row(&rows, cli_text(c->contenders[k].engine.label),
                cli_count_of(c->run.n), cli_text("ratio"),
                cli_real(least > 0 ? t.wall / least : 1, 3), none, none, none,
                none, none);
    }
    cli_rows_end(&rows);
}

/* The engines that are compared by default: the plainest where it takes seconds
 * at most, and the fast ones. Rows are by --quantity. */
static const char *const default_engines[][3] = {
    /* N up to 2^20, up to 2^26, above it */
    {"naive,sieve,segments,divide,auto", "segments,divide,auto",
     "segments,auto"},
    {"naive,layers,blocked", "layers,blocked", "layers,blocked"},
    {"naive,push", "push,auto", "push,auto"}};

int cli_compare(const cli_settings *s)
{
    uint64_t n;
    comparison c = {.warmup = s->warmup, .reps = s->reps};
    int status = cli_number("N", s->operands[0], 0, UINT64_MAX, &n);
    if (status == CLI_DONE && ta_octal_is_spec(s->game))
        status = cli_refuse("--game", s->game,
                            "subtraction sets; `takeaway games` lists them");
    if (status == CLI_DONE)
        status = cli_run_begin(&c.run, s, &cli_sequences[s->quantity]);
    if (status == CLI_DONE)
        status = read_contenders(
            s->engines != NULL
                ? s->engines
                : default_engines[s->quantity][(n > 1 << 20) + (n > 1 << 26)],
            c.run.sequence->command, &c.run.options, c.contenders, &c.count);
    if (status == CLI_DONE)
        status = plan_runs(&c, n);
    if (status == CLI_DONE)
        status = run_all(&c);
    if (status == CLI_DONE)
        print_all(&c);
    free(c.timings);
    free(c.want);
    free(c.got);
    cli_run_end(&c.run);
    return status;
}
