/* Computes the set of the primes by a segmented sieve of Eratosthenes on bits.
 *
 * A segment begins as a copy of a pattern: the numbers without a divisor among
 * 2, 3, 5, 7 and 11. The pattern repeats after 3 * 5 * 7 * 11 words. Then the
 * multiples of each larger prime p are crossed off, from p^2 on. */
#include <math.h>
#include <string.h>

#include "game/form.h"

enum {
    PATTERN = 3 * 5 * 7 * 11, /* words */
    /* The length of a segment in 64-bit words: 27 KiB, which fit in the
     * first-level cache. */
    SEGMENT = 3 * PATTERN,
    /* The number of primes up to 11, whose multiples the pattern leaves out. */
    IN_PATTERN = 5
};

/* The state of a sieve. */
typedef struct sieve {
    uint64_t pattern[PATTERN];
    /* The number of sieving primes: those up to the square root of n. */
    size_t count;
    uint64_t *prime; /* the sieving primes; NULL if n is small */
    /* next[i] is the next odd multiple of prime[i] that will be crossed off. */
    uint64_t *next;
} sieve;

/* Returns an upper bound of the number of primes <= x. For x > 1 that number is
 * at most x / ln x (1 + 1.2762 / ln x) (Dusart 1998, theorem 1.10). The factor
 * 1 + 1e-9 allows for the rounding of doubles. */
static uint64_t bound_primes(uint64_t x)
{
    if (x < 2)
        return 0;
    double l = log((double)x);
    double bound = (double)x / l * (1 + 1.2762 / l) * (1 + 1e-9) + 1;
    return ta_min_u64((uint64_t)bound, x / 2 + 1);
}

static uint64_t primes_count(const ta_game *game, uint64_t n)
{
    (void)game;
    return bound_primes(n - 1);
}

/* Returns a number above the square root of n, whatever the rounding of sqrt.
 * The primes below that number are less than 2^32. */
static uint64_t above_root(uint64_t n)
{
    return (uint64_t)sqrt((double)n) + 2;
}

/* Returns an upper bound of the bytes that a sieve of the numbers below n
 * allocates. The search for the sieving primes themselves needs less. */
static uint64_t primes_scratch(const ta_game *game, uint64_t n)
{
    (void)game;
    return 16 * bound_primes(above_root(n)) +
           8 * ta_min_u64(SEGMENT, ta_bits_words(n)) + 512;
}

/* Clears the bits at, at + 2 p, at + 4 p, ... of an array of `count` words.
 * Returns the first number of this sequence that lies behind the array. */
static uint64_t cross_off(uint64_t p, uint64_t at, uint64_t *words,
                          uint64_t count)
{
    for (; at < 64 * count; at += 2 * p)
        words[at / 64] &= ~((uint64_t)1 << at % 64);
    return at;
}

/* Prepares a sieve of the numbers below n. Returns TA_ENOMEM if there is no
 * memory. The caller frees s->prime and s->next, even after an error. */
static ta_status sieve_open(const ta_game *game, uint64_t n, sieve *s)
{
    ta_status st = TA_OK;
    *s = (sieve){.count = 0};
    for (size_t w = 0; w < PATTERN; w++)
        s->pattern[w] = 0xaaaaaaaaaaaaaaaau; /* the odd numbers */
    for (uint64_t p = 3; p <= 11; p += 2)
        cross_off(p, p, s->pattern, PATTERN);
    if (n > 13 * 13)
        st = ta_game_elements(game, above_root(n), &s->prime, &s->count);
    if (st != TA_OK)
        return st;
    s->next = tai_alloc(s->count, sizeof *s->next);
    if (s->next == NULL)
        return TA_ENOMEM;
    for (size_t i = 0; i < s->count; i++)
        s->next[i] = s->prime[i] * s->prime[i];
    return TA_OK;
}

/* Writes `count` words of bits: the bit of a number from 64 * first on is 1 if
 * the number is prime. Successive calls must come in increasing order, without
 * gaps. */
static void sieve_segment(sieve *s, uint64_t first, uint64_t count,
                          uint64_t *words)
{
    const uint64_t lo = 64 * first;
    for (uint64_t w = 0; w < count; w += PATTERN)
        memcpy(words + w, s->pattern, 8 * ta_min_u64(PATTERN, count - w));
    if (lo == 0) /* 1 is no prime; 2, 3, 5, 7 and 11 are */
        words[0] ^= 1 << 1 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << 7 | 1 << 11;
    for (size_t i = IN_PATTERN; i < s->count; i++) {
        uint64_t p = s->prime[i];
        if (p * p > lo + (64 * count - 1))
            break;
        s->next[i] = lo + cross_off(p, s->next[i] - lo, words, count);
    }
}

/* Writes the bits of the primes below n to `bits`. If `bits` is NULL, calls
 * visit for each prime below n instead. */
static ta_status sieve_primes(const ta_game *game, uint64_t n, uint64_t *bits,
                              ta_visit visit, void *state)
{
    sieve s;
    ta_status st = sieve_open(game, n, &s);
    uint64_t total = ta_bits_words(n), *words = bits, count;
    if (bits == NULL && st == TA_OK) {
        words = tai_alloc(ta_min_u64(SEGMENT, total), 8);
        st = words == NULL ? TA_ENOMEM : TA_OK;
    }
    for (uint64_t first = 0; st == TA_OK && first < total; first += count) {
        count = ta_min_u64(SEGMENT, total - first);
        sieve_segment(&s, first, count, bits != NULL ? bits + first : words);
        for (uint64_t w = 0; bits == NULL && w < count; w++)
            for (uint64_t b = words[w]; st == TA_OK && b != 0; b &= b - 1) {
                uint64_t p = 64 * (first + w) + ta_ctz(b);
                st = p < n ? visit(state, p) : TA_OK;
            }
    }
    if (bits == NULL)
        ta_free(words);
    ta_free(s.prime);
    ta_free(s.next);
    return st;
}

static ta_status primes_each(const ta_game *game, uint64_t n, ta_visit visit,
                             void *state)
{
    return sieve_primes(game, n, NULL, visit, state);
}

static ta_status primes_fill(const ta_game *game, uint64_t n, uint64_t *words)
{
    return sieve_primes(game, n, words, NULL, NULL);
}

ta_status tai_kind_primes(ta_game *game, const char *argument, ta_error *error)
{
    static const ta_form form = {primes_count, primes_each, primes_fill,
                                 primes_scratch};
    (void)argument;
    (void)error;
    game->form = &form;
    game->least = 2;
    return TA_OK;
}
