/* The progress that runs report: shares and finished positions never fall, and
 * are 1 and n at the end. A run that is resumed goes on with the share that the
 * earlier run had come to. */
#include <inttypes.h>
#include <string.h>

#include "archive-testing.h"

/* The reports of a run. */
typedef struct history {
    unsigned calls, between; /* `between` of them with shares near a half */
    double share;            /* the last one */
    uint64_t done;
    double first_share;
    uint64_t first_done;
    uint64_t until; /* a number of positions, ... */
    double reached; /* ... and the last share with no more of them finished */
} history;

static int watch(void *state, double share, uint64_t done)
{
    history *h = state;
    ck_assert(share >= 0 && share <= 1);
    ck_assert_msg(share >= h->share, "%.6f after %.6f", share, h->share);
    ck_assert_uint_ge(done, h->done);
    if (h->calls++ == 0) {
        h->first_share = share;
        h->first_done = done;
    }
    if (done <= h->until)
        h->reached = share;
    h->between += share > 0.25 && share < 0.75;
    h->share = share;
    h->done = done;
    return 0;
}

typedef struct run {
    ta_content content;
    const char *engine, *game;
    uint64_t n;
} run;

static const run runs[] = {
    {TA_CONTENT_COLD, "naive", "squares", 20000},
    {TA_CONTENT_COLD, "naive", "primes", 20000},
    {TA_CONTENT_COLD, "sieve", "squares", 50000},
    {TA_CONTENT_COLD, "segments", "squares", 200000},
    {TA_CONTENT_COLD, "segments", "triangular", 20000},
    {TA_CONTENT_COLD, "segments", "primes", 20000},
    {TA_CONTENT_COLD, "shift", "squares", 200000},
    {TA_CONTENT_COLD, "divide", "squares", 200000},
    {TA_CONTENT_COLD, "divide", "primes", 200000},
    {TA_CONTENT_COLD, "textbook", "squares", 50000},
    {TA_CONTENT_COLD, "exact", "squares", 50000},
    {TA_CONTENT_COLD, "wheel", "squares", 10000000},
    {TA_CONTENT_COLD, "wheel", "primes", 200000},
    {TA_CONTENT_COLD, "auto", "primes", 200000},
    {TA_CONTENT_COLD, "period", "list:1,2,7", 1 << 22},
    {TA_CONTENT_COLD, "period", "list:1,2,7,1000003", 1 << 22},
    {TA_CONTENT_NIM, "naive", "squares", 20000},
    {TA_CONTENT_NIM, "layers", "squares", 20000},
    {TA_CONTENT_NIM, "layers", "residues:1,4mod5", 20000},
    {TA_CONTENT_NIM, "blocked", "squares", 20000},
    {TA_CONTENT_NIM, "auto", "squares", 1 << 18},
    {TA_CONTENT_NIM, "auto", "primes", 20000},
    {TA_CONTENT_LENGTH, "naive", "squares", 20000},
    {TA_CONTENT_LENGTH, "push", "squares", 200000},
    {TA_CONTENT_NIM, "sparse", ".376", 50000},
    {TA_CONTENT_NIM, "sparse", "0.07", 50000},
    {TA_CONTENT_NIM, "sparse", ".354", 50000},
    {TA_CONTENT_NIM, "naive", ".777", 5000},
    {TA_CONTENT_NIM, "sets", ".8", 5000},
};
enum { RUNS = sizeof runs / sizeof *runs };

/* Runs to n with a history, from the result of [0, end) if end is not 0. */
static void run_watched(const run *r, uint64_t end, unsigned base_bits,
                        history *h)
{
    ta_game *game = test_game(r->game, TA_NORMAL);
    ta_options options = {.engine = r->engine};
    ta_archive *known =
        end > 0 ? test_archive_of(r->content, game, end, &options) : NULL;
    options.known = known;
    options.base_bits = base_bits;
    options.progress = watch;
    options.progress_state = h;
    test_ok(ta_run(r->content, game, r->n, &options, NULL, NULL));
    ck_assert_double_eq_tol(h->share, 1, 1e-9);
    ck_assert_uint_eq(h->done, r->n);
    ta_archive_close(known);
    ta_game_free(game);
}

