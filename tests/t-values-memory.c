/* A plan's memory against what a run really holds at its peak, and the bytes a
 * heap that are promised: 3 for nim-values, 2.2 for the remoteness of
 * subtract-a-square. FFTW's own arrays are not seen here. */
#include "peak-of.h"

static const struct row {
    ta_content content;
    const char *engine;
    uint64_t most; /* heaps */
} rows[] = {{TA_CONTENT_NIM, "naive", 15000},
            {TA_CONTENT_NIM, "blocked", 15000},
            {TA_CONTENT_NIM, "layers", 15000},
            {TA_CONTENT_NIM, "auto", 15000},
            {TA_CONTENT_LENGTH, "push", 200000}};
enum { ROWS = sizeof rows / sizeof *rows };

START_TEST(prediction_holds)
{
    static const char *const specs[] = {"squares",   "cubes",
                                        "primes",    "residues:1,4mod5",
                                        "fibonacci", "triangular"};
    const struct row *row = &rows[_i];
    for (size_t k = 0; k < 6; k++)
        for (uint64_t n = 1; n < row->most; n = 3 * n + 1) {
            uint64_t predicted;
            ta_options options = {.engine = row->engine,
                                  .threads = n % 2 ? 1 : 3};
            if (k == 3 && n > 20000) /* quadratic */
                break;
            peak_of(row->content, specs[k], n, &options, &predicted);
        }
}
END_TEST

START_TEST(squares_take_little)
{
    const struct row *row = &rows[_i];
    const bool nim = row->content == TA_CONTENT_NIM;
    const uint64_t n = nim ? 1 << 16 : 10000000, fixed = nim ? 1 << 21 : 0;
    const unsigned tenths = nim ? 30 : 22; /* of a byte, for each heap */
    const ta_options options = {.engine = row->engine, .threads = 2};
    ta_game *game = test_game("squares", TA_NORMAL);
    uint64_t predicted,
        used = peak_of(row->content, "squares", n, &options, &predicted);
    ck_assert_msg(used <= tenths * n / 10 + fixed, "%" PRIu64 " bytes", used);
    for (unsigned k = 20; k <= 28; k += 4) {
        const uint64_t heaps = UINT64_C(1) << (nim ? k : 17 + k / 2);
        predicted = test_memory(row->content, game, heaps, &options);
        ck_assert_uint_le(predicted, tenths * heaps / 10 + fixed);
    }
    ta_game_free(game);
}
END_TEST

const struct test_suite test_suite = {
    .cases = {{&prediction_holds, ROWS}, {&squares_take_little, ROWS}}};
