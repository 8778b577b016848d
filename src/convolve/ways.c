/* The direct ways to mark a target, and what they cost. */
#include <math.h>

#include "convolve/reach.h"

double tai_convolve_direct_cost(const tai_reach *r, size_t i, size_t from,
                                size_t to, unsigned *way)
{
    const uint64_t span = tai_min_u64(r->child * r->plan.fanout, r->field->n);
    /* Nanoseconds. */
    const double shift = ceil((double)r->child / (double)TA_TILE) *
                         tai_shift_cost(tai_log2_ceil(span));
    const double sweep = (double)r->child / 64 * TA_TUNE_SWEEP;
    const double mark = r->child > 1u << 20 ? TA_TUNE_FAR : TA_TUNE_MARK;
    double by_s = 0, by_cold = 0, packed = 0, least = INFINITY;
    for (size_t j = from; j < to; j++) {
        const double cold = (double)r->cold[j];
        /* Half of the window: the distances from one position to the source
         * span one child. */
        const double moves = (double)r->moves[i - j] / 2;
        const bool listed = (i - j + 1) * r->child <= r->field->shifts_end;
        by_s +=
            listed ? moves * shift : moves * (shift + TA_TUNE_DECODE) + sweep;
        by_cold += r->field->set->bits != NULL
                       ? cold * (shift + TA_TUNE_DECODE) + sweep
                       : cold * (TA_TUNE_LOOKUP + moves * mark);
        /* Last resort. */
        packed += 1e18 * cold * moves;
    }
    const double cost[TA_DIRECT_WAYS] = {by_s, by_cold, packed};
    *way = tai_ctz(TA_BY_PACKED);
    for (unsigned k = 0; k < TA_DIRECT_WAYS; k++)
        if (r->plan.ways >> k & 1 && cost[k] < least) {
            least = cost[k];
            *way = k;
        }
    return least;
}

/* By cold positions, S a list: marks c + s one by one. */
static void push_mark(const tai_reach *r, size_t i, size_t from, size_t to,
                      uint64_t *hot)
{
    const uint64_t *cold = r->field->cold + r->lo / 64, *s;
    const uint64_t words = r->child / 64;
    for (uint64_t w = from * words; w < to * words; w++)
        for (uint64_t bits = cold[w]; bits != 0; bits &= bits - 1) {
            /* From c to the target. */
            const uint64_t apart = i * r->child - (64 * w + tai_ctz(bits));
            const size_t count = tai_set_window(r->field->set, apart,
                                                apart + r->child, NULL, &s);
            for (size_t k = 0; k < count; k++)
                hot[(s[k] - apart) / 64] |= (uint64_t)1 << (s[k] - apart) % 64;
        }
}

/* Shift-or (shift.h), tile by tile. */
typedef struct sweep {
    const tai_reach *reach;
    uint64_t *hot;
    bool by_cold; /* shift S by cold positions; else cold positions by S */
    tai_shifts shifts;
    uint64_t from, to, target; /* positions */
} sweep;

/* Marks one tile. Marks beyond the target are right, too. */
static void sweep_tile(void *state, unsigned thread, size_t item)
{
    const sweep *s = state;
    const tai_field *f = s->reach->field;
    const uint64_t at = s->target + item * TA_TILE;
    uint64_t *hot = s->hot + item * TA_TILE_WORDS, all = ~(uint64_t)0;
    (void)thread;
    for (size_t w = 0; w < TA_TILE_WORDS; w++)
        all &= hot[w];
    if (at >= f->n || all == ~(uint64_t)0)
        return;
    /* By elements of S, only those that lead from the tile to a source. */
    TA_KERNEL_HERE(tai_shift_kernel)
        ->shift_or(hot, s->by_cold ? f->set->bits : f->cold, at, &s->shifts,
                   s->by_cold ? 0 : at - s->to + 1,
                   s->by_cold ? UINT64_MAX : at + TA_TILE - s->from);
}

/* Shifts by the moves or cold positions in [begin, end). Where no list exists,
 * lists them for TA_SCRATCH positions at a time. */
static void sweep_mark(sweep *s, tai_pool *pool)
{
    const tai_field *f = s->reach->field;
    const size_t tiles = (s->reach->child + TA_TILE - 1) / TA_TILE;
    const uint64_t begin = s->by_cold ? s->from : s->target - s->to + 1;
    const uint64_t end =
        s->by_cold
            ? s->to
            : tai_min_u64(s->target + s->reach->child - s->from, f->set->n);
    const bool listed = !s->by_cold && end <= f->shifts_end;
    s->shifts = f->shifts;
    for (uint64_t at = begin, to; at < end; at = to) {
        const uint64_t *values = f->scratch;
        size_t count = 1;
        to = listed ? end : tai_min_u64(at + TA_SCRATCH, end);
        if (!listed) {
            count = s->by_cold
                        ? tai_bits_decode(f->cold, at, to, f->scratch)
                        : tai_set_window(f->set, at, to, f->scratch, &values);
            tai_shifts_sort(values, count, f->scratch + TA_SCRATCH, &s->shifts);
        }
        if (count > 0)
            tai_pool_run(tiles < 4 ? NULL : pool, sweep_tile, s, tiles);
    }
}

static ta_status packed_mark(const tai_reach *r, size_t i, size_t from,
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

ta_status tai_convolve_direct_mark(tai_reach *r, size_t i, size_t from,
                                   size_t to, uint64_t *hot)
{
    const tai_field *f = r->field;
    unsigned way;
    while (from < to && reach_is_empty(r, i, from))
        from++;
    while (from < to && reach_is_empty(r, i, to - 1))
        to--;
    if (from == to)
        return TA_OK;
    const double cost = tai_convolve_direct_cost(r, i, from, to, &way);
    r->counts.used[way] += to - from;
    if (1u << way == TA_BY_PACKED)
        return packed_mark(r, i, from, to, hot);
    if (1u << way == TA_BY_COLD && f->set->bits == NULL)
        push_mark(r, i, from, to, hot);
    else
        sweep_mark(&(sweep){.reach = r,
                            .hot = hot,
                            .by_cold = 1u << way == TA_BY_COLD,
                            .from = r->lo + from * r->child,
                            .to = r->lo + to * r->child,
                            .target = r->lo + i * r->child},
                   cost < TA_TUNE_SHARED ? NULL : f->pool);
    return TA_OK;
}
