/* Quiet classes: a few sources settle nearly every row of a tile, single
 * tests most of the rest; what is left is examined by the definition.
 *
 * No move from before the block before is left out, and no other is used: so
 * all this may be done while the block before is being finished. */
#include <string.h>

#include "cold/wheel/block.h"

/* What one thread is doing with some classes in one block. */
typedef struct quiet_work {
    const wheel_block *b;
    uint64_t row, rows; /* of the block */
    const uint8_t *origin;
    unsigned vectors;
    uint64_t ors, probes, exact;
} quiet_work;

/* Ones where the tile holds no rows, so that zeros are rows to settle. */
static void start_tile(const quiet_work *w, uint32_t s, uint8_t *tile)
{
    const uint64_t first = WHEEL_LEAD + w->b->plan->store->mod.lift[s];
    const uint64_t last = first + w->rows;
    const size_t bytes = (size_t)w->vectors * WHEEL_VECTOR;
    memset(tile, 0, bytes);
    memset(tile, 0xff, first / 8);
    tile[first / 8] = (uint8_t)((1u << first % 8) - 1);
    tile[last / 8] |= (uint8_t)(0xffu << last % 8 & 0xffu);
    memset(tile + last / 8 + 1, 0xff, bytes - (size_t)(last / 8) - 1);
}

/* The sources of one page. True if few rows are left after it; the pages that
 * did not lead there last time are not looked at. */
static bool page_settles(quiet_work *w, uint32_t q, size_t k, uint8_t *tile)
{
    const wheel_plan *p = w->b->plan;
    const uint16_t *from = wheel_quiet_starts(p, q) + k * p->slips;
    uint32_t start[9];
    for (unsigned r = 0; r <= p->slips; r++)
        start[r] = from[r];
    w->b->kernel->page(tile, w->vectors, w->origin + p->quiet_page[k].origin,
                       wheel_quiet_list_of(p, q), start, p->slip, p->slips);
    w->ors += (start[p->slips] - start[0]) * w->vectors;
    if (k < p->quiet_depth[q] ||
        w->b->kernel->zeros(tile, w->vectors) > p->tuning->quiet_zeros)
        return false;
    p->quiet_depth[q] = (uint16_t)(k == 0 ? 0 : k - 1);
    return true;
}

/* The sources from page k on, one by one. True if one of them is cold. */
static bool settled(quiet_work *w, uint32_t q, size_t k, uint64_t row)
{
    const wheel_plan *p = w->b->plan;
    const uint32_t *offset = wheel_quiet_list_of(p, q);
    const uint16_t *start = wheel_quiet_starts(p, q);
    row += WHEEL_LEAD + p->store->mod.lift[p->quiet_class[q]];
    for (; k < p->quiet_pages; k++)
        for (unsigned r = 0; r < p->slips; r++) {
            const uint64_t bit = row - p->slip[r];
            const uint8_t *origin =
                w->origin + p->quiet_page[k].origin + bit / 8;
            const size_t to = start[k * p->slips + r + 1];
            for (size_t c = start[k * p->slips + r]; c < to; c++) {
                w->probes++;
                if (origin[offset[c]] >> bit % 8 & 1)
                    return true;
            }
        }
    return false;
}

/* What is left of class q after k pages. */
static ta_status examine(quiet_work *w, uint32_t q, size_t k,
                         const uint8_t *tile, wheel_list *left)
{
    const wheel_plan *p = w->b->plan;
    const uint32_t s = p->quiet_class[q];
    const uint64_t first = WHEEL_LEAD + p->store->mod.lift[s];
    const size_t before = left->count;
    for (unsigned i = 0; i < w->vectors * (WHEEL_VECTOR / 8); i++) {
        uint64_t word;
        memcpy(&word, tile + 8 * i, sizeof word);
        for (word = ~word; word != 0; word &= word - 1) {
            uint64_t row = 64 * i + ta_ctz(word) - first;
            if (!settled(w, q, k, row) &&
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
    const wheel_plan *p = b->plan;
    const size_t bytes = (size_t)p->vectors * WHEEL_VECTOR;
    quiet_work w = {.b = b, .row = row, .rows = wheel_block_rows(b, row)};
    w.origin = wheel_origin(p->store, row / 8 - 1);
    w.vectors = (unsigned)((w.rows + WHEEL_MARGIN + 511) / (WHEEL_VECTOR * 8));
    uint8_t *tile = b->quiet_tile + thread * b->quiet_most * bytes;
    uint32_t open[QUIET_MOST], count = to - from;
    ta_status status = TA_OK;
    for (uint32_t i = 0; i < count; i++) {
        open[i] = i;
        start_tile(&w, p->quiet_class[from + i], tile + i * bytes);
    }
    for (size_t k = 0; count > 0 && status == TA_OK; k++) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < count && status == TA_OK; i++) {
            const uint32_t q = from + open[i];
            uint8_t *mine = tile + open[i] * bytes;
            if (k == p->quiet_pages)
                status = examine(&w, q, k, mine, &b->left[thread]);
            else if (page_settles(&w, q, k, mine))
                status = examine(&w, q, k + 1, mine, &b->left[thread]);
            else
                open[kept++] = open[i];
        }
        count = kept;
    }
    wheel_count(&b->count->quiet_ors, w.ors);
    wheel_count(&b->count->probes, w.probes);
    wheel_count(&b->count->exact, w.exact);
    return status;
}
