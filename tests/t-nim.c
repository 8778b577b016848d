/* Nim-values: every engine against the naive one, and against what is
 * published or proved. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

#include "game/game-internal.h"

/* ---- values of a run, in one array ---- */

typedef struct values {
    ta_sink sink;
    uint64_t n, end; /* room; how far the blocks have come */
    uint16_t *value;
} values;

static ta_status take(void *sink, const ta_block *block)
{
    values *v = (values *)sink;
    ck_assert_uint_eq(block->from, v->end); /* in order, without gaps */
    ck_assert_uint_lt(block->from, block->to);
    ck_assert_uint_le(block->to, v->n);
    memcpy(v->value + block->from, block->values,
           2 * (block->to - block->from));
    v->end = block->to;
    return TA_OK;
}

static values nim_by(const ta_game *game, uint64_t n, const ta_options *options)
{
    values v = {{take, &v}, n, 0, tai_alloc(n + 1, 2)};
    v.value[n] = 0xbeef;
    ta_error error = {""};
    ta_status st = ta_run(TA_CONTENT_NIM, game, n, options, &v.sink, &error);
    ck_assert_msg(st == TA_OK, "%s at %" PRIu64 ": %s (%s)", options->engine, n,
                  ta_status_text(st), error.text);
    ck_assert_uint_eq(v.end, n);
    ck_assert_uint_eq(v.value[n], 0xbeef);
    return v;
}

static void assert_equal(const values *want, const values *got,
                         const char *what, uint64_t seed)
{
    for (uint64_t i = 0; i < want->n; i++)
        ck_assert_msg(want->value[i] == got->value[i],
                      "%s, seed %" PRIu64 ", n %" PRIu64 ": value of %" PRIu64
                      " is %u, should be %u",
                      what, seed, want->n, i, got->value[i], want->value[i]);
}

static const char *const names[] = {"blocked", "layers", "auto"};
enum { ENGINES = sizeof names / sizeof *names, GAMES = 80 };

/* A random game in normal play. */
static ta_game *normal_game(test_rng *r, uint64_t max)
{
    ta_game *any = test_random_game(r, max), *game = NULL;
    uint64_t *set;
    size_t count;
    ck_assert_int_eq(ta_game_elements(any, max + 1, &set, &count), TA_OK);
    ck_assert_int_eq(ta_game_from_list(set, count, TA_NORMAL, &game, NULL),
                     TA_OK);
    ta_free(set);
    ta_game_free(any);
    return game;
}

START_TEST(engines_match_naive)
{
    const char *name = names[_i];
    for (int k = 0; k < GAMES; k++) {
        test_rng r = test_rng_for(name, k);
        uint64_t n = test_edge_biased(&r, k < 60 ? 2048 : 6000);
        ta_game *game = normal_game(&r, n + 2);
        ta_options options = {.engine = "naive"};
        values want = nim_by(game, n, &options);
        options.engine = name;
        options.threads = 1 + (unsigned)test_below(&r, 3);
        options.base_bits =
            test_below(&r, 2) == 0 ? 0 : 6 + (unsigned)test_below(&r, 5);
        values got = nim_by(game, n, &options);
        assert_equal(&want, &got, name, r.seed);
        ta_free(want.value);
        ta_free(got.value);
        ta_game_free(game);
    }
}
END_TEST

/* Ranges long enough for blocks, learned orders and several windows. */
START_TEST(named_sets_agree)
{
    static const char *const spec[] = {"squares", "triangular", "cubes",
                                       "primes",  "pronic",     "moser"};
    for (size_t s = 0; s < sizeof spec / sizeof *spec; s++) {
        ta_game *game = test_game(spec[s], TA_NORMAL);
        uint64_t n = strcmp(spec[s], "primes") == 0 ? 20011 : 70001;
        if (test_watched() || test_variant())
            n /= test_emulated() ? 8 : 2;
        ta_options options = {.engine = "naive"};
        values want = nim_by(game, n, &options);
        for (unsigned threads = 1; threads <= 3; threads++) {
            options.engine = names[_i];
            options.threads = threads;
            options.base_bits = threads == 1 ? 0 : 6 + threads;
            values got = nim_by(game, n, &options);
            assert_equal(&want, &got, spec[s], threads);
            ta_free(got.value);
        }
        ta_free(want.value);
        ta_game_free(game);
    }
}
END_TEST

/* Sets whose values exceed what 1, 2 and 8 windows of registers hold: S is
 * {1, ..., m}, or random elements around a clique of small ones. */
