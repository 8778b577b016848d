/* Octal games: codes, both engines against each other, published values. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

#include "octal/octal.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

static ta_game *octal(const char *spec)
{
    ta_game *game = NULL;
    ta_error error = {""};
    ta_status st = ta_game_new(spec, TA_NORMAL, &game, &error);
    ck_assert_msg(st == TA_OK, "%s: %s", spec, error.text);
    return game;
}

static uint16_t *values_by(const ta_game *game, uint64_t n, const char *engine)
{
    uint16_t *values = calloc(n + 1, sizeof *values);
    ta_options options = {.engine = engine};
    ta_error error = {""};
    ta_status st = ta_run(TA_CONTENT_NIM, game, n, &options,
                          &(ta_sink){ta_block_store, values}, &error);
    ck_assert_msg(st == TA_OK, "%s: %s", ta_octal_code(game), error.text);
    return values;
}

static void assert_same(const ta_game *game, const uint16_t *want,
                        const uint16_t *got, uint64_t n, const char *what)
{
    for (uint64_t i = 0; i < n; i++)
        ck_assert_msg(want[i] == got[i],
                      "%s, %s: heap %" PRIu64 " is %u, not %u",
                      ta_octal_code(game), what, i, want[i], got[i]);
}

static octal_engine *engine_for(const ta_game *game, ta_isa isa)
{
    octal_engine *e = tai_octal_engine_new(ta_game_octal(game));
    ck_assert_ptr_nonnull(e);
#if TA_X86
    static const octal_kernel *const kernels[] = {
        &octal_kernel_portable, &octal_kernel_avx2, &octal_kernel_avx512};
    e->kernel = kernels[isa];
#endif
    (void)isa;
    return e;
}

static void engines_agree(const char *spec, uint64_t n)
{
    ta_game *game = octal(spec);
    uint16_t *want = values_by(game, n, "naive");
    uint16_t *got = values_by(game, n, "sparse");
    assert_same(game, want, got, n, "sparse");
    octal_engine *e = engine_for(game, ta_cpu_isa());
    /* Alone it goes on where a run copies a period. */
    ck_assert_int_eq(tai_octal_engine_run(e, n, n, NULL, NULL), TA_OK);
    tai_octal_engine_values(e, 0, n, got);
    assert_same(game, want, got, n, "the engine alone");
    tai_octal_engine_free(e);
    free(want);
    free(got);
    ta_game_free(game);
}

/* Case _i: d1 d2 of all codes with three digits, d0 = 0 and 4. */
START_TEST(three_digits)
{
    for (int d0 = 0; d0 <= 4; d0 += 4)
        for (int d3 = 0; d3 < 8; d3++) {
            if (test_watched() &&
                (d3 + _i / 8 + _i) % (test_emulated() ? 8 : 2) != 0)
                continue;
            char code[40];
            snprintf(code, sizeof code, "%d.%d%d%d", d0, _i / 8, _i % 8, d3);
            engines_agree(code, 2100);
        }
}
END_TEST

START_TEST(random_codes)
{
    for (int k = 0; k < 60; k++) {
        test_rng r = test_rng_for("random_codes", 1000 * _i + k);
        char code[300] = ".";
        if (test_below(&r, 3) == 0)
            memcpy(code, "4.", 3);
        size_t at = strlen(code), digits = 1 + test_below(&r, _i == 0 ? 60 : 8);
        uint64_t rarity = 1 + test_below(&r, 4);
        for (size_t t = 0; t < digits; t++)
            code[at + t] =
                (char)('0' + (test_below(&r, rarity) == 0 ? test_below(&r, 8)
                                                          : test_below(&r, 4)));
        code[at + digits] = '\0';
        engines_agree(code, test_edge_biased(&r, 2500));
    }
}
END_TEST

