/* Octal games: every engine against the definition and published values; codes;
 * the limits of the sparse engine.
 * TAKEAWAY_CODES=K compares K random codes to heap 2^14, TAKEAWAY_SEED others.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/lengths.h"
#include "testing.h"

#include "octal/misere.h"
#include "octal/octal-internal.h"

/* Values of [0, n) by one run of an engine. */
static uint16_t *values_by(const ta_game *game, uint64_t n, const char *engine)
{
    return test_values(TA_CONTENT_NIM, game, n,
                       &(ta_options){.engine = engine});
}

static void assert_same(const ta_game *game, const uint16_t *want,
                        const uint16_t *got, uint64_t n, const char *what)
{
    for (uint64_t i = 0; i < n; i++)
        ck_assert_msg(want[i] == got[i],
                      "%s, %s: heap %" PRIu64 " is %u, not %u",
                      ta_game_about(game)->octal, what, i, got[i], want[i]);
}

/* ---- the engines against the definition ---- */

typedef struct row {
    const char *codes; /* "": all of three digits; NULL: random ones */
    unsigned games;
    uint64_t n;      /* Heaps; of random codes below 9001, the most. */
    uint64_t keep;   /* Heaps to hold before any are discarded; 0: all. */
    uint64_t planes; /* Bytes that planes may take; 0: any number. */
    bool ends;       /* The run discards heaps, or has tight planes, and ends
                        well; else it may need what is not held. */
} row;

enum { CODES_N = 1 << 14 };

/* Grundy's game has value 64, of a new bit, first at heap 4019. */
static const row rows[] = {
    {"", 1024, 2100, 0, 0, true},
    {NULL, 240, 2500, 0, 0, true},
    {NULL, 5, 9000, 0, 0, true},
    {NULL, 2, 26000, 1 << 14, 0, false},
    {NULL, 5, 9001, 0, 12000, false},
    {".16 .127 .04 .644 4.327 .007 .0303 .564 .106", 9, 9001, 0, 0, true},
    {".4562 .600000000000000000000000000000000037", 2, 4096, 0, 0, true},
    {"grundy .6", 2, 14001, 0, 0, true},
    {".16 .014 .354 .172", 4, 26000, 1 << 14, 0, false},
    {".106 .167", 4, 26000, 1 << 14, 0, true},
    {".167", 1, 26000, 1 << 14, 12000, true},
    {".16", 3, 9001, 0, 12000, true},
    {".6", 1, 9001, 0, 12000, false},
    {NULL, 1, CODES_N, 0, 0, true}, /* or as many as TAKEAWAY_CODES says */
};

static unsigned count_games(const row *w)
{
    const char *codes = getenv("TAKEAWAY_CODES");
    if (w->n != CODES_N)
        return w->games;
    return codes != NULL ? (unsigned)strtoul(codes, NULL, 10)
                         : (test_long() ? 25 : 1);
}

static octal_engine *engine_for(const ta_game *game, const row *w, tai_isa isa,
                                tai_pool *pool, bool sets)
{
    const octal_limits limits = {.keep = w->keep > 0 ? w->keep : UINT64_MAX,
                                 .most = UINT64_MAX,
                                 .sets = sets,
                                 .rare = UINT64_MAX,
                                 .planes =
                                     w->planes > 0 ? w->planes : UINT64_MAX};
    octal_engine *e = tai_octal_engine_new(tai_game_octal(game), &limits, pool);
    ck_assert_ptr_nonnull(e);
#if TA_X86
    static const tai_octal_kernel *const kernels[] = {
        &tai_octal_kernel_portable, &tai_octal_kernel_avx2,
        &tai_octal_kernel_avx512};
    static const tai_octal_prover *const provers[] = {
        &tai_octal_prover_portable, &tai_octal_prover_avx2,
        &tai_octal_prover_avx512};
    e->kernel = kernels[isa];
    e->batch.prover = provers[isa];
#endif
    (void)isa;
    return e;
}

