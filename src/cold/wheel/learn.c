/* Learns the modulus of a phase from a sample of the cold numbers. A modulus is
 * the better the fewer of its residue classes hold nearly all cold numbers,
 * since the work is done for these classes. For squares around 2^28, 99 % of
 * the cold numbers are in 60 % of the classes mod 5, 32 % of those mod 65, 17 %
 * of those mod 1625 and 9.7 % of those mod 27625.
 *
 * The primes of a modulus are chosen by their concentration: p times the
 * probability that two cold numbers are in the same class mod p. It is 1 for
 * evenly spread numbers. For squares it is 2.4 mod 5, 2.6 mod 13, 1.7 mod 17,
 * and 1.0 mod 3, 7, 11 and 29. For triangular numbers it is 1.0 mod 3 and 2.1
 * mod 9: a prime may help by its square only. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cold/wheel/wheel.h"

/* The primes that are tried. */
static const uint32_t PRIME[] = {3,  5,  7,  11, 13, 17, 19,
                                 23, 29, 31, 37, 41, 43};
enum { PRIMES = sizeof PRIME / sizeof *PRIME };

/* The share of a modulus is the share of its classes that hold MOST of the
 * sample. */
static const double PRIME_GAIN = 1.1, /* a prime is used if its concentration,
                                         or that of its square, is this */
    SIZE_POWER =
        0.12, /* the best modulus m has the least share * m^SIZE_POWER */
    MOST = 0.99, SHARE_MAX = 0.97; /* a modulus of a larger share is useless */

/* A modulus is tried only if the sample has this number for each class. */
enum { NUMBERS_A_CLASS = 4 };

enum { MODULI_MAX = 4096 }; /* moduli that are tried, at most */

/* The state of the search for a modulus. */
typedef struct learner {
    const wheel_list *sample;
    uint32_t *count; /* scratch: for each thread, `room` counters of classes */
    uint32_t room;
    uint32_t most; /* the largest modulus to be tried */
    uint32_t prime[PRIMES];
    unsigned primes;
    uint32_t *modulus; /* the moduli that are tried */
    double *share;     /* by modulus: first its concentration, then its share */
    size_t moduli;     /* the number of moduli */
} learner;

/* Returns the number of sample numbers in each class mod m, in the counters of
 * the thread. */
static uint32_t *learn_count_classes(const learner *t, unsigned thread,
                                     uint32_t m)
{
    uint32_t *count = t->count + (size_t)thread * t->room;
    memset(count, 0, m * sizeof *count);
    for (size_t i = 0; i < t->sample->count; i++)
        count[t->sample->at[i] % m]++;
    return count;
}

/* Computes the concentration of one modulus, as an item of the thread pool. */
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

/* Compares two counters for qsort: the larger one comes first. */
static int learn_compare_falling(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x < y) - (x > y);
}

/* Computes, as an item of the thread pool, the share of the classes of one
 * modulus that hold MOST of the sample. */
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

/* Sets t->prime to the primes that concentrate the sample, by themselves or by
 * their squares. */
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

/* Appends to t->modulus all products of m with primes of t->prime[from..] and
 * their powers that are at most t->most. */
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

/* Returns the modulus with the least score, share * m^SIZE_POWER, among those
 * modulo which the moves are periodic; 1 if there is none, or if its share is
 * above `most_share`. */
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
