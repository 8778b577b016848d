/* Every kind of set against a definition of its own that is as short as can
 * be, random lists, and memory that fails. */
#include <inttypes.h>
#include <stdio.h>
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

static bool triangular(uint64_t s)
{
    return is_power(8 * s + 1, 2);
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
static bool lucas(uint64_t s)
{
    return s != 2 && (is_power(5 * (s * s + 4), 2) ||
                      (s > 2 && is_power(5 * (s * s - 4), 2)));
}
/* Which numbers are sums of distinct divisors? */
static bool practical(uint64_t s)
{
    bool sum[2000] = {true};
    for (uint64_t d = 1; d <= s; d++)
        for (uint64_t t = s; s % d == 0 && t >= d; t--)
            sum[t] |= sum[t - d];
    return memchr(sum, false, s + 1) == NULL;
}
static bool tetrahedral(uint64_t s)
{
    uint64_t k = 1;
    while (k * (k + 1) * (k + 2) < 6 * s)
        k++;
    return k * (k + 1) * (k + 2) == 6 * s;
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
static bool one_four_mod_five(uint64_t s)
{
    return s % 5 == 1 || s % 5 == 4;
}
static bool zero_ten_mod_128(uint64_t s)
{
    return s % 128 == 0 || s % 128 == 10;
}
static bool squares_or_cubes(uint64_t s)
{
    return is_power(s, 2) || is_power(s, 3);
}
static bool before_primes(uint64_t s)
{
    return primes(s + 1);
}
static bool many_parts(uint64_t s)
{
    return is_power(s - 1, 2) || s == 5 || (s >= 9 && s <= 12) ||
           s % 128 == 0 || s % 128 == 10;
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

/* The elements are the values above 0 of a k^degree + b k + c for k from 1 on,
 * or, where there is a predicate, the numbers for which it holds. */
static const struct kind {
    const char *spec;
    bool (*has)(uint64_t s);
    unsigned degree;
    int64_t a, b, c;
    uint64_t top; /* compared below this */
    uint64_t least;
} kind[] = {
    {"squares", NULL, 2, 1, 0, 0, 2000, 1},
    {"cubes", NULL, 3, 1, 0, 0, 2000, 1},
    {"powers:1", NULL, 1, 1, 0, 0, 2000, 1},
    {"powers:2", NULL, 2, 1, 0, 0, 2000, 1},
    {"powers:5", NULL, 5, 1, 0, 0, 2000, 1},
    {"powers:9", NULL, 9, 1, 0, 0, 2000, 1},
    {"triangular", triangular, 0, 0, 0, 0, 2000, 1},
    {"pronic", NULL, 2, 1, 1, 0, 2000, 2},
    {"polygonal:3", triangular, 0, 0, 0, 0, 2000, 1},
    {"polygonal:4", NULL, 2, 1, 0, 0, 2000, 1},
    {"polygonal:5", pentagonal, 0, 0, 0, 0, 2000, 1},
    {"primes", primes, 0, 0, 0, 0, 4000, 2},
    {"fibonacci", fibonacci, 0, 0, 0, 0, 1000, 1},
    {"lucas", lucas, 0, 0, 0, 0, 500, 1},
    {"practical", practical, 0, 0, 0, 0, 2000, 1},
    {"tetrahedral", tetrahedral, 0, 0, 0, 0, 2000, 1},
    {"factorials", factorials, 0, 0, 0, 0, 6000, 1},
    {"moser", moser, 0, 0, 0, 0, 4000, 1},
    {"odds", NULL, 1, 2, 0, -1, 2000, 1},
    {"nim", NULL, 1, 1, 0, 0, 2000, 1},
    {"squares+cubes", squares_or_cubes, 0, 0, 0, 0, 5000, 1},
    {"A000290+cubes", squares_or_cubes, 0, 0, 0, 0, 5000, 1},
    {"primes-1", before_primes, 0, 0, 0, 0, 4000, 1},
    {"nim+odds+nim", NULL, 1, 1, 0, 0, 2000, 1},
    {"squares-5", NULL, 2, 1, 0, -5, 2000, 4},
    {"cubes+700", NULL, 3, 1, 0, 700, 5000, 701},
    {"list:5,9-12+squares+1+residues:0,10mod128", many_parts, 0, 0, 0, 0, 5000,
     2},
    {"residues:1,4mod5", one_four_mod_five, 0, 0, 0, 0, 2000, 1},
    {"residues:4,1,4,1mod5", one_four_mod_five, 0, 0, 0, 0, 2000, 1},
    {"residues:0mod1", NULL, 1, 1, 0, 0, 2000, 1},
    {"residues:10,0mod2^7", zero_ten_mod_128, 0, 0, 0, 0, 2000, 10},
    {"residues:3mod1000003", NULL, 1, 1000003, 0, -1000000, 2000, 3},
    {"poly:1,0,0", NULL, 2, 1, 0, 0, 2000, 1},
    {"poly:1,0,-1", NULL, 2, 1, 0, -1, 2000, 3},
    {"poly:2,-41,200", NULL, 2, 2, -41, 200, 2000, 5},
    {"poly:3,-100,1045", NULL, 2, 3, -100, 1045, 2000, 212},
    {"poly:1,-10,30", NULL, 2, 1, -10, 30, 2000, 5},
    {"poly:1,-11,40", NULL, 2, 1, -11, 40, 2000, 10},
    {"poly:1,0,-1000", NULL, 2, 1, 0, -1000, 2000, 24},
    {"poly:0,7,-30", NULL, 1, 7, 0, -30, 2000, 5},
    {"poly:0,1,0", NULL, 1, 1, 0, 0, 2000, 1},
    {"list:1,4-7,12,60-70,1500-2^63", some_list, 0, 0, 0, 0, 2000, 1},
    {"list:12,1,6-7,4-6,5,65-70,60-66,1500-18446744073709551615", some_list, 0,
     0, 0, 0, 2000, 1},
    {"list:2^10,1e2-10^3", power_list, 0, 0, 0, 0, 2000, 100},
};

/* ---- comparisons ---- */

/* Marks the elements below the top by the definition. */
static void define(const struct kind *k, bool *in)
{
    for (uint64_t s = 1; k->has != NULL && s < k->top; s++)
        in[s] = k->has(s);
    for (int64_t n = 1; k->has == NULL && n <= 5000; n++) {
        int64_t value = k->a;
        for (unsigned d = 0; d < k->degree && value < 1 << 20; d++)
            value *= n;
        value += k->b * n + k->c;
        if (value > 0 && value < (int64_t)k->top)
            in[value] = true;
    }
}

static void compare_below(const ta_game *game, const bool *in, uint64_t n)
{
    const char *spec = ta_game_about(game)->spec;
    uint64_t *list;
    size_t count, k = 0;
    test_ok(ta_game_elements(game, n, &list, &count));
    ck_assert_ptr_nonnull(list);
    ta_bits bits = test_poisoned_bits(n), want = test_poisoned_bits(n);
    memset(want.words, 0, ta_bits_words(n) * 8);
    test_ok(tai_game_fill(game, n, bits.words, NULL));
    for (uint64_t s = 1; s < n; s++) {
        if (!in[s])
            continue;
        want.words[s / 64] |= (uint64_t)1 << s % 64;
        if (k >= count || list[k++] != s)
            ck_abort_msg("%s below %" PRIu64 ": %" PRIu64, spec, n, s);
    }
    ck_assert_msg(k == count, "%s below %" PRIu64 ": %zu too many", spec, n,
                  count - k);
    test_assert_bits_equal(&want, &bits, spec, n);
    uint64_t bound = tai_game_count_bound(game, n);
    if (strcmp(spec, "primes") == 0 || strcmp(spec, "practical") == 0 ||
        strpbrk(spec, "+-") != NULL)
        ck_assert_uint_ge(bound, count);
    else
        ck_assert_msg(bound == count, "%s below %" PRIu64, spec, n);
    ta_free(list);
    ta_bits_free(&bits);
    ta_bits_free(&want);
}

TEST(kind_is_its_definition, COUNT(kind))
{
    test_rng r = test_rng_for("kind_is_its_definition", _i);
    ta_game *game = test_game(kind[_i].spec, TA_MISERE);
    ck_assert_str_eq(ta_game_about(game)->spec, kind[_i].spec);
    ck_assert_int_eq(ta_game_about(game)->convention, TA_MISERE);
    ck_assert_uint_eq(tai_game_least(game), kind[_i].least);
    bool in[6000] = {false};
    define(&kind[_i], in);
    for (uint64_t n = 0; n < 70; n++)
        compare_below(game, in, n);
    for (int i = 0; i < 10; i++)
        compare_below(game, in, test_edge_biased(&r, kind[_i].top));
    compare_below(game, in, kind[_i].top);
    ta_game_free(game);
}

/* Quadratics, one in three with the vertex at k = 1, 2 or 3. */
TEST(random_quadratics, 200)
{
    test_rng r = test_rng_for("random_quadratics", _i);
    char spec[100];
    bool in[3000] = {false};
    struct kind k = {spec, NULL, 2, (int64_t)test_below(&r, 6), 0, 0, 3000, 0};
    k.b = (int64_t)test_below(&r, 200) - (k.a > 0 ? 150 : -1);
    k.c = (int64_t)test_below(&r, 4000) - 1000;
    if (_i % 3 == 0) {
        k.a = 1 + (int64_t)test_below(&r, 5);
        k.b = -k.a * (int64_t)test_below(&r, 6) - (int64_t)test_below(&r, 3);
        k.c = (int64_t)test_below(&r, 20);
    }
    snprintf(spec, sizeof spec, "poly:%" PRId64 ",%" PRId64 ",%" PRId64, k.a,
             k.b, k.c);
    ta_game *game = test_game(spec, TA_NORMAL);
    define(&k, in);
    compare_below(game, in, test_edge_biased(&r, k.top));
    ta_game_free(game);
}

TEST(random_lists, 100)
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
    test_ok(ta_game_from_list(list, given, TA_NORMAL, &game, NULL));
    uint64_t *got;
    size_t count, k = 0;
    test_ok(ta_game_elements(game, 400, &got, &count));
    for (uint64_t s = 0; s < 400; s++)
        if (in[s])
            ck_assert_uint_eq(got[k++], s);
    ck_assert_uint_eq(k, count);
    ck_assert_uint_eq(tai_game_count_bound(game, 400), count);
    ck_assert_uint_eq(tai_game_least(game), count > 0 ? got[0] : UINT64_MAX);
    const ta_game_info *about = ta_game_about(game);
    uint64_t before = 0;
    for (size_t i = 0; i < about->n_ranges; i++) {
        const ta_range range = about->ranges[i];
        ck_assert(i == 0 || range.first > about->ranges[i - 1].last + 1);
        ck_assert_uint_eq(range.before, before);
        before += range.last - range.first + 1;
        ck_assert_uint_eq(range.first, got[range.before]);
        ck_assert_uint_eq(range.last, got[before - 1]);
    }
    ck_assert_uint_eq(before, count);
    /* A short list's spec makes the same game. */
    if (strncmp(ta_game_about(game)->spec, "list:", 5) == 0) {
        again = test_game(ta_game_about(game)->spec, TA_NORMAL);
        uint64_t *other;
        size_t other_count;
        test_ok(ta_game_elements(again, 400, &other, &other_count));
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

TEST(list_with_zero, 1)
{
    const uint64_t list[] = {3, 0};
    ta_game *game = NULL;
    ta_error error;
    ck_assert_int_eq(ta_game_from_list(list, 2, TA_NORMAL, &game, &error),
                     TA_EINVAL);
    ck_assert_ptr_null(game);
    ck_assert_ptr_nonnull(strstr(error.text, "0"));
}

TEST(prime_counts, 8)
{
    static const struct {
        uint64_t n, count;
    } known[] = {{10, 4},         {100, 25},         {1000, 168},
                 {10000, 1229},   {100000, 9592},    {1000000, 78498},
                 {524288, 43390}, {10000000, 664579}};
    ta_game *game = test_game("primes", TA_NORMAL);
    uint64_t n = known[_i].n, *list;
    size_t count;
    test_ok(ta_game_elements(game, n, &list, &count));
    ck_assert_uint_eq(count, known[_i].count);
    ta_bits bits = test_poisoned_bits(n);
    test_ok(tai_game_fill(game, n, bits.words, NULL));
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

/* Every engine of a union, against the definition of the same set as a list. */
TEST(unions_play_as_lists, 8)
{
    static const char *const specs[] = {"squares+cubes", "primes-1",
                                        "cubes-1+fibonacci+3",
                                        "list:9-30+residues:1mod7"};
    static const ta_content contents[] = {TA_CONTENT_COLD, TA_CONTENT_NIM,
                                          TA_CONTENT_LENGTH};
    enum { N = 6000 };
    const ta_convention convention = _i < 4 ? TA_NORMAL : TA_MISERE;
    ta_game *game = test_game(specs[_i % 4], convention), *list;
    uint64_t *set;
    size_t count;
    test_ok(ta_game_elements(game, N, &set, &count));
    test_ok(ta_game_from_list(set, count, convention, &list, NULL));
    for (size_t c = 0; c < (convention == TA_NORMAL ? 3 : 1); c++) {
        static uint16_t want[N], got[N];
        const ta_options naive = {.engine = "naive"};
        memset(want, 0, sizeof want);
        test_ok(ta_run(contents[c], list, N, &naive,
                       &(ta_sink){tai_block_store, want}, NULL));
        const ta_engine_info *engine;
        for (size_t e = 0;
             (engine = ta_engine_at(contents[c], false, e)) != NULL; e++) {
            if (strcmp(engine->name, "gpu") == 0)
                continue; /* takes no unions */
            const ta_options options = {.engine = engine->name};
            memset(got, 0, sizeof got);
            test_ok(ta_run(contents[c], game, N, &options,
                           &(ta_sink){tai_block_store, got}, NULL));
            ck_assert_msg(memcmp(want, got, sizeof want) == 0, "%s: %s",
                          specs[_i % 4], engine->name);
        }
    }
    ta_free(set);
    ta_game_free(game);
    ta_game_free(list);
}

/* ---- memory that fails ---- */

TEST(no_memory, COUNT(kind))
{
    test_failing f = {0};
    while (test_fails_next(&f)) {
        ta_game *game = NULL;
        uint64_t *list = NULL;
        size_t count = 0;
        ta_bits bits = {0};
        f.status = ta_game_new(kind[_i].spec, TA_NORMAL, &game, &f.error);
        ck_assert(game != NULL || strstr(f.error.text, "memory") != NULL);
        if (f.status == TA_OK)
            f.status = ta_game_elements(game, kind[_i].top, &list, &count);
        if (f.status == TA_OK)
            f.status = ta_bits_new(kind[_i].top, &bits);
        if (f.status == TA_OK)
            f.status = tai_game_fill(game, kind[_i].top, bits.words, NULL);
        ta_free(list);
        ta_game_free(game);
        ta_bits_free(&bits);
    }
}

TEST(no_memory_for_a_list, 1)
{
    const uint64_t list[] = {5, 3, 3};
    test_failing f = {0};
    while (test_fails_next(&f)) {
        ta_game *game = NULL;
        f.status = ta_game_from_list(list, 3, TA_NORMAL, &game, &f.error);
        ck_assert_int_eq(game != NULL, f.status == TA_OK);
        ta_game_free(game);
    }
    ck_assert_uint_ge(f.failures, 1);
}
