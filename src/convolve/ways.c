/* The direct ways from sources to a target: what each costs by the cost model,
 * and what it does. */
#include <math.h>

#include "convolve/cost.h"
#include "convolve/packed.h"
#include "convolve/reach.h"

/* Returns the number of elements that lead from one position of source j into
 * target i. The window has twice as many. */
static double pair_moves(const ta_reach *r, size_t i, size_t j)
{
    return (double)r->moves[i - j] / 2;
}

/* Returns the cost of one shift of a target. */
static double shift_cost(const ta_reach *r)
{
    const uint64_t span = ta_min_u64(r->child * r->plan.fanout, r->field->n);
    return ceil((double)r->child / TA_TILE) *
           tai_convolve_cost_shift(ta_log2_ceil(span));
}

/* Returns the cost of decoding the bits of a child. */
static double sweep_cost(const ta_reach *r)
{
    return (double)r->child / 64 * TA_TUNE_SWEEP;
}

static double push_cost(const ta_reach *r, size_t i, size_t j)
{
    const double moves = pair_moves(r, i, j);
    const double mark = r->child > 1u << 20 ? TA_TUNE_FAR : TA_TUNE_MARK;
    double one = TA_TUNE_LOOKUP + moves * mark;
    if (r->plan.dense) /* The window is decoded for every cold position. */
        one += moves * TA_TUNE_DECODE + sweep_cost(r);
    return (double)r->cold[j] * one;
}

static double s_major_cost(const ta_reach *r, size_t i, size_t j)
{
    const double moves = pair_moves(r, i, j);
    if ((i - j + 1) * r->child <= r->field->sorted)
        return moves * shift_cost(r);
    return moves * (shift_cost(r) + TA_TUNE_DECODE) + sweep_cost(r);
}

static double cold_major_cost(const ta_reach *r, size_t i, size_t j)
{
    (void)i;
    if (!r->plan.dense)
        return INFINITY;
    return (double)r->cold[j] * (shift_cost(r) + TA_TUNE_DECODE) +
           sweep_cost(r);
}

/* Returns a cost that is above all others: GMP is used only where there is
 * nothing else. */
static double packed_cost(const ta_reach *r, size_t i, size_t j)
{
    return 1e18 * (double)r->cold[j] * (double)r->moves[i - j];
}

/* Marks c + s for every cold c and every s that leads into the target. */
static ta_status push_mark(const ta_sources *some)
{
    const ta_reach *r = some->reach;
    const uint64_t *cold = r->field->cold + r->lo / 64, *s;
    const uint64_t words = r->child / 64;
    for (uint64_t w = some->from * words; w < some->to * words; w++)
        for (uint64_t bits = cold[w]; bits != 0; bits &= bits - 1) {
            const uint64_t lo = some->i * r->child - (64 * w + ta_ctz(bits));
            const size_t count =
                tai_set_window(r->field->set, lo, lo + r->child, r->window, &s);
            for (size_t k = 0; k < count; k++)
                some->hot[(s[k] - lo) / 64] |= (uint64_t)1 << (s[k] - lo) % 64;
        }
    return TA_OK;
}

/* ORs shifted copies of bits into the tiles of a target. */
typedef struct sweep {
    const ta_sources *some;
    const uint64_t *bits; /* cold positions (S-major) or S (cold-major) */
    bool clip; /* takes only shifts that bring a source into the tile */
    const ta_shifts *shifts;
    uint64_t from, to, lo; /* positions of the sources and of the target */
} sweep;

static bool all_ones(const uint64_t *words)
{
    uint64_t all = ~(uint64_t)0;
    for (size_t w = 0; w < TA_TILE_WORDS; w++)
        all &= words[w];
    return all == ~(uint64_t)0;
}

/* The last tile may set true marks beyond the target. */
static void sweep_tile(void *state, unsigned thread, size_t item)
{
    const sweep *s = state;
    const uint64_t at = s->lo + item * TA_TILE;
    uint64_t *hot = s->some->hot + item * TA_TILE_WORDS;
    (void)thread;
    if (at >= s->some->reach->field->n || all_ones(hot))
        return;
    ta_shifts some = *s->shifts;
    if (s->clip)
        some = tai_shifts_between(s->shifts, at - s->to + 1,
                                  at + TA_TILE - s->from);
    tai_shift_or(hot, s->bits, at, &some);
}

