/* The command compare: runs several engines on the same [0, N), compares their
 * results, and prints their times and memory. No times are printed unless all
 * results are identical. */
#include <math.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "computing.h"

enum { CONTENDERS = 32 };

/* One item of --engines: an engine that takes part in the comparison. */
typedef struct contender {
    cli_engine engine;
    ta_options options;
    uint64_t predicted; /* predicted memory of the engine, in bytes */
    uint64_t peak;      /* peak memory in the first round, bytes; 0: unknown */
} contender;

typedef struct timing {
    double wall; /* the time of a run, in seconds */
    double plan; /* seconds spent on preparing transforms; NAN: none */
} timing;

typedef struct comparison {
    cli_run run;
    contender contenders[CONTENDERS];
    size_t count;
    uint64_t warmup, reps;
    /* timings[c * reps + r] has the times of contender c in repetition r. */
    timing *timings;
    /* Whether a result has a uint16_t for each position. Otherwise it has a bit
     * for each position, 1 if the position is cold. */
    bool values;
    size_t bytes;     /* the size of a result */
    void *want, *got; /* the results of the first run and of another run */
} comparison;

/* ---- results ---- */

/* Returns the number of cold positions in the result of the first run. Cold are
 * the positions whose bit is 1, whose nim-value is 0, or whose length of play
 * is even. */
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

/* Returns the value of position i in a result. If the result has bits, this is
 * 1 for a cold position and 0 for a hot one. */
static unsigned result_at(const comparison *c, const void *result, uint64_t i)
{
    const uint16_t *values = result;
    const uint64_t *words = result;
    return c->values ? values[i] : (unsigned)(words[i / 64] >> i % 64 & 1);
}

/* Prints a message about the first position at which the result of contender k
 * differs from that of the first run. Returns false. */
static bool report_difference(const comparison *c, size_t k)
{
    uint64_t i = 0;
    while (result_at(c, c->want, i) == result_at(c, c->got, i))
        i++;
    const unsigned a = result_at(c, c->want, i), b = result_at(c, c->got, i);
    char text[32];
    snprintf(text, sizeof text, "has %u, %u", a, b);
    return cli_fail(
        CLI_MISMATCH,
        "results of %s and %s differ, first at position %" PRIu64 ", which %s",
        c->contenders[0].engine.label, c->contenders[k].engine.label, i,
        c->values ? text
        : a != 0  ? "is cold, hot"
                  : "is hot, cold");
}

/* ---- contenders ---- */

/* Reads `list`, engines joined by commas, into `contenders`, and sets *count
 * to their number. Each gets a copy of the options `base`, changed by its own
 * settings. Returns true, or false after a message. */
static bool read_contenders(const char *list, const cli_sequence *sequence,
                            const ta_options *base,
                            contender contenders[CONTENDERS], size_t *count)
{
    for (*count = 0;; list++) {
        if (*count == CONTENDERS)
            return cli_wrong("--engines has more items than the %d accepted",
                             CONTENDERS);
        const size_t length = strcspn(list, ",");
        if (length == 0)
            return cli_refuse("--engines: an item", "",
                              "an engine, with settings after colons");
        contender *c = &contenders[(*count)++];
        c->options = *base;
        if (!cli_engine_read("--engines", list, length, sequence, &c->engine,
                             &c->options))
            return false;
        if (c->options.threads == 0)
            c->options.threads = 1; /* a default that does not depend on N */
        list += length;
        if (*list == '\0')
            return true;
    }
}

/* ---- peak memory ----
 * How far the resident set of the process rises above its size before a run.
 * Only Linux can measure it; elsewhere the amount is unknown. */

/* Returns the number of bytes in the line of /proc/self/status that begins with
 * `name`, such as "VmRSS:  1332 kB". Returns 0 if there is no such line. */