/* Returns an engine that goes on in place of e, as after a kill, from what a
 * checkpoint holds of the values of [0, done): all, or a head and a tail, which
 * may be shorter. */
static octal_engine *resumed(octal_engine *e, const ta_game *game, const row *w,
                             tai_isa isa, const uint16_t *values, uint64_t done,
                             test_rng *r)
{
    const uint64_t head = e->held.head, last = octal_last_rare(&e->rare);
    const uint64_t few = last + 2 * OCTAL_SPARE;
    const uint64_t tail =
        head > few ? head - test_below(r, (head - few) / 4 + 1) : head;
    const uint32_t mask = e->labels.mask | (uint32_t)e->labels.parity << 16;
    bool usable = true;
    if (head > 0 && done <= 4 * head) /* too soon for the archive to be short */
        return e;
    octal_engine *next = engine_for(game, w, isa, e->batch.pool, false);
    test_ok(tai_octal_reserve(next, head > 0 ? 4 * head : done));
    if (head > 0) {
        memcpy(next->held.g, values, head * 2);
        memcpy(next->held.g + head, values + done - tail, tail * 2);
        next->limit.bound = tail - OCTAL_SPARE;
        test_ok(tai_octal_engine_resume(next, done, head, tail, mask, &usable));
        ck_assert(usable);
    } else {
        memcpy(next->held.g, values, done * 2);
        next->given = done;
    }
    tai_octal_engine_free(e);
    return next;
}

/* The engine alone, which goes on where a run copies a period: in steps of any
 * length, some of them after a kill; or by sets. */
static void engine_matches(const row *w, const ta_game *game, uint64_t n,
                           tai_isa isa, bool sets, const uint16_t *want,
                           test_rng *r)
{
    uint16_t *got = calloc(n, sizeof *got);
    uint64_t done = 1, largest = 0;
    tai_pool pool;
    ta_status st = tai_pool_open(&pool, 1 + (unsigned)test_below(r, 7), NULL);
    octal_engine *e = engine_for(game, w, isa, &pool, sets);
    bool whole = true; /* It has seen all heaps. */
    while (done < n && st == TA_OK) {
        const uint64_t to = tai_min_u64(n, done + 1 + test_below(r, 2000));
        if (!sets && test_below(r, 6) == 0)
            e = resumed(e, game, w, isa, got, done, r);
        whole = whole && e->held.back == 0;
        st = tai_octal_engine_run(e, to, n, NULL, NULL);
        tai_octal_engine_values(e, done, e->proved, got + done);
        done = e->proved;
    }
    ck_assert_msg(st == TA_OK || (st == TA_ELIMIT && !w->ends &&
                                  (w->planes > 0 || e->lost)),
                  "%s: status %d, seed %" PRIx64, ta_game_about(game)->octal,
                  (int)st, r->seed);
    assert_same(game, want, got, done, sets ? "sets" : tai_isa_name(isa));
    if (w->ends && w->keep > 0)
        ck_assert(e->held.back > 0 && e->held.capacity < n);
    if (w->ends && w->planes > 0 && !sets)
        ck_assert(e->marks.planes.tight);
    for (uint64_t h = 0; h < done; h++)
        if (got[h] > got[largest])
            largest = h;
    if (whole)
        ck_assert(e->largest.value == got[largest] && e->largest.at == largest);
    tai_octal_engine_free(e);
    tai_pool_close(&pool);
    free(got);
}

/* Runs, which repeat a period once it is proved: values by each engine, and
 * cold heaps in blocks that repeat. */
static void runs_match(const ta_game *game, uint64_t n, const uint16_t *want)
{
    static const char *const engines[] = {"sparse", "sets"};
    const bool hexadecimal = tai_game_octal(game)->n_third > 0;
    const ta_options repeats = {.periods = true};
    ta_bits cold;
    for (size_t k = hexadecimal; k < (n > 3000 ? 1 : COUNT(engines)); k++) {
        uint16_t *got = values_by(game, n, engines[k]);
        assert_same(game, want, got, n, engines[k]);
        ta_free(got);
    }
    test_ok(ta_bits_new(n, &cold));
    test_ok(ta_run(TA_CONTENT_COLD, game, n, &repeats,
                   &(ta_sink){tai_block_store, cold.words}, NULL));
    for (uint64_t h = 0; h < n; h++)
        ck_assert_msg(ta_bits_get(&cold, h) == (want[h] == 0),
                      "%s: heap %" PRIu64 ", cold or not",
                      ta_game_about(game)->octal, h);
    ta_bits_free(&cold);
}

