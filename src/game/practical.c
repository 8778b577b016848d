/* Practical numbers m: every number up to m is a sum of distinct divisors of m.
 * By Stewart's theorem (1954) these are 1 and m p^a, a >= 1, for a practical m
 * and a prime p above those of m with p <= sigma(m) + 1, where sigma(m) is the
 * sum of the divisors. So a walk from 1 that multiplies by powers of ever
 * larger primes meets each practical number once (practical_mark). */
#include <math.h>

#include "game/form.h"

typedef struct walk {
    uint64_t n;
    uint64_t *words; /* bit m: m is practical */
    uint64_t *prime; /* in order */
    size_t count;    /* of `prime` */
    uint64_t marked; /* numbers so far */
    const ta_options *options;
} walk;

/* All but 1 and 2 are multiples of 4 or 6, a third of all numbers: the walk
 * takes 2 first, then 2 again or 3. */
static uint64_t practical_count(const ta_game *game, uint64_t n)
{
    (void)game;
    return tai_min_u64(n - 1, n / 3 + 3);
}

/* Returns a number above all primes p of the walk: m p < n gives p^2 <=
 * (sigma(m) + 1) p < 46 m p < 49 n, since sigma(m) <= m (1 + ln m) and ln m <
 * 44.4. */
static uint64_t above_primes(uint64_t n)
{
    return 7 * ((uint64_t)sqrt((double)n) + 2);
}

static uint64_t practical_scratch(const ta_game *game, uint64_t n)
{
    (void)game;
    ta_game primes = {.form = NULL};
    tai_kind_primes(&primes, NULL, NULL);
    return tai_add_sat(8 * ta_bits_words(n) + 64,
                       tai_game_list_memory(&primes, above_primes(n)));
}

/* Marks m, with the sum sigma of its divisors, and all m' < n that the walk
 * makes of it by primes from number i on. Where n bits fit in memory, sums of
 * divisors fit in 64 bits. */
static ta_status practical_mark(walk *w, uint64_t m, uint64_t sigma, size_t i)
{
    enum { POLL = 1 << 20 };
    const uint64_t most = (w->n - 1) / m; /* the largest factor */
    ta_status st = TA_OK;
    w->words[m / 64] |= (uint64_t)1 << m % 64;
    if (++w->marked % POLL == 0)
        st = tai_poll(w->options, 0, 0);
    for (; st == TA_OK && i < w->count &&
           w->prime[i] <= tai_min_u64(most, sigma + 1);
         i++) {
        const uint64_t p = w->prime[i];
        /* `sum` is sigma(power). */
        for (uint64_t power = p, sum = p + 1;; power *= p, sum += power) {
            st = practical_mark(w, m * power, sigma * sum, i + 1);
            if (st != TA_OK || power > most / p)
                break;
        }
    }
    return st;
}

static ta_status practical_fill(const ta_game *game, uint64_t n,
                                uint64_t *words, const ta_options *options)
{
    (void)game;
    ta_game primes = {.form = NULL};
    walk w = {.n = n, .words = words, .options = options};
    tai_kind_primes(&primes, NULL, NULL);
    ta_status st =
        ta_game_elements(&primes, above_primes(n), &w.prime, &w.count);
    if (st == TA_OK)
        st = practical_mark(&w, 1, 1, 0);
    ta_free(w.prime);
    return st;
}

ta_status tai_kind_practical(ta_game *game, const char *argument,
                             ta_error *error)
{
    static const tai_form form = {practical_count, tai_each_bit, practical_fill,
                                  practical_scratch};
    (void)argument;
    (void)error;
    game->form = &form;
    game->least = 1;
    return TA_OK;
}
