/* The census of octal games: rows against solutions, on any number of threads;
 * what is refused or stopped. */
#include <string.h>

#include "octal/octal.h"
#include "testing.h"

enum { MOST = 60 };

/* Games of up to seven digits, some with splits in three. */
static ta_game *random_octal(test_rng *r)
{
    char code[16] = "0.";
    size_t digits = 1 + test_below(r, 7);
    bool thirds = test_below(r, 8) == 0;
    code[0] = test_below(r, 3) == 0 ? '4' : '0';
    for (size_t t = 0; t < digits; t++) {
        uint64_t d = test_below(r, test_below(r, 3) == 0 ? 4 : 8);
        code[2 + t] = thirds && t == 1 ? 'B' : (char)('0' + d);
    }
    return test_game(code, TA_NORMAL);
}

static void assert_row(const ta_octal_summary *got, const ta_game *game,
                       uint64_t limit, uint64_t seed)
{
    ta_octal_solution *s;
    ck_assert_int_eq(ta_octal_solve(game, limit, false, NULL, &s, NULL), TA_OK);
    const ta_octal_summary *want = ta_octal_solution_summary(s);
    const char *code = ta_octal_code(game);
#define SAME(field)                                                            \
    ck_assert_msg(got->field == want->field, "%s: %s, seed %llu", code,        \
                  #field, (unsigned long long)seed)
    SAME(known);
    SAME(proof);
    SAME(proof_end);
    SAME(largest);
    SAME(largest_at);
    SAME(has_mask);
    SAME(mask);
    SAME(parity);
    SAME(rare);
    SAME(last_rare);
    if (want->proof != TA_OCTAL_UNPROVED) {
        SAME(period);
        SAME(preperiod);
    }
#undef SAME
    ta_octal_solution_free(s);
}

static void make(test_rng *r, const ta_game **games, size_t count)
{
    for (size_t k = 0; k < count; k++)
        games[k] = random_octal(r);
}

static void drop(const ta_game **games, size_t count)
{
    for (size_t k = 0; k < count; k++)
        ta_game_free((ta_game *)(uintptr_t)games[k]);
}

START_TEST(rows_are_those_of_solutions)
{
    test_rng r = test_rng_for("octal_census", _i);
    const ta_game *games[MOST];
    ta_octal_summary rows[MOST];
    const size_t count = test_below(&r, MOST);
    const uint64_t limit = 1 + test_edge_biased(&r, 3000);
    ta_options options = {.threads = (unsigned)test_below(&r, 5)};
    make(&r, games, count);
    if (test_below(&r, 2) == 0)
        options.max_memory = 1 << 26;
    ck_assert_int_eq(ta_octal_census(games, count, limit, &options, rows, NULL),
                     TA_OK);
    for (size_t k = 0; k < count; k++)
        assert_row(&rows[k], games[k], limit, r.seed);
    drop(games, count);
}
END_TEST

/* Open ones with few and with many rare heaps, and Grundy's game. */
START_TEST(open_games)
{
    static const char *const codes[] = {".6", ".04", "grundy", ".165", ".14"};
    const ta_game *games[5];
    ta_octal_summary rows[5];
    for (size_t k = 0; k < 5; k++)
        games[k] = test_game(codes[k], TA_NORMAL);
    ck_assert_int_eq(ta_octal_census(games, 5, 40000,
                                     &(ta_options){.threads = 2}, rows, NULL),
                     TA_OK);
    for (size_t k = 0; k < 5; k++)
        assert_row(&rows[k], games[k], 40000, 0);
    drop(games, 5);
}
END_TEST

/* Runs that forget all but a head and a tail say the same; or which game needs
 * more. */
START_TEST(little_memory)
{
    const ta_game *games[2] = {test_game(".07", TA_NORMAL),
                               test_game(".6", TA_NORMAL)};
    const uint64_t limit = 1 << 20;
    ta_octal_summary rows[2];
    ta_error error = {""};
    ta_options options = {.threads = 2, .max_memory = 4 << 20};
    ck_assert_uint_lt(options.max_memory / 2, ta_octal_census_memory(limit, 1));
    ck_assert_int_eq(ta_octal_census(games, 2, limit, &options, rows, NULL),
                     TA_OK);
    for (size_t k = 0; k < 2; k++)
        assert_row(&rows[k], games[k], limit, 0);
    options.max_memory = 3 << 20;
    ck_assert_int_eq(ta_octal_census(games, 2, limit, &options, rows, &error),
                     TA_ELIMIT);
    ck_assert_int_eq(strncmp(error.text, "0.6: heap ", 10), 0);
    drop(games, 2);
}
END_TEST

static int stop_after(void *state, double share, uint64_t done)
{
    unsigned *left = state;
    ck_assert(share >= 0 && share <= 1);
    (void)done;
    return (*left)-- == 0;
}

START_TEST(refusals)
{
    const ta_game *games[3] = {test_game(".6", TA_NORMAL),
                               test_game(".07", TA_NORMAL),
                               test_game("squares", TA_NORMAL)};
    ta_octal_summary rows[3];
    ta_error error = {""};
    unsigned left = 3;
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
    ta_options stops = {.progress = stop_after, .progress_state = &left};
    ck_assert_int_eq(ta_octal_census(games, 2, 1 << 20, &stops, rows, &error),
                     TA_ECANCELLED);
    drop(games, 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("octal-census");
    TCase *c = tcase_create("census");
    tcase_set_timeout(c, 300);
    tcase_add_loop_test(c, rows_are_those_of_solutions, 0, 12);
    tcase_add_test(c, open_games);
    tcase_add_test(c, little_memory);
    tcase_add_test(c, refusals);
    suite_add_tcase(suite, c);
    return test_main(suite);
}
