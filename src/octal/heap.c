/* The value of one heap from what it has reached.
 *
 * It is the least common value not reached, if every smaller rare value is:
 * by a mark made already, else by a split that a search finds. Where none is
 * found, the least such rare value is the heap's. */
#include <string.h>

#include "octal/octal.h"

/* The least label x in [from, end) with row[x] 0, or end; end is a multiple
 * of 8. */
static uint32_t first_open(const uint8_t *row, uint32_t from, uint32_t end)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t before = from % 8 ? ones >> (64 - 8 * (from % 8)) : 0;
    for (uint32_t x = from / 8 * 8; x < end; x += 8, before = 0) {
        uint64_t word;
        memcpy(&word, row + x, 8);
        uint64_t open = ~(word | before) & ones;
        if (open != 0)
            return x + ta_ctz(open) / 8;
    }
    return end;
}

/* Marks rare labels below `end` by witnesses, one after the other, until all
 * are reached or none is left to try, and credits those that serve. */
static void try_witnesses(ta_sparse *e, uint64_t h, uint8_t *row, uint32_t end)
{
    ta_witnesses *w = &e->witnesses;
    const ta_octal *game = e->game;
    const uint16_t *g = e->g;
    uint32_t left = 0;
    for (uint32_t x = 0; x < end; x++)
        left += row[x] == 0;
    for (size_t k = 0; k < w->count && left > 0; k++)
        for (unsigned i = 0; i < game->n_break; i++) {
            uint64_t t = game->breaks[i], a = w->part[k];
            if (a + t >= h || (game->unequal && a + a == h))
                continue;
            uint32_t x = g[a] ^ *ta_sparse_at(e, h - t - a);
            if (x < end && !row[x]) {
                row[x] = 1;
                w->score[k] += TA_WITNESS_HIT;
                left--;
            }
        }
}

uint64_t ta_sparse_split(const ta_sparse *e, uint64_t h, uint32_t label,
                         uint64_t from, uint64_t *work)
{
    for (unsigned i = 0; i < e->game->n_break; i++) {
        if (e->game->breaks[i] >= h)
            continue;
        uint64_t m = h - e->game->breaks[i];
        uint64_t end = m / 2 + (e->game->unequal && m % 2 == 0 ? 0 : 1);
        end = ta_min_u64(end, e->parts);
        uint64_t a =
            e->find(e->g, ta_sparse_at(e, m), from, end, (uint16_t)label);
        *work += end / 128;
        if (a != 0)
            return a;
    }
    return 0;
}

/* Looks through all splits for a label, as far as they are held. */
static bool reaches(ta_sparse *e, uint64_t h, uint32_t label, bool sample,
                    uint64_t *work)
{
    const uint64_t a = ta_sparse_split(e, h, label, 1, work);
    if (a != 0)
        ta_witnesses_found(&e->witnesses, (uint32_t)a, sample);
    return a != 0;
}

/* As in a sample block, where nothing but take-outs and witnesses is marked. */
void ta_sparse_rate(ta_sparse *e, uint64_t h, uint64_t *work)
{
    const ta_octal_labels *l = &e->labels;
    const uint16_t *label = ta_sparse_at(e, h);
    const uint32_t rares =
        ta_octal_rares_below(l, ta_octal_unlabel(l, h, *label));
    uint8_t *row = e->rows;
    memset(row, 0, (size_t)1 << e->row_bits);
    for (unsigned i = 0; i < e->game->n_take; i++) {
        const ptrdiff_t take = e->game->take[i];
        const bool swap = l->parity && take % 2 != 0; /* the classes */
        row[label[-take] ^ (swap ? l->common : 0)] = 1;
    }
    try_witnesses(e, h, row, rares);
    for (uint32_t x = 0; x < rares; x++)
        if (!row[x])
            (void)reaches(e, h, x, true, work);
}

/* The value of heap h from what its row has reached: 2^bits if all below. */
uint32_t ta_sparse_value(ta_sparse *e, uint64_t h, uint8_t *row, bool sample)
{
    const ta_octal_labels *l = &e->labels;
    uint32_t all = 1u << l->bits;
    if (e->dense)
        return first_open(row, 0, all);
    /* labels of each class in use: half of the values */
    uint32_t half = all / 2, end = l->common + half;
    uint32_t open = first_open(row, l->common, end);
    if (e->waves && open - l->common >= e->cover) {
        ta_sparse_mark_heap(e, h, row, e->rare, e->n_rare);
        ta_sparse_mark_heap(e, h, row, e->witnesses.part, e->witnesses.front);
        open = first_open(row, open, end);
    }
    if (open - l->common >= e->needed)
        e->needed = open - l->common + 1;
    uint32_t value = all, rares = half;
    if (open < end) {
        value = ta_octal_unlabel(l, h, open);
        rares = ta_octal_rares_below(l, value);
    }
    uint32_t x = first_open(row, 0, l->common);
    if (x >= rares)
        return value;
    if (sample)
        try_witnesses(e, h, row, rares);
    for (x = first_open(row, x, l->common); x < rares;
         x = first_open(row, x + 1, l->common))
        if (!reaches(e, h, x, sample, &e->work))
            return e->back > 0 ? TA_SPARSE_LOST : ta_octal_unlabel(l, h, x);
    return value;
}
