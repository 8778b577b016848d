/* The direct ways from sources to a target: what each costs by the cost model,
 * and what it does. */
#include <math.h>

#include "convolve/packed.h"
#include "convolve/reach.h"

/* Returns the nanoseconds by one direct way from source j to target i. */
static double way_cost(const ta_reach *r, unsigned way, size_t i, size_t j)
{
    const uint64_t span = ta_min_u64(r->child * r->plan.fanout, r->field->n);
    const double cold = (double)r->cold[j];
    /* Elements that lead from one position of the source into the target; the
     * window has twice as many. */
    const double moves = (double)r->moves[i - j] / 2;
    const double shift =
        ceil((double)r->child / TA_TILE) * tai_shift_cost(ta_log2_ceil(span));
    const double sweep = (double)r->child / 64 * TA_TUNE_SWEEP;
    const double mark = r->child > 1u << 20 ? TA_TUNE_FAR : TA_TUNE_MARK;
    switch (1u << way) {
    case TA_BY_S:
        return (i - j + 1) * r->child <= r->field->sorted
                   ? moves * shift
                   : moves * (shift + TA_TUNE_DECODE) + sweep;
    case TA_BY_COLD:
        return r->plan.dense ? cold * (shift + TA_TUNE_DECODE) + sweep
                             : cold * (TA_TUNE_LOOKUP + moves * mark);
    default: /* GMP is used only where there is nothing else. */
        return 1e18 * cold * moves;
    }
}

double tai_convolve_direct_cost(const ta_reach *r, size_t i, size_t from,
                                size_t to, unsigned *way)
{
    double least = INFINITY;
    *way = ta_ctz(TA_BY_PACKED);
    for (unsigned k = 0; k < TA_DIRECT_WAYS; k++) {
        double sum = 0;
        if (!(r->plan.ways >> k & 1))
            continue;
        for (size_t j = from; j < to; j++)
            sum += way_cost(r, k, i, j);
        if (sum < least) {
            least = sum;
            *way = k;
        }
    }
    return least;
}

/* Marks c + s for every cold c of the sources [from, to) and every s that leads
 * into target i. */
static void push_mark(const ta_reach *r, size_t i, size_t from, size_t to,
                      uint64_t *hot)
{
    const uint64_t *cold = r->field->cold + r->lo / 64, *s;
    const uint64_t words = r->child / 64;
    for (uint64_t w = from * words; w < to * words; w++)
        for (uint64_t bits = cold[w]; bits != 0; bits &= bits - 1) {
            const uint64_t lo = i * r->child - (64 * w + ta_ctz(bits));
            const size_t count =
                tai_set_window(r->field->set, lo, lo + r->child, NULL, &s);
            for (size_t k = 0; k < count; k++)
                hot[(s[k] - lo) / 64] |= (uint64_t)1 << (s[k] - lo) % 64;
        }
}

/* Shifts of bits that are or-ed into the tiles of a target. */
typedef struct sweep {
    const ta_reach *reach;
    uint64_t *hot;
    const uint64_t *bits; /* cold positions, or S where by_cold is set */
    bool by_cold;         /* shifts are cold positions; else elements of S */
    ta_shifts shifts;
    uint64_t from, to, lo; /* positions of the sources and of the target */
    tai_pool *pool;
} sweep;

/* The last tile may set true marks beyond the target. */
static void sweep_tile(void *state, unsigned thread, size_t item)
{
    const sweep *s = state;
    const uint64_t at = s->lo + item * TA_TILE;
    uint64_t *hot = s->hot + item * TA_TILE_WORDS, all = ~(uint64_t)0;
    (void)thread;
    for (size_t w = 0; w < TA_TILE_WORDS; w++)
        all &= hot[w];
    if (at >= s->reach->field->n || all == ~(uint64_t)0)
        return;
    ta_shifts some = s->shifts;
    if (!s->by_cold) /* Takes the shifts that bring a source into the tile. */
        some = tai_shifts_between(&s->shifts, at - s->to + 1,
                                  at + TA_TILE - s->from);
    tai_shift_or(hot, s->bits, at, &some);
}

static void sweep_tiles(sweep *s)
{
    const size_t tiles = (s->reach->child + TA_TILE - 1) / TA_TILE;
    tai_pool_run(tiles < 4 ? NULL : s->pool, sweep_tile, s, tiles);
}

/* Sweeps by the cold positions of the sources or by the elements of S that lead
 * from these into the target. A dense set has its elements beyond the first
 * ones decoded and sorted, TA_SCRATCH at a time. */
static void sweep_mark(sweep *s)
{
    const ta_field *f = s->reach->field;
    uint64_t lo = s->from, end = s->to;
    if (!s->by_cold) {
        lo = s->lo - s->to + 1;
        end = ta_min_u64(s->lo + s->reach->child - s->from, f->set->n);
        s->shifts = f->shifts;
        if (end <= f->sorted) {
            sweep_tiles(s);
            return;
        }
    }
    for (; lo < end; lo += TA_SCRATCH) {
        const uint64_t *values = f->scratch,
                       to = ta_min_u64(lo + TA_SCRATCH, end);
        const size_t count =
            s->by_cold ? tai_bits_decode(f->cold, lo, to, f->scratch)
                       : tai_set_window(f->set, lo, to, f->scratch, &values);
        tai_shifts_sort(values, count, f->scratch + TA_SCRATCH, &s->shifts);
        if (count > 0)
            sweep_tiles(s);
    }
}

/* Marks by one multiplication of integers for each source. TA_ENOMEM. */
static ta_status packed_mark(const ta_reach *r, size_t i, size_t from,
                             size_t to, uint64_t *hot)
{
    const uint64_t words = r->child / 64;
    uint64_t *window = tai_alloc(2 * words, 8);
    ta_status st = window != NULL ? TA_OK : TA_ENOMEM;
    for (size_t j = from; j < to && st == TA_OK; j++) {
        tai_set_copy_bits(r->field->set, (i - j - 1) * r->child,
                          (i - j + 1) * r->child, window);
        st = tai_packed_marks(r->field->cold + r->lo / 64 + j * words, window,
                              r->child, hot);
    }
    ta_free(window);
    return st;
}

ta_status tai_convolve_direct_mark(ta_reach *r, size_t i, size_t from,
                                   size_t to, uint64_t *hot)
{
    const ta_field *f = r->field;
    unsigned way;
    while (from < to && reach_is_empty(r, i, from))
        from++;
    while (from < to && reach_is_empty(r, i, to - 1))
        to--;
    if (from == to)
        return TA_OK;
    const double cost = tai_convolve_direct_cost(r, i, from, to, &way);
    const bool by_cold = 1u << way == TA_BY_COLD;
    r->counts.used[way] += to - from;
    if (1u << way == TA_BY_PACKED)
        return packed_mark(r, i, from, to, hot);
    if (by_cold && !r->plan.dense) {
        push_mark(r, i, from, to, hot);
        return TA_OK;
    }
    sweep_mark(&(sweep){.reach = r,
                        .hot = hot,
                        .bits = by_cold ? f->set->bits : f->cold,
                        .by_cold = by_cold,
                        .from = r->lo + from * r->child,
                        .to = r->lo + to * r->child,
                        .lo = r->lo + i * r->child,
                        .pool = cost < TA_TUNE_SHARED ? NULL : f->pool});
    return TA_OK;
}
