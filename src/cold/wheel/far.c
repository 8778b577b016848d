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
unsigned wheel_far_copies(uint32_t own, unsigned threads)
{
    const uint32_t bands = own / BAND + 1;
    const uint32_t copies = (threads + bands - 1) / bands;
    return (unsigned)ta_min_u64(copies, MOST_COPIES);
}

/* How the pages [from, end) are shared out: to copies, and each copy's among
 * bands of so many live classes, all alike. Of two pages or more each, or
 * copies would have too different ones. */
typedef struct far_cut {
    size_t copies;
    uint32_t band;
} far_cut;

static far_cut cut_far(const wheel_block *b, size_t from, size_t end)
{
    const uint32_t own = b->plan->own_to - b->plan->own_from;
    const uint64_t pairs = (end - from) / 2;
    const uint64_t copies = ta_max_u64(ta_min_u64(b->far_copies, pairs), 1);
    const uint64_t bands =
        ta_max_u64((b->team->threads + copies - 1) / copies, own / BAND + 1);
    return (far_cut){copies, own / (uint32_t)bands + 1};
}

size_t wheel_far_items(const wheel_block *b, size_t from, size_t end)
{
    const far_cut cut = cut_far(b, from, end);
    const uint32_t own = b->plan->own_to - b->plan->own_from;
    return from == end ? 0 : (own + cut.band - 1) / cut.band * cut.copies;
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

/* What a page takes for all classes: so many sources, and for each tile as long
 * as a score more (with three a run took up to twice another's time at 4*10^10,
 * where a tile has two sources a page). A page beyond the block takes nothing.
 */
static uint64_t weight(const wheel_plan *p, size_t k, uint64_t beyond)
{
    enum { TILE = 20 };
    const size_t next = k + 1 < p->pages ? p->page[k + 1].start : p->far_count;
    if (p->page[k].least >= beyond)
        return 0;
    return next - p->page[k].start + TILE * (uint64_t)p->lives;
}

/* Neighbours among the pages [from, end) have sources in common, so a copy has
 * a run of them, by weight its share. Returns where the run begins. */
static size_t run_begins(const wheel_block *b, uint64_t row, size_t from,
                         size_t end, size_t copy, size_t copies)
{
    const wheel_plan *p = b->plan;
    const uint64_t beyond = (row + wheel_block_rows(b, row)) * p->store->mod.m;
    uint64_t all = 0, before = 0, next;
    for (size_t k = from; k < end; k++)
        all += weight(p, k, beyond);
    size_t k = from;
    for (; k < end; k++, before += next) {
        next = weight(p, k, beyond);
        if ((2 * before + next) * copies >= 2 * all * copy)
            break;
    }
    return copy < copies ? k : end;
}

void wheel_far_item(wheel_block *b, uint64_t row, size_t from, size_t end,
                    size_t item)
{
    const wheel_plan *p = b->plan;
    const far_cut cut = cut_far(b, from, end);
    const size_t copy = item % cut.copies;
    const uint32_t first =
        p->own_from + (uint32_t)(item / cut.copies) * cut.band;
    const uint32_t last = (uint32_t)ta_min_u64(first + cut.band, p->own_to);
    const size_t begin = run_begins(b, row, from, end, copy, cut.copies);
    const size_t stop = run_begins(b, row, from, end, copy + 1, cut.copies);
    uint64_t ors = 0;
    for (size_t k = begin; k < stop; k++)
        ors += far_page(b, b->hits[copy], row, &p->page[k], first, last);
    wheel_count(&b->count->far_ors, ors);
}
