/* The engine `gpu`, emulated, against slower engines: tiles, steps and rooms so
 * small that every path is taken at small n, and shown to be taken. As
 * t-gpu-device it runs the device's kernels on a model of CUDA (tests/gpu). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive-testing.h"
#include "cold/engines.h"
#include "cold/gpu/gpu-run.h"

typedef struct collector {
    ta_bits *bits;
    uint64_t next;
} collector;

static ta_status collect(void *state, const ta_block *block)
{
    collector *c = state;
    ck_assert_uint_eq(block->from, c->next);
    c->next = block->to;
    return tai_block_store(c->bits->words, block);
}

static const gpu_machine *machine(void)
{
    return tai_gpu_device != NULL ? tai_gpu_device : &tai_gpu_emulated;
}

/* Small blocks, early phases, everything checked. */
static gpu_tuning small(void)
{
    gpu_tuning t = tai_gpu_tuning_default();
    t.start = 3000;
    t.rows = 128;
    t.growth = 3;
    t.log_rows = 7;
    t.log_step = 6;
    t.quiet_reach = 50;
    t.examined = 16;
    t.window = 2000;
    t.room = 16;
    t.checks = 64;
    return t;
}

static gpu_tuning small_at_random(test_rng *r)
{
    static const uint32_t moduli[] = {0, 0, 1, 5, 8, 13, 15, 35, 65, 117};
    gpu_tuning t = small();
    t.log_rows = 6 + (unsigned)test_below(r, 5);
    /* Longer steps take many rounds where moves are short. */
    t.log_step = 6 + (unsigned)test_below(r, t.log_rows > 6 ? 2 : 1);
    t.dense = (double)test_below(r, 400) / 4;
    t.live = t.dense * (double)test_below(r, 9) / 8;
    t.quiet_enough = 1 + (double)test_below(r, 40);
    t.quiet_most = 8 + (uint32_t)test_below(r, 200);
    t.quiet_reach = 1 + (uint32_t)test_below(r, 100);
    t.quiet_left = test_below(r, 2) ? 5000 : (double)test_below(r, 1000);
    t.examined = 1 + (uint32_t)test_below(r, 60);
    t.room = 1 + (uint32_t)test_below(r, 1000);
    t.rounds = (unsigned)test_below(r, 4);
    t.start = 1000 + test_below(r, 20000);
    t.growth = 1.2 + (double)test_below(r, 40) / 10;
    t.modulus = moduli[test_below(r, COUNT(moduli))];
    return t;
}

static ta_status gpu_bits(const ta_game *game, uint64_t n, unsigned threads,
                          const gpu_tuning *tuning, ta_options *options,
                          uint64_t known, ta_bits *bits, ta_error *error)
{
    collector c = {bits, known};
    tai_job job = {.engine = &tai_engine_gpu,
                   .game = game,
                   .n = n,
                   .known = known,
                   .options = options,
                   .threads = threads,
                   .error = error,
                   .sink = &(ta_sink){collect, &c}};
    if (ta_game_about(game)->convention == TA_MISERE)
        job.first = tai_min_u64(tai_game_least(game), n);
    memset(bits->words, 0, ta_bits_words(n) * 8);
    const ta_status status = tai_gpu_run(&job, tuning, machine());
    if (status == TA_OK)
        ck_assert_uint_eq(c.next, n);
    return status;
}

/* Compares a run with another engine. */
static void compare(const char *spec, ta_convention convention, uint64_t n,
                    const gpu_tuning *tuning, const char *oracle,
                    ta_stats *stats, uint64_t seed)
{
    ta_game *game = test_game(spec, convention);
    ta_bits want = test_poisoned_bits(n), got = test_poisoned_bits(n);
    ta_options options = {.engine = oracle}, own = {.stats = stats};
    ta_error error = {""};
    test_ok(ta_cold_bits(game, n, &options, &want, NULL));
    const ta_status status =
        gpu_bits(game, n, 1, tuning, &own, 0, &got, &error);
    ck_assert_msg(status == TA_OK, "%s to %" PRIu64 ", seed %" PRIu64 ": %s",
                  spec, n, seed, error.text);
    test_assert_bits_equal(&want, &got, spec, seed);
    ta_bits_free(&want);
    ta_bits_free(&got);
    ta_game_free(game);
}

