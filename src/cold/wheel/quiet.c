/* Quiet classes: a few sources settle nearly every row of a tile, single
 * tests most of the rest; what is left is examined by the definition.
 *
 * No move from before the block before is left out, and no other is used: so
 * all this may be done while the block before is being finished. */
#include <string.h>

#include "cold/wheel/block.h"

enum { QUIET_MORE = 8 }; /* sources between two looks at a tile */

/* What one thread is doing with one class in one block. */
typedef struct quiet_row {
    const wheel_block *b;
    uint64_t row, rows; /* of the block */
    const uint8_t *origin;
    const uint32_t *offset;
    const uint16_t *count; /* by number in quiet_order */
    unsigned vectors, lift;
    unsigned slip, next; /* the first source that no tile has had */
    uint64_t ors, probes, exact;
    uint8_t tile[WHEEL_TILE_MAX * WHEEL_VECTOR];
} quiet_row;

/* The bit of the first row when the tile is shifted for a slip. */
static unsigned first_bit(const quiet_row *w, unsigned k)
{
    const wheel_plan *p = w->b->plan;
    return WHEEL_LEAD - p->slip[p->quiet_order[k]] + w->lift;
}

/* Ones where the tile holds no rows, so that zeros are rows to settle. */
static void mask_tile(quiet_row *w, unsigned k)
{
    const uint64_t first = first_bit(w, k), last = first + w->rows;
    for (uint64_t i = 0; i < first / 8; i++)
        w->tile[i] = 0xff;
    w->tile[first / 8] |= (uint8_t)((1u << first % 8) - 1);
    w->tile[last / 8] |= (uint8_t)(0xffu << last % 8 & 0xffu);
    memset(w->tile + last / 8 + 1, 0xff, sizeof w->tile - last / 8 - 1);
}

static void turn_tile(quiet_row *w, unsigned k)
{
    unsigned was = first_bit(w, k - 1), is = first_bit(w, k);
    if (is < was)
        wheel_bits_down(w->tile, w->vectors, was - is);
    else
        wheel_bits_up(w->tile, w->vectors, is - was);
    mask_tile(w, k);
}

/* Sources in order until at most `few` rows are left, or none is left.
 * *depth: how many were needed last time, and now. The tile stays shifted for
 * slip number w->slip of quiet_order. */
static void settle_most(quiet_row *w, unsigned few, uint16_t *depth,
                        unsigned *zeros)
{
    const wheel_plan *p = w->b->plan;
    const wheel_kernel *kernel = w->b->kernel;
    unsigned done = 0, want = *depth;
    memset(w->tile, 0, sizeof w->tile);
    mask_tile(w, 0);
    for (unsigned k = 0;; k++) {
        unsigned here = 0;
        while (here < w->count[k]) {
            unsigned now = done < want ? want - done : QUIET_MORE;
            if (now > w->count[k] - here)
                now = w->count[k] - here;
            kernel->narrow(w->tile, w->vectors, w->origin,
                           w->offset + p->quiet_room[k] + here, now);
            here += now;
            done += now;
            if (done < want)
                continue;
            *zeros = kernel->zeros(w->tile, w->vectors);
            if (*zeros <= few) {
                *depth = (uint16_t)(*zeros < few / 2 && done > QUIET_MORE
                                        ? done - QUIET_MORE / 2
                                        : done);
                w->ors += done * w->vectors;
                w->slip = k;
                w->next = here;
                return;
            }
        }
        if (k + 1 == p->slips) {
            *zeros = kernel->zeros(w->tile, w->vectors);
            *depth = (uint16_t)done;
            w->ors += done * w->vectors;
            w->slip = k;
            w->next = w->count[k];
            return;
        }
        turn_tile(w, k + 1);
    }
}

/* The sources that are left, one by one. True if one of them is cold. */
static bool settled(quiet_row *w, uint64_t row)
{
    const wheel_plan *p = w->b->plan;
    for (unsigned k = w->slip; k < p->slips; k++) {
        const unsigned from = k == w->slip ? w->next : 0;
        const uint64_t bit = first_bit(w, k) + row;
        const uint8_t *origin = w->origin + bit / 8;
        const uint32_t *offset = w->offset + p->quiet_room[k];
        for (unsigned c = from; c < w->count[k]; c++)
            if (origin[offset[c]] >> bit % 8 & 1) {
                w->probes += c - from + 1;
                return true;
            }
        w->probes += w->count[k] - from;
    }
    return false;
}

static ta_status quiet_class(uint32_t q, quiet_row *w, wheel_list *left)
{
    const wheel_plan *p = w->b->plan;
    const uint32_t s = p->quiet_class[q];
    const size_t before = left->count;
    unsigned zeros = 0;
    w->lift = p->store->mod.lift[s];
    w->offset = p->quiet_offset + q * p->quiet_room[p->slips];
    w->count = p->quiet_count + (size_t)q * p->slips;
    settle_most(w, p->tuning->quiet_zeros, &p->quiet_depth[q], &zeros);
    const unsigned first = first_bit(w, w->slip);
    for (unsigned i = 0; zeros > 0 && i < w->vectors * (WHEEL_VECTOR / 8);
         i++) {
        uint64_t word;
        memcpy(&word, w->tile + 8 * i, sizeof word);
        for (word = ~word; word != 0; word &= word - 1) {
            uint64_t row = 64 * i + ta_ctz(word) - first;
            if (!settled(w, row) &&
                wheel_list_add(left, (w->row + row) * p->store->mod.m + s) !=
                    TA_OK)
                return TA_ENOMEM;
        }
    }
    size_t count = left->count - before;
    if (count == 0)
        return TA_OK;
    /* Long moves first: of the shorter ones the best were in the list. */
    uint64_t *heap = left->at + before;
    w->exact += count;
    count = wheel_drop_dense(p, heap, count, p->quiet_end, SIZE_MAX);
    count = wheel_drop_dense(p, heap, count, p->quiet_from, p->quiet_end);
    left->count = before + count;
    return TA_OK;
}

ta_status wheel_quiet_classes(wheel_block *b, unsigned thread, uint64_t row,
                              uint32_t from, uint32_t to)
{
    ta_status status = TA_OK;
    quiet_row w = {.b = b, .row = row, .rows = wheel_block_rows(b, row)};
    w.origin =
        wheel_origin(b->plan->store, row / 8 - 1) + b->plan->quiet_origin;
    w.vectors = (unsigned)((w.rows + WHEEL_MARGIN + 511) / (WHEEL_VECTOR * 8));
    for (uint32_t q = from; q < to && status == TA_OK; q++)
        status = quiet_class(q, &w, &b->left[thread]);
    wheel_count(&b->count->quiet_ors, w.ors);
    wheel_count(&b->count->probes, w.probes);
    wheel_count(&b->count->exact, w.exact);
    return status;
}
