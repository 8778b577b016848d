/* What vectors mark, ahead in tiles too: against the engine without them, with
 * any number of threads. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

#include "octal/ahead.h"

static ta_game *octal(const char *code)
{
    ta_game *game = NULL;
    ck_assert_int_eq(ta_game_new(code, TA_NORMAL, &game, NULL), TA_OK);
    return game;
}

/* ---- the engine ---- */

static ta_sparse *engine_for(const ta_game *game, ta_isa isa, size_t few)
{
    ta_sparse *e;
    ck_assert_int_eq(ta_sparse_new(ta_game_octal(game), &e), TA_OK);
    e->find = ta_octal_find_for(isa);
    e->seek = ta_octal_seek_for(isa);
    e->vectors = ta_octal_vectors_for(isa);
    e->ahead->few = few;
    return e;
}

/* Is it calm, with a rare part above half of the heaps? */
static bool calm_soon(const ta_sparse *e)
{
    return e->ahead->ready && e->n_rare > 0 &&
           e->n < 2 * (uint64_t)e->rare[e->n_rare - 1];
}

/* Values of [0, n), found in pieces; *tiles, *swept: whether there were any,
 * and planes; *soon: if it was ever calm above half of the heaps. */
static void find(ta_sparse *e, uint64_t n, test_rng *r, uint16_t *values,
                 bool *tiles, bool *soon, bool *wide, bool *swept)
{
    *tiles = *soon = *wide = *swept = false;
    while (e->n < n) {
        uint64_t to = ta_min_u64(n, e->n + 1 + test_below(r, 9000));
        ck_assert_int_eq(ta_sparse_run(e, to, NULL, NULL), TA_OK);
        *tiles |= e->ahead->on;
        if (e->ahead->ready) /* else marks are left out that reach something */
            ck_assert_uint_ge(e->ahead->top, ta_ahead_top(e));
        *soon |= calm_soon(e);
        *swept |= e->ahead->planes.count > 0;
        *wide |= e->ahead->on && e->ahead->cover > e->vectors->most;
    }
    ta_sparse_values(e, 0, n, values);
}

/* It has the greatest value, and the first heap of it. */
static void knows_largest(const ta_sparse *e, const uint16_t *values,
                          uint64_t n, const char *code)
{
    uint64_t at = 0;
    for (uint64_t i = 0; i < n; i++)
        at = values[i] > values[at] ? i : at;
    ck_assert_msg(e->largest == values[at], "%s: largest", code);
    ck_assert_msg(e->largest_at == at, "%s: where the largest is", code);
}

/* With tiles whatever they are worth, in pieces, with _i % 8 + 1 threads,
 * against the portable engine, which treats heaps one by one. The first known
 * games are such that there are tiles; .106 has records far out, with a mask by
 * position, and .005 more than 4096 rare heaps; two lead into a block by many
 * splits (301 and 293), with all rare heaps below 813. Of .376 and Grundy's
 * game rare heaps go on, and it is calm between them. .366 needs so many labels
 * that AVX2 has waves for several threads only. The later ones go without
 * tiles. */
