/* Learning a modulus. Classes mod M are the better the more unevenly they are
 * filled: the measure is the concentration, M times the chance that two cold
 * numbers are in the same class. It is 1 for numbers spread evenly, and for
 * squares 2.4 mod 5, 2.6 mod 13, 1.7 mod 17, 14.5 mod 1625, 28 mod 27625, and
 * 1.0 mod 3, 7, 11, 29. For triangular numbers it is 1.0 mod 3 but 2.1 mod 9:
 * a prime may help only by its square. */
#include <math.h>
#include <string.h>

#include "cold/wheel/learn.h"

enum { PRIME_MAX = 43, PRIMES_MAX = 16 };

/* A prime takes part if it or its square concentrates so much, and a
 * larger modulus is better if concentration grows with this power of it. */
static const double PRIME_GAIN = 1.1, SIZE_POWER = 0.1;

typedef struct learner {
    const wheel_moves *moves;
    const wheel_list *sample;
    uint32_t *count; /* by class */
    uint32_t most, best;
    double best_score;
    uint32_t prime[PRIMES_MAX];
    unsigned primes;
} learner;

static double concentration(learner *t, uint32_t m)
{
    const double n = (double)t->sample->count;
    double pairs = 0;
    memset(t->count, 0, m * sizeof *t->count);
    for (size_t i = 0; i < t->sample->count; i++)
        pairs += t->count[t->sample->at[i] % m]++;
    return n < 2 ? 1 : pairs * 2 / (n * (n - 1)) * m;
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
        double score =
            concentration(t, (uint32_t)next) / pow((double)next, SIZE_POWER);
        if (score > t->best_score &&
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
                 .best_score = 1};
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
