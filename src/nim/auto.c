/* The choice among the engines. No model knows how many values there will be,
 * nor how soon the moves of a set settle them: so the engines that may be the
 * best are tried on a short prefix of this very game, and what they took there
 * is drawn out to n. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "cold/divide.h"
#include "nim/nim.h"

/* Beyond LARGE the caches do not hold a layer. */
enum { LARGE = 1 << 20 };

/* Below this nothing is tried: layers are the fastest there, or about as fast
 * as any, as long as there are more than a few moves. Not so to 2^19 with
 * AVX-512, where at 2^17 blocked is 1.05 to 1.4 times as fast for squares,
 * triangular and pronic numbers, 3 k^2 - k and a thin random list, nor where
 * planes may do for dense sets: {1, 4} mod 5 at 2^18 by 1.7 (a Zen 5). */
static uint64_t tried_from(const ta_job *job)
{
    return (uint64_t)1 << (ta_job_is_dense(job)            ? 18
                           : ta_cpu_isa() == TA_ISA_AVX512 ? 17
                                                           : 19);
}

static uint64_t prefix_of(uint64_t n)
{
    return ta_min_u64(n / 32, 1 << 16) / 64 * 64;
}

/* Nanoseconds a position by models: `moves` are the options of a position on
 * average, about. Naive: a Sapphire Rapids. Blocked, at best: squares on a
 * Zen 5, by processor variant. */
static double naive_ns(double moves)
{
    return 5 + 1.3 * moves;
}

static double blocked_ns(double moves)
{
    static const double each[] = {0.25, 0.23, 0.06};
    return 20 + each[ta_cpu_isa()] * moves;
}

static double moves_of(const ta_job *job, uint64_t n)
{
    return (double)ta_game_count_bound(job->game, n / 2 + 1);
}

/* ---- trials ---- */

typedef struct trial {
    uint64_t n;
    double start, most;        /* seconds that it may take */
    unsigned earlier, largest; /* values below n / 8 and below n */
    uint64_t by_definition;    /* positions, where the engine says so */
} trial;

static ta_status take(void *state, const ta_block *block)
{
    trial *t = state;
    for (uint64_t i = block->from; i < block->to; i++) {
        unsigned v = block->values[i - block->from];
        t->largest = v > t->largest ? v : t->largest;
        if (i < t->n / 8)
            t->earlier = t->largest;
    }
    return TA_OK;
}

static int stop_when_late(void *state, double share, uint64_t done)
{
    const trial *t = state;
    (void)share;
    (void)done;
    return ta_now_busy() - t->start > t->most;
}

/* Seconds that the engine takes on one thread for [0, n); INFINITY if that is
 * more than `most`, or it fails: then it is not chosen. */
static double seconds(const ta_job *job, const ta_engine *engine, uint64_t n,
                      double most, trial *t)
{
    *t = (trial){.n = n, .most = most, .start = ta_now_busy()};
    ta_options options = *job->options;
    options.known = NULL;
    options.stats = ta_stats_new();
    options.progress = stop_when_late;
    options.progress_state = t;
    ta_job prefix = {.game = job->game,
                     .n = n,
                     .options = &options,
                     .threads = 1,
                     .sink = &(ta_sink){take, t}};
    ta_status st = ta_engine_run(engine, &prefix);
    const double s = ta_now_busy() - t->start;
    const char *direct = options.stats != NULL
                             ? ta_stats_find(options.stats, "by_definition")
                             : NULL;
    if (direct != NULL)
        t->by_definition = strtoull(direct, NULL, 10);
    ta_stats_free(options.stats);
    return st == TA_OK ? s : INFINITY;
}

/* What was seen below a prefix and below a quarter of it. */
typedef struct pair {
    double early, all; /* seconds */
} pair;

/* Given up, at INFINITY, where all take more than `most` seconds, or a quarter
 * of them more than a sixth of that, and what a run takes to begin with. */
static pair try_twice(const ta_job *job, const ta_engine *engine,
                      uint64_t prefix, double most, trial *t)
{
    static const double begin = 0.6e-3;
    pair p = {INFINITY, INFINITY};
    p.early = seconds(job, engine, prefix / 4, most / 6 + begin, t);
    if (p.early < INFINITY)
        p.all = seconds(job, engine, prefix, most + begin, t);
    return p;
}

/* Seconds that a position takes in between: what a run takes to begin with is
 * left out. */
static double slope(const pair *p, uint64_t prefix)
{
    return fmax(p->all - p->early, p->all / 3) / (0.75 * (double)prefix);
}

