/* Memory: what plans and sets predict against what runs hold at their peak;
 * budgets; and max_memory as a limit that is held, by the count of the
 * allocator and by the system's peak. GMP's arrays are counted with the
 * library's; FFTW's are not. */
#include <gmp.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "archive-testing.h"
#include "base/pool.h"
#include "counting.h"
#include "game/set.h"

static void *gmp_alloc(size_t size)
{
    return tai_alloc(size, 1);
}

static void *gmp_realloc(void *old, size_t old_size, size_t size)
{
    void *p = tai_alloc(size, 1);
    if (p != NULL)
        memcpy(p, old, old_size < size ? old_size : size);
    ta_free(old);
    return p;
}

static void gmp_free(void *p, size_t size)
{
    (void)size;
    ta_free(p);
}

/* ---- predictions ---- */

/* Returns the bytes that a run of a plan holds at its peak, all of which are
 * given back at its end. The plan predicts no fewer. */
static uint64_t peak_of(ta_content content, const char *spec, uint64_t n,
                        const ta_options *options)
{
    ta_game *game = test_game(spec, TA_NORMAL);
    ta_plan *plan;
    test_ok(ta_plan_new(content, game, n, options, &plan, NULL));
    const uint64_t predicted = ta_plan_memory(plan);
    tai_budget *budget = count_begin();
    mp_set_memory_functions(gmp_alloc, gmp_realloc, gmp_free);
    test_ok(ta_plan_run(plan, NULL, NULL));
    mp_set_memory_functions(NULL, NULL, NULL);
    const uint64_t used = count_end(budget);
    ta_plan_free(plan);
    ta_game_free(game);
    ck_assert_msg(used <= predicted,
                  "%s, %s below %" PRIu64 ": %" PRIu64 " bytes, %" PRIu64
                  " predicted",
                  options->engine, spec, n, used, predicted);
    return used;
}

/* n is tripled until it reaches `most`. */
static const struct {
    ta_content content;
    const char *engine;
    uint64_t most;
} planned[] = {
    {TA_CONTENT_COLD, "naive", 40000},    {TA_CONTENT_COLD, "sieve", 40000},
    {TA_CONTENT_COLD, "segments", 40000}, {TA_CONTENT_COLD, "shift", 40000},
    {TA_CONTENT_COLD, "divide", 40000},   {TA_CONTENT_COLD, "exact", 40000},
    {TA_CONTENT_COLD, "textbook", 40000}, {TA_CONTENT_COLD, "auto", 40000},
    {TA_CONTENT_NIM, "naive", 15000},     {TA_CONTENT_NIM, "blocked", 15000},
    {TA_CONTENT_NIM, "layers", 15000},    {TA_CONTENT_NIM, "auto", 15000},
    {TA_CONTENT_LENGTH, "naive", 20000},  {TA_CONTENT_LENGTH, "push", 20000},
};

TEST(plans_predict_enough, COUNT(planned))
{
    static const char *const specs[] = {"squares",          "primes",
                                        "residues:1,4mod5", "fibonacci",
                                        "triangular",       "cubes"};
    const bool cold = planned[_i].content == TA_CONTENT_COLD;
    for (int k = 0; k < COUNT(specs); k++)
        for (uint64_t n = 1; n < planned[_i].most; n = 3 * n + 1)
            for (int convolver = 0; convolver < (cold ? 5 : 1); convolver++)
                peak_of(planned[_i].content, specs[k], n,
                        &(ta_options){.engine = planned[_i].engine,
                                      .threads = cold || n % 2 ? 1 : 3,
                                      .convolver = (ta_convolver)convolver});
}

/* Wherever the limit lies, GMP's memory is predicted if a bound may reach it.
 */
TEST(gmp_is_predicted, 3)
{
    static const char *const dense[] = {"list:1-20000", "residues:1mod2",
                                        "primes"};
    for (int k = 0; k < 84; k += test_every(3))
        peak_of(TA_CONTENT_COLD, dense[_i], 20000,
                &(ta_options){.engine = "divide",
                              .convolver = TA_CONVOLVER_FFTW,
                              .rounding_limit = 1e-15 * pow(1.5, k)});
}

/* Bytes that each engine promises: so many a heap, and `fixed` bytes for
 * scratch and base blocks. A run to 2^run holds no more, and plans from 2^least
 * to 2^most predict no more. */
