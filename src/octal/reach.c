/* What the heaps of a block reach: marks in rows of one byte a label.
 *
 * A split of one of the 32 heaps with a part below 32 may need a value of the
 * same block; ta_sparse_mark_near sees to these, heap by heap. All other
 * splits with a part in a list (rare heaps, witnesses) have both parts known
 * before the block starts and are marked for the whole block. */
#include <string.h>

#include "octal/ahead.h"

enum { LANES = TA_OCTAL_LANES };

/* What waves reach for the 32 heaps of a block, and by which parts. */
typedef struct wave {
    uint64_t (*bits)[LANES];
    const uint32_t *label; /* of the list */
    size_t count;
    ta_octal_parts parts[64];
} wave;

static void run_wave(ta_sparse *e, wave *w)
{
    e->vectors->wave(w->bits, 0, e->cover, NULL, w->parts, w->count);
    w->count = 0;
}

static bool at_middle(const ta_sparse *e, uint64_t a)
{
    return e->game->unequal && 2 * a >= e->n && 2 * a < e->n + LANES;
}

/* Splits of heaps n .. n+31, less t, with a part in list[from .. end). */
static void mark_run(ta_sparse *e, uint64_t t, const uint32_t *list,
                     size_t from, size_t end, wave *to)
{
    const uint16_t *first = ta_sparse_at(e, e->n - t);
    if (from >= end)
        return;
    e->work += end - from;
    if (to == NULL) {
        ta_octal_mark(e->rows, e->row_bits, e->g, first, list + from,
                      end - from);
        return;
    }
    to->parts[to->count++] =
        (ta_octal_parts){first, list + from, to->label + from, end - from};
    if (to->count == sizeof to->parts / sizeof *to->parts)
        run_wave(e, to);
}

/* Those with a part a of the list that can be marked for all heaps at once: a
 * >= 32 - t (else the other part may not be known yet) and a < n - t (else it
 * may be 0). Where splits must be unequal, parts near half of the heap wait for
 * mark_middle. */
static void mark_list(ta_sparse *e, uint64_t t, const uint32_t *list,
                      size_t count, wave *to)
{
    const uint32_t from = t < LANES ? (uint32_t)(LANES - t) : 0;
    const uint64_t end = e->n - t;
    for (size_t i = 0, run; i < count; i = run + 1) {
        for (run = i; run < count && list[run] >= from && list[run] < end &&
                      !at_middle(e, list[run]);
             run++)
            ;
        mark_run(e, t, list, i, run, to);
    }
}