/* What a second thread adds to blocked, and to layers of dense sets, which go
 * by transforms; and so much less to layers of others: squares, triangular,
 * pronic and pentagonal numbers and a thin random list from 2^19 to 2^22, on a
 * Xeon. Layers are so short below that forks and joins show. */
static const double thin_layers_less = 0.3;

static double gain_of_threads(const ta_job *job)
{
    return fmin(0.6, 0.3 + 0.1 * fmax(0, log2((double)job->n / (1 << 19))));
}

/* Seconds for [0, n), where threads share the work with so much gain each. */
static double drawn_out(const ta_job *job, double s, double growth, double gain)
{
    return s * (double)job->n * growth / (1 + gain * (job->threads - 1));
}

/* One layer for each value, of which there will be so many times more. From
 * 2^21 on a layer takes more than its model has it, as caches end: for squares,
 * triangular and pronic numbers 1.03 to 1.7 times as long there and 1.1 to 1.8
 * times at 2^22 (a Xeon; AVX2 and AVX-512). */
static double try_layers(const ta_job *job, uint64_t prefix)
{
    const double times = (double)job->n / (double)prefix;
    const double beyond = fmax(1, (double)job->n / LARGE);
    trial t;
    ta_job small = *job;
    small.n = prefix;
    const pair p = try_twice(job, &ta_nim_layers, prefix, INFINITY, &t);
    double power = log((t.largest + 1.0) / (t.earlier + 1.0)) / log(8);
    double growth = pow(times, power) * pow(beyond, 0.2) *
                    ta_nim_layer_ns(job) / ta_nim_layer_ns(&small);
    double less = ta_job_is_dense(job) ? 0 : thin_layers_less;
    return drawn_out(job, slope(&p, prefix), growth,
                     gain_of_threads(job) - less);
}

/* What a position takes grows as the model has it: for squares, triangular and
 * pronic numbers from 2^17 to 2^22 within a tenth; from 2^16, where trials end,
 * a Zen 5 was expected to take 0.64 to 1.23 times what it took, and the choice
 * for these was right all the same. Not so where many positions
 * go by the definition, as 40 % do for Moser's numbers and hardly any for those
 * above: then it is not chosen. */
static double try_blocked(const ta_job *job, uint64_t prefix)
{
    trial t;
    double growth =
        blocked_ns(moves_of(job, job->n)) / blocked_ns(moves_of(job, prefix));
    const pair p = try_twice(job, &ta_nim_blocked_engine, prefix, INFINITY, &t);
    if (t.by_definition > prefix / 10)
        return INFINITY;
    /* The layers begin at 0, whatever is known; this does not. */
    return drawn_out(job, slope(&p, prefix), growth, gain_of_threads(job)) *
           (1 - ta_nim_share(job, job->known));
}

/* For sets whose values prefer residues, where each position takes as long as
 * the others. Where one takes longer and longer, as for primes, so it will to
 * n: this is drawn out by the power that was seen, since a few times too little
 * would be hours. Given up where even in proportion it takes more than `least`,
 * and half as much again. */
static double try_planes(const ta_job *job, uint64_t prefix, double least)
{
    static const double gain = 0.9;
    const double times = (double)job->n / (double)prefix;
    const double most = 1.5 * least * (1 + gain * (job->threads - 1)) / times;
    trial t;
    const pair p = try_twice(job, &ta_nim_planes_engine, prefix, most, &t);
    if (p.all == INFINITY)
        return INFINITY;
    const double power = fmax(0, log(p.all / (4 * p.early)) / log(4));
    return drawn_out(job, slope(&p, prefix), pow(times, power), gain);
}

/* ---- the choice ---- */

static bool fits(const ta_job *job, const ta_engine *engine)
{
    const uint64_t most = job->options->max_memory;
    return most == 0 || ta_add_sat(engine->memory(job),
                                   ta_set_memory(job->game, job->n)) <= most;
}

/* Whether blocked is never the best, or hardly: so it was on a Zen 5 for
 * squares, triangular and pronic numbers, 3 k^2 - k, cubes, fourth powers and
 * Fibonacci numbers to 2^22. With few moves a layer is short; and with
 * AVX2 blocked is the best only where layers have outgrown the caches, or
 * several threads share the work. */
static bool layers_win(const ta_job *job)
{
    return moves_of(job, job->n) < 64 ||
           (ta_cpu_isa() == TA_ISA_AVX2 && job->threads == 1 &&
            job->n <= LARGE + LARGE / 2);
}