/* A code with digits to F; d0 is 0, 4, 8 or C. */
static void random_hexadecimal(test_rng *r, char code[40], size_t most)
{
    static const char digit[] = "0123456789abcdefABCDEF";
    size_t digits = 1 + test_below(r, most);
    code[0] = "048C"[test_below(r, 4)];
    code[1] = '.';
    for (size_t t = 0; t < digits; t++)
        code[2 + t] = digit[test_below(r, test_below(r, 3) > 0 ? 8 : 22)];
    code[2 + test_below(r, digits)] = digit[8 + test_below(r, 14)];
    code[2 + digits] = '\0';
}

/* The sets of two and of three heaps, of hexadecimal codes and of octal ones;
 * the engine alone, too, which finds what a run copies from a period. */
START_TEST(sets_match_naive)
{
    for (int k = 0; k < (_i == 0 ? 100 : 12); k++) {
        test_rng r = test_rng_for("sets_match_naive", 1000 * _i + k);
        char code[40] = "grundy";
        if (k % 10 != 0)
            random_hexadecimal(&r, code, _i == 0 ? 4 : 12);
        uint64_t n = 1 + test_edge_biased(&r, _i == 0 ? 250 : 900);
        ta_game *game = octal(code);
        uint16_t *want = values_by(game, n, "naive");
        uint16_t *got = values_by(game, n, "sets");
        assert_same(game, want, got, n, "sets");
        ta_sets *e;
        ck_assert_int_eq(ta_sets_new(ta_game_octal(game), 0, &e), TA_OK);
        for (uint64_t to = 1; to <= n; to += 1 + test_below(&r, n))
            ck_assert_int_eq(ta_sets_run(e, to, NULL), TA_OK);
        ck_assert_int_eq(ta_sets_run(e, n, NULL), TA_OK);
        assert_same(game, want, e->g, n, "sets alone");
        ta_sets_free(e);
        free(want);
        free(got);
        ta_game_free(game);
    }
}
END_TEST

/* Every split in three, said once more: a recurrence on ordered triples. */
START_TEST(splits_in_three)
{
    enum { HEAPS = 70 };
    unsigned g[HEAPS] = {0}; /* of 0.0C: take two, leave two or three heaps */
    for (unsigned n = 2; n < HEAPS; n++) {
        bool reached[512] = {false};
        for (unsigned a = 1; a < n - 2; a++) {
            for (unsigned b = 1; b < n - 2; b++) {
                if (a + b == n - 2)
                    reached[g[a] ^ g[b]] = true;
                if (a + b < n - 2)
                    reached[g[a] ^ g[b] ^ g[n - 2 - a - b]] = true;
            }
        }
        while (reached[g[n]])
            g[n]++;
    }
    ta_game *game = octal(".0c");
    for (int k = 0; k < 2; k++) {
        uint16_t *got = values_by(game, HEAPS, k == 0 ? "naive" : "auto");
        for (unsigned n = 0; n < HEAPS; n++)
            ck_assert_uint_eq(g[n], got[n]);
        free(got);
    }
    ta_game_free(game);
}
END_TEST

/* The engine by each instruction set, by some threads, in steps of any length,
 * holding all heaps or a head and a tail, against the definition. */
static const struct {
    const char *code; /* NULL: random */
    uint64_t n;
    unsigned threads;
    uint64_t keep; /* heaps to hold before any are discarded */
} rows[] = {
    {".16", 9001, 1, UINT64_MAX},     {".127", 9001, 2, UINT64_MAX},
    {"grundy", 12000, 3, UINT64_MAX}, {".377", 9001, 1, UINT64_MAX},
    {".04", 9001, 7, UINT64_MAX},     {".6", 16384, 2, UINT64_MAX},
    {".644", 9001, 5, UINT64_MAX},    {"4.327", 9001, 1, UINT64_MAX},
    {".044", 9001, 2, UINT64_MAX},    {".444", 9001, 1, UINT64_MAX},
    {".007", 6000, 2, UINT64_MAX},    {".564", 9001, 2, UINT64_MAX},
    {".0303", 9001, 1, UINT64_MAX},   {".3", 9001, 1, UINT64_MAX},
    {".16", 26000, 1, 1 << 14},       {".167", 26000, 4, 1 << 14},
    {".161", 26000, 2, 1 << 14},      {".014", 26000, 1, 1 << 14},
    {".354", 26000, 3, 1 << 14},      {".172", 26000, 1, 1 << 14},
    {"4.327", 26000, 2, 1 << 14},     {NULL, 5000, 1, UINT64_MAX},
    {NULL, 5000, 2, UINT64_MAX},      {NULL, 9000, 7, UINT64_MAX},
    {NULL, 26000, 1, 1 << 14},        {NULL, 26000, 2, 1 << 14},
};

