/* Nim-values and remoteness: every engine against the naive one, and against
 * what is published or proved. Also, for every quantity: runs that are stopped,
 * whose sink fails, or that get no memory. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "play/lengths.h"
#include "testing.h"

#include "game/game-internal.h"

#define NIM    TA_CONTENT_NIM
#define LENGTH TA_CONTENT_LENGTH

static const struct run {
    ta_content content;
    const char *engine;
} runs[] = {{NIM, "naive"},    {NIM, "blocked"}, {NIM, "layers"}, {NIM, "auto"},
            {LENGTH, "naive"}, {LENGTH, "push"}, {LENGTH, "auto"}};
enum { NAIVE = 0, RUNS = COUNT(runs) };

/* Compares the engine with the naive one. */
static void compare(const struct run *run, const ta_game *game, uint64_t n,
                    ta_options options, uint64_t seed)
{
    const ta_options naive = {.engine = "naive"};
    options.engine = run->engine;
    uint16_t *want = test_values(run->content, game, n, &naive);
    uint16_t *got = test_values(run->content, game, n, &options);
    test_assert_values(want, got, n, run->engine, seed);
    ta_free(want);
    ta_free(got);
}

static ta_game *random_normal_game(test_rng *rng, uint64_t max)
{
    for (;;) {
        ta_game *game = test_any_game(rng, max);
        if (ta_game_about(game)->convention == TA_NORMAL)
            return game;
        ta_game_free(game);
    }
}

TEST(engines_match_naive, RUNS)
{
    const struct run *run = &runs[_i];
    for (int k = 0; k < 80; k += test_every(2)) {
        test_rng r = test_rng_for(run->engine, 100 * _i + k);
        const uint64_t n = test_edge_biased(&r, k < 60   ? 2048
                                                : _i < 4 ? 6000
                                                         : 20000);
        ta_game *game = random_normal_game(&r, n + 2);
        ta_options options = {.threads = 1 + (unsigned)test_below(&r, 3)};
        if (test_below(&r, 2) == 0)
            options.base_bits = 6 + (unsigned)test_below(&r, 5);
        compare(run, game, n, options, r.seed);
        ta_game_free(game);
    }
}

/* Ranges long enough for blocks, learned orders and several groups of values.
 * The values of {1, ..., m} exceed what 1, 2 and 8 groups of registers hold. Of
 * remoteness: games that last long, one with thousands of remotenesses among
 * the sources of a segment, and more than TA_FEW_MOVES moves. */
static const struct {
    ta_content content;
    const char *spec;
    uint64_t n;
} named[] = {{NIM, "squares", 70001},
             {NIM, "triangular", 70001},
             {NIM, "cubes", 70001},
             {NIM, "pronic", 70001},
             {NIM, "moser", 70001},
             {NIM, "primes", 20011},
             {NIM, "list:1-126", 5000},
             {NIM, "list:1-255", 5000},
             {NIM, "list:1-1007", 5000},
             {NIM, "list:1-1500", 5000},
             {LENGTH, "list:1", 60000},
             {LENGTH, "list:1,2", 60000},
             {LENGTH, "list:3,7,11", 60000},
             {LENGTH, "list:5", 60000},
             {LENGTH, "list:1,2,9000", 60000},
             {LENGTH, "primes", 60000},
             {LENGTH, "residues:1,4mod5", 20000},
             {LENGTH, "odds", 20000},
             {LENGTH, "squares", (1 << 20) + 70000},
             {LENGTH, "fibonacci", (1 << 20) + 70000},
             {LENGTH, "poly:65,0,3", (1 << 20) + 70000},
             {LENGTH, "triangular", (1 << 20) + 70000}};

