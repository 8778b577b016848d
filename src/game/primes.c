/* Primes by a segmented sieve of Eratosthenes, a bit a number. A segment begins
 * as a copy of a pattern without multiples of 2, 3, 5, 7 and 11, which repeats
 * after 3 * 5 * 7 * 11 words; then odd multiples of larger primes p are crossed
 * off from p^2 on. Below 13^2 the pattern alone is right but for 1 and the five
 * primes. */
#include <math.h>
#include <string.h>

#include "game/form.h"

enum {
    PATTERN = 3 * 5 * 7 * 11, /* words */
    SEGMENT = 3 * PATTERN,    /* words: 27 KiB, in the first-level cache; whole
                                 patterns, so that each segment begins with one */
    IN_PATTERN = 5,           /* primes in the pattern */
    POLL = 64                 /* segments between two polls */
};

typedef struct sieve {
    uint64_t pattern[PATTERN];
    size_t count; /* of `prime` */
    /* Up to the square root of n; NULL if n is at most 13^2. */
    uint64_t *prime;
    uint64_t *next; /* of each: the next odd multiple to be crossed off */
} sieve;

/* Returns a bound on the primes <= x: x / ln x (1 + 1.2762 / ln x) for x > 1
 * (Dusart 1998, theorem 1.10); 1 + 1e-9 is for the rounding of doubles. */
static uint64_t bound_primes(uint64_t x)
{
    if (x < 2)
        return 0;
    double l = log((double)x);
    double bound = (double)x / l * (1 + 1.2762 / l) * (1 + 1e-9) + 1;
    return tai_min_u64((uint64_t)bound, x / 2 + 1);
}

static uint64_t primes_count(const ta_game *game, uint64_t n)
{
    (void)game;
    return bound_primes(n - 1);
}

/* Returns a number above the square root of n: 2 more, since sqrt may round
 * down. Primes below it are below 2^32, so that squares fit. */
static uint64_t above_root(uint64_t n)
{
    return (uint64_t)sqrt((double)n) + 2;
}

/* Returns a bound on the bytes of a sieve, that of the smaller sieve for its
 * primes included. */
static uint64_t primes_scratch(const ta_game *game, uint64_t n)
{
    (void)game;
    return 16 * bound_primes(above_root(n)) +
           8 * tai_min_u64(SEGMENT, ta_bits_words(n)) + 512;
}

/* Clears the bits at, at + 2 p, ... of `count` words. Returns the first one
 * behind the end. */
static uint64_t cross_off(uint64_t p, uint64_t at, uint64_t *words,
                          uint64_t count)
{
    for (; at < 64 * count; at += 2 * p)
        words[at / 64] &= ~((uint64_t)1 << at % 64);
    return at;
}

/* Prepares a sieve below n, whose primes are found by a smaller one. The caller
 * frees s->prime and s->next in any case. */
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

/* Sieves the numbers of `count` words from word `first` on, where the call
 * before ended: s->next is at or behind. */
static void sieve_segment(sieve *s, uint64_t first, uint64_t count,
                          uint64_t *words)
{
    const uint64_t lo = 64 * first, last = lo + (64 * count - 1);
    for (uint64_t w = 0; w < count; w += PATTERN)
        memcpy(words + w, s->pattern, 8 * tai_min_u64(PATTERN, count - w));
    /* In the pattern 1 is a prime, and 2 to 11 are none. */
    if (lo == 0)
        words[0] ^= 1 << 1 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << 7 | 1 << 11;
    for (size_t i = IN_PATTERN; i < s->count; i++) {
        uint64_t p = s->prime[i];
        if (p * p > last)
            break;
        s->next[i] = lo + cross_off(p, s->next[i] - lo, words, count);
    }
}

/* Sets bit p of `bits` for each prime p < n; those from n on are unspecified.
 * Without `bits` calls visit(state, p), in order, until a call fails. */
static ta_status sieve_primes(const ta_game *game, uint64_t n, uint64_t *bits,
                              const ta_options *options, tai_visit visit,
                              void *state)
{
    sieve s;
    ta_status st = sieve_open(game, n, &s);
    uint64_t total = ta_bits_words(n), *words = bits, count;
    if (bits == NULL && st == TA_OK) {
        words = tai_alloc(tai_min_u64(SEGMENT, total), 8);
        st = words == NULL ? TA_ENOMEM : TA_OK;
    }
    for (uint64_t first = 0; st == TA_OK && first < total; first += count) {
        count = tai_min_u64(SEGMENT, total - first);
        sieve_segment(&s, first, count, bits != NULL ? bits + first : words);
        const ta_block segment = {.from = 64 * first,
                                  .to = tai_min_u64(n, 64 * (first + count)),
                                  .bits = words};
        if (bits == NULL)
            st = ta_block_each(&segment, 0, visit, state);
        else if (first / SEGMENT % POLL == POLL - 1)
            st = tai_poll(options, 0, 0);
    }
    if (bits == NULL)
        ta_free(words);
    ta_free(s.prime);
    ta_free(s.next);
    return st;
}

static ta_status primes_each(const ta_game *game, uint64_t n, tai_visit visit,
                             void *state)
{
    return sieve_primes(game, n, NULL, NULL, visit, state);
}

static ta_status primes_fill(const ta_game *game, uint64_t n, uint64_t *words,
                             const ta_options *options)
{
    return sieve_primes(game, n, words, options, NULL, NULL);
}

ta_status tai_kind_primes(ta_game *game, const char *argument, ta_error *error)
{
    static const tai_form form = {primes_count, primes_each, primes_fill,
                                  primes_scratch};
    (void)argument;
    (void)error;
    game->form = &form;
    game->least = 2;
    return TA_OK;
}