START_TEST(tiles_change_nothing)
{
    static const char *const codes[] = {".127",
                                        ".6",
                                        "grundy",
                                        ".144",
                                        ".16",
                                        ".106",
                                        ".005",
                                        ".576764666474766756777577757456",
                                        ".5777664564454564474565567475",
                                        ".376",
                                        ".14",
                                        ".366"};
    static const uint64_t to[] = {60000, 62000, 110000, 60000, 60000, 60000,
                                  40000, 12000, 12000,  60000, 60000, 60000};
    enum { KNOWN = sizeof codes / sizeof *codes, TILED = 20 };
    /* some splits are beyond, or all */
    static const uint64_t reaches[] = {TA_AHEAD_REACH, 600, 0, 5000};
    test_rng r = test_rng_for("tiles_change_nothing", _i);
    const ta_isa isa = _i % 2 == 0 ? ta_cpu_isa() : TA_ISA_AVX2;
    const bool without = _i >= TILED;
    const int game_at = _i % TILED; /* a known one, or a random one */
    if (ta_cpu_isa() < TA_ISA_AVX2 || (test_watched() && _i % 3 != 0))
        return;
    char code[40] = ".";
    uint64_t n = game_at < KNOWN ? to[game_at] : 40000;
    if (game_at < KNOWN)
        snprintf(code, sizeof code, "%s", codes[game_at]);
    else
        for (size_t t = 1, end = 2 + test_below(&r, 11); t <= end; t++)
            code[t] = (char)('0' + test_below(&r, 8));
    ta_game *game = octal(code);
    uint16_t *want = malloc(n * sizeof *want), *got = malloc(n * sizeof *got);
    ta_sparse *plain = engine_for(game, TA_ISA_PORTABLE, SIZE_MAX);
    bool tiles, soon, wide, swept;
    ck_assert_int_eq(ta_sparse_run(plain, 12000, NULL, NULL), TA_OK);
    if (game_at >= KNOWN &&
        (plain->dense || plain->n_rare > 2000)) /* quadratic */
        n = 12000;
    find(plain, n, &r, want, &tiles, &soon, &wide, &swept);
    ck_assert(!tiles && !swept);
    ta_team team;
    ck_assert_int_eq(ta_team_open(&team, (unsigned)_i % 8 + 1, NULL), TA_OK);
    ta_sparse *e = engine_for(game, isa, without ? SIZE_MAX : 0);
    e->ahead->team = &team;
    e->ahead->reach = reaches[_i / 2 % 4];
    find(e, n, &r, got, &tiles, &soon, &wide, &swept);
    for (uint64_t i = 0; i < n; i++)
        ck_assert_msg(want[i] == got[i], "%s: heap %" PRIu64 " is %u, not %u",
                      code, i, want[i], got[i]);
    knows_largest(plain, want, n, code);
    knows_largest(e, got, n, code);
    ck_assert_msg(tiles != without || game_at > 2, "%s", code);
    ck_assert_msg(soon || (game_at != 2 && game_at != 9), "%s", code);
    ck_assert_msg(wide || without || game_at != 11, "%s", code);
    ck_assert_msg(swept || isa != TA_ISA_AVX2 || (!tiles && game_at > 2) ||
                      e->ahead->reach < 64,
                  "%s", code);
    ta_sparse_free(plain);
    ta_sparse_free(e);
    ta_team_close(&team);
    free(want);
    free(got);
    ta_game_free(game);
}
END_TEST

/* ---- sweeps ---- */

/* An engine with nothing but labels, of which one in eight is rare. */
static ta_sparse *labelled(test_rng *r, const ta_game *game, uint64_t n,
                           unsigned common, unsigned top)
{
    ta_sparse *e = engine_for(game, TA_ISA_AVX2, 0);
    ck_assert_int_eq(ta_sparse_room(e, n), TA_OK);
    e->labels.common = common;
    e->ahead->top = top;
    for (uint64_t i = 1; i < n; i++)
        e->g[i] = (uint16_t)(test_below(r, top) +
                             (test_below(r, 8) > 0 ? common : 0));
    e->n = n;
    return e;
}

/* Splits that go back by `back`, with parts of these labels, as runs. */
static unsigned runs_of(const uint64_t *back, const uint32_t *label,
                        size_t count, int32_t *split, ta_octal_run *run)
{
    unsigned runs = 0;
    for (unsigned plane = 0; plane < TA_OCTAL_PLANES; plane++) {
        run[runs] = (ta_octal_run){split, 0, plane};
        for (size_t k = 0; k < count; k++)
            if (label[k] / 16 == plane) {
                *split++ = ta_octal_packed((uint32_t)back[k], label[k]);
                run[runs].count++;
            }
        runs += run[runs].count > 0;
    }
    return runs;
}

/* Is label x of heap h reached, or behind its end? */
static bool is_marked(const ta_sparse *e, uint64_t h, unsigned x, unsigned end,
                      const uint64_t *back, const uint32_t *label, size_t count)
{
    bool marked = x >= end;
    for (size_t k = 0; k < count && !marked; k++)
        marked = e->g[h - back[k]] == (x ^ label[k]) + e->labels.common;
    return marked;
}

/* Sweeps against the definition, as heaps come in pieces, three times around
 * the ring. */
