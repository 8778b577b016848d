/* The wheel against slower engines, with blocks so small that every path of
 * it is taken at small n, and shown to be taken. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cold/engines.h"
#include "cold/wheel/wheel-engine.h"
#include "testing.h"
#include "tiny-wheel.h"

typedef struct collector {
    ta_bits *bits;
    uint64_t next;
} collector;

static ta_status collect(void *state, const ta_block *block)
{
    collector *c = state;
    ck_assert_uint_eq(block->from, c->next);
    c->next = block->to;
    for (uint64_t k = 0; block->bits == NULL && k < block->count; k++)
        ck_assert(block->positions[k] >= block->from &&
                  block->positions[k] < block->to);
    return tai_block_store(c->bits->words, block);
}

static ta_status wheel_bits(const ta_game *game, uint64_t n, unsigned threads,
                            const wheel_tuning *tuning, ta_stats *stats,
                            ta_bits *bits)
{
    ta_options options = {.stats = stats};
    collector c = {bits, 0};
    tai_job job = {.engine = &tai_engine_wheel,
                   .game = game,
                   .n = n,
                   .options = &options,
                   .threads = threads,
                   .sink = &(ta_sink){collect, &c}};
    if (ta_game_about(game)->convention == TA_MISERE)
        job.first = tai_min_u64(tai_game_least(game), n);
    memset(bits->words, 0, ta_bits_words(n) * 8);
    ta_status status = tai_wheel_run(&job, tuning);
    if (status == TA_OK)
        ck_assert_uint_eq(c.next, n);
    return status;
}

/* Compares a run with another engine. */
static void compare(const char *spec, ta_convention convention, uint64_t n,
                    unsigned threads, const wheel_tuning *tuning,
                    const char *oracle, ta_stats *stats, uint64_t seed)
{
    ta_game *game = test_game(spec, convention);
    ta_bits want = test_poisoned_bits(n), got = test_poisoned_bits(n);
    ta_options options = {.engine = oracle};
    test_ok(ta_cold_bits(game, n, &options, &want, NULL));
    test_ok(wheel_bits(game, n, threads, tuning, stats, &got));
    test_assert_bits_equal(&want, &got, spec, seed);
    ta_bits_free(&want);
    ta_bits_free(&got);
    ta_game_free(game);
}

/* Random tuning, sizes, conventions and threads for sets of many kinds. */
TEST_SAMPLED(matches_segments, 300, 5)
{
    static const char *const specs[] = {
        "squares",     "cubes",    "triangular",  "pronic",
        "polygonal:5", "powers:4", "polygonal:7", "poly:3,1,0",
        "poly:5,-2,4", "powers:5", "tetrahedral",
    };
    test_rng r = test_rng_for("matches_segments", _i);
    const wheel_tuning t = tiny_at_random(&r);
    const uint64_t n = test_edge_biased(&r, 300000);
    const char *spec = specs[test_below(&r, sizeof specs / sizeof *specs)];
    compare(spec, test_below(&r, 4) == 0 ? TA_MISERE : TA_NORMAL, n,
            1 + (unsigned)test_below(&r, 8), &t, "segments", NULL, r.seed);
}

/* Moves whose residues mod 15 come again after 15 moves, and often not mod 5 or
 * 3 after 5 or 3 moves: rows of bits for a divisor would lack bits. */
TEST(rows_have_all_bits, 20)
{
    enum { M = 15, MOVES = 10 * M };
    test_rng r = test_rng_for("rows_have_all_bits", _i);
    uint64_t value[MOVES];
    const uint64_t kind = test_below(&r, 2);
    for (size_t i = 0; i < MOVES; i++)
        value[i] = kind == 0 ? (i + 1) * (i + 1)
                   : i < M   ? 40 * i + 1 + test_below(&r, 40)
                             : value[i - M] + 40 * M;
    const wheel_moves moves = {value, MOVES};
    ck_assert(tai_wheel_moves_fit(&moves, M));
    for (uint32_t most = 1; most <= M; most++) {
        const uint32_t mod = tai_wheel_rows_modulus(&moves, M, most);
        ck_assert(mod >= 1 && mod <= most && M % mod == 0);
        for (size_t i = mod; i < MOVES; i++)
            ck_assert_msg((value[i] - value[i - mod]) % mod == 0,
                          "mod %u of at most %u, move %zu, seed %" PRIu64, mod,
                          most, i, r.seed);
        if (kind == 0 && most >= 5)
            ck_assert_uint_ge(mod, 5);
    }
}