START_TEST(engine_matches_naive)
{
    test_rng r = test_rng_for("engine_matches_naive", _i);
    const size_t row = (size_t)_i;
    char code[12] = ".";
    if (test_watched() && _i % 5 != 0)
        return;
    for (size_t t = 1, end = 2 + test_below(&r, 8); t <= end; t++)
        code[t] = (char)('0' + test_below(&r, 8));
    ta_game *game = octal(rows[row].code != NULL ? rows[row].code : code);
    const uint64_t n = rows[row].n;
    uint16_t *want = values_by(game, n, "naive");
    uint16_t *got = calloc(n, sizeof *got);
    ta_team team;
    ck_assert_int_eq(ta_team_open(&team, rows[row].threads, NULL), TA_OK);
    for (ta_isa isa = TA_ISA_PORTABLE; isa <= ta_cpu_isa(); isa++) {
        octal_engine *e = engine_for(game, isa);
        e->team = &team;
        e->held.keep = rows[row].keep;
        ta_status st = TA_OK;
        uint64_t done = 1;
        while (done < n && st == TA_OK) {
            const uint64_t to = ta_min_u64(n, done + 1 + test_below(&r, 2000));
            st = tai_octal_engine_run(e, to, n, NULL, NULL);
            tai_octal_engine_values(e, done, e->proved, got + done);
            done = e->proved;
        }
        /* With a head and a tail it may need what is discarded. */
        ck_assert_msg(st == TA_OK || (e->lost && rows[row].keep < n), "%s: %d",
                      ta_octal_code(game), (int)st);
        assert_same(game, want, got, done, ta_isa_name(isa));
        for (uint64_t h = 0, largest = 0; h < done; h++)
            if (got[h] > largest) {
                largest = got[h];
                ck_assert(largest < e->largest.value ||
                          (largest == e->largest.value && h == e->largest.at));
            }
        if (rows[row].code != NULL && strcmp(rows[row].code, ".167") == 0)
            ck_assert(e->held.back > 0 && done == n && e->held.room < n);
        tai_octal_engine_free(e);
    }
    ta_team_close(&team);
    free(want);
    free(got);
    ta_game_free(game);
}
END_TEST

/* Labels are linear, keep the order of each class, and can be turned back,
 * also just below and above a power of two. */
START_TEST(labels_are_right)
{
    ta_game *game = octal(_i % 2 == 0 ? ".16" : ".127");
    unsigned most = test_emulated() ? 12 : 16;
    for (unsigned bits = 1; bits <= most; bits++) {
        test_rng r = test_rng_for("labels", 20 * _i + (int)bits);
        uint32_t all = 1u << bits;
        const octal_labels l = tai_octal_labels_of(
            ta_game_octal(game), (uint16_t)(1 + test_below(&r, all - 1)),
            _i % 2 != 0);
        uint64_t t = ta_game_octal(game)->breaks[0], a = 5 + test_below(&r, 9);
        uint64_t b = 5 + test_below(&r, 9), h = a + b + t;
        uint32_t before[2] = {0, 0};
        bool any[2] = {false, false};
        uint32_t rares = 0;
        for (uint32_t v = 0; v < all; v++) {
            uint32_t x = octal_label(&l, h, v);
            ck_assert_uint_eq(octal_value_at(&l, h, x), v);
            bool common = x >= TAI_OCTAL_COMMON;
            if (common)
                ck_assert_uint_eq(octal_rares_below(&l, h, x), rares);
            else
                rares++;
            ck_assert(!any[common] || x > before[common]);
            before[common] = x;
            any[common] = true;
            uint32_t w = (uint32_t)test_below(&r, all);
            ck_assert_uint_eq(octal_label(&l, a, v) ^ octal_label(&l, b, w),
                              octal_label(&l, h, v ^ w));
        }
    }
    ta_game_free(game);
}
END_TEST

