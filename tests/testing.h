/* What all tests share: seeded randomness, random games, comparisons. */
#ifndef TA_TESTING_H
#define TA_TESTING_H

#include <check.h>

#include "base/base-internal.h"

/* Check writes the place of every assertion that holds to a file, for the
 * report of a crash. Loops over millions of heaps cannot afford these writes.
 */
#define _mark_point(file, line) ((void)0)

/* Random numbers that a failure message can reproduce: the seed comes from
 * the name and the case, xor TAKEAWAY_SEED if that is set. */
typedef struct test_rng {
    uint64_t seed, state;
} test_rng;

test_rng test_rng_for(const char *name, int number);
uint64_t test_random(test_rng *rng);
uint64_t test_below(test_rng *rng, uint64_t n); /* 0 <= r < n, n > 0 */
/* Up to `max`, with a liking for 0, 1, 2^k and 2^k +- 1. */
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
 * without gaps; ta_free. */
uint16_t *test_values(ta_content content, const ta_game *game, uint64_t n,
                      const ta_options *options);
void test_assert_values(const uint16_t *want, const uint16_t *got, uint64_t n,
                        const char *what, uint64_t seed);

/* Returns the number of engines for a content. */
size_t test_engines(ta_content content, bool octal);
/* Returns the bytes that the plan of such a run predicts. */
uint64_t test_memory(ta_content content, const ta_game *game, uint64_t n,
                     const ta_options *options);
/* n bits filled with a pattern that no result equals, and a canary after. */
ta_bits test_poisoned_bits(uint64_t n);
void test_assert_bits_equal(const ta_bits *want, const ta_bits *got,
                            const char *what, uint64_t seed);

/* A test function, and how often the function runs: with _i = 0, 1, ... */
typedef struct test_case {
    const TTest *const *test;
    int times;
} test_case;

/* A test function that runs with every `step`-th _i only, outside `make
 * check-long`. The step is odd and divides no modulus by which the test reads
 * _i. */
typedef struct test_sample {
    const TTest *const *test;
    int times, step;
} test_sample;

/* Defined by every test program and run by main() in testing.c. `setup` and
 * `teardown` run before and after each test, in the test's own process. */
extern const struct test_suite {
    void (*setup)(void), (*teardown)(void);
    test_case cases[24];
    test_sample sampled[4];
} test_suite;

#endif
