/* Every kind of set against a definition of its own that is as short as can
 * be, random lists, and memory that fails. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "game/game-internal.h"
#include "testing.h"

/* ---- the definitions ---- */

static bool is_power(uint64_t s, unsigned degree)
{
    for (uint64_t k = 1; k <= s; k++) {
        uint64_t value = 1;
        for (unsigned d = 0; d < degree && value <= s; d++)
            value *= k;
        if (value >= s)
            return value == s;
    }
    return false;
}

static bool squares(uint64_t s)
{
    return is_power(s, 2);
}
static bool cubes(uint64_t s)
{
    return is_power(s, 3);
}
static bool powers_1(uint64_t s)
{
    return s > 0;
}
static bool powers_5(uint64_t s)
{
    return is_power(s, 5);
}
static bool powers_9(uint64_t s)
{
    return is_power(s, 9);
}
static bool triangular(uint64_t s)
{
    return is_power(8 * s + 1, 2);
}
static bool pronic(uint64_t s)
{
    return is_power(4 * s + 1, 2);
}
static bool pentagonal(uint64_t s) /* 1, 1 + 4, 1 + 4 + 7, ... */
{
    uint64_t value = 1, step = 4;
    for (; value < s; step += 3)
        value += step;
    return value == s;
}
static bool primes(uint64_t s)
{
    for (uint64_t d = 2; d * d <= s; d++)
        if (s % d == 0)
            return false;
    return s > 1;
}
static bool fibonacci(uint64_t s)
{
    return is_power(5 * s * s + 4, 2) || is_power(5 * s * s - 4, 2);
}
static bool factorials(uint64_t s)
{
    for (uint64_t d = 2; s > 1; d++) {
        if (s % d != 0)
            return false;
        s /= d;
    }
    return s == 1;
}
static bool moser(uint64_t s)
{
    for (; s > 0; s /= 4)
        if (s % 4 > 1)
            return false;
    return true;
}
static bool odds(uint64_t s)
{
    return s % 2 == 1;
}
static bool one_four_mod_five(uint64_t s)
{
    return s % 5 == 1 || s % 5 == 4;
}
static bool zero_ten_mod_128(uint64_t s)
{
    return s % 128 == 0 || s % 128 == 10;
}
static bool three_mod_1000003(uint64_t s)
{
    return s % 1000003 == 3;
}
static bool poly_value(uint64_t s, int64_t a, int64_t b, int64_t c)
{
    for (int64_t k = 1; k <= 3000; k++)
        if (a * k * k + b * k + c == (int64_t)s)
            return true;
    return false;
}
static bool poly_below_squares(uint64_t s)
{
    return poly_value(s, 1, 0, -1);
}
static bool poly_both_branches(uint64_t s)
{
    return poly_value(s, 2, -41, 200);
}
static bool poly_far_branches(uint64_t s) /* falls from 948 */
{
    return poly_value(s, 3, -100, 1045);
}
static bool poly_symmetric(uint64_t s)
{
    return poly_value(s, 1, -10, 30);
}
static bool poly_half_symmetric(uint64_t s)
{
    return poly_value(s, 1, -11, 40);
}
static bool poly_negative_for_long(uint64_t s)
{
    return poly_value(s, 1, 0, -1000);
}
static bool poly_progression(uint64_t s)
{
    return poly_value(s, 0, 7, -30);
}
static bool some_list(uint64_t s)
{
    return s == 1 || (s >= 4 && s <= 7) || s == 12 || (s >= 60 && s <= 70) ||
           s >= 1500;
}
static bool power_list(uint64_t s)
{
    return s == 1024 || (s >= 100 && s <= 1000);
}

