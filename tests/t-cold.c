/* Every engine against the naive one, and against published values. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

#include "run/job.h"

static ta_bits cold_by(const ta_game *game, uint64_t n,
                       const ta_options *options)
{
    ta_bits bits = test_poisoned_bits(n);
    ta_error error = {""};
    ta_status st = ta_cold_bits(game, n, options, &bits, &error);
    ck_assert_msg(st == TA_OK, "%s at %" PRIu64 ": %s (%s)", options->engine, n,
                  ta_status_text(st), error.text);
    return bits;
}

/* The engines that are compared with naive. */
static const char *const names[] = {"sieve",  "segments", "shift", "textbook",
                                    "divide", "exact",    "auto"};
enum { ENGINES = sizeof names / sizeof *names, GAMES = 120 };

/* Compares a run with given options with another engine. */
static void compare(const ta_game *game, uint64_t n, const ta_options *options,
                    const char *oracle, uint64_t seed)
{
    ta_bits want = cold_by(game, n, &(ta_options){.engine = oracle});
    ta_bits got = cold_by(game, n, options);
    test_assert_bits_equal(&want, &got, options->engine, seed);
    ta_bits_free(&want);
    ta_bits_free(&got);
}

/* Case _i: one engine against naive on a set of random games. */
TEST(engines_match_naive, ENGINES)
{
    const char *name = names[_i];
    for (int k = 0; k < GAMES; k += test_every(2)) {
        test_rng r = test_rng_for(name, k);
        uint64_t n = test_edge_biased(&r, k < 80 ? 2048 : 20000);
        ta_game *game = test_any_game(&r, n + 2);
        ta_options options = {.engine = name};
        options.base_bits =
            test_below(&r, 3) == 0 ? 0 : 6 + (unsigned)test_below(&r, 6);
        options.convolver = (ta_convolver)test_below(&r, 5);
        options.threads = 1 + (unsigned)test_below(&r, 2);
        /* Low limits make GMP step in. */
        if (test_below(&r, 3) == 0)
            options.rounding_limit =
                strcmp(name, "textbook") == 0 ? 0.01 : 1e-12;
        compare(game, n, &options, "naive", r.seed);
        ta_game_free(game);
    }
}

static uint64_t count_of(const char *spec, const char *engine, uint64_t n)
{
    ta_game *game = test_game(spec, TA_NORMAL);
    ta_bits bits = cold_by(game, n, &(ta_options){.engine = engine});
    uint64_t count = ta_bits_count(&bits);
    ta_bits_free(&bits);
    ta_game_free(game);
    return count;
}

/* Counts of cold positions below n. Those at the end are of Eppstein's blog,
 * 2016: the 99th, 1087th and 12068th cold positions are 827, 25647, 819267. */
TEST(published_counts, ENGINES)
{
    static const uint64_t row[][2] = {
        {1 << 10, 118}, {1 << 16, 2053}, {1 << 20, 14421},
        {827, 98},      {828, 99},       {25647, 1086},
        {25648, 1087},  {819267, 12067}, {819268, 12068}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++)
        ck_assert_uint_eq(count_of("squares", names[_i], row[k][0]), row[k][1]);
}

/* A030193 and its misere companion. */
static const uint64_t a030193[] = {
    0,   2,   5,   7,   10,  12,  15,  17,  20,  22,  34,  39,  44,
    52,  57,  62,  65,  67,  72,  85,  95,  109, 119, 124, 127, 130,
    132, 137, 142, 147, 150, 170, 177, 180, 182, 187, 192, 197, 204,
    210, 215, 238, 243, 249, 255, 257, 260, 262, 267};

TEST(squares_are_a030193, ENGINES)
{
    for (uint64_t shift = 0; shift < 2; shift++) {
        ta_game *game = test_game("squares", shift ? TA_MISERE : TA_NORMAL);
        ta_bits bits =
            cold_by(game, 268 + shift, &(ta_options){.engine = names[_i]});
        size_t k = 0;
        for (uint64_t i = 0; i < 268; i++)
            if (ta_bits_get(&bits, i + shift))
                ck_assert_uint_eq(a030193[k++], i);
        ck_assert_uint_eq(k, sizeof a030193 / sizeof *a030193);
        ta_bits_free(&bits);
        ta_game_free(game);
    }
}