TEST(named_sets_agree, COUNT(named))
{
    const ta_content content = named[_i].content;
    uint64_t n = named[_i].n;
    ta_game *game = test_game(named[_i].spec, TA_NORMAL);
    if (content == NIM && (test_watched() || test_variant()))
        n /= test_emulated() ? 8 : 2;
    const ta_options naive = {.engine = "naive"};
    uint16_t *want = test_values(content, game, n, &naive);
    for (int k = 0; k < RUNS; k++)
        for (unsigned threads = 1; threads <= 3; threads++) {
            if (runs[k].content != content || k == NAIVE)
                continue;
            const ta_options options = {.engine = runs[k].engine,
                                        .threads = threads,
                                        .base_bits =
                                            threads == 1 ? 0 : 6 + threads};
            uint16_t *got = test_values(content, game, n, &options);
            test_assert_values(want, got, n, runs[k].engine, threads);
            ta_free(got);
            if (content == LENGTH)
                break; /* It has one thread. */
        }
    ta_free(want);
    ta_game_free(game);
}

/* Random elements beside {1, ..., m}. */
TEST(large_values, 4)
{
    static const unsigned top[] = {127, 600, 1008};
    for (int k = 0; k < COUNT(top); k++) {
        uint64_t set[1900];
        test_rng r = test_rng_for("large", k);
        for (uint64_t s = 0; s < 1900; s++)
            set[s] = s < top[k] ? s + 1 : 1 + test_below(&r, 5000);
        ta_game *game;
        test_ok(ta_game_from_list(set, 1900, TA_NORMAL, &game, NULL));
        compare(&runs[_i], game, 5000, (ta_options){0}, top[k]);
        ta_game_free(game);
    }
}

/* ---- what is published or proved ---- */

/* OEIS A014586 and A338027: subtract-a-square. */
static const uint16_t a014586[] = {
    0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2,
    3, 2, 3, 4, 5, 3, 2, 3, 4, 0, 1, 2, 3, 2, 0, 1, 2, 3, 2, 0, 1, 2, 3, 2, 3,
    4, 5, 0, 1, 3, 4, 5, 0, 1, 3, 4, 5, 0, 1, 3, 0, 1, 0, 1, 2, 4, 3, 0, 1, 5,
    6, 2, 3, 4, 5, 6, 2, 3, 4, 5, 0, 1, 6, 3, 2, 4, 2, 6, 4, 5, 0, 1, 6, 4};
static const uint16_t a338027[] = {
    0, 1,  2, 3, 1,  2, 3,  4,  5, 1, 4, 3, 6,  7,  3, 4, 1,  8, 3,  5,  6, 3,
    8, 5,  5, 1, 5,  3, 7,  7,  3, 5, 5, 9, 10, 5,  1, 7, 3,  6, 5,  3,  9, 5,
    8, 7,  5, 9, 7,  1, 11, 3,  8, 9, 3, 7, 5,  10, 9, 5, 9,  7, 10, 11, 1, 8,
    3, 12, 9, 3, 11, 5, 12, 11, 5, 7, 7, 9, 11, 5,  9, 1, 11, 3, 7,  10};

/* The largest value below a bound, and the first heap that has it; 0: not
 * published. The rows from 2^20 on belong to `make check-long`. */
static const struct {
    ta_content content;
    uint64_t below, at;
    uint16_t most;
} largest[] = {{NIM, 1 << 10, 0, 14},         {NIM, 1 << 12, 0, 23},
               {NIM, 1 << 14, 0, 38},         {NIM, 1 << 16, 0, 63},
               {NIM, 1 << 18, 0, 104},        {NIM, 1 << 20, 0, 170},
               {NIM, 3290727, 3290726, 256},  {NIM, 1 << 22, 0, 278},
               {LENGTH, 10000, 6545, 53},     {LENGTH, 100000, 95622, 86},
               {LENGTH, 1000000, 943930, 128}};

TEST(squares_are_as_published, RUNS)
{
    const struct run *run = &runs[_i];
    const bool nim = run->content == NIM;
    const bool naive = strcmp(run->engine, "naive") == 0;
    const uint64_t n = !nim                    ? naive ? 100000 : 1000000
                       : test_long() && !naive ? 1 << 22
                                               : 1 << 18;
    ta_game *game = test_game("squares", TA_NORMAL);
    const ta_options options = {.engine = run->engine, .threads = 2};
    uint16_t *v = test_values(run->content, game, n, &options);
    test_assert_values(nim ? a014586 : a338027, v,
                       nim ? COUNT(a014586) : COUNT(a338027), run->engine, 0);
    for (int k = 0; k < COUNT(largest); k++) {
        uint64_t at = 0;
        if (largest[k].content != run->content || largest[k].below > n)
            continue;
        for (uint64_t i = 0; i < largest[k].below; i++)
            at = v[i] > v[at] ? i : at;
        ck_assert_uint_eq(v[at], largest[k].most);
        ck_assert(largest[k].at == 0 || largest[k].at == at);
    }
    ta_free(v);
    ta_game_free(game);
}

