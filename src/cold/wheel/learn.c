/* Learns the modulus of a phase from a sample of the cold numbers: the best one
 * has nearly all of them in the smallest share of its classes. Its prime
 * factors are chosen by concentration, m times the probability that two cold
 * numbers are equal modulo m. README, "The modulus". */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cold/wheel/wheel.h"

static const uint32_t PRIME[] = {3,  5,  7,  11, 13, 17, 19,
                                 23, 29, 31, 37, 41, 43};
enum { PRIMES = sizeof PRIME / sizeof *PRIME };

/* Share: the least fraction of the classes of m that has the fraction MOST of
 * the sample. The best m has the least share * m^SIZE_POWER. */
static const double
    PRIME_GAIN = 1.1, /* concentration of a factor p, or of p^2, at least */
    SIZE_POWER = 0.12, MOST = 0.99,
    SHARE_MAX = 0.97; /* at this share and above, m is not used */

enum { NUMBERS_A_CLASS = 4 }; /* sampled numbers for each class of m at least */

enum { MODULI_MAX = 4096 };

typedef struct learner {
    const wheel_list *sample;
    uint32_t *count; /* `room` counters for each thread */
    uint32_t room;
    uint32_t most; /* the largest modulus to be tried */
    uint32_t prime[PRIMES];
    unsigned primes;
    uint32_t *modulus; /* to be tried */
    double *figure;    /* of modulus[i]: its concentration, then its share */
    size_t moduli;
} learner;

/* Returns the sampled numbers counted by class modulo m, in memory of the
 * thread that the next call overwrites. */
static uint32_t *learn_count_classes(const learner *t, unsigned thread,
                                     uint32_t m)
{
    uint32_t *count = t->count + (size_t)thread * t->room;
    memset(count, 0, m * sizeof *count);
    for (size_t i = 0; i < t->sample->count; i++)
        count[t->sample->at[i] % m]++;
    return count;
}

static void learn_concentration_item(void *state, unsigned thread, size_t item)
{
    learner *t = state;
    const uint32_t m = t->modulus[item];
    const double n = (double)t->sample->count;
    double pairs = 0;
    const uint32_t *count = learn_count_classes(t, thread, m);
    for (uint32_t s = 0; s < m; s++)
        pairs += (double)count[s] * ((double)count[s] - 1);
    t->figure[item] = n < 2 ? 1 : pairs / (n * (n - 1)) * m;
}

static int learn_compare_falling(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x < y) - (x > y);
}

static void learn_share_item(void *state, unsigned thread, size_t item)
{
    learner *t = state;
    const uint32_t m = t->modulus[item];
    uint32_t *count = learn_count_classes(t, thread, m), s = 0;
    qsort(count, m, sizeof *count, learn_compare_falling);
    for (uint64_t held = 0;
         s < m && (double)held < MOST * (double)t->sample->count; s++)
        held += count[s];
    t->figure[item] = (double)s / m;
}

bool tai_wheel_can_learn(const wheel_moves *moves)
{
    for (size_t k = 0; k < PRIMES; k++)
        if (tai_wheel_moves_fit(moves, PRIME[k]) ||
            tai_wheel_moves_fit(moves, PRIME[k] * PRIME[k]))
            return true;
    return false;
}

/* Sets t->prime to the primes p of which p or p^2 has a concentration. */
static void learn_choose_primes(learner *t, tai_pool *pool)
{
    for (size_t k = 0; k < PRIMES; k++) {
        t->modulus[t->moduli++] = PRIME[k];
        t->modulus[t->moduli++] = PRIME[k] * PRIME[k];
    }
    tai_pool_run(pool, learn_concentration_item, t, t->moduli);
    for (size_t i = 0; i < t->moduli; i += 2)
        if (t->figure[i] >= PRIME_GAIN || t->figure[i + 1] >= PRIME_GAIN)
            t->prime[t->primes++] = t->modulus[i];
    t->moduli = 0;
}

/* Lists all products, at most t->most, of m and one or more of t->prime[from],
 * t->prime[from + 1], ..., with repetition. */
static void learn_list_multiples(learner *t, uint32_t m, unsigned from)
{
    for (unsigned k = from; k < t->primes && t->moduli < MODULI_MAX; k++) {
        uint64_t next = (uint64_t)m * t->prime[k];
        if (next > t->most)
            continue;
        t->modulus[t->moduli++] = (uint32_t)next;
        learn_list_multiples(t, (uint32_t)next, k);
    }
}

/* Returns the best modulus that fits the moves; 1 if there is none, or if its
 * share exceeds `most_share`. */
static uint32_t learn_best_modulus(learner *t, const wheel_moves *moves,
                                   double most_share, tai_pool *pool)
{
    learn_choose_primes(t, pool);
    learn_list_multiples(t, 1, 0);
    tai_pool_run(pool, learn_share_item, t, t->moduli);
    double least = 2, share = 1;
    uint32_t best = 1;
    for (size_t i = 0; i < t->moduli; i++) {
        double score = t->figure[i] * pow((double)t->modulus[i], SIZE_POWER);
        if (t->figure[i] < SHARE_MAX && score < least &&
            tai_wheel_moves_fit(moves, t->modulus[i])) {
            least = score;
            share = t->figure[i];
            best = t->modulus[i];
        }
    }
    return share <= most_share ? best : 1;
}

uint32_t tai_wheel_learn(const wheel_moves *moves, const wheel_list *sample,
                         uint32_t most, double share, tai_pool *pool,
                         ta_status *status)
{
    learner t = {
        .sample = sample,
        .most = (uint32_t)tai_min_u64(most, sample->count / NUMBERS_A_CLASS),
        .modulus = tai_alloc(MODULI_MAX, sizeof *t.modulus),
        .figure = tai_alloc(MODULI_MAX, sizeof *t.figure)};
    t.room =
        (uint32_t)tai_max_u64(t.most, PRIME[PRIMES - 1] * PRIME[PRIMES - 1]);
    t.count = tai_alloc((uint64_t)pool->threads * t.room, sizeof *t.count);
    const bool ok = t.count != NULL && t.modulus != NULL && t.figure != NULL;
    *status = ok ? TA_OK : TA_ENOMEM;
    const uint32_t best = ok ? learn_best_modulus(&t, moves, share, pool) : 1;
    ta_free(t.count);
    ta_free(t.modulus);
    ta_free(t.figure);
    return best;
}