/* The first report is about what is known, by whole blocks. The wheel sieves
 * its start before the first report. */
TEST(reports_never_fall, RUNS)
{
    enum { BASE_BITS = 8 };
    const run *r = &runs[_i];
    for (uint64_t part = 0; part < 8; part += part == 0 ? 1 : 3) {
        history h = {.calls = 0};
        const uint64_t end = r->n / 8 * part;
        run_watched(r, end, BASE_BITS, &h);
        ck_assert_uint_ge(h.calls, r->content == TA_CONTENT_COLD ? 2 : 1);
        if (r->content == TA_CONTENT_COLD && strcmp(r->engine, "wheel") != 0)
            ck_assert_uint_eq(h.first_done, end >> BASE_BITS << BASE_BITS);
    }
}

/* The blocks of the two runs may end at other positions. */
static const run resumed[] = {
    {TA_CONTENT_COLD, "segments", "squares", 1 << 22},
    {TA_CONTENT_COLD, "divide", "squares", 1 << 22},
    {TA_CONTENT_COLD, "divide", "primes", 1 << 21},
    {TA_CONTENT_COLD, "wheel", "squares", 93750000},
    {TA_CONTENT_NIM, "blocked", "squares", 1 << 18},
    {TA_CONTENT_LENGTH, "push", "squares", 1 << 20},
};

TEST(shares_go_on_where_they_were, sizeof resumed / sizeof *resumed)
{
    const run *r = &resumed[_i];
    for (uint64_t part = 1; part < 8; part += 3) {
        history h = {.calls = 0}, fresh = h;
        run_watched(r, r->n / 8 * part, 0, &h);
        fresh.until = h.first_done;
        run_watched(r, 0, 0, &fresh);
        ck_assert_msg(h.first_share >= fresh.reached - 0.01,
                      "%s, %s: %.3f, after %.3f at %" PRIu64, r->engine,
                      r->game, h.first_share, fresh.reached, h.first_done);
    }
}

/* Solutions are runs of a plan, too. */
TEST(solutions_report, 2)
{
    history h = {.calls = 0};
    const ta_options options = {.progress = watch, .progress_state = &h};
    ta_octal_solution *solution;
    ta_game *game = test_game(_i == 0 ? ".77" : ".6", TA_NORMAL);
    test_ok(ta_octal_solve(game, 50000, false, &options, &solution, NULL));
    ck_assert_double_eq_tol(h.share, 1, 1e-9);
    ck_assert_uint_eq(h.done, 50000);
    ta_octal_solution_free(solution);
    ta_game_free(game);
}

/* Of samples, in any order: the shares end at 1. A check of a cold position
 * ends at the first cold option, so that its shares may lag. */
TEST(verification_reports, 3)
{
    static const ta_content contents[] = {TA_CONTENT_COLD, TA_CONTENT_NIM,
                                          TA_CONTENT_LENGTH};
    const uint64_t n = 30000;
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_archive_writer *w = test_archive_writer_of(game, contents[_i], n, 1000);
    test_ok(ta_run(contents[_i], game, n, NULL,
                   &(ta_sink){ta_archive_writer_consume, w}, NULL));
    ta_archive *a = test_writer_reopen(w);
    for (uint64_t samples = n; samples > 2000; samples /= 10) {
        history h = {.calls = 0};
        const ta_options options = {.progress = watch, .progress_state = &h};
        test_ok(ta_archive_verify(a, game, samples, 1, &options, NULL, NULL));
        ck_assert(_i == 0 ? h.calls > 1 : h.between > 0);
        ck_assert_double_eq_tol(h.share, 1, 1e-9);
    }
    ta_archive_close(a);
    ta_game_free(game);
}
