/* The engine `gpu`, emulated, against slower engines: tiles, steps and rooms so
 * small that every path is taken at small n, and shown to be taken. */
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
    t.log_step = 6 + (unsigned)test_below(r, t.log_rows - 5);
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
    const ta_status status = tai_gpu_run(&job, tuning, &tai_gpu_emulated);
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
TEST_SAMPLED(matches_segments, 200, 5)
{
    static const char *const specs[] = {
        "squares",  "triangular",  "pronic",     "polygonal:5", "polygonal:7",
        "poly:3,1,0", "poly:5,-2,4", "cubes", "powers:4", "primes",
    };
    test_rng r = test_rng_for("matches_segments", _i);
    const gpu_tuning t = small_at_random(&r);
    const uint64_t n = test_edge_biased(&r, 200000);
    compare(specs[test_below(&r, COUNT(specs))],
            test_below(&r, 3) == 0 ? TA_MISERE : TA_NORMAL, n, &t, "segments",
            NULL, r.seed);
}

/* Random integer-valued polynomials against the definition. */
TEST(random_polynomials, 60)
{
    test_rng r = test_rng_for("random_polynomials", _i);
    const gpu_tuning t = small_at_random(&r);
    char spec[64];
    snprintf(spec, sizeof spec, "poly:%" PRIu64 ",%" PRIu64 ",%" PRIu64,
             1 + test_below(&r, 6), test_below(&r, 9), test_below(&r, 9));
    compare(spec, test_below(&r, 3) == 0 ? TA_MISERE : TA_NORMAL,
            test_edge_biased(&r, 40000), &t, "naive", NULL, r.seed);
}