/* ---- published values ---- */

/* OEIS A002187: Dawson's chess, octal .137. */
static const uint16_t a002187[] = {
    0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0,
    1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4, 0, 1, 1, 2, 0, 3, 1, 1,
    0, 3, 3, 2, 2, 4, 4, 5, 5, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0,
    4, 5, 3, 7, 4, 8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5,
    5, 9, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 3, 7, 4, 8};
/* OEIS A002186: Kayles, octal .77. */
static const uint16_t a002186[] = {
    0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7,
    4, 1, 2, 8, 5, 4, 7, 2, 1, 8, 6, 7, 4, 1, 2, 3, 1, 4, 7, 2, 1, 8, 2, 7,
    4, 1, 2, 8, 1, 4, 7, 2, 1, 4, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 6, 7};
/* OEIS A002188: Grundy's game. */
static const uint16_t a002188[] = {
    0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4,
    3, 0, 4, 1, 2, 3, 1, 2, 4, 1, 2, 4, 1, 2, 4, 1, 5, 4, 1, 5, 4, 1, 5, 4, 1};
/* OEIS A215721: boards 1 x N that the second player wins. */
static const uint64_t a215721[] = {
    0,   1,   5,   9,   15,  21,  25,  29,  35,  39,  43,  55,  59,
    63,  73,  77,  89,  93,  97,  107, 111, 123, 127, 131, 141, 145,
    157, 161, 165, 175, 179, 191, 195, 199, 209, 213, 225, 229, 233};

static void assert_published(const char *spec, const uint16_t *want, size_t n)
{
    ta_game *game = octal(spec);
    for (int k = 0; k < 2; k++) {
        uint16_t *got = values_by(game, n, k == 0 ? "naive" : "sparse");
        assert_same(game, want, got, n, "published");
        free(got);
    }
    ta_game_free(game);
}

START_TEST(values_in_oeis)
{
    assert_published("dawson-chess", a002187, COUNT(a002187));
    assert_published("kayles", a002186, COUNT(a002186));
    assert_published("grundy", a002188, COUNT(a002188));
    ta_game *game = octal("domino");
    uint16_t *g = values_by(game, 240, "sparse");
    for (size_t i = 1; i < 104; i++) /* the domino game is one heap later */
        ck_assert_uint_eq(g[i], a002187[i - 1]);
    size_t k = 0;
    for (uint64_t n = 0; n < 234; n++)
        if (g[n] == 0)
            ck_assert_uint_eq(n, a215721[k++]);
    ck_assert_uint_eq(k, COUNT(a215721));
    free(g);
    ta_game_free(game);
}
END_TEST

/* The recurrence printed with A215721, written as a memoised game on boards:
 * a domino at place k leaves boards of k and n - 2 - k squares. */
START_TEST(domino_program)
{
    enum { BOARDS = 1200 };
    static unsigned nv[BOARDS];
    for (int n = 2; n < BOARDS; n++) {
        bool reached[64] = {false};
        for (int k = 0; k <= n - 2; k++)
            reached[nv[k] ^ nv[n - 2 - k]] = true;
        while (reached[nv[n]])
            nv[n]++;
    }
    ta_game *game = octal("domino");
    uint16_t *g = values_by(game, BOARDS, "sparse");
    for (int n = 0; n < BOARDS; n++)
        ck_assert_uint_eq(nv[n], g[n]);
    free(g);
    ta_game_free(game);
}
END_TEST

/* ---- codes and refusals ---- */