/* Random integer-valued polynomials against the naive engine. */
TEST(random_polynomials, 60)
{
    test_rng r = test_rng_for("random_polynomials", _i);
    wheel_tuning t = tiny();
    char spec[64];
    snprintf(spec, sizeof spec, "poly:%" PRIu64 ",%" PRIu64 ",%" PRIu64,
             1 + test_below(&r, 6), test_below(&r, 9), test_below(&r, 9));
    const uint64_t n = test_edge_biased(&r, 40000);
    t.modulus = test_below(&r, 2) ? 0 : 15;
    compare(spec, TA_NORMAL, n, 2, &t, "naive", NULL, r.seed);
}

enum { PHASES = 64 };

/* Returns how many phases have a field in the statistics, and its values. */
static size_t fields(const ta_stats *stats, const char *name,
                     double value[PHASES])
{
    char key[32], text[300];
    size_t count, found = 0;
    const ta_stat *stat = ta_stats_all(stats, &count);
    snprintf(key, sizeof key, " %s=", name);
    for (size_t i = 0; i < count && found < PHASES; i++) {
        snprintf(text, sizeof text, " %s", stat[i].value);
        const char *at = strstr(text, key);
        if (strncmp(stat[i].name, "phase", 5) == 0 && at != NULL)
            value[found++] = strtod(at + strlen(key), NULL);
    }
    return found;
}

/* Every kind of class and of work occurs, in several phases. The parts of a
 * phase take no longer than the phase. */
TEST(every_path_is_run, 1)
{
    static const char *const names[] = {
        "dense",     "sparse",    "live",    "quiet",
        "late",      "blocks",    "exact",   "far_ors",
        "quiet_ors", "step_ors",  "pulls",   "sparse_pushes",
        "waiting",   "undecided", "checked", "candidates"};
    static const char *const parts[] = {"tables", "before", "steps"};
    const wheel_tuning t = tiny_of_all_classes();
    ta_stats *stats = ta_stats_new();
    double value[PHASES], left[PHASES];
    compare("squares", TA_NORMAL, 3000000, 2, &t, "segments", stats, 0);
    ck_assert_uint_ge(fields(stats, "modulus", value), 3);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        double sum = 0;
        for (size_t i = fields(stats, names[k], value); i-- > 0;)
            sum += value[i];
        /* Names with a low line are amounts for each position. */
        ck_assert_msg(sum > 0 && (strchr(names[k], '_') == NULL || sum < 100),
                      "%s: %f", names[k], sum);
    }
    const size_t phases = fields(stats, "total", left);
    for (size_t k = 0; k < 3; k++) {
        ck_assert_uint_eq(fields(stats, parts[k], value), phases);
        for (size_t i = 0; i < phases; i++)
            ck_assert_double_ge(left[i] -= value[i], -0.003); /* rounded */
    }
    ta_stats_free(stats);
}

/* What little is known at first allows only a small modulus, and later phases
 * are not bound to it. */
TEST(moduli_grow, 1)
{
    ta_stats *stats = ta_stats_new();
    wheel_tuning t = tiny();
    t.start = 2000;
    t.growth = 6;
    t.checks = 0;
    double modulus[PHASES];
    compare("squares", TA_NORMAL, 9000000, 2, &t, "segments", stats, 0);
    const size_t count = fields(stats, "modulus", modulus);
    ck_assert_uint_ge(count, 2);
    ck_assert(modulus[0] > 1 && modulus[0] <= (double)(2000 / t.rows));
    ck_assert_double_ge(modulus[count - 1], 5 * modulus[0]);
    ta_stats_free(stats);
}

/* Runs of other kinds, for each modulus of the list: a game whose first move
 * comes after the start, so that misere play makes all before the move hot, by
 * convention; the default tuning, past the plain sieve; sets without structure,
 * which go to another engine, whole. */
static const struct {
    const char *spec, *oracle;
    ta_convention convention;
    uint64_t n, start; /* start 0: small blocks */
    unsigned threads, moduli[6];
    bool falls_back;
} others[] = {
    {"list:6729",
     "segments",
     TA_MISERE,
     16383,
     0,
     1,
     {5, 9, 13, 15, 35, 65},
     0},
    {"list:6728,9001", "segments", TA_MISERE, 40000, 0, 1, {5, 13, 15, 65}, 0},
    {"squares", "segments", TA_NORMAL, 5000011, 500000, 2, {0}, 0},
    {"cubes", "segments", TA_NORMAL, 5000011, 500000, 2, {0}, 0},
    {"triangular", "segments", TA_NORMAL, 5000011, 500000, 2, {0}, 0},
    {"primes", "divide", TA_NORMAL, 600000, 500000, 1, {0}, true},
    {"fibonacci", "divide", TA_NORMAL, 600000, 500000, 1, {0}, true},
    {"powers:13", "divide", TA_NORMAL, 600000, 500000, 1, {0}, false},
    {"list:1,4,9", "divide", TA_NORMAL, 600000, 500000, 1, {0}, false},
};

