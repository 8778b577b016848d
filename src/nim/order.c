/* Learns from the values so far which moves the engine `blocked` collects
 * first.
 *
 * A move earns credit at a sampled position if its option has a value that few
 * other options have. The moves are ranked by credit. Other samples then show
 * how many moves, best first, a position needs until fewer than 7 values below
 * its own are missing. A position that needs more moves than are collected is
 * computed alone, by all its moves. The number of moves to collect and the
 * width of the marks are those with the least predicted time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nim/blocked.h"

enum { MOST_SAMPLES = 128 }; /* the most sampled positions */

/* Nanoseconds, measured on Zen 4 and Zen 5 by `takeaway nim 2^22
 * --engine=blocked --max`. Only the time of a run depends on them, never a
 * result. */
static const double ROWS_NS =
                        21, /* ns to collect a move for 64 lanes by rows */
    WINDOW_NS = 1.35,       /* ns to collect a move by one window of values */
    ALONE_NS = 250,         /* ns to begin a position that is done alone */
    LANE_NS = 0.35,         /* ns to mark an option of a position done alone */
    SCAN_NS = 1;            /* ns to read a mark of a position done alone */

void tai_nim_order_place(ta_nim_order *order, uint64_t moves, ta_arena *arena)
{
    order->first = ta_arena_place(arena, moves, sizeof *order->first);
    order->rest = ta_arena_place(arena, moves, sizeof *order->rest);
    order->credit = ta_arena_place(arena, moves, sizeof *order->credit);
    order->rank = ta_arena_place(arena, moves, sizeof *order->rank);
    order->counts = ta_arena_place(arena, TA_NIM_MARKS, sizeof *order->counts);
}

ta_nim_moves tai_nim_between(const uint64_t *move, size_t count, uint64_t lo,
                             uint64_t hi)
{
    const size_t from = ta_first_at_least(move, count, lo);
    const size_t to = ta_first_at_least(move, count, hi);
    return (ta_nim_moves){move + from, to > from ? to - from : 0};
}

/* Returns a random position of [end - end / 8, end). *random is the state of
 * the generator. */
static uint64_t order_sample(uint64_t *random, uint64_t end)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return end - 1 - (*random >> 33) % (end / 8);
}

/* Adds credit to the moves from position i. A move to an option of value v,
 * where v is below the value of i, earns 1 / k^2 if k options of i have value
 * v.
 */
static void order_credit_moves(ta_nim_order *o, const uint16_t *value,
                               uint64_t i)
{
    const size_t usable = tai_nim_between(o->set, o->count, 0, i + 1).count;
    for (size_t k = 0; k < usable; k++)
        o->counts[value[i - o->set[k]]]++;
    for (size_t k = 0; k < usable; k++) {
        const uint16_t v = value[i - o->set[k]];
        const float times = (float)o->counts[v];
        if (v < value[i])
            o->credit[k] += 1 / (times * times);
    }
    for (size_t k = 0; k < usable; k++)
        o->counts[value[i - o->set[k]]] = 0;
}

/* Returns how many moves from position i, in the order of their rank, are
 * needed until fewer than 7 of the values below the value of i are missing
 * among the values of their options. */
static size_t order_count_needed(ta_nim_order *o, size_t usable,
                                 const uint16_t *value, uint64_t i)
{
    unsigned missing = value[i];
    size_t needed = 0;
    for (; needed < usable && missing >= TA_NIM_CANDIDATES; needed++) {
        const uint64_t s = o->set[o->rank[needed]];
        if (s <= i && value[i - s] < value[i])
            missing -= o->counts[value[i - s]]++ == 0;
    }
    for (size_t k = 0; k < needed; k++)
        if (o->set[o->rank[k]] <= i)
            o->counts[value[i - o->set[o->rank[k]]]] = 0;
    return needed;
}

/* Returns the sort key of move number k. Increasing keys are in order of
 * falling credit; equal credits are in order of k. This works since the bits of
 * nonnegative floats, as integers, are ordered as the floats are. */
static uint64_t order_sort_key(float credit, size_t k)
{
    uint32_t bits;
    memcpy(&bits, &credit, sizeof bits);
    return (uint64_t)~bits << 32 | k;
}

/* Sets o->rank to the indices of the first `usable` moves, by falling credit.
 */
