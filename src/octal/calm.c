/* Blocks of games whose rare heaps are far behind.
 *
 * Where all parts in the lists are below half of a heap, none of the cases
 * that heap.c and reach.c look after come up: every other part is a common
 * heap below. What a heap has reached is then kept in words, as waves leave
 * it, not in rows of bytes, and a heap marks what it leads to within its block
 * as soon as it has a value. Where that does not decide, the heap is left to
 * the ordinary way. */
#include <string.h>

#include "octal/ahead.h"

enum { LANES = TA_OCTAL_LANES, WORDS = TA_OCTAL_COVER / 64 };

typedef struct calm {
    uint64_t common[WORDS][LANES], rare[WORDS][LANES];
    unsigned cover; /* labels of each class that these tell of */
} calm;

bool ta_sparse_is_calm(const ta_sparse *e)
{
    if (e->ahead->ready && ta_sparse_has_waves(e))
        return true;
    uint64_t part = e->n_rare > 0 ? e->rare[e->n_rare - 1] : 0;
    for (size_t i = 0; i < e->witnesses.front; i++)
        part = ta_max_u64(part, e->witnesses.part[i]);
    const uint64_t splits =
        (e->n_rare + e->witnesses.front) * (uint64_t)e->game->n_break;
    return ta_sparse_has_waves(e) && splits <= TA_AHEAD_SPLITS &&
           e->n > 2 * (part + 2 * 256);
}

static void mark(uint64_t bits[][LANES], unsigned j, unsigned x)
{
    bits[x / 64][j] |= UINT64_C(1) << (x % 64);
}

/* What heap h = n, lane j, reaches by take-outs. */
static void take_out(const ta_sparse *e, calm *c, unsigned j)
{
    const uint32_t common = e->labels.common;
    for (unsigned i = 0; i < e->game->n_take; i++) {
        const unsigned take = e->game->take[i];
        const bool swap = e->labels.parity && take % 2 != 0; /* the classes */
        uint32_t x = *ta_sparse_at(e, e->n - take) ^ (swap ? common : 0);
        if ((x & (common - 1)) < WORDS * 64)
            mark(x < common ? c->rare : c->common, j, x & (common - 1));
    }
}

/* The least label of lane j that is not marked, or cover. */
static unsigned first_open(uint64_t bits[][LANES], unsigned j, unsigned cover)
{
    for (unsigned k = 0; k < (cover + 63) / 64; k++)
        if (~bits[k][j] != 0) {
            unsigned x = 64 * k + ta_ctz(~bits[k][j]);
            return x < cover ? x : cover;
        }
    return cover;
}

static unsigned second_open(uint64_t bits[][LANES], unsigned j, unsigned cover)
{
    unsigned left = 2;
    for (unsigned k = 0; k < (cover + 63) / 64; k++)
        for (uint64_t open = ~bits[k][j]; open != 0; open &= open - 1)
            if (--left == 0) {
                unsigned x = 64 * k + ta_ctz(open);
                return x < cover ? x : cover;
            }
    return cover;
}

/* The greatest of these, over `lanes` lanes; as a rule the first window tells.
 */
static unsigned last_second_open(uint64_t bits[][LANES], unsigned lanes,
                                 unsigned cover)
{
    uint64_t seconds = 0;
    bool all = cover <= 64;
    for (unsigned j = 0; j < lanes && all; j++) {
        uint64_t open = ~bits[0][j];
        open &= open - 1;
        seconds |= open & -open;
        all = open != 0;
    }
    unsigned last = all ? ta_log2_floor(seconds) : 0;
    for (unsigned j = 0; j < lanes && !all; j++) {
        unsigned x = second_open(bits, j, cover);
        last = x > last ? x : last;
    }
    return last < cover ? last : cover;
}

/* Heap n in the ordinary way: by all splits with a part in a list. */
static uint32_t value_alone(ta_sparse *e)
{
    uint8_t *row = e->rows;
    memset(row, 0, (size_t)1 << e->row_bits);
    ta_sparse_mark_near(e, e->n, row);
    ta_sparse_mark_heap(e, e->n, row, e->rare, e->n_rare);
    ta_sparse_mark_heap(e, e->n, row, e->witnesses.part, e->witnesses.front);
    e->waves = false;
    return ta_sparse_value(e, e->n, row, false);
}