/* Random tuning, sizes, conventions for sets of many kinds, even those that
 * the engine refuses because they would be slow. */
TEST_SAMPLED(matches_segments, 80, 4)
{
    static const char *const specs[] = {
        "squares",    "triangular",  "pronic", "polygonal:5", "polygonal:7",
        "poly:3,1,0", "poly:5,-2,4", "cubes",  "powers:4",    "primes",
    };
    test_rng r = test_rng_for("matches_segments", _i);
    const gpu_tuning t = small_at_random(&r);
    const bool slow = tai_gpu_device != NULL;
    const uint64_t n = test_edge_biased(&r, slow ? 20000 : 100000);
    compare(specs[test_below(&r, slow ? 7 : COUNT(specs))],
            test_below(&r, 3) == 0 ? TA_MISERE : TA_NORMAL, n, &t, "segments",
            NULL, r.seed);
}

/* Random integer-valued polynomials against the definition. */
TEST_SAMPLED(random_polynomials, 40, 2)
{
    test_rng r = test_rng_for("random_polynomials", _i);
    const gpu_tuning t = small_at_random(&r);
    char spec[64];
    snprintf(spec, sizeof spec, "poly:%" PRIu64 ",%" PRIu64 ",%" PRIu64,
             1 + test_below(&r, 6), test_below(&r, 9), test_below(&r, 9));
    compare(spec, test_below(&r, 3) == 0 ? TA_MISERE : TA_NORMAL,
            test_edge_biased(&r, 40000), &t, "naive", NULL, r.seed);
}

/* Returns the sum of a field of the phases, or of the numbers of that name. */
static double field(const ta_stats *stats, const char *name)
{
    char key[32];
    size_t count;
    double sum = 0;
    const ta_stat *stat = ta_stats_all(stats, &count);
    snprintf(key, sizeof key, "%s=", name);
    for (size_t i = 0; i < count; i++) {
        const char *at = strstr(stat[i].value, key);
        if (strncmp(stat[i].name, "phase", 5) == 0 && at != NULL)
            sum += strtod(at + strlen(key), NULL);
        if (strcmp(stat[i].name, name) == 0)
            sum += strtod(stat[i].value, NULL);
    }
    return sum;
}

/* Every kind of class, of list and of heap occurs, and blocks that find no
 * room. No time is longer than the run (its 0.1 s are for rounding). */
TEST(every_path_is_run, 1)
{
    static const char *const names[] = {
        "quiet",      "dense",     "live",    "listed",   "left",
        "hard",       "unsure",    "asked",   "full",     "waiting",
        "quiet_cold", "quiet_ors", "far_ors", "step_ors", "far_list"};
    static const char *const times[] = {"total", "tables",  "before",
                                        "steps", "start_s", "kernel_s"};
    const double begin = tai_now();
    gpu_tuning t = small();
    ta_stats *stats = ta_stats_new();
    t.modulus = 65;
    t.dense = 300;
    t.live = 200;
    t.quiet_left = 5000;
    t.quiet_most = 40;
    t.room = 1;
    compare("squares", TA_NORMAL, 200000, &t, "segments", stats, 0);
    for (size_t k = 0; k < COUNT(names); k++)
        ck_assert_msg(field(stats, names[k]) > 0, "%s", names[k]);
    ck_assert(field(stats, "from") > 100000); /* 8320 + 24960 + 79040 */
    const double most = tai_now() - begin + 0.1;
    for (size_t k = 0; k < COUNT(times); k++)
        ck_assert_msg(field(stats, times[k]) <= most, "%s", times[k]);
    ta_stats_free(stats);
}

/* The hash table half full: in classes mod 1 with the move 1, a heap is hot if
 * the heap before is listed. */