/* Misere play of any subtraction game is normal play moved by min S. */
TEST(misere_is_normal_shifted, 3 * ENGINES)
{
    test_rng r = test_rng_for("misere", _i);
    const uint64_t n = 500 + test_below(&r, 3000);
    const size_t count = 1 + (size_t)test_below(&r, 40);
    uint64_t set[40], least = 301;
    ta_game *game[2];
    ta_bits bits[2];
    for (size_t k = 0; k < count; k++) {
        set[k] = 1 + test_below(&r, 300);
        least = tai_min_u64(least, set[k]);
    }
    for (int k = 0; k < 2; k++) {
        test_ok(ta_game_from_list(set, count, k ? TA_MISERE : TA_NORMAL,
                                  &game[k], NULL));
        bits[k] =
            cold_by(game[k], n, &(ta_options){.engine = names[_i % ENGINES]});
    }
    for (uint64_t i = 0; i < n; i++)
        ck_assert_int_eq(ta_bits_get(&bits[1], i),
                         i >= least && ta_bits_get(&bits[0], i - least));
    for (int k = 0; k < 2; k++) {
        ta_bits_free(&bits[k]);
        ta_game_free(game[k]);
    }
}

/* Larger ranges, where all levels and ways are at work, in shapes that base
 * blocks vary. */
TEST(convolvers_agree, 11)
{
    static const char *const spec[] = {
        "squares",    "primes",     "residues:1,4mod5", "odds",
        "cubes",      "pronic",     "fibonacci",        "moser",
        "factorials", "triangular", "practical"};
    ta_game *game = test_game(spec[_i], TA_NORMAL);
    const uint64_t n =
        (test_watched() || test_variant() ? 1 << 16 : 1 << 18) + 12345;
    for (unsigned k = 0; k < (_i < 4 ? 16 : 4); k++)
        compare(game, n,
                &(ta_options){.engine = k & 1 ? "divide" : "auto",
                              .convolver =
                                  k & 2 ? TA_CONVOLVER_NTT : TA_CONVOLVER_FFTW,
                              .threads = 1 + k / 2 % 2,
                              .base_bits = k < 4 ? 0 : 8 + k % 7},
                "shift", k);
    ta_game_free(game);
}

/* From lenient to so strict that nothing is proved of whole sums, then of some
 * pairs alone, then of all. */
TEST(packs_where_nothing_is_proved, 1)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    uint64_t n = 1 << 17;
    ta_options options = {.engine = "shift"};
    ta_bits want = cold_by(game, n, &options);
    static const double limit[] = {0.5, 1e-11, 2e-12, 1e-13};
    bool packed = false, both = false;
    for (size_t k = 0; k < sizeof limit / sizeof *limit; k++) {
        ta_stats *stats = ta_stats_new();
        options = (ta_options){.engine = "divide",
                               .convolver = TA_CONVOLVER_FFTW,
                               .base_bits = 12,
                               .rounding_limit = limit[k],
                               .stats = stats};
        ta_bits got = cold_by(game, n, &options);
        test_assert_bits_equal(&want, &got, "limit", k);
        ta_bits_free(&got);
        const char *level = ta_stats_find(stats, "level");
        const bool transformed = strstr(level, "transform") != NULL;
        packed |= strstr(level, "packed") != NULL;
        both |= strstr(level, "packed") && transformed;
        ck_assert(k > 0 || strstr(level, "packed") == NULL);
        const char *bound = ta_stats_find(stats, "fft_bound");
        ck_assert(transformed == (bound != NULL));
        ck_assert(!transformed || atof(bound) < limit[k]);
        ta_stats_free(stats);
    }
    ck_assert(packed && both);
    ta_bits_free(&want);
    ta_game_free(game);
}