static ta_game *game_of(const row *w, unsigned k, test_rng *r)
{
    char code[64];
    if (w->codes == NULL)
        return test_random_octal(r, k % 2 == 0 || w->n >= 9000 ? 8 : 60,
                                 k % 4 == 3 && w->n < 9000, TA_NORMAL);
    snprintf(code, sizeof code, "%u.%03o", k % 2 * 4, k / 2);
    const char *at = w->codes;
    for (unsigned i = 0; *at != '\0' && i <= k; i++, at += strcspn(at, " "))
        sscanf(at += strspn(at, " "), "%63s", code);
    return test_game(code, TA_NORMAL);
}

/* Of the codes of three digits each is taken to one instruction set, and to
 * every other comparison; of the codes to 2^14 the runs are left out. */
TEST(engines_match_the_definition, COUNT(rows))
{
    const row *w = &rows[_i];
    const bool digits = w->codes != NULL && *w->codes == '\0';
    const unsigned games = count_games(w);
    const unsigned step = test_long() || w->n == CODES_N || games < 4 ? 1
                          : test_emulated()                           ? 31
                          : games < 100                               ? 3
                          : digits                                    ? 17
                                                                      : 5;
    for (unsigned k = (unsigned)_i % step % games; k < games; k += step) {
        test_rng r = test_rng_for("engines", 2000 * _i + (int)k);
        ta_game *game = game_of(w, k, &r);
        const bool hexadecimal = tai_game_octal(game)->n_third > 0;
        uint64_t n = w->n;
        if (w->codes == NULL && n <= 9001)
            n = 1 + test_edge_biased(&r, hexadecimal ? n / 4 : n);
        uint16_t *want = values_by(game, n, "naive");
        if (w->n != CODES_N && (!digits || k / 2 % 2 == 0))
            runs_match(game, n, want);
        if (n <= 3000 && (!digits || k / 2 % 2 == 1))
            engine_matches(w, game, n, tai_cpu_isa(), true, want, &r);
        for (tai_isa isa = TA_ISA_PORTABLE; isa <= tai_cpu_isa(); isa++)
            if (!hexadecimal && (!digits || k % 3 == isa))
                engine_matches(w, game, n, isa, false, want, &r);
        ta_free(want);
        ta_game_free(game);
    }
}

/* Labels are linear, keep the order of each class, and can be turned back,
 * also just below and above a power of two. */