START_TEST(codes_that_are_read)
{
    static const char *const pair[][2] = {
        {"0.07", "0.07"},        {".77", "0.77"},
        {"0.156", "0.156"},      {"4.3", "4.3"},
        {".3f", "0.3F"},         {"c.09Ab", "C.09AB"},
        {"8.0", "8.0"},          {".8", "0.8"},
        {"4.0", "4.0"},          {"0.0700", "0.07"},
        {"kayles", "0.77"},      {"dawson-kayles", "0.07"},
        {"domino", "0.07"},      {"cram-row", "0.07"},
        {"octal:.6", "0.6"},     {"grundy", "grundy"},
        {"octal:kayles", "0.77"}};
    for (size_t i = 0; i < COUNT(pair); i++) {
        ta_game *game = octal(pair[i][0]);
        ck_assert_str_eq(ta_octal_code(game), pair[i][1]);
        ck_assert_str_eq(ta_game_spec(game), pair[i][0]);
        ck_assert(ta_octal_is_spec(pair[i][0]));
        ta_game_free(game);
    }
    ck_assert(!ta_octal_is_spec("squares"));
    ck_assert(!ta_octal_is_spec("list:1,2"));
    ck_assert(!ta_octal_is_spec("7"));
}
END_TEST

/* What does not look like an octal game would be read as a set. */
static const char *as_octal(const char *spec, char text[24])
{
    snprintf(text, 24, "%s%s", ta_octal_is_spec(spec) ? "" : "octal:", spec);
    return text;
}

START_TEST(codes_that_are_refused)
{
    static const char *const bad[] = {
        "0.g", "1.2",  ".",   "0.07x", "",       "2.1",  "3.1",  "5.1",
        "6.1", "7.1",  "9.1", "0.",    "07",     "0..7", "00.7", "0.7.7",
        "A.1", "b.1",  "F.1", "D.",    "0F",     "8..7", ".x",   ".7G",
        "-.7", "0.-7", " .7", "0,7",   "octal:", "x.7",  "0.0 7"};
    for (size_t i = 0; i < COUNT(bad); i++) {
        ta_game *game = (ta_game *)&bad;
        ta_error error = {""};
        char text[24];
        ck_assert_msg(ta_game_new(as_octal(bad[i], text), TA_NORMAL, &game,
                                  &error) == TA_EINVAL,
                      "\"%s\" was accepted", bad[i]);
        ck_assert_ptr_null(game);
        ck_assert_msg(strstr(error.text, "accepted") != NULL, "\"%s\": %s",
                      bad[i], error.text);
    }
    char longest[260] = ".";
    memset(longest + 1, '7', 256);
    ta_game *game;
    ck_assert_int_eq(ta_game_new(longest, TA_NORMAL, &game, NULL), TA_EINVAL);
    longest[256] = '\0';
    ta_game_free(octal(longest));
}
END_TEST

/* Random texts near codes: accepted ones name a game that their own canonical
 * code names again, others are refused with the sentence. */
START_TEST(random_texts)
{
    static const char letters[] = "0123456789..octal:grundy4CF-x ";
    for (int k = 0; k < 20000; k++) {
        test_rng r = test_rng_for("random_texts", k);
        char text[16], full[24];
        size_t n = test_below(&r, 12);
        for (size_t i = 0; i < n; i++)
            text[i] = letters[test_below(&r, test_below(&r, 2) ? 10 : 30)];
        if (n > 2 && test_below(&r, 2) == 0)
            text[test_below(&r, 2)] = '.';
        text[n] = '\0';
        ta_game *game, *again;
        ta_error error = {""};
        ta_status st =
            ta_game_new(as_octal(text, full), TA_NORMAL, &game, &error);
        if (st == TA_OK) {
            ck_assert_int_eq(
                ta_game_new(ta_octal_code(game), TA_NORMAL, &again, NULL),
                TA_OK);
            ck_assert_mem_eq(ta_game_octal(game), ta_game_octal(again),
                             sizeof(ta_octal));
            ta_game_free(again);
            ta_game_free(game);
        } else {
            ck_assert_int_eq(st, TA_EINVAL);
            ck_assert_ptr_nonnull(strstr(error.text, "accepted"));
        }
    }
}
END_TEST