/* The least k with list[k] >= value, or count. */
static size_t at_least(const uint32_t *list, size_t count, uint64_t value)
{
    size_t low = 0;
    while (low < count) {
        const size_t middle = low + (count - low) / 2;
        if (list[middle] < value)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

/* The same of an increasing list. */
static void mark_increasing(ta_sparse *e, uint64_t t, const uint32_t *list,
                            size_t count, wave *to)
{
    const size_t from = t < LANES ? at_least(list, count, LANES - t) : 0;
    const size_t end = at_least(list, count, e->n - t);
    if (!e->game->unequal) {
        mark_run(e, t, list, from, end, to);
        return;
    }
    const size_t middle = at_least(list, end, (e->n + 1) / 2);
    const size_t behind = at_least(list, end, (e->n + LANES + 1) / 2);
    mark_run(e, t, list, from, middle, to);
    mark_run(e, t, list, from > behind ? from : behind, end, to);
}

/* All splits with both parts at least 32, where no mask helps. */
static void mark_all(ta_sparse *e, uint64_t t)
{
    uint32_t list[512];
    uint64_t end = ta_min_u64(e->n - t, (e->n + LANES) / 2 + 1);
    for (uint64_t a = LANES; a < end;) {
        size_t count = 0;
        while (count < 512 && a < end)
            list[count++] = (uint32_t)a++;
        mark_increasing(e, t, list, count, NULL);
    }
}

/* Splits of heap h with a part in the list, whatever the other. */
void ta_sparse_mark_heap(const ta_sparse *e, uint64_t h, uint8_t *row,
                         const uint32_t *list, size_t count)
{
    for (unsigned i = 0; i < e->game->n_break; i++) {
        uint64_t m = h - e->game->breaks[i];
        if (e->game->breaks[i] >= h)
            continue;
        for (size_t k = 0; k < count; k++)
            if (list[k] < m &&
                !(e->game->unequal && 2 * (uint64_t)list[k] == m))
                row[e->g[list[k]] ^ *ta_sparse_at(e, m - list[k])] = 1;
    }
}

static void mark_middle(ta_sparse *e, const uint32_t *list, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (at_middle(e, list[k]) && list[k] >= LANES)
            for (unsigned j = 0; j < LANES; j++)
                if (e->n + j < list[k] + e->n)
                    ta_sparse_mark_heap(e, e->n + j,
                                        e->rows + ((size_t)j << e->row_bits),
                                        list + k, 1);
}

void ta_sparse_mark_near(const ta_sparse *e, uint64_t h, uint8_t *row)
{
    const ta_octal *game = e->game;
    const uint16_t *g = e->g;
    if (ta_octal_ends(game, h))
        row[ta_octal_label(&e->labels, h, 0)] = 1;
    for (unsigned i = 0; i < game->n_take; i++)
        if (game->take[i] < h) {
            /* labels hold the parity of the heap that was left */
            uint32_t swap = ta_octal_flip(&e->labels, h) ^
                            ta_octal_flip(&e->labels, h - game->take[i]);
            row[*ta_sparse_at(e, h - game->take[i]) ^ swap * e->labels.common] =
                1;
        }
    for (unsigned i = 0; i < game->n_break; i++) {
        if (game->breaks[i] >= h)
            continue;
        uint64_t m = h - game->breaks[i];
        uint64_t end = ta_min_u64(m / 2 + 1, LANES);
        if (game->unequal && m % 2 == 0)
            end = ta_min_u64(m / 2, LANES);
        const uint16_t *rest = ta_sparse_at(e, m);
        for (uint64_t a = 1; a < end; a++)
            row[g[a] ^ rest[-(ptrdiff_t)a]] = 1;
    }
}

enum { AT_ONCE = 4096 }; /* of a list: it is seldom longer */

/* What the block reaches by splits with both parts known and one in the list,
 * of the labels that waves cover from `base` on. */
static void mark_waves(ta_sparse *e, unsigned base, const uint32_t *list,
                       size_t count, bool increasing)
{
    void (*mark)(ta_sparse *, uint64_t, const uint32_t *, size_t, wave *) =
        increasing ? mark_increasing : mark_list;
    uint64_t bits[TA_OCTAL_COVER / 64][LANES];
    uint32_t label[AT_ONCE];
    wave w = {.bits = bits, .label = label};
    memset(bits, 0, (e->cover + 63) / 64 * sizeof *bits);
    for (size_t from = 0; from < count; from += AT_ONCE) {
        const size_t these = ta_min_u64(count - from, AT_ONCE);
        for (size_t k = 0; k < these; k++)
            label[k] = ta_octal_twice(e->g[list[from + k]] ^ base);
        for (unsigned i = 0; i < e->game->n_break; i++)
            if (e->n >= e->game->breaks[i] + 2u)
                mark(e, e->game->breaks[i], list + from, these, &w);
        run_wave(e, &w);
    }
    e->vectors->spread(e->rows + base, e->row_bits, e->cover, bits);
}

bool ta_sparse_has_waves(const ta_sparse *e)
{
    return e->vectors != NULL && !e->dense &&
           e->cover <= (ta_ahead_is_shared(e->ahead) || e->planes_most > 0
                            ? e->vectors->most_shared
                            : e->vectors->most) &&
           ta_octal_labels_end(&e->labels) <= 1u << 15;
}

static void mark_far(ta_sparse *e, bool sample)
{
    const ta_witnesses *w = &e->witnesses;
    size_t front = sample ? 0 : w->front;
    e->waves = ta_sparse_has_waves(e) && e->cover <= e->vectors->most;
    memset(e->rows, 0, (size_t)LANES << e->row_bits);
    if (e->waves) {
        mark_waves(e, 0, w->part, front, false);
        mark_waves(e, e->labels.common, e->rare, e->n_rare, true);
        return;
    }
    for (unsigned i = 0; i < e->game->n_break; i++) {
        uint64_t t = e->game->breaks[i];
        if (e->n < t + 2)
            continue;
        if (e->dense) {
            mark_all(e, t);
            continue;
        }
        mark_increasing(e, t, e->rare, e->n_rare, NULL);
        mark_list(e, t, w->part, front, NULL);
    }
}

/* Parts near the middle, where equal splits must be left out. */
static void mark_middles(ta_sparse *e, bool sample)
{
    if (!e->game->unequal)
        return;
    if (e->dense) {
        for (uint32_t a = (uint32_t)(e->n / 2); a < e->n / 2 + LANES; a++)
            mark_middle(e, &a, 1);
        return;
    }
    mark_middle(e, e->rare, e->n_rare);
    mark_middle(e, e->witnesses.part, sample ? 0 : e->witnesses.front);
}

void ta_sparse_mark_far(ta_sparse *e, bool sample)
{
    mark_far(e, sample);
    mark_middles(e, sample);
}
