/* Learns the modulus for a phase of the engine `wheel` from a sample of the
 * cold numbers. (A phase decides a range of heaps with one modulus.) Most work
 * of a phase is done for the residue classes that may have cold numbers. So a
 * modulus is good if a small part of its classes has nearly all cold numbers.
 * For squares around 2^28, 99 % of the cold numbers are in 60 % of the classes
 * mod 5, 32 % of those mod 65, 17 % of those mod 1625 and 9.7 % of those mod
 * 27625.
 *
 * The prime factors of a modulus are chosen by their concentration. The
 * concentration of a number m is m times the probability that two cold numbers
 * are equal modulo m. It is 1 if the cold numbers are evenly spread modulo m.
 * For squares, the concentration is 2.4 mod 5, 2.6 mod 13, 1.7 mod 17, and 1.0
 * mod 3, 7, 11 and 29. A prime is also chosen if the concentration of its
 * square is high. For triangular numbers, the concentration is 1.0 mod 3, but
 * 2.1 mod 9. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cold/wheel/wheel.h"

/* The primes that are tried as factors of a modulus. */
static const uint32_t PRIME[] = {3,  5,  7,  11, 13, 17, 19,
                                 23, 29, 31, 37, 41, 43};
enum { PRIMES = sizeof PRIME / sizeof *PRIME };

/* Limits for the search. */
static const double
    /* The concentration of a number m is m times the probability that two
     * sampled cold numbers are equal modulo m. It is 1 for evenly spread
     * numbers. A prime p may be a factor of a modulus only if p or p^2 has a
     * concentration of at least PRIME_GAIN. */
    PRIME_GAIN = 1.1,
    /* The share of a modulus is a fraction of its residue classes: the least
     * fraction that is enough to have the fraction MOST of the sampled cold
     * numbers. The best modulus m is the one for which share * m^SIZE_POWER is
     * least. */
    SIZE_POWER = 0.12, MOST = 0.99,
    /* A modulus is not used if its share is at least SHARE_MAX. The share is a
     * fraction of its residue classes: the least fraction that is enough to
     * have 99 % of the sampled cold numbers. */
    SHARE_MAX = 0.97;

/* A modulus m is tried only if the sample has at least NUMBERS_A_CLASS * m cold
 * numbers. */
enum { NUMBERS_A_CLASS = 4 };

enum { MODULI_MAX = 4096 }; /* the largest number of moduli to be tried */

/* The state of the search for a good modulus: one with nearly all cold numbers
 * in few of its residue classes. */
typedef struct learner {
    const wheel_list *sample;
    /* The arrays of counters of all threads, `room` counters for each thread.
     * In its array, a thread counts the sampled numbers in each residue class.
     */
    uint32_t *count;
    uint32_t room;
    uint32_t most; /* the largest modulus to be tried */
    uint32_t prime[PRIMES];
    unsigned primes;
    uint32_t *modulus; /* the moduli to be tried */
    /* share[i] belongs to modulus[i]. While primes are chosen, it is the
     * concentration of m = modulus[i]: m times the probability that two sampled
     * numbers are equal modulo m. Later it is the share of the modulus: the
     * least fraction of the residue classes that holds 99 % of the sample. */
    double *share;
    size_t moduli; /* the number of moduli */
} learner;

/* Counts the sampled numbers in each residue class modulo m. Returns an array
 * of m counters, one for each class. The array is scratch memory of the given
 * thread. The next call for the same thread overwrites it. */
static uint32_t *learn_count_classes(const learner *t, unsigned thread,
                                     uint32_t m)
{
    uint32_t *count = t->count + (size_t)thread * t->room;
    memset(count, 0, m * sizeof *count);
    for (size_t i = 0; i < t->sample->count; i++)
        count[t->sample->at[i] % m]++;
    return count;
}

/* Sets t->share[item] to the concentration of the modulus m = t->modulus[item],
 * where t is `state`, a learner. The concentration is m times the probability
 * that two sampled numbers are equal modulo m. The thread pool calls this
 * function for each item. */
static void learn_concentration_item(void *state, unsigned thread, size_t item)
{
    learner *t = state;
    const uint32_t m = t->modulus[item];
    const double n = (double)t->sample->count;
    double pairs = 0;
    const uint32_t *count = learn_count_classes(t, thread, m);
    for (uint32_t s = 0; s < m; s++)
        pairs += (double)count[s] * ((double)count[s] - 1);
    t->share[item] = n < 2 ? 1 : pairs / (n * (n - 1)) * m;
}

