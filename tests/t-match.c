/* A game in progress: who wins against exhaustive search, the best move wins
 * whatever is answered, rules, undo, failures. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

/* Does the player to move win? By the rules alone. */
static bool wins_by_rules(const uint64_t *set, size_t count, bool misere,
                          uint64_t *heaps, size_t n_heaps)
{
    bool moved = false, wins = false;
    for (size_t i = 0; i < n_heaps && !wins; i++)
        for (size_t k = 0; k < count && set[k] <= heaps[i] && !wins; k++) {
            moved = true;
            heaps[i] -= set[k];
            wins = !wins_by_rules(set, count, misere, heaps, n_heaps);
            heaps[i] += set[k];
        }
    return moved ? wins : misere;
}

static ta_match *new_match(const ta_game *game, const uint64_t *heaps,
                           size_t count)
{
    ta_match *match;
    ta_error error = {""};
    ta_status st = ta_match_new(game, heaps, count, NULL, &match, &error);
    ck_assert_msg(st == TA_OK, "%s", error.text);
    return match;
}

START_TEST(winners_match_the_rules)
{
    test_rng rng = test_rng_for("winners_match_the_rules", _i);
    size_t n_heaps = 1 + (size_t)_i % 5, count;
    uint64_t *set, heaps[5];
    static const uint64_t most[] = {20, 9, 6, 4, 3};
    ta_game *game = test_random_game(&rng, 8);
    ck_assert_int_eq(ta_game_elements(game, 30, &set, &count), TA_OK);
    bool misere = ta_game_convention(game) == TA_MISERE;
    for (int k = 0; k < 5; k++) {
        for (size_t i = 0; i < n_heaps; i++)
            heaps[i] = test_below(&rng, most[n_heaps - 1] + 1);
        ta_match *match = new_match(game, heaps, n_heaps);
        ck_assert_msg(ta_match_wins(match) ==
                          wins_by_rules(set, count, misere, heaps, n_heaps),
                      "seed %" PRIu64, rng.seed);
        ta_match_free(match);
    }
    ta_free(set);
    ta_game_free(game);
}
END_TEST

static ta_turn random_turn(test_rng *rng, const ta_match *match)
{
    for (;;) {
        ta_turn turn = {.heap = (size_t)test_below(rng, ta_match_count(match))};
        size_t count;
        const uint64_t *set = ta_match_moves(match, turn.heap, &count);
        if (count > 0) {
            turn.taken = set[test_below(rng, count)];
            return turn;
        }
    }
}

/* Who wins keeps winning against random moves, and has the last word. */
START_TEST(best_moves_win)
{
    test_rng rng = test_rng_for("best_moves_win", _i);
    static const char *const specs[] = {"squares", "primes", "list:2,3,7"};
    size_t n_heaps = 1 + (size_t)_i % 3;
    bool misere = _i / 3 % 2 == 1;
    ta_game *game = test_game(specs[_i % 3], misere ? TA_MISERE : TA_NORMAL);
    uint64_t heaps[3];
    for (size_t i = 0; i < n_heaps; i++)
        heaps[i] = test_below(&rng, 120);
    ta_match *match = new_match(game, heaps, n_heaps);
    bool winner_moves = ta_match_wins(match);
    unsigned length, moves = 0;
    bool known = ta_match_length(match, &length);
    ck_assert(known == (n_heaps == 1 && !misere));
    for (; !ta_match_over(match); moves++) {
        ck_assert_int_eq(ta_match_wins(match), winner_moves);
        ta_turn turn;
        ck_assert(ta_match_best(match, &turn));
        if (!winner_moves)
            turn = random_turn(&rng, match);
        ck_assert_int_eq(ta_match_take(match, turn), TA_OK);
        winner_moves = !winner_moves;
    }
    ck_assert_int_eq(winner_moves, misere); /* who cannot move */
    ck_assert(!known || moves <= length);
    while (ta_match_undo(match))
        moves--;
    ck_assert_uint_eq(moves, 0);
    for (size_t i = 0; i < n_heaps; i++)
        ck_assert_uint_eq(ta_match_heap(match, i), heaps[i]);
    ta_match_free(match);
    ta_game_free(game);
}
END_TEST

START_TEST(illegal_moves_change_nothing)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    uint64_t heaps[] = {10, 3};
    static const ta_turn wrong[] = {{0, 0, {0}},  {0, 2, {0}},
                                    {0, 16, {0}}, {1, 4, {0}},
                                    {2, 1, {0}},  {1, UINT64_MAX, {0}}};
    ta_match *match = new_match(game, heaps, 2);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        ck_assert_int_eq(ta_match_take(match, wrong[k]), TA_EINVAL);
    ck_assert(!ta_match_undo(match));
    ck_assert_uint_eq(ta_match_heap(match, 0), 10);
    ck_assert_uint_eq(ta_match_heap(match, 1), 3);
    ta_match_free(match);
    ta_game_free(game);
}
END_TEST

/* Does the player to move in an octal game win? By the digits
 * alone, d0 first. */
