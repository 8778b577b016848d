/* Lengths of optimal play: published values, the fast engine against the
 * definition, what lengths say of winning, memory, failures. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

typedef struct table {
    ta_sink sink;
    uint64_t n, next;
    uint16_t *value;
} table;

static ta_status take(void *sink, const ta_block *block)
{
    table *t = (table *)sink;
    ck_assert_uint_eq(block->from, t->next);
    ck_assert_uint_lt(block->from, block->to);
    ck_assert_uint_le(block->to, t->n);
    memcpy(t->value + block->from, block->values,
           (size_t)(block->to - block->from) * 2);
    t->next = block->to;
    return TA_OK;
}

static ta_status run(const ta_game *game, uint64_t n, const char *engine,
                     table *t)
{
    *t = (table){.sink = {take, t}, .n = n, .value = malloc(2 * n + 1)};
    ck_assert_ptr_nonnull(t->value);
    ta_options options = {.engine = engine};
    return ta_run(TA_CONTENT_LENGTH, game, n, &options, &t->sink, NULL);
}

static table solved(const ta_game *game, uint64_t n, const char *engine)
{
    table t;
    ck_assert_int_eq(run(game, n, engine, &t), TA_OK);
    ck_assert_uint_eq(t.next, n);
    return t;
}

static void assert_equal(const table *want, const table *got, const char *what,
                         uint64_t seed)
{
    for (uint64_t i = 0; i < want->n; i++)
        ck_assert_msg(want->value[i] == got->value[i],
                      "%s, seed %" PRIu64 ", n %" PRIu64 ": heap %" PRIu64
                      " has %u, wanted %u",
                      what, seed, want->n, i, got->value[i], want->value[i]);
}

static const char *const fast[] = {"push", "auto"};

/* OEIS A338027 */
static const uint16_t published[] = {
    0, 1,  2, 3, 1,  2, 3,  4,  5, 1, 4, 3, 6,  7,  3, 4, 1,  8, 3,  5,  6, 3,
    8, 5,  5, 1, 5,  3, 7,  7,  3, 5, 5, 9, 10, 5,  1, 7, 3,  6, 5,  3,  9, 5,
    8, 7,  5, 9, 7,  1, 11, 3,  8, 9, 3, 7, 5,  10, 9, 5, 9,  7, 10, 11, 1, 8,
    3, 12, 9, 3, 11, 5, 12, 11, 5, 7, 7, 9, 11, 5,  9, 1, 11, 3, 7,  10};

START_TEST(published_values)
{
    static const char *const engines[] = {"naive", "push", "auto"};
    uint64_t n = sizeof published / sizeof *published;
    ta_game *game = test_game("squares", TA_NORMAL);
    table want = {.n = n, .value = (uint16_t *)published};
    for (size_t e = 0; e < 3; e++) {
        table got = solved(game, n, engines[e]);
        assert_equal(&want, &got, engines[e], 0);
        free(got.value);
    }
    ta_game_free(game);
}
END_TEST

/* New largest lengths, as far as they are known to others. */
START_TEST(records)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    table t = solved(game, 1000000, "push");
    static const struct {
        uint64_t below, at;
        uint16_t length;
    } record[] = {
        {10000, 6545, 53}, {100000, 95622, 86}, {1000000, 943930, 128}};
    for (size_t r = 0; r < 3; r++) {
        uint64_t at = 0;
        for (uint64_t i = 0; i < record[r].below; i++)
            if (t.value[i] > t.value[at])
                at = i;
        ck_assert_uint_eq(at, record[r].at);
        ck_assert_uint_eq(t.value[at], record[r].length);
    }
    free(t.value);
    ta_game_free(game);
}
END_TEST

static ta_game *random_normal_game(test_rng *rng, uint64_t max)
{
    for (;;) {
        ta_game *game = test_random_game(rng, max);
        if (ta_game_about(game)->convention == TA_NORMAL)
            return game;
        ta_game_free(game);
    }
}

START_TEST(push_matches_naive)
{
    test_rng rng = test_rng_for("push_matches_naive", _i);
    uint64_t n = test_edge_biased(&rng, 20000);
    ta_game *game = random_normal_game(&rng, n + 2);
    table want = solved(game, n, "naive"), got = solved(game, n, fast[_i % 2]);
    assert_equal(&want, &got, fast[_i % 2], rng.seed);
    free(want.value);
    free(got.value);
    ta_game_free(game);
}
END_TEST

