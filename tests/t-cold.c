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

static const char *const names[] = {"sieve",  "segments", "shift", "textbook",
                                    "divide", "exact",    "auto"};
enum { ENGINES = sizeof names / sizeof *names, GAMES = 120 };

/* Case _i: one engine against naive on a set of random games. */
START_TEST(engines_match_naive)
{
    const char *name = names[_i];
    for (int k = 0; k < GAMES; k++) {
        test_rng r = test_rng_for(name, k);
        uint64_t n = test_edge_biased(&r, k < 80 ? 2048 : 20000);
        ta_game *game = test_any_game(&r, n + 2);
        ta_options options = {.engine = "naive"};
        ta_bits want = cold_by(game, n, &options);
        options.engine = name;
        options.base_bits =
            test_below(&r, 3) == 0 ? 0 : 6 + (unsigned)test_below(&r, 6);
        options.convolver = (ta_convolver)test_below(&r, 5);
        options.threads = 1 + (unsigned)test_below(&r, 2);
        /* Low limits make GMP step in. */
        if (test_below(&r, 3) == 0)
            options.rounding_limit =
                strcmp(name, "textbook") == 0 ? 0.01 : 1e-12;
        ta_bits got = cold_by(game, n, &options);
        test_assert_bits_equal(&want, &got, name, r.seed);
        ta_bits_free(&want);
        ta_bits_free(&got);
        ta_game_free(game);
    }
}
END_TEST

/* Every base-block size agrees on squares, which use all ways of marking. */
START_TEST(base_blocks_agree)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_options options = {.engine = "naive"};
    uint64_t n = 30011;
    ta_bits want = cold_by(game, n, &options);
    for (unsigned bits = 6; bits <= 16; bits++) {
        options.engine = names[_i];
        options.base_bits = bits;
        ta_bits got = cold_by(game, n, &options);
        test_assert_bits_equal(&want, &got, names[_i], bits);
        ta_bits_free(&got);
    }
    ta_bits_free(&want);
    ta_game_free(game);
}
END_TEST

static uint64_t count_of(const char *spec, ta_convention convention,
                         const char *engine, uint64_t n)
{
    ta_game *game = test_game(spec, convention);
    ta_options options = {.engine = engine};
    ta_bits bits = cold_by(game, n, &options);
    uint64_t count = ta_bits_count(&bits);
    ta_bits_free(&bits);
    ta_game_free(game);
    return count;
}

START_TEST(published_counts)
{
    const char *name = names[_i];
    ck_assert_uint_eq(count_of("squares", TA_NORMAL, name, 1 << 10), 118);
    ck_assert_uint_eq(count_of("squares", TA_NORMAL, name, 1 << 16), 2053);
    ck_assert_uint_eq(count_of("squares", TA_NORMAL, name, 1 << 20), 14421);
}
END_TEST

/* Eppstein's blog, 2016: the count-th cold position, from 1, and its value. */
START_TEST(published_positions)
{
    static const uint64_t row[][2] = {
        {99, 827}, {1087, 25647}, {12068, 819267}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        uint64_t count = row[k][0], place = row[k][1];
        ck_assert_uint_eq(count_of("squares", TA_NORMAL, names[_i], place + 1),
                          count);
        ck_assert_uint_eq(count_of("squares", TA_NORMAL, names[_i], place),
                          count - 1);
    }
}
END_TEST

/* A030193 and its misere companion. */
static const uint64_t a030193[] = {
    0,   2,   5,   7,   10,  12,  15,  17,  20,  22,  34,  39,  44,
    52,  57,  62,  65,  67,  72,  85,  95,  109, 119, 124, 127, 130,
    132, 137, 142, 147, 150, 170, 177, 180, 182, 187, 192, 197, 204,
    210, 215, 238, 243, 249, 255, 257, 260, 262, 267};

START_TEST(squares_are_a030193)
{
    ta_options options = {.engine = names[_i]};
    for (int misere = 0; misere < 2; misere++) {
        ta_game *game = test_game("squares", misere ? TA_MISERE : TA_NORMAL);
        uint64_t shift = (uint64_t)misere;
        ta_bits bits = cold_by(game, 268 + shift, &options);
        size_t k = 0;
        for (uint64_t i = 0; i < 268; i++)
            if (ta_bits_get(&bits, i + shift))
                ck_assert_uint_eq(a030193[k++], i);
        ck_assert_uint_eq(k, sizeof a030193 / sizeof *a030193);
        ta_bits_free(&bits);
        ta_game_free(game);
    }
}
END_TEST

