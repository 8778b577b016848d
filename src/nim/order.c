/* Chooses which moves the engine `blocked` looks at first (collects). The
 * choice is made from the nim-values computed so far.
 *
 * First, all moves are ranked by credit. At some random positions, a move earns
 * credit if its option has a value that few other options have.
 *
 * Then the program chooses how many moves to collect, beginning with the best
 * rank. For each position, the engine lists 7 candidates for the nim-value: the
 * least values that no option by the collected moves has. So the nim-value is a
 * candidate if at most 6 smaller values are missing among these options. Then
 * the collected moves are called enough for the position. If they are not
 * enough, the position is computed alone, which is slow. At other random
 * positions the program counts how many moves are enough. From these counts it
 * predicts the time for each number of collected moves, and chooses the number
 * with the least time.
 *
 * The width, the number of values for which marks are kept, is chosen in the
 * same way. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nim/blocked.h"

/* The largest number of random positions from which the order of the moves is
 * learned. */
enum { MOST_SAMPLES = 128 };

/* Measured times of some operations, in nanoseconds (ns). From them the engine
 * predicts how long a tile (64 positions) takes if a certain number of moves is
 * looked at first. The times have no influence on results, only on the speed.
 * They were measured on Zen 4 and Zen 5 by `takeaway nim 2^22 --engine=blocked
 * --max`. */
static const double ROWS_NS = 21, /* ns in which by_rows marks 64 options */
    WINDOW_NS = 1.35, /* ns to mark 64 options in a window (64 values) */
    ALONE_NS = 250,   /* ns of overhead for a position computed alone */
    LANE_NS = 0.35,   /* ns to mark the value of one option */
    SCAN_NS = 1;      /* ns to test whether a value is marked */

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

/* Returns a random position in the last eighth of [0, end). *random is the
 * state of the random number generator. */
static uint64_t order_sample(uint64_t *random, uint64_t end)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return end - 1 - (*random >> 33) % (end / 8);
}

/* Adds the credit that the moves earn at position i. A move earns credit if the
 * nim-value v of its option is below the nim-value of i. It then earns 1 / k^2,
 * where k is the number of options of i that have the value v. */
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

/* Takes moves, in the order of their rank, until their options from position i
 * have almost all smaller values: all but at most 6 of the values below the
 * nim-value of i. Returns the number of moves taken, which are then called
 * enough for position i. If even all `usable` moves are not enough, returns
 * `usable`. `value` has the nim-value of each position. */
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

/* Returns a number by which move number k is sorted: a move of larger credit
 * gets a smaller number, and among moves of equal credit the order is that of
 * k. The bits of nonnegative floats, read as integers, have the same order as
 * the floats. */
static uint64_t order_sort_key(float credit, size_t k)
{
    uint32_t bits;
    memcpy(&bits, &credit, sizeof bits);
    return (uint64_t)~bits << 32 | k;
}

/* Sets o->rank to the indices of the first `usable` moves, sorted by falling
 * credit. */
static void order_rank_moves(ta_nim_order *o, size_t usable)
{
    for (size_t k = 0; k < usable; k++)
        o->rest[k] = order_sort_key(o->credit[k], k);
    qsort(o->rest, usable, sizeof *o->rest, tai_by_number);
    for (size_t k = 0; k < usable; k++)
        o->rank[k] = (uint32_t)o->rest[k];
}

/* Chooses how many moves are collected (looked at first), and the width, which
 * is the number of values for which marks are kept. The choice is the one for
 * which the predicted time of the engine `blocked` is least. Returns the number
 * of moves, and sets o->width to the width.
 *
 * Each of the samples describes a random position by two numbers. The low 16
 * bits are the nim-value of the position. The higher bits are the result of
 * order_count_needed() for the position. This is the number of collected moves
 * with which the position is computed fast. The samples must be in increasing
 * order. The nim-values of later positions are assumed to be 4 % larger.
 * `usable` is the number of ranked moves, and `largest` is the largest
 * nim-value. */
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
            /* If no candidate (possible nim-value) of a position is left, the
             * position is computed alone: the values of its options are marked
             * one by one. `marked` is the predicted number of these options for
             * all such positions of a tile. They are the options by the moves
             * that are not collected (looked at first). If the nim-value of the
             * position is at least the width w, they include the options by the
             * collected moves. */
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

/* Splits the moves below o->until into two lists. o->first gets the `first`
 * moves of best rank, and o->rest gets the others. Both lists increase. */
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

/* Returns whether the function by_windows can be used. The processor must have
 * AVX-512 VBMI. The values 0 to `largest` must lie in at most
 * TA_NIM_MOST_WINDOWS windows of 64 values. */
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