/* Larsson and Fox, J. Integer Sequences 18 (2015) 15.7.4: S = {F(2k + 1) - 1}
 * has the values 0 at floor(j phi^2), 1 one above, and else 2. */
TEST(ternary_and_aperiodic, RUNS)
{
    enum { N = 50000 };
    static uint16_t want[N + 1];
    const ta_options options = {.engine = runs[_i].engine};
    uint64_t set[11], even = 1, odd = 2, m = 0;
    if (runs[_i].content != NIM)
        return;
    for (int k = 0; k < COUNT(set); k++, even += odd, odd += even)
        set[k] = odd - 1; /* to F(23) - 1 = 28656; F(25) is above N */
    for (uint64_t i = 0; i < N; i++)
        want[i] = 2;
    for (uint64_t j = 0; m + j < N; j++) {
        want[m + j] = 0; /* m = floor(j phi), so m^2 < m j + j^2 */
        want[m + j + 1] = 1;
        while ((m + 1) * (m + 1) < (m + 1) * (j + 1) + (j + 1) * (j + 1))
            m++;
    }
    ta_game *game;
    test_ok(ta_game_from_list(set, COUNT(set), TA_NORMAL, &game, NULL));
    uint16_t *v = test_values(NIM, game, N, &options);
    test_assert_values(want, v, N, runs[_i].engine, 0);
    ta_free(v);
    ta_game_free(game);
}

/* The cold heaps are those of nim-value 0, and those of even remoteness. */
TEST(values_agree_with_cold, RUNS)
{
    static const char *const specs[] = {"squares", "triangular", "cubes",
                                        "primes",  "fibonacci",  "list:2,5,9"};
    const uint64_t n = 30000;
    const uint16_t mask = runs[_i].content == NIM ? 0xffff : 1;
    for (int k = 0; k < COUNT(specs); k++) {
        ta_game *game = test_game(specs[k], TA_NORMAL);
        const ta_options options = {.engine = runs[_i].engine};
        uint16_t *v = test_values(runs[_i].content, game, n, &options);
        ta_bits cold = test_poisoned_bits(n);
        test_ok(ta_cold_bits(game, n, NULL, &cold, NULL));
        for (uint64_t i = 0; i < n; i++)
            ck_assert_int_eq((v[i] & mask) == 0, ta_bits_get(&cold, i));
        ta_bits_free(&cold);
        ta_free(v);
        ta_game_free(game);
    }
}

/* ---- limits ---- */

/* The first heap whose value exceeds 65535. With {1, ..., 70000} heap i has
 * value i, and each layer one heap, so that nim-values take long here. */
TEST(no_value_wraps, RUNS)
{
    static const struct {
        ta_content content;
        const char *spec, *text;
        uint64_t first;
    } cases[] = {{NIM, "list:1-70000", "heap 65536", 65536},
                 {LENGTH, "list:1", "heap of 65536 ", 65536},
                 {LENGTH, "list:1,2", "heap of 98304 ", 98304}};
    const ta_options options = {.engine = runs[_i].engine};
    if (runs[_i].content == NIM && !test_long() &&
        _i != (test_watched() ? NAIVE : 1))
        return;
    for (int k = 0; k < COUNT(cases); k++) {
        ta_error error = {""};
        if (cases[k].content != runs[_i].content)
            continue;
        ta_game *game = test_game(cases[k].spec, TA_NORMAL);
        ck_assert_int_eq(ta_run(cases[k].content, game, cases[k].first + 1,
                                &options, NULL, &error),
                         TA_ERANGE);
        ck_assert_msg(strstr(error.text, cases[k].text), "%s", error.text);
        uint16_t *v = NULL;
        if (runs[_i].content == LENGTH || (test_long() && _i == 1))
            v = test_values(cases[k].content, game, cases[k].first, &options);
        for (uint64_t i = 0; v != NULL && i < cases[k].first && k == 0; i++)
            ck_assert_uint_eq(v[i], i);
        ta_free(v);
        ta_game_free(game);
    }
}

