/* Computes the primes below n by a segmented sieve of Eratosthenes, with one
 * bit for each number.
 *
 * A segment begins as a copy of a pattern, which has the bits of the numbers
 * that 2, 3, 5, 7 and 11 do not divide. The pattern repeats after 3 * 5 * 7 *
 * 11 words of 64 bits. Then the multiples of each larger prime p are crossed
 * off, from p^2 on. */
#include <math.h>
#include <string.h>

#include "game/form.h"

enum {
    PATTERN = 3 * 5 * 7 * 11, /* words */
    /* The number of 64-bit words in a segment of the sieve. They occupy 27 KiB,
     * which fit in the first-level cache. */
    SEGMENT = 3 * PATTERN,
    /* The number of the primes 2, 3, 5, 7 and 11. The pattern that begins a
     * segment has none of their multiples. */
    IN_PATTERN = 5
};

/* The state of a sieve. */
typedef struct sieve {
    uint64_t pattern[PATTERN];
    /* The number of primes in the array `prime`. */
    size_t count;
    /* The primes up to the square root of n, whose odd multiples the sieve
     * crosses off. NULL if n is at most 13^2: then it is enough to cross off
     * the multiples of 3, 5, 7 and 11, by the array `pattern`. */
    uint64_t *prime;
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

/* Returns an integer that is greater than the square root of n. The function
 * adds 2 because sqrt may round down. Every prime below the result is less than
 * 2^32, so its square fits in 64 bits. */
static uint64_t above_root(uint64_t n)
{
    return (uint64_t)sqrt((double)n) + 2;
}

/* Returns an upper bound of the bytes that a sieve of the numbers below n
 * allocates. The bound includes the bytes of a smaller sieve that runs before,
 * to find the primes up to the square root of n. */
static uint64_t primes_scratch(const ta_game *game, uint64_t n)
{
    (void)game;
    return 16 * bound_primes(above_root(n)) +
           8 * ta_min_u64(SEGMENT, ta_bits_words(n)) + 512;
}

/* Clears the bits with the numbers at, at + 2 p, at + 4 p, ... in an array of
 * `count` words of 64 bits. Returns the first of these numbers that lies behind
 * the end of the array. */
static uint64_t cross_off(uint64_t p, uint64_t at, uint64_t *words,
                          uint64_t count)
{
    for (; at < 64 * count; at += 2 * p)
        words[at / 64] &= ~((uint64_t)1 << at % 64);
    return at;
}

/* Fills in *s for a sieve of the numbers below n. Returns TA_ENOMEM if there is
 * no memory. The caller frees s->prime and s->next, even after an error. */
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

/* Sieves a segment, which has the numbers from 64 * first to 64 * (first +
 * count) - 1. Sets bit i of `words` to 1 if the number 64 * first + i is prime,
 * else to 0. Each call must begin where the call before ended. */
static void sieve_segment(sieve *s, uint64_t first, uint64_t count,
                          uint64_t *words)
{
    const uint64_t lo = 64 * first;
    for (uint64_t w = 0; w < count; w += PATTERN)
        memcpy(words + w, s->pattern, 8 * ta_min_u64(PATTERN, count - w));
    /* Inverts the bits of 1, 2, 3, 5, 7 and 11. They are wrong in the pattern,
     * where 1 is a prime and the others are not. */
    if (lo == 0)
        words[0] ^= 1 << 1 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << 7 | 1 << 11;
    for (size_t i = IN_PATTERN; i < s->count; i++) {
        uint64_t p = s->prime[i];
        if (p * p > lo + (64 * count - 1))
            break;
        s->next[i] = lo + cross_off(p, s->next[i] - lo, words, count);
    }
}

/* Finds the primes below n. If `bits` is not NULL, sets bit p of `bits` for
 * each prime p; bits from n on may get any value. If `bits` is NULL, calls
 * visit(state, p) for each prime p, in increasing order, until a call fails.
 * Returns TA_OK, TA_ENOMEM or the status of `visit`. */
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