/* Compares two counters for qsort. The larger counter comes first. */
static int learn_compare_falling(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x < y) - (x > y);
}

/* Computes the share of one modulus, t->modulus[item], and stores it in
 * t->share[item]. Here t is `state`, a learner. The share is a fraction of the
 * residue classes: the least fraction that is enough to have the fraction MOST
 * of the sampled numbers. The thread pool calls this function for each item. */
static void learn_share_item(void *state, unsigned thread, size_t item)
{
    learner *t = state;
    const uint32_t m = t->modulus[item];
    uint32_t *count = learn_count_classes(t, thread, m), s = 0;
    qsort(count, m, sizeof *count, learn_compare_falling);
    for (uint64_t held = 0;
         s < m && (double)held < MOST * (double)t->sample->count; s++)
        held += count[s];
    t->share[item] = (double)s / m;
}

bool tai_wheel_can_learn(const wheel_moves *moves)
{
    for (size_t k = 0; k < PRIMES; k++)
        if (tai_wheel_moves_fit(moves, PRIME[k]) ||
            tai_wheel_moves_fit(moves, PRIME[k] * PRIME[k]))
            return true;
    return false;
}

/* Sets t->prime to the primes p for which the sample numbers are not evenly
 * spread over the residue classes mod p or mod p^2. */
static void learn_choose_primes(learner *t, tai_pool *pool)
{
    for (size_t k = 0; k < PRIMES; k++) {
        t->modulus[t->moduli++] = PRIME[k];
        t->modulus[t->moduli++] = PRIME[k] * PRIME[k];
    }
    tai_pool_run(pool, learn_concentration_item, t, t->moduli);
    for (size_t i = 0; i < t->moduli; i += 2)
        if (t->share[i] >= PRIME_GAIN || t->share[i + 1] >= PRIME_GAIN)
            t->prime[t->primes++] = t->modulus[i];
    t->moduli = 0;
}

/* Appends to t->modulus all numbers that are at most t->most and are the
 * product of m and one or more of the primes t->prime[from], t->prime[from +
 * 1], ... A prime may occur more than once in a product. Stops when t->modulus
 * is full. */
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

/* Finds the best modulus and returns it. The share of a modulus is a fraction
 * of its residue classes: the least fraction that is enough to have the
 * fraction MOST of the sampled cold numbers. The best modulus m is the one for
 * which share * m^SIZE_POWER is least.
 *
 * A modulus m is considered only if its share is less than SHARE_MAX and if it
 * fits the moves: the moves of index i and i + m are congruent modulo m for all
 * i. Returns 1 if there is no such modulus, or if the share of the best one
 * exceeds `most_share`. */
static uint32_t learn_best_modulus(learner *t, const wheel_moves *moves,
                                   double most_share, tai_pool *pool)
{
    learn_choose_primes(t, pool);
    learn_list_multiples(t, 1, 0);
    tai_pool_run(pool, learn_share_item, t, t->moduli);
    double least = 2, share = 1;
    uint32_t best = 1;
    for (size_t i = 0; i < t->moduli; i++) {
        double score = t->share[i] * pow((double)t->modulus[i], SIZE_POWER);
        if (t->share[i] < SHARE_MAX && score < least &&
            tai_wheel_moves_fit(moves, t->modulus[i])) {
            least = score;
            share = t->share[i];
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
        .most = (uint32_t)ta_min_u64(most, sample->count / NUMBERS_A_CLASS),
        .modulus = tai_alloc(MODULI_MAX, sizeof *t.modulus),
        .share = tai_alloc(MODULI_MAX, sizeof *t.share)};
    t.room =
        (uint32_t)ta_max_u64(t.most, PRIME[PRIMES - 1] * PRIME[PRIMES - 1]);
    t.count = tai_alloc((uint64_t)pool->threads * t.room, sizeof *t.count);
    const bool ok = t.count != NULL && t.modulus != NULL && t.share != NULL;
    *status = ok ? TA_OK : TA_ENOMEM;
    const uint32_t best = ok ? learn_best_modulus(&t, moves, share, pool) : 1;
    ta_free(t.count);
    ta_free(t.modulus);
    ta_free(t.share);
    return best;
}
