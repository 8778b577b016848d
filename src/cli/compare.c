/* The command compare. It runs several engines on the same positions
 * below N, compares their results, and prints their times and memory,
 * but only if all results are identical. Begin with compare_run and run_all: in
 * each round every engine runs once, so that a change of the machine's speed
 * meets all. The first `warmup` rounds are not timed. */
#include <math.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/blocks.h"
#include "computing.h"

enum { CONTENDERS = 32 };

typedef struct contender {
    cli_engine engine;
    ta_options options;
    uint64_t predicted; /* bytes that it needs */
    uint64_t peak;      /* bytes used in round 0; 0: unknown */
} contender;

typedef struct timing {
    double wall; /* seconds */
    double plan; /* of these, preparing transforms; NAN: not measured */
} timing;

typedef struct comparison {
    cli_run run;
    contender contenders[CONTENDERS];
    size_t count;
    uint64_t warmup, reps, rounds; /* both */
    timing *timings;  /* [k * rounds + r]: of engine k in round r */
    bool values;      /* a result is uint16_t[n]; else bits, 1 for cold */
    size_t bytes;     /* the size of a result */
    void *want, *got; /* engine 0's in round 0; the latest of all others */
} comparison;

/* ---- results ---- */

static unsigned result_at(const comparison *c, const void *result, uint64_t i)
{
    const uint16_t *values = result;
    const uint64_t *words = result;
    return c->values ? values[i] : (unsigned)(words[i / 64] >> i % 64 & 1);
}

/* Counts the cold positions of `want`: those of bit 1, of nim-value 0, or of
 * even length. */
static uint64_t count_cold(const comparison *c)
{
    const bool length = c->run.sequence->content == TA_CONTENT_LENGTH;
    uint64_t cold = 0;
    for (uint64_t i = 0; i < c->run.n; i++) {
        const unsigned v = result_at(c, c->want, i);
        cold += c->values ? (length ? v % 2 : v) == 0 : v;
    }
    return cold;
}

/* Says where `got`, the result of engine k, first differs from `want`; called
 * if they differ. */
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

/* Reads `list`, engines joined by commas, each with settings behind its name
 * that change the options of the run. */
static bool read_contenders(comparison *c, const char *list)
{
    for (size_t length;; list += length + 1) {
        if (c->count == CONTENDERS)
            return cli_wrong("--engines has more items than the %d accepted",
                             CONTENDERS);
        contender *e = &c->contenders[c->count++];
        length = strcspn(list, ",");
        if (length == 0)
            return cli_refuse("--engines: an item", "",
                              "an engine, with settings after colons");
        e->options = c->run.options;
        if (!cli_engine_read("--engines", list, length, c->run.sequence,
                             &e->engine, &e->options))
            return false;
        if (e->options.threads == 0)
            e->options.threads = 1; /* whatever N is */
        if (list[length] == '\0')
            return true;
    }
}

/* ---- peak memory ----
 * How far the resident set of the process rises above its size before a run,
 * where Linux measures it. */

/* Returns the bytes before a run, which peak_end takes; 0 if unknown. */
static uint64_t peak_begin(void)
{
#ifdef __GLIBC__
    malloc_trim(0); /* what earlier runs have freed */
#endif
    FILE *f = fopen("/proc/self/clear_refs", "w");
    if (f == NULL)
        return 0;
    /* "5" makes the kernel measure the peak from now on. */
    const bool written = fputs("5", f) >= 0;
    return fclose(f) == 0 && written ? tai_resident_bytes("VmRSS:") : 0;
}

static uint64_t peak_end(uint64_t before)
{
    const uint64_t peak = tai_resident_bytes("VmHWM:");
    return before == 0 || peak < before ? 0 : peak - before;
}

/* ---- runs ---- */

/* Makes the process keep memory that it frees, and touches the most that an
 * engine used in the first round: the first access may take seconds for each GB
 * on virtual machines, and later rounds should not pay for it. */
static void pretouch_memory(uint64_t bytes)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
#endif
    ta_bits bits;
    if (ta_bits_new(8 * bytes, &bits) == TA_OK)
        ta_bits_free(&bits);
}

/* Plans a run of each engine on the positions below n, which chooses its
 * options and refuses too much memory; allocates the results and the times. */
static bool plan_runs(comparison *c, uint64_t n)
{
    c->values = c->run.sequence->content != TA_CONTENT_COLD;
    /* Never 0; SIZE_MAX / 2 no machine has. */
    c->bytes = n > SIZE_MAX / 4 ? SIZE_MAX / 2
               : c->values      ? (n + 1) * sizeof(uint16_t)
                                : ta_bits_words(n) * sizeof(uint64_t) + 8;
    for (size_t k = 0; k < c->count; k++) {
        contender *e = &c->contenders[k];
        c->run.options = e->options;
        if (!cli_run_plan(&c->run, n, 2 * (uint64_t)c->bytes))
            return false;
        e->options = c->run.options;
        e->predicted = ta_plan_memory(c->run.plan);
    }
    c->want = calloc(c->bytes, 1);
    c->got = calloc(c->bytes, 1);
    c->timings = calloc((size_t)c->rounds * c->count, sizeof *c->timings);
    return (c->want != NULL && c->got != NULL && c->timings != NULL) ||
           cli_no_memory("the results to compare");
}

/* Runs engine k once, sets *t to the times, and compares its result with
 * `want`, if it is not this. Round 0 also measures the peak memory. */
