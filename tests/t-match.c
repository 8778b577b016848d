/* Sums that are played: the best move wins whatever is answered; rules, undo,
 * failures. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

static const ta_play_options keep = {.keep = true};

static ta_play *new_sum(const char *spec, ta_convention convention,
                        const uint64_t *heaps, size_t count)
{
    ta_play *play;
    test_ok(ta_play_new(convention, &play, NULL));
    for (size_t i = 0; i < count; i++) {
        char text[24];
        snprintf(text, sizeof text, "%" PRIu64, heaps[i]);
        test_ok(ta_play_add(play, spec, text, NULL));
    }
    return play;
}

static void solve(ta_play *play)
{
    ta_error error = {""};
    const ta_status st = ta_play_solve(play, &keep, &error);
    ck_assert_msg(st == TA_OK, "%s", error.text);
}

static uint64_t size_at(const ta_play *play, size_t i)
{
    return strtoull(ta_play_heap_at(play, i).heap, NULL, 10);
}

static bool is_over(const ta_play *play)
{
    for (size_t i = 0; i < ta_play_count(play); i++)
        if (test_next(play, &(ta_turn){.heap = i}))
            return false;
    return true;
}

/* Returns a legal move of a random heap, each as likely as the others. */
static ta_turn random_turn(test_rng *rng, const ta_play *play)
{
    for (;;) {
        const size_t heap = (size_t)test_below(rng, ta_play_count(play));
        ta_turn turn = {.heap = heap}, chosen = turn;
        uint64_t seen = 0;
        while (test_next(play, &turn))
            if (test_below(rng, ++seen) == 0)
                chosen = turn;
        if (seen > 0)
            return chosen;
    }
}

/* Who wins keeps winning against random moves, and has the last word. */
TEST(best_moves_win, 60)
{
    static const char *const specs[] = {
        "squares", "primes", "list:2,3,7", "moser", "kayles",
        "grundy",  ".07",    "4.3",        ".356",  "0.106"};
    test_rng rng = test_rng_for("best_moves_win", _i);
    const size_t count = 1 + (size_t)_i % 3;
    const char *spec = specs[_i / 3 % 10];
    const bool octal = ta_octal_is_spec(spec), misere = _i >= 30;
    uint64_t heaps[3];
    for (size_t i = 0; i < count; i++)
        heaps[i] = test_below(&rng, !octal ? 120 : misere ? 25 : 80);
    ta_play *play = new_sum(spec, misere ? TA_MISERE : TA_NORMAL, heaps, count);
    solve(play);
    bool winner_moves = ta_play_wins(play);
    unsigned length, moves = 0;
    const bool known = ta_play_length(play, &length);
    ck_assert(known == (count == 1 && !misere && !octal));
    for (; !is_over(play); moves++) {
        ck_assert_msg(ta_play_wins(play) == winner_moves, "seed %" PRIu64,
                      rng.seed);
        ta_turn turn;
        ck_assert(test_best(play, &turn));
        if (!winner_moves)
            turn = random_turn(&rng, play);
        test_ok(ta_play_make(play, turn, NULL));
        solve(play);
        winner_moves = !winner_moves;
    }
    ck_assert(!test_best(play, &(ta_turn){0}));
    ck_assert_int_eq(winner_moves, misere); /* who cannot move */
    ck_assert(!known || moves <= length);
    while (ta_play_undo(play, NULL) == TA_OK)
        moves--;
    ck_assert_uint_eq(moves, 0);
    ck_assert_uint_eq(ta_play_count(play), count);
    for (size_t i = 0; i < count; i++)
        ck_assert_uint_eq(size_at(play, i), heaps[i]);
    ta_play_free(play);
}

TEST(illegal_moves_change_nothing, 1)
{
    static const struct {
        const char *spec;
        ta_turn turn;
    } wrong[] = {{"squares", {0, 0, {0}}},
                 {"squares", {0, 2, {0}}},
                 {"squares", {0, 16, {0}}},
                 {"squares", {1, 4, {0}}},
                 {"squares", {2, 1, {0}}},
                 {"squares", {1, UINT64_MAX, {0}}},
                 {"kayles", {0, 0, {10}}},
                 {"kayles", {0, 0, {5, 5}}},
                 {"kayles", {0, 3, {7}}},
                 {"kayles", {0, 1, {4, 4}}},
                 {"kayles", {0, 2, {0}}},
                 {"kayles", {1, 4, {0}}},
                 {"kayles", {0, 1, {UINT64_MAX, 10}}}};
    const uint64_t heaps[] = {10, 3};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        ta_play *play = new_sum(wrong[k].spec, TA_NORMAL, heaps, 2);
        solve(play);
        ck_assert_int_eq(ta_play_make(play, wrong[k].turn, NULL), TA_EINVAL);
        ck_assert_int_eq(ta_play_undo(play, NULL), TA_EINVAL);
        ck_assert_uint_eq(ta_play_count(play), 2);
        ck_assert_uint_eq(size_at(play, 0), 10);
        ck_assert_uint_eq(size_at(play, 1), 3);
        ta_play_free(play);
    }
    /* The parts of a split come in any order. */
    ta_play *play = new_sum("kayles", TA_NORMAL, heaps, 2);
    test_ok(ta_play_make(play, (ta_turn){0, 1, {6, 3}}, NULL));
    ck_assert_uint_eq(size_at(play, 0), 3);
    ck_assert_uint_eq(size_at(play, 2), 6);
    ta_play_free(play);
    /* A heap that no turn can describe. */
    test_ok(ta_play_new(TA_NORMAL, &play, NULL));
    test_ok(ta_play_add(play, "kayles", "2^64", NULL));
    ck_assert(!test_next(play, &(ta_turn){0}));
    ta_error error;
    ck_assert_int_eq(ta_play_make(play, (ta_turn){.taken = 1}, &error),
                     TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "is not below 2^64"));
    ta_play_free(play);
}

