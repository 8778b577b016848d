/* Options from before the block, for live classes, in dense classes: the OR
 * kernel over windows of moves. */
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

static unsigned tile_vectors(const wheel_block *b)
{
    uint64_t bits = b->rows + WHEEL_MARGIN, vector = WHEEL_VECTOR * 8;
    return (unsigned)((bits + vector - 1) / vector);
}

/* A page may hold moves that lead to before place 0: one window before it
 * there are zeros. */
static uint64_t far_page(wheel_block *b, const wheel_page *page,
                         unsigned vectors, uint32_t from, uint32_t to)
{
    const wheel_plan *p = b->plan;
    const size_t tile = (size_t)p->vectors * WHEEL_VECTOR;
    const uint8_t *origin =
        wheel_origin(p->store, b->row / 8 - 1) + page->origin;
    const uint32_t *start = wheel_page_starts(p, page);
    const uint32_t *list = p->far + page->start;
    for (uint32_t l = from; l < to; l++)
        b->kernel->page(b->tile + l * tile, vectors, origin, list,
                        start + (size_t)l * p->slips, p->slip, p->slips);
    return start[(size_t)to * p->slips] - start[(size_t)from * p->slips];
}

void wheel_far_targets(wheel_block *b, uint32_t from, uint32_t to)
{
    const wheel_plan *p = b->plan;
    const unsigned vectors = tile_vectors(b);
    const size_t tile = (size_t)p->vectors * WHEEL_VECTOR;
    const uint64_t end = (b->row + b->rows) * p->store->mod.m;
    uint64_t ors = 0;
    memset(b->tile + from * tile, 0, (to - from) * tile);
    for (size_t k = 0; k < p->pages; k++)
        if (p->page[k].least < end)
            ors += far_page(b, &p->page[k], vectors, from, to);
    for (uint32_t l = from; l < to; l++) {
        uint8_t *hits = wheel_hits(b, 0, l);
        for (size_t i = 0; i < vectors * (size_t)WHEEL_VECTOR; i++)
            hits[i] |= b->tile[l * tile + i];
        for (unsigned t = 1; t < b->team->threads; t++) {
            uint8_t *mine = wheel_hits(b, t, l);
            for (size_t i = 0; i < p->hit_bytes; i++)
                hits[i] |= mine[i];
            memset(mine, 0, p->hit_bytes);
        }
    }
    wheel_count(&b->count->far_ors, ors * vectors);
}