static uint64_t peak_read(const char *name)
{
    char line[128];
    uint64_t kib = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (f != NULL && kib == 0 && fgets(line, sizeof line, f) != NULL)
        if (strncmp(line, name, strlen(name)) == 0)
            kib = strtoull(line + strlen(name), NULL, 10);
    if (f != NULL)
        fclose(f);
    return kib * 1024;
}

/* Starts to measure the peak memory of a run. Returns the bytes that the
 * process uses now, for peak_end; 0 if the system cannot measure. */
static uint64_t peak_begin(void)
{
#ifdef __GLIBC__
    malloc_trim(0); /* memory that earlier runs have freed must not count */
#endif
    FILE *f = fopen("/proc/self/clear_refs", "w");
    if (f == NULL)
        return 0;
    /* "5" makes the kernel measure the peak of the resident set from here on.
     */
    const bool written = fputs("5", f) >= 0;
    return fclose(f) == 0 && written ? peak_read("VmRSS:") : 0;
}

/* Returns by how many bytes the peak memory since peak_begin is above `before`,
 * the result of peak_begin; 0 if this is unknown. */
static uint64_t peak_end(uint64_t before)
{
    const uint64_t peak = peak_read("VmHWM:");
    return before == 0 || peak < before ? 0 : peak - before;
}

/* ---- runs ---- */

/* Makes the process keep freed memory, then allocates and clears `bytes` bytes,
 * the most that an engine needed. On virtual machines the first access to
 * memory costs up to some seconds for each GB. Called after the first round of
 * runs, so that later rounds are not slowed down by it. With --warmup=0 the
 * times of the first repetition include that cost. */
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

/* Plans a run of each engine on [0, n), and allocates two results and the
 * times. Returns true, or false after a message, for example if the memory
 * limit does not allow an engine and two results at the same time. */
static bool plan_runs(comparison *c, uint64_t n)
{
    c->values = c->run.sequence->content != TA_CONTENT_COLD;
    c->bytes = n > SIZE_MAX / 4 ? SIZE_MAX / 2
               : c->values      ? (n + 1) * sizeof(uint16_t)
                                : ta_bits_words(n) * sizeof(uint64_t) + 8;
    for (size_t k = 0; k < c->count; k++) {
        contender *e = &c->contenders[k];
        c->run.options = e->options;
        if (!cli_run_plan(&c->run, n, 2 * (uint64_t)c->bytes))
            return false;
        /* options.max_memory is by now the memory limit, if there is one, less
         * the size of two results. */
        e->options = c->run.options;
        e->predicted = c->run.predicted;
    }
    c->want = calloc(c->bytes, 1);
    c->got = calloc(c->bytes, 1);
    c->timings = calloc((size_t)c->reps * c->count, sizeof *c->timings);
    return (c->want != NULL && c->got != NULL && c->timings != NULL) ||
           cli_no_memory("the results to compare");
}

/* Runs engine k once, sets *t to its times, and compares its result with that
 * of the first run. In round 0 it also measures peak memory. Returns true, or
 * false after a message: CLI_MISMATCH if the results differ. */
static bool run_one(comparison *c, size_t k, uint64_t round, timing *t)
{
    const bool first = round == 0 && k == 0;
    cli_run *run = &c->run;
    contender *e = &c->contenders[k];
    ta_options options = e->options;
    ta_stats *stats = ta_stats_new();
    options.stats = stats;
    ta_bits bits = {.words = first ? c->want : c->got, .n = run->n};
    const ta_sink store = {tai_block_store, bits.words};
    /* Fills the result with a pattern, for two reasons. A value that the engine
     * fails to write then differs from the expected value. And the memory of
     * the result is in use before the engine's memory is measured. */
    memset(bits.words, c->values ? 0xff : 0, c->bytes);
    uint64_t before = round == 0 ? peak_begin() : 0;
    cli_progress_begin(run->settings, false);
    const double start = tai_now();
    ta_status st = c->values ? ta_run(run->sequence->content, run->game, run->n,
                                      &options, &store, &cli_error)
                             : ta_cold_bits(run->game, run->n, &options, &bits,
                                            &cli_error);
    t->wall = tai_now() - start;
    cli_progress_end();
    if (round == 0)
        e->peak = peak_end(before);
    const char *seconds = stats != NULL ? ta_stats_find(stats, "plan_s") : NULL;
    t->plan = seconds != NULL ? strtod(seconds, NULL) : (double)NAN;
    ta_stats_free(stats);
    if (st == TA_OK && !first && memcmp(c->want, c->got, c->bytes) != 0)
        return report_difference(c, k);
    return cli_ok(st);
}

