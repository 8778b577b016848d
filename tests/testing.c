#include "testing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

test_rng test_rng_for(const char *name, int number)
{
    uint64_t h = 1469598103934665603u;
    for (; *name != '\0'; name++)
        h = (h ^ (unsigned char)*name) * 1099511628211u;
    h += (uint64_t)number * 0x9e3779b97f4a7c15u;
    const char *extra = getenv("TAKEAWAY_SEED");
    if (extra != NULL)
        h ^= strtoull(extra, NULL, 0);
    return (test_rng){h, h};
}

uint64_t test_random(test_rng *rng) /* splitmix64 */
{
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint64_t test_below(test_rng *rng, uint64_t n)
{
    return test_random(rng) % n;
}

uint64_t test_edge_biased(test_rng *rng, uint64_t max)
{
    uint64_t n = test_below(rng, max + 1);
    if (test_below(rng, 2) == 0) {
        uint64_t power = (uint64_t)1 << test_below(
                             rng, 1 + tai_log2_ceil(tai_max_u64(max, 1)));
        n = power - 1 + test_below(rng, 3);
    }
    return n > max ? max : n;
}

ta_game *test_game(const char *spec, ta_convention convention)
{
    ta_game *game = NULL;
    ta_error error = {""};
    ta_status st = ta_game_new(spec, convention, &game, &error);
    ck_assert_msg(st == TA_OK, "%s: %s", spec, error.text);
    return game;
}

ta_game *test_random_octal(test_rng *rng, uint64_t most, bool hexadecimal,
                           ta_convention convention)
{
    char code[260] = "";
    const uint64_t digits = 1 + test_below(rng, most);
    const uint64_t rarity = 1 + test_below(rng, 4); /* of digits that split */
    code[0] = "048C"[test_below(rng, hexadecimal ? 4 : 2)];
    code[1] = '.';
    for (uint64_t t = 2; t < 2 + digits; t++)
        code[t] = "0123456789ABCDEFabcdef"[test_below(
            rng, test_below(rng, rarity) > 0 ? 4
                 : hexadecimal               ? 22
                                             : 8)];
    return test_game(test_below(rng, 16) == 0 ? "grundy" : code, convention);
}

ta_game *test_random_game(test_rng *rng, uint64_t max)
{
    uint64_t *set = tai_alloc(max, sizeof *set);
    size_t count = 0;
    uint64_t shape = test_below(rng, 6);
    /* Elements are kept with probability 1 / rarity; shape 0 has few small
     * ones, shape 5 is a union of residue classes. */
    uint64_t rarity = (uint64_t)1 << test_below(rng, 12);
    uint64_t modulus = 2 + test_below(rng, 30), classes = test_random(rng);
    uint64_t top = shape == 0 ? tai_min_u64(max, 20) : max;
    for (uint64_t s = 1; s <= top; s++) {
        bool in = shape == 5 ? (classes >> s % modulus & 1) != 0
                             : test_below(rng, rarity) == 0;
        if (in)
            set[count++] = s;
    }
    ta_convention convention = test_below(rng, 3) == 0 ? TA_MISERE : TA_NORMAL;
    ta_game *game = NULL;
    ta_status st = ta_game_from_list(set, count, convention, &game, NULL);
    test_ok(st);
    ta_free(set);
    return game;
}

ta_game *test_any_game(test_rng *rng, uint64_t max)
{
    static const char *const names[] = {
        "squares",       "cubes", "primes",     "nim", "primes-1",
        "squares+cubes", "moser", "factorials", "odds"};
    const unsigned a = 1 + (unsigned)test_below(rng, 7);
    const int b = (int)test_below(rng, 60), c = (int)test_below(rng, 200);
    const ta_convention convention =
        test_below(rng, 3) == 0 ? TA_MISERE : TA_NORMAL;
    char spec[64];
    switch (test_below(rng, 25)) {
    case 0:
        return test_game(names[test_below(rng, 9)], convention);
    case 1:
        snprintf(spec, sizeof spec, "powers:%u", a);
        break;
    case 2:
        snprintf(spec, sizeof spec, "polygonal:%u", 2 + a);
        break;
    case 3:
        snprintf(spec, sizeof spec, "poly:%u,%d,%d", a, b - 30, c - 100);
        break;
    case 4:
        snprintf(spec, sizeof spec, "residues:%u,%dmod%d", a, c % (b + 8),
                 b + 8);
        break;
    default:
        return test_random_game(rng, max);
    }
    return test_game(spec, convention);
}

bool test_emulated(void)
{
    return getenv("TAKEAWAY_EMULATED") != NULL;
}

bool test_watched(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    return true;
#endif
#endif
    return test_emulated();
}

bool test_long(void)
{
    return getenv("TAKEAWAY_LONG") != NULL;
}

bool test_variant(void)
{
    return getenv("TAKEAWAY_ISA") != NULL && !test_long();
}

int test_every(int step)
{
    return test_long() ? 1 : step;
}

typedef struct test_array {
    uint64_t n, next;
    uint16_t *value;
} test_array;

static ta_status test_array_set_cold(void *value, uint64_t heap)
{
    ((uint16_t *)value)[heap] = 0;
    return TA_OK;
}

static ta_status test_array_consume(void *state, const ta_block *block)
{
    test_array *a = state;
    ck_assert_uint_eq(block->from, a->next);
    ck_assert_uint_lt(block->from, block->to);
    ck_assert_uint_le(block->to, a->n);
    a->next = block->to;
    if (block->values != NULL)
        return tai_block_store(a->value, block);
    for (uint64_t i = block->from; i < block->to; i++)
        a->value[i] = 1;
    test_ok(ta_block_each(block, 0, test_array_set_cold, a->value));
    uint64_t cold = 0;
    for (uint64_t i = block->from; i < block->to; i++)
        cold += a->value[i] == 0;
    ck_assert_uint_eq(block->count, cold);
    return TA_OK;
}

uint16_t *test_values(ta_content content, const ta_game *game, uint64_t n,
                      const ta_options *options)
{
    test_array a = {n, 0, tai_alloc(n + 1, 2)};
    ta_error error = {""};
    ck_assert_ptr_nonnull(a.value);
    ta_status st = ta_run(content, game, n, options,
                          &(ta_sink){test_array_consume, &a}, &error);
    ck_assert_msg(st == TA_OK, "%s by %s, n %" PRIu64 ": %s",
                  ta_game_about(game)->spec,
                  options != NULL ? options->engine : "default", n, error.text);
    ck_assert_uint_eq(a.next, n);
    return a.value;
}

void test_assert_values(const uint16_t *want, const uint16_t *got, uint64_t n,
                        const char *what, uint64_t seed)
{
    for (uint64_t i = 0; i < n; i++)
        ck_assert_msg(want[i] == got[i],
                      "%s, seed %" PRIu64 ", n %" PRIu64 ": heap %" PRIu64
                      " has %u, not %u",
                      what, seed, n, i, got[i], want[i]);
}

uint64_t test_memory(ta_content content, const ta_game *game, uint64_t n,
                     const ta_options *options)
{
    ta_plan *plan;
    test_ok(ta_plan_new(content, game, n, options, &plan, NULL));
    uint64_t bytes = ta_plan_memory(plan);
    ta_plan_free(plan);
    return bytes;
}

enum { CANARY_WORDS = 4 };
static const uint64_t canary = 0xfeedfacecafebeefu;

ta_bits test_poisoned_bits(uint64_t n)
{
    uint64_t words = ta_bits_words(n);
    ta_bits bits = {tai_alloc(words + CANARY_WORDS, 8), n};
    ck_assert_ptr_nonnull(bits.words);
    memset(bits.words, 0xa5, (size_t)words * 8);
    for (uint64_t i = 0; i < CANARY_WORDS; i++)
        bits.words[words + i] = canary;
    return bits;
}

void test_assert_bits_equal(const ta_bits *want, const ta_bits *got,
                            const char *what, uint64_t seed)
{
    ck_assert_uint_eq(want->n, got->n);
    uint64_t words = ta_bits_words(want->n);
    for (uint64_t w = 0; w < words; w++) {
        uint64_t differ = want->words[w] ^ got->words[w];
        ck_assert_msg(
            differ == 0,
            "%s, seed %" PRIu64 ", n %" PRIu64 ": first difference at %" PRIu64,
            what, seed, want->n, 64 * w + (differ ? tai_ctz(differ) : 0));
    }
    for (uint64_t i = 0; i < CANARY_WORDS; i++)
        ck_assert_msg(got->words[words + i] == canary,
                      "%s, seed %" PRIu64 ": wrote past the end", what, seed);
}

bool test_fails_next(test_failing *f)
{
    test_fail_at(0);
    if (f->at > 0) {
        ck_assert_msg(f->status == TA_OK || f->status == TA_ENOMEM,
                      "allocation %" PRIu64 ": status %d, %s", f->at,
                      (int)f->status, f->error.text);
        ck_assert_msg(f->status != TA_OK || f->error.text[0] == '\0', "%s",
                      f->error.text);
        if (f->status == TA_OK && tai_alloc_calls - f->before < f->at)
            return false;
        f->failures += f->status != TA_OK;
    }
    ck_assert_uint_lt(f->at, 100000);
    f->at += f->at == 0 || f->step == 0 ? 1 : f->step;
    f->error.text[0] = '\0';
    f->before = tai_alloc_calls;
    test_fail_at(f->at);
    return true;
}

int test_stop(void *calls, double share, uint64_t done)
{
    (void)done;
    ck_assert(share >= 0 && share <= 1);
    return --*(int *)calls <= 0;
}

/* The tests of the program, in the order of its source. */
static struct registered {
    const TTest *test;
    int times, step;
} tests[32];
static size_t n_tests;
static void (*test_setup)(void), (*test_teardown)(void);

void test_register(const TTest *test, int times, int step)
{
    if (n_tests == sizeof tests / sizeof *tests)
        abort();
    tests[n_tests++] = (struct registered){test, times, step};
}

void test_fixture(void (*setup)(void), void (*teardown)(void))
{
    test_setup = setup;
    test_teardown = teardown;
}

/* What Check would let pass: an end by exit(0) within a test, an assertion that
 * fails in a child of a test (in memory that processes share), no test run. */
static pid_t test_process; /* that of the current test; 0 between tests */
static volatile bool *test_child_failed;

static void test_begin(void)
{
    test_process = getpid();
}

static void test_end(void)
{
    test_process = 0;
}

static void test_check_exit(void)
{
    if (test_process != getpid())
        return;
    fputs("a test called exit()\n", stderr);
    _exit(EXIT_FAILURE);
}

void test_fails_at(const char *file, int line)
{
    if (test_process == getpid())
        return;
    *test_child_failed = true;
    fprintf(stderr, "%s:%d: an assertion fails in a child of a test\n", file,
            line);
    _exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
    test_child_failed = mmap(NULL, 1, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (test_child_failed == MAP_FAILED || atexit(test_check_exit) != 0)
        return EXIT_FAILURE;
    int wanted = 0;
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    Suite *suite = suite_create(slash != NULL ? slash + 1 : "tests");
    TCase *tcase = tcase_create("all");
    /* Only for a test that hangs: the machine may be busy. */
    tcase_set_timeout(tcase, 600);
    tcase_add_checked_fixture(tcase, test_begin, test_end);
    tcase_add_checked_fixture(tcase, test_setup, test_teardown);
    for (size_t i = 0; i < n_tests; i++) {
        const int times = tests[i].times;
        /* A sanitizer and a variant need every kind of case, not every case. */
        const int few = test_watched() ? 4 : test_variant() ? 16 : 1 << 30;
        const int step = times <= few ? tests[i].step : times > 16 ? 11 : 5;
        for (int k = 0; k < times; k += test_every(step), wanted++)
            tcase_add_loop_test(tcase, tests[i].test, k, k + 1);
    }
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    test_process = 0;
    const int failed = srunner_ntests_failed(runner);
    const int ran = srunner_ntests_run(runner);
    srunner_free(runner);
    if (ran != wanted)
        fprintf(stderr, "%d of %d tests ran: see CK_RUN_CASE\n", ran, wanted);
    return failed == 0 && ran == wanted && !*test_child_failed ? EXIT_SUCCESS
                                                               : EXIT_FAILURE;
}