static bool run_one(comparison *c, size_t k, uint64_t round, timing *t)
{
    const bool first = round == 0 && k == 0;
    cli_run *run = &c->run;
    contender *e = &c->contenders[k];
    ta_options options = e->options;
    ta_stats *stats = options.stats = ta_stats_new();
    ta_bits bits = {.words = first ? c->want : c->got, .n = run->n};
    const ta_sink store = {tai_block_store, bits.words};
    /* A value that the engine fails to write is then wrong; and this memory is
     * resident before the run, so not in its peak. */
    memset(bits.words, c->values ? 0xff : 0, c->bytes);
    const uint64_t before = round == 0 ? peak_begin() : 0;
    const double start = tai_now();
    ta_status st =
        cli_watched(run->settings, false,
                    c->values ? ta_run(run->sequence->content, run->game,
                                       run->n, &options, &store, &cli_error)
                              : ta_cold_bits(run->game, run->n, &options, &bits,
                                             &cli_error));
    t->wall = tai_now() - start;
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
    for (uint64_t r = 0; r < c->rounds; r++) {
        uint64_t most = 0;
        for (size_t k = 0; k < c->count; k++) {
            if (!run_one(c, k, r, &c->timings[k * c->rounds + r]))
                return false;
            if (c->contenders[k].peak > most)
                most = c->contenders[k].peak;
        }
        if (r == 0)
            pretouch_memory(most);
    }
    return true;
}

/* ---- the table that is printed ---- */

/* By wall time, for qsort. */
static int increasing(const void *a, const void *b)
{
    const double x = ((const timing *)a)->wall, y = ((const timing *)b)->wall;
    return (x > y) - (x < y);
}

/* Returns the repetition of engine k of median wall time; of an even number,
 * the mean of the middle two. Sorts the repetitions. */
static timing median(const comparison *c, size_t k)
{
    timing *const t = c->timings + k * c->rounds + c->warmup;
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
    cli_rows_begin(&rows, &c->run.settings->out,
                   "engine\tn\trep\twall_s\tplan_s\tns_per_position\t"
                   "predicted_bytes\tpeak_bytes\tcold");
    for (uint64_t r = 0; r < c->reps; r++)
        for (size_t k = 0; k < c->count; k++)
            print_row(c, k, cli_count_of(r + 1),
                      c->timings[k * c->rounds + c->warmup + r], cold, &rows);
    /* The repetitions are printed: median may sort them. */
    double least = INFINITY;
    for (size_t k = 0; k < c->count; k++)
        least = fmin(least, median(c, k).wall);
    for (size_t k = 0;
         c->reps > 1 && !c->run.settings->out.quiet && k < c->count; k++) {
        const timing t = median(c, k);
        print_row(c, k, cli_text("median"), t, cold, &rows);
        cli_row(&rows, cli_text(c->contenders[k].engine.label),
                cli_count_of(c->run.n), cli_text("ratio"),
                cli_real(least > 0 ? t.wall / least : 1, 3), none, none, none,
                none, none);
    }
    cli_rows_end(&rows);
}

/* Without --engines: by --quantity; for N up to 2^20, up to 2^26, and larger.
 */
static const char *const default_engines[][3] = {
    {"naive,sieve,segments,divide,auto", "segments,divide,auto",
     "segments,auto"},
    {"naive,layers,blocked", "layers,blocked", "layers,blocked"},
    {"naive,push", "push,auto", "push,auto"}};

static void compare_run(const cli_settings *s)
{
    uint64_t n;
    comparison c = {.warmup = s->compare.warmup,
                    .reps = s->compare.reps,
                    .rounds = s->compare.warmup + s->compare.reps};
    if (cli_number("N", s->operands[0], 0, UINT64_MAX, &n) &&
        (!ta_octal_is_spec(s->what.game) ||
         cli_refuse("--game", s->what.game,
                    "subtraction sets; `takeaway games` lists them")) &&
        cli_run_begin(&c.run, s, &cli_sequences[s->compare.quantity],
                      s->what.game) &&
        read_contenders(&c,
                        s->compare.engines != NULL
                            ? s->compare.engines
                            : default_engines[s->compare.quantity]
                                             [(n > 1 << 20) + (n > 1 << 26)]) &&
        plan_runs(&c, n) && run_all(&c))
        print_all(&c);
    free(c.timings);
    free(c.want);
    free(c.got);
    cli_run_end(&c.run);
}

static const cli_words compare_texts[] = {
    CLI_SETS_ONLY,
    OWN(QUIET, "leave out medians and ratios"),
    CLI_ONE_THREAD,
    {0}};
const cli_command cli_compare_command = {
    COMMAND("compare", "N", CLI_NUMBER, compare_run,
            "time engines side by side"),
    "Runs several engines (algorithms) in turn on [0, N), checks that their "
    "results are identical, and prints a table. It has a row for each "
    "repetition of each engine; then, if there are several repetitions, two "
    "for each engine: its median repetition (of an even number, the mean of "
    "the middle two), and the ratio of that time to the least. The columns: "
    "engine; n, which is N; rep (the repetition, or median or ratio); wall_s, "
    "the time in seconds; plan_s, the part of it that prepared the transforms "
    "of some engines; ns_per_position, the time over N in nanoseconds; "
    "predicted_bytes and peak_bytes, the memory that was predicted and that "
    "the first run took; cold, the number of cold positions. If results "
    "differ, the exit status is 3 and the message names the first position.",
    "takeaway compare 2^14 -q --engines=naive | tail -n 1 | cut -f 9  # 812\n"
    "takeaway compare 2^22 --engines=divide:ntt,divide:fftw:threads=2",
    CLI_COMPUTES | OPT(GAME) | OPT(MISERE) | OPT(QUANTITY) | OPT(ENGINES) |
        OPT(REPS) | OPT(WARMUP) | OPT(JSON) | OPT(THREADS),
    .texts = compare_texts};