static bool octal_wins_by_rules(const char *digits, const uint64_t *heaps,
                                size_t n_heaps)
{
    uint64_t next[32];
    for (size_t i = 0; i < n_heaps; i++)
        for (uint64_t t = 0; t <= heaps[i] && digits[t] != '\0'; t++) {
            int digit = digits[t] - (digits[t] > '9' ? 'A' - 10 : '0');
            uint64_t rest = heaps[i] - t;
            for (uint64_t a = 0; heaps[i] > 0 && a <= rest / 3; a++)
                for (uint64_t b = a; b <= (rest - a) / 2; b++) {
                    int parts = (a != 0) + (b != 0) + (rest != 0);
                    memcpy(next, heaps, n_heaps * sizeof *heaps);
                    next[i] = rest - a - b;
                    next[n_heaps] = b;
                    next[n_heaps + 1] = a;
                    if ((digit >> parts & 1) &&
                        !octal_wins_by_rules(digits, next,
                                             n_heaps + (a != 0) + (b != 0)))
                        return true;
                }
        }
    return false;
}

static const struct {
    const char *spec, *digits;
} octals[] = {{"kayles", "077"}, {".07", "007"}, {"4.3", "43"},
              {".356", "0356"},  {".3f", "03F"}, {"8.B", "8B"}};

START_TEST(octal_winners_match_the_rules)
{
    test_rng rng = test_rng_for("octal_winners_match_the_rules", _i);
    size_t n_heaps = 1 + (size_t)_i % 2, which = (size_t)_i / 2 % 6;
    ta_game *game;
    ta_match *match;
    ck_assert_int_eq(ta_game_new(octals[which].spec, TA_NORMAL, &game, NULL),
                     TA_OK);
    uint64_t heaps[2];
    for (size_t i = 0; i < n_heaps; i++)
        heaps[i] = test_below(&rng, n_heaps == 1 ? 9 : 5);
    ck_assert_int_eq(ta_match_new(game, heaps, n_heaps, NULL, &match, NULL),
                     TA_OK);
    ck_assert_msg(ta_match_wins(match) ==
                      octal_wins_by_rules(octals[which].digits, heaps, n_heaps),
                  "seed %" PRIu64, rng.seed);
    ta_match_free(match);
    ta_game_free(game);
}
END_TEST

/* A move of a random heap, each legal one as likely as the others. */
static ta_turn random_break(test_rng *rng, const ta_match *match)
{
    for (;;) {
        size_t heap = (size_t)test_below(rng, ta_match_count(match));
        ta_turn turn = {.heap = heap}, chosen = turn;
        uint64_t seen = 0;
        while (ta_match_next(match, &turn))
            if (test_below(rng, ++seen) == 0)
                chosen = turn;
        if (seen > 0)
            return chosen;
    }
}

/* From a won position the computer has the last move against random breaks. */
START_TEST(best_breaks_win)
{
    test_rng rng = test_rng_for("best_breaks_win", _i);
    static const char *const specs[] = {"kayles", "grundy", ".07",
                                        "4.3",    ".356",   "0.106"};
    size_t n_heaps = 1 + (size_t)_i % 3;
    ta_game *game;
    ta_match *match;
    ck_assert_int_eq(ta_game_new(specs[_i % 6], TA_NORMAL, &game, NULL), TA_OK);
    uint64_t heaps[3];
    for (size_t i = 0; i < n_heaps; i++)
        heaps[i] = test_below(&rng, 80);
    ck_assert_int_eq(ta_match_new(game, heaps, n_heaps, NULL, &match, NULL),
                     TA_OK);
    bool winner_moves = ta_match_wins(match);
    unsigned moves = 0;
    for (; !ta_match_over(match); moves++) {
        ta_turn turn;
        ck_assert_msg(ta_match_wins(match) == winner_moves, "seed %" PRIu64,
                      rng.seed);
        ck_assert(ta_match_best(match, &turn));
        if (!winner_moves)
            turn = random_break(&rng, match);
        ck_assert_int_eq(ta_match_take(match, turn), TA_OK);
        winner_moves = !winner_moves;
    }
    ck_assert(!winner_moves); /* who cannot move */
    while (ta_match_undo(match))
        moves--;
    ck_assert_uint_eq(moves, 0);
    ck_assert_uint_eq(ta_match_count(match), n_heaps);
    for (size_t i = 0; i < n_heaps; i++)
        ck_assert_uint_eq(ta_match_heap(match, i), heaps[i]);
    ta_match_free(match);
    ta_game_free(game);
}
END_TEST

