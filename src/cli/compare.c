/* takeaway compare N: engines side by side. A comparison of times is first
 * one of results: nothing is printed unless all are identical. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "computing.h"

enum { CONTENDERS = 32, CHUNKS = 1 << 16 };

/* One item of --engines. */
typedef struct contender {
    cli_engine engine;
    ta_options options;
    uint64_t predicted; /* bytes */
    uint64_t peak;      /* memory of the first round, bytes; 0: not known */
} contender;

/* The result of one run: all bits, or, where memory forbids that and for
 * values, a hash for each of CHUNKS chunks of positions. The hash depends on
 * the order of the cold positions or values in the chunk. */
typedef struct result {
    ta_bits bits; /* words NULL: hashes */
    uint64_t *hash;
    uint64_t chunk; /* positions a chunk */
    uint64_t cold;
    bool lengths; /* a position is cold if its length is even; else if 0 */
} result;

/* ---- results ---- */

static void hash_in(result *r, uint64_t position, uint64_t what)
{
    uint64_t *h = &r->hash[position / r->chunk];
    /* splitmix64's finaliser: each step depends on all before it. */
    uint64_t z = *h * 0x9e3779b97f4a7c15u + what;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    *h = z ^ z >> 31;
}

static ta_status hash_one(void *state, uint64_t position)
{
    hash_in(state, position, position + 1);
    return TA_OK;
}

static ta_status take_block(void *state, const ta_block *block)
{
    result *r = state;
    if (block->values == NULL) {
        r->cold += block->count;
        return ta_block_each(block, 0, hash_one, r);
    }
    for (uint64_t i = block->from; i < block->to; i++) {
        unsigned value = block->values[i - block->from];
        r->cold += r->lengths ? value % 2 == 0 : value == 0;
        hash_in(r, i, value + 1);
    }
    return TA_OK;
}

static int result_begin(result *r, uint64_t n, bool bits)
{
    *r = (result){.chunk = n / CHUNKS + 1};
    if (!bits)
        r->hash = calloc(CHUNKS, sizeof *r->hash);
    if (bits ? ta_bits_new(n, &r->bits) == TA_OK : r->hash != NULL)
        return CLI_DONE;
    cli_complain("out of memory for the results to compare");
    return CLI_FAILED;
}

static void result_end(result *r)
{
    ta_bits_free(&r->bits);
    free(r->hash);
}

static ta_status result_compute(result *r, const cli_sequence *sequence,
                                const ta_game *game, uint64_t n,
                                const ta_options *options, ta_error *error)
{
    if (r->bits.words != NULL)
        return ta_cold_bits(game, n, options, &r->bits, error);
    const ta_sink sink = {take_block, r};
    r->cold = 0;
    for (size_t i = 0; i < CHUNKS; i++)
        r->hash[i] = 0;
    r->lengths = sequence == &cli_length_sequence;
    return ta_run(sequence->content, game, n, options, &sink, error);
}

static bool equal_bits(const ta_bits *a, const ta_bits *b, char text[128])
{
    for (uint64_t w = 0; w < ta_bits_words(a->n); w++) {
        uint64_t differ = a->words[w] ^ b->words[w];
        if (differ == 0)
            continue;
        uint64_t at = 64 * w;
        for (; (differ & 1) == 0; differ >>= 1)
            at++;
        snprintf(text, 128, "first at position %" PRIu64 ", which is %s, %s",
                 at, ta_bits_get(a, at) ? "cold" : "hot",
                 ta_bits_get(b, at) ? "cold" : "hot");
        return false;
    }
    return true;
}

