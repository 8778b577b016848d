/* Building S below n as a list with a coarse index, or as padded bits. */
#include <string.h>

#include "game/set.h"
#include "game/game.h"

/* Elements a bucket of the index holds on average, at most about. */
enum { BUCKET = 4 };

bool ta_set_is_dense(uint64_t count, uint64_t n)
{
    return count > TA_SET_FEW && count > n / TA_SET_SPARSE;
}

static unsigned index_shift(uint64_t count, uint64_t n)
{
    unsigned shift = 0;
    while (n >> shift > count / BUCKET + 1)
        shift++;
    return shift;
}

/* One entry for each bucket up to that of n, and one after it. */
static uint64_t index_entries(uint64_t n, unsigned shift)
{
    return (n >> shift) + 2;
}

static uint64_t dense_bytes(uint64_t n)
{
    return ta_bits_words(n) * 8 + 2 * TA_SET_PAD;
}

static uint64_t rounded(uint64_t bytes) /* as ta_alloc rounds */
{
    return ta_add_sat(ta_max_u64(bytes, 1), 63) / 64 * 64;
}

uint64_t ta_set_memory(const ta_game *game, uint64_t n)
{
    uint64_t count = ta_game_count_bound(game, n);
    uint64_t scratch = ta_game_scratch(game, n);
    if (ta_set_is_dense(count, n))
        return ta_add_sat(rounded(dense_bytes(n)), scratch);
    uint64_t index = index_entries(n, index_shift(count, n)) * 8;
    uint64_t list = rounded(ta_mul_sat(count, 8));
    return ta_add_sat(ta_add_sat(list, rounded(index)), scratch);
}

/* Gives a set of known size its memory; the lists are not yet written. */
static ta_status allocate(ta_set *set, uint64_t count, uint64_t n)
{
    *set = (ta_set){.n = n, .least = n};
    if (ta_set_is_dense(count, n)) {
        char *bytes = ta_alloc(dense_bytes(n), 1);
        if (bytes == NULL)
            return TA_ENOMEM;
        memset(bytes, 0, TA_SET_PAD);
        memset(bytes + TA_SET_PAD + ta_bits_words(n) * 8, 0, TA_SET_PAD);
        set->bits = (uint64_t *)(void *)(bytes + TA_SET_PAD);
        return TA_OK;
    }
    set->shift = index_shift(count, n);
    set->list = ta_alloc(count, 8);
    set->index = ta_alloc(index_entries(n, set->shift), 8);
    if (set->list != NULL && set->index != NULL)
        return TA_OK;
    ta_set_free(set);
    return TA_ENOMEM;
}

/* Fills in what follows from the elements: count, least, index. */
static void finish(ta_set *set)
{
    if (set->list == NULL) {
        uint64_t words = ta_bits_words(set->n), w = 0;
        set->count = ta_popcount_words(set->bits, words);
        while (w < words && set->bits[w] == 0)
            w++;
        if (w < words)
            set->least = 64 * w + ta_ctz(set->bits[w]);
        return;
    }
    uint64_t entries = index_entries(set->n, set->shift), place = 0;
    for (uint64_t e = 0; e < entries; e++) {
        while (place < set->count && set->list[place] >> set->shift < e)
            place++;
        set->index[e] = place;
    }
    if (set->count > 0)
        set->least = set->list[0];
}

static ta_status append(void *state, uint64_t element)
{
    ta_set *set = state;
    set->list[set->count++] = element;
    return TA_OK;
}

ta_status ta_set_build(const ta_game *game, uint64_t n, ta_set *set)
{
    ta_status st = allocate(set, ta_game_count_bound(game, n), n);
    if (st != TA_OK)
        return st;
    if (set->list != NULL)
        st = ta_game_each(game, n, append, set);
    else
        st = ta_game_fill(game, n, set->bits);
    if (st == TA_OK)
        finish(set);
    else
        ta_set_free(set);
    return st;
}

ta_status ta_set_from_list(const uint64_t *list, size_t count, uint64_t n,
                           ta_set *set)
{
    while (count > 0 && list[count - 1] >= n)
        count--;
    ta_status st = allocate(set, count, n);
    if (st != TA_OK)
        return st;
    if (set->list != NULL) {
        if (count > 0)
            memcpy(set->list, list, count * sizeof *list);
        set->count = count;
    } else {
        memset(set->bits, 0, (size_t)ta_bits_words(n) * 8);
        for (size_t i = 0; i < count; i++)
            set->bits[list[i] / 64] |= (uint64_t)1 << list[i] % 64;
    }
    finish(set);
    return TA_OK;
}

void ta_set_free(ta_set *set)
{
    ta_free(set->list);
    ta_free(set->index);
    if (set->bits != NULL)
        ta_free((char *)set->bits - TA_SET_PAD);
    *set = (ta_set){.n = 0};
}