static const struct {
    ta_content content;
    const char *spec, *engine;
    ta_convolver convolver;
    double bytes, fixed;
    unsigned run, least, most;
} promises[] = {
    {TA_CONTENT_COLD, "squares", "segments", 0, 0.25, 1 << 20, 22, 20, 22},
    {TA_CONTENT_COLD, "triangular", "segments", 0, 0.25, 1 << 20, 22, 20, 22},
    {TA_CONTENT_COLD, "squares", "shift", 0, 0.25, 1 << 20, 22, 20, 22},
    {TA_CONTENT_COLD, "primes", "shift", 0, 0.25, 1 << 20, 22, 20, 22},
    {TA_CONTENT_COLD, "squares", "divide", TA_CONVOLVER_NTT, 24, 1 << 20, 20,
     20, 28},
    {TA_CONTENT_COLD, "squares", "divide", TA_CONVOLVER_FFTW, 48, 1 << 20, 20,
     20, 28},
    {TA_CONTENT_NIM, "squares", "naive", 0, 3, 1 << 21, 16, 20, 28},
    {TA_CONTENT_NIM, "squares", "blocked", 0, 3, 1 << 21, 16, 20, 28},
    {TA_CONTENT_NIM, "squares", "layers", 0, 3, 1 << 21, 16, 20, 28},
    {TA_CONTENT_NIM, "squares", "auto", 0, 3, 1 << 21, 16, 20, 28},
    {TA_CONTENT_LENGTH, "squares", "push", 0, 2.2, 0, 23, 27, 31},
};

TEST(promised_bytes_are_enough, COUNT(promises))
{
    const ta_content content = promises[_i].content;
    ta_game *game = test_game(promises[_i].spec, TA_NORMAL);
    const ta_options options = {.engine = promises[_i].engine,
                                .convolver = promises[_i].convolver,
                                .threads = content == TA_CONTENT_COLD ? 1 : 2};
    const double bytes = promises[_i].bytes, fixed = promises[_i].fixed;
    uint64_t n = (uint64_t)1 << promises[_i].run;
    const uint64_t used = peak_of(content, promises[_i].spec, n, &options);
    ck_assert_double_le((double)used, bytes * (double)n + fixed);
    for (unsigned k = promises[_i].least; k <= promises[_i].most; k += 2) {
        n = (uint64_t)1 << k;
        ck_assert_double_le((double)test_memory(content, game, n, &options),
                            bytes * (double)n + fixed + (double)n / 64);
    }
    ta_game_free(game);
}