TEST(requests_that_are_refused, 1)
{
    static const struct {
        ta_content content;
        ta_convention convention;
        const char *engine;
        uint64_t max_memory, n;
        ta_status status;
        const char *text;
    } requests[] = {
        {NIM, TA_NORMAL, "wheel", 0, 10, TA_EINVAL, "wheel"},
        {LENGTH, TA_NORMAL, "wheel", 0, 10, TA_EINVAL, "wheel"},
        {NIM, TA_MISERE, NULL, 0, 10, TA_EINVAL, "normal play"},
        {LENGTH, TA_MISERE, NULL, 0, 10, TA_EINVAL, "normal play"},
        {NIM, TA_NORMAL, NULL, 1000, 1 << 30, TA_ELIMIT, ""},
        {LENGTH, TA_NORMAL, NULL, 1000, 50000, TA_ELIMIT, ""},
        {NIM, TA_NORMAL, NULL, 0, (UINT64_C(1) << 62) + 1, TA_ERANGE, ""},
        {LENGTH, TA_NORMAL, NULL, 0, UINT64_C(1) << 32, TA_ERANGE, ""},
        {NIM, TA_NORMAL, NULL, 0, 0, TA_OK, ""}};
    for (int k = 0; k < COUNT(requests); k++) {
        ta_game *game = test_game("squares", requests[k].convention);
        ta_error error = {""};
        ta_plan *plan = NULL;
        const ta_options options = {.engine = requests[k].engine,
                                    .max_memory = requests[k].max_memory};
        ck_assert_int_eq(ta_run(requests[k].content, game, requests[k].n,
                                &options, NULL, &error),
                         requests[k].status);
        ck_assert_ptr_nonnull(strstr(error.text, requests[k].text));
        if (requests[k].status == TA_EINVAL) {
            ck_assert_int_eq(ta_plan_new(requests[k].content, game, 10,
                                         &options, &plan, NULL),
                             TA_EINVAL);
            ck_assert_ptr_null(plan);
        }
        ta_game_free(game);
    }
    ta_game *game = test_game("squares", TA_NORMAL);
    ck_assert_int_eq(
        ta_run(NIM, game, 10, &(ta_options){.base_bits = 21}, NULL, NULL),
        TA_EINVAL);
    const ta_engine_info *info;
    ck_assert_ptr_null(ta_engine_at(NIM, false, 5));
    for (size_t k = 0; (info = ta_engine_at(NIM, false, k)) != NULL; k++)
        ck_assert_uint_gt(test_memory(NIM, game, UINT64_C(1) << 62,
                                      &(ta_options){.engine = info->name}),
                          UINT64_C(1) << 62);
    ta_game_free(game);
}

/* Each allocation fails once, until none is left that could. */
TEST(out_of_memory_is_reported, RUNS)
{
    static const char *const specs[] = {"squares", "list:1,2"};
    for (int k = 0; k < COUNT(specs); k++) {
        ta_game *game = test_game(specs[k], TA_NORMAL);
        const ta_options options = {.engine = runs[_i].engine, .threads = 2};
        test_failing f = {0};
        while (test_fails_next(&f))
            f.status =
                ta_run(runs[_i].content, game, 5000, &options, NULL, &f.error);
        ck_assert_uint_ge(f.failures, 2);
        compare(&runs[_i], game, 5000, options, 0);
        ta_game_free(game);
    }
}

static ta_status refuse(void *sink, const ta_block *block)
{
    (void)sink;
    (void)block;
    return TA_EIO;
}