/* Shapes where a level's first transforms are those of several sources, since
 * the children before went by marks: they stay as they were made. */
TEST(late_transforms_stay, 4)
{
    ta_game *game = test_game("residues:1,4mod5", TA_NORMAL);
    compare(
        game,
        (uint64_t)1 << ((test_watched() || test_variant() ? 16 : 20) + _i % 2),
        &(ta_options){.engine = _i / 2 ? "divide" : "auto",
                      .convolver = TA_CONVOLVER_NTT},
        "shift", 0);
    ta_game_free(game);
}

/* Under a limit the top level keeps fewer transforms and makes them again:
 * the same positions, within the limit. */
TEST_SAMPLED(few_transforms_are_enough, 10, 3)
{
    static const char *const spec[] = {"residues:1,4mod5", "odds", "primes",
                                       "squares"};
    const uint64_t n =
        test_watched() || test_variant() ? 1 << 19 : (1 << 20) + 12345;
    test_rng r = test_rng_for("few_transforms_are_enough", _i);
    ta_game *game = _i % 5 == 4 ? test_random_game(&r, n)
                                : test_game(spec[_i % 5], TA_NORMAL);
    ta_options options = {.engine = "divide",
                          .convolver =
                              _i / 5 ? TA_CONVOLVER_NTT : TA_CONVOLVER_FFTW,
                          .threads = 1 + (unsigned)_i % 2};
    const uint64_t all = test_memory(TA_CONTENT_COLD, game, n, &options);
    for (unsigned eighths = test_watched() ? 4 : 6; eighths >= 4;
         eighths -= 2) {
        options.max_memory = all * eighths / 8;
        ck_assert_uint_le(test_memory(TA_CONTENT_COLD, game, n, &options),
                          options.max_memory);
        compare(game, n, &options, "shift", eighths);
    }
    ta_game_free(game);
}

TEST(out_of_memory_is_reported, ENGINES)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    uint64_t n = 1 << 15;
    ta_options options = {.engine = names[_i], .base_bits = 12};
    ta_bits bits = test_poisoned_bits(n);
    test_failing f = {0};
    while (test_fails_next(&f))
        f.status = ta_cold_bits(game, n, &options, &bits, &f.error);
    ck_assert_uint_ge(f.failures, 1);
    ck_assert_uint_eq(ta_bits_count(&bits), count_of("squares", "naive", n));
    ta_bits_free(&bits);
    ta_game_free(game);
}

TEST(cancelling_stops, ENGINES)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    uint64_t n = 1 << 20;
    int calls = 3;
    ta_options options = {
        .engine = names[_i], .progress = test_stop, .progress_state = &calls};
    ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, n, &options, NULL, NULL),
                     TA_ECANCELLED);
    ck_assert_int_eq(calls, 0);
    ta_game_free(game);
}

TEST(limits_and_bad_arguments, 1)
{
    static const struct {
        ta_options options;
        uint64_t n;
        ta_status status;
        const char *text;
    } row[] = {
        {{.engine = "no-such"}, 10, TA_EINVAL, "no-such"},
        {{.max_memory = 1000}, 1 << 30, TA_ELIMIT, ""},
        {{.base_bits = 5}, 10, TA_EINVAL, ""},
        {{0}, ((uint64_t)1 << 62) + 1, TA_ERANGE, ""},
        {{.engine = "textbook"}, (1 << 30) + 1, TA_ERANGE, "at most 2^30"}};
    ta_game *game = test_game("squares", TA_NORMAL);
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        ta_error error = {""};
        ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, row[k].n,
                                &row[k].options, NULL, &error),
                         row[k].status);
        ck_assert_ptr_nonnull(strstr(error.text, row[k].text));
    }
    ck_assert_uint_gt(
        test_memory(TA_CONTENT_COLD, game, (uint64_t)1 << 62, &(ta_options){0}),
        (uint64_t)1 << 50);
    ta_game_free(game);
}
