/* Games with a memory against the definition, recurrences and published values.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

static ta_memory *game_of(const char *rule)
{
    ta_memory *g = NULL;
    ta_error error = {""};
    ck_assert_msg(ta_memory_new(rule, &g, &error) == TA_OK, "%s: %s", rule,
                  error.text);
    return g;
}

static ta_memory *game_by(const char *form, unsigned c)
{
    char rule[40];
    snprintf(rule, sizeof rule, form, c);
    return game_of(rule);
}

/* Cold heaps, least and all winning takes of every heap below SIZE with every
 * limit, against wins[n][q]: a take t <= q, t <= n wins if the other player
 * loses from n - t with the limit F(t). */
static void compare_with_definition(const ta_memory *g, const char *rule)
{
    enum { SIZE = 90 };
    static bool wins[SIZE][SIZE + 1];
    uint32_t least[SIZE];
    uint64_t takes[TA_MEMORY_TAKES];
    size_t colds = 0;
    test_ok(ta_memory_least(g, SIZE, least, NULL));
    for (uint64_t n = 0; n < SIZE; n++) {
        for (uint64_t q = 0; q <= n; q++) {
            const size_t found = ta_memory_moves(g, n, q, takes);
            size_t count = 0;
            for (uint64_t t = 1; t <= q; t++) {
                const uint64_t then = tai_min_u64(
                    tai_add_sat(tai_mul_sat(g->factor, t), g->plus), n - t);
                if (wins[n - t][then])
                    continue;
                ck_assert_msg(count < found && takes[count] == t,
                              "%s: take %" PRIu64 " from %" PRIu64
                              ", at most %" PRIu64,
                              rule, t, n, q);
                count++;
            }
            ck_assert_uint_eq(found, count);
            wins[n][q] = count > 0;
            ck_assert(wins[n][q] == (least[n] > 0 && q >= least[n]));
        }
        if (n == 0 || !wins[n][n - 1])
            ck_assert_uint_eq(g->cold[colds++], n);
    }
    ck_assert_uint_ge(g->cold[colds], SIZE);
}

TEST(definition, 1)
{
    char rule[40];
    for (unsigned c = 0; c < 100; c++)
        for (int k = c == 0; k < 2; k++) {
            snprintf(rule, sizeof rule, k == 0 ? "%ux" : "x+%u", c);
            ta_memory *g = game_of(rule);
            compare_with_definition(g, rule);
            ta_free(g);
        }
}

/* Schwenk's recurrences for x, 2x, 3x and x + c, and OEIS A003411, A003413. */
TEST(published_values, 1)
{
    ta_memory *doubled = game_of("memory:x"), *fibonacci = game_of("memory:2x");
    ck_assert_uint_eq(doubled->count, 65);
    for (size_t k = 0; k < 64; k++)
        ck_assert_uint_eq(doubled->cold[k + 1], (uint64_t)1 << k);
    ck_assert_uint_eq(fibonacci->cold[2], 2);
    for (size_t k = 3; k < fibonacci->count; k++)
        ck_assert_uint_eq(fibonacci->cold[k],
                          fibonacci->cold[k - 1] + fibonacci->cold[k - 2]);
    ck_assert(fabs(fibonacci->ratio - (1 + sqrt(5)) / 2) < 1e-14);
    ck_assert(doubled->ratio == 2);
    ta_free(doubled);
    ta_free(fibonacci);

    FILE *file = fopen("data/published/memory-cold.tsv", "r");
    char line[100], rule[40];
    size_t k, rows = 0;
    uint64_t heap;
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] != 'm')
            continue;
        ck_assert_int_eq(sscanf(line, "%39s\t%zu\t%" SCNu64, rule, &k, &heap),
                         3);
        ta_memory *g = game_of(rule);
        ck_assert_uint_eq(g->cold[k], heap);
        ta_free(g);
        rows++;
    }
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_uint_eq(rows, 92);
}

