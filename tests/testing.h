/* What all tests share: seeded randomness, random games, comparisons. */
#ifndef TA_TESTING_H
#define TA_TESTING_H

#include <check.h>

#include "base/base-internal.h"

/* Check writes the place of every assertion that holds to a file, for the
 * report of a crash. Loops over millions of heaps cannot afford these writes.
 */
#define _mark_point(file, line) ((void)0)
/* Check knows nothing of children that a test itself forks. */
void test_fails_at(const char *file, int line);
#define _ck_assert_failed(file, line, ...)                                     \
    (test_fails_at(file, line), _ck_assert_failed(file, line, __VA_ARGS__))

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* Random numbers that a failure message can reproduce: the seed comes from
 * the name and the case, xor TAKEAWAY_SEED if that is set. */
typedef struct test_rng {
    uint64_t seed, state;
} test_rng;

test_rng test_rng_for(const char *name, int number);
uint64_t test_random(test_rng *rng);
uint64_t test_below(test_rng *rng, uint64_t n); /* 0 <= r < n, n > 0 */
/* At most `max`, often 0, 1, 2^k or 2^k +- 1. */
uint64_t test_edge_biased(test_rng *rng, uint64_t max);

/* A random subtraction set with elements in [1, max]: sparse, dense,
 * structured or empty. Normal or misere at random. */
ta_game *test_random_game(test_rng *rng, uint64_t max);
/* The same; one time in five a set of a kind that has a name, maybe infinite.
 */
ta_game *test_any_game(test_rng *rng, uint64_t max);
ta_game *test_game(const char *spec, ta_convention convention);
/* A random octal game of at most `most` digits, with splits in three where
 * `hexadecimal`; Grundy's game one time in 16. */
ta_game *test_random_octal(test_rng *rng, uint64_t most, bool hexadecimal,
                           ta_convention convention);

/* TAKEAWAY_EMULATED is set, as under valgrind: tens of times slower, so that
 * the longest cases are to be smaller. */
bool test_emulated(void);

/* The same, or sanitizers watch: several times slower. For cases whose size
 * shows nothing to them that a smaller one does not. */
bool test_watched(void);

/* Whether TAKEAWAY_LONG is set: `make check-long`, which runs all cases. */
bool test_long(void);

/* Whether TAKEAWAY_ISA is set and TAKEAWAY_LONG is not: the test runs once more
 * for a variant of the processor, and a sample of its cases is enough. */
bool test_variant(void);

/* Returns the step for a loop over random cases: 1 under `make check-long`,
 * which takes all of them, else `step`. */
int test_every(int step);

/* Returns the values of heaps [0, n) by a run that must succeed, in blocks
 * without gaps: of cold positions 0 for each cold heap and 1 for each hot one.
 * The caller frees the array by ta_free. */
uint16_t *test_values(ta_content content, const ta_game *game, uint64_t n,
                      const ta_options *options);
void test_assert_values(const uint16_t *want, const uint16_t *got, uint64_t n,
                        const char *what, uint64_t seed);

/* Returns the bytes that the plan of such a run predicts. */
uint64_t test_memory(ta_content content, const ta_game *game, uint64_t n,
                     const ta_options *options);
/* n bits filled with a pattern that no result equals, and a canary after. */
ta_bits test_poisoned_bits(uint64_t n);
void test_assert_bits_equal(const ta_bits *want, const ta_bits *got,
                            const char *what, uint64_t seed);

/* Defines a test function, which main() in testing.c runs `times` times: with
 * _i = 0, 1, ... */
#define TEST(name, times) TEST_SAMPLED(name, times, 1)

/* Defines a test function that runs with every `step`-th _i only, outside `make
 * check-long`. The step is odd and divides no modulus by which the test reads
 * _i. */
#define TEST_SAMPLED(name, times, step)                                        \
    static void name(int);                                                     \
    __attribute__((constructor)) static void name##_register(void)             \
    {                                                                          \
        static const TTest test = {#name, name, __FILE__, __LINE__};           \
        test_register(&test, times, step);                                     \
    }                                                                          \
    static void name(__attribute__((unused)) int _i)
void test_register(const TTest *test, int times, int step);

/* Functions that run before and after each test of the program, in the test's
 * own process. Either may be NULL. */
#define TEST_FIXTURE(setup, teardown)                                          \
    __attribute__((constructor)) static void fixture_register(void)            \
    {                                                                          \
        test_fixture(setup, teardown);                                         \
    }
void test_fixture(void (*setup)(void), void (*teardown)(void));

/* Asserts that a call succeeds. */
#define test_ok(call) ck_assert_int_eq(call, TA_OK)
/* Return whether ta_play_next and ta_play_best find a move. */
static inline bool test_next(const ta_play *play, ta_turn *turn)
{
    bool found;
    test_ok(ta_play_next(play, turn, &found, NULL));
    return found;
}
static inline bool test_best(const ta_play *play, ta_turn *turn)
{
    bool found;
    test_ok(ta_play_best(play, turn, &found, NULL));
    return found;
}

/* Makes the k-th next call of tai_alloc fail; 0 makes no call fail. */
static inline void test_fail_at(uint64_t k)
{
    tai_alloc_fail_at = k == 0 ? 0 : tai_alloc_calls + k;
}

/* A loop in which each allocation of a call fails in turn, until the call makes
 * no more of them:
 *
 *     test_failing f = {0};
 *     while (test_fails_next(&f))
 *         f.status = ta_count(game, n, NULL, &count, &f.error);
 *
 * Asserts that each call that fails reports TA_ENOMEM, and that a sentence, if
 * the call has set one, goes with a failure. With a `step` above 1 only every
 * such allocation is tried. At the end `failures` calls have failed. */
typedef struct test_failing {
    ta_status status;
    ta_error error;
    uint64_t failures, step, at, before;
} test_failing;
bool test_fails_next(test_failing *f);

/* A progress function that ends a run at a given call. The state is an int, the
 * number of calls up to that one; it is 0 afterwards. */
int test_stop(void *calls, double share, uint64_t done);

#endif
