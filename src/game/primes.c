/* The primes, by a segmented sieve of Eratosthenes that writes bits. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "game/form.h"

/* A segment fits the first-level cache. */
enum { SEGMENT_WORDS = 4096, SEGMENT_BITS = 64 * SEGMENT_WORDS };

/* An odd prime p <= sqrt(n) and its next multiple to cross off, an odd one. */
typedef struct crossing {
    uint64_t p, next;
} crossing;

/* pi(x) <= x / ln x * (1 + 1.2762 / ln x) for x > 1 (Dusart 1998, theorem
 * 1.10), with a little added for the rounding of doubles. */
static uint64_t primes_up_to(uint64_t x)
{
    if (x < 2)
        return 0;
    double l = log((double)x);
    double bound = (double)x / l * (1 + 1.2762 / l) * (1 + 1e-9) + 1;
    return ta_min_u64((uint64_t)bound, x / 2 + 1);
}

static uint64_t count(const ta_game *game, uint64_t n)
{
    (void)game;
    return primes_up_to(n - 1);
}

static uint64_t root_floor(uint64_t x)
{
    uint64_t r = (uint64_t)sqrt((double)x);
    while (r > UINT32_MAX || r * r > x)
        r--;
    while (r < UINT32_MAX && (r + 1) * (r + 1) <= x)
        r++;
    return r;
}

static uint64_t scratch(const ta_game *game, uint64_t n)
{
    (void)game;
    uint64_t root = root_floor(n - 1);
    return root / 8 + primes_up_to(root) * sizeof(crossing) +
           8 * SEGMENT_WORDS + 256;
}

/* The odd primes up to sqrt(n - 1). */
static ta_status find_crossings(uint64_t n, crossing **out, size_t *out_count)
{
    uint64_t root = root_floor(n - 1), found = 0;
    crossing *list = ta_alloc(primes_up_to(root), sizeof *list);
    unsigned char *composite = ta_alloc_zero(root / 16 + 1, 1); /* of odds */
    if (list == NULL || composite == NULL) {
        ta_free(list);
        ta_free(composite);
        return TA_ENOMEM;
    }
    for (uint64_t p = 3; p <= root; p += 2) {
        if (composite[p / 16] >> (p / 2 % 8) & 1)
            continue;
        list[found++] = (crossing){p, p * p};
        for (uint64_t m = p * p; m <= root; m += 2 * p)
            composite[m / 16] |= (unsigned char)(1 << (m / 2 % 8));
    }
    ta_free(composite);
    *out = list;
    *out_count = found;
    return TA_OK;
}

/* The smallest odd primes make the most crossings; the pattern of p comes again
 * after p words. */
static const uint64_t small[] = {3, 5, 7, 11, 13};
enum { SMALL = sizeof small / sizeof *small, LARGEST_SMALL = 13 };

static void cross_small(uint64_t p, uint64_t lo, uint64_t words, uint64_t *out)
{
    uint64_t keep[LARGEST_SMALL] = {0};
    assert(p > 0);
    for (uint64_t k = 0; k < p; k++) {
        keep[k] = ~(uint64_t)0;
        for (uint64_t b = 0; b < 64; b++)
            if ((64 * k + b) % p == 0)
                keep[k] &= ~((uint64_t)1 << b);
    }
    uint64_t k = lo / 64 % p;
    for (uint64_t w = 0; w < words; w++, k = k + 1 == p ? 0 : k + 1)
        out[w] &= keep[k];
    if (lo == 0)
        out[0] |= (uint64_t)1 << p;
}

/* Bits of the primes in [lo, lo + 64 * count), lo a multiple of 64. Segments
 * are asked for in increasing order without gaps. */
static void sieve(crossing *list, size_t crossings, uint64_t lo, uint64_t words,
                  uint64_t *out)
{
    uint64_t bits = 64 * words;
    for (uint64_t w = 0; w < words; w++)
        out[w] = 0xaaaaaaaaaaaaaaaau;
    for (size_t k = 0; k < SMALL; k++)
        cross_small(small[k], lo, words, out);
    if (lo == 0)
        out[0] ^= 1u << 1 ^ 1u << 2; /* 1 is none, 2 is one */
    for (size_t i = 0; i < crossings; i++) {
        uint64_t p = list[i].p, at = list[i].next - lo;
        if (p <= LARGEST_SMALL)
            continue;
        if (p * p > lo + (bits - 1))
            break; /* p * p and its multiples lie further on */
        for (; at < bits; at += 2 * p)
            out[at / 64] &= ~((uint64_t)1 << at % 64);
        list[i].next = lo + at; /* wraps only beyond the last segment */
    }
}

static ta_status fill(const ta_game *game, uint64_t n, uint64_t *words)
{
    (void)game;
    crossing *list;
    size_t crossings;
    ta_status st = find_crossings(n, &list, &crossings);
    if (st != TA_OK)
        return st;
    uint64_t total = ta_bits_words(n);
    for (uint64_t w = 0; w < total; w += SEGMENT_WORDS)
        sieve(list, crossings, 64 * w, ta_min_u64(SEGMENT_WORDS, total - w),
              words + w);
    ta_free(list);
    if (n % 64 != 0)
        words[total - 1] &= ((uint64_t)1 << n % 64) - 1;
    return TA_OK;
}

static ta_status visit_segment(const uint64_t *words, uint64_t lo, uint64_t n,
                               ta_visit visit, void *state)
{
    for (uint64_t w = 0; w < SEGMENT_WORDS && 64 * w < n - lo; w++)
        for (uint64_t b = words[w]; b != 0; b &= b - 1) {
            uint64_t p = lo + 64 * w + ta_ctz(b);
            ta_status st = p < n ? visit(state, p) : TA_OK;
            if (st != TA_OK)
                return st;
        }
    return TA_OK;
}

static ta_status each(const ta_game *game, uint64_t n, ta_visit visit,
                      void *state)
{
    (void)game;
    crossing *list;
    size_t crossings;
    ta_status st = find_crossings(n, &list, &crossings);
    if (st != TA_OK)
        return st;
    uint64_t *words = ta_alloc(SEGMENT_WORDS, 8);
    if (words == NULL)
        st = TA_ENOMEM;
    for (uint64_t lo = 0; st == TA_OK;) {
        sieve(list, crossings, lo, SEGMENT_WORDS, words);
        st = visit_segment(words, lo, n, visit, state);
        if (n - lo <= SEGMENT_BITS)
            break;
        lo += SEGMENT_BITS;
    }
    ta_free(words);
    ta_free(list);
    return st;
}

ta_status ta_kind_primes(ta_game *game, const char *argument, ta_error *error)
{
    static const ta_form form = {count, each, fill, scratch, NULL, NULL};
    (void)argument;
    (void)error;
    game->form = &form;
    game->least = 2;
    return TA_OK;
}
