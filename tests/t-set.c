/* Sets below n in both forms: what is in them, and their parts, against one
 * bool a number. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "game/game-internal.h"
#include "game/set.h"
#include "testing.h"

static bool has(const tai_set *set, uint64_t s)
{
    if (set->bits != NULL)
        return (set->bits[s / 64] >> s % 64 & 1) != 0;
    for (uint64_t i = 0; i < set->count; i++)
        if (set->list[i] == s)
            return true;
    return false;
}

static void check_index(const tai_set *set)
{
    ck_assert_ptr_nonnull(set->index);
    for (uint64_t e = 0; e <= set->n >> set->shift; e++) {
        uint64_t place = set->index[e], start = e << set->shift;
        if ((place < set->count && set->list[place] < start) ||
            (place > 0 && set->list[place - 1] >= start))
            ck_abort_msg("index at %" PRIu64, e);
    }
}

static void check_padding(const tai_set *set)
{
    const char *bytes = (const char *)set->bits;
    static const char zero[TA_SET_PAD];
    ck_assert(memcmp(bytes - TA_SET_PAD, zero, TA_SET_PAD) == 0);
    ck_assert(memcmp(bytes + ta_bits_words(set->n) * 8, zero, TA_SET_PAD) == 0);
    for (uint64_t s = set->n; s < 64 * ta_bits_words(set->n); s++)
        ck_assert(!has(set, s));
    ck_assert_uint_eq((uintptr_t)bytes % 64, 0);
}

/* One of both forms; the right one; and its numbers. */
static void check_form(const tai_set *set, uint64_t n)
{
    ck_assert_uint_eq(set->n, n);
    ck_assert((set->list == NULL) != (set->bits == NULL));
    uint64_t most = tai_max_u64(n / TA_SET_SPARSE, TA_SET_FEW);
    if (set->list != NULL) {
        ck_assert_uint_le(set->count, most);
        for (uint64_t i = 1; i < set->count; i++)
            ck_assert_uint_lt(set->list[i - 1], set->list[i]);
        check_index(set);
    } else {
        ck_assert_uint_gt(set->count, most);
        check_padding(set);
    }
    ck_assert_uint_le(set->least, n);
}

static void check_part(const tai_set *set, const bool *in, uint64_t lo,
                       uint64_t hi)
{
    uint64_t want = 0, length = hi > lo ? hi - lo : 0;
    uint64_t *scratch = tai_alloc(tai_min_u64(length, set->count) + 1, 8);
    uint64_t end = tai_min_u64(length, set->count);
    scratch[end] = 0xfeedface;
    const uint64_t *out;
    size_t got = tai_set_window(set, lo, hi, scratch, &out);
    ta_bits bits = test_poisoned_bits(length),
            wanted = test_poisoned_bits(length);
    memset(wanted.words, 0, ta_bits_words(length) * 8);
    for (uint64_t s = lo; s < tai_min_u64(hi, set->n); s++) {
        if (!in[s])
            continue;
        if (want >= got || out[want++] != s)
            ck_abort_msg("window [%" PRIu64 ", %" PRIu64 ") at %" PRIu64, lo,
                         hi, s);
        wanted.words[(s - lo) / 64] |= (uint64_t)1 << (s - lo) % 64;
    }
    ck_assert_uint_eq(want, got);
    ck_assert_uint_eq(want, tai_set_count(set, lo, hi));
    ck_assert_uint_eq(scratch[end], 0xfeedface);
    tai_set_copy_bits(set, lo, hi, bits.words);
    test_assert_bits_equal(&wanted, &bits, "copy_bits", lo);
    ta_bits_free(&bits);
    ta_bits_free(&wanted);
    ta_free(scratch);
}

static void check_set(const tai_set *set, const bool *in, uint64_t n,
                      test_rng *r)
{
    uint64_t count = 0, least = n;
    for (uint64_t s = 0; s < n; s++) {
        count += in[s];
        if (in[s] && least == n)
            least = s;
    }
    check_form(set, n);
    ck_assert_uint_eq(set->count, count);
    ck_assert_uint_eq(set->least, least);
    check_part(set, in, 0, n);
    check_part(set, in, 0, n + 200);
    check_part(set, in, n, n + 100);
    check_part(set, in, n + 70, n + 100);
    check_part(set, in, 5, 5);
    check_part(set, in, 7, 3);
    for (int i = 0; i < 15; i++) {
        uint64_t lo = test_edge_biased(r, n), hi = test_edge_biased(r, n + 10);
        check_part(set, in, lo, hi);
        if (lo % 2 == 0)
            check_part(set, in, lo / 64 * 64, hi / 64 * 64);
    }
}