TEST(listed_numbers_are_found, 1)
{
    enum { LISTED = 32, HEAPS = 200 };
    uint64_t hash[2 * LISTED] = {0}, numbers[HEAPS];
    uint32_t row[LISTED], class[LISTED], cursor[LISTED], tally[HEAPS];
    uint32_t one = 1, zero = 0, none = GPU_NONE, occupied = 0;
    bool listed[HEAPS] = {false};
    gpu_counters counters = {0};
    gpu_call c = {.m = 1,
                  .moves = 1,
                  .quot = &one,
                  .rest = &zero,
                  .dense = &none,
                  .occupied = &occupied,
                  .hash = hash,
                  .hash_mask = 2 * LISTED - 1,
                  .listed_room = LISTED,
                  .listed_row = row,
                  .listed_class = class,
                  .cursor = cursor,
                  .counters = &counters,
                  .numbers = numbers,
                  .tally = tally};
    test_rng r = test_rng_for("listed_numbers_are_found", 0);
    while (c.count < LISTED) {
        const uint64_t x = test_below(&r, HEAPS);
        if (!listed[x])
            numbers[c.count++] = x;
        listed[x] = true;
    }
    ck_assert(tai_gpu_emulated.launch(GPU_fill_store, LISTED, &c));
    ck_assert_uint_eq(counters.listed, LISTED);
    for (c.count = 0; c.count < HEAPS; c.count++)
        numbers[c.count] = c.count;
    ck_assert(tai_gpu_emulated.launch(GPU_check_heaps, HEAPS, &c));
    for (size_t k = 0; k < HEAPS; k++)
        ck_assert_uint_eq(tally[k], k > 0 && listed[k - 1]);
}

/* From a prefix of any length, the rest is handed over, and no more. */
TEST(goes_on, 12)
{
    test_rng r = test_rng_for("goes_on", _i);
    const gpu_tuning t = small_at_random(&r);
    const uint64_t n = 20000 + test_below(&r, 40000), end = test_below(&r, n);
    ta_game *game = test_game(_i % 2 ? "squares" : "pronic",
                              _i % 3 ? TA_NORMAL : TA_MISERE);
    ta_archive *known = test_archive_of(TA_CONTENT_COLD, game, end, NULL);
    ta_options options = {.known = known}, plain = {0};
    ta_bits want = test_poisoned_bits(n), got = test_poisoned_bits(n);
    ta_error error = {""};
    test_ok(ta_cold_bits(game, n, &plain, &want, NULL));
    const ta_status status =
        gpu_bits(game, n, 2, &t, &options, end / 64 * 64, &got, &error);
    ck_assert_msg(status == TA_OK, "seed %" PRIu64 ": %s", r.seed, error.text);
    for (uint64_t i = 0; i < n; i++)
        ck_assert_msg(ta_bits_get(&got, i) ==
                          (i >= end / 64 * 64 && ta_bits_get(&want, i)),
                      "%" PRIu64 " of %" PRIu64 " after %" PRIu64
                      ", seed %" PRIu64,
                      i, n, end, r.seed);
    ta_bits_free(&want);
    ta_bits_free(&got);
    ta_archive_close(known);
    ta_game_free(game);
}

/* The engine as users call it: past the start, two phases. */
TEST(default_run_matches_wheel, test_watched() ? 1 : 2)
{
    if (tai_gpu_device != NULL)
        return; /* minutes */
    const uint64_t n = 2500000 + (uint64_t)_i * 500000;
    ta_game *game = test_game("squares", _i ? TA_MISERE : TA_NORMAL);
    ta_options options = {.engine = "gpu", .emulate = true, .check = true};
    ta_options oracle = {.engine = "wheel"};
    ta_bits want = test_poisoned_bits(n), got = test_poisoned_bits(n);
    test_ok(ta_cold_bits(game, n, &oracle, &want, NULL));
    test_ok(ta_cold_bits(game, n, &options, &got, NULL));
    test_assert_bits_equal(&want, &got, "gpu", 0);
    ta_bits_free(&want);
    ta_bits_free(&got);
    ta_game_free(game);
}