/* What may be chosen, before anything is tried. */
static bool may_take(const ta_job *job, const ta_engine *engine)
{
    double moves = moves_of(job, job->n), naive = naive_ns(moves);
    bool few = naive < 30;
    if (engine == &ta_nim_naive)
        return few || !fits(job, &ta_nim_layers);
    if (engine == &ta_nim_layers)
        return (!few || job->n >= tried_from(job)) && fits(job, engine);
    if (engine == &ta_nim_planes_engine)
        return job->n >= tried_from(job) && ta_job_is_dense(job) &&
               fits(job, engine);
    if (!fits(job, &ta_nim_layers))
        return (job->n >= tried_from(job) || !few) && fits(job, engine);
    /* Dense sets take many times as long so. */
    return job->n >= tried_from(job) && !ta_job_is_dense(job) &&
           !layers_win(job) && fits(job, engine);
}

static const ta_engine *const all[] = {&ta_nim_naive, &ta_nim_layers,
                                       &ta_nim_blocked_engine,
                                       &ta_nim_planes_engine};
enum { ENGINES = sizeof all / sizeof *all };

typedef struct choice {
    const ta_engine *engine;
    double least; /* seconds */
} choice;

static void consider(const ta_job *job, choice *c, const ta_engine *engine,
                     double s)
{
    ta_stats_add(job->options->stats, "expected_s", "%s %.6f",
                 engine->info.name, s);
    if (s < c->least)
        *c = (choice){engine, s};
}

/* The only one that may be chosen, or NULL if there are others. */
static const ta_engine *only(const ta_job *job)
{
    const ta_engine *found = NULL;
    for (size_t k = 0; k < ENGINES; k++)
        if (may_take(job, all[k])) {
            if (found != NULL)
                return NULL;
            found = all[k];
        }
    return found;
}

/* The engine that is chosen, and what the process may keep of another one's
 * trial: its own left room for it. */
static uint64_t memory(const ta_job *job)
{
    const bool tried = job->n >= tried_from(job) && only(job) == NULL;
    ta_job prefix = *job;
    uint64_t most = 0;
    prefix.n = prefix_of(job->n);
    prefix.threads = 1;
    for (size_t k = 0; k < ENGINES; k++) {
        uint64_t other = 0;
        if (!may_take(job, all[k]))
            continue;
        for (size_t i = 0; tried && i < ENGINES; i++)
            if (i != k && may_take(job, all[i]))
                other = ta_max_u64(other, all[i]->memory(&prefix));
        most = ta_max_u64(most, ta_add_sat(all[k]->memory(job), other));
    }
    return most;
}

static const ta_engine *choose(const ta_job *job)
{
    const uint64_t prefix = prefix_of(job->n);
    const double moves = moves_of(job, job->n), unit = 1e-9 * (double)job->n;
    choice c = {&ta_nim_naive, INFINITY};
    if (only(job) != NULL)
        return only(job);
    if (job->n < tried_from(job))
        return may_take(job, &ta_nim_layers)           ? &ta_nim_layers
               : may_take(job, &ta_nim_blocked_engine) ? &ta_nim_blocked_engine
                                                       : c.engine;
    if (may_take(job, &ta_nim_naive))
        consider(job, &c, &ta_nim_naive, unit * naive_ns(moves));
    if (may_take(job, &ta_nim_layers))
        consider(job, &c, &ta_nim_layers, try_layers(job, prefix));
    if (may_take(job, &ta_nim_blocked_engine) &&
        unit * blocked_ns(moves) < c.least)
        consider(job, &c, &ta_nim_blocked_engine, try_blocked(job, prefix));
    if (may_take(job, &ta_nim_planes_engine))
        consider(job, &c, &ta_nim_planes_engine,
                 try_planes(job, prefix, c.least));
    return c.engine;
}

static ta_status run(const ta_job *job)
{
    /* Nothing of it: layers begin anew, whatever is known. */
    ta_status st = ta_job_poll(job, 0, job->known);
    if (st != TA_OK)
        return st;
    double start = ta_now();
    const ta_engine *engine = choose(job);
    ta_stats_add(job->options->stats, "chosen", "%s", engine->info.name);
    ta_stats_add(job->options->stats, "choice_s", "%.6f", ta_now() - start);
    return engine->run(job);
}

const ta_engine ta_nim_auto = {
    {"auto", "the engine that is expected to be the fastest"},
    true,
    memory,
    run};