TEST(labels_are_right, 4)
{
    ta_game *game = test_game(_i % 2 == 0 ? ".16" : ".127", TA_NORMAL);
    unsigned most = test_emulated() ? 12 : 16;
    for (unsigned bits = 1; bits <= most; bits++) {
        test_rng r = test_rng_for("labels", 20 * _i + (int)bits);
        uint32_t all = 1u << bits;
        const octal_labels l = tai_octal_labels_of(
            tai_game_octal(game), (uint16_t)(1 + test_below(&r, all - 1)),
            _i % 2 != 0);
        uint64_t t = tai_game_octal(game)->breaks[0], a = 5 + test_below(&r, 9);
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

/* ---- published values ---- */

/* The nim-values, as hexadecimal digits: OEIS A002187 (Dawson's chess, octal
 * .137), A002186 (Kayles, .77) and A002188 (Grundy's game); .3F as in the tests
 * of CGSuite (https://github.com/aaron-siegel/cgsuite, commit 46122ba,
 * GameHeapTest.scala). */
static const char *const published[][2] = {
    {"dawson-chess",
     "0112031103322405223301130211045274011203110332244552330113021104537481120"
     "311033224455933011302110453748"},
    {"kayles",
     "0123143214264127143214674128547218674123147218274128147214274128147218"
     "67"},
    {"grundy", "00010210210213213243043043041231241241241541541541"},
    {".3f", "0120123453456786789AB"}};

TEST(published_values, 1)
{
    for (size_t k = 0; k < 2 * COUNT(published); k++) {
        const char *want = published[k / 2][1];
        const size_t n = strlen(want);
        ta_game *game = test_game(published[k / 2][0], TA_NORMAL);
        uint16_t *got = values_by(game, n, k % 2 == 0 ? "naive" : "auto");
        for (size_t i = 0; i < n; i++)
            ck_assert_int_eq(want[i], "0123456789AB"[got[i]]);
        ta_free(got);
        ta_game_free(game);
    }
    ta_game *game = test_game("domino", TA_NORMAL);
    uint16_t *g = values_by(game, 104, "sparse");
    /* The domino game is Dawson's chess one heap later. */
    for (size_t i = 0; published[0][1][i] != '\0'; i++)
        ck_assert_int_eq(published[0][1][i], '0' + g[i + 1]);
    ta_free(g);
    ta_game_free(game);
}

/* ---- codes and refusals ---- */

TEST(codes_that_are_read, 1)
{
    const char *at = "0.07 0.07 .77 0.77 0.156 0.156 4.3 4.3 .3f 0.3F c.09Ab "
                     "C.09AB 8.0 8.0 .8 0.8 4.0 4.0 0.0700 0.07 dawson-kayles "
                     "0.07 domino 0.07 octal:.6 0.6 cram-row 0.07 kayles 0.77 "
                     "grundy grundy octal:kayles 0.77";
    char given[16], code[16];
    int count = 0, length;
    for (; sscanf(at, "%15s %15s%n", given, code, &length) == 2; at += length) {
        ta_game *game = test_game(given, TA_NORMAL);
        ck_assert_str_eq(ta_game_about(game)->octal, code);
        ck_assert_str_eq(ta_game_about(game)->spec, given);
        ck_assert(ta_octal_is_spec(given));
        ta_game_free(game);
        count++;
    }
    ck_assert_int_eq(count, 17);
    ck_assert(!ta_octal_is_spec("squares"));
    ck_assert(!ta_octal_is_spec("list:1,2"));
    ck_assert(!ta_octal_is_spec("7"));
}

TEST(codes_that_are_refused, 1)
{
    ta_game *game;
    char longest[260] = ".";
    memset(longest + 1, '7', 256);
    ck_assert_int_eq(ta_game_new(longest, TA_NORMAL, &game, NULL), TA_EINVAL);
    longest[256] = '\0';
    game = test_game(longest, TA_NORMAL);
    char id[TA_GAME_ID]; /* too long for an archive: its hash */
    ck_assert_int_eq(strncmp(ta_game_id(game, id), "set#", 4), 0);
    ta_game_free(game);
}

TEST(requests_that_are_refused, 1)
{
    int calls = 0;
    const struct {
        ta_options options;
        uint64_t n;
        ta_status status;
    } request[] = {
        {{.engine = "divide"}, 10, TA_EINVAL},
        {{.max_memory = 1 << 20}, 1 << 20, TA_ELIMIT},
        {{.engine = "naive"}, UINT64_MAX, TA_ERANGE},
        {{.engine = "naive", .progress = test_stop}, 200000, TA_ECANCELLED},
        {{.engine = "sparse", .progress = test_stop}, 200000, TA_ECANCELLED},
        {{.engine = NULL}, 0, TA_OK}};
    ta_game *game = test_game(".6", TA_NORMAL);
    for (size_t k = 0; k < COUNT(request); k++) {
        ta_options options = request[k].options;
        options.progress_state = &calls;
        calls = 2;
        ck_assert_int_eq(
            ta_run(TA_CONTENT_NIM, game, request[k].n, &options, NULL, NULL),
            request[k].status);
        ck_assert_int_eq(calls, options.progress != NULL ? 0 : 2);
    }
    ta_game_free(game);
}

/* One type of game, of which some quantities are not defined. */
TEST(octal_games_are_games, 1)
{
    ta_game *game = test_game("dawson-kayles", TA_NORMAL);
    ta_game *misere = test_game("0.07", TA_MISERE);
    ta_game *squares = test_game("squares", TA_NORMAL);
    ta_error error[5] = {{""}};
    char id[TA_GAME_ID];
    uint64_t *set = NULL;
    size_t count = 1;
    tai_lengths *lengths = NULL;
    ta_octal_solution *solution = NULL;
    ta_summary period;
    ta_plan *plan;
    ck_assert_str_eq(ta_game_id(game, id), "0.07");
    ck_assert(!ta_game_about(game)->finite);
    ck_assert_ptr_null(ta_game_about(squares)->octal);
    test_ok(ta_game_elements(game, 100, &set, &count));
    ck_assert_uint_eq(count, 0);
    ta_free(set);
    const struct {
        ta_status status;
        const char *says;
    } refused[] = {
        {ta_run(TA_CONTENT_NIM, misere, 10, NULL, NULL, &error[0]),
         "normal play only"},
        {ta_octal_solve(misere, 10, false, NULL, &solution, &error[1]),
         "normal play only"},
        {ta_octal_solve(squares, 10, false, NULL, &solution, &error[2]),
         "is no octal game"},
        {ta_run(TA_CONTENT_LENGTH, game, 10, NULL, NULL, &error[3]),
         "subtraction games only"},
        {ta_plan_new(TA_CONTENT_LENGTH, game, 10, NULL, &plan, &error[4]),
         "subtraction games only"},
        {tai_lengths_new(game, 10, NULL, &lengths, NULL), NULL},
        {ta_period_find(game, 100, NULL, &period, NULL), NULL}};
    for (size_t k = 0; k < COUNT(refused); k++) {
        ck_assert_int_eq(refused[k].status, TA_EINVAL);
        if (refused[k].says != NULL)
            ck_assert_ptr_nonnull(strstr(error[k].text, refused[k].says));
    }
    ck_assert_ptr_null(plan);
    ck_assert_uint_ge(test_memory(TA_CONTENT_NIM, game, 1 << 20, NULL),
                      2 << 20);
    ta_game_free(squares);
    ta_game_free(misere);
    ta_game_free(game);
}

/* ---- limits of the sparse engine ---- */

static const row plain = {.games = 1};

/* Lists that outgrow the limit on memory: rare heaps that do not die out,
 * planes. And, as no game of 255 digits is known to get there, a heap that is
 * made to want a label behind the last one. */
TEST(limits_are_heeded, 3)
{
    static const char *const says[] = {"lists of this game",
                                       "lists of this game", "is above 65535"};
    ta_game *game = test_game(".064", TA_NORMAL);
    octal_engine *e = engine_for(game, &plain, tai_cpu_isa(), NULL, false);
    ta_error error = {""};
    test_ok(tai_octal_engine_run(e, 2000, 2000, NULL, NULL));
    if (_i == 0)
        e->limit.rare = 8192; /* bytes; 3061 are rare below 30000 */
    else
        e->limit.planes = 100000;
    e->marks.planes.capacity = 0; /* of planes that the limits do not bind */
    e->wider = _i == 2;
    if (_i == 2) {
        e->marks.planes.count = 0x8000 / OCTAL_WINDOW;
        e->limit.planes = UINT64_MAX;
    }
    ck_assert_int_eq(tai_octal_engine_run(e, 30000, 30000, NULL, &error),
                     _i == 2 ? TA_ERANGE : TA_ELIMIT);
    ck_assert_msg(strstr(error.text, says[_i]) != NULL, "%s", error.text);
    tai_octal_engine_free(e);
    ta_game_free(game);
}

/* A search for a period holds all values that the limit on memory allows. */
TEST(searches_hold_all_values, 2)
{
    ta_summary summary;
    ta_game *game = test_game(".104", TA_NORMAL);
    const ta_options o = {.max_memory = _i == 0 ? 1 << 30 : 1 << 28,
                          .summary = &summary};
    const tai_job job = {.game = game, .n = 1 << 28, .options = &o};
    const octal_limits l = tai_octal_limits(&job);
    ck_assert(l.bytes <= o.max_memory && (l.keep >= job.n) == (_i == 0));
    ta_game_free(game);
}

/* Without a limit, planes that use memory of before are never refused. */
TEST(planes_have_memory, 1)
{
    ta_game *game = test_game(".064", TA_NORMAL);
    octal_engine *e = engine_for(game, &plain, tai_cpu_isa(), NULL, false);
    test_ok(tai_octal_engine_run(e, 2000, 2000, NULL, NULL));
    for (uint64_t to = 2100; to < 60000; to += 7)
        test_ok(tai_octal_planes_set(e, to));
    tai_octal_engine_free(e);
    ta_game_free(game);
}

/* Heaps are numbered in 64 bits: a tail that is moved far out finds what the
 * same tail finds where it is. */
TEST(positions_beyond_32_bits, 2)
{
    enum { FROM = 1 << 17, MORE = 40000 };
    static const row held = {.keep = 1 << 16};
    uint16_t *values[2];
    ta_game *game = test_game(_i % 2 == 0 ? ".354" : ".167", TA_NORMAL);
    for (int k = 0; k < 2; k++) {
        const uint64_t far = k == 0 ? 0 : UINT64_C(3) << 40;
        octal_engine *e = engine_for(game, &held, tai_cpu_isa(), NULL, false);
        test_ok(tai_octal_engine_run(e, FROM, FROM, NULL, NULL));
        ck_assert_uint_gt(e->held.back, 0);
        tai_octal_engine_relabel(e, e->labels); /* all are proved */
        e->proved += far;
        e->decided = e->proved;
        e->held.back += far;
        e->marks.planes.count = 0;
        values[k] = calloc(MORE, sizeof *values[k]);
        for (uint64_t i = 0; i < MORE; i += 2000) {
            const uint64_t from = far + FROM + i;
            test_ok(
                tai_octal_engine_run(e, from + 2000, UINT64_MAX, NULL, NULL));
            tai_octal_engine_values(e, from, from + 2000, values[k] + i);
        }
        tai_octal_engine_free(e);
    }
    assert_same(game, values[0], values[1], MORE, "far out");
    free(values[0]);
    free(values[1]);
    ta_game_free(game);
}

/* An allocation that fails, each in turn, ends a run, a sum under misère play
 * or a search for a period. */
static ta_status request(int what, const ta_game *game, const ta_game *misere)
{
    ta_octal_solution *solution = NULL;
    ta_status st;
    if (what < 2)
        return ta_run(TA_CONTENT_COLD, what == 0 ? game : misere,
                      what == 0 ? 3000 : 45, NULL, NULL, NULL);
    st = ta_octal_solve(game, 5000, false, NULL, &solution, NULL);
    ck_assert((solution != NULL) == (st == TA_OK));
    ta_octal_solution_free(solution);
    return st;
}

TEST(out_of_memory_is_reported, 6)
{
    static const char *const codes[] = {".644", ".F2"};
    ta_game *misere = test_game("kayles", TA_MISERE), *game;
    game = test_game(codes[_i / 3], TA_NORMAL);
    test_failing f = {0}, g = {0};
    while (test_fails_next(&f))
        f.status = request(_i % 3, game, misere);
    ck_assert_uint_ge(f.failures, 3);
    ck_assert_uint_eq(f.failures, f.at - 1); /* No failure is passed over. */
    ta_game_free(game);
    ta_game_free(misere);
    while (test_fails_next(&g)) {
        g.status = ta_game_new(".7", TA_NORMAL, &game, &g.error);
        ta_game_free(game);
    }
    ck_assert_uint_ge(g.failures, 2);
}