static const struct {
    const char *spec;
    bool (*has)(uint64_t s);
    uint64_t top; /* compared below this */
    uint64_t least;
} kind[] = {
    {"squares", squares, 2000, 1},
    {"cubes", cubes, 2000, 1},
    {"powers:1", powers_1, 2000, 1},
    {"powers:2", squares, 2000, 1},
    {"powers:5", powers_5, 2000, 1},
    {"powers:9", powers_9, 2000, 1},
    {"triangular", triangular, 2000, 1},
    {"pronic", pronic, 2000, 2},
    {"polygonal:3", triangular, 2000, 1},
    {"polygonal:4", squares, 2000, 1},
    {"polygonal:5", pentagonal, 2000, 1},
    {"primes", primes, 4000, 2},
    {"fibonacci", fibonacci, 1000, 1},
    {"factorials", factorials, 6000, 1},
    {"moser", moser, 4000, 1},
    {"odds", odds, 2000, 1},
    {"residues:1,4mod5", one_four_mod_five, 2000, 1},
    {"residues:4,1,4,1mod5", one_four_mod_five, 2000, 1},
    {"residues:0mod1", powers_1, 2000, 1},
    {"residues:10,0mod2^7", zero_ten_mod_128, 2000, 10},
    {"residues:3mod1000003", three_mod_1000003, 2000, 3},
    {"poly:1,0,0", squares, 2000, 1},
    {"poly:1,0,-1", poly_below_squares, 2000, 3},
    {"poly:2,-41,200", poly_both_branches, 2000, 5},
    {"poly:3,-100,1045", poly_far_branches, 2000, 212},
    {"poly:1,-10,30", poly_symmetric, 2000, 5},
    {"poly:1,-11,40", poly_half_symmetric, 2000, 10},
    {"poly:1,0,-1000", poly_negative_for_long, 2000, 24},
    {"poly:0,7,-30", poly_progression, 2000, 5},
    {"poly:0,1,0", powers_1, 2000, 1},
    {"list:1,4-7,12,60-70,1500-2^63", some_list, 2000, 1},
    {"list:12,1,6-7,4-6,5,65-70,60-66,1500-18446744073709551615", some_list,
     2000, 1},
    {"list:2^10,1e2-10^3", power_list, 2000, 100},
};
enum { KINDS = sizeof kind / sizeof *kind };

/* ---- comparisons ---- */

static void compare_below(const ta_game *game, bool (*has)(uint64_t),
                          uint64_t n)
{
    const char *spec = ta_game_about(game)->spec;
    uint64_t *list;
    size_t count, k = 0;
    ck_assert_int_eq(ta_game_elements(game, n, &list, &count), TA_OK);
    ck_assert_ptr_nonnull(list);
    ta_bits bits = test_poisoned_bits(n), want = test_poisoned_bits(n);
    memset(want.words, 0, ta_bits_words(n) * 8);
    ck_assert_int_eq(tai_game_fill(game, n, bits.words), TA_OK);
    for (uint64_t s = 1; s < n; s++) {
        if (!has(s))
            continue;
        want.words[s / 64] |= (uint64_t)1 << s % 64;
        if (k >= count || list[k++] != s)
            ck_abort_msg("%s below %" PRIu64 ": %" PRIu64, spec, n, s);
    }
    ck_assert_msg(k == count, "%s below %" PRIu64 ": %zu too many", spec, n,
                  count - k);
    test_assert_bits_equal(&want, &bits, spec, n);
    uint64_t bound = tai_game_count_bound(game, n);
    if (strcmp(spec, "primes") == 0)
        ck_assert_uint_ge(bound, count);
    else
        ck_assert_msg(bound == count, "%s below %" PRIu64, spec, n);
    ta_free(list);
    ta_bits_free(&bits);
    ta_bits_free(&want);
}

START_TEST(kind_is_its_definition)
{
    test_rng r = test_rng_for("kind_is_its_definition", _i);
    ta_game *game = test_game(kind[_i].spec, TA_MISERE);
    ck_assert_str_eq(ta_game_about(game)->spec, kind[_i].spec);
    ck_assert_int_eq(ta_game_about(game)->convention, TA_MISERE);
    ck_assert_uint_eq(tai_game_least(game), kind[_i].least);
    for (uint64_t n = 0; n < 70; n++)
        compare_below(game, kind[_i].has, n);
    for (int i = 0; i < 10; i++)
        compare_below(game, kind[_i].has, test_edge_biased(&r, kind[_i].top));
    compare_below(game, kind[_i].has, kind[_i].top);
    ta_game_free(game);
}
END_TEST