/* Beyond what is read directly, so that the maxima decide. */
START_TEST(push_matches_naive_where_blocks_count)
{
    static const char *const specs[] = {"squares", "fibonacci", "poly:65,0,3"};
    uint64_t n = (1 << 20) + 70000;
    ta_game *game = test_game(specs[_i], TA_NORMAL);
    table want = solved(game, n, "naive"), got = solved(game, n, "push");
    assert_equal(&want, &got, specs[_i], 0);
    free(want.value);
    free(got.value);
    ta_game_free(game);
}
END_TEST

/* Games that last long. */
START_TEST(long_games)
{
    static const char *const specs[] = {"list:1",           "list:1,2",
                                        "list:3,7,11",      "list:5",
                                        "residues:1,4mod5", "odds"};
    ta_game *game = test_game(specs[_i], TA_NORMAL);
    uint64_t n = _i < 4 ? 60000 : 20000;
    table want = solved(game, n, "naive"), got = solved(game, n, "push");
    assert_equal(&want, &got, specs[_i], 0);
    free(want.value);
    free(got.value);
    ta_game_free(game);
}
END_TEST

START_TEST(too_long_is_an_error)
{
    static const char *const engines[] = {"naive", "push", "auto"};
    static const struct {
        const char *spec;
        uint64_t first; /* heap whose length is 65536 */
    } cases[] = {{"list:1", 65536}, {"list:1,2", 98304}};
    for (size_t e = 0; e < 3; e++)
        for (size_t c = 0; c < 2; c++) {
            ta_game *game = test_game(cases[c].spec, TA_NORMAL);
            ta_options options = {.engine = engines[e]};
            ta_error error = {""};
            ck_assert_int_eq(ta_run(TA_CONTENT_LENGTH, game, cases[c].first,
                                    &options, NULL, &error),
                             TA_OK);
            ck_assert_int_eq(ta_run(TA_CONTENT_LENGTH, game, cases[c].first + 1,
                                    &options, NULL, &error),
                             TA_ERANGE);
            char heap[32];
            snprintf(heap, sizeof heap, "heap of %" PRIu64 " ", cases[c].first);
            ck_assert_msg(strstr(error.text, heap) != NULL, "%s", error.text);
            ta_game_free(game);
        }
}
END_TEST

START_TEST(even_exactly_where_cold)
{
    static const char *const specs[] = {"squares", "cubes", "primes",
                                        "fibonacci", "list:2,5,9"};
    uint64_t n = 30000;
    ta_game *game = test_game(specs[_i], TA_NORMAL);
    table t = solved(game, n, "push");
    ta_bits cold = test_poisoned_bits(n);
    ck_assert_int_eq(ta_cold_bits(game, n, NULL, &cold, NULL), TA_OK);
    for (uint64_t i = 0; i < n; i++)
        ck_assert_int_eq(t.value[i] % 2 == 0, ta_bits_get(&cold, i));
    ta_bits_free(&cold);
    free(t.value);
    ta_game_free(game);
}
END_TEST

/* Walks the line from a heap: it is as long as was said, by moves of the set,
 * and the other moves are no better for who makes them. */
static void check_line(const ta_game *game, const tai_lengths *lengths,
                       uint64_t heap)
{
    uint64_t *set;
    size_t count;
    ck_assert_int_eq(ta_game_elements(game, heap + 1, &set, &count), TA_OK);
    unsigned left = tai_lengths_at(lengths, heap);
    for (uint64_t taken; (taken = tai_lengths_move(lengths, heap)) != 0;
         left--) {
        bool in_set = false;
        for (size_t k = 0; k < count && set[k] <= heap; k++) {
            unsigned other = tai_lengths_at(lengths, heap - set[k]);
            in_set |= set[k] == taken;
            if (left % 2 == 1)
                ck_assert(other % 2 == 1 || other >= left - 1);
            else
                ck_assert(other % 2 == 1 && other <= left - 1);
        }
        ck_assert(in_set);
        heap -= taken;
        ck_assert_uint_eq(tai_lengths_at(lengths, heap), left - 1);
    }
    ck_assert_uint_eq(left, 0);
    ta_free(set);
}

START_TEST(lines_are_optimal)
{
    test_rng rng = test_rng_for("lines_are_optimal", _i);
    uint64_t n = 1 + test_below(&rng, 3000);
    ta_game *game = _i == 0 ? test_game("squares", TA_NORMAL)
                            : random_normal_game(&rng, n + 2);
    tai_lengths *lengths;
    ck_assert_int_eq(tai_lengths_new(game, n, NULL, &lengths, NULL), TA_OK);
    for (int k = 0; k < 50; k++)
        check_line(game, lengths, test_below(&rng, n));
    tai_lengths_free(lengths);
    ta_game_free(game);
}
END_TEST

