#include "base/base-internal.h"

ta_status ta_bits_new(uint64_t n, ta_bits *bits)
{
    bits->words = tai_alloc_zero(ta_max_u64(ta_bits_words(n), 1), 8);
    bits->n = bits->words != NULL ? n : 0;
    return bits->words != NULL ? TA_OK : TA_ENOMEM;
}

void ta_bits_free(ta_bits *bits)
{
    ta_free(bits->words);
    *bits = (ta_bits){NULL, 0};
}

uint64_t ta_bits_count(const ta_bits *bits)
{
    return tai_popcount_words(bits->words, ta_bits_words(bits->n));
}

int tai_by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Returns the number of set bits in `count` words. In each word, adds
 * neighbouring bits, then neighbouring pairs of bits, groups of four bits, and
 * bytes. This is faster than ta_popcount if the compiler may not use the
 * instruction of the processor that counts bits. */
uint64_t tai_popcount_words(const uint64_t *words, uint64_t count)
{
    const uint64_t ones = UINT64_MAX / 3, pairs = UINT64_MAX / 5,
                   fours = UINT64_MAX / 17, bytes = UINT64_MAX / 255;
    uint64_t total = 0;
    for (uint64_t w = 0; w < count; w++) {
        uint64_t x = words[w] - (words[w] >> 1 & ones);
        x = (x & pairs) + (x >> 2 & pairs);
        total += ((x + (x >> 4)) & fours) * bytes >> 56;
    }
    return total;
}

/* Returns word w of a bit array, with the bits outside the positions [lo, hi)
 * cleared. */
static uint64_t clipped(const uint64_t *words, uint64_t w, uint64_t lo,
                        uint64_t hi)
{
    uint64_t bits = words[w];
    if (w == lo / 64)
        bits &= ~(uint64_t)0 << (lo % 64);
    if (w == hi / 64)
        bits &= ((uint64_t)1 << (hi % 64)) - 1;
    return bits;
}

uint64_t tai_popcount_range(const uint64_t *words, uint64_t lo, uint64_t hi)
{
    if (lo >= hi)
        return 0;
    const uint64_t first = lo / 64, last = (hi - 1) / 64;
    uint64_t total = ta_popcount(clipped(words, first, lo, hi));
    if (last > first)
        total += tai_popcount_words(words + first + 1, last - first - 1) +
                 ta_popcount(clipped(words, last, lo, hi));
    return total;
}

size_t tai_bits_decode(const uint64_t *words, uint64_t lo, uint64_t hi,
                       uint64_t *out)
{
    size_t count = 0;
    for (uint64_t w = lo / 64; lo < hi && w <= (hi - 1) / 64; w++)
        for (uint64_t b = clipped(words, w, lo, hi); b != 0; b &= b - 1)
            out[count++] = 64 * w + ta_ctz(b);
    return count;
}