START_TEST(random_lists)
{
    test_rng r = test_rng_for("random_lists", _i);
    uint64_t list[200], max = 1 + test_below(&r, 300);
    size_t given = test_below(&r, 200);
    bool in[400] = {false};
    for (size_t i = 0; i < given; i++) {
        list[i] = 1 + test_below(&r, max);
        in[list[i]] = true;
    }
    ta_game *game, *again = NULL;
    ck_assert_int_eq(ta_game_from_list(list, given, TA_NORMAL, &game, NULL),
                     TA_OK);
    uint64_t *got;
    size_t count, k = 0;
    ck_assert_int_eq(ta_game_elements(game, 400, &got, &count), TA_OK);
    for (uint64_t s = 0; s < 400; s++)
        if (in[s])
            ck_assert_uint_eq(got[k++], s);
    ck_assert_uint_eq(k, count);
    ck_assert_uint_eq(tai_game_count_bound(game, 400), count);
    ck_assert_uint_eq(tai_game_least(game), count > 0 ? got[0] : UINT64_MAX);
    /* A short list's spec makes the same game. */
    if (strncmp(ta_game_about(game)->spec, "list:", 5) == 0) {
        again = test_game(ta_game_about(game)->spec, TA_NORMAL);
        uint64_t *other;
        size_t other_count;
        ck_assert_int_eq(ta_game_elements(again, 400, &other, &other_count),
                         TA_OK);
        ck_assert_uint_eq(count, other_count);
        ck_assert(memcmp(got, other, count * sizeof *got) == 0);
        ta_free(other);
    } else {
        ck_assert(count == 0 || count > 20);
    }
    ta_free(got);
    ta_game_free(game);
    ta_game_free(again);
}
END_TEST

START_TEST(list_with_zero)
{
    const uint64_t list[] = {3, 0};
    ta_game *game = NULL;
    ta_error error;
    ck_assert_int_eq(ta_game_from_list(list, 2, TA_NORMAL, &game, &error),
                     TA_EINVAL);
    ck_assert_ptr_null(game);
    ck_assert_ptr_nonnull(strstr(error.text, "0"));
}
END_TEST

START_TEST(prime_counts)
{
    static const struct {
        uint64_t n, count;
    } known[] = {{10, 4},         {100, 25},         {1000, 168},
                 {10000, 1229},   {100000, 9592},    {1000000, 78498},
                 {524288, 43390}, {10000000, 664579}};
    ta_game *game = test_game("primes", TA_NORMAL);
    uint64_t n = known[_i].n, *list;
    size_t count;
    ck_assert_int_eq(ta_game_elements(game, n, &list, &count), TA_OK);
    ck_assert_uint_eq(count, known[_i].count);
    ta_bits bits = test_poisoned_bits(n);
    ck_assert_int_eq(tai_game_fill(game, n, bits.words), TA_OK);
    ck_assert_uint_eq(ta_bits_count(&bits), count);
    for (size_t i = 0; i < count; i++) {
        /* The bound holds just after every prime, so everywhere. */
        if (!ta_bits_get(&bits, list[i]) ||
            tai_game_count_bound(game, list[i] + 1) < i + 1)
            ck_abort_msg("%" PRIu64, list[i]);
    }
    ck_assert_uint_le(tai_game_count_bound(game, n), count + count / 8 + 3);
    ta_free(list);
    ta_bits_free(&bits);
    ta_game_free(game);
}
END_TEST

/* ---- memory that fails ---- */

START_TEST(no_memory)
{
    const char *spec = kind[_i].spec;
    bool done = false;
    for (uint64_t k = 1; !done; k++) {
        ta_game *game = NULL;
        uint64_t *list = NULL;
        size_t count = 0;
        ta_bits bits = test_poisoned_bits(kind[_i].top);
        ta_error error = {""};
        tai_alloc_fail_at(k);
        ta_status st = ta_game_new(spec, TA_NORMAL, &game, &error);
        if (st == TA_OK)
            st = ta_game_elements(game, kind[_i].top, &list, &count);
        if (st == TA_OK)
            st = tai_game_fill(game, kind[_i].top, bits.words);
        done = st == TA_OK;
        tai_alloc_fail_at(0);
        ck_assert(done || st == TA_ENOMEM);
        ck_assert(game != NULL || strstr(error.text, "memory") != NULL);
        ck_assert(k < 50);
        ta_free(list);
        ta_game_free(game);
        ta_bits_free(&bits);
    }
}
END_TEST

START_TEST(no_memory_for_a_list)
{
    const uint64_t list[] = {5, 3, 3};
    ta_status st = TA_ENOMEM;
    for (uint64_t k = 1; st != TA_OK; k++) {
        ta_game *game = NULL;
        tai_alloc_fail_at(k);
        st = ta_game_from_list(list, 3, TA_NORMAL, &game, NULL);
        tai_alloc_fail_at(0);
        ck_assert(st == TA_OK || st == TA_ENOMEM);
        ck_assert_int_eq(game != NULL, st == TA_OK);
        ta_game_free(game);
    }
}
END_TEST

const struct test_suite test_suite = {
    .cases = {{&kind_is_its_definition, KINDS},
              {&random_lists, 100},
              {&list_with_zero, 1},
              {&prime_counts, 8},
              {&no_memory, KINDS},
              {&no_memory_for_a_list, 1}}};
