/* Options from before the block, for live classes, in dense classes: the OR
 * kernel over windows of moves. An item is a page for a band of classes, so
 * that threads read each page once, however many they are. */
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

enum { BAND = 1024 }; /* live classes that an item takes through a page */

size_t wheel_far_items(const wheel_plan *p, size_t pages)
{
    return pages * ((p->own_to - p->own_from + BAND - 1) / BAND);
}

/* A page may hold moves that lead to before place 0: one window before it
 * there are zeros. */
void wheel_far_item(wheel_block *b, unsigned thread, uint64_t row,
                    size_t first_page, size_t item)
{
    const wheel_plan *p = b->plan;
    const size_t bands = wheel_far_items(p, 1);
    const wheel_page *page = &p->page[first_page + item / bands];
    const uint32_t from = p->own_from + (uint32_t)(item % bands) * BAND;
    const uint32_t to = (uint32_t)ta_min_u64(from + BAND, p->own_to);
    const uint64_t rows = wheel_block_rows(b, row);
    const unsigned vectors = (unsigned)((rows + WHEEL_MARGIN + 511) / 512);
    if (page->least >= (row + rows) * p->store->mod.m)
        return;
    const uint8_t *origin = wheel_origin(p->store, row / 8 - 1) + page->origin;
    const uint32_t *start = wheel_page_starts(p, page);
    for (uint32_t l = from; l < to; l++)
        b->kernel->page(b->hits[thread] + l * p->hit_bytes, vectors, origin,
                        p->far + page->start, start + (size_t)l * p->slips,
                        p->slip, p->slips);
    const uint32_t ors =
        start[(size_t)to * p->slips] - start[(size_t)from * p->slips];
    wheel_count(&b->count->far_ors, (uint64_t)ors * vectors);
}
