/* Results in one call, against the definition and against runs with sinks. */
#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "quantity/whole.h"
#include "testing.h"

enum { N = 3000 };

static ta_bits by_definition(const ta_game *game, uint64_t n)
{
    ta_bits cold = test_poisoned_bits(n);
    test_ok(
        ta_cold_bits(game, n, &(ta_options){.engine = "naive"}, &cold, NULL));
    return cold;
}

TEST(counts_and_positions, 100)
{
    test_rng r = test_rng_for("counts_and_positions", _i);
    const uint64_t n = 1 + test_edge_biased(&r, N - 1);
    ta_game *game = test_random_game(&r, n);
    ta_bits cold = by_definition(game, n);
    const uint64_t all = tai_popcount_range(cold.words, 0, n);
    uint64_t count = UINT64_MAX, *positions = NULL, found = 0;
    size_t n_positions = 0;
    test_ok(ta_count(game, n, NULL, &count, NULL));
    ck_assert_msg(count == all, "seed %" PRIu64, r.seed);

    test_ok(ta_cold_array(game, n, NULL, &positions, &n_positions, NULL));
    ck_assert_msg(n_positions == all, "seed %" PRIu64, r.seed);
    for (size_t k = 0; k < n_positions; k++) {
        ck_assert(k == 0 || positions[k] > positions[k - 1]);
        ck_assert_msg(ta_bits_get(&cold, positions[k]), "seed %" PRIu64,
                      r.seed);
    }
    for (uint64_t k = 1; k <= all; k += 1 + test_below(&r, all / 5 + 1)) {
        test_ok(ta_nth(game, k, NULL, &found, NULL));
        ck_assert_msg(found == positions[k - 1], "seed %" PRIu64, r.seed);
    }
    ta_free(positions);

    /* Some ends are 0, at block borders and beyond n; each engine has blocks of
     * another form or length. */
    enum { ENDS = 40 };
    static const char *const engines[] = {"naive", "segments", "auto"};
    const ta_options options = {.engine = engines[_i % 3], .base_bits = 6};
    uint64_t ends[ENDS], counts[ENDS];
    for (size_t k = 0; k < ENDS; k++)
        ends[k] = k == 0 ? test_below(&r, 2)
                         : ends[k - 1] + 1 + test_below(&r, 2 * n / ENDS + 1);
    test_ok(ta_counts(game, ends, ENDS, &options, counts, NULL));
    for (size_t k = 0; k < ENDS; k++)
        ck_assert(ends[k] > n ? counts[k] >= all
                              : counts[k] ==
                                    tai_popcount_range(cold.words, 0, ends[k]));
    ta_bits_free(&cold);
    ta_game_free(game);
}

/* The values of a heap by those of its options. */
TEST(values_follow_from_options, 100)
{
    test_rng r = test_rng_for("values_follow_from_options", _i);
    enum { MOST = 600 };
    const uint64_t n = test_edge_biased(&r, MOST);
    ta_game *game = test_random_game(&r, n + 1);
    uint16_t nim[MOST + 1], length[MOST + 1];
    uint64_t *moves;
    size_t count;
    nim[n] = length[n] = 0x5a5a; /* canary */
    const bool misere = ta_game_about(game)->convention == TA_MISERE;
    const ta_status want = misere ? TA_EINVAL : TA_OK;
    ck_assert_int_eq(ta_nim_array(game, n, NULL, nim, NULL), want);
    ck_assert_int_eq(ta_length_array(game, n, NULL, length, NULL), want);
    ck_assert(nim[n] == 0x5a5a && length[n] == 0x5a5a);
    test_ok(ta_game_elements(game, n + 1, &moves, &count));
    for (uint64_t i = 0; i < n && !misere; i++) {
        bool seen[MOST + 1] = {false};
        unsigned even = UINT32_MAX, odd = 0, mex = 0;
        size_t k = 0;
        for (; k < count && moves[k] <= i; k++) {
            const uint64_t to = i - moves[k];
            seen[nim[to]] = true;
            if (length[to] % 2 == 0)
                even = length[to] < even ? length[to] : even;
            else
                odd = length[to] > odd ? length[to] : odd;
        }
        while (seen[mex])
            mex++;
        const unsigned lasts =
            k == 0 ? 0 : 1 + (even < UINT32_MAX ? even : odd);
        ck_assert_msg(nim[i] == mex, "seed %" PRIu64, r.seed);
        ck_assert_msg(length[i] == lasts, "seed %" PRIu64, r.seed);
    }
    ta_free(moves);
    ta_game_free(game);
}

/* Of finite sets every cold position is found, by the period. */
TEST(nth_past_a_period, 4)
{
    static const struct {
        const char *spec;
        ta_convention convention;
        uint64_t k, position;
    } far[] = {
        {"list:1,2", TA_NORMAL, (uint64_t)1 << 40, 3298534883325},
        {"list:1-10000000", TA_NORMAL, 5, 40000004},
        {"list:1-10000000", TA_MISERE, 5, 40000005},
        {"list:2,4,7", TA_NORMAL, (uint64_t)1 << 62, 13835058055282163709u},
    };
    ta_game *game = test_game(far[_i].spec, far[_i].convention);
    uint64_t found = 0, below = 0;
    test_ok(ta_nth(game, far[_i].k, NULL, &found, NULL));
    ck_assert_uint_eq(found, far[_i].position);
    if (_i == 0 || _i == 3) { /* counts agree */
        test_ok(ta_count(game, found, NULL, &below, NULL));
        ck_assert_uint_eq(below, far[_i].k - 1);
    }
    ta_game_free(game);
}