static bool result_equal(const result *a, const result *b, uint64_t n,
                         char text[128])
{
    if (a->bits.words != NULL)
        return equal_bits(&a->bits, &b->bits, text);
    for (size_t i = 0; i < CHUNKS; i++)
        if (a->hash[i] != b->hash[i]) {
            uint64_t lo = i * a->chunk, hi = lo + a->chunk;
            snprintf(text, 128,
                     "first at a position in [%" PRIu64 ", %" PRIu64 ")", lo,
                     hi < n ? hi : n);
            return false;
        }
    return true;
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

/* ---- the comparison ---- */

/* The first touch of memory costs up to some seconds for each GB on virtual
 * machines. Peaks are measured in the first round, where each engine pays for
 * its memory; what is freed after it stays with the process, so that the rounds
 * after the warm-up time the engines. --warmup=0 shows the first touch too. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
#endif
}

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
    result want, got;
} comparison;

/* Bits if both results fit beside the greediest engine, else hashes. */
static int plan(comparison *c, uint64_t n)
{
    uint64_t most = 0, bits = 2 * (n / 8 + 8);
    uint64_t hashes = 2 * CHUNKS * sizeof(uint64_t);
    int status = CLI_DONE;
    for (size_t k = 0; k < c->count && status == CLI_DONE; k++) {
        c->run.options = c->contenders[k].options;
        status = cli_run_plan(&c->run, n, hashes < bits ? hashes : bits);
        c->contenders[k].options = c->run.options; /* less room: results */
        c->contenders[k].predicted = c->run.predicted;
        if (c->run.predicted > most)
            most = c->run.predicted;
    }
    if (status != CLI_DONE)
        return status;
    bool cold = c->run.sequence == &cli_cold_sequence;
    bool keep_bits = cold && (c->run.limit == 0 || bits <= c->run.limit - most);
    if (!keep_bits && cold && !c->run.settings->quiet)
        fprintf(stderr,
                "# comparing hashes of %d chunks: two results of "
                "%" PRIu64 " bits do not fit beside the engines\n",
                CHUNKS, n);
    status = result_begin(&c->want, n, keep_bits);
    return status != CLI_DONE ? status : result_begin(&c->got, n, keep_bits);
}

static int run_one(comparison *c, size_t k, uint64_t round, timing *t)
{
    const bool first = round == 0 && k == 0;
    ta_error error = {""};
    char where[128];
    cli_run *run = &c->run;
    result *r = first ? &c->want : &c->got;
    ta_options options = c->contenders[k].options;
    ta_stats *stats = ta_stats_new();
    options.stats = stats;
    uint64_t before = round == 0 ? cli_peak_begin() : 0;
    cli_progress_begin(&run->progress, run->settings);
    ta_status st =
        result_compute(r, run->sequence, run->game, run->n, &options, &error);
    t->wall = cli_now() - run->progress.start;
    cli_progress_end(&run->progress);
    if (round == 0)
        c->contenders[k].peak = cli_peak_end(before);
    const char *seconds = stats != NULL ? ta_stats_find(stats, "plan_s") : NULL;
    t->plan = seconds != NULL ? strtod(seconds, NULL) : (double)NAN;
    ta_stats_free(stats);
    if (st == TA_OK && !first &&
        !result_equal(&c->want, &c->got, run->n, where)) {
        cli_complain("results of %s and %s differ, %s",
                     c->contenders[0].engine.label,
                     c->contenders[k].engine.label, where);
        return CLI_MISMATCH;
    }
    return cli_status(st, &error);
}

/* As much memory as the greediest took is there from now on. */
static void touch(const comparison *c)
{
    uint64_t most = 0;
    for (size_t k = 0; k < c->count; k++)
        if (c->contenders[k].peak > most)
            most = c->contenders[k].peak;
    ta_bits bits;
    if (ta_bits_new(8 * most, &bits) == TA_OK)
        ta_bits_free(&bits);
}

static int run_all(comparison *c)
{
    timing ignored = {0};
    int status = CLI_DONE;
    for (uint64_t r = 0; r < c->warmup + c->reps; r++) {
        if (r == 1 && status == CLI_DONE)
            touch(c);
        for (size_t k = 0; k < c->count && status == CLI_DONE; k++) {
            timing *t = r < c->warmup
                            ? &ignored
                            : &c->timings[(r - c->warmup) * c->count + k];
            status = run_one(c, k, r, t);
        }
    }
    return status;
}

static int increasing(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of one of the doubles of a timing, `field` bytes into it. */
static double median(const comparison *c, size_t k, size_t field)
{
    double v[1000] = {0}; /* as many as --reps may be */
    for (uint64_t r = 0; r < c->reps; r++)
        memcpy(&v[r], (const char *)&c->timings[r * c->count + k] + field,
               sizeof *v);
    qsort(v, c->reps, sizeof *v, increasing);
    return (v[(c->reps - 1) / 2] + v[c->reps / 2]) / 2;
}

static void print_medians(const comparison *c, uint64_t n, uint64_t cold,
                          cli_rows *rows)
{
    double least = INFINITY;
    for (size_t k = 0; k < c->count; k++)
        least = fmin(least, median(c, k, offsetof(timing, wall)));
    for (size_t k = 0; k < c->count; k++) {
        const contender *e = &c->contenders[k];
        double wall = median(c, k, offsetof(timing, wall));
        const cli_cell none = cli_text(NULL);
        cli_row(rows, cli_text(e->engine.label), cli_count_of(n),
                cli_text("median"), cli_real(wall, 6),
                cli_real(median(c, k, offsetof(timing, plan)), 6),
                cli_real(n > 0 ? 1e9 * wall / (double)n : 0, 4),
                cli_count_of(e->predicted), cli_count_if(e->peak != 0, e->peak),
                cli_count_of(cold));
        cli_row(rows, cli_text(e->engine.label), cli_count_of(n),
                cli_text("ratio"), cli_real(least > 0 ? wall / least : 1, 3),
                none, none, none, none, none);
    }
}

static void print_all(const comparison *c, uint64_t n)
{
    uint64_t cold = c->want.bits.words != NULL ? ta_bits_count(&c->want.bits)
                                               : c->want.cold;
    cli_rows rows;
    cli_rows_begin(&rows, c->run.settings,
                   "engine\tn\trep\twall_s\tplan_s\tns_per_position\t"
                   "predicted_bytes\tpeak_bytes\tcold");
    for (uint64_t r = 0; r < c->reps; r++)
        for (size_t k = 0; k < c->count; k++) {
            const timing *t = &c->timings[r * c->count + k];
            const contender *e = &c->contenders[k];
            cli_row(&rows, cli_text(e->engine.label), cli_count_of(n),
                    cli_count_of(r + 1), cli_real(t->wall, 6),
                    cli_real(t->plan, 6),
                    cli_real(n > 0 ? 1e9 * t->wall / (double)n : 0, 4),
                    cli_count_of(e->predicted),
                    cli_count_if(e->peak != 0, e->peak), cli_count_of(cold));
        }
    if (c->reps > 1 && !c->run.settings->quiet)
        print_medians(c, n, cold, &rows);
    cli_rows_end(&rows);
}

/* Those that are worth a comparison: the plainest as long as it takes seconds
 * at most, and the fast ones. */
static const char *default_engines(const cli_settings *s, uint64_t n)
{
    if (s->quantity == 0)
        return n <= 1 << 20   ? "naive,sieve,segments,divide,auto"
               : n <= 1 << 26 ? "segments,divide,auto"
                              : "segments,auto";
    if (s->quantity == 1)
        return n <= 1 << 20 ? "naive,layers,blocked" : "layers,blocked";
    return n <= 1 << 20 ? "naive,push" : "push,auto";
}

int cli_compare(const cli_settings *s)
{
    keep_memory();
    uint64_t n;
    comparison c = {.warmup = s->warmup, .reps = s->reps};
    int status = cli_number("N", s->operands[0], 0, UINT64_MAX, &n);
    if (status == CLI_DONE && ta_octal_is_spec(s->game))
        status = cli_refuse("--game", s->game,
                            "subtraction sets; `takeaway games` lists them");
    if (status == CLI_DONE)
        status = cli_run_begin(&c.run, s, cli_sequences[s->quantity]);
    if (status == CLI_DONE)
        status = read_contenders(
            s->engines != NULL ? s->engines : default_engines(s, n),
            c.run.sequence->command, &c.run.options, c.contenders, &c.count);
    if (status == CLI_DONE)
        status = plan(&c, n);
    if (status == CLI_DONE) {
        c.timings = calloc((size_t)s->reps * c.count, sizeof *c.timings);
        if (c.timings == NULL) {
            cli_complain("out of memory");
            status = CLI_FAILED;
        }
    }
    if (status == CLI_DONE)
        status = run_all(&c);
    if (status == CLI_DONE)
        print_all(&c, n);
    free(c.timings);
    result_end(&c.want);
    result_end(&c.got);
    cli_run_end(&c.run);
    return status;
}
