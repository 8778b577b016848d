/* The wheel against slower engines, with blocks so small that every path of
 * it is taken at small n, and shown to be taken. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cold/engines.h"
#include "cold/wheel/wheel-engine.h"
#include "testing.h"
#include "tiny-wheel.h"

typedef struct collector {
    ta_sink sink;
    ta_bits *bits;
    uint64_t next;
} collector;

static ta_status collect(void *sink, const ta_block *block)
{
    collector *c = (collector *)sink;
    ck_assert_uint_eq(block->from, c->next);
    c->next = block->to;
    if (block->bits != NULL) {
        memcpy(c->bits->words + block->from / 64, block->bits,
               ta_bits_words(block->to - block->from) * 8);
        return TA_OK;
    }
    for (uint64_t k = 0; k < block->count; k++) {
        uint64_t p = block->positions[k];
        ck_assert(p >= block->from && p < block->to);
        c->bits->words[p / 64] |= (uint64_t)1 << p % 64;
    }
    return TA_OK;
}

static ta_status wheel_bits(const ta_game *game, uint64_t n, unsigned threads,
                            const wheel_tuning *tuning, ta_stats *stats,
                            ta_bits *bits)
{
    ta_options options = {.stats = stats};
    collector sink = {{collect, &sink}, bits, 0};
    ta_job job = {.engine = &tai_engine_wheel,
                  .game = game,
                  .n = n,
                  .options = &options,
                  .threads = threads,
                  .sink = &sink.sink};
    if (ta_game_about(game)->convention == TA_MISERE)
        job.first = ta_min_u64(tai_game_least(game), n);
    memset(bits->words, 0, ta_bits_words(n) * 8);
    ta_status status = tai_wheel_run(&job, tuning);
    if (status == TA_OK)
        ck_assert_uint_eq(sink.next, n);
    return status;
}

static ta_bits reference(const ta_game *game, uint64_t n)
{
    ta_bits bits = test_poisoned_bits(n);
    ta_options options = {.engine = "segments"};
    ck_assert_int_eq(ta_cold_bits(game, n, &options, &bits, NULL), TA_OK);
    return bits;
}

static void compare(const char *spec, ta_convention convention, uint64_t n,
                    unsigned threads, const wheel_tuning *tuning, uint64_t seed)
{
    ta_game *game = test_game(spec, convention);
    ta_bits want = reference(game, n), got = test_poisoned_bits(n);
    ck_assert_int_eq(wheel_bits(game, n, threads, tuning, NULL, &got), TA_OK);
    test_assert_bits_equal(&want, &got, spec, seed);
    ta_bits_free(&want);
    ta_bits_free(&got);
    ta_game_free(game);
}

/* Random tuning, sizes, conventions and threads for sets of many kinds. */
START_TEST(matches_segments)
{
    static const char *const specs[] = {
        "squares",  "cubes",       "triangular", "pronic",      "polygonal:5",
        "powers:4", "polygonal:7", "poly:3,1,0", "poly:5,-2,4", "powers:5",
    };
    static const uint32_t moduli[] = {0, 0, 5, 9, 13, 15, 35, 65, 117, 325};
    test_rng r = test_rng_for("matches_segments", _i);
    wheel_tuning t = tiny();
    t.vectors = 1 + (unsigned)test_below(&r, 8);
    t.dense_tile = (double)test_below(&r, 200) / 4;
    t.live_tile = (double)test_below(&r, 60) / 4;
    t.quiet_page = (unsigned)test_below(&r, 80);
    t.quiet_pages = (unsigned)test_below(&r, 9);
    t.quiet_zeros = (unsigned)test_below(&r, 100);
    t.quiet_left = test_below(&r, 2) ? 5000 : (double)test_below(&r, 500);
    t.quiet_reach = 1 + (unsigned)test_below(&r, 20);
    t.cache = 1000 + test_below(&r, 100000);
    t.source_group = 1 + (unsigned)test_below(&r, 40);
    t.sparse_row =
        test_below(&r, 2) ? 1 << 15 : 1 + (unsigned)test_below(&r, 70);
    t.start = 1000 + test_below(&r, 20000);
    t.growth = 1.2 + (double)test_below(&r, 40) / 10;
    t.modulus = moduli[test_below(&r, sizeof moduli / sizeof *moduli)];
    uint64_t n = test_edge_biased(&r, 300000);
    const char *spec = specs[test_below(&r, sizeof specs / sizeof *specs)];
    compare(spec, test_below(&r, 4) == 0 ? TA_MISERE : TA_NORMAL, n,
            1 + (unsigned)test_below(&r, 8), &t, r.seed);
}
END_TEST