TEST(other_runs_match, COUNT(others))
{
    ta_stats *stats = ta_stats_new();
    for (int k = 0; k == 0 || (k < 6 && others[_i].moduli[k] > 0); k++) {
        wheel_tuning t = others[_i].start ? tai_wheel_tuning_default() : tiny();
        t.start = others[_i].start ? others[_i].start : t.start;
        t.modulus = others[_i].moduli[k];
        compare(others[_i].spec, others[_i].convention, others[_i].n,
                others[_i].threads, &t, others[_i].oracle, stats, 0);
    }
    ck_assert(!others[_i].falls_back || ta_stats_find(stats, "fallback"));
    ta_stats_free(stats);
}

TEST(all_lengths_match, 1)
{
    wheel_tuning t = tiny();
    for (uint64_t n = 1; n < 150000; n = n * 7 / 4 + 1)
        compare("squares", TA_NORMAL, n, 1, &t, "segments", NULL, n);
}

/* Each allocation fails once: an error, no leak, no crash. How many there are
 * depends on which thread finds what. */
TEST(out_of_memory, 1)
{
    const uint64_t n = 40000;
    wheel_tuning t = tiny();
    t.modulus = 65;
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_bits bits = test_poisoned_bits(n);
    uint64_t calls = 0;
    for (uint64_t k = 0; k <= calls; k++) { /* first none fails */
        const uint64_t before = tai_alloc_calls;
        test_fail_at(k);
        const ta_status status = wheel_bits(game, n, 2, &t, NULL, &bits);
        test_fail_at(0);
        const uint64_t made = tai_alloc_calls - before;
        calls = k == 0 ? made : calls;
        ck_assert_msg(status == (k > 0 && made >= k ? TA_ENOMEM : TA_OK),
                      "allocation %" PRIu64, k);
    }
    ck_assert_uint_gt(calls, 10);
    ta_bits_free(&bits);
    ta_game_free(game);
}

static int stop_at_half(void *state, double share, uint64_t done)
{
    (void)state;
    (void)done;
    return share > 0.5;
}

TEST(cancels, 1)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_options options = {.engine = "wheel", .progress = stop_at_half};
    ck_assert_int_eq(
        ta_run(TA_CONTENT_COLD, game, 20000000, &options, NULL, NULL),
        TA_ECANCELLED);
    ta_game_free(game);
}

static bool bit_of(const uint8_t *bytes, size_t k)
{
    return bytes[k / 8] >> k % 8 & 1;
}

/* The OR kernel against single bits. A full part of a tile is left out, but
 * its bits still move into the next one. */
TEST_SAMPLED(ors_bits_of_sources, 300, 5)
{
    enum { BYTES = 4096, TILE = WHEEL_TILE_MAX * WHEEL_VECTOR };
    test_rng r = test_rng_for("ors_bits_of_sources", _i);
    const unsigned vectors = 1 + (unsigned)test_below(&r, WHEEL_TILE_MAX);
    const unsigned slips = 1 + (unsigned)test_below(&r, 3);
    uint8_t bits[BYTES], tile[TILE], old[TILE];
    uint32_t offset[64], start[WHEEL_SLIPS + 1] = {0};
    unsigned slip[WHEEL_SLIPS];
    for (size_t i = 0; i < BYTES; i++)
        bits[i] = (uint8_t)(test_random(&r) & test_random(&r));
    for (size_t i = 0, full = 0; i < TILE; i++) {
        if (i % 256 == 0)
            full = test_below(&r, 2);
        tile[i] = full > 0 ? 0xff : (uint8_t)test_random(&r);
    }
    memcpy(old, tile, TILE);
    for (unsigned i = 0; i < slips; i++) {
        slip[i] = (unsigned)test_below(&r, WHEEL_SLIPS);
        start[i + 1] = start[i] + (uint32_t)test_below(&r, 4);
    }
    for (uint32_t k = 0; k < start[slips]; k++)
        offset[k] = (uint32_t)test_below(&r, BYTES - TILE);
    TA_KERNEL_HERE(tai_wheel_kernel)
        ->page(tile, vectors, bits, offset, start, slip, slips);
    for (size_t k = WHEEL_LEAD; k < vectors * WHEEL_VECTOR * (size_t)8; k++) {
        bool want = bit_of(old, k);
        for (unsigned i = 0; i < slips; i++)
            for (uint32_t e = start[i]; e < start[i + 1]; e++)
                want |= bit_of(bits + offset[e], k - slip[i]);
        ck_assert_msg(bit_of(tile, k) == want, "bit %zu, seed %" PRIu64, k,
                      r.seed);
    }
}
