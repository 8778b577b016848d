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

enum {
    LANES = TA_OCTAL_LANES,
    WORDS = TA_OCTAL_COVER / 64,
    NONE = TA_OCTAL_COVER
};

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

/* What is done for each heap is compiled for one word a class, which is all
 * there is of most games that go far, and for any number. */
#define FOR_WORDS static inline __attribute__((always_inline))

FOR_WORDS void mark(unsigned words, uint64_t bits[][LANES], unsigned j,
                    uint32_t x)
{
    bits[words == 1 ? 0 : x / 64][j] |= UINT64_C(1) << (x % 64);
}

/* What heap h = n, lane j, reaches by take-outs. */
FOR_WORDS void take_out(unsigned words, const ta_sparse *e, calm *c, unsigned j)
{
    const ta_octal *game = e->game;
    const uint16_t *label = ta_sparse_at(e, e->n);
    const uint32_t common = e->labels.common;
    const bool parity = e->labels.parity;
    for (unsigned i = 0; i < game->n_take; i++) {
        const ptrdiff_t take = game->take[i];
        const bool swap = parity && take % 2 != 0; /* the classes */
        const uint32_t x = label[-take] ^ (swap ? common : 0);
        if (words == 1 || (x & (common - 1)) < WORDS * 64)
            mark(words, x < common ? c->rare : c->common, j, x & (common - 1));
    }
}

/* The least label of lane j that is not marked, or cover. */
FOR_WORDS unsigned first_open(unsigned words, uint64_t bits[][LANES],
                              unsigned j, unsigned cover)
{
    for (unsigned k = 0; k < words && 64 * k < cover; k++)
        if (~bits[k][j] != 0) {
            const unsigned x = 64 * k + ta_ctz(~bits[k][j]);
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

/* Rare labels that a heap has to reach below a common one, at most: of its
 * value v, v >> dropped is x >> dropped and one more bit. */
static uint32_t rares_most(const ta_octal_labels *l, uint32_t x)
{
    return ((x >> l->dropped) + 1) << l->dropped;
}

/* Windows of common labels, until in each lane two are open: the second one is
 * for where a split within the block reaches the first. Then windows of rare
 * labels, as many as these need. */
static void run_windows(unsigned words, ta_sparse *e, calm *c, unsigned lanes)
{
    uint32_t rares = 0;
    memset(c->common, 0, words * sizeof *c->common);
    memset(c->rare, 0, words * sizeof *c->rare);
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

/* The common label of heap n, lane j, less the class; or NONE, where what has
 * been marked does not tell. */
FOR_WORDS uint32_t label_of(unsigned words, ta_sparse *e, calm *c, unsigned j)
{
    take_out(words, e, c, j);
    const unsigned open = first_open(words, c->common, j, c->cover);
    if (open >= e->needed)
        e->needed = open + 1;
    if (open == c->cover)
        return NONE;
    const uint32_t rares = e->ahead->value[e->n % 2][open].rares;
    if (rares > words * 64)
        return NONE;
    for (unsigned x; (x = first_open(words, c->rare, j, rares)) < rares;) {
        if (!ta_sparse_reaches(e, e->n, x, false))
            return NONE;
        mark(words, c->rare, j, x);
    }
    return open;
}

/* What heaps of the block reach by splits that lead to lane j, of this common
 * label. */
FOR_WORDS void lead_on(unsigned words, const ta_ahead *a, calm *c, unsigned j,
                       uint32_t label)
{
    const ta_ahead_step *step = a->step;
    const ta_ahead_step *end = step + a->steps[LANES - j];
    for (; step < end; step++) {
        const uint32_t x = label ^ step->change;
        if (words == 1 || x < WORDS * 64)
            mark(words, c->common, j + step->back, x);
    }
}

/* Heaps n to n + lanes, or fewer. */
FOR_WORDS ta_status put_lanes(unsigned words, ta_sparse *e, calm *c,
                              unsigned lanes, ta_error *error)
{
    const uint32_t common = e->labels.common;
    uint16_t *label = ta_sparse_at(e, e->n);
    for (unsigned j = 0; j < lanes; j++) {
        const uint32_t x = label_of(words, e, c, j);
        const uint32_t value =
            x == NONE ? value_alone(e) : e->ahead->value[e->n % 2][x].value;
        if (x != NONE && value <= e->largest) {
            label[j] = (uint16_t)(x + common);
            e->n++;
        } else {
            bool go_on = true;
            const ta_status st = ta_sparse_put(e, value, &go_on, error);
            if (st != TA_OK || !go_on || !e->ahead->ready)
                return st; /* the lists are others */
        }
        lead_on(words, e->ahead, c, j, label[j]);
    }
    return TA_OK;
}

ta_status ta_sparse_calm_block(ta_sparse *e, unsigned lanes, ta_error *error)
{
    calm c;
    ta_status st = ta_ahead_reach(e);
    if (st != TA_OK)
        return st;
    const unsigned words = e->labels.common <= 64 ? 1 : WORDS;
    lanes =
        (unsigned)ta_min_u64(lanes, ta_ahead_block_end(e->ahead, e->n) - e->n);
    run_windows(words, e, &c, lanes);
    return words == 1 ? put_lanes(1, e, &c, lanes, error)
                      : put_lanes(WORDS, e, &c, lanes, error);
}