/* A game whose first move comes after the start: misere play makes all before
 * it hot, by convention and not by a move. */
START_TEST(starts_after_convention)
{
    static const uint32_t moduli[] = {5, 9, 13, 15, 35, 65};
    wheel_tuning t = tiny();
    t.modulus = moduli[_i];
    compare("list:6729", TA_MISERE, 16383, 1, &t, 0);
    compare("list:6728,9001", TA_MISERE, 40000, 1, &t, 0);
}
END_TEST

/* Moves whose residues mod 15 come again after 15 moves, and often not mod 5 or
 * 3 after 5 or 3 moves: rows of bits for a divisor would lack bits. */
START_TEST(rows_have_all_bits)
{
    enum { M = 15, MOVES = 10 * M };
    test_rng r = test_rng_for("rows_have_all_bits", _i);
    uint64_t value[MOVES];
    const uint64_t kind = test_below(&r, 2);
    for (size_t i = 0; i < MOVES; i++)
        value[i] = kind == 0 ? (i + 1) * (i + 1)
                   : i < M   ? 40 * i + 1 + test_below(&r, 40)
                             : value[i - M] + 40 * M;
    const wheel_moves moves = {value, MOVES};
    ck_assert(tai_wheel_moves_fit(&moves, M));
    for (uint32_t most = 1; most <= M; most++) {
        const uint32_t mod = tai_wheel_rows_modulus(&moves, M, most);
        ck_assert(mod >= 1 && mod <= most && M % mod == 0);
        for (size_t i = mod; i < MOVES; i++)
            ck_assert_msg((value[i] - value[i - mod]) % mod == 0,
                          "mod %u of at most %u, move %zu, seed %" PRIu64, mod,
                          most, i, r.seed);
        if (kind == 0 && most >= 5)
            ck_assert_uint_ge(mod, 5);
    }
}
END_TEST

/* Random integer-valued polynomials against the naive engine. */
START_TEST(random_polynomials)
{
    test_rng r = test_rng_for("random_polynomials", _i);
    char spec[64];
    snprintf(spec, sizeof spec, "poly:%" PRIu64 ",%" PRIu64 ",%" PRIu64,
             1 + test_below(&r, 6), test_below(&r, 9), test_below(&r, 9));
    uint64_t n = test_edge_biased(&r, 40000);
    ta_game *game = test_game(spec, TA_NORMAL);
    ta_bits want = test_poisoned_bits(n), got = test_poisoned_bits(n);
    ta_options naive = {.engine = "naive"};
    ck_assert_int_eq(ta_cold_bits(game, n, &naive, &want, NULL), TA_OK);
    wheel_tuning t = tiny();
    t.modulus = test_below(&r, 2) ? 0 : 15;
    ck_assert_int_eq(wheel_bits(game, n, 2, &t, NULL, &got), TA_OK);
    test_assert_bits_equal(&want, &got, spec, r.seed);
    ta_bits_free(&want);
    ta_bits_free(&got);
    ta_game_free(game);
}
END_TEST

static double field(const char *phase, const char *name)
{
    char key[32];
    snprintf(key, sizeof key, "%s=", name);
    const char *at = strstr(phase, key);
    while (at != NULL && at != phase && at[-1] != ' ')
        at = strstr(at + 1, key);
    return at == NULL ? 0 : strtod(at + strlen(key), NULL);
}

