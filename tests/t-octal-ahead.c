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

/* Values of [0, n), found in pieces; *tiles: whether there were any, *soon: if
 * it was ever calm above half of the heaps. */
static void find(ta_sparse *e, uint64_t n, test_rng *r, uint16_t *values,
                 bool *tiles, bool *soon, bool *wide)
{
    *tiles = *soon = *wide = false;
    while (e->n < n) {
        uint64_t to = ta_min_u64(n, e->n + 1 + test_below(r, 9000));
        ck_assert_int_eq(ta_sparse_run(e, to, NULL, NULL), TA_OK);
        *tiles |= e->ahead->on;
        if (e->ahead->ready) /* else marks are left out that reach something */
            ck_assert_uint_ge(e->ahead->top, ta_ahead_top(e));
        *soon |= calm_soon(e);
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
 * that AVX2 has waves for several threads only. */
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
    enum { KNOWN = sizeof codes / sizeof *codes };
    test_rng r = test_rng_for("tiles_change_nothing", _i);
    const ta_isa isa = _i % 2 == 0 ? ta_cpu_isa() : TA_ISA_AVX2;
    if (ta_cpu_isa() < TA_ISA_AVX2 || (test_watched() && _i % 3 != 0))
        return;
    char code[40] = ".";
    uint64_t n = _i < KNOWN ? to[_i] : 40000;
    if (_i < KNOWN)
        snprintf(code, sizeof code, "%s", codes[_i]);
    else
        for (size_t t = 1, end = 2 + test_below(&r, 11); t <= end; t++)
            code[t] = (char)('0' + test_below(&r, 8));
    ta_game *game = octal(code);
    uint16_t *want = malloc(n * sizeof *want), *got = malloc(n * sizeof *got);
    ta_sparse *plain = engine_for(game, TA_ISA_PORTABLE, SIZE_MAX);
    bool tiles, soon, wide;
    ck_assert_int_eq(ta_sparse_run(plain, 12000, NULL, NULL), TA_OK);
    if (_i >= KNOWN && (plain->dense || plain->n_rare > 2000)) /* quadratic */
        n = 12000;
    find(plain, n, &r, want, &tiles, &soon, &wide);
    ck_assert(!tiles);
    ta_team team;
    ck_assert_int_eq(ta_team_open(&team, (unsigned)_i % 8 + 1, NULL, NULL),
                     TA_OK);
    ta_sparse *e = engine_for(game, isa, 0);
    e->ahead->team = &team;
    find(e, n, &r, got, &tiles, &soon, &wide);
    for (uint64_t i = 0; i < n; i++)
        ck_assert_msg(want[i] == got[i], "%s: heap %" PRIu64 " is %u, not %u",
                      code, i, want[i], got[i]);
    knows_largest(plain, want, n, code);
    knows_largest(e, got, n, code);
    ck_assert_msg(tiles || (_i != 0 && _i != 1 && _i != 2), "%s", code);
    ck_assert_msg(soon || (_i != 2 && _i != 9), "%s", code);
    ck_assert_msg(wide || _i != 11, "%s", code);
    ta_sparse_free(plain);
    ta_sparse_free(e);
    ta_team_close(&team);
    free(want);
    free(got);
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
    tcase_add_loop_test(c, tiles_change_nothing, 0, 20);
    tcase_add_test(c, threads_change_nothing);
    tcase_add_test(c, out_of_memory_is_reported);
    suite_add_tcase(suite, c);
    return test_main(suite);
}