START_TEST(large_values)
{
    static const unsigned top[] = {126, 127, 255, 600, 1007, 1008, 1500};
    for (size_t k = 0; k < sizeof top / sizeof *top; k++) {
        uint64_t set[2000], n = 5000;
        size_t count = 0;
        test_rng r = test_rng_for("large", (int)k);
        for (uint64_t s = 1; s <= top[k]; s++)
            set[count++] = s;
        for (; count < 1900; count++)
            set[count] = 1 + test_below(&r, n);
        ta_game *game;
        ck_assert_int_eq(ta_game_from_list(set, k % 2 ? count : top[k],
                                           TA_NORMAL, &game, NULL),
                         TA_OK);
        ta_options options = {.engine = "naive"};
        values want = nim_by(game, n, &options);
        options.engine = names[_i];
        values got = nim_by(game, n, &options);
        assert_equal(&want, &got, "large values", top[k]);
        ta_free(want.value);
        ta_free(got.value);
        ta_game_free(game);
    }
}
END_TEST

/* ---- what is published or proved ---- */

static const uint16_t a014586[] = {
    0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2,
    3, 2, 3, 4, 5, 3, 2, 3, 4, 0, 1, 2, 3, 2, 0, 1, 2, 3, 2, 0, 1, 2, 3, 2, 3,
    4, 5, 0, 1, 3, 4, 5, 0, 1, 3, 4, 5, 0, 1, 3, 0, 1, 0, 1, 2, 4, 3, 0, 1, 5,
    6, 2, 3, 4, 5, 6, 2, 3, 4, 5, 0, 1, 6, 3, 2, 4, 2, 6, 4, 5, 0, 1, 6, 4};

static const char *const all[] = {"naive", "blocked", "layers", "auto"};
enum { ALL = sizeof all / sizeof *all };

START_TEST(squares_are_a014586)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    uint64_t n = sizeof a014586 / sizeof *a014586;
    ta_options options = {.engine = all[_i]};
    values v = nim_by(game, n, &options);
    for (uint64_t i = 0; i < n; i++)
        ck_assert_uint_eq(v.value[i], a014586[i]);
    ta_free(v.value);
    ta_game_free(game);
}
END_TEST

/* Largest values below powers of 4; 2^20 and 2^22 in the long tier. */
START_TEST(largest_values)
{
    static const unsigned largest[] = {14, 23, 38, 63, 104, 170, 278};
    bool slow = getenv("TAKEAWAY_LONG") != NULL;
    unsigned known = slow && _i > 0 ? 7 : 5;
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_options options = {.engine = all[_i], .threads = 2};
    values v = nim_by(game, (uint64_t)1024 << 2 * (known - 1), &options);
    unsigned most = 0, k = 0;
    for (uint64_t i = 0; i < v.n; i++) {
        most = v.value[i] > most ? v.value[i] : most;
        if (i + 1 == (uint64_t)1024 << 2 * k)
            ck_assert_uint_eq(most, largest[k++]);
        /* The first that eight bits do not hold. */
        if (v.value[i] == 256 && most == 256 && v.n > 3290726)
            ck_assert_uint_ge(i, 3290726);
    }
    ck_assert_uint_eq(k, known);
    if (v.n > 3290726)
        ck_assert_uint_eq(v.value[3290726], 256);
    ta_free(v.value);
    ta_game_free(game);
}
END_TEST

/* Ferguson's pairing: value 1 at i iff value 0 at i - min S. */
START_TEST(fergusons_pairing)
{
    for (int k = 0; k < 40; k++) {
        test_rng r = test_rng_for("ferguson", 100 * _i + k);
        uint64_t n = 100 + test_below(&r, 5000);
        ta_game *game = normal_game(&r, n);
        uint64_t least = tai_game_least(game);
        ta_options options = {.engine = all[_i]};
        values v = nim_by(game, n, &options);
        for (uint64_t i = 0; i < n; i++)
            ck_assert_msg((v.value[i] == 1) ==
                              (i >= least && v.value[i - least] == 0),
                          "seed %" PRIu64 ", position %" PRIu64, r.seed, i);
        ta_free(v.value);
        ta_game_free(game);
    }
}
END_TEST

/* Value 0 is cold. */
START_TEST(zeros_are_cold)
{
    ta_game *game = test_game("triangular", TA_NORMAL);
    ta_options options = {.engine = all[_i]};
    values v = nim_by(game, 30000, &options);
    ta_bits cold;
    ck_assert_int_eq(ta_bits_new(v.n, &cold), TA_OK);
    ck_assert_int_eq(ta_cold_bits(game, v.n, NULL, &cold, NULL), TA_OK);
    for (uint64_t i = 0; i < v.n; i++)
        ck_assert_int_eq(v.value[i] == 0, ta_bits_get(&cold, i));
    ta_bits_free(&cold);
    ta_free(v.value);
    ta_game_free(game);
}
END_TEST

/* ---- limits ---- */

