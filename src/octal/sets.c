/* The engine `sets`, for splits in three, and as a check for octal games
 * (paper-notes.md, O6). R_k(m), the nim-sums of k heaps with m tokens together,
 * is the union of G(a) xor R_(k-1)(m - a) over 1 <= a <= m / k. A set is a
 * string of bits; to xor it with v, the high bits of v permute words and the
 * low six bits permute the bits of words. */
#include <string.h>

#include "octal/engine.h"

enum { SETS_FIRST = 1 << 10 }; /* totals m with memory at first */

/* Returns the set R_2(m) for k = 0, R_3(m) for k = 1. */
static uint64_t *sets_at(const octal_sets *s, uint64_t m, unsigned k)
{
    return s->bits + (m * s->kinds + k) * s->words;
}

/* Makes memory for totals m < capacity, and sets of `words` words; new bits are
 * 0. Returns TA_ENOMEM, or TA_ELIMIT if old and new sets exceed the limit. */
static ta_status sets_resize(octal_engine *e, uint64_t capacity, uint64_t words)
{
    octal_sets *s = &e->sets;
    const uint64_t count = capacity * s->kinds, old = s->capacity * s->kinds;
    if (tai_mul_sat(8, tai_add_sat(tai_mul_sat(count, words), old * s->words)) >
        e->limit.rare)
        return TA_ELIMIT;
    uint64_t *bits = tai_alloc_zero(count, words * sizeof *bits);
    if (bits == NULL)
        return TA_ENOMEM;
    for (uint64_t i = 0; i < s->n * s->kinds; i++)
        memcpy(bits + i * words, s->bits + i * s->words,
               s->words * sizeof *bits);
    ta_free(s->bits);
    s->bits = bits;
    s->capacity = capacity;
    s->words = words;
    return TA_OK;
}

/* Moves bit i to i xor v, v < 64. */
static uint64_t word_move_bits(uint64_t x, unsigned v)
{
    static const uint64_t low[6] = {
        UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333),
        UINT64_C(0x0f0f0f0f0f0f0f0f), UINT64_C(0x00ff00ff00ff00ff),
        UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00000000ffffffff)};
    for (unsigned k = 0; k < 6; k++)
        if (v >> k & 1)
            x = (x & low[k]) << (1u << k) | (x >> (1u << k) & low[k]);
    return x;
}

/* Computes the sets of total m from the values below m. */
static void sets_find(octal_sets *s, const tai_octal *game, const uint16_t *g,
                      uint64_t m)
{
    uint64_t *two = sets_at(s, m, 0), *three = two + s->words;
    for (uint64_t a = 1; 2 * a + game->unequal <= m; a++) {
        const unsigned v = g[a] ^ g[m - a];
        two[v / 64] |= UINT64_C(1) << v % 64;
    }
    for (uint64_t a = 1; s->kinds > 1 && 3 * a <= m; a++) {
        const uint64_t *rest = sets_at(s, m - a, 0);
        for (uint64_t w = 0; w < s->words; w++)
            three[w ^ g[a] / 64] |= word_move_bits(rest[w], g[a] % 64);
    }
}

/* Returns the nim-value of heap h: 64 * s->words at most, as options have
 * smaller values. */
static uint32_t sets_mex(const octal_sets *s, const tai_octal *game,
                         const uint16_t *g, uint64_t h)
{
    for (uint64_t w = 0; w < s->words; w++) {
        uint64_t seen = w == 0 && tai_octal_ends(game, h);
        for (unsigned i = 0; i < game->n_take && game->take[i] < h; i++) {
            const unsigned v = g[h - game->take[i]];
            seen |= (uint64_t)(v / 64 == w) << v % 64;
        }
        for (unsigned i = 0; i < game->n_break && game->breaks[i] < h; i++)
            seen |= sets_at(s, h - game->breaks[i], 0)[w];
        for (unsigned i = 0; i < game->n_third && game->thirds[i] < h; i++)
            seen |= sets_at(s, h - game->thirds[i], 1)[w];
        if (~seen != 0)
            return (uint32_t)(64 * w) + tai_ctz(~seen);
    }
    return (uint32_t)(64 * s->words);
}

ta_status tai_octal_sets_value(octal_engine *e, uint32_t *value)
{
    octal_sets *s = &e->sets;
    const uint64_t h = e->proved;
    ta_status st = TA_OK;
    s->kinds = e->game->n_third > 0 ? 2 : 1;
    if (h >= s->capacity)
        st = sets_resize(e, tai_max_u64(SETS_FIRST, h + h / 2),
                         tai_max_u64(s->words, 1));
    if (st != TA_OK)
        return st;
    for (; s->n <= h; s->n++)
        sets_find(s, e->game, e->held.g, s->n);
    *value = sets_mex(s, e->game, e->held.g, h);
    return *value == 64 * s->words && *value <= TAI_OCTAL_VALUE_MAX
               ? sets_resize(e, s->capacity, 2 * s->words)
               : TA_OK;
}
