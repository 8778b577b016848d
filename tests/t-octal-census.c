/* The census of octal games: rows against solutions, on any number of threads,
 * within any memory; its memory; what is refused or stopped. */
#include <string.h>

#include "counting.h"
#include "octal/octal-internal.h"
#include "testing.h"

enum { MOST = 60 };

/* Open games with few and with many rare heaps, solved ones; `last` is the
 * third of them. */
static void make(const ta_game **games, size_t count, const char *last)
{
    const char *const codes[] = {".6",  ".07", last,   "grundy",
                                 ".04", ".14", ".165", ".376"};
    for (size_t k = 0; k < count; k++)
        games[k] = test_game(codes[k], TA_NORMAL);
}

static void drop(const ta_game **games, size_t count)
{
    for (size_t k = 0; k < count; k++)
        ta_game_free((ta_game *)(uintptr_t)games[k]);
}

/* What is seen without a proof is no part of a row. */
static bool same_row(const ta_summary *a, const ta_summary *b)
{
    const bool proved = a->nim.proof != TA_UNPROVED;
    return a->known == b->known && a->nim.proof == b->nim.proof &&
           a->proof_end == b->proof_end && a->largest == b->largest &&
           a->largest_at == b->largest_at && a->has_mask == b->has_mask &&
           a->mask == b->mask && a->parity == b->parity && a->rare == b->rare &&
           a->last_rare == b->last_rare &&
           (!proved || (a->nim.period == b->nim.period &&
                        a->nim.preperiod == b->nim.preperiod));
}

static void check(const ta_game **games, size_t count, uint64_t limit,
                  const ta_options *options)
{
    ta_summary rows[MOST];
    ta_octal_solution *s;
    test_ok(ta_octal_census(games, count, limit, options, rows, NULL));
    for (size_t k = 0; k < count; k++) {
        test_ok(ta_octal_solve(games[k], limit, false, NULL, &s, NULL));
        ck_assert_msg(same_row(&rows[k], ta_octal_solution_summary(s)),
                      "%s to %llu", ta_game_about(games[k])->octal,
                      (unsigned long long)limit);
        ta_octal_solution_free(s);
    }
}

TEST_SAMPLED(rows_are_those_of_solutions, 13, 3)
{
    test_rng r = test_rng_for("octal_census", _i);
    const ta_game *games[MOST];
    const size_t count = _i == 0 ? 8 : test_below(&r, MOST);
    uint64_t limit = 1 + test_edge_biased(&r, 3000);
    ta_options options = {.threads = (unsigned)test_below(&r, 5)};
    if (test_below(&r, 2) == 0)
        options.max_memory = 1 << 26;
    if (_i == 0) {
        make(games, count, ".356");
        limit = 40000;
    }
    for (size_t k = 0; k < count && _i > 0; k++)
        games[k] = test_random_octal(&r, 7, test_below(&r, 8) == 0, TA_NORMAL);
    check(games, count, limit, &options);
    drop(games, count);
}

/* Runs that forget all but a head and a tail say the same; or which game needs
 * more. */
TEST(little_memory, 1)
{
    const ta_game *games[2];
    const uint64_t limit = 1 << 20;
    ta_summary rows[2];
    ta_error error = {""};
    ta_options options = {.threads = 2, .max_memory = 4 << 20};
    make(games, 2, NULL);
    ck_assert_uint_lt(options.max_memory / 2,
                      tai_octal_census_memory(limit, 0, 1));
    check(games, 2, limit, &options);
    options.max_memory = 2 << 20;
    ck_assert_int_eq(ta_octal_census(games, 2, limit, &options, rows, &error),
                     TA_ELIMIT);
    ck_assert_int_eq(strncmp(error.text, "0.6: ", 5), 0);
    drop(games, 2);
}

TEST(census_within_its_memory, 1)
{
    const ta_game *games[8];
    ta_summary rows[8];
    make(games, 8, ".77");
    for (uint64_t limit = 1 << 8; limit <= 1 << 16; limit <<= 4) {
        tai_budget *budget = count_begin();
        test_ok(ta_octal_census(games, 8, limit, NULL, rows, NULL));
        ck_assert_uint_le(count_end(budget),
                          tai_octal_census_memory(limit, 0, 1));
    }
    ck_assert_uint_eq(tai_octal_census_memory(1000, 0, 6),
                      2 * tai_octal_census_memory(1000, 0, 3));
    ck_assert_uint_eq(tai_octal_census_memory(UINT64_C(1) << 60, 0, 1),
                      tai_octal_census_memory(UINT64_C(1) << 61, 0, 1));
    drop(games, 8);
}

TEST(refusals, 1)
{
    const ta_game *games[3];
    ta_summary rows[3];
    ta_error error = {""};
    int left = 4;
    make(games, 3, "squares");
    ck_assert_int_eq(ta_octal_census(games, 3, 100, NULL, rows, &error),
                     TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "game 3, squares"));
    ck_assert_int_eq(ta_octal_census(games, 2, 0, NULL, rows, &error),
                     TA_EINVAL);
    ck_assert_int_eq(
        ta_octal_census(games, 2, (UINT64_C(1) << 62) + 1, NULL, rows, &error),
        TA_EINVAL);
    ta_options small = {.max_memory = 1000, .threads = 2};
    ck_assert_int_eq(ta_octal_census(games, 2, 100, &small, rows, &error),
                     TA_ELIMIT);
    ck_assert_ptr_nonnull(strstr(error.text, "fewer threads"));
    ta_options stops = {.progress = test_stop, .progress_state = &left};
    ck_assert_int_eq(ta_octal_census(games, 2, 1 << 20, &stops, rows, &error),
                     TA_ECANCELLED);
    drop(games, 3);
}