/* S = {1, ..., 70000}: the value of i is i, up to 65535 and no further. */
START_TEST(no_value_wraps)
{
    ta_game *game = test_game("list:1-70000", TA_NORMAL);
    ta_options options = {.engine = all[_i]};
    ta_error error = {""};
    /* Each layer has one position. Under a sanitizer only `naive` runs. */
    if (test_watched() ? _i != 0 : _i % 2 == 0 && !test_long()) {
        ta_game_free(game);
        return;
    }
    ck_assert_int_eq(
        ta_run(TA_CONTENT_NIM, game, 70000, &options, NULL, &error), TA_ERANGE);
    ck_assert_ptr_nonnull(strstr(error.text, "heap 65536"));
    if (_i == 1) {
        values v = nim_by(game, 65536, &options);
        for (uint64_t i = 0; i < v.n; i++)
            ck_assert_uint_eq(v.value[i], i);
        ta_free(v.value);
    }
    ta_game_free(game);
}
END_TEST

START_TEST(bad_arguments)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_game *misere = test_game("squares", TA_MISERE);
    ta_error error = {""};
    ta_options options = {.engine = "wheel"};
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, 10, &options, NULL, &error),
                     TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "wheel"));
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, misere, 10, NULL, NULL, &error),
                     TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "normal play"));
    options = (ta_options){.max_memory = 1000};
    ck_assert_int_eq(
        ta_run(TA_CONTENT_NIM, game, 1 << 30, &options, NULL, &error),
        TA_ELIMIT);
    options = (ta_options){.base_bits = 21};
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, 10, &options, NULL, &error),
                     TA_EINVAL);
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, ((uint64_t)1 << 62) + 1, NULL,
                            NULL, &error),
                     TA_ERANGE);
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, 0, NULL, NULL, NULL), TA_OK);
    size_t count;
    const ta_engine_info *info = ta_engines(TA_CONTENT_NIM, false, &count);
    ck_assert_uint_eq(count, ALL + 1); /* t-past.c has the other one */
    for (size_t k = 0; k < count; k++) {
        uint64_t bytes = 0;
        options = (ta_options){.engine = info[k].name};
        bytes = test_memory(TA_CONTENT_NIM, game, (uint64_t)1 << 62, &options);
        ck_assert_uint_gt(bytes, (uint64_t)1 << 62);
    }
    ta_game_free(game);
    ta_game_free(misere);
}
END_TEST

START_TEST(out_of_memory_is_reported)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_options options = {.engine = "naive"};
    uint64_t n = 5000;
    values want = nim_by(game, n, &options);
    options = (ta_options){.engine = all[_i], .threads = 2};
    values got = {{take, &got}, n, 0, tai_alloc(n, 2)};
    ta_status st = TA_OK;
    int failures = 0;
    for (uint64_t k = 1, used = k; k <= used; k++) {
        got.end = 0;
        tai_alloc_fail_at(k);
        used = tai_alloc_calls();
        st = ta_run(TA_CONTENT_NIM, game, n, &options, &got.sink, NULL);
        used = tai_alloc_calls() - used;
        ck_assert(st == TA_OK || st == TA_ENOMEM);
        failures += st != TA_OK;
        if (st != TA_OK)
            used = k + 1;
    }
    tai_alloc_fail_at(0);
    ck_assert_int_eq(st, TA_OK);
    ck_assert_int_gt(failures, 1);
    assert_equal(&want, &got, all[_i], 0);
    ta_free(want.value);
    ta_free(got.value);
    ta_game_free(game);
}
END_TEST

static int stop_at_third(void *state, double share, uint64_t done)
{
    (void)done;
    ck_assert(share >= 0 && share <= 1);
    return ++*(int *)state >= 3;
}

static ta_status refuse(void *sink, const ta_block *block)
{
    (void)sink;
    (void)block;
    return TA_EIO;
}

START_TEST(stops_when_told)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    uint64_t n = 1 << 18;
    int calls = 0;
    ta_options options = {
        .engine = all[_i], .progress = stop_at_third, .progress_state = &calls};
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, n, &options, NULL, NULL),
                     TA_ECANCELLED);
    ck_assert_int_eq(calls, 3);
    ta_sink sink = {refuse, NULL};
    options = (ta_options){.engine = all[_i]};
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, n, &options, &sink, NULL),
                     TA_EIO);
    ta_game_free(game);
}
END_TEST

const struct test_suite test_suite = {
    .cases = {{&engines_match_naive, ENGINES},
              {&named_sets_agree, ENGINES},
              {&large_values, ENGINES},
              {&squares_are_a014586, ALL},
              {&largest_values, ALL},
              {&fergusons_pairing, ALL},
              {&zeros_are_cold, ALL},
              {&no_value_wraps, ALL},
              {&bad_arguments, 1},
              {&out_of_memory_is_reported, ALL},
              {&stops_when_told, ALL}}};
