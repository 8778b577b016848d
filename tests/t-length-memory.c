/* A plan's memory against what a run really holds at its peak, and the 2.2
 * bytes a position that are promised of subtract-a-square. */
#include <inttypes.h>

#include "peak-of.h"

static const ta_options push = {.engine = "push"};

START_TEST(prediction_holds)
{
    static const char *const specs[] = {"squares",          "cubes",
                                        "primes",           "fibonacci",
                                        "residues:1,4mod5", "triangular"};
    for (uint64_t n = 1; n < 200000; n = 3 * n + 1) {
        if (_i == 4 && n > 20000)
            break; /* quadratic */
        uint64_t predicted;
        peak_of(TA_CONTENT_LENGTH, specs[_i], n, &push, &predicted);
    }
}
END_TEST

START_TEST(squares_take_little)
{
    uint64_t n = 10000000, predicted,
             used = peak_of(TA_CONTENT_LENGTH, "squares", n, &push, &predicted);
    ck_assert_msg(used <= 2 * n + n / 5, "%" PRIu64 " bytes", used);
    ta_game *game = test_game("squares", TA_NORMAL);
    for (n = 100000000; n < UINT64_C(1) << 32; n *= 3) {
        predicted = test_memory(TA_CONTENT_LENGTH, game, n, NULL);
        ck_assert_uint_le(predicted, 2 * n + n / 5);
    }
    ta_game_free(game);
}
END_TEST

const struct test_suite test_suite = {
    .cases = {{&prediction_holds, 6}, {&squares_take_little, 1}}};
