/* What a run will hold at its peak, told beforehand.
 *
 * What tables take depends on the cold numbers, which are not known yet. But
 * phases begin where the tuning says, and within one phase memory grows
 * linearly with its end: dense bits do, and little else grows. So the peak of
 * squares is known from a few runs that end in each phase (to 10^10; beyond,
 * the share of dense bits falls on), and is told 3 % too high; some 2 MB of it
 * are never touched. Other sets are told four times that, more than was seen of
 * any (cubes below 2^30: 2.7 times what squares take). tests/t-cold-memory.c
 * and `takeaway compare 10^9 --engines=wheel` set both figures side by side. */
#include <math.h>

#include "cold/divide.h"
#include "cold/wheel/engine.h"

/* By phase: bytes, and bytes a position of the phase's end. The last four
 * phases are beyond what was measured since dense_tile is 2: a fifth more than
 * was seen with 4, which is more than the step between the two at 10^10. */
static const struct {
    double fixed, slope;
} phase_bytes[] = {
    {12.3e6, 0.0765}, {14.0e6, 0.0412}, {20.7e6, 0.0260},
    {162e6, 0.0216},  {165e6, 0.0126},  {175e6, 0.0085},
    {430e6, 0.0069},  {450e6, 0.0060},  {470e6, 0.0054},
};

enum {
    PHASES = sizeof phase_bytes / sizeof *phase_bytes,
    THREAD = 4 << 20, /* for each one beyond the second */
    OTHERS = 4        /* sets that are not the squares */
};
static const double MARGIN = 1.03;

uint64_t ta_wheel_memory(const ta_job *job)
{
    const wheel_tuning t = wheel_tuning_default();
    const uint64_t n = job->n;
    const uint64_t moves = ta_game_count_bound(job->game, n);
    /* The plain sieve, or the engine that takes over without structure. */
    uint64_t plain = ta_add_sat(
        ta_recursion_memory(job),
        ta_add_sat(ta_set_memory(job->game, n),
                   ta_add_sat((uint64_t)16 << 20, ta_mul_sat(16, moves))));
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
    bytes = bytes * MARGIN * (ta_game_is_squares(job->game) ? 1 : OTHERS);
    if (job->threads > 2) /* tiles of live classes; there are more further on */
        bytes += (THREAD + (double)(n >> 16)) * (job->threads - 2);
    /* What is known comes as a list that doubles as it grows. */
    if (job->known > t.start)
        bytes += 24 * pow((double)job->known, 0.72);
    uint64_t whole = bytes < 0x1p63 ? (uint64_t)bytes : UINT64_MAX;
    return ta_game_is_squares(job->game) ? whole : ta_max_u64(whole, plain);
}