TEST(nths_in_any_order, 1)
{
    ta_game *squares = test_game("squares", TA_NORMAL);
    const uint64_t k[] = {9, 1000, 1, 9, 3};
    uint64_t at[5];
    test_ok(tai_nths(squares, k, 5, NULL, at, NULL));
    ck_assert(at[0] == 20 && at[3] == at[0] && at[2] == 0 && at[4] == 5);
    ck_assert_uint_eq(at[1], 23075);
    ta_game_free(squares);
}

TEST(refusals, 1)
{
    ta_game *squares = test_game("squares", TA_NORMAL);
    ta_game *kayles = test_game("kayles", TA_NORMAL);
    ta_game *all = test_game("poly:0,1,0", TA_NORMAL); /* 0 alone is cold */
    ta_error error;
    uint64_t found, *positions;
    uint16_t value;
    size_t count;
    ck_assert_int_eq(ta_nth(squares, 0, NULL, &found, &error), TA_EINVAL);
    ck_assert_int_eq(ta_nth(squares, UINT64_MAX, NULL, &found, &error),
                     TA_ERANGE);
    ck_assert_int_eq(ta_nth(all, 2, NULL, &found, &error), TA_ERANGE);
    ck_assert_ptr_nonnull(strstr(error.text, "only 1 cold"));
    error.text[0] = '!';
    test_ok(ta_nth(squares, 9, NULL, &found, &error));
    ck_assert_int_eq(error.text[0], '\0');
    ck_assert_int_eq(
        ta_counts(squares, (uint64_t[]){5, 5}, 2, NULL, &found, &error),
        TA_EINVAL);
    test_ok(ta_counts(squares, NULL, 0, NULL, NULL, &error));

    /* Past a proved period at once. */
    test_ok(ta_count(kayles, UINT64_MAX, NULL, &found, &error));
    ck_assert_uint_eq(found, 1);

    /* What a later library might be asked for. */
    const ta_options later = {.size = sizeof(ta_options) + 8};
    ta_summary period;
    ta_census_row row;
    ck_assert_int_eq(ta_count(squares, 9, &later, &found, &error), TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "later library"));
    ck_assert_int_eq(
        ta_cold_array(squares, 9, &later, &positions, &count, &error),
        TA_EINVAL);
    ck_assert_int_eq(ta_nim_array(squares, 1, &later, &value, &error),
                     TA_EINVAL);
    ck_assert_int_eq(ta_period_find(squares, 9, &later, &period, &error),
                     TA_EINVAL);
    ck_assert_int_eq(ta_census(NULL, 0, 9, &later, &row, &error), TA_EINVAL);
    ck_assert_int_eq(ta_nim_array(kayles, 1, &later, &value, &error),
                     TA_EINVAL);

    /* Numbers that are of no enum (contents: t-archive, too). */
    for (int wrong = -1; wrong <= 7; wrong += 8) {
        const ta_options convolver = {.convolver = (ta_convolver)wrong};
        const ta_convention play = (ta_convention)wrong;
        ta_game *none = NULL;
        ta_play *sum = NULL;
        ck_assert_int_eq(ta_count(squares, 9, &convolver, &found, &error),
                         TA_EINVAL);
        ck_assert_int_eq(
            ta_run((ta_content)wrong, squares, 9, NULL, NULL, &error),
            TA_EINVAL);
        ck_assert_ptr_null(ta_engine_at((ta_content)wrong, false, 0));
        ck_assert_int_eq(ta_game_new("squares", play, &none, &error),
                         TA_EINVAL);
        ck_assert_int_eq(ta_game_from_list(NULL, 0, play, &none, &error),
                         TA_EINVAL);
        ck_assert_int_eq(ta_play_new(play, &sum, &error), TA_EINVAL);
        ck_assert(none == NULL && sum == NULL);
        ck_assert_str_eq(ta_status_text((ta_status)(9 * wrong)),
                         "unknown status");
    }

    /* Members that only octal games have, and not by the definition. */
    ta_summary told = {.known = 0};
    const ta_options asks = {.summary = &told};
    const ta_options naive = {.engine = "naive", .summary = &told};
    ck_assert_int_eq(ta_count(squares, 9, &asks, &found, &error), TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "no summary"));
    ck_assert_int_eq(ta_nim_array(squares, 1, &asks, &value, &error),
                     TA_EINVAL);
    ck_assert_int_eq(ta_nim_array(kayles, 1, &naive, &value, &error),
                     TA_EINVAL);
    test_ok(ta_count(kayles, 1000, &asks, &found, &error));
    ck_assert_uint_eq(told.nim.period, 12);
    ck_assert_uint_eq(told.largest_at, 27);
    ta_game_free(kayles);
    ta_game_free(squares);
    ta_game_free(all);
}

/* Each content has engines, all of which run some game; another number, none.
 */
TEST(engines_of_contents, 1)
{
    for (int content = -2; content < 20; content++) {
        for (int octal = 0; octal < 2; octal++) {
            const bool is_one = content >= TA_CONTENT_COLD &&
                                content <= TA_CONTENT_LENGTH &&
                                !(octal && content == TA_CONTENT_LENGTH);
            ta_game *game = test_game(octal ? "kayles" : "squares", TA_NORMAL);
            const ta_engine_info *info;
            ck_assert(is_one ==
                      (ta_engine_at((ta_content)content, octal, 0) != NULL));
            for (size_t k = 0;
                 (info = ta_engine_at((ta_content)content, octal, k)) != NULL;
                 k++)
                test_ok(
                    ta_run((ta_content)content, game, 200,
                           &(ta_options){.engine = info->name, .emulate = true},
                           NULL, NULL));
            ta_game_free(game);
        }
    }
    ck_assert_ptr_null(ta_engine_at((ta_content)INT_MAX, false, 0));
}