/* 15 -4-> 11 -9-> 2 -1-> 1 -1-> 0 */
START_TEST(the_line_from_15)
{
    static const uint64_t taken[] = {4, 9, 1, 1, 0};
    ta_game *game = test_game("squares", TA_NORMAL);
    tai_lengths *lengths;
    ck_assert_int_eq(tai_lengths_new(game, 16, NULL, &lengths, NULL), TA_OK);
    uint64_t heap = 15;
    for (size_t k = 0; k < 5; k++) {
        ck_assert_uint_eq(tai_lengths_move(lengths, heap), taken[k]);
        heap -= taken[k];
    }
    tai_lengths_free(lengths);
    ta_game_free(game);
}
END_TEST

START_TEST(without_memory)
{
    static const char *const specs[] = {"squares", "list:1,2"};
    ta_game *game = test_game(specs[_i], TA_NORMAL);
    ta_status st = TA_ENOMEM;
    uint64_t failures = 0;
    for (uint64_t k = 1; st != TA_OK && k < 2000; k++) {
        tai_lengths *lengths = NULL;
        ta_error error = {""};
        tai_alloc_fail_at(k);
        st = tai_lengths_new(game, 5000, NULL, &lengths, &error);
        tai_alloc_fail_at(0);
        if (st == TA_OK) {
            tai_lengths_free(lengths);
            break;
        }
        ck_assert_int_eq(st, TA_ENOMEM);
        ck_assert_str_ne(error.text, "");
        ck_assert_ptr_null(lengths);
        failures++;
    }
    ck_assert_int_eq(st, TA_OK);
    ck_assert_uint_ge(failures, 10);
    ta_game_free(game);
}
END_TEST

static int stop_late(void *state, double share, uint64_t done)
{
    double *last = state;
    ck_assert(share >= *last && share <= 1);
    *last = share;
    return done >= 30000;
}

static ta_status refuse(void *sink, const ta_block *block)
{
    (void)sink;
    return block->from > 0 ? TA_EIO : TA_OK;
}

START_TEST(refusals)
{
    static const char *const engines[] = {"naive", "push", "auto"};
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_game *misere = test_game("squares", TA_MISERE);
    ta_sink failing = {refuse, NULL};
    for (size_t e = 0; e < 3; e++) {
        double last = 0;
        ta_options options = {.engine = engines[e],
                              .progress = stop_late,
                              .progress_state = &last};
        ck_assert_int_eq(
            ta_run(TA_CONTENT_LENGTH, game, 50000, &options, NULL, NULL),
            TA_ECANCELLED);
        options.progress = NULL;
        ck_assert_int_eq(
            ta_run(TA_CONTENT_LENGTH, game, 50000, &options, &failing, NULL),
            TA_EIO);
        ck_assert_int_eq(
            ta_run(TA_CONTENT_LENGTH, misere, 10, &options, NULL, NULL),
            TA_EINVAL);
        ck_assert_int_eq(ta_run(TA_CONTENT_LENGTH, game, UINT64_C(1) << 32,
                                &options, NULL, NULL),
                         TA_ERANGE);
        options.max_memory = 1000;
        ck_assert_int_eq(
            ta_run(TA_CONTENT_LENGTH, game, 50000, &options, NULL, NULL),
            TA_ELIMIT);
        tai_lengths *lengths;
        ck_assert_int_eq(tai_lengths_new(game, 50000, &options, &lengths, NULL),
                         TA_ELIMIT);
        ck_assert_ptr_null(lengths);
    }
    ta_options options = {.engine = "wheel"};
    ta_plan *plan;
    ck_assert_int_eq(
        ta_plan_new(TA_CONTENT_LENGTH, game, 10, &options, &plan, NULL),
        TA_EINVAL);
    ck_assert_ptr_null(plan);
    ta_game_free(game);
    ta_game_free(misere);
}
END_TEST

const struct test_suite test_suite = {
    .cases = {{&published_values, 1},
              {&records, 1},
              {&push_matches_naive, 60},
              {&push_matches_naive_where_blocks_count, 3},
              {&long_games, 6},
              {&too_long_is_an_error, 1},
              {&even_exactly_where_cold, 5},
              {&lines_are_optimal, 20},
              {&the_line_from_15, 1},
              {&without_memory, 2},
              {&refusals, 1}}};