/* A prefix that is wrong where the first phase begins is noticed. */
TEST(wrong_prefix_is_noticed, 1)
{
    const gpu_tuning t = small();
    const uint64_t n = 40000;
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_game *other = test_game("pronic", TA_NORMAL);
    ta_archive *known = test_archive_of(TA_CONTENT_COLD, other, 20000, NULL);
    ta_options options = {.known = known};
    ta_bits bits = test_poisoned_bits(n);
    ta_error error = {""};
    ck_assert_int_eq(gpu_bits(game, n, 1, &t, &options, 20000, &bits, &error),
                     TA_EMISMATCH);
    ck_assert_ptr_nonnull(strstr(error.text, "disagrees"));
    ta_bits_free(&bits);
    ta_archive_close(known);
    ta_game_free(other);
    ta_game_free(game);
}

/* Each allocation fails once, those of an emulated machine, too: no leak. */
TEST(out_of_memory, 1)
{
    const uint64_t n = 12000;
    gpu_tuning t = small();
    t.modulus = 13;
    t.growth = 10;
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_bits bits = test_poisoned_bits(n);
    ta_options options = {0};
    test_failing f = {0};
    while (test_fails_next(&f))
        f.status = gpu_bits(game, n, 1, &t, &options, 0, &bits, &f.error);
    ck_assert_uint_ge(f.failures, tai_gpu_device != NULL ? 30 : 50);
    ta_bits_free(&bits);
    ta_game_free(game);
}

TEST(cancels, 1)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_bits bits = test_poisoned_bits(100000);
    const gpu_tuning t = small();
    int calls = 5;
    ta_options options = {.progress = test_stop, .progress_state = &calls};
    ta_error error = {""};
    ck_assert_int_eq(gpu_bits(game, 100000, 1, &t, &options, 0, &bits, &error),
                     TA_ECANCELLED);
    ck_assert_int_eq(calls, 0);
    ta_bits_free(&bits);
    ta_game_free(game);
}

/* ---- a machine that fails ---- */

static unsigned launches_left;

static bool lost_launch(gpu_kernel kernel, uint64_t items, const gpu_call *call)
{
    return launches_left-- > 0 && machine()->launch(kernel, items, call);
}

static const char *lost_problem(void)
{
    return "the device is lost";
}

/* Whichever launch fails: the sentence, and the sink has all before. */
TEST(lost_machines_end_the_run, 20)
{
    const gpu_tuning t = small();
    const uint64_t n = 30000;
    gpu_machine lost = *machine();
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_bits want = test_poisoned_bits(n), got = test_poisoned_bits(n);
    ta_options options = {0};
    ta_error error = {""};
    collector c = {&got, 0};
    lost.launch = lost_launch;
    lost.problem = lost_problem;
    launches_left = 7 * (unsigned)_i;
    test_ok(ta_cold_bits(game, n, &options, &want, NULL));
    memset(got.words, 0, ta_bits_words(n) * 8);
    tai_job job = {.engine = &tai_engine_gpu,
                   .game = game,
                   .n = n,
                   .options = &options,
                   .threads = 1,
                   .error = &error,
                   .sink = &(ta_sink){collect, &c}};
    ck_assert_int_eq(tai_gpu_run(&job, &t, &lost), TA_EIO);
    ck_assert_str_eq(error.text, "the device is lost");
    ck_assert_uint_ge(c.next, t.start);
    for (uint64_t i = 0; i < c.next; i++)
        ck_assert_int_eq(ta_bits_get(&got, i), ta_bits_get(&want, i));
    ta_bits_free(&want);
    ta_bits_free(&got);
    ta_game_free(game);
}

/* Before the run: memory, sets, programs without a device. */
TEST(refusals, 1)
{
    ta_game *game = test_game("cubes", TA_NORMAL);
    ta_error error = {""};
    const ta_options options = {.engine = "gpu", .emulate = true};
    ck_assert_int_eq(
        ta_run(TA_CONTENT_COLD, game, 1000, &options, NULL, &error), TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "degree 2"));
    ta_game_free(game);
    game = test_game("squares", TA_NORMAL);
    if (tai_gpu_device == NULL) {
        ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, 1000,
                                &(ta_options){.engine = "gpu"}, NULL, &error),
                         TA_EINVAL);
        ck_assert_ptr_nonnull(strstr(error.text, "make cuda"));
    }
    ta_game_free(game);
}
