/* Arrays of bits: bit i is bit i % 64 of word i / 64. */
#include "base/base-internal.h"

ta_status ta_bits_new(uint64_t n, ta_bits *bits)
{
    bits->words = tai_alloc_zero(tai_max_u64(ta_bits_words(n), 1), 8);
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
    return tai_popcount_range(bits->words, 0, bits->n);
}

int tai_by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Returns word w, which has a bit of [lo, hi), with the others cleared. */
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
    uint64_t total = 0;
    for (uint64_t w = lo / 64; lo < hi && w <= (hi - 1) / 64; w++)
        total += tai_popcount(clipped(words, w, lo, hi));
    return total;
}

size_t tai_bits_decode(const uint64_t *words, uint64_t lo, uint64_t hi,
                       uint64_t *out)
{
    size_t count = 0;
    for (uint64_t w = lo / 64; lo < hi && w <= (hi - 1) / 64; w++)
        for (uint64_t b = clipped(words, w, lo, hi); b != 0; b &= b - 1)
            out[count++] = 64 * w + tai_ctz(b);
    return count;
}