/* Every kind of class and of work occurs, in several phases. */
START_TEST(every_path_is_run)
{
    const uint64_t n = 3000000;
    static const char *const names[] = {
        "dense",     "sparse",    "live",    "quiet",
        "late",      "blocks",    "exact",   "far_ors",
        "quiet_ors", "step_ors",  "pulls",   "sparse_pushes",
        "waiting",   "undecided", "checked", "candidates"};
    double sum[sizeof names / sizeof *names] = {0};
    wheel_tuning t = tiny();
    t.dense_tile = 30;
    t.live_tile = 6;
    t.quiet_left = 5000;
    t.modulus = 65;
    t.start = 200000;
    t.growth = 2;
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_bits want = reference(game, n), got = test_poisoned_bits(n);
    ta_stats *stats = ta_stats_new();
    ck_assert_int_eq(wheel_bits(game, n, 2, &t, stats, &got), TA_OK);
    test_assert_bits_equal(&want, &got, "every path", 0);
    unsigned phases = 0;
    size_t count;
    const ta_stat *stat = ta_stats_all(stats, &count);
    for (size_t i = 0; i < count; i++)
        if (strncmp(stat[i].name, "phase", 5) == 0) {
            phases += strcmp(stat[i].name, "phase") == 0;
            for (size_t k = 0; k < sizeof names / sizeof *names; k++)
                sum[k] += field(stat[i].value, names[k]);
        }
    ck_assert_uint_ge(phases, 3);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        ck_assert_msg(sum[k] > 0, "no %s", names[k]);
    /* What a phase takes is told in parts that follow each other. */
    static const char *const parts[] = {"tables", "before", "steps"};
    for (size_t i = 0; i < count; i++)
        if (strcmp(stat[i].name, "phase_s") == 0) {
            const char *told = stat[i].value;
            double all = 0;
            for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
                all += field(told, parts[k]);
            ck_assert_msg(all <= field(told, "total") + 0.003, "%s",
                          told); /* rounded to milliseconds */
        }
    ta_stats_free(stats);
    ta_bits_free(&want);
    ta_bits_free(&got);
    ta_game_free(game);
}
END_TEST

/* What little is known at first allows only a small modulus, and later phases
 * are not bound to it. */
START_TEST(moduli_grow)
{
    const uint64_t n = 9000000;
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_bits want = reference(game, n), got = test_poisoned_bits(n);
    ta_stats *stats = ta_stats_new();
    wheel_tuning t = tiny();
    t.start = 2000;
    t.growth = 6;
    t.checks = 0;
    ck_assert_int_eq(wheel_bits(game, n, 2, &t, stats, &got), TA_OK);
    test_assert_bits_equal(&want, &got, "moduli", 0);
    double first = 0, last = 0;
    size_t count;
    const ta_stat *stat = ta_stats_all(stats, &count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(stat[i].name, "phase") == 0) {
            last = field(stat[i].value, "modulus");
            if (first == 0)
                first = last;
        }
    const uint64_t largest = 2000 / t.rows;
    ck_assert_msg(first > 1 && first <= (double)largest, "first %.0f", first);
    ck_assert_msg(last >= 5 * first, "first %.0f, last %.0f", first, last);
    ta_stats_free(stats);
    ta_bits_free(&want);
    ta_bits_free(&got);
    ta_game_free(game);
}
END_TEST

/* With default tuning, past the plain sieve. */
START_TEST(default_tuning_matches)
{
    static const char *const specs[] = {"squares", "cubes", "triangular",
                                        "pronic", "polygonal:5"};
    wheel_tuning t = tai_wheel_tuning_default();
    t.start = 500000;
    compare(specs[_i], TA_NORMAL, 5000011, 2, &t, 0);
}
END_TEST

START_TEST(shorter_runs_are_prefixes)
{
    wheel_tuning t = tiny();
    const uint64_t n = 150000;
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_bits all = test_poisoned_bits(n);
    ck_assert_int_eq(wheel_bits(game, n, 1, &t, NULL, &all), TA_OK);
    for (uint64_t k = 1; k < n; k = k * 7 / 4 + 1) {
        ta_bits some = test_poisoned_bits(k);
        ck_assert_int_eq(wheel_bits(game, k, 1, &t, NULL, &some), TA_OK);
        for (uint64_t i = 0; i < k; i++)
            ck_assert_int_eq(ta_bits_get(&all, i), ta_bits_get(&some, i));
        ta_bits_free(&some);
    }
    ta_bits_free(&all);
    ta_game_free(game);
}
END_TEST

