/* tai_set_memory against what tai_set_build really holds at its peak. */
#include <inttypes.h>

#include "counting.h"
#include "game/game-internal.h"
#include "game/set.h"
#include "testing.h"

static void check(const ta_game *game, uint64_t n)
{
    const uint64_t bound = tai_set_memory(game, n);
    ta_set set;
    ta_budget *budget = count_begin();
    ck_assert_int_eq(tai_set_build(game, n, &set), TA_OK);
    tai_set_free(&set);
    const uint64_t used = count_end(budget);
    ck_assert_msg(used <= bound,
                  "%s below %" PRIu64 ": %" PRIu64 " bytes, %" PRIu64
                  " predicted",
                  ta_game_about(game)->spec, n, used, bound);
    /* Near enough to plan by, and never far over n / 8. */
    ck_assert_uint_le(bound, used + used / 8 + 40000);
    ck_assert_uint_le(used, n / 8 + n / 16 + 65536);
}

static const char *const named[] = {
    "squares",      "cubes",  "powers:9",         "triangular",
    "pronic",       "primes", "fibonacci",        "factorials",
    "moser",        "odds",   "residues:1,4mod5", "poly:1,0,-7",
    "poly:2,-9,20", "list:9", "list:5-500",       "list:2^40-2^50,1"};

START_TEST(prediction_holds)
{
    test_rng r = test_rng_for("prediction_holds", _i);
    ta_game *game = test_game(named[_i], TA_NORMAL);
    const uint64_t sizes[] = {0,    1,    2,     3,       64,     100,
                              1000, 1024, 65536, 1000000, 1048577};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        check(game, sizes[i]);
    for (int i = 0; i < 20; i++)
        check(game, test_edge_biased(&r, 300000));
    ta_game_free(game);
}
END_TEST

START_TEST(random_prediction_holds)
{
    test_rng r = test_rng_for("random_prediction_holds", _i);
    ta_game *game = test_random_game(&r, 1 + test_below(&r, 30000));
    for (int i = 0; i < 10; i++)
        check(game, test_edge_biased(&r, 100000));
    ta_game_free(game);
}
END_TEST

const struct test_suite test_suite = {
    .cases = {{&prediction_holds, sizeof named / sizeof *named},
              {&random_prediction_holds, 30}}};
