/* Rows of bits, shifted and ORed: plane.h says what the two functions do. Bits
 * that leave a word below enter the next one: `>> 1 >> (63 - bit)` is a shift
 * by 64 - bit, which would be undefined for bit 0. What is shifted beyond the
 * last word is beyond the plane. */
#include "base/vector.h"
#include "grid/plane.h"

static void spread(uint64_t *restrict next, uint64_t *restrict hot,
                   const uint64_t *reach, const uint64_t *cold, uint64_t a,
                   size_t words)
{
    const size_t whole = (size_t)tai_min_u64(a / 64, words); /* words */
    const unsigned bit = a % 64;
    memset(next, 0, whole * sizeof *next);
    if (whole == words)
        return;
    next[whole] = (reach[0] | cold[0]) << bit;
    hot[whole] |= next[whole];
    for (size_t w = 1; w < words - whole; w++) {
        next[whole + w] = (reach[w] | cold[w]) << bit |
                          (reach[w - 1] | cold[w - 1]) >> 1 >> (63 - bit);
        hot[whole + w] |= next[whole + w];
    }
}

static void mark(uint64_t *restrict hot, const uint64_t *moves, unsigned bit,
                 size_t words)
{
    for (size_t w = 0; w < words; w++)
        hot[w] |= moves[w] << bit | moves[w - 1] >> 1 >> (63 - bit);
}

const tai_rows_kernel TA_VARIANT(tai_rows_kernel) = {spread, mark};
