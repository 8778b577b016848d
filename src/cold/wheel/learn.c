/* Learning a modulus. Work goes to the classes where cold numbers live, so a
 * modulus is the better the smaller the share of its classes that hold nearly
 * all of them. For squares around 2^28, 99 % are in 60 % of the classes mod 5,
 * 32 % mod 65, 17 % mod 1625 and 9.7 % mod 27625.
 *
 * Which primes take part depends on the concentration: p times the chance
 * that two cold numbers are in the same class. It is 1 for numbers spread
 * evenly, and for squares 2.4 mod 5, 2.6 mod 13, 1.7 mod 17, and 1.0 mod 3,
 * 7, 11, 29. For triangular numbers it is 1.0 mod 3 but 2.1 mod 9: a prime
 * may help only by its square. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cold/wheel/wheel.h"

enum { PRIME_MAX = 43, PRIMES_MAX = 16 };

/* A prime takes part if it or its square concentrates so much; a larger
 * modulus must lower the share at least by this power of the size; a share
 * above the last is no structure. */
static const double PRIME_GAIN = 1.1, SIZE_POWER = 0.12, MOST = 0.99,
                    SHARE_MAX = 0.97;

/* A share is known only from many numbers for each class. */
enum { NUMBERS_A_CLASS = 4 };

enum { MODULI_MAX = 4096 };

typedef struct learner {
    const wheel_list *sample;
    uint32_t *count; /* by thread and class, `room` to a thread */
    uint32_t room;
    uint32_t most; /* the largest modulus to be tried */
    uint32_t prime[PRIMES_MAX];
    unsigned primes;
    uint32_t *modulus; /* to be tried; */
    double *share;     /* their concentration, or how many of their classes
                          hold MOST */
    size_t moduli;
} learner;

static uint32_t *count_classes(const learner *t, unsigned thread, uint32_t m)
{
    uint32_t *count = t->count + (size_t)thread * t->room;
    memset(count, 0, m * sizeof *count);
    for (size_t i = 0; i < t->sample->count; i++)
        count[t->sample->at[i] % m]++;
    return count;
}

static void concentration_item(void *state, unsigned thread, size_t item)
{
    learner *t = state;
    const uint32_t m = t->modulus[item];
    const double n = (double)t->sample->count;
    double pairs = 0;
    const uint32_t *count = count_classes(t, thread, m);
    for (uint32_t s = 0; s < m; s++)
        pairs += (double)count[s] * ((double)count[s] - 1);
    t->share[item] = n < 2 ? 1 : pairs / (n * (n - 1)) * m;
}

static int falling(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x < y) - (x > y);
}

/* Computes the share of classes that hold MOST of the numbers. */
static void share_item(void *state, unsigned thread, size_t item)
{
    learner *t = state;
    const uint32_t m = t->modulus[item];
    uint32_t *count = count_classes(t, thread, m), s = 0;
    qsort(count, m, sizeof *count, falling);
    for (uint64_t held = 0;
         s < m && (double)held < MOST * (double)t->sample->count; s++)
        held += count[s];
    t->share[item] = (double)s / m;
}

static bool is_prime(uint32_t p)
{
    for (uint32_t d = 2; d * d <= p; d++)
        if (p % d == 0)
            return false;
    return true;
}

bool tai_wheel_can_learn(const wheel_moves *moves)
{
    for (uint32_t p = 3; p <= PRIME_MAX; p += 2)
        if (is_prime(p) && (tai_wheel_moves_fit(moves, p) ||
                            tai_wheel_moves_fit(moves, p * p)))
            return true;
    return false;
}

static void choose_primes(learner *t, tai_pool *pool)
{
    for (uint32_t p = 3; p <= PRIME_MAX; p += 2)
        if (is_prime(p)) {
            t->modulus[t->moduli++] = p;
            t->modulus[t->moduli++] = p * p;
        }
    tai_pool_run(pool, concentration_item, t, t->moduli);
    for (size_t i = 0; i < t->moduli; i += 2)
        if (t->share[i] >= PRIME_GAIN || t->share[i + 1] >= PRIME_GAIN)
            t->prime[t->primes++] = t->modulus[i];
    t->moduli = 0;
}

static void list_multiples(learner *t, uint32_t m, unsigned from)
{
    for (unsigned k = from; k < t->primes && t->moduli < MODULI_MAX; k++) {
        uint64_t next = (uint64_t)m * t->prime[k];
        if (next > t->most)
            continue;
        t->modulus[t->moduli++] = (uint32_t)next;
        list_multiples(t, (uint32_t)next, k);
    }
}

static uint32_t best_modulus(learner *t, const wheel_moves *moves,
                             double most_share, tai_pool *pool)
{
    choose_primes(t, pool);
    list_multiples(t, 1, 0);
    tai_pool_run(pool, share_item, t, t->moduli);
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
    t.room = (uint32_t)ta_max_u64(t.most, PRIME_MAX * PRIME_MAX);
    t.count = tai_alloc((uint64_t)pool->threads * t.room, sizeof *t.count);
    const bool ok = t.count != NULL && t.modulus != NULL && t.share != NULL;
    *status = ok ? TA_OK : TA_ENOMEM;
    const uint32_t best = ok ? best_modulus(&t, moves, share, pool) : 1;
    ta_free(t.count);
    ta_free(t.modulus);
    ta_free(t.share);
    return best;
}