static int stop(void *state, double share, uint64_t done)
{
    (void)share;
    (void)done;
    return ++*(int *)state > 1;
}

START_TEST(options_are_heeded)
{
    ta_game *game = octal(".6");
    uint16_t *g = malloc(2 << 20);
    ta_error error = {""};
    ta_options options = {.engine = "divide"};
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, 10, &options,
                            &(ta_sink){ta_block_store, g}, &error),
                     TA_EINVAL);
    options = (ta_options){.max_memory = 1 << 20};
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, 1 << 20, &options,
                            &(ta_sink){ta_block_store, g}, &error),
                     TA_ELIMIT);
    for (int k = 0; k < 2; k++) {
        int calls = 0;
        options = (ta_options){.engine = k == 0 ? "naive" : "sparse",
                               .progress = stop,
                               .progress_state = &calls};
        ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, 200000, &options,
                                &(ta_sink){ta_block_store, g}, &error),
                         TA_ECANCELLED);
        ck_assert_int_eq(calls, 2);
    }
    options = (ta_options){.engine = "naive"};
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, UINT64_MAX, &options,
                            &(ta_sink){ta_block_store, g}, &error),
                     TA_ERANGE);
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, 0, NULL,
                            &(ta_sink){ta_block_store, g}, NULL),
                     TA_OK);
    free(g);
    ta_game_free(game);
}
END_TEST

/* One type of game, of which some quantities are not defined. */
START_TEST(octal_games_are_games)
{
    ta_game *game = octal("dawson-kayles"), *squares = NULL, *misere = NULL;
    ta_error error = {""};
    char id[TA_GAME_ID], longest[258] = ".";
    uint64_t *set = NULL, bytes = 0;
    size_t count = 1;
    ta_lengths *lengths = NULL;
    ta_octal_solution *solution = NULL;
    ta_period period;
    ck_assert_str_eq(ta_game_spec(game), "dawson-kayles");
    ck_assert_str_eq(ta_octal_code(game), "0.07");
    ck_assert_str_eq(ta_game_id(game, id), "0.07");
    ck_assert(!ta_game_is_finite(game));
    ck_assert_int_eq(ta_game_elements(game, 100, &set, &count), TA_OK);
    ck_assert_uint_eq(count, 0);
    ta_free(set);
    ck_assert_int_eq(ta_game_new("0.07", TA_MISERE, &misere, &error), TA_OK);
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, misere, 10, NULL, NULL, &error),
                     TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "normal play only"));
    ck_assert_int_eq(ta_octal_solve(misere, 10, false, NULL, &solution, &error),
                     TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "normal play only"));
    ta_game_free(misere);
    ck_assert_int_eq(ta_run(TA_CONTENT_LENGTH, game, 10, NULL, NULL, &error),
                     TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "subtraction games only"));
    ta_plan *plan;
    ck_assert_int_eq(
        ta_plan_new(TA_CONTENT_LENGTH, game, 10, NULL, &plan, NULL), TA_EINVAL);
    ck_assert_ptr_null(plan);
    ck_assert_int_eq(ta_lengths_new(game, 10, NULL, &lengths, NULL), TA_EINVAL);
    ck_assert_int_eq(ta_period_find(game, 100, NULL, &period, NULL), TA_EINVAL);
    bytes = test_memory(TA_CONTENT_NIM, game, 1 << 20, NULL);
    ck_assert_uint_ge(bytes, 2 << 20);
    ck_assert_int_eq(ta_game_new("squares", TA_NORMAL, &squares, NULL), TA_OK);
    ck_assert_ptr_null(ta_octal_code(squares));
    ck_assert_int_eq(
        ta_octal_solve(squares, 10, false, NULL, &solution, &error), TA_EINVAL);
    ta_game_free(squares);
    ta_game_free(game);
    memset(longest + 1, '7', 255); /* too long for an archive: its hash */
    game = octal(longest);
    ck_assert_int_eq(strncmp(ta_game_id(game, id), "set#", 4), 0);
    ta_game_free(game);
}
END_TEST

