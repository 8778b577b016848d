/* The choice among the engines, by what each costs a position. */
#include <math.h>

#include "nim/nim.h"

enum { PREFIX = 4096, EARLIER = PREFIX / 16 };

typedef struct prefix {
    uint64_t set[PREFIX];
    size_t count;
} prefix;

static ta_status append(void *state, uint64_t element)
{
    prefix *p = state;
    p->set[p->count++] = element;
    return TA_OK;
}

/* The largest value below n, extrapolated: between a 16th of the prefix and
 * its end it grew by some power of the position. (Squares: 153 foreseen at
 * 2^20, 170 true; primes: 11 and 11.) 0 if there is no memory. */
static double foresee_largest(const ta_job *job)
{
    uint64_t n = ta_min_u64(job->n, PREFIX);
    prefix p = {.count = 0};
    uint16_t value[PREFIX] = {0}, mark[PREFIX + 1] = {0};
    if (ta_game_each(job->game, n, append, &p) != TA_OK)
        return 0;
    unsigned earlier = 1, largest = 1;
    for (uint64_t i = 0; i < n; i++) {
        for (size_t k = 0; k < p.count && p.set[k] <= i; k++)
            mark[value[i - p.set[k]]] = (uint16_t)(i + 1);
        uint16_t v = 0;
        while (mark[v] == i + 1)
            v++;
        value[i] = v;
        largest = v > largest ? v : largest;
        if (i < EARLIER)
            earlier = largest;
    }
    double power =
        log((double)largest / earlier) / log((double)PREFIX / EARLIER);
    return largest * pow(fmax(1, (double)job->n / PREFIX), power);
}

/* Nanoseconds a position, measured on one thread of a Zen 5 for squares and
 * primes (`make bench-nim`). `moves`: options that a position has on
 * average, about. */
static double naive_ns(double moves)
{
    return 5 + 0.5 * moves;
}

static double blocked_ns(double moves, uint64_t n)
{
    static const double each[] = {0.25, 0.23, 0.06};
    const double start = 200000;
    return 20 + each[ta_cpu_isa()] * moves + start / (double)n;
}

static double layers_ns(const ta_job *job, double moves)
{
    static const double shift[] = {26, 10, 8}; /* of 8192 targets */
    static const double besides[] = {0, 0, 0.3};
    const double by_fft = 40, pass = 10000;
    double layer = fmin(moves * shift[ta_cpu_isa()] / 8192, by_fft);
    double layers = 1 + foresee_largest(job);
    return layers * (layer + besides[ta_cpu_isa()] +
                     pass / (double)ta_max_u64(job->n, 1));
}

static const ta_engine *choose(const ta_job *job)
{
    double moves = (double)ta_game_count_bound(job->game, job->n / 2 + 1);
    /* The layers begin at 0, whatever is known. */
    double open = 1 - ta_nim_share(job, job->known);
    double naive = open * naive_ns(moves),
           blocked = open * blocked_ns(moves, ta_max_u64(job->n, 1));
    double least = fmin(naive, blocked);
    /* The prefix itself has a price, more than layers could save here. */
    if (job->n > 2 * PREFIX && layers_ns(job, moves) < least)
        return &ta_nim_layers;
    return naive < blocked ? &ta_nim_naive : &ta_nim_blocked_engine;
}

static uint64_t memory(const ta_job *job)
{
    return choose(job)->memory(job);
}

static ta_status run(const ta_job *job)
{
    const ta_engine *engine = choose(job);
    ta_stats_add(job->options->stats, "chosen", "%s", engine->info.name);
    return engine->run(job);
}

const ta_engine ta_nim_auto = {
    {"auto", "the engine that is expected to be the fastest"},
    true,
    memory,
    run};
