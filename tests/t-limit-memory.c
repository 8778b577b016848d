/* max_memory as a limit that is held: budgets, and runs of all engines within
 * limits at random, by the count of the allocator and by the system's peak. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "archive-testing.h"
#include "base/pool.h"

/* ---- budgets ---- */

START_TEST(a_budget_counts)
{
    ta_budget *b, *inner;
    ta_error error = {""};
    ck_assert_int_eq(tai_budget_begin(10000, &b), TA_OK);
    ck_assert_ptr_eq(tai_budget_current(), b);
    ck_assert_int_eq(tai_budget_begin(1, &inner), TA_OK);
    ck_assert_ptr_null(inner); /* the outer one goes on to count */
    ck_assert_int_eq(tai_budget_end(inner, TA_EIO, &error), TA_EIO);

    void *some = tai_alloc(3, 1000), *more = tai_alloc(6000, 1);
    ck_assert_uint_ge(tai_budget_used(b), 9000);
    ck_assert_uint_le(tai_budget_used(b), 9000 + 2 * 64);
    ck_assert_ptr_null(tai_alloc(1000, 1));
    ck_assert_ptr_null(tai_alloc(UINT64_MAX / 2, 2));
    ta_free(more);
    ck_assert_uint_le(tai_budget_used(b), 3000 + 64);
    ck_assert_uint_ge(tai_budget_peak(b), 9000);
    more = tai_alloc_zero(6500, 1);
    ck_assert_ptr_nonnull(more);
    ta_free(more);

    /* An array may be freed after the end of its budget. */
    ck_assert_int_eq(tai_budget_end(b, TA_ENOMEM, &error), TA_ELIMIT);
    ck_assert_ptr_nonnull(strstr(error.text, "the limit of 9.8 KiB"));
    ck_assert_ptr_null(tai_budget_current());
    ta_free(some);
}
END_TEST

START_TEST(the_system_is_not_the_limit)
{
    ta_budget *b;
    ta_error error = {""};
    ck_assert_int_eq(tai_budget_begin(10000, &b), TA_OK);
    tai_alloc_fail_at(1);
    ck_assert_ptr_null(tai_alloc(1, 1));
    ck_assert_uint_eq(tai_budget_used(b), 0);
    ck_assert_int_eq(tai_budget_end(b, TA_ENOMEM, &error), TA_ENOMEM);
    ck_assert_str_eq(error.text, "");
}
END_TEST

enum { ITEMS = 1000, EACH = 640 };

static void take_and_give(void *state, unsigned thread, size_t item)
{
    void **kept = state, *brief = tai_alloc(EACH * (1 + thread), 1);
    kept[item] = tai_alloc(EACH, 1);
    ta_free(brief);
}

/* Threads of a pool charge the budget of the thread that opened it. */
START_TEST(pools_are_counted)
{
    static void *kept[ITEMS];
    ta_budget *b;
    tai_pool pool;
    ck_assert_int_eq(tai_budget_begin(0, &b), TA_OK);
    ck_assert_int_eq(tai_pool_open(&pool, 7, NULL), TA_OK);
    const uint64_t before = tai_budget_used(b);
    tai_pool_run(&pool, take_and_give, kept, ITEMS);
    ck_assert_uint_eq(tai_budget_used(b) - before, ITEMS * EACH);
    tai_pool_close(&pool);
    for (size_t k = 0; k < ITEMS; k++)
        ta_free(kept[k]);
    ck_assert_uint_eq(tai_budget_used(b), 0);
    ck_assert_int_eq(tai_budget_end(b, TA_OK, NULL), TA_OK);
}
END_TEST

/* ---- runs ---- */

typedef struct kind {
    ta_content content;
    const char *engine, *game;
    unsigned log_n; /* of the largest n */
} kind;