START_TEST(sweeps_mark_what_is_reached)
{
    enum { BACK = 300, PARTS = 40, LANES = TA_OCTAL_LANES };
    enum { BLOCKS = TA_OCTAL_SWEEP / LANES, WORDS = TA_OCTAL_COVER / 64 };
    static uint64_t bits[BLOCKS][WORDS][LANES];
    test_rng r = test_rng_for("sweeps_mark_what_is_reached", _i);
    if (ta_cpu_isa() < TA_ISA_AVX2)
        return;
    const unsigned top = 1 + (unsigned)test_below(&r, _i % 2 == 0 ? 40 : 256);
    const unsigned common = 1u << ta_log2_ceil(top + (top == 1));
    uint64_t back[PARTS], n = 2000;
    uint32_t label[PARTS];
    int32_t split[PARTS];
    ta_octal_run run[TA_OCTAL_PLANES + 1];
    ta_game *game = octal(".6");
    ta_sparse *e = labelled(&r, game, 130000, common, top);
    for (unsigned k = 0; k < PARTS; k++) {
        back[k] = 1 + test_below(&r, BACK);
        label[k] = (uint32_t)test_below(&r, common);
    }
    const unsigned runs = runs_of(back, label, PARTS, split, run);
    ck_assert_int_eq(ta_planes_set(e, n, BACK), TA_OK);
    const ta_octal_planes *p = &e->ahead->planes;
    ck_assert_uint_gt(p->count, 0);
    const uint64_t around = 3 * p->ring;
    while (n < around) {
        const uint64_t to = n + 1 + test_below(&r, 70);
        ta_planes_put(e, n, to);
        n = to;
        if (test_below(&r, 16) != 0 && n % p->ring > 200)
            continue;
        const unsigned windows = (top + 63) / 64;
        const unsigned from = 64 * (unsigned)test_below(&r, windows);
        const unsigned left = common > from ? (common - from + 15) / 16 : 1;
        const unsigned cover = 16 * (1 + (unsigned)test_below(&r, left));
        uint16_t ends[TA_OCTAL_SWEEP];
        for (unsigned j = 0; j < TA_OCTAL_SWEEP; j++)
            ends[j] = (uint16_t)test_below(&r, top + 20);
        const bool all = test_below(&r, 2) == 0;
        const uint64_t at = n - TA_OCTAL_SWEEP;
        memset(bits, 0, sizeof bits);
        e->vectors->sweep(bits[0], WORDS, from, cover, all ? NULL : ends, at, p,
                          run, runs);
        for (unsigned j = 0; j < TA_OCTAL_SWEEP; j++)
            for (unsigned x = from; x < from + cover; x++) {
                const uint64_t word =
                    bits[j / LANES][(x - from) / 64][j % LANES];
                ck_assert_msg(
                    (word >> (x % 64) & 1) ==
                        is_marked(e, at + j, x, all ? UINT32_MAX : ends[j],
                                  back, label, PARTS),
                    "heap %" PRIu64 ", label %u of %u", at + j, x, top);
            }
    }
    ta_sparse_free(e);
    ta_game_free(game);
}
END_TEST

/* ---- runs ---- */

static int stop_late(void *state, double share, uint64_t done)
{
    (void)share;
    return done > *(const uint64_t *)state;
}

/* The same values, told with the same words, for any number of threads; and a
 * run that is cancelled leaves nothing behind. */
START_TEST(threads_change_nothing)
{
    enum { N = 52000 };
    ta_game *game = octal(".6");
    uint16_t *one = calloc(N, sizeof *one), *many = calloc(N, sizeof *many);
    const unsigned threads[] = {1, 2, 3, 5, 8};
    for (int k = 0; k < 5; k++) {
        uint64_t end = 45000;
        ta_options options = {.threads = threads[k], .engine = "sparse"};
        uint16_t *values = k == 0 ? one : many;
        memset(values, 0xff, N * sizeof *values);
        ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, N, &options,
                                &(ta_sink){ta_block_store, values}, NULL),
                         TA_OK);
        ck_assert_mem_eq(one, values, N * sizeof *values);
        if (test_watched() && k > 1)
            break;
        options.progress = stop_late;
        options.progress_state = &end;
        if (k < 2)
            ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, N, &options,
                                    &(ta_sink){ta_block_store, many}, NULL),
                             TA_ECANCELLED);
    }
    free(one);
    free(many);
    ta_game_free(game);
}
END_TEST

