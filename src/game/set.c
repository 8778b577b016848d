/* Makes and reads sets: a list with an index, or bits (set.h). Each is one
 * block of memory. Elements of one bucket of the index, 2^shift numbers, stand
 * next to each other in the list. */
#include <string.h>

#include "game/set.h"
#include "game/game-internal.h"

bool tai_set_is_dense(uint64_t count, uint64_t n)
{
    return count > TA_SET_FEW && count > n / TA_SET_SPARSE;
}

/* Returns the shift with which a bucket has 4 to 8 elements on average, so that
 * the index stays short. */
static unsigned index_shift(uint64_t count, uint64_t n)
{
    unsigned shift = 0;
    while (n >> shift > count / 4 + 1)
        shift++;
    return shift;
}

/* Returns the entries of the index: buckets that begin at or below n, and the
 * end. */
static uint64_t index_entries(uint64_t n, unsigned shift)
{
    return (n >> shift) + 2;
}

/* Returns the bytes of a set's block. */
static uint64_t block_bytes(uint64_t count, uint64_t n)
{
    if (tai_set_is_dense(count, n))
        return ta_bits_words(n) * 8 + 2 * TA_SET_PAD;
    return 8 * (count + index_entries(n, index_shift(count, n)));
}

uint64_t tai_set_memory(const ta_game *game, uint64_t n)
{
    uint64_t bytes = block_bytes(tai_game_count_bound(game, n), n);
    /* 63: arrays are of whole 64 bytes. */
    return tai_add_sat(bytes + 63, tai_game_scratch(game, n));
}

/* ---- building ---- */

/* Allocates a set of at most `count` elements. The caller writes them to
 * set->bits or set->list, then calls set_close. */
static ta_status set_open(tai_set *set, uint64_t count, uint64_t n)
{
    const uint64_t bytes = block_bytes(count, n);
    char *block = tai_alloc(bytes, 1);
    *set = (tai_set){.n = n, .least = n};
    if (block == NULL)
        return TA_ENOMEM;
    if (tai_set_is_dense(count, n)) {
        memset(block, 0, TA_SET_PAD);
        memset(block + bytes - TA_SET_PAD, 0, TA_SET_PAD);
        set->bits = (uint64_t *)(void *)(block + TA_SET_PAD);
    } else {
        set->shift = index_shift(count, n);
        set->list = (uint64_t *)(void *)block;
        set->index = set->list + count;
    }
    return TA_OK;
}

void tai_set_free(tai_set *set)
{
    ta_free(set->list);
    if (set->bits != NULL)
        ta_free((char *)set->bits - TA_SET_PAD);
    *set = (tai_set){.n = 0};
}

/* Completes a set whose elements are written: count, least, index. */
static void set_close(tai_set *set)
{
    uint64_t w = 0, place = 0;
    if (set->list == NULL) {
        set->count =
            tai_popcount_range(set->bits, 0, 64 * ta_bits_words(set->n));
        while (set->count > 0 && set->bits[w] == 0)
            w++;
        if (set->count > 0)
            set->least = 64 * w + tai_ctz(set->bits[w]);
        return;
    }
    for (uint64_t e = 0; e < index_entries(set->n, set->shift); e++) {
        while (place < set->count && set->list[place] >> set->shift < e)
            place++;
        set->index[e] = place;
    }
    if (set->count > 0)
        set->least = set->list[0];
}

static ta_status append_to_list(void *state, uint64_t element)
{
    tai_set *set = state;
    set->list[set->count++] = element;
    return TA_OK;
}

ta_status tai_set_build(const ta_game *game, uint64_t n,
                        const ta_options *options, tai_set *set)
{
    ta_status st = set_open(set, tai_game_count_bound(game, n), n);
    if (st == TA_OK && set->list != NULL)
        st = tai_game_each(game, n, append_to_list, set);
    else if (st == TA_OK)
        st = tai_game_fill(game, n, set->bits, options);
    if (st == TA_OK)
        set_close(set);
    else
        tai_set_free(set);
    return st;
}

ta_status tai_set_from_list(const uint64_t *list, size_t count, uint64_t n,
                            tai_set *set)
{
    count = (size_t)tai_first_at_least(list, count, n);
    ta_status st = set_open(set, count, n);
    if (st != TA_OK)
        return st;
    if (set->bits != NULL)
        memset(set->bits, 0, (size_t)ta_bits_words(n) * 8);
    for (size_t i = 0; i < count; i++)
        if (set->bits != NULL)
            set->bits[list[i] / 64] |= (uint64_t)1 << list[i] % 64;
        else
            append_to_list(set, list[i]);
    set_close(set);
    return TA_OK;
}

/* ---- parts of a set ---- */

/* Returns the place of the first element >= v: between the first elements of
 * its bucket and of the next one, by bisection, since a bucket may have many.
 */
static uint64_t list_place(const tai_set *set, uint64_t v)
{
    if (v >= set->n)
        return set->count;
    const uint64_t *bucket = set->index + (v >> set->shift);
    return bucket[0] +
           tai_first_at_least(set->list + bucket[0], bucket[1] - bucket[0], v);
}

size_t tai_set_window(const tai_set *set, uint64_t lo, uint64_t hi,
                      uint64_t *scratch, const uint64_t **out)
{
    hi = tai_min_u64(hi, set->n);
    *out = scratch;
    if (lo >= hi)
        return 0;
    if (set->list == NULL)
        return tai_bits_decode(set->bits, lo, hi, scratch);
    uint64_t first = list_place(set, lo);
    *out = set->list + first;
    return list_place(set, hi) - first;
}

uint64_t tai_set_count(const tai_set *set, uint64_t lo, uint64_t hi)
{
    const uint64_t *out;
    hi = tai_min_u64(hi, set->n);
    if (set->list == NULL && lo < hi)
        return tai_popcount_range(set->bits, lo, hi);
    return tai_set_window(set, lo, hi, NULL, &out);
}

void tai_set_copy_bits(const tai_set *set, uint64_t lo, uint64_t hi,
                       uint64_t *words)
{
    if (lo >= hi)
        return;
    uint64_t end = tai_max_u64(lo, tai_min_u64(hi, set->n));
    uint64_t copied = set->list == NULL ? ta_bits_words(end - lo) : 0;
    memset(words + copied, 0, (size_t)(ta_bits_words(hi - lo) - copied) * 8);
    if (set->list != NULL) {
        const uint64_t *s;
        size_t count = tai_set_window(set, lo, end, NULL, &s);
        for (size_t i = 0; i < count; i++)
            words[(s[i] - lo) / 64] |= (uint64_t)1 << (s[i] - lo) % 64;
        return;
    }
    /* from[w + 1] may be in the zeros behind the bits. No shift is by 64. */
    const uint64_t *from = set->bits + lo / 64;
    for (uint64_t w = 0; w < copied; w++)
        words[w] = from[w] >> lo % 64 | from[w + 1] << 1 << (63 - lo % 64);
    if ((end - lo) % 64 != 0)
        words[copied - 1] &= ((uint64_t)1 << (end - lo) % 64) - 1;
}