static const kind kinds[] = {
    {TA_CONTENT_COLD, "naive", "squares", 17},
    {TA_CONTENT_COLD, "sieve", "primes", 17},
    {TA_CONTENT_COLD, "segments", "squares", 21},
    {TA_CONTENT_COLD, "shift", "triangular", 21},
    {TA_CONTENT_COLD, "textbook", "primes", 16},
    {TA_CONTENT_COLD, "divide", "primes", 20},
    {TA_CONTENT_COLD, "divide", "squares", 21},
    {TA_CONTENT_COLD, "exact", "odds", 16},
    {TA_CONTENT_COLD, "wheel", "squares", 25},
    {TA_CONTENT_COLD, "wheel", "cubes", 24},
    {TA_CONTENT_COLD, "wheel", "primes", 19},
    {TA_CONTENT_COLD, "period", "list:1,5,31,1000", 22},
    {TA_CONTENT_COLD, "auto", "pronic", 25},
    {TA_CONTENT_NIM, "naive", "squares", 15},
    {TA_CONTENT_NIM, "layers", "squares", 17},
    {TA_CONTENT_NIM, "blocked", "squares", 18},
    {TA_CONTENT_NIM, "period", "list:2,5,31", 22},
    {TA_CONTENT_NIM, "auto", "primes", 17},
    {TA_CONTENT_LENGTH, "naive", "squares", 15},
    {TA_CONTENT_LENGTH, "push", "squares", 20},
    {TA_CONTENT_LENGTH, "push", "list:1,2", 16},
    {TA_CONTENT_NIM, "naive", ".6", 11},
    {TA_CONTENT_NIM, "auto", ".6", 17},
    {TA_CONTENT_NIM, "auto", ".07", 18},
    {TA_CONTENT_NIM, "auto", ".F", 11},
};
enum { KINDS = sizeof kinds / sizeof *kinds, RUNS = 200 };

/* Bytes that the C library, thread stacks, GMP and FFTW may take. */
enum { BESIDES = 24 << 20 };

typedef struct outcome {
    ta_status status;
    uint64_t allocated;
    bool begun; /* not refused beforehand */
    ta_error error;
} outcome;

static outcome run_within(const kind *k, uint64_t n, unsigned threads,
                          uint64_t limit)
{
    outcome o = {.begun = false};
    ta_stats *stats = ta_stats_new();
    ta_options options = {.engine = k->engine,
                          .threads = threads,
                          .max_memory = limit,
                          .stats = stats};
    ta_game *game = test_game(k->game, TA_NORMAL);
    o.status = ta_run(k->content, game, n, &options, NULL, &o.error);
    const char *text = ta_stats_find(stats, "allocated_bytes");
    o.begun = text != NULL;
    o.allocated = o.begun ? strtoull(text, NULL, 10) : 0;
    ta_game_free(game);
    ta_stats_free(stats);
    return o;
}

/* Runs in a process of its own, and returns its peak in bytes. */
static uint64_t peak_of_process(const kind *k, uint64_t n, unsigned threads,
                                uint64_t limit, outcome *o)
{
    int end[2], status;
    struct rusage usage;
    ck_assert_int_eq(pipe(end), 0);
    fflush(stdout);
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        outcome own = {.status = TA_OK};
        if (k != NULL)
            own = run_within(k, n, threads, limit);
        _exit(write(end[1], &own, sizeof own) == sizeof own ? 0 : 1);
    }
    close(end[1]);
    ck_assert_int_eq(read(end[0], o, sizeof *o), sizeof *o);
    close(end[0]);
    ck_assert_int_eq(wait4(child, &status, 0, &usage), child);
    ck_assert_int_eq(status, 0);
    return 1024 * (uint64_t)usage.ru_maxrss;
}