/* Misere play of any subtraction game is normal play moved by min S. */
START_TEST(misere_is_normal_shifted)
{
    test_rng r = test_rng_for("misere", _i);
    uint64_t n = 500 + test_below(&r, 3000);
    uint64_t set[40];
    size_t count = 1 + (size_t)test_below(&r, 40);
    for (size_t k = 0; k < count; k++)
        set[k] = 1 + test_below(&r, 300);
    ta_game *normal, *misere;
    ck_assert_int_eq(ta_game_from_list(set, count, TA_NORMAL, &normal, NULL),
                     TA_OK);
    ck_assert_int_eq(ta_game_from_list(set, count, TA_MISERE, &misere, NULL),
                     TA_OK);
    uint64_t least = 301;
    for (size_t k = 0; k < count; k++)
        least = set[k] < least ? set[k] : least;
    ta_options options = {.engine = names[_i % ENGINES]};
    ta_bits a = cold_by(normal, n, &options), b = cold_by(misere, n, &options);
    for (uint64_t i = 0; i < n; i++)
        ck_assert_int_eq(ta_bits_get(&b, i),
                         i >= least && ta_bits_get(&a, i - least));
    ta_bits_free(&a);
    ta_bits_free(&b);
    ta_game_free(normal);
    ta_game_free(misere);
}
END_TEST

/* Larger ranges, where all levels and ways are at work. */
START_TEST(named_sets_agree)
{
    static const char *const spec[] = {
        "squares", "cubes",      "triangular",       "primes", "fibonacci",
        "moser",   "factorials", "residues:1,4mod5", "odds",   "pronic"};
    ta_game *game = test_game(spec[_i], TA_NORMAL);
    uint64_t n = test_watched() || test_variant() ? 100003 : 300007;
    ta_options options = {.engine = "shift"};
    ta_bits want = cold_by(game, n, &options);
    for (int k = 0; k < 4; k++) {
        options = (ta_options){.engine = k < 2 ? "divide" : "auto",
                               .convolver =
                                   k % 2 ? TA_CONVOLVER_FFTW : TA_CONVOLVER_NTT,
                               .threads = 1 + (unsigned)k / 2,
                               .base_bits = k == 1 ? 12 : 0};
        ta_bits got = cold_by(game, n, &options);
        test_assert_bits_equal(&want, &got, spec[_i], (uint64_t)k);
        ta_bits_free(&got);
    }
    ta_bits_free(&want);
    ta_game_free(game);
}
END_TEST

/* {1, 4} mod 5 on which single precision without a bound gives 6605732. */
START_TEST(dense_residues)
{
    const bool quadratic = _i < 2; /* The engine takes time that grows so. */
    uint64_t n = quadratic || test_watched() ? 1 << 15
                 : test_variant()            ? 1 << 16
                                             : 1 << 18;
    ck_assert_uint_eq(count_of("residues:1,4mod5", TA_NORMAL, names[_i], n),
                      count_of("residues:1,4mod5", TA_NORMAL, "shift", n));
}
END_TEST

/* From lenient to so strict that nothing is proved of whole sums, then of some
 * pairs alone, then of all. */
START_TEST(packs_where_nothing_is_proved)
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
        packed |= strstr(level, "packed") != NULL;
        both |= strstr(level, "packed") && strstr(level, "transform");
        ck_assert(k > 0 || strstr(level, "packed") == NULL);
        const char *bound = ta_stats_find(stats, "fft_bound");
        ck_assert(bound == NULL || atof(bound) < limit[k]);
        ta_stats_free(stats);
    }
    ck_assert(packed && both);
    ta_bits_free(&want);
    ta_game_free(game);
}
END_TEST

/* Levels where some sources go by transforms, others by marks, in shapes that
 * base blocks vary. */
START_TEST(convolvers_agree)
{
    static const char *const spec[] = {"residues:1,4mod5", "odds", "primes",
                                       "squares"};
    ta_game *game = test_game(spec[_i % 4], TA_NORMAL);
    uint64_t n = (test_watched() || test_variant() ? 1 << 16 : 1 << 18) + 12345;
    ta_options options = {.engine = "shift"};
    ta_bits want = cold_by(game, n, &options);
    for (unsigned base = 8; base <= 14; base++) {
        options = (ta_options){.engine = _i / 4 % 2 ? "divide" : "auto",
                               .convolver = _i / 8 ? TA_CONVOLVER_NTT
                                                   : TA_CONVOLVER_FFTW,
                               .threads = 1 + base % 2,
                               .base_bits = base};
        ta_bits got = cold_by(game, n, &options);
        test_assert_bits_equal(&want, &got, spec[_i % 4], base);
        ta_bits_free(&got);
    }
    ta_bits_free(&want);
    ta_game_free(game);
}
END_TEST

/* Shapes where a level's first transforms are those of several sources, since
 * the children before went by marks: they stay as they were made. */
START_TEST(late_transforms_stay)
{
    uint64_t n = (uint64_t)1
                 << ((test_watched() || test_variant() ? 16 : 20) + _i % 2);
    ta_options options = {.engine = _i / 2 ? "divide" : "auto",
                          .convolver = TA_CONVOLVER_NTT};
    ta_game *game = test_game("residues:1,4mod5", TA_NORMAL);
    ta_bits got = cold_by(game, n, &options);
    ck_assert_uint_eq(ta_bits_count(&got),
                      count_of("residues:1,4mod5", TA_NORMAL, "shift", n));
    ta_bits_free(&got);
    ta_game_free(game);
}
END_TEST

