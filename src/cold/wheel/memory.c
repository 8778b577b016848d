/* What a run will hold at its peak, told beforehand.
 *
 * What tables take depends on the cold numbers, which are not known yet. But
 * phases begin where the tuning says, and within one phase memory grows
 * linearly with its end: dense bits do, and little else grows. So the peak of
 * squares is known from a few runs that end in each phase, and is told 3 % too
 * high; some 2 MB of it are never touched. Other sets are told four times that,
 * more than was seen of any (cubes below 2^30: 2.7 times what squares take).
 * tests/t-cold-memory.c and `takeaway compare 10^9 --engines=wheel` set both
 * figures side by side. */
#include <math.h>

#include "cold/engines.h"
#include "cold/wheel/block.h"
#include "cold/wheel/engine.h"

/* By phase: bytes, and bytes a position of the phase's end, with one thread;
 * the modulus and its live classes. The first five from whole runs; the next
 * four from tables alone, made from an archive of the cold numbers below; the
 * last two are drawn out from there. The bits of the phase before, which are
 * there until those of this one are filled, are less than its other tables. */
static const struct phase_bytes {
    double fixed, slope;
    uint32_t modulus, lives;
} phase_bytes[] = {
    {6.6e6, 0.0790, 1625, 580},     {9.0e6, 0.0412, 1625, 560},
    {12.8e6, 0.0292, 1625, 480},    {95e6, 0.0190, 27625, 4400},
    {99e6, 0.0120, 27625, 3600},    {112e6, 0.0086, 27625, 3200},
    {475e6, 0.0065, 138125, 11000}, {700e6, 0.0053, 138125, 11000},
    {2.7e9, 0.0042, 690625, 32000}, {5e9, 0.0038, 690625, 32000},
    {12e9, 0.0036, 690625, 32000},
};

enum {
    PHASES = sizeof phase_bytes / sizeof *phase_bytes,
    OTHERS = 4 /* sets that are not the squares */
};
static const double MARGIN = 1.03;

/* What several threads take besides: copies of hits; tiles, as if all classes
 * were quiet; lists, and what stays of those in the heaps that the C library
 * keeps for each thread. Measured on two cores by `takeaway compare`, squares
 * below 2*10^7 to 4*10^9: of all that is said two threads use 68 to 94 %, 4 to
 * 64 threads 14 to 94 %. */
static double of_threads(const struct phase_bytes *phase, unsigned threads)
{
    enum { OWN = 650000, HEAPS = 300, UNTOUCHED = 2000000 };
    const double tile = WHEEL_TILE_MAX * WHEEL_VECTOR;
    if (threads == 1)
        return 0;
    const double copies = wheel_far_copies(phase->lives, threads) +
                          wheel_sparse_copies(threads) - 1;
    const uint64_t m = phase->modulus, quiets = (uint64_t)threads * QUIET_MOST;
    const double tiles =
        (double)(ta_min_u64(quiets, m) - ta_min_u64(QUIET_MOST, m));
    const double bytes = tile * (copies * phase->lives + tiles) +
                         HEAPS * (double)m + OWN * (double)threads;
    return fmax(bytes - UNTOUCHED, 0);
}

uint64_t ta_wheel_memory(const ta_job *job)
{
    const wheel_tuning t = wheel_tuning_default();
    const uint64_t n = job->n;
    const uint64_t moves = ta_game_count_bound(job->game, n);
    /* The plain sieve, or the engine that takes over without structure. */
    uint64_t plain =
        ta_add_sat(ta_engine_memory(&ta_engine_recursion, job),
                   ta_add_sat((uint64_t)16 << 20, ta_mul_sat(16, moves)));
    if (moves > n / 8 + 64 || n <= t.start)
        return plain;
    /* The last phase, as run_phases in engine.c has it. */
    double from = (double)ta_max_u64(t.start, job->known);
    while (from * t.growth * 1.5 <= (double)n)
        from *= t.growth;
    unsigned k = 0;
    while (k + 1 < PHASES && (double)t.start * pow(t.growth, k) < from)
        k++;
    double bytes = phase_bytes[k].fixed + phase_bytes[k].slope * (double)n;
    bytes *= MARGIN;
    bytes += of_threads(&phase_bytes[k], job->threads);
    bytes *= ta_game_is_squares(job->game) ? 1 : OTHERS;
    /* What is known comes as a list that doubles as it grows. */
    if (job->known > t.start)
        bytes += 24 * pow((double)job->known, 0.72);
    uint64_t whole = bytes < 0x1p63 ? (uint64_t)bytes : UINT64_MAX;
    return ta_game_is_squares(job->game) ? whole : ta_max_u64(whole, plain);
}
