/* Options from before the block, for live classes, in dense classes: the OR
 * kernel over windows of moves. An item is a copy's share of the pages, for a
 * band of classes. */
#include <string.h>

#include "cold/wheel/block.h"

void wheel_bits_down(uint8_t *tile, unsigned vectors, unsigned by)
{
    size_t words = vectors * (WHEEL_VECTOR / 8);
    if (by == 0)
        return;
    for (size_t i = 0; i < words; i++) {
        uint64_t a, b = 0;
        memcpy(&a, tile + 8 * i, 8);
        if (i + 1 < words)
            memcpy(&b, tile + 8 * i + 8, 8);
        a = a >> by | b << (64 - by);
        memcpy(tile + 8 * i, &a, 8);
    }
}

void wheel_bits_up(uint8_t *tile, unsigned vectors, unsigned by)
{
    if (by == 0)
        return;
    for (size_t i = vectors * (WHEEL_VECTOR / 8); i-- > 0;) {
        uint64_t a, b = 0;
        memcpy(&a, tile + 8 * i, 8);
        if (i > 0)
            memcpy(&b, tile + 8 * i - 8, 8);
        a = a << by | b >> (64 - by);
        memcpy(tile + 8 * i, &a, 8);
    }
}

/* The live classes that an item takes through its pages: as many as can be, so
 * that the cache serves them more often than it is filled (with 1200 of 3600 a
 * class took half as long again as with all). To merge a copy costs less. */
enum { BAND = 4096, MOST_COPIES = 32 };

/* An item for each thread: quiet classes are there for all to end together, and
 * an item that is cut again costs more than it is worth. */
unsigned wheel_far_copies(const wheel_plan *p, unsigned threads)
{
    const uint32_t bands = (p->own_to - p->own_from) / BAND + 1;
    const uint32_t copies = (threads + bands - 1) / bands;
    return (unsigned)ta_min_u64(copies, MOST_COPIES);
}

/* Bands are alike, and narrower where there are no more copies. */
static uint32_t band(const wheel_block *b)
{
    const uint32_t own = b->plan->own_to - b->plan->own_from;
    const uint32_t copies = b->far_copies;
    const uint32_t bands =
        b->team->threads / copies + (copies == MOST_COPIES);
    return own / (uint32_t)ta_max_u64(bands, own / BAND + 1) + 1;
}

size_t wheel_far_items(const wheel_block *b)
{
    const wheel_plan *p = b->plan;
    const uint32_t size = band(b);
    return (p->own_to - p->own_from + size - 1) / size * (size_t)b->far_copies;
}

/* A page may hold moves that lead to before place 0: one window before it
 * there are zeros. */
static uint64_t far_page(wheel_block *b, uint8_t *hits, uint64_t row,
                         const wheel_page *page, uint32_t from, uint32_t to)
{
    const wheel_plan *p = b->plan;
    const uint64_t rows = wheel_block_rows(b, row);
    const unsigned vectors = (unsigned)((rows + WHEEL_MARGIN + 511) / 512);
    if (page->least >= (row + rows) * p->store->mod.m)
        return 0;
    const uint8_t *origin = wheel_origin(p->store, row / 8 - 1) + page->origin;
    const uint32_t *start = wheel_page_starts(p, page);
    for (uint32_t l = from; l < to; l++)
        b->kernel->page(hits + l * p->hit_bytes, vectors, origin,
                        p->far + page->start, start + (size_t)l * p->slips,
                        p->slip, p->slips);
    return (uint64_t)(start[(size_t)to * p->slips] -
                      start[(size_t)from * p->slips]) *
           vectors;
}

void wheel_far_item(wheel_block *b, uint64_t row, size_t from, size_t end,
                    size_t item)
{
    const wheel_plan *p = b->plan;
    const size_t copy = item % b->far_copies;
    const uint32_t size = band(b);
    const uint32_t first =
        p->own_from + (uint32_t)(item / b->far_copies) * size;
    const uint32_t last = (uint32_t)ta_min_u64(first + size, p->own_to);
    uint64_t ors = 0;
    for (size_t k = from + copy; k < end; k += b->far_copies)
        ors += far_page(b, b->hits[copy], row, &p->page[k], first, last);
    wheel_count(&b->count->far_ors, ors);
}
