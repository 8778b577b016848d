/* Which values are rare: the mask that leaves the fewest rare positions.
 *
 * Sum over n of (-1)^popcount(g(n) & m) is the Walsh-Hadamard transform, at
 * m, of how often each value occurs; it is twice the number of rare positions
 * less the number of all. One transform tries all masks at once, and a second
 * one, of counts signed by the parity of n - t, all masks with parity. Mask 0
 * is left out: it makes half of the positions rare or all. */
#include <string.h>

#include "octal/label.h"

enum {
    ALONE = 1 << 20, /* heaps that one thread counts */
    FEW = 1024,      /* labels; more are counted by one thread */
};

static void walsh_hadamard(int64_t *x, size_t size)
{
    for (size_t half = 1; half < size; half *= 2)
        for (size_t i = 0; i < size; i += 2 * half)
            for (size_t j = i; j < i + half; j++) {
                int64_t a = x[j], b = x[j + half];
                x[j] = a + b;
                x[j + half] = a - b;
            }
}

bool ta_octal_parity_works(const ta_octal *game)
{
    for (unsigned i = 1; i < game->n_break; i++)
        if ((game->breaks[i] ^ game->breaks[0]) & 1)
            return false;
    return game->n_break > 0;
}

/* Room for counts of values below 2^bits. */
static ta_status widen(ta_octal_counts *counts, unsigned bits)
{
    if (counts->of != NULL && counts->bits >= bits)
        return TA_OK;
    int64_t *of = ta_alloc_zero((uint64_t)2 << bits, sizeof *of);
    if (of == NULL)
        return TA_ENOMEM;
    if (counts->of != NULL)
        memcpy(of, counts->of, ((size_t)2 << counts->bits) * sizeof *of);
    ta_free(counts->of);
    counts->of = of;
    counts->bits = bits;
    return TA_OK;
}

/* Of the heaps [from, to), by label, a part for each item. */
typedef struct counting {
    const uint16_t *g;
    uint64_t from, to;
    uint32_t size;
    size_t items;
    int64_t *count; /* four of each label and item */
} counting;

/* Four, since one that was just counted up is not soon there. */
static void count_item(void *state, unsigned thread, size_t item)
{
    const counting *c = state;
    int64_t *count = c->count + 4 * item * c->size;
    const uint64_t each = (c->to - c->from) / c->items + 1;
    const uint64_t from = c->from + item * each;
    const uint64_t to = ta_min_u64(from + each, c->to);
    (void)thread;
    for (uint64_t i = from; i < to; i++)
        count[4 * c->g[i] + i % 4]++;
}

/* Counts the heaps up to n that are not counted yet. */
static ta_status count_values(ta_team *team, const ta_octal_labels *labels,
                              const uint16_t *g, uint64_t n,
                              ta_octal_counts *counts)
{
    const uint64_t from = ta_max_u64(counts->n, 1);
    const uint32_t size = ta_octal_labels_end(labels);
    const bool alone = team == NULL || n < from + ALONE || size > FEW;
    counting c = {g, from, n, size, alone ? 1 : team->threads, NULL};
    c.count = ta_alloc_zero(c.items * size, 4 * sizeof *c.count);
    if (c.count == NULL || widen(counts, labels->bits) != TA_OK) {
        ta_free(c.count);
        return TA_ENOMEM;
    }
    ta_team_run(alone ? NULL : team, count_item, &c, c.items);
    counts->n = n;
    for (size_t k = 0; k < 4 * c.items * size; k++) {
        if (c.count[k] == 0) /* it may be of no value below 2^bits */
            continue;
        const uint32_t label = (uint32_t)(k / 4 % size);
        const uint32_t v = ta_octal_unlabel(labels, k % 2, label);
        counts->of[2 * v + k % 2] += c.count[k];
    }
    ta_free(c.count);
    return TA_OK;
}

void ta_octal_counts_free(ta_octal_counts *counts)
{
    ta_free(counts->of);
    *counts = (ta_octal_counts){.of = NULL};
}

ta_status ta_octal_mask_choose(const ta_octal *game, ta_team *team,
                               const ta_octal_labels *labels, const uint16_t *g,
                               uint64_t n, ta_octal_counts *counts,
                               ta_octal_mask *mask)
{
    const size_t size = (size_t)1 << labels->bits;
    const unsigned first = game->n_break > 0 ? game->breaks[0] & 1 : 0;
    int64_t *sum = ta_alloc_zero(2 * size, sizeof *sum);
    if (sum == NULL || count_values(team, labels, g, n, counts) != TA_OK) {
        ta_free(sum);
        return TA_ENOMEM;
    }
    /* of all heaps, and with the opposite sign where n - t is odd */
    int64_t *by_parity = sum + size;
    for (size_t v = 0; v < size; v++) {
        const int64_t *of = counts->of + 2 * v;
        sum[v] = of[0] + of[1];
        by_parity[v] = of[first] - of[1 - first];
    }
    walsh_hadamard(sum, size);
    int64_t least = sum[1];
    *mask = (ta_octal_mask){.mask = 1};
    for (size_t m = 2; m < size; m++)
        if (sum[m] < least) {
            least = sum[m];
            mask->mask = (uint16_t)m;
        }
    if (ta_octal_parity_works(game)) {
        walsh_hadamard(by_parity, size);
        for (size_t m = 1; m < size; m++)
            if (by_parity[m] < least) {
                least = by_parity[m];
                mask->mask = (uint16_t)m;
                mask->parity = true;
            }
    }
    int64_t all = n > 0 ? (int64_t)(n - 1) : 0;
    mask->rare = (uint64_t)((all + least) / 2);
    ta_free(sum);
    return TA_OK;
}