START_TEST(limits_are_held)
{
    test_rng r = test_rng_for("limits_are_held", 0);
    unsigned whole = 0, refused = 0, ended = 0;
    uint64_t most = 0;
    outcome o;
    for (unsigned i = 0; i < RUNS; i++) {
        const kind *k = &kinds[i % KINDS];
        const unsigned threads = 1 + (unsigned)test_below(&r, 7);
        const uint64_t n = 1 + test_below(&r, UINT64_C(1) << k->log_n);
        ta_game *game = test_game(k->game, TA_NORMAL);
        const ta_options free = {.engine = k->engine, .threads = threads};
        const uint64_t plan = test_memory(k->content, game, n, &free);
        ta_game_free(game);
        /* From far too little to more than enough; the wheel finds in the run
         * what it takes. */
        const bool found = k->log_n > 23;
        const uint64_t top = found ? 12 << 20 : plan + plan / 4 + (1 << 19);
        const uint64_t limit = 1 + test_below(&r, top);
        const uint64_t none = peak_of_process(NULL, 0, 0, 0, &o);
        const uint64_t all = peak_of_process(k, n, threads, limit, &o);
        const uint64_t peak = all > none ? all - none : 0;
        whole += o.status == TA_OK;
        refused += o.status == TA_ELIMIT && !o.begun;
        ended += o.status == TA_ELIMIT && o.begun;
        most = ta_max_u64(most, peak > limit ? peak - limit : 0);
        ck_assert_msg(o.status == TA_OK || o.status == TA_ELIMIT,
                      "%s %s to %" PRIu64 ": status %d, %s", k->engine, k->game,
                      n, (int)o.status, o.error.text);
        ck_assert_msg(o.allocated <= limit,
                      "%s %s to %" PRIu64 ": %" PRIu64 " bytes, limit %" PRIu64,
                      k->engine, k->game, n, o.allocated, limit);
        if (getenv("TAKEAWAY_SHOW") != NULL && o.status == TA_ELIMIT)
            printf("%s %s to %" PRIu64 ", %u threads, limit %" PRIu64
                   ", %s: %s\n",
                   k->engine, k->game, n, threads, limit,
                   o.begun ? "on the way" : "beforehand", o.error.text);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
        ck_assert_msg(peak <= limit + BESIDES,
                      "%s %s to %" PRIu64 ": the process took %" PRIu64
                      " bytes, limit %" PRIu64,
                      k->engine, k->game, n, peak, limit);
#endif
    }
    printf("%u runs whole, %u refused beforehand, %u ended on the way; "
           "%" PRIu64 " bytes above a limit by the system's peak\n",
           whole, refused, ended, most);
    ck_assert_uint_gt(whole, RUNS / 10);
    ck_assert_uint_gt(refused, RUNS / 10);
    ck_assert_uint_gt(ended, 0);
}
END_TEST

/* A limit that is the plan's sum is enough where sizes are fixed. */
START_TEST(plans_fit_their_own_limit)
{
    static const struct {
        ta_content content;
        const char *engine, *game;
    } fixed[] = {{TA_CONTENT_COLD, "naive", "squares"},
                 {TA_CONTENT_COLD, "segments", "primes"},
                 {TA_CONTENT_COLD, "shift", "squares"},
                 {TA_CONTENT_COLD, "divide", "primes"},
                 {TA_CONTENT_COLD, "exact", "odds"},
                 {TA_CONTENT_COLD, "period", "list:3,7,11"},
                 {TA_CONTENT_NIM, "layers", "squares"},
                 {TA_CONTENT_NIM, "blocked", "squares"},
                 {TA_CONTENT_LENGTH, "push", "squares"}};
    for (uint64_t n = 100; n < 100000; n *= 7)
        for (unsigned threads = 1; threads < 8; threads += 3) {
            ta_options o = {.engine = fixed[_i].engine, .threads = threads};
            ta_error error = {""};
            ta_game *game = test_game(fixed[_i].game, TA_NORMAL);
            o.max_memory = test_memory(fixed[_i].content, game, n, &o);
            ck_assert_msg(
                ta_run(fixed[_i].content, game, n, &o, NULL, &error) == TA_OK,
                "%s to %" PRIu64 ": %s", o.engine, n, error.text);
            o.max_memory /= 4;
            o.convolver = TA_CONVOLVER_SHIFT;
            const ta_status st =
                ta_run(fixed[_i].content, game, n, &o, NULL, &error);
            ck_assert(st == TA_OK || st == TA_ELIMIT);
            ta_game_free(game);
        }
}
END_TEST

/* So do runs that are resumed, which also read an archive. */
START_TEST(resumed_plans_fit_their_own_limit)
{
    static const char *const engines[] = {"segments", "shift", "divide"};
    enum { N = 400000, KNOWN = 300000 };
    ta_error error = {""};
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_archive *known = test_archive_of(TA_CONTENT_COLD, game, KNOWN, NULL);
    ta_options o = {.engine = engines[_i], .known = known};
    o.max_memory = test_memory(TA_CONTENT_COLD, game, N, &o);
    ck_assert_msg(ta_run(TA_CONTENT_COLD, game, N, &o, NULL, &error) == TA_OK,
                  "%s: %s", o.engine, error.text);
    o.max_memory--;
    ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, N, &o, NULL, &error),
                     _i < 2 ? TA_ELIMIT : TA_OK); /* divide takes less */
    ta_archive_close(known);
    ta_game_free(game);
}
END_TEST

const struct test_suite test_suite = {
    .cases = {{&a_budget_counts, 1},
              {&the_system_is_not_the_limit, 1},
              {&pools_are_counted, 1},
              {&plans_fit_their_own_limit, 9},
              {&resumed_plans_fit_their_own_limit, 3},
              {&limits_are_held, 1}}};
