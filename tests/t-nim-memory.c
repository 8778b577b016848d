/* A plan's memory against what a run really holds at its peak, and the 3 bytes
 * a position that nim-values promise. FFTW's own arrays are not seen here. */
#include <inttypes.h>

#include "peak-of.h"

static const char *const engines[] = {"naive", "blocked", "layers", "auto"};

START_TEST(prediction_holds)
{
    static const char *const specs[] = {"squares", "primes", "residues:1,4mod5",
                                        "fibonacci"};
    for (size_t k = 0; k < 4; k++)
        for (uint64_t n = 1; n < 15000; n = 3 * n + 1) {
            uint64_t predicted;
            ta_options options = {.engine = engines[_i],
                                  .threads = n % 2 ? 1 : 3};
            peak_of(TA_CONTENT_NIM, specs[k], n, &options, &predicted);
        }
}
END_TEST

START_TEST(squares_take_3_bytes)
{
    enum { FIXED = 1 << 21 };
    ta_game *game = test_game("squares", TA_NORMAL);
    uint64_t predicted;
    ta_options options = {.engine = engines[_i], .threads = 2};
    for (uint64_t n = 1 << 20; n <= 1 << 28; n *= 16) {
        predicted = test_memory(TA_CONTENT_NIM, game, n, &options);
        ck_assert_uint_le(predicted, 3 * n + FIXED);
    }
    ta_game_free(game);
    peak_of(TA_CONTENT_NIM, "squares", 1 << 16, &options, &predicted);
}
END_TEST

const struct test_suite test_suite = {
    .cases = {{&prediction_holds, sizeof engines / sizeof *engines},
              {&squares_take_3_bytes, sizeof engines / sizeof *engines}}};
