#include "marks-kernel.h"
#include "base/vector.h"

static void move_up(uint8_t *to, const uint8_t *from, size_t bytes, unsigned by)
{
    for (size_t i = 0; i < bytes; i += sizeof(vec)) {
        const vec64 here = (vec64)vec_load(from + i),
                    before = (vec64)vec_load(from + i - 8);
        vec_store(to + i, (vec)(here << by | before >> (64 - by)));
    }
}

static void uncovered(uint8_t *free, const uint8_t *taken, size_t bytes,
                      const uint8_t *const *row, size_t count)
{
    for (size_t i = 0; i < bytes; i += sizeof(vec)) {
        vec reached = vec_load(taken + i);
        for (size_t k = 0; k < count && vec_any(~reached); k += MASK_STEP)
            for (size_t j = k; j < k + MASK_STEP; j++)
                reached |= vec_load(row[j] + i);
        vec_store(free + i, ~reached);
    }
}

static uint64_t alternate(uint64_t *bits, uint64_t *taken, size_t words,
                          bool last)
{
    const uint64_t even = 0x5555555555555555;
    uint64_t count = 0, carry = last;
    for (size_t w = 0; w < words; w++) {
        /* Adding a run's first bit clears the run: so those that begin at even
         * places are found, or, with the carry, at odd ones. */
        const uint64_t x = bits[w], first = x & ~(x << 1) & even & ~carry;
        const uint64_t begun_even = x & ~(x + first);
        const uint64_t kept = (begun_even & even) | (x & ~begun_even & ~even);
        carry = kept >> 63;
        bits[w] = kept;
        taken[w] |= kept;
        count += (uint64_t)__builtin_popcountll(kept);
    }
    return count;
}

const marks_kernel TA_VARIANT(marks_kernel) = {move_up, uncovered, alternate};