/* Sets without structure go to another engine, whole. */
START_TEST(falls_back)
{
    static const char *const specs[] = {"primes", "fibonacci", "powers:13",
                                        "list:1,4,9"};
    ta_stats *stats = ta_stats_new();
    wheel_tuning t = tai_wheel_tuning_default();
    t.start = 500000;
    const uint64_t n = 600000;
    ta_game *game = test_game(specs[_i], TA_NORMAL);
    ta_bits want = test_poisoned_bits(n), got = test_poisoned_bits(n);
    ta_options options = {.engine = "divide"};
    ck_assert_int_eq(ta_cold_bits(game, n, &options, &want, NULL), TA_OK);
    ck_assert_int_eq(wheel_bits(game, n, 1, &t, stats, &got), TA_OK);
    test_assert_bits_equal(&want, &got, specs[_i], 0);
    if (_i < 2)
        ck_assert_ptr_nonnull(ta_stats_find(stats, "fallback"));
    ta_stats_free(stats);
    ta_bits_free(&want);
    ta_bits_free(&got);
    ta_game_free(game);
}
END_TEST

/* Each allocation fails once: an error, no leak, no crash. How many there are
 * depends on which thread finds what. */
START_TEST(out_of_memory)
{
    const uint64_t n = 40000;
    wheel_tuning t = tiny();
    t.modulus = 65;
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_bits bits = test_poisoned_bits(n);
    uint64_t before = tai_alloc_calls();
    ck_assert_int_eq(wheel_bits(game, n, 2, &t, NULL, &bits), TA_OK);
    uint64_t calls = tai_alloc_calls() - before;
    printf("out_of_memory: %" PRIu64 " allocations\n", calls);
    for (uint64_t k = 1; k <= calls; k++) {
        before = tai_alloc_calls();
        tai_alloc_fail_at(k);
        ta_status status = wheel_bits(game, n, 2, &t, NULL, &bits);
        tai_alloc_fail_at(0);
        const bool came = tai_alloc_calls() - before >= k;
        ck_assert_msg(status == (came ? TA_ENOMEM : TA_OK),
                      "allocation %" PRIu64, k);
    }
    ta_bits_free(&bits);
    ta_game_free(game);
}
END_TEST

static int stop_at_half(void *state, double share, uint64_t done)
{
    (void)state;
    (void)done;
    return share > 0.5;
}

START_TEST(cancels)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_options options = {.engine = "wheel", .progress = stop_at_half};
    ck_assert_int_eq(
        ta_run(TA_CONTENT_COLD, game, 20000000, &options, NULL, NULL),
        TA_ECANCELLED);
    ta_game_free(game);
}
END_TEST

/* Counts as in data/runs/2026-11-21-growth/counts.tsv. */
START_TEST(known_counts)
{
    static const uint64_t ends[] = {1 << 10, 1 << 16, 1 << 20,
                                    1 << 22, 1 << 24, 1 << 26};
    static const uint64_t want[] = {118, 2053, 14421, 37783, 100145, 262950};
    uint64_t got[6];
    tai_count_sink sink;
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_options options = {.engine = "wheel", .threads = 2, .check = true};
    tai_count_sink_init(&sink, ends, 6, got);
    ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, 1 << 26, &options,
                            &(ta_sink){tai_count_consume, &sink}, NULL),
                     TA_OK);
    tai_count_finish(&sink);
    for (int k = 0; k < 6; k++)
        ck_assert_uint_eq(got[k], want[k]);
    ta_game_free(game);
}
END_TEST

const struct test_suite test_suite = {.cases = {{&starts_after_convention, 6},
                                                {&matches_segments, 300, 5},
                                                {&every_path_is_run, 1},
                                                {&rows_have_all_bits, 20},
                                                {&default_tuning_matches, 5, 3},
                                                {&random_polynomials, 60},
                                                {&moduli_grow, 1},
                                                {&shorter_runs_are_prefixes, 1},
                                                {&falls_back, 4},
                                                {&out_of_memory, 1},
                                                {&cancels, 1},
                                                {&known_counts, 1}}};