/* Rare heaps that do not die out: their list stops at the limit. */
START_TEST(rare_heaps_heed_the_limit)
{
    ta_game *game = octal(".064");
    ta_error error = {""};
    for (int k = 0; k < 2; k++) {
        octal_engine *e = engine_for(game, ta_cpu_isa());
        if (k == 0)
            e->rare.most = 8192; /* bytes; 3061 are rare below 30000 */
        else
            e->marks.planes.most = 100000;
        ck_assert_int_eq(tai_octal_engine_run(e, 30000, 30000, NULL, &error),
                         TA_ELIMIT);
        ck_assert_ptr_nonnull(strstr(error.text, "lists of this game"));
        tai_octal_engine_free(e);
    }
    ta_game_free(game);
}
END_TEST

/* A value with a bit that no value had when the mask was chosen, and the values
 * after it, are right: in Grundy's game value 64 first occurs at heap 4019. */
START_TEST(a_new_bit_is_common)
{
    enum { N = 12000, FROM = 4000 };
    ta_game *game = octal("grundy");
    uint16_t *want = values_by(game, N, "naive"), *got = calloc(N, 2);
    octal_engine *e = engine_for(game, ta_cpu_isa());
    ck_assert_int_eq(tai_octal_engine_run(e, FROM, FROM, NULL, NULL), TA_OK);
    ck_assert_uint_lt(e->largest.value, 64);
    const uint16_t mask = e->labels.mask;
    e->choice.next = UINT64_MAX; /* as where heaps are discarded */
    ck_assert_int_eq(tai_octal_engine_run(e, N, N, NULL, NULL), TA_OK);
    ck_assert_uint_ge(e->largest.value, 64);
    ck_assert_uint_eq(e->labels.mask | 64, mask | 64);
    tai_octal_engine_values(e, 0, N, got);
    assert_same(game, want, got, N, "with a new bit");
    tai_octal_engine_free(e);
    free(want);
    free(got);
    ta_game_free(game);
}
END_TEST

/* Heaps are numbered in 64 bits: a tail that is moved far out finds what the
 * same tail finds where it is. */
START_TEST(positions_beyond_32_bits)
{
    enum { FROM = 1 << 17, MORE = 40000 };
    const uint64_t far = UINT64_C(3) << 40;
    ta_game *game = octal(_i % 2 == 0 ? ".354" : ".167");
    uint16_t *near = calloc(MORE, sizeof *near);
    uint16_t *there = calloc(MORE, sizeof *there);
    for (int k = 0; k < 2; k++) {
        octal_engine *e = engine_for(game, ta_cpu_isa());
        e->held.keep = 1 << 16;
        ck_assert_int_eq(tai_octal_engine_run(e, FROM, FROM, NULL, NULL),
                         TA_OK);
        ck_assert_uint_gt(e->held.back, 0);
        if (k == 1) {
            tai_octal_engine_relabel(e, e->labels); /* all are proved */
            e->proved += far;
            e->decided = e->proved;
            e->held.back += far;
            e->marks.planes.count = 0;
            e->marks.tile.ready = false;
        }
        uint16_t *to = k == 0 ? near : there;
        for (uint64_t i = 0; i < MORE; i += 2000) {
            const uint64_t from = (k == 1 ? far : 0) + FROM + i;
            ck_assert_int_eq(
                tai_octal_engine_run(e, from + 2000, UINT64_MAX, NULL, NULL),
                TA_OK);
            tai_octal_engine_values(e, from, from + 2000, to + i);
        }
        tai_octal_engine_free(e);
    }
    assert_same(game, near, there, MORE, "far out");
    free(near);
    free(there);
    ta_game_free(game);
}
END_TEST

/* No octal game of 255 digits is known to get there: a heap is made to want a
 * label behind the last one. */