/* Rare labels that a heap has to reach below a common one (heap.c). */
static uint32_t rares_below(const ta_octal_labels *l, uint64_t h, uint32_t x)
{
    uint32_t v = ta_octal_unlabel(l, h, x + l->common);
    return ((v >> l->dropped) + 1) / 2 << l->dropped;
}

/* At most so many, whatever the heap: v >> dropped is x >> dropped and one more
 * bit. */
static uint32_t rares_most(const ta_octal_labels *l, uint32_t x)
{
    return ((x >> l->dropped) + 1) << l->dropped;
}

/* Windows of common labels, until in each lane two are open: the second one is
 * for where a split within the block reaches the first. Then windows of rare
 * labels, as many as these need. */
static void run_windows(ta_sparse *e, calm *c, unsigned lanes)
{
    uint32_t rares = 0;
    memset(c->common, 0, sizeof c->common);
    memset(c->rare, 0, sizeof c->rare);
    for (c->cover = 0; c->cover < e->cover;) {
        unsigned from = c->cover;
        unsigned these = (unsigned)ta_min_u64(64, e->cover - from);
        ta_ahead_window(e, TA_REACH_COMMON, from, these, c->common + from / 64);
        c->cover += these;
        unsigned second = last_second_open(c->common, lanes, c->cover);
        rares = second == c->cover ? e->cover : rares_most(&e->labels, second);
        if (rares < e->cover)
            break;
    }
    rares = (uint32_t)ta_min_u64((rares + 15) / 16 * 16, e->cover);
    for (unsigned from = 0; from < rares; from += 64)
        ta_ahead_window(e, TA_REACH_RARE, from,
                        (unsigned)ta_min_u64(64, rares - from),
                        c->rare + from / 64);
}

/* The value of heap n, lane j. */
static uint32_t value(ta_sparse *e, calm *c, unsigned j)
{
    const ta_octal_labels *l = &e->labels;
    take_out(e, c, j);
    unsigned open = first_open(c->common, j, c->cover);
    if (open >= e->needed)
        e->needed = open + 1;
    if (open == c->cover)
        return value_alone(e);
    uint32_t rares = rares_below(l, e->n, open);
    if (rares > WORDS * 64)
        return value_alone(e);
    for (unsigned x; (x = first_open(c->rare, j, rares)) < rares;) {
        if (!ta_sparse_reaches(e, e->n, x, false))
            return value_alone(e);
        mark(c->rare, j, x);
    }
    return ta_octal_unlabel(l, e->n, open + l->common);
}

/* What heaps of the block reach by splits that lead to lane j, of this common
 * label. */
static void lead_on(const ta_sparse *e, calm *c, unsigned j, uint32_t label)
{
    const ta_ahead_step *step = e->ahead->step;
    const ta_ahead_step *end = step + e->ahead->steps[LANES - j];
    for (; step < end; step++) {
        uint32_t x = label ^ step->change;
        if (x < WORDS * 64)
            mark(c->common, j + step->back, x);
    }
}

ta_status ta_sparse_calm_block(ta_sparse *e, unsigned lanes, ta_error *error)
{
    calm c;
    const uint16_t *first = ta_sparse_at(e, e->n);
    ta_status st = ta_ahead_reach(e);
    if (st != TA_OK)
        return st;
    lanes =
        (unsigned)ta_min_u64(lanes, ta_ahead_block_end(e->ahead, e->n) - e->n);
    run_windows(e, &c, lanes);
    bool go_on = true;
    for (unsigned j = 0; j < lanes && go_on && st == TA_OK; j++) {
        st = ta_sparse_put(e, value(e, &c, j), &go_on, error);
        go_on = go_on && e->ahead->ready; /* the lists are as they were */
        if (go_on)
            lead_on(e, &c, j, first[j]);
    }
    return st;
}
