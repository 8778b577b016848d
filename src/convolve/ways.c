/* The ways from sources to a target that need no transforms: what each would
 * cost, and how it is gone. */
#include <math.h>

#include "convolve/packed.h"
#include "convolve/reach.h"

/* Elements that lead from a position of source j into target i: the window
 * has twice as many. */
static double moves(const ta_reach *r, size_t i, size_t j)
{
    return (double)r->moves[i - j] / 2;
}

/* One shift of a target. */
static double shift(const ta_reach *r)
{
    uint64_t node = r->child * r->fanout;
    return ceil((double)r->child / TA_TILE) *
           ta_cost_tile(ta_log2_ceil(ta_min_u64(node, r->field->n)));
}

static double words(const ta_reach *r)
{
    return (double)r->child / 64;
}

static double push_cost(const ta_reach *r, size_t i, size_t j)
{
    const double mark = r->child > 1u << 20 ? TA_COST_FAR : TA_COST_MARK;
    double one = TA_COST_LOOKUP + moves(r, i, j) * mark;
    if (r->dense) /* the window is decoded for every cold position */
        one += moves(r, i, j) * TA_COST_DECODE + words(r);
    return (double)r->cold[j] * one;
}

/* Marks c + s for every cold c and every s that leads into the target. */
static ta_status push(ta_reach *r, size_t i, size_t from, size_t to,
                      uint64_t *hot)
{
    const uint64_t *cold = r->field->cold + r->lo / 64, *s;
    uint64_t words = r->child / 64;
    for (uint64_t w = from * words; w < to * words; w++)
        for (uint64_t bits = cold[w]; bits != 0; bits &= bits - 1) {
            uint64_t shift = i * r->child - (64 * w + ta_ctz(bits));
            size_t count = ta_set_window(r->field->set, shift, shift + r->child,
                                         r->window, &s);
            for (size_t k = 0; k < count; k++)
                hot[(s[k] - shift) / 64] |= (uint64_t)1 << (s[k] - shift) % 64;
        }
    return TA_OK;
}

/* Work, in ns by the cost model, below which threads that have to be called
 * gain nothing. */
static const double shared_from = 40e3;

/* Shift-or of the sources [from, to) into a target. `hot` may get true marks up
 * to a tile behind it. */
typedef struct sweep {
    const ta_field *field;
    uint64_t from, to, lo, hi; /* of positions; the target is [lo, hi) */
    uint64_t *hot;
    const uint64_t *a;
    bool clip;   /* only shifts that can bring a source into the tile */
    bool shared; /* tiles are worth a team */
    const ta_shifts *shifts;
} sweep;

static bool all_ones(const uint64_t *words, size_t count)
{
    uint64_t all = ~(uint64_t)0;
    for (size_t w = 0; w < count; w++)
        all &= words[w];
    return all == ~(uint64_t)0;
}

static void do_tile(void *state, unsigned thread, size_t item)
{
    const sweep *s = state;
    (void)thread;
    uint64_t at = s->lo + item * TA_TILE;
    uint64_t *target = s->hot + (at - s->lo) / 64;
    if (at >= s->field->n || all_ones(target, TA_TILE_WORDS))
        return;
    ta_shifts some;
    if (s->clip)
        some = ta_shifts_between(s->shifts, at - s->to + 1,
                                 at + TA_TILE - s->from);
    ta_shift_or(target, s->a, at, s->clip ? &some : s->shifts);
}

static void apply(sweep *s, const ta_shifts *shifts)
{
    uint64_t tiles = (s->hi - s->lo + TA_TILE - 1) / TA_TILE;
    s->shifts = shifts;
    ta_team_run(s->shared ? s->field->team : NULL, do_tile, s, tiles);
}

/* The same with shifts that are still to be sorted, TA_SCRATCH at most. */
static void apply_some(sweep *s, const uint64_t *shifts, size_t count)
{
    ta_shifts sorted;
    ta_shifts_sort(shifts, count, s->field->scratch + TA_SCRATCH, &sorted);
    if (count > 0)
        apply(s, &sorted);
}