START_TEST(values_beyond_sixteen_bits)
{
    ta_game *game = octal(".6");
    octal_engine *e = engine_for(game, ta_cpu_isa());
    ta_error error = {""};
    ck_assert_int_eq(tai_octal_engine_run(e, 2000, 2000, NULL, NULL), TA_OK);
    e->marks.planes.count = 0x8000 / OCTAL_WINDOW;
    e->marks.wider = true;
    ck_assert_int_eq(tai_octal_engine_run(e, 2001, 2001, NULL, &error),
                     TA_ERANGE);
    ck_assert_ptr_nonnull(strstr(error.text, "heap 2000 is above 65535"));
    tai_octal_engine_free(e);
    ta_game_free(game);
}
END_TEST

/* A part that served is marked for every block, in front of those that served
 * less, until it has not served for long. */
START_TEST(witnesses_age)
{
    ta_witnesses w;
    ck_assert_int_eq(ta_witnesses_new(&w), TA_OK);
    for (uint32_t part = 1; part <= 100; part++)
        for (uint32_t times = 0; times < part; times++)
            ta_witnesses_found(&w, part, true);
    ck_assert_uint_eq(w.count, 100);
    ck_assert_uint_eq(w.reach, 100);
    uint32_t score = UINT32_MAX;
    for (unsigned settled = 0; settled < 100; settled++) {
        ta_witnesses_settle(&w);
        for (uint32_t k = 0; k < 100; k++)
            ck_assert_uint_eq(w.part[k], 100 - k);
        ck_assert_uint_lt(w.score[0], ta_max_u64(score, 1));
        ck_assert(settled > 0 || w.front == 100);
        score = w.score[0];
    }
    ck_assert_uint_eq(w.front, 0);
    ta_witnesses_found(&w, 7, false); /* not in a sample: nothing is kept */
    ta_witnesses_settle(&w);
    ck_assert_uint_eq(w.front, 0);
    ta_witnesses_free(&w);
}
END_TEST

START_TEST(out_of_memory_is_reported)
{
    ta_game *game = octal(".644");
    uint16_t g[3000];
    uint64_t calls = ta_alloc_calls();
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, 3000, NULL,
                            &(ta_sink){ta_block_store, g}, NULL),
                     TA_OK);
    calls = ta_alloc_calls() - calls;
    for (uint64_t k = 1; k <= calls; k++) {
        ta_alloc_fail_at(k);
        ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, 3000, NULL,
                                &(ta_sink){ta_block_store, g}, NULL),
                         TA_ENOMEM);
    }
    ta_alloc_fail_at(0);
    ta_game_free(game);
    for (uint64_t k = 1; k <= 2; k++) {
        ta_alloc_fail_at(k);
        ck_assert_int_eq(ta_game_new(".7", TA_NORMAL, &game, NULL), TA_ENOMEM);
    }
    ta_alloc_fail_at(0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("octal");
    TCase *c = tcase_create("engines");
    tcase_set_timeout(c, 300);
    tcase_add_loop_test(c, three_digits, 0, 64);
    tcase_add_loop_test(c, random_codes, 0, 3);
    tcase_add_loop_test(c, sets_match_naive, 0, 3);
    tcase_add_test(c, splits_in_three);
    tcase_add_loop_test(c, engine_matches_naive, 0, (int)COUNT(rows));
    tcase_add_loop_test(c, positions_beyond_32_bits, 0, 2);
    tcase_add_loop_test(c, labels_are_right, 0, 4);
    tcase_add_test(c, values_in_oeis);
    tcase_add_test(c, domino_program);
    tcase_add_test(c, codes_that_are_read);
    tcase_add_test(c, codes_that_are_refused);
    tcase_add_test(c, random_texts);
    tcase_add_test(c, options_are_heeded);
    tcase_add_test(c, octal_games_are_games);
    tcase_add_test(c, values_beyond_sixteen_bits);
    tcase_add_test(c, rare_heaps_heed_the_limit);
    tcase_add_test(c, witnesses_age);
    tcase_add_test(c, out_of_memory_is_reported);
    tcase_add_test(c, a_new_bit_is_common);
    suite_add_tcase(suite, c);
    return test_main(suite);
}