/* Every lag is proved: it holds for lag + 2 indices in a row, or cold heaps
 * double and differ by more than c. */
TEST(growth, 1)
{
    for (unsigned c = 1; c <= 1000; c += (unsigned)test_every(7)) {
        ta_memory *g = game_by("%ux", c);
        const uint64_t *h = g->cold;
        ck_assert_uint_ge(g->count - 1 - g->from, g->lag + 2);
        for (size_t k = g->from; k + 1 < g->count; k++)
            ck_assert_uint_eq(h[k + 1], h[k] + h[k - g->lag]);
        const double seen = (double)h[g->count - 1] / (double)h[g->count - 2];
        ck_assert_msg(fabs(g->ratio - seen) < 0.01 * (seen - 1),
                      "%ux: %.12f, not %.12f", c, g->ratio, seen);
        ta_free(g);
    }
    for (unsigned c = 0; c <= 1000000; c = 3 * c + 1) {
        ta_memory *g = game_by("x+%u", c);
        ck_assert_uint_eq(g->lag, 0);
        ck_assert_uint_gt(g->cold[g->from + 1] - g->cold[g->from], c);
        ck_assert_uint_eq(g->cold[g->from + 1], 2 * g->cold[g->from]);
        ta_free(g);
    }
}

/* The list of least takes against the moves, at large heaps. */
TEST(least_takes, 4)
{
    static const char *const rules[] = {"2x", "x+5", "x", "1000x"};
    enum { SIZE = 3000000 };
    ta_memory *g = game_of(rules[_i]);
    test_rng r = test_rng_for("least_takes", _i);
    uint32_t *least = malloc(SIZE * sizeof *least);
    uint64_t takes[TA_MEMORY_TAKES];
    ck_assert_ptr_nonnull(least);
    test_ok(ta_memory_least(g, SIZE, least, NULL));
    for (int k = 0; k < 20000; k++) {
        const uint64_t n = 1 + test_below(&r, SIZE - 1);
        ck_assert_uint_gt(ta_memory_moves(g, n, n, takes), 0);
        ck_assert_uint_eq(takes[0], least[n]);
        ck_assert_uint_eq(ta_memory_moves(g, n, least[n] - 1, takes), 0);
    }
    /* The largest heap. */
    const size_t count = ta_memory_moves(g, UINT64_MAX, UINT64_MAX, takes);
    ck_assert_uint_eq(takes[count - 1], UINT64_MAX);
    free(least);
    ta_free(g);
}

TEST(refused, 1)
{
    static const char *const bad[][2] = {
        {"", "written like"},     {"memory:", "written like"},
        {"2", "written like"},    {"2x+1", "written like"},
        {"x-1", "written like"},  {"x2", "written like"},
        {"0x", "1 to 1000"},      {"1001x", "1 to 1000"},
        {"x+1000001", "1000000"}, {"x+", "is empty"},
        {"1.5x", "integer"},      {"ax", "not a number"},
        {"x+-1", "negative"},     {"memory:memory:x", "not a number"},
    };
    ta_memory *g;
    ta_error error;
    for (size_t k = 0; k < COUNT(bad); k++) {
        ck_assert_int_eq(ta_memory_new(bad[k][0], &g, &error), TA_EINVAL);
        ck_assert_msg(strstr(error.text, bad[k][1]) != NULL, "%s: %s",
                      bad[k][0], error.text);
        ck_assert_ptr_null(g);
    }
    g = game_of("x");
    ck_assert_int_eq(ta_memory_least(g, (UINT64_C(1) << 32) + 1, NULL, &error),
                     TA_ERANGE);
    ta_free(g);
    test_failing f = {0};
    while (test_fails_next(&f)) {
        f.status = ta_memory_new("7x", &g, &f.error);
        ta_free(g);
    }
    ck_assert_uint_eq(f.failures, 1);
}
