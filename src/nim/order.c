#include "nim/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEPS = 16,        /* shares of the moves that are considered for `first` */
    MOST_SAMPLES = 128 /* positions to learn from */
};

void ta_nim_order_place(ta_nim_order *order, uint64_t moves, ta_arena *arena)
{
    order->first = ta_arena_place(arena, moves, sizeof *order->first);
    order->rest = ta_arena_place(arena, moves, sizeof *order->rest);
    order->credit = ta_arena_place(arena, moves, sizeof *order->credit);
    order->rank = ta_arena_place(arena, moves, sizeof *order->rank);
}

ta_nim_moves ta_nim_between(const uint64_t *move, size_t count, uint64_t lo,
                            uint64_t hi)
{
    const size_t from = ta_first_at_least(move, count, lo);
    const size_t to = ta_first_at_least(move, count, hi);
    return (ta_nim_moves){move + from, to > from ? to - from : 0};
}

/* A recent one of the positions below `end`, of which there are 8 or more. */
static uint64_t recent_position(uint64_t *random, uint64_t end)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return end - 1 - (*random >> 33) % (end / 8);
}

/* Adds to the credit of each move how rare its value is among the values
 * below that of i. */
static void credit_moves(ta_nim_order *o, const uint16_t *value, uint64_t i,
                         uint32_t *count)
{
    size_t k, usable;
    for (k = 0; k < o->count && o->set[k] <= i; k++)
        count[value[i - o->set[k]]]++;
    usable = k;
    for (k = 0; k < usable; k++) {
        uint16_t v = value[i - o->set[k]];
        if (v < value[i])
            o->credit[k] += 1.0F / ((float)count[v] * (float)count[v]);
    }
    for (k = 0; k < usable; k++)
        count[value[i - o->set[k]]] = 0;
}

/* Adds to missing[j][t], for each share j of the moves, best first, whether
 * at least 7 t of the values below that of i are not reached by them. */
enum { PASSES = 8 };
static void count_missing(const ta_nim_order *o, size_t usable,
                          const uint16_t *value, uint64_t i, uint32_t *count,
                          double missing[STEPS + 1][PASSES])
{
    unsigned left = value[i];
    size_t k = 0;
    for (size_t j = 0; j <= STEPS; j++) {
        for (; k < usable * j / STEPS; k++) {
            uint64_t s = o->set[o->rank[k]];
            if (s <= i && value[i - s] < value[i] && count[value[i - s]]++ == 0)
                left--;
        }
        for (unsigned t = 0; t < PASSES; t++)
            missing[j][t] += left >= TA_NIM_CANDIDATES * t;
    }
    for (k = 0; k < usable; k++)
        if (o->set[k] <= i)
            count[value[i - o->set[k]]] = 0;
}

/* The cheapest way that is expected, for a tile, in nanoseconds a move. */
typedef struct plan {
    double ns;
    size_t width, share; /* of the marks; of STEPS, the moves collected */
} plan;

/* A tile collects the first moves; then as many passes over the others refute
 * 7 candidates a lane as it takes until few lanes have none left, and these are
 * done alone (far.c), as are those with values above the width, which look at
 * all moves. */
static void consider(plan *best, size_t width, double collect_ns, double above,
                     double usable, double missing[STEPS + 1][PASSES])
{
    double fixed = TA_NIM_ALONE_NS / usable;
    for (size_t j = 0; j <= STEPS; j++) {
        double share = (double)j / STEPS;
        double pass = (1 - share) * TA_KERNEL_HERE(ta_nim_refute)->ns;
        double alone = 0, one = fixed + (1 - share) * TA_NIM_LANE_NS;
        double ns = share * collect_ns + pass +
                    TA_NIM_LANES * above * (fixed + TA_NIM_LANE_NS);
        for (unsigned t = 1; t < PASSES; t++) {
            alone = TA_NIM_LANES * missing[j][t] * one;
            if (alone <= pass)
                break;
            ns += pass;
        }
        ns += j < STEPS ? alone : 0;
        if (ns < best->ns)
            *best = (plan){ns, width, j};
    }
}

/* How many positions will have a value of at least `width`, as the recent ones
 * tell: values grow by some 4 % until half of the positions that they tell of
 * are done. */
static double share_above(const uint16_t *value, uint64_t end, size_t width)
{
    uint64_t samples = ta_min_u64(2048, end), above = 0;
    for (uint64_t i = end - samples; i < end; i++)
        above += 25 * (size_t)value[i] >= 24 * width;
    return (double)above / (double)samples;
}

/* Falling credit, then increasing move, in one number. */
static uint64_t sort_key(float credit, size_t k)
{
    uint32_t bits; /* of floats >= 0, these are ordered alike */
    memcpy(&bits, &credit, sizeof bits);
    return (uint64_t)~bits << 32 | k;
}

void ta_nim_order_learn(ta_nim_order *o, const uint16_t *value, uint64_t end,
                        uint64_t lo, const ta_nim_collector *collector,
                        unsigned largest, uint32_t *count)
{
    uint64_t samples = ta_min_u64(ta_max_u64(end / 1024, 8), MOST_SAMPLES);
    size_t usable = ta_nim_between(o->set, o->count, 0, end).count;
    memset(o->credit, 0, o->count * sizeof *o->credit);
    uint64_t random = end;
    for (uint64_t r = 0; r < samples; r++)
        credit_moves(o, value, recent_position(&random, end), count);
    for (size_t k = 0; k < usable; k++)
        o->rest[k] = sort_key(o->credit[k], k);
    qsort(o->rest, usable, sizeof *o->rest, ta_by_number);
    for (size_t k = 0; k < usable; k++)
        o->rank[k] = (uint32_t)o->rest[k];
    double missing[STEPS + 1][PASSES] = {{0}};
    for (uint64_t r = 0; r < samples; r++)
        count_missing(o, usable, value, recent_position(&random, end), count,
                      missing);
    for (size_t j = 0; j <= STEPS; j++)
        for (unsigned t = 0; t < PASSES; t++)
            missing[j][t] /= (double)samples;
    plan best = {.ns = HUGE_VAL};
    size_t width = collector->width(largest);
    for (size_t w = collector->narrower ? 64 : width; w <= width; w += 64)
        consider(&best, w, collector->ns(w), share_above(value, end, w),
                 (double)ta_max_u64(usable, 1), missing);
    o->width = best.width;
    /* Back into increasing order, marked in the credits. */
    memset(o->credit, 0, o->count * sizeof *o->credit);
    for (size_t k = 0; k < usable * best.share / STEPS; k++)
        o->credit[o->rank[k]] = 1;
    o->until = lo + lo / (lo < 1 << 20 ? 2 : 4) + 1;
    o->n_first = o->n_rest = 0;
    for (size_t k = 0; k < o->count && o->set[k] < o->until; k++)
        if (o->credit[k] > 0)
            o->first[o->n_first++] = o->set[k];
        else
            o->rest[o->n_rest++] = o->set[k];
}
