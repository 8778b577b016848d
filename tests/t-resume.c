/* Runs that go on from a resumed prefix: every engine from the work of every
 * other, wherever that ended, with the same result. */
#include <inttypes.h>
#include <string.h>

#include "archive-testing.h"

/* Runs [0, end) by `first` and [0, n) by `second`, which goes on from there.
 * Checks the result. */
static void go_on(ta_content content, const ta_game *game, const uint16_t *want,
                  uint64_t n, uint64_t end, const ta_options *first,
                  const ta_options *second)
{
    ta_archive *known = test_archive_of(content, game, end, first);
    ta_options options = *second;
    options.known = known;
    uint16_t *got = test_values(content, game, n, &options);
    uint64_t i = 0;
    while (i < n && want[i] == got[i])
        i++;
    ck_assert_msg(i == n,
                  "%s, %s after %s to %" PRIu64 ": %u, not %u, at %" PRIu64
                  " of %" PRIu64,
                  ta_game_about(game)->spec, options.engine, first->engine, end,
                  got[i], want[i], i, n);
    ta_free(got);
    ta_archive_close(known);
}

static const char *const names[] = {"naive",    "sieve",  "segments",
                                    "shift",    "divide", "exact",
                                    "textbook", "wheel",  "auto"};
enum { ENGINES = sizeof names / sizeof *names, GAMES = 60 };

static ta_options random_options(test_rng *r, const char *engine)
{
    return (ta_options){.engine = engine,
                        .base_bits = 6 + (unsigned)test_below(r, 6),
                        .threads = 1 + (unsigned)test_below(r, 2),
                        .convolver = (ta_convolver)test_below(r, 5),
                        .rounding_limit = test_below(r, 4) == 0 ? 0.01 : 0};
}

/* Case: the engine that goes on. The end is anywhere, below the new n or above.
 */
TEST(any_engine_goes_on, ENGINES)
{
    const ta_options naive = {.engine = "naive"};
    for (int k = 0; k < GAMES; k += test_every(test_emulated() ? 5 : 3)) {
        test_rng r = test_rng_for(names[_i], 1000 + k);
        const uint64_t n = test_edge_biased(&r, k < 40 ? 3000 : 30000);
        const uint64_t end = test_below(&r, 8) == 0
                                 ? n + test_below(&r, 500)
                                 : test_edge_biased(&r, n > 0 ? n : 1);
        ta_game *game = test_any_game(&r, n + 2);
        uint16_t *want = test_values(TA_CONTENT_COLD, game, n, &naive);
        const ta_options first =
            random_options(&r, names[test_below(&r, ENGINES)]);
        const ta_options second = random_options(&r, names[_i]);
        go_on(TA_CONTENT_COLD, game, want, n, end, &first, &second);
        ta_free(want);
        ta_game_free(game);
    }
}

/* Every engine of nim-values and lengths goes on from the work of any. */
TEST(any_values_go_on, 6)
{
    static const char *const spec[] = {"squares",       "fibonacci",
                                       "list:2,5-9,31", "powers:2",
                                       "list:100000",   "list:1-3"};
    const ta_options naive = {.engine = "naive"};
    const ta_content content = _i % 2 == 0 ? TA_CONTENT_NIM : TA_CONTENT_LENGTH;
    test_rng r = test_rng_for("any_values_go_on", _i);
    const size_t engines = content == TA_CONTENT_NIM ? 5 : 3;
    for (size_t k = 0; k < 2 * engines; k++) {
        ta_game *game = test_game(spec[test_below(&r, 6)], TA_NORMAL);
        const uint64_t n = 20000 + test_below(&r, 50000);
        uint16_t *want = test_values(content, game, n, &naive);
        go_on(content, game, want, n, test_below(&r, n + 100),
              &(ta_options){.engine = ta_engine_at(content, false,
                                                   test_below(&r, engines))
                                          ->name},
              &(ta_options){
                  .engine = ta_engine_at(content, false, k % engines)->name});
        ta_free(want);
        ta_game_free(game);
    }
}

/* Larger ranges with the default sizes. Groups of children of the recursion are
 * known wholly or partly; phases of the wheel begin at the prefix; an octal
 * game has to learn again which heaps are rare. */