static bool run_all(comparison *c)
{
    timing ignored = {0};
    for (uint64_t r = 0; r < c->warmup + c->reps; r++) {
        uint64_t most = 0;
        for (size_t k = 0; k < c->count; k++) {
            timing *t = r < c->warmup
                            ? &ignored
                            : &c->timings[k * c->reps + r - c->warmup];
            if (!run_one(c, k, r, t))
                return false;
            if (c->contenders[k].peak > most)
                most = c->contenders[k].peak;
        }
        if (r == 0)
            keep_memory(most);
    }
    return true;
}

/* ---- the table that is printed ---- */

/* Compares two structs timing by their members wall, for qsort. */
static int increasing(const void *a, const void *b)
{
    const double x = ((const timing *)a)->wall, y = ((const timing *)b)->wall;
    return (x > y) - (x < y);
}

/* Returns the times of the median repetition of engine k or, of an even number
 * of repetitions, the means of the two in the middle. Sorts the repetitions. */
static timing median(const comparison *c, size_t k)
{
    timing *const t = c->timings + k * c->reps;
    qsort(t, c->reps, sizeof *t, increasing);
    const timing a = t[(c->reps - 1) / 2], b = t[c->reps / 2];
    return (timing){(a.wall + b.wall) / 2, (a.plan + b.plan) / 2};
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
            print_row(c, k, cli_count_of(r + 1), c->timings[k * c->reps + r],
                      cold, &rows);
    double least = INFINITY;
    for (size_t k = 0; k < c->count; k++)
        least = fmin(least, median(c, k).wall);
    for (size_t k = 0; c->reps > 1 && !c->run.settings->quiet && k < c->count;
         k++) {
        const timing t = median(c, k);
        print_row(c, k, cli_text("median"), t, cold, &rows);
        cli_row(&rows, cli_text(c->contenders[k].engine.label),
                cli_count_of(c->run.n), cli_text("ratio"),
                cli_real(least > 0 ? t.wall / least : 1, 3), none, none, none,
                none, none);
    }
    cli_rows_end(&rows);
}

/* The engines that are compared without --engines: the fast ones, and the
 * simplest ones as long as they take some seconds at most. The rows are for the
 * values of --quantity (cold, nim, length), the columns for ranges of N. */
static const char *const default_engines[][3] = {
    /* the columns: N up to 2^20, N up to 2^26, larger N */
    {"naive,sieve,segments,divide,auto", "segments,divide,auto",
     "segments,auto"},
    {"naive,layers,blocked", "layers,blocked", "layers,blocked"},
    {"naive,push", "push,auto", "push,auto"}};

void cli_compare(const cli_settings *s)
{
    uint64_t n;
    comparison c = {.warmup = s->warmup, .reps = s->reps};
    if (cli_number("N", s->operands[0], 0, UINT64_MAX, &n) &&
        (!ta_octal_is_spec(s->game) ||
         cli_refuse("--game", s->game,
                    "subtraction sets; `takeaway games` lists them")) &&
        cli_run_begin(&c.run, s, &cli_sequences[s->quantity]) &&
        read_contenders(
            s->engines != NULL
                ? s->engines
                : default_engines[s->quantity][(n > 1 << 20) + (n > 1 << 26)],
            c.run.sequence, &c.run.options, c.contenders, &c.count) &&
        plan_runs(&c, n) && run_all(&c))
        print_all(&c);
    free(c.timings);
    free(c.want);
    free(c.got);
    cli_run_end(&c.run);
}
