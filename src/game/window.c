/* Parts of a set: the elements, their number, their bits in [lo, hi). */
#include <string.h>

#include "game/set.h"

/* The first place in the list whose value is at least v. */
static uint64_t place(const ta_set *set, uint64_t v)
{
    if (v >= set->n)
        return set->count;
    uint64_t lo = set->index[v >> set->shift];
    uint64_t hi = set->index[(v >> set->shift) + 1];
    /* Buckets of evenly spread sets hold a few; those of clustered ones may
     * hold them all. */
    return lo + ta_first_at_least(set->list + lo, hi - lo, v);
}

size_t ta_set_window(const ta_set *set, uint64_t lo, uint64_t hi,
                     uint64_t *scratch, const uint64_t **out)
{
    hi = ta_min_u64(hi, set->n);
    *out = scratch;
    if (lo >= hi)
        return 0;
    if (set->list == NULL)
        return ta_bits_decode(set->bits, lo, hi, scratch);
    uint64_t first = place(set, lo);
    *out = set->list + first;
    return place(set, hi) - first;
}

uint64_t ta_set_count(const ta_set *set, uint64_t lo, uint64_t hi)
{
    hi = ta_min_u64(hi, set->n);
    if (lo >= hi)
        return 0;
    if (set->list == NULL)
        return ta_popcount_range(set->bits, lo, hi);
    return place(set, hi) - place(set, lo);
}

/* Word w of the bits from `lo` on; zero beyond the set. */
static void shifted_copy(const ta_set *set, uint64_t lo, uint64_t words,
                         uint64_t *out)
{
    const uint64_t *from = set->bits + lo / 64;
    unsigned by = lo % 64;
    if (by == 0) {
        memcpy(out, from, (size_t)words * 8);
        return;
    }
    /* The last word may read one word of padding. */
    for (uint64_t w = 0; w < words; w++)
        out[w] = from[w] >> by | from[w + 1] << (64 - by);
}

void ta_set_copy_bits(const ta_set *set, uint64_t lo, uint64_t hi,
                      uint64_t *words)
{
    if (lo >= hi)
        return;
    uint64_t total = ta_bits_words(hi - lo), end = ta_min_u64(hi, set->n);
    uint64_t written = 0;
    if (set->list == NULL && lo < end) {
        written = ta_bits_words(end - lo);
        shifted_copy(set, lo, written, words);
        if ((end - lo) % 64 != 0)
            words[written - 1] &= ((uint64_t)1 << (end - lo) % 64) - 1;
    }
    memset(words + written, 0, (size_t)(total - written) * 8);
    if (set->list != NULL && lo < end)
        for (uint64_t i = place(set, lo), top = place(set, end); i < top; i++) {
            uint64_t bit = set->list[i] - lo;
            words[bit / 64] |= (uint64_t)1 << bit % 64;
        }
}