/* Under a limit the top level keeps fewer transforms and makes them again:
 * the same positions, within the limit. */
START_TEST(few_transforms_are_enough)
{
    static const char *const spec[] = {"residues:1,4mod5", "odds", "primes",
                                       "squares", "a random list"};
    const char *name = spec[_i % 5];
    uint64_t n = test_watched() || test_variant() ? 1 << 19 : (1 << 20) + 12345;
    test_rng r = test_rng_for("few_transforms_are_enough", _i);
    ta_game *game =
        _i % 5 == 4 ? test_random_game(&r, n) : test_game(name, TA_NORMAL);
    ta_options options = {.engine = "shift"};
    ta_bits want = cold_by(game, n, &options);
    options =
        (ta_options){.engine = "divide",
                     .convolver = _i / 5 ? TA_CONVOLVER_NTT : TA_CONVOLVER_FFTW,
                     .threads = 1 + (unsigned)_i % 2};
    uint64_t all, now;
    all = test_memory(TA_CONTENT_COLD, game, n, &options);
    for (unsigned eighths = test_watched() ? 4 : 6; eighths >= 4;
         eighths -= 2) {
        options.max_memory = all * eighths / 8;
        now = test_memory(TA_CONTENT_COLD, game, n, &options);
        ck_assert(now <= options.max_memory);
        ta_bits got = cold_by(game, n, &options);
        test_assert_bits_equal(&want, &got, name, eighths);
        ta_bits_free(&got);
    }
    ta_bits_free(&want);
    ta_game_free(game);
}
END_TEST

START_TEST(out_of_memory_is_reported)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    uint64_t n = 1 << 15;
    ta_options options = {.engine = names[_i], .base_bits = 12};
    ta_bits bits = test_poisoned_bits(n);
    ta_status st = TA_ENOMEM;
    int tries = 0;
    for (uint64_t k = 1; st != TA_OK; k++, tries++) {
        ck_assert_int_lt(tries, 2000);
        tai_alloc_fail_at(k);
        st = ta_cold_bits(game, n, &options, &bits, NULL);
        ck_assert(st == TA_OK || st == TA_ENOMEM);
    }
    tai_alloc_fail_at(0);
    ck_assert_int_gt(tries, 1);
    ck_assert_uint_eq(ta_bits_count(&bits),
                      count_of("squares", TA_NORMAL, "naive", n));
    ta_bits_free(&bits);
    ta_game_free(game);
}
END_TEST

static int stop_at_third(void *state, double share, uint64_t done)
{
    (void)done;
    ck_assert(share >= 0 && share <= 1);
    return ++*(int *)state >= 3;
}

START_TEST(cancelling_stops)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    uint64_t n = 1 << 20;
    int calls = 0;
    ta_options options = {.engine = names[_i],
                          .progress = stop_at_third,
                          .progress_state = &calls};
    ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, n, &options, NULL, NULL),
                     TA_ECANCELLED);
    ck_assert_int_eq(calls, 3);
    ta_game_free(game);
}
END_TEST

START_TEST(limits_and_bad_arguments)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_error error = {""};
    ta_options options = {.engine = "no-such"};
    ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, 10, &options, NULL, &error),
                     TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "no-such"));
    options = (ta_options){.max_memory = 1000};
    ck_assert_int_eq(
        ta_run(TA_CONTENT_COLD, game, 1 << 30, &options, NULL, &error),
        TA_ELIMIT);
    options = (ta_options){.base_bits = 5};
    ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, 10, &options, NULL, &error),
                     TA_EINVAL);
    ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, ((uint64_t)1 << 62) + 1,
                            NULL, NULL, &error),
                     TA_ERANGE);
    options = (ta_options){.engine = "textbook"};
    ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, (UINT64_C(1) << 30) + 1,
                            &options, NULL, &error),
                     TA_ERANGE);
    ck_assert_ptr_nonnull(strstr(error.text, "at most 2^30"));
    uint64_t bytes = 0;
    options = (ta_options){0};
    bytes = test_memory(TA_CONTENT_COLD, game, (uint64_t)1 << 62, &options);
    ck_assert_uint_gt(bytes, (uint64_t)1 << 50);
    ta_game_free(game);
}
END_TEST

const struct test_suite test_suite = {
    .cases = {{&engines_match_naive, ENGINES},
              {&base_blocks_agree, ENGINES},
              {&published_counts, ENGINES},
              {&published_positions, ENGINES},
              {&squares_are_a030193, ENGINES},
              {&misere_is_normal_shifted, 3 * ENGINES},
              {&named_sets_agree, 10},
              {&dense_residues, ENGINES},
              {&packs_where_nothing_is_proved, 1},
              {&convolvers_agree, 16},
              {&late_transforms_stay, 4},
              {&few_transforms_are_enough, 10},
              {&out_of_memory_is_reported, ENGINES},
              {&cancelling_stops, ENGINES},
              {&limits_and_bad_arguments, 1}}};