START_TEST(illegal_breaks_change_nothing)
{
    ta_game *game;
    ta_match *match;
    uint64_t heaps[] = {10, 0};
    static const ta_turn wrong[] = {{0, 0, {10, 0}},         {0, 0, {5, 5}},
                                    {0, 3, {7, 0}},          {0, 1, {4, 4}},
                                    {0, 2, {0, 0}},          {1, 0, {0, 0}},
                                    {0, 1, {UINT64_MAX, 10}}};
    ck_assert_int_eq(ta_game_new("kayles", TA_NORMAL, &game, NULL), TA_OK);
    ck_assert_int_eq(ta_match_new(game, heaps, 2, NULL, &match, NULL), TA_OK);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        ck_assert_int_eq(ta_match_take(match, wrong[k]), TA_EINVAL);
    ck_assert(!ta_match_undo(match));
    ck_assert_int_eq(ta_match_take(match, (ta_turn){0, 1, {6, 3}}), TA_OK);
    ck_assert_uint_eq(ta_match_heap(match, 0), 3);
    ck_assert_uint_eq(ta_match_heap(match, 2), 6);
    ta_match_free(match);
    ta_game_free(game);
}
END_TEST

START_TEST(refusals)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    uint64_t heaps[] = {3000, 3000}, huge[] = {UINT64_MAX};
    ta_match *match;
    ck_assert_int_eq(ta_match_new(game, heaps, 0, NULL, &match, NULL),
                     TA_EINVAL);
    ck_assert_int_eq(ta_match_new(game, huge, 1, NULL, &match, NULL),
                     TA_ERANGE);
    ta_options little = {.max_memory = 100};
    for (size_t n = 1; n < 3; n++)
        ck_assert_int_eq(ta_match_new(game, heaps, n, &little, &match, NULL),
                         TA_ELIMIT);
    ck_assert_ptr_null(match);
    ta_game_free(game);
}
END_TEST

/* The values are computed by an engine that leaves memory for their table. */
START_TEST(little_memory)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    const uint64_t n = 100000, heaps[] = {n - 1, 3};
    ta_options options = {.max_memory = 1}; /* the least that there is */
    ta_plan *plan;
    ta_match *match;
    ck_assert_int_eq(
        ta_plan_new(TA_CONTENT_NIM, game, n, &options, &plan, NULL), TA_OK);
    options.max_memory = ta_plan_memory(plan) + 2 * n;
    ta_plan_free(plan);
    ck_assert_int_eq(ta_match_new(game, heaps, 2, &options, &match, NULL),
                     TA_OK);
    ta_match_free(match);
    ta_game_free(game);
}
END_TEST

START_TEST(without_memory)
{
    ta_game *game = test_game("squares", _i / 2 ? TA_MISERE : TA_NORMAL);
    uint64_t heaps[] = {40, 30};
    ta_status st = TA_ENOMEM;
    int failures = -1;
    for (uint64_t k = 1; st != TA_OK && k < 200; k++, failures++) {
        ta_match *match;
        ta_error error = {""};
        ta_alloc_fail_at(k);
        st =
            ta_match_new(game, heaps, 1 + (size_t)_i % 2, NULL, &match, &error);
        ta_alloc_fail_at(0);
        ck_assert(st == TA_OK || (st == TA_ENOMEM && match == NULL));
        ck_assert((st == TA_OK) == (error.text[0] == '\0'));
        ta_match_free(match);
    }
    ck_assert_int_eq(st, TA_OK);
    ck_assert_int_ge(failures, 3);
    ta_game_free(game);
}
END_TEST

START_TEST(breaks_without_memory)
{
    ta_game *game;
    uint64_t heaps[] = {40, 30};
    ta_status st = TA_ENOMEM;
    int failures = -1;
    ck_assert_int_eq(ta_game_new("kayles", TA_NORMAL, &game, NULL), TA_OK);
    for (uint64_t k = 1; st != TA_OK && k < 200; k++, failures++) {
        ta_match *match;
        ta_alloc_fail_at(k);
        st = ta_match_new(game, heaps, 2, NULL, &match, NULL);
        for (int i = 0; st == TA_OK && i < 3; i++) { /* heaps 3, 4 and 5 */
            size_t last = ta_match_count(match) - 1;
            ta_turn turn = {last, 1, {1, ta_match_heap(match, last) - 2}};
            st = ta_match_take(match, turn);
        }
        ta_alloc_fail_at(0);
        ck_assert(st == TA_OK || st == TA_ENOMEM);
        ta_match_free(match);
    }
    ck_assert_int_eq(st, TA_OK);
    ck_assert_int_ge(failures, 4);
    ta_game_free(game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("match");
    TCase *c = tcase_create("matches");
    tcase_set_timeout(c, 120);
    tcase_add_loop_test(c, winners_match_the_rules, 0, 40);
    tcase_add_loop_test(c, best_moves_win, 0, 60);
    tcase_add_test(c, illegal_moves_change_nothing);
    tcase_add_loop_test(c, octal_winners_match_the_rules, 0, 40);
    tcase_add_loop_test(c, best_breaks_win, 0, 60);
    tcase_add_test(c, illegal_breaks_change_nothing);
    tcase_add_test(c, refusals);
    tcase_add_test(c, little_memory);
    tcase_add_loop_test(c, without_memory, 0, 4);
    tcase_add_test(c, breaks_without_memory);
    suite_add_tcase(suite, c);
    return test_main(suite);
}