static const struct {
    ta_content content;
    const char *game;
    const char *engine; /* of the prefix, and of the whole result */
    const char *by;     /* the engine that goes on */
    uint64_t n;
} large[] = {
    {TA_CONTENT_COLD, "squares", "shift", "divide", 700001},
    {TA_CONTENT_COLD, "squares", "shift", "textbook", 700001},
    {TA_CONTENT_COLD, "squares", "shift", "auto", 700001},
    {TA_CONTENT_COLD, "squares", "shift", "shift", 700001},
    {TA_CONTENT_COLD, "primes", "shift", "divide", 700001},
    {TA_CONTENT_COLD, "primes", "shift", "textbook", 700001},
    {TA_CONTENT_COLD, "primes", "shift", "auto", 700001},
    {TA_CONTENT_COLD, "primes", "shift", "shift", 700001},
    {TA_CONTENT_COLD, "residues:1,4mod5", "shift", "divide", 700001},
    {TA_CONTENT_COLD, "residues:1,4mod5", "shift", "textbook", 700001},
    {TA_CONTENT_COLD, "residues:1,4mod5", "shift", "auto", 700001},
    {TA_CONTENT_COLD, "residues:1,4mod5", "shift", "shift", 700001},
    {TA_CONTENT_COLD, "squares", "shift", "wheel", 12000007},
    {TA_CONTENT_COLD, "triangular", "shift", "wheel", 12000007},
    {TA_CONTENT_COLD, "squares", "shift", "gpu", 2900001},
    {TA_CONTENT_NIM, "0.77", "auto", "auto", 60000},
    {TA_CONTENT_NIM, "0.07", "auto", "auto", 60000},
    {TA_CONTENT_NIM, "0.16", "auto", "auto", 60000},
    {TA_CONTENT_NIM, "0.356", "auto", "auto", 60000},
    {TA_CONTENT_NIM, "4.3", "auto", "auto", 60000},
    {TA_CONTENT_NIM, ".137", "auto", "auto", 60000},
    {TA_CONTENT_NIM, "grundy", "auto", "auto", 60000},
    {TA_CONTENT_NIM, "0.3", "auto", "auto", 60000},
};
enum { LARGE = sizeof large / sizeof *large };

TEST(large_ranges_go_on, test_long() ? 2 * LARGE : LARGE)
{
    test_rng r = test_rng_for("large_ranges_go_on", _i);
    const size_t k = (size_t)_i % LARGE;
    const uint64_t n = large[k].n / (test_emulated() ? 3 : 1);
    const ta_options first = {.engine = large[k].engine};
    ta_game *game = test_game(large[k].game, TA_NORMAL);
    uint16_t *want = test_values(large[k].content, game, n, &first);
    const ta_options second = {.engine = large[k].by,
                               .check = strcmp(large[k].by, "wheel") == 0,
                               .emulate = true,
                               .threads = 1 + (unsigned)test_below(&r, 2)};
    const uint64_t end = test_below(&r, 8) == 0 ? n - 1 : test_below(&r, n);
    go_on(large[k].content, game, want, n, end, &first, &second);
    ta_free(want);
    ta_game_free(game);
}

TEST(other_games_are_refused, 1)
{
    static const struct {
        const char *game, *words;
        ta_convention convention;
    } others[] = {{"cubes", "squares", TA_NORMAL},
                  {"squares", "normal", TA_MISERE}};
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_archive *known = test_archive_of(TA_CONTENT_COLD, game, 5000, NULL);
    const ta_options options = {.known = known};
    for (size_t k = 0; k < 2; k++) {
        ta_error error = {""};
        ta_game *other = test_game(others[k].game, others[k].convention);
        ck_assert_int_eq(
            ta_run(TA_CONTENT_COLD, other, 100, &options, NULL, &error),
            TA_EINVAL);
        ck_assert_ptr_nonnull(strstr(error.text, others[k].words));
        ta_game_free(other);
    }
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, 100, &options, NULL, NULL),
                     TA_EINVAL);
    ta_archive_close(known);
    ta_game_free(game);
}
