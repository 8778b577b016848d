/* The ways from sources to a target that need no transforms: what each would
 * cost, and how it is gone. */
#include <math.h>

#include "convolve/packed.h"
#include "convolve/reach.h"

static bool dense(const ta_reach *r)
{
    return r->field->set->bits != NULL;
}

/* Elements that lead from a position of source j into target i: the window
 * has twice as many. */
static double moves(const ta_reach *r, size_t i, size_t j)
{
    return (double)r->moves[i - j] / 2;
}

/* One shift of a target. */
static double shift(const ta_reach *r)
{
    uint64_t node = r->child * r->setup.fanout;
    return ceil((double)r->child / TA_TILE) *
           ta_cost_tile(ta_log2_ceil(ta_min_u64(node, r->field->n)));
}

static double words(const ta_reach *r)
{
    return (double)r->child / 64;
}

static double push_cost(const ta_reach *r, size_t i, size_t j)
{
    const ta_costs *k = ta_costs_here();
    double one = k->push_cold + moves(r, i, j) * k->push_mark;
    if (dense(r)) /* the window is decoded for every cold position */
        one += moves(r, i, j) * k->decode + words(r);
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

static double s_major_cost(const ta_reach *r, size_t i, size_t j)
{
    const ta_costs *k = ta_costs_here();
    bool decode = dense(r) && (i - j + 1) * r->child > r->field->sorted;
    double one = shift(r) + (decode ? k->decode : 0);
    return moves(r, i, j) * one + (decode ? words(r) * k->sweep : 0);
}

static ta_status s_major(ta_reach *r, size_t i, size_t from, size_t to,
                         uint64_t *hot)
{
    uint64_t lo = r->lo + i * r->child;
    ta_s_major(r->field, r->lo + from * r->child, r->lo + to * r->child, lo,
               lo + r->child, hot);
    return TA_OK;
}

static double cold_major_cost(const ta_reach *r, size_t i, size_t j)
{
    const ta_costs *k = ta_costs_here();
    (void)i;
    return dense(r) ? (double)r->cold[j] * (shift(r) + k->decode) +
                          words(r) * k->sweep
                    : INFINITY;
}

static ta_status cold_major(ta_reach *r, size_t i, size_t from, size_t to,
                            uint64_t *hot)
{
    uint64_t lo = r->lo + i * r->child;
    ta_cold_major(r->field, r->lo + from * r->child, r->lo + to * r->child, lo,
                  lo + r->child, hot);
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
                             r->child, r->marks);
        for (uint64_t w = 0; w < words && st == TA_OK; w++)
            hot[w] |= r->marks[w];
    }
    ta_free(window);
    return st;
}

const ta_way ta_direct_ways[TA_DIRECT_WAYS] = {
    {"push", push_cost, push},
    {"s-major", s_major_cost, s_major},
    {"cold-major", cold_major_cost, cold_major},
    {"packed", packed_cost, packed}};