static sweep sweep_of(const ta_reach *r, size_t i, size_t from, size_t to,
                      uint64_t *hot, const uint64_t *a, bool clip)
{
    uint64_t lo = r->lo + i * r->child;
    double shifts = 0;
    for (size_t j = from; j < to; j++)
        shifts += clip ? moves(r, i, j) : (double)r->cold[j];
    return (sweep){.field = r->field,
                   .from = r->lo + from * r->child,
                   .to = r->lo + to * r->child,
                   .lo = lo,
                   .hi = lo + r->child,
                   .hot = hot,
                   .a = a,
                   .clip = clip,
                   .shared = r->child >= 4 * TA_TILE &&
                             shifts * shift(r) >= shared_from};
}

static double s_major_cost(const ta_reach *r, size_t i, size_t j)
{
    bool decode = (i - j + 1) * r->child > r->field->sorted;
    double one = shift(r) + (decode ? TA_COST_DECODE : 0);
    return moves(r, i, j) * one + (decode ? words(r) * TA_COST_SWEEP : 0);
}

static ta_status s_major(ta_reach *r, size_t i, size_t from, size_t to,
                         uint64_t *hot)
{
    const ta_field *field = r->field;
    sweep all = sweep_of(r, i, from, to, hot, field->cold, true);
    if (all.hi - all.from <= field->sorted) {
        apply(&all, &field->shifts);
        return TA_OK;
    }
    const uint64_t end = ta_min_u64(all.hi - all.from, field->set->n);
    for (uint64_t s = all.lo - all.to + 1; s < end; s += TA_SCRATCH) {
        const uint64_t *elements;
        size_t count =
            ta_set_window(field->set, s, ta_min_u64(s + TA_SCRATCH, end),
                          field->scratch, &elements);
        apply_some(&all, elements, count);
    }
    return TA_OK;
}

static double cold_major_cost(const ta_reach *r, size_t i, size_t j)
{
    (void)i;
    return r->dense ? (double)r->cold[j] * (shift(r) + TA_COST_DECODE) +
                          words(r) * TA_COST_SWEEP
                    : INFINITY;
}

static ta_status cold_major(ta_reach *r, size_t i, size_t from, size_t to,
                            uint64_t *hot)
{
    const ta_field *field = r->field;
    sweep all = sweep_of(r, i, from, to, hot, field->set->bits, false);
    for (uint64_t c = all.from; c < all.to; c += TA_SCRATCH) {
        size_t count = ta_bits_decode(
            field->cold, c, ta_min_u64(c + TA_SCRATCH, all.to), field->scratch);
        apply_some(&all, field->scratch, count);
    }
    return TA_OK;
}

/* Only where there is nothing else. */
static double packed_cost(const ta_reach *r, size_t i, size_t j)
{
    return 1e18 * (double)r->cold[j] * (double)r->moves[i - j];
}

static ta_status packed(ta_reach *r, size_t i, size_t from, size_t to,
                        uint64_t *hot)
{
    uint64_t words = r->child / 64;
    uint64_t *window = ta_alloc(2 * words, 8);
    ta_status st = window != NULL ? TA_OK : TA_ENOMEM;
    for (size_t j = from; j < to && st == TA_OK; j++) {
        ta_set_copy_bits(r->field->set, (i - j - 1) * r->child,
                         (i - j + 1) * r->child, window);
        st = ta_packed_marks(r->field->cold + r->lo / 64 + j * words, window,
                             r->child, hot);
    }
    ta_free(window);
    return st;
}

const ta_way ta_direct_ways[TA_DIRECT_WAYS] = {
    {"push", push_cost, push},
    {"s-major", s_major_cost, s_major},
    {"cold-major", cold_major_cost, cold_major},
    {"packed", packed_cost, packed}};
