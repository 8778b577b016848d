/* Heaps that no rare one is near.
 *
 * Where no part in the lists is near a heap, nor near half of it if splits must
 * be unequal, none of the cases that heap.c and reach.c look after come up. So
 * a heap gets the least common label that it does not reach, which only the
 * splits with a rare part decide; that it reaches all smaller rare labels is
 * proved afterwards (prove.c), for a batch of heaps while the next batch is
 * decided. What a heap has reached is kept in words, as waves leave it, not in
 * rows of bytes; by moves that lead into its own block it looks at what it
 * needs as soon as that is there. Where that does not decide, or the value is
 * greater than any before, the heap is left to the ordinary way, after all
 * heaps before it are proved. */
#include <string.h>

#include "octal/ahead.h"

enum {
    LANES = TA_OCTAL_LANES,
    WORDS = TA_OCTAL_COVER / 64,
    AWAY = TA_SPARSE_SPARE, /* heaps: more than two tiles or a break */
    COVERED = 4096, /* heaps between two looks at how many labels to mark */
};

static uint64_t last_rare(const ta_sparse *e)
{
    return e->n_rare > 0 ? e->rare[e->n_rare - 1] : 0;
}

/* The parts of splits with this one are not nearly equal for heaps from n to
 * this, which is n if they are at once. */
static uint64_t until_equal(uint64_t part, uint64_t n)
{
    if (n > 2 * (part + AWAY))
        return UINT64_MAX;
    return ta_max_u64(n, 2 * ta_max_u64(part, AWAY) - 2 * AWAY);
}

uint64_t ta_sparse_calm_until(const ta_sparse *e, uint64_t n)
{
    uint64_t until = UINT64_MAX;
    for (size_t i = 0; i < e->n_rare && e->game->unequal; i++)
        until = ta_min_u64(until, until_equal(e->rare[i], n));
    for (size_t i = 0; i < e->witnesses.front && e->game->unequal; i++)
        until = ta_min_u64(until, until_equal(e->witnesses.part[i], n));
    return until;
}

/* Some heaps more than must be common, and more where there are many parts: to
 * list them takes its time, and is in vain if a rare heap comes soon. */
bool ta_sparse_is_calm(const ta_sparse *e)
{
    if (e->ahead->ready && e->n < e->ahead->until && ta_sparse_has_waves(e))
        return true;
    const uint64_t splits =
        (e->n_rare + e->witnesses.front) * (uint64_t)e->game->n_break;
    return e->n > last_rare(e) + 2 * AWAY + e->n_rare / 2 && e->n > 4 * AWAY &&
           ta_sparse_has_waves(e) && splits <= TA_AHEAD_SPLITS &&
           ta_sparse_calm_until(e, e->n) > e->n;
}

/* The first label, less the class, that stands for a value above all so far, at
 * heaps of this parity; or `end`. */
static unsigned labels_known(const ta_sparse *e, unsigned parity, unsigned end)
{
    unsigned x = 0;
    while (x < end && e->ahead->value[parity][x].value <= e->largest)
        x++;
    return x;
}

/* What a block of heaps is decided by. */
typedef struct block {
    uint16_t *label; /* of its first heap */
    uint64_t (*bits)[LANES];
    unsigned lanes;
    unsigned known[2]; /* labels of every other heap that it may have */
    unsigned needed;   /* labels that were needed, at least */
} block;

/* What the heaps of an octet reach by steps that lead below it. */
static void reach_far(const ta_sparse *e, const block *b, unsigned lane)
{
    const ta_ahead *a = e->ahead;
    e->vectors->octet(b->bits, (a->cover + 63) / 64, lane, b->label,
                      e->labels.common, a->step + a->near, a->steps - a->near);
}

/* The heaps up to the first that gets a label above those that are known: how
 * many they are. Here labels of a class fit one word, as with most games that
 * go far. */
static unsigned decide_by_jumps(const ta_sparse *e, block *b)
{
    const ta_ahead *a = e->ahead;
    const int16_t *to = a->jump_to;
    const size_t jumps = a->jumps;
    const uint32_t common = e->labels.common;
    for (unsigned j = 0; j < b->lanes; j++) {
        uint16_t *label = b->label + j;
        if (j % TA_OCTAL_OCTET == 0)
            reach_far(e, b, j);
        uint64_t reached = b->bits[0][j], also = 0;
        for (size_t k = 0; k < jumps; k += TA_AHEAD_PAIR) {
            reached |= a->jump[k][label[to[k]]];
            also |= a->jump[k + 1][label[to[k + 1]]];
        }
        reached |= also;
        const unsigned x = reached != UINT64_MAX ? ta_ctz(~reached) : 64;
        b->needed = x >= b->needed ? x + 1 : b->needed;
        if (x >= b->known[j % 2])
            return j;
        *label = (uint16_t)(x + common);
    }
    return b->lanes;
}

/* And of any number of labels. */
static unsigned decide_by_steps(const ta_sparse *e, block *b)
{
    const ta_ahead *a = e->ahead;
    const uint32_t common = e->labels.common;
    for (unsigned j = 0; j < b->lanes; j++) {
        uint16_t *label = b->label + j;
        if (j % TA_OCTAL_OCTET == 0)
            reach_far(e, b, j);
        for (size_t k = 0; k < a->near; k++) {
            const uint32_t x = (label[-(ptrdiff_t)a->step[k].back] - common) ^
                               a->step[k].change;
            if (x < a->cover)
                b->bits[x / 64][j] |= UINT64_C(1) << (x % 64);
        }
        unsigned x = 0;
        while (x < a->cover && b->bits[x / 64][j] == UINT64_MAX)
            x += 64;
        if (x < a->cover)
            x += ta_ctz(~b->bits[x / 64][j]);
        b->needed = x >= b->needed ? x + 1 : b->needed;
        if (x >= b->known[j % 2])
            return j;
        *label = (uint16_t)(x + common);
    }
    return b->lanes;
}

