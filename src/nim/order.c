/* Which moves are collected first, learned from the values so far. At random
 * positions a move earns credit if its option has a value that few options
 * have; moves are ranked by credit. At other positions one counts how many
 * moves, best first, are *enough*: at most 6 values below the position's are
 * missing among their options, so its value is a candidate. Otherwise the
 * position is computed alone, slowly. The number of moves, and the width of the
 * marks, are those of least predicted time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nim/blocked.h"

enum { MOST_SAMPLES = 128 }; /* positions to learn from */

/* Nanoseconds (Zen 4, Zen 5: `takeaway nim 2^22 --engine=blocked --max`). They
 * influence speed alone. */
static const double ROWS_NS = 21, /* by_rows marks 64 options */
    WINDOW_NS = 1.35,             /* 64 options in a window */
    ALONE_NS = 250,               /* overhead of a position alone */
    LANE_NS = 0.35,               /* marks one option */
    SCAN_NS = 1;                  /* tests one mark */

void tai_nim_order_place(tai_nim_order *order, uint64_t moves, tai_arena *arena)
{
    order->first = tai_arena_place(arena, moves, sizeof *order->first);
    order->rest = tai_arena_place(arena, moves, sizeof *order->rest);
    order->credit = tai_arena_place(arena, moves, sizeof *order->credit);
    order->rank = tai_arena_place(arena, moves, sizeof *order->rank);
    order->counts = tai_arena_place(arena, TA_NIM_MARKS, sizeof *order->counts);
}

tai_nim_moves tai_nim_between(const uint64_t *move, size_t count, uint64_t lo,
                              uint64_t hi)
{
    const size_t from = tai_first_at_least(move, count, lo);
    const size_t to = tai_first_at_least(move, count, hi);
    return (tai_nim_moves){move + from, to > from ? to - from : 0};
}

/* Returns a random position in the last eighth of [0, end). */
static uint64_t order_sample(uint64_t *random, uint64_t end)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return end - 1 - (*random >> 33) % (end / 8);
}

/* A move whose option has a value v below that of i earns 1 / k^2 if k options
 * have v. */
static void order_credit_moves(tai_nim_order *o, const uint16_t *value,
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

/* Returns how many moves are enough for position i, `usable` if even these are
 * not. */
static size_t order_count_needed(tai_nim_order *o, size_t usable,
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

/* Larger credit first, then the order of k: the bits of nonnegative floats
 * order as the floats do. */
static uint64_t order_sort_key(float credit, size_t k)
{
    uint32_t bits;
    memcpy(&bits, &credit, sizeof bits);
    return (uint64_t)~bits << 32 | k;
}

/* o->rest is scratch here. */
static void order_rank_moves(tai_nim_order *o, size_t usable)
{
    for (size_t k = 0; k < usable; k++)
        o->rest[k] = order_sort_key(o->credit[k], k);
    qsort(o->rest, usable, sizeof *o->rest, tai_by_number);
    for (size_t k = 0; k < usable; k++)
        o->rank[k] = (uint32_t)o->rest[k];
}

/* Returns the number of moves to collect, and sets o->width. A sample is a
 * position: order_count_needed above its value of 16 bits, in increasing order.
 * Later values are assumed to be 4 % larger. */
static size_t order_choose(tai_nim_order *o, const uint64_t *sample,
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
            /* Later samples need more moves; `above` have too large values. */
            const double alone = lanes * (samples - 1 - r + above);
            /* Options that positions alone mark one by one: those by moves not
             * collected, and by all where the value is at least w. */
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

/* The `first` best moves are collected; o->credit becomes a flag. */
static void order_list_moves(tai_nim_order *o, size_t first)
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

/* AVX-512 VBMI, and few enough windows. */
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

void tai_nim_order_learn(tai_nim_order *o, const uint16_t *value, uint64_t end,
                         uint64_t lo, unsigned largest)
{
    const unsigned samples =
        (unsigned)tai_min_u64(tai_max_u64(end / 1024, 8), MOST_SAMPLES);
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