/* Long enough that all threads touch memory first, look for periods and count
 * for masks; in pieces that room is made for. */
START_TEST(long_runs_are_the_same)
{
    enum { N = 9 << 19 };
    test_rng r = test_rng_for("long_runs_are_the_same", _i);
    ta_game *game = octal(".167");
    ta_team team;
    ck_assert_int_eq(ta_team_open(&team, 2 + (unsigned)_i, NULL), TA_OK);
    ta_sparse *one = engine_for(game, ta_cpu_isa(), SIZE_MAX);
    ta_sparse *many = engine_for(game, ta_cpu_isa(), SIZE_MAX);
    many->ahead->team = &team;
    ck_assert_int_eq(ta_sparse_run(one, N, NULL, NULL), TA_OK);
    if (_i % 2 == 0)
        ck_assert_int_eq(ta_sparse_room(many, N), TA_OK);
    while (many->n < N) {
        const uint64_t to = many->n + 1 + test_below(&r, N / 8);
        ck_assert_int_eq(ta_sparse_run(many, ta_min_u64(to, N), NULL, NULL),
                         TA_OK);
        ta_octal_search q = {.next = 0};
        ck_assert_int_eq(ta_octal_search_look(&q, many), TA_OK);
        ck_assert_uint_eq(q.summary.period, 0);
    }
    ck_assert_uint_gt(many->touched, 0);
    ck_assert_mem_eq(one->g, many->g, N * sizeof *one->g);
    ck_assert_uint_eq(one->counts.n, many->counts.n);
    ck_assert_uint_eq(one->counts.bits, many->counts.bits);
    ck_assert_mem_eq(one->counts.of, many->counts.of,
                     ((size_t)2 << one->counts.bits) * sizeof *one->counts.of);
    ta_sparse_free(one);
    ta_sparse_free(many);
    ta_team_close(&team);
    ta_game_free(game);
}
END_TEST

/* Lists and tiles that cannot be had are reported. */
START_TEST(out_of_memory_is_reported)
{
    enum { N = 50000, MORE = 3000 };
    ta_game *game = octal(".167");
    ta_sparse *e = engine_for(game, ta_cpu_isa(), 0);
    ck_assert_int_eq(ta_sparse_run(e, N, NULL, NULL), TA_OK);
    uint16_t want[MORE], got[MORE];
    uint64_t fails = 0;
    for (uint64_t n = N, k = 1; n < N + MORE; n += 100) {
        ta_ahead_drop(e->ahead);
        ta_alloc_fail_at(k);
        ta_status st = ta_sparse_run(e, n + 100, NULL, NULL);
        ta_alloc_fail_at(0);
        ck_assert(st == TA_OK || st == TA_ENOMEM);
        fails += st == TA_ENOMEM;
        k = st == TA_ENOMEM ? k + 1 : 1;
        ck_assert_int_eq(ta_sparse_run(e, n + 100, NULL, NULL), TA_OK);
    }
    ck_assert(fails > 5 || ta_cpu_isa() < TA_ISA_AVX2);
    ta_sparse_values(e, N, N + MORE, got);
    ta_sparse *plain = engine_for(game, TA_ISA_PORTABLE, 0);
    ck_assert_int_eq(ta_sparse_run(plain, N + MORE, NULL, NULL), TA_OK);
    ta_sparse_values(plain, N, N + MORE, want);
    ck_assert_mem_eq(want, got, sizeof want);
    ta_sparse_free(plain);
    ta_sparse_free(e);
    ta_game_free(game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("octal-ahead");
    TCase *c = tcase_create("ahead");
    tcase_set_timeout(c, 300);
    tcase_add_loop_test(c, tiles_change_nothing, 0, 32);
    tcase_add_loop_test(c, sweeps_mark_what_is_reached, 0, 6);
    tcase_add_test(c, threads_change_nothing);
    tcase_add_loop_test(c, long_runs_are_the_same, 0, test_watched() ? 1 : 3);
    tcase_add_test(c, out_of_memory_is_reported);
    suite_add_tcase(suite, c);
    return test_main(suite);
}