/* Heaps from n on that are decided at once: no more than a small part of those
 * before, since they may be more than is asked for, and of those since the last
 * rare one, since the next one voids them. */
static uint64_t batch_at(const ta_sparse *e, uint64_t n)
{
    const uint64_t few = ta_min_u64(n / 16, (n - last_rare(e)) / 4);
    return ta_min_u64(TA_AHEAD_BATCH, ta_max_u64(few, TA_AHEAD_TILE));
}

/* A batch of heaps, as far as there is room, or to where that does not go on.
 * What others read meanwhile is written at the end only: they and this thread
 * would wait for each other's caches. */
static ta_status decide(ta_sparse *e)
{
    ta_ahead *a = e->ahead;
    uint64_t bits[WORDS][LANES], n = a->decided;
    const uint64_t from = n;
    const uint64_t most = ta_min_u64(ta_sparse_end(e), e->next_choice);
    const uint64_t end =
        ta_min_u64(ta_min_u64(most, a->until), n + batch_at(e, n));
    const unsigned known[2] = {labels_known(e, 0, a->cover),
                               labels_known(e, 1, a->cover)};
    block b = {.bits = bits, .needed = e->needed};
    bool stuck = a->stuck;
    ta_status st = TA_OK;
    while (n < end && !stuck) {
        st = ta_ahead_reach(e, n);
        if (st != TA_OK)
            return st;
        b.label = ta_sparse_at(e, n);
        b.lanes = (unsigned)(ta_min_u64(end, ta_ahead_block_end(a, n)) - n);
        b.known[0] = known[n % 2];
        b.known[1] = known[1 - n % 2];
        ta_ahead_mark(e, n, bits);
        const unsigned done =
            a->jump != NULL ? decide_by_jumps(e, &b) : decide_by_steps(e, &b);
        if (a->on)
            ta_planes_put(e, n, n + done);
        n += done;
        stuck = done < b.lanes;
    }
    e->work += (n - from) / LANES * ta_ahead_work(e);
    e->needed = b.needed;
    a->decided = n;
    a->stuck = stuck;
    return st;
}

/* Heap e->n in the ordinary way: by all splits with a part in a list. */
static ta_status put_alone(ta_sparse *e, ta_error *error)
{
    uint8_t *row = e->rows;
    bool go_on = true;
    memset(row, 0, (size_t)1 << e->row_bits);
    ta_sparse_mark_near(e, e->n, row);
    ta_sparse_mark_heap(e, e->n, row, e->rare, e->n_rare);
    ta_sparse_mark_heap(e, e->n, row, e->witnesses.part, e->witnesses.front);
    e->waves = false;
    const ta_status st =
        ta_sparse_put(e, ta_sparse_value(e, e->n, row, false), &go_on, error);
    if (e->ahead->ready)
        ta_planes_put(e, e->n - 1, e->n);
    e->ahead->sure = e->ahead->decided = e->n;
    e->ahead->stuck = false;
    if (st == TA_OK && ta_ahead_top(e) > e->ahead->top)
        ta_ahead_drop(e->ahead);
    return st;
}

/* How many labels are marked, by what was needed since it was last set. */
static void set_cover(ta_sparse *e)
{
    ta_ahead *a = e->ahead;
    if (a->decided < a->covered) /* some were forgotten */
        a->covered = a->decided;
    if (a->decided < a->covered + COVERED)
        return;
    a->covered = a->decided;
    ta_sparse_set_cover(e);
    if (e->cover > a->cover) /* to be listed for more labels */
        a->until = a->decided;
}

/* The heaps that are sure, as far as `end`. */
static bool take(ta_sparse *e, uint64_t end)
{
    const uint64_t from = e->n;
    e->n = ta_max_u64(from, ta_min_u64(end, e->ahead->sure));
    return e->n > from;
}

/* Some heaps that are decided are proved, and meanwhile others decided, also
 * beyond `end`; if one cannot be, all behind it are forgotten, and it goes
 * alone. Then others begin to prove the next ones. */
ta_status ta_sparse_calm(ta_sparse *e, uint64_t end, ta_error *error)
{
    ta_ahead *a = e->ahead;
    ta_status st = TA_OK;
    if (a->ready && e->n >= a->until)
        ta_ahead_drop(a);
    if (!a->ready)
        st = ta_ahead_reach(e, e->n);
    if (st == TA_OK && a->sure > e->n && take(e, end))
        return TA_OK;
    if (st == TA_OK && a->decided == a->sure)
        st = decide(e);
    bool good = true;
    if (st == TA_OK && a->decided > a->sure) {
        ta_ahead_prove(e);
        if (a->decided - a->sure < 2 * batch_at(e, a->sure))
            st = decide(e);
        good = ta_ahead_proved(e);
    }
    if (st != TA_OK) {
        ta_ahead_drop(a);
        return st;
    }
    if (!take(e, end) && (!good || a->stuck)) {
        if (!good)
            ta_ahead_drop(a);
        return put_alone(e, error);
    }
    set_cover(e);
    ta_ahead_prove(e);
    return TA_OK;
}
