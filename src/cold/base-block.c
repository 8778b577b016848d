#include "cold/base-block.h"

#include <string.h>

/* mark_copied reads and writes whole lines. */
enum { LINE = 64 };

void tai_base_block_place(tai_base_block *base, unsigned log_size, bool dense,
                          tai_arena *arena)
{
    uint64_t size = (uint64_t)1 << log_size;
    base->log_size = log_size;
    /* Zeros before and after the bits, for lines that overlap the ends. */
    base->stride = LINE + size / 8 + 2 * LINE;
    base->copies = tai_arena_place(arena, 8, base->stride);
    base->scratch = tai_arena_place(arena, dense ? size : 1, 8);
}

void tai_base_block_init(tai_base_block *base, const tai_set *set, uint64_t n,
                         uint64_t first)
{
    base->n = n;
    base->first = first;
    memset(base->copies, 0, 8 * base->stride);
    const uint64_t *s;
    size_t count = tai_set_window(set, 1, (uint64_t)1 << base->log_size,
                                  base->scratch, &s);
    base->copied = count > TA_TUNE_FEW;
    base->n_few = base->copied ? 0 : count;
    for (size_t i = 0; i < base->n_few; i++)
        base->few[i] = s[i];
    for (size_t i = 0; i < count && s[i] < 64; i++)
        base->near |= (uint64_t)1 << s[i];
    for (size_t i = 0; i < count; i++)
        for (size_t r = 0; r < 8; r++)
            base->copies[r * base->stride + LINE + (s[i] + r) / 8] |=
                (unsigned char)(1 << (s[i] + r) % 8);
}

/* Marks what the cold positions of word w reach: shifts them by each of few
 * moves. */
static void mark_shifted(const tai_base_block *base, uint64_t w, uint64_t found,
                         uint64_t *hot)
{
    const uint64_t words = ((uint64_t)1 << base->log_size) / 64;
    for (size_t i = 0; i < base->n_few; i++) {
        const uint64_t to = w + base->few[i] / 64;
        const unsigned by = (unsigned)(base->few[i] % 64);
        if (to < words)
            hot[to] |= found << by;
        if (to + 1 < words)
            hot[to + 1] |= found >> 1 >> (63 - by);
    }
}

/* The same, by ORing prepared copies of the set of moves, one a cold position.
 */
static void mark_copied(const tai_base_block *base, uint64_t w, uint64_t found,
                        uint64_t *hot)
{
    uint64_t size = (uint64_t)1 << base->log_size;
    const unsigned char *rows[64];
    size_t count = 0, line = 8 * w / LINE * LINE;
    for (; found != 0; found &= found - 1) {
        uint64_t c = 64 * w + tai_ctz(found);
        /* Bit s + c for move s; c / 8 - line < LINE. */
        rows[count++] =
            base->copies + c % 8 * base->stride + LINE - (c / 8 - line);
    }
    if (count > 0)
        TA_KERNEL_HERE(tai_shift_kernel)
            ->or_rows((unsigned char *)hot + line, rows, count,
                      (size / 8 - line + LINE - 1) / LINE * LINE);
}

void tai_base_block_solve(const tai_base_block *base, uint64_t lo,
                          uint64_t *hot, uint64_t *cold)
{
    uint64_t words = ((uint64_t)1 << base->log_size) / 64;
    for (uint64_t w = 0; w < words; w++) {
        uint64_t at = lo + 64 * w;
        uint64_t open = ~(uint64_t)0;
        if (at + 64 > base->n)
            open = at >= base->n ? 0 : ((uint64_t)1 << (base->n - at)) - 1;
        if (at < base->first)
            open &=
                base->first - at >= 64 ? 0 : ~(uint64_t)0 << (base->first - at);
        /* The lowest open position is always cold, and those of the word with a
         * move to it are hot. */
        uint64_t found = 0;
        open &= ~hot[w];
        while (open != 0) {
            uint64_t lowest = open & -open;
            unsigned bit = tai_ctz(lowest);
            found |= lowest;
            open &= ~(lowest | base->near << bit);
        }
        if (base->copied)
            mark_copied(base, w, found, hot);
        else
            mark_shifted(base, w, found, hot);
        cold[w] = found;
    }
}