/* Checks tai_set_memory against what tai_set_build holds at its peak. */
static void check_set(const ta_game *game, uint64_t n)
{
    const uint64_t bound = tai_set_memory(game, n);
    tai_set set;
    tai_budget *budget = count_begin();
    test_ok(tai_set_build(game, n, NULL, &set));
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

TEST(sets_predict_enough, COUNT(named))
{
    test_rng r = test_rng_for("sets_predict_enough", _i);
    ta_game *game = test_game(named[_i], TA_NORMAL);
    const uint64_t sizes[] = {0,    1,    2,     3,       64,     100,
                              1000, 1024, 65536, 1000000, 1048577};
    for (int i = 0; i < COUNT(sizes); i++)
        check_set(game, sizes[i]);
    for (int i = 0; i < 20; i++)
        check_set(game, test_edge_biased(&r, 300000));
    ta_game_free(game);
}

TEST(random_sets_predict_enough, 30)
{
    test_rng r = test_rng_for("random_sets_predict_enough", _i);
    ta_game *game = test_random_game(&r, 1 + test_below(&r, 30000));
    for (int i = 0; i < 10; i++)
        check_set(game, test_edge_biased(&r, 100000));
    ta_game_free(game);
}

/* ---- budgets ---- */

TEST(a_budget_counts, 1)
{
    tai_budget *b, *inner;
    ta_error error = {""};
    test_ok(tai_budget_begin(10000, &b));
    ck_assert_ptr_eq(tai_budget_use(b), b);
    test_ok(tai_budget_begin(1, &inner));
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
    ck_assert_ptr_null(tai_budget_use(NULL));
    ta_free(some);
}

TEST(the_system_is_not_the_limit, 1)
{
    tai_budget *b;
    ta_error error = {""};
    test_ok(tai_budget_begin(10000, &b));
    test_fail_at(1);
    ck_assert_ptr_null(tai_alloc(1, 1));
    ck_assert_uint_eq(tai_budget_used(b), 0);
    ck_assert_int_eq(tai_budget_end(b, TA_ENOMEM, &error), TA_ENOMEM);
    ck_assert_str_eq(error.text, "");
}

enum { ITEMS = 1000, EACH = 640 };

static void take_and_give(void *state, unsigned thread, size_t item)
{
    void **kept = state, *brief = tai_alloc(EACH * (1 + thread), 1);
    kept[item] = tai_alloc(EACH, 1);
    ta_free(brief);
}

/* Threads of a pool charge the budget of the thread that opened it. */
TEST(pools_are_counted, 1)
{
    static void *kept[ITEMS];
    tai_budget *b;
    tai_pool pool;
    test_ok(tai_budget_begin(0, &b));
    test_ok(tai_pool_open(&pool, 7, NULL));
    const uint64_t before = tai_budget_used(b);
    tai_pool_run(&pool, take_and_give, kept, ITEMS);
    ck_assert_uint_eq(tai_budget_used(b) - before, ITEMS * EACH);
    tai_pool_close(&pool);
    for (size_t k = 0; k < ITEMS; k++)
        ta_free(kept[k]);
    ck_assert_uint_eq(tai_budget_used(b), 0);
    test_ok(tai_budget_end(b, TA_OK, NULL));
}

/* ---- runs ---- */

typedef struct kind {
    ta_content content;
    const char *engine, *game;
    unsigned log_n; /* of the largest n; above 23 the run finds what it takes */
    bool fixed;     /* The bytes that the plan predicts are enough. */
} kind;

static const kind kinds[] = {
    {TA_CONTENT_COLD, "naive", "squares", 17, true},
    {TA_CONTENT_COLD, "sieve", "primes", 17, false},
    {TA_CONTENT_COLD, "segments", "squares", 21, true},
    {TA_CONTENT_COLD, "shift", "triangular", 21, true},
    {TA_CONTENT_COLD, "textbook", "primes", 16, false},
    {TA_CONTENT_COLD, "divide", "primes", 20, true},
    {TA_CONTENT_COLD, "divide", "squares", 21, false},
    {TA_CONTENT_COLD, "exact", "odds", 16, true},
    {TA_CONTENT_COLD, "wheel", "squares", 25, false},
    {TA_CONTENT_COLD, "wheel", "cubes", 24, false},
    {TA_CONTENT_COLD, "wheel", "primes", 19, false},
    {TA_CONTENT_COLD, "period", "list:1,5,31,1000", 22, true},
    {TA_CONTENT_COLD, "auto", "pronic", 25, false},
    {TA_CONTENT_NIM, "naive", "squares", 15, false},
    {TA_CONTENT_NIM, "layers", "squares", 17, true},
    {TA_CONTENT_NIM, "blocked", "squares", 18, true},
    {TA_CONTENT_NIM, "period", "list:2,5,31", 22, false},
    {TA_CONTENT_NIM, "auto", "primes", 17, false},
    {TA_CONTENT_LENGTH, "naive", "squares", 15, false},
    {TA_CONTENT_LENGTH, "push", "squares", 20, true},
    {TA_CONTENT_LENGTH, "push", "list:1,2", 16, false},
    {TA_CONTENT_NIM, "naive", ".6", 11, false},
    {TA_CONTENT_NIM, "auto", ".6", 17, false},
    {TA_CONTENT_NIM, "auto", ".07", 18, false},
    {TA_CONTENT_NIM, "auto", ".F", 11, false},
};
enum { KINDS = sizeof kinds / sizeof *kinds, RUNS = 100 };

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

TEST(limits_are_held, 1)
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
        most = tai_max_u64(most, peak > limit ? peak - limit : 0);
        ck_assert_msg(o.status == TA_OK || o.status == TA_ELIMIT,
                      "%s %s to %" PRIu64 ": status %d, %s", k->engine, k->game,
                      n, (int)o.status, o.error.text);
        ck_assert_msg(!k->fixed || limit < plan || o.status == TA_OK,
                      "%s %s to %" PRIu64 ": ended within its plan's bytes",
                      k->engine, k->game, n);
        ck_assert_msg(o.allocated <= limit,
                      "%s %s to %" PRIu64 ": %" PRIu64 " bytes, limit %" PRIu64,
                      k->engine, k->game, n, o.allocated, limit);
        ck_assert_msg(test_watched() || peak <= limit + BESIDES,
                      "%s %s to %" PRIu64 ": the process took %" PRIu64
                      " bytes, limit %" PRIu64,
                      k->engine, k->game, n, peak, limit);
    }
    printf("%u runs whole, %u refused beforehand, %u ended on the way; "
           "%" PRIu64 " bytes above a limit by the system's peak\n",
           whole, refused, ended, most);
    ck_assert_uint_gt(whole, RUNS / 10);
    ck_assert_uint_gt(refused, RUNS / 10);
    ck_assert_uint_gt(ended, 0);
}

/* A limit that is the prediction is enough for runs that are resumed, which
 * also read an archive. */
TEST(resumed_plans_fit_their_own_limit, 3)
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