TEST(random_sets, 250)
{
    test_rng r = test_rng_for("random_sets", _i);
    uint64_t n = test_edge_biased(&r, _i % 2 == 0 ? 300 : 20000);
    uint64_t max = 1 + test_edge_biased(&r, n + n / 4 + 5), *list;
    size_t count;
    ta_game *game = test_any_game(&r, max);
    test_ok(ta_game_elements(game, n + max, &list, &count));
    bool *in = calloc(n + 1, sizeof *in);
    for (size_t i = 0; i < count; i++)
        if (list[i] < n)
            in[list[i]] = true;
    tai_set set, again;
    test_ok(tai_set_build(game, n, NULL, &set));
    check_set(&set, in, n, &r);
    test_ok(tai_set_from_list(list, count, n, &again));
    check_set(&again, in, n, &r);
    ck_assert_int_eq(set.list == NULL, again.list == NULL);
    ta_free(list);
    free(in);
    tai_set_free(&set);
    ck_assert(set.list == NULL && set.bits == NULL && set.index == NULL);
    tai_set_free(&set); /* harmless */
    tai_set_free(&again);
    ta_game_free(game);
}

static const char *const named[] = {"squares",     "cubes",
                                    "powers:9",    "triangular",
                                    "pronic",      "primes",
                                    "fibonacci",   "factorials",
                                    "moser",       "odds",
                                    "poly:1,0,-7", "list:9",
                                    "list:5-500",  "residues:1,4mod5",
                                    "powers:1"};

TEST(huge_ranges_of_few, 5)
{
    static const char *const few[] = {"fibonacci", "factorials", "powers:12",
                                      "list:5,2^61-4611686018427387903",
                                      "list:1,7,2^61"};
    const uint64_t n = ((uint64_t)1 << 62) - (_i == 3 ? (uint64_t)1 << 61 : 0);
    ta_game *game = test_game(few[_i], TA_NORMAL);
    tai_set set;
    test_ok(tai_set_build(game, n, NULL, &set));
    check_form(&set, n);
    uint64_t *list;
    size_t count;
    test_ok(ta_game_elements(game, n, &list, &count));
    ck_assert_uint_eq(count, set.count);
    for (size_t i = 0; i < count; i++) {
        const uint64_t *out;
        ck_assert_uint_eq(tai_set_count(&set, 0, list[i]), i);
        ck_assert_uint_eq(tai_set_count(&set, list[i], n), count - i);
        ck_assert_uint_eq(
            tai_set_window(&set, list[i], list[i] + 1, NULL, &out), 1);
        ck_assert_uint_eq(*out, list[i]);
    }
    ck_assert_uint_eq(tai_set_count(&set, n / 2 + 1, UINT64_MAX),
                      tai_set_count(&set, n / 2 + 1, n));
    ta_free(list);
    tai_set_free(&set);
    ta_game_free(game);
}

TEST(no_memory, sizeof named / sizeof *named)
{
    ta_game *game = test_game(named[_i], TA_NORMAL);
    const uint64_t sizes[] = {0, 100, 100000};
    for (int i = 0; i < 3; i++) {
        test_failing f = {0};
        while (test_fails_next(&f)) {
            tai_set set;
            f.status = tai_set_build(game, sizes[i], NULL, &set);
            if (f.status == TA_OK)
                tai_set_free(&set);
        }
    }
    ta_game_free(game);
}

/* Sets that take long are built in parts, between which the caller may stop. */
TEST(stops, 4)
{
    static const char *const specs[] = {"primes", "practical", "primes+1",
                                        "squares"};
    ta_game *game = test_game(specs[_i], TA_NORMAL);
    int calls = 1;
    tai_set set;
    const ta_status st = tai_set_build(
        game, 30000000,
        &(ta_options){.progress = test_stop, .progress_state = &calls}, &set);
    ck_assert_int_eq(st, _i < 3 ? TA_ECANCELLED : TA_OK);
    if (st == TA_OK)
        tai_set_free(&set);
    ta_game_free(game);
}

/* The address sanitizer ends the program where the system says no. */
#if defined(__SANITIZE_ADDRESS__)
#define ASAN 1
#elif defined(__has_feature)
#define ASAN __has_feature(address_sanitizer)
#else
#define ASAN 0
#endif

TEST(too_much_memory_is_refused, ASAN ? 0 : 1)
{
    /* 2^57 bytes of bits: the system cannot give them. */
    ta_game *game = test_game("odds", TA_NORMAL);
    tai_set set;
    uint64_t n = (uint64_t)1 << 60;
    ck_assert_uint_ge(tai_set_memory(game, n), n / 8);
    ck_assert_int_eq(tai_set_build(game, n, NULL, &set), TA_ENOMEM);
    ta_game_free(game);
}