/* All engines of a quantity, of which the wheel polls less often here. */
TEST(runs_that_are_stopped, 3)
{
    static const ta_content contents[] = {TA_CONTENT_COLD, NIM, LENGTH};
    const ta_engine_info *engine;
    ta_game *game = test_game("squares", TA_NORMAL);
    const ta_sink sink = {refuse, NULL};
    for (size_t e = 0; (engine = ta_engine_at(contents[_i], false, e)) != NULL;
         e++) {
        int calls = 3;
        ta_options options = {.engine = engine->name,
                              .emulate = true,
                              .progress = test_stop,
                              .progress_state = &calls};
        const ta_status st =
            ta_run(contents[_i], game, 1 << 20, &options, NULL, NULL);
        ck_assert_msg(st == (calls > 0 ? TA_OK : TA_ECANCELLED),
                      "%s: %d, %d calls left", engine->name, st, calls);
        ck_assert(calls == 0 || contents[_i] == TA_CONTENT_COLD);
        options.progress = NULL;
        ck_assert_int_eq(
            ta_run(contents[_i], game, 1 << 16, &options, &sink, NULL), TA_EIO);
    }
    ta_game_free(game);
}

/* ---- lines of play ---- */

static uint64_t best_move(const tai_lengths *lengths, uint64_t heap)
{
    uint64_t taken;
    test_ok(tai_lengths_move(lengths, heap, &taken, NULL));
    return taken;
}

/* Walks the line from a heap: it is as long as the remoteness, by moves of the
 * set, and no other move is better for the player who makes it. */
static void check_line(const ta_game *game, const tai_lengths *lengths,
                       uint64_t heap)
{
    uint64_t *set;
    size_t count;
    test_ok(ta_game_elements(game, heap + 1, &set, &count));
    unsigned left = tai_lengths_at(lengths, heap);
    for (uint64_t taken; (taken = best_move(lengths, heap)) != 0; left--) {
        bool in_set = false;
        for (size_t k = 0; k < count && set[k] <= heap; k++) {
            unsigned other = tai_lengths_at(lengths, heap - set[k]);
            in_set |= set[k] == taken;
            if (left % 2 == 1)
                ck_assert(other % 2 == 1 || other >= left - 1);
            else
                ck_assert(other % 2 == 1 && other <= left - 1);
        }
        ck_assert(in_set);
        heap -= taken;
        ck_assert_uint_eq(tai_lengths_at(lengths, heap), left - 1);
    }
    ck_assert_uint_eq(left, 0);
    ta_free(set);
}

TEST(lines_are_optimal, 20)
{
    test_rng rng = test_rng_for("lines_are_optimal", _i);
    const uint64_t n = 16 + test_below(&rng, 3000);
    ta_game *game = _i == 0 ? test_game("squares", TA_NORMAL)
                            : random_normal_game(&rng, n + 2);
    tai_lengths *lengths;
    test_ok(tai_lengths_new(game, n, NULL, &lengths, NULL));
    for (int k = 0; k < 50; k++)
        check_line(game, lengths, test_below(&rng, n));
    /* 15 -4-> 11 -9-> 2 -1-> 1 -1-> 0 */
    static const uint64_t taken[] = {4, 9, 1, 1, 0};
    for (uint64_t heap = 15, k = 0; _i == 0 && k < 5; heap -= taken[k++])
        ck_assert_uint_eq(best_move(lengths, heap), taken[k]);
    tai_lengths_free(lengths);
    /* Without memory, or within too little of it, there is no table. */
    test_failing f = {0};
    while (test_fails_next(&f)) {
        f.status = tai_lengths_new(game, n, NULL, &lengths, &f.error);
        ck_assert(f.status == TA_OK ||
                  (f.error.text[0] != '\0' && lengths == NULL));
    }
    ck_assert_uint_ge(f.failures, 10);
    tai_lengths_free(lengths);
    ck_assert_int_eq(tai_lengths_new(game, 50000,
                                     &(ta_options){.max_memory = 1000},
                                     &lengths, NULL),
                     TA_ELIMIT);
    ck_assert_ptr_null(lengths);
    ta_game_free(game);
}