static void order_rank_moves(ta_nim_order *o, size_t usable)
{
    for (size_t k = 0; k < usable; k++)
        o->rest[k] = order_sort_key(o->credit[k], k);
    qsort(o->rest, usable, sizeof *o->rest, tai_by_number);
    for (size_t k = 0; k < usable; k++)
        o->rank[k] = (uint32_t)o->rest[k];
}

/* Returns how many moves are to be collected, and sets o->width to the width of
 * the marks: the pair with the least predicted time. A sample is the number of
 * moves that a position needs, times 2^16, plus the value of the position;
 * samples are in increasing order. Values of later positions are assumed to be
 * 4 % larger. */
static size_t order_choose(ta_nim_order *o, const uint64_t *sample,
                           unsigned samples, size_t usable, unsigned largest)
{
    const double refute_ns = TA_KERNEL_HERE(tai_nim_refute)->ns;
    const size_t full = (largest / 64 + 1) * (size_t)64;
    double least = HUGE_VAL;
    size_t best = 0;
    for (size_t w = o->by_windows ? 64 : full; w <= full; w += 64) {
        const double collect_ns =
            o->by_windows ? (double)w / 64 * WINDOW_NS : ROWS_NS;
        unsigned above = 0;
        for (unsigned r = 0; r < samples; r++) {
            const size_t needed = sample[r] >> 16;
            above += 25 * (sample[r] & 0xffff) >= 24 * w;
            const double lanes = (double)TA_NIM_LANES / samples;
            const double alone = lanes * (samples - 1 - r + above);
            /* A position whose value is not below the width marks the options
             * of the first moves, too. */
            const double marked = alone * (double)(usable - needed) +
                                  lanes * above * (double)needed;
            const double ns = (double)needed * collect_ns +
                              (double)(usable - needed) * refute_ns +
                              alone * (ALONE_NS + SCAN_NS * (double)full) +
                              marked * LANE_NS;
            if (ns >= least)
                continue;
            least = ns;
            best = needed;
            o->width = w;
        }
    }
    return best;
}

/* Fills in the two lists of the moves below o->until: o->first has the `first`
 * moves of the best rank, o->rest has the others. */
static void order_list_moves(ta_nim_order *o, size_t first)
{
    memset(o->credit, 0, o->count * sizeof *o->credit);
    for (size_t k = 0; k < first; k++)
        o->credit[o->rank[k]] = 1;
    o->n_first = o->n_rest = 0;
    for (size_t k = 0; k < o->count && o->set[k] < o->until; k++)
        if (o->credit[k] > 0)
            o->first[o->n_first++] = o->set[k];
        else
            o->rest[o->n_rest++] = o->set[k];
}

/* Returns whether the kernel by_windows can be used: the processor must have
 * AVX-512 VBMI, and `largest` must lie within the largest number of windows. */
static bool order_has_windows(unsigned largest)
{
#if TA_X86
    return TA_KERNEL_HERE(tai_nim_collect)->by_windows != NULL &&
           __builtin_cpu_supports("avx512vbmi") &&
           largest < TA_NIM_MOST_WINDOWS * 64;
#else
    (void)largest;
    return false;
#endif
}

void tai_nim_order_learn(ta_nim_order *o, const uint16_t *value, uint64_t end,
                         uint64_t lo, unsigned largest)
{
    const unsigned samples =
        (unsigned)ta_min_u64(ta_max_u64(end / 1024, 8), MOST_SAMPLES);
    const size_t usable = tai_nim_between(o->set, o->count, 0, end).count;
    uint64_t sample[MOST_SAMPLES], random = end;
    o->by_windows = order_has_windows(largest);
    memset(o->credit, 0, o->count * sizeof *o->credit);
    for (unsigned r = 0; r < samples; r++)
        order_credit_moves(o, value, order_sample(&random, end));
    order_rank_moves(o, usable);
    for (unsigned r = 0; r < samples; r++) {
        const uint64_t i = order_sample(&random, end);
        sample[r] =
            (uint64_t)order_count_needed(o, usable, value, i) << 16 | value[i];
    }
    qsort(sample, samples, sizeof *sample, tai_by_number);
    o->until = lo + lo / (lo < 1 << 20 ? 2 : 4) + 1;
    order_list_moves(o, order_choose(o, sample, samples, usable, largest));
}
