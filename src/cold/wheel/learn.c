/* Learning a modulus. Work goes to the classes where cold numbers live, so a
 * modulus is the better the smaller the share of its classes that hold nearly
 * all of them. For squares around 2^28, 99 % are in 60 % of the classes mod 5,
 * 32 % mod 65, 17 % mod 1625 and 9.7 % mod 27625.
 *
 * Which primes take part is told by the concentration: p times the chance
 * that two cold numbers are in the same class. It is 1 for numbers spread
 * evenly, and for squares 2.4 mod 5, 2.6 mod 13, 1.7 mod 17, and 1.0 mod 3,
 * 7, 11, 29. For triangular numbers it is 1.0 mod 3 but 2.1 mod 9: a prime
 * may help only by its square. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cold/wheel/learn.h"

enum { PRIME_MAX = 43, PRIMES_MAX = 16 };

/* A prime takes part if it or its square concentrates so much; a larger
 * modulus must lower the share at least by this power of the size; a share
 * above the last is no structure. */
static const double PRIME_GAIN = 1.1, SIZE_POWER = 0.12, MOST = 0.99,
                    SHARE_MAX = 0.97;

/* A share can be told only from many numbers for each class. */
enum { NUMBERS_A_CLASS = 4 };

typedef struct learner {
    const wheel_moves *moves;
    const wheel_list *sample;
    uint32_t *count; /* by class */
    uint32_t most, best;
    double best_score;
    uint32_t prime[PRIMES_MAX];
    unsigned primes;
} learner;

static void count_classes(learner *t, uint32_t m)
{
    memset(t->count, 0, m * sizeof *t->count);
    for (size_t i = 0; i < t->sample->count; i++)
        t->count[t->sample->at[i] % m]++;
}

static double concentration(learner *t, uint32_t m)
{
    const double n = (double)t->sample->count;
    double pairs = 0;
    count_classes(t, m);
    for (uint32_t s = 0; s < m; s++)
        pairs += (double)t->count[s] * ((double)t->count[s] - 1);
    return n < 2 ? 1 : pairs / (n * (n - 1)) * m;
}

static int falling(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x < y) - (x > y);
}

/* The share of classes that hold MOST of the numbers. */
static double share(learner *t, uint32_t m)
{
    count_classes(t, m);
    qsort(t->count, m, sizeof *t->count, falling);
    uint64_t held = 0;
    uint32_t s = 0;
    while (s < m && (double)held < MOST * (double)t->sample->count)
        held += t->count[s++];
    return (double)s / m;
}

static bool is_prime(uint32_t p)
{
    for (uint32_t d = 2; d * d <= p; d++)
        if (p % d == 0)
            return false;
    return true;
}

static void try_multiples(learner *t, uint32_t m, unsigned from)
{
    for (unsigned k = from; k < t->primes; k++) {
        uint64_t next = (uint64_t)m * t->prime[k];
        if (next > t->most)
            continue;
        double found = share(t, (uint32_t)next);
        double score = found * pow((double)next, SIZE_POWER);
        if (found < SHARE_MAX && score < t->best_score &&
            wheel_moves_fit(t->moves, (uint32_t)next)) {
            t->best_score = score;
            t->best = (uint32_t)next;
        }
        try_multiples(t, (uint32_t)next, k);
    }
}

uint32_t wheel_learn(const wheel_moves *moves, const wheel_list *sample,
                     uint32_t most, ta_status *status)
{
    learner t = {.moves = moves,
                 .sample = sample,
                 .most = most,
                 .best = 1,
                 .best_score = 2};
    if (t.most > sample->count / NUMBERS_A_CLASS)
        t.most = (uint32_t)(sample->count / NUMBERS_A_CLASS);
    const uint32_t room = PRIME_MAX * PRIME_MAX;
    t.count = ta_alloc(most > room ? most : room, sizeof *t.count);
    *status = t.count == NULL ? TA_ENOMEM : TA_OK;
    if (t.count == NULL)
        return 1;
    for (uint32_t p = 3; p <= PRIME_MAX; p += 2)
        if (is_prime(p) && (concentration(&t, p) >= PRIME_GAIN ||
                            concentration(&t, p * p) >= PRIME_GAIN))
            t.prime[t.primes++] = p;
    try_multiples(&t, 1, 0);
    ta_free(t.count);
    return t.best;
}