static void sweep_tiles(sweep *s, const ta_shifts *shifts)
{
    const size_t tiles = (s->some->reach->child + TA_TILE - 1) / TA_TILE;
    s->shifts = shifts;
    tai_pool_run(tiles < 4 ? NULL : s->some->pool, sweep_tile, s, tiles);
}

static sweep sweep_of(const ta_sources *some, const uint64_t *bits, bool clip)
{
    const ta_reach *r = some->reach;
    return (sweep){.some = some,
                   .bits = bits,
                   .clip = clip,
                   .from = r->lo + some->from * r->child,
                   .to = r->lo + some->to * r->child,
                   .lo = r->lo + some->i * r->child};
}

/* Sorts shifts, at most TA_SCRATCH of them, and sweeps by them. */
static void sweep_by(sweep *s, const uint64_t *values, size_t count)
{
    ta_shifts sorted;
    tai_shifts_sort(values, count, s->some->reach->field->scratch + TA_SCRATCH,
                    &sorted);
    if (count > 0)
        sweep_tiles(s, &sorted);
}

static ta_status s_major_mark(const ta_sources *some)
{
    const ta_field *field = some->reach->field;
    sweep s = sweep_of(some, field->cold, true);
    uint64_t end = s.lo + some->reach->child - s.from;
    if (end <= field->sorted) {
        sweep_tiles(&s, &field->shifts);
        return TA_OK;
    }
    end = ta_min_u64(end, field->set->n);
    for (uint64_t lo = s.lo - s.to + 1; lo < end; lo += TA_SCRATCH) {
        const uint64_t *values;
        const size_t count =
            tai_set_window(field->set, lo, ta_min_u64(lo + TA_SCRATCH, end),
                           field->scratch, &values);
        sweep_by(&s, values, count);
    }
    return TA_OK;
}

static ta_status cold_major_mark(const ta_sources *some)
{
    const ta_field *field = some->reach->field;
    sweep s = sweep_of(some, field->set->bits, false);
    for (uint64_t lo = s.from; lo < s.to; lo += TA_SCRATCH)
        sweep_by(&s, field->scratch,
                 tai_bits_decode(field->cold, lo,
                                 ta_min_u64(lo + TA_SCRATCH, s.to),
                                 field->scratch));
    return TA_OK;
}

static ta_status packed_mark(const ta_sources *some)
{
    const ta_reach *r = some->reach;
    const uint64_t words = r->child / 64;
    uint64_t *window = tai_alloc(2 * words, 8);
    ta_status st = window != NULL ? TA_OK : TA_ENOMEM;
    for (size_t j = some->from; j < some->to && st == TA_OK; j++) {
        tai_set_copy_bits(r->field->set, (some->i - j - 1) * r->child,
                          (some->i - j + 1) * r->child, window);
        st = tai_packed_marks(r->field->cold + r->lo / 64 + j * words, window,
                              r->child, some->hot);
    }
    ta_free(window);
    return st;
}

/* In the order of the bits TA_BY_... */
static const struct {
    const char *name;
    double (*cost)(const ta_reach *r, size_t i, size_t j);
    ta_status (*mark)(const ta_sources *some);
} ways[TA_WAYS] = {{"push", push_cost, push_mark},
                   {"s-major", s_major_cost, s_major_mark},
                   {"cold-major", cold_major_cost, cold_major_mark},
                   {"packed", packed_cost, packed_mark},
                   {"transform", NULL, NULL}};

double tai_convolve_sources_cost(const ta_sources *some, unsigned *way)
{
    double least = INFINITY;
    *way = ta_ctz(TA_BY_PACKED);
    for (unsigned k = 0; k < TA_DIRECT_WAYS; k++) {
        double sum = 0;
        if (!(some->reach->plan.ways >> k & 1))
            continue;
        for (size_t j = some->from; j < some->to; j++)
            sum += ways[k].cost(some->reach, some->i, j);
        if (sum < least) {
            least = sum;
            *way = k;
        }
    }
    return least;
}

ta_status tai_convolve_sources_mark(const ta_sources *some, unsigned way)
{
    return ways[way].mark(some);
}

const char *tai_convolve_way_name(unsigned way)
{
    return ways[way].name;
}