/* A game by a rule needs memory for its moves: without it a call fails, and
 * does not say that there is no move. */
TEST(no_memory_is_no_end, 1)
{
    const uint64_t heaps[] = {12};
    ta_play *play = new_sum("divisors", TA_NORMAL, heaps, 1);
    solve(play);
    for (int call = 0; call < 3; call++) {
        ta_status st = TA_ENOMEM;
        uint64_t k = 1;
        for (; st != TA_OK; k++) {
            ta_turn turn = {.taken = 4};
            ta_error error = {""};
            bool found = true;
            test_fail_at(k);
            st = call == 0   ? ta_play_next(play, &turn, &found, &error)
                 : call == 1 ? ta_play_best(play, &turn, &found, &error)
                             : ta_play_make(play, turn, &error);
            ck_assert_msg(st == TA_OK
                              ? found && (call > 0 || turn.taken == 6)
                              : st == TA_ENOMEM && error.text[0] != '\0',
                          "call %d, failure %" PRIu64 ": status %d, %s", call,
                          k, st, error.text);
        }
        ck_assert_uint_gt(k, 2); /* A call has failed. */
    }
    test_fail_at(0);
    ta_play_free(play);
}

/* A heap of 4 000 000 beside small ones of the same game is answered by cold
 * positions and by values below a cap, and later positions by what is kept. */
TEST(what_is_kept_answers, 4)
{
    test_rng rng = test_rng_for("what_is_kept_answers", _i);
    const uint64_t heaps[] = {200000, test_below(&rng, 900),
                              test_below(&rng, 40)};
    ta_play *kept = new_sum("squares", (ta_convention)(_i % 2), heaps, 3);
    for (solve(kept); !is_over(kept); solve(kept)) {
        uint64_t now[3];
        for (size_t i = 0; i < 3; i++)
            now[i] = size_at(kept, i);
        ta_play *again = new_sum("squares", (ta_convention)(_i % 2), now, 3);
        ta_turn turn, other;
        solve(again);
        ck_assert(test_best(kept, &turn) && test_best(again, &other));
        ck_assert_msg(ta_play_wins(kept) == ta_play_wins(again) &&
                          turn.heap == other.heap && turn.taken == other.taken,
                      "seed %" PRIu64, rng.seed);
        ta_play_free(again);
        turn = test_below(&rng, 2) ? turn : random_turn(&rng, kept);
        test_ok(ta_play_make(kept, turn, NULL));
    }
    ta_play_free(kept);
}

/* The best move is the last that is listed. It takes no list, whose moves would
 * each have 18000 digits here. */
TEST(huge_heaps, 4)
{
    static const char *const heaps[] = {"1001", "2^200+1", "2^60000+1"};
    ta_play *play;
    ta_turn turn;
    test_ok(ta_play_new(TA_NORMAL, &play, NULL));
    test_ok(ta_play_add(play, "odds", heaps[_i % 3], NULL));
    if (_i == 3)
        test_ok(ta_play_add(play, "odds", "2^70", NULL));
    solve(play);
    ck_assert(test_best(play, &turn));
    ck_assert_uint_eq(turn.heap, 0);
    ck_assert_uint_eq(turn.taken, _i % 3 == 0 ? 1001 : 2 * TA_PLAY_TABLE - 1);
    ta_play_free(play);
}

/* Every allocation fails once; what fails has changed nothing. */
TEST(without_memory, 6)
{
    static const struct {
        const char *spec;
        ta_convention convention;
        size_t count;
        ta_turn turn;
    } cases[] = {{"squares", TA_NORMAL, 1, {0, 4, {0}}},
                 {"squares", TA_NORMAL, 2, {1, 4, {0}}},
                 {"squares", TA_MISERE, 1, {0, 4, {0}}},
                 {"squares", TA_MISERE, 2, {1, 4, {0}}},
                 {"kayles", TA_NORMAL, 2, {1, 1, {1, 28}}},
                 {"8.B", TA_NORMAL, 2, {1, 1, {1, 3, 25}}}};
    const uint64_t heaps[] = {40, 30};
    const ta_turn turn = cases[_i].turn;
    ta_play *play =
        new_sum(cases[_i].spec, cases[_i].convention, heaps, cases[_i].count);
    test_failing f = {0}, g = {0};
    while (test_fails_next(&f))
        f.status = ta_play_solve(play, &keep, &f.error);
    while (test_fails_next(&g)) {
        g.status = ta_play_make(play, turn, &g.error);
        ck_assert_uint_eq(size_at(play, turn.heap),
                          g.status != TA_OK   ? heaps[turn.heap]
                          : turn.left[0] != 0 ? turn.left[0]
                                              : heaps[turn.heap] - 4);
    }
    ck_assert_uint_eq(ta_play_count(play), cases[_i].count +
                                               (turn.left[1] != 0) +
                                               (turn.left[2] != 0));
    ck_assert_uint_ge(f.failures + g.failures, 5);
    test_fail_at(1);
    ck_assert_int_eq(ta_play_undo(play, NULL), TA_ENOMEM);
    test_fail_at(0);
    test_ok(ta_play_undo(play, NULL));
    ck_assert_uint_eq(ta_play_count(play), cases[_i].count);
    ta_play_free(play);
}
