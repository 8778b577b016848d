/* Chooses the mask. The Walsh-Hadamard transform of the counts of values has,
 * for each mask m, the sum of (-1)^popcount(G(n) & m) over all heaps: rare
 * minus common ones. So one transform tries all masks; a second one tries
 * position parity, with weight -1 where n - t is odd, t a break. Mask 0 is left
 * out: it makes all heaps, or half of them, rare. Begin at tai_octal_mask_find.
 */
#include "octal/label.h"

#include <string.h>

octal_labels tai_octal_labels_of(const tai_octal *game, uint16_t mask,
                                 bool parity)
{
    octal_labels l = {.mask = mask, .parity = parity};
    if (mask != 0) {
        l.break_odd = game->breaks[0] & 1;
        l.dropped = tai_ctz(mask);
        l.rest = (uint16_t)(mask >> (l.dropped + 1) << l.dropped);
    }
    return l;
}

bool tai_octal_parity_works(const tai_octal *game)
{
    for (unsigned i = 1; i < game->n_break; i++)
        if ((game->breaks[i] ^ game->breaks[0]) & 1)
            return false;
    return game->n_break > 0;
}

/* octal_value_at for all, in 16 bits without branches, for vectors; l->mask is
 * not 0. Adding `kept & above` moves those bits up. */
static void to_values(const octal_labels *l, uint64_t n, const uint16_t *label,
                      uint64_t count, uint16_t *value)
{
    const uint16_t gap = (uint16_t)(1 << l->dropped), above = (uint16_t)-gap;
    const uint16_t rest = l->rest, parity = l->parity;
    const uint16_t flip = (uint16_t)octal_flip(l, n);
    for (uint64_t i = 0; i < count; i++) {
        const uint16_t kept = label[i] & TAI_OCTAL_KEPT;
        const uint16_t dropped_bit =
            (uint16_t)((octal_odd16(kept & rest) ^ label[i] >> 15 ^ flip ^
                        (i & parity)) &
                       1);
        value[i] = (uint16_t)(kept + (kept & above) + (-dropped_bit & gap));
    }
}

void tai_octal_relabel(const octal_labels *from, const octal_labels *to,
                       uint64_t n, const uint16_t *label, uint64_t count,
                       uint16_t *result)
{
    if (from->mask != 0)
        to_values(from, n, label, count, result);
    else
        memmove(result, label, count * sizeof *label);
    for (uint64_t i = 0; i < count && to->mask != 0; i++)
        result[i] = (uint16_t)octal_label(to, n + i, result[i]);
}

ta_status tai_octal_count(octal_counts *counts, const octal_labels *labels,
                          const uint16_t *label, uint64_t n, unsigned bits)
{
    const uint64_t from = counts->n;
    const size_t size = (size_t)2 << bits; /* of counts->of */
    if (bits > counts->bits || counts->of == NULL) {
        int64_t *of = tai_alloc_zero(size, sizeof *of);
        if (of == NULL)
            return TA_ENOMEM;
        if (counts->of != NULL)
            memcpy(of, counts->of, ((size_t)2 << counts->bits) * sizeof *of);
        ta_free(counts->of);
        counts->of = of;
        counts->bits = bits;
    }
    /* count[4 at + n % 4], `at` the label with the class bit moved down to bit
     * bits - 1, free as labels lack a bit; four counters, so that an increment
     * rarely waits for the one before. */
    uint32_t *count = tai_alloc_zero(2 * size, sizeof *count);
    if (count == NULL)
        return TA_ENOMEM;
    const unsigned shift = labels->mask == 0 ? 0 : 16 - bits;
    for (uint64_t i = 0; i < n - from; i++) {
        const size_t at = (label[i] & TAI_OCTAL_KEPT) |
                          (label[i] & TAI_OCTAL_COMMON) >> shift;
        count[4 * at + (from + i) % 4]++;
    }
    for (size_t k = 0; k < 2 * size; k++) {
        if (count[k] == 0)
            continue;
        const uint32_t at = (uint32_t)(k / 4);
        const uint32_t x = labels->mask == 0 ? at
                                             : at % (1u << (bits - 1)) |
                                                   at >> (bits - 1) << 15;
        /* Of a heap only its parity, k % 2, matters. */
        const uint32_t v = octal_value_at(labels, k % 2, x);
        counts->of[2 * v + k % 2] += count[k];
    }
    counts->n = n;
    ta_free(count);
    return TA_OK;
}

static void walsh_hadamard(int64_t *x, size_t size)
{
    for (size_t half = 1; half < size; half *= 2)
        for (size_t i = 0; i < size; i += 2 * half)
            for (size_t j = i; j < i + half; j++) {
                const int64_t a = x[j], b = x[j + half];
                x[j] = a + b;
                x[j + half] = a - b;
            }
}

ta_status tai_octal_mask_find(const tai_octal *game, const octal_counts *counts,
                              octal_labels *best, uint64_t *rare)
{
    const size_t size = (size_t)1 << counts->bits;
    const unsigned break_odd = game->n_break > 0 ? game->breaks[0] & 1 : 0;
    int64_t least = INT64_MAX, *sum = tai_alloc(size, sizeof *sum);
    if (sum == NULL)
        return TA_ENOMEM;
    for (unsigned parity = 0; parity < 2; parity++) {
        if (parity == 1 && !tai_octal_parity_works(game))
            break;
        for (size_t v = 0; v < size; v++) {
            const int64_t same = counts->of[2 * v + break_odd];
            const int64_t other = counts->of[2 * v + 1 - break_odd];
            sum[v] = parity ? same - other : same + other;
        }
        walsh_hadamard(sum, size);
        for (size_t m = 1; m < size; m++)
            if (sum[m] < least) {
                least = sum[m];
                *best = tai_octal_labels_of(game, (uint16_t)m, parity);
            }
    }
    /* rare + common = all, rare - common = least */
    const int64_t all = counts->n > 0 ? (int64_t)counts->n - 1 : 0;
    *rare = (uint64_t)((all + least) / 2);
    ta_free(sum);
    return TA_OK;
}
