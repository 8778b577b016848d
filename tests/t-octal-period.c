/* Periods and their proofs, heaps of any size, sums. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

#include "octal/octal.h"

static ta_game *octal(const char *spec)
{
    ta_game *game = NULL;
    ta_error error = {""};
    ta_status st = ta_game_new(spec, TA_NORMAL, &game, &error);
    ck_assert_msg(st == TA_OK, "%s: %s", spec, error.text);
    return game;
}

static ta_octal_solution *solve(const ta_game *game, uint64_t n, bool long_only)
{
    ta_octal_solution *s = NULL;
    ta_error error = {""};
    ta_status st = ta_octal_solve(game, n, long_only, NULL, &s, &error);
    ck_assert_msg(st == TA_OK, "%s: %s", ta_octal_code(game), error.text);
    return s;
}

/* ---- published periods ---- */

typedef struct known {
    const char *code;
    uint64_t preperiod, period, largest_at;
    unsigned largest;
} known;

/* Guy and Smith 1956; Kenyon 1967; Austin 1976; Gangolli and Plambeck 1989;
 * Flammenkamp 2002; tczajka's table for the largest values. */
static const known solved[] = {{".07", 53, 34, 86, 9},
                               {".77", 71, 12, 0, 0},
                               {".45", 498, 20, 37, 8},
                               {".156", 3479, 349, 1032, 23},
                               {".356", 7315, 142, 86, 19},
                               {".644", 3256, 442, 333, 64},
                               {".165", 5181, 1550, 620, 25},
                               {".16", 105351, 149459, 229790, 23},
                               {".56", 326640, 144, 22778, 64},
                               /* the long tier */
                               {".127", 46578, 4, 24734, 56},
                               {".376", 2268248, 4, 341612, 176},
                               {".354", 10061916, 1180, 1152, 113}};
enum { QUICK = 9, ALL = sizeof solved / sizeof *solved };

static bool thorough(void)
{
    const char *text = getenv("TAKEAWAY_LONG");
    return text != NULL && *text != '\0';
}

static void assert_known(const known *k, bool long_only)
{
    ta_game *game = octal(k->code);
    ta_octal_solution *s = solve(game, 1 << 25, long_only);
    const ta_octal_summary *sum = ta_octal_solution_summary(s);
    ck_assert_int_ne(sum->proof, TA_OCTAL_UNPROVED);
    if (long_only)
        ck_assert_int_eq(sum->proof, TA_OCTAL_LONG);
    ck_assert_uint_eq(sum->preperiod, k->preperiod);
    ck_assert_uint_eq(sum->period, k->period);
    ck_assert_int_eq(sum->saltus, 0);
    ck_assert_uint_le(sum->proof_end, sum->known);
    if (k->largest != 0) {
        ck_assert_uint_eq(sum->largest, k->largest);
        ck_assert_uint_eq(sum->largest_at, k->largest_at);
    }
    ta_octal_solution_free(s);
    ta_game_free(game);
}

START_TEST(published_periods)
{
    if (_i < QUICK || thorough()) {
        assert_known(&solved[_i], false);
        assert_known(&solved[_i], true);
    }
}
END_TEST

/* ---- the two proofs against each other and against more heaps ---- */

/* Whichever proof was used, the values go on so: as far as three times the
 * heaps that it looked at, by a run that knows nothing of the period. */
static unsigned check_proofs(const char *code, uint64_t n)
{
    ta_game *game = octal(code);
    ta_octal_solution *by_long = solve(game, n, true);
    ta_octal_solution *by_any = solve(game, n, false);
    const ta_octal_summary *a = ta_octal_solution_summary(by_long);
    const ta_octal_summary *b = ta_octal_solution_summary(by_any);
    unsigned was_short = b->proof == TA_OCTAL_SHORT;
    if (a->proof == TA_OCTAL_LONG) {
        ck_assert_int_ne(b->proof, TA_OCTAL_UNPROVED);
        ck_assert_msg(a->period == b->period && a->preperiod == b->preperiod,
                      "%s: %" PRIu64 ", %" PRIu64 " but %" PRIu64 ", %" PRIu64,
                      code, a->preperiod, a->period, b->preperiod, b->period);
        ck_assert_uint_le(b->proof_end, a->proof_end);
    }
    if (b->proof != TA_OCTAL_UNPROVED) {
        uint64_t more = 3 * b->proof_end + 100;
        uint16_t *g = malloc(more * sizeof *g);
        /* The engine alone searches for no period. */
        octal_engine *e = tai_octal_engine_new(ta_game_octal(game));
        ck_assert_int_eq(tai_octal_engine_run(e, more, more, NULL, NULL),
                         TA_OK);
        tai_octal_engine_values(e, 0, more, g);
        tai_octal_engine_free(e);
        for (uint64_t h = 0; h < more; h++) {
            unsigned v = 0;
            ck_assert_int_eq(ta_octal_value(by_any, h, &v), TA_OK);
            ck_assert_msg(v == g[h], "%s: heap %" PRIu64, code, h);
        }
        free(g);
    }
    ta_octal_solution_free(by_long);
    ta_octal_solution_free(by_any);
    ta_game_free(game);
    return was_short;
}

/* Case _i: all codes of three digits with d0 d1 given. */
START_TEST(proofs_agree)
{
    for (int k = 0; k < 64; k++) {
        char code[40];
        snprintf(code, sizeof code, "%d.%d%d%d", _i < 8 ? 0 : 4, _i % 8, k / 8,
                 k % 8);
        (void)check_proofs(code, 3000);
    }
}
END_TEST

START_TEST(proofs_agree_on_random_codes)
{
    for (int k = 0; k < 60; k++) {
        test_rng r = test_rng_for("proofs_agree", 60 * _i + k);
        char code[40] = ".";
        size_t digits = 1 + test_below(&r, 7);
        for (size_t t = 1; t <= digits; t++)
            code[t] = (char)('0' + test_below(&r, test_below(&r, 3) ? 4 : 8));
        code[digits + 1] = '\0';
        (void)check_proofs(code, 4000);
    }
}
END_TEST

START_TEST(short_proofs_are_used)
{
    ck_assert_uint_eq(check_proofs(".45", 20000), 1);
    ck_assert_uint_eq(check_proofs(".156", 20000), 1);
    ck_assert_uint_eq(check_proofs(".644", 20000), 1);
}
END_TEST

/* The proof's end is no larger than it must be in the games without breaks:
 * a finite window decides. And the condition says nothing below it. */
START_TEST(proof_ends)
{
    ta_game *game = octal(".07");
    ck_assert_uint_eq(ta_octal_proof_end(ta_game_octal(game), 53, 34),
                      2 * 53 + 34 + 2);
    ta_game_free(game);
    game = octal(".4013"); /* breaks at 1, takes up to 4 */
    ck_assert_uint_eq(ta_octal_proof_end(ta_game_octal(game), 1, 1), 5);
    ck_assert_uint_eq(ta_octal_proof_end(ta_game_octal(game), 10, 5), 26);
    ta_game_free(game);
    game = octal(".0333");
    ck_assert_uint_eq(ta_octal_proof_end(ta_game_octal(game), 3, 7), 7);
    ta_game_free(game);
    game = octal("grundy");
    ck_assert_uint_eq(ta_octal_proof_end(ta_game_octal(game), 10, 5), 31);
    ta_game_free(game);
    game = octal(".8F0D"); /* splits in three at 1, 2 and 4 */
    ck_assert_uint_eq(ta_octal_proof_end(ta_game_octal(game), 10, 5), 44);
    ta_game_free(game);
    game = octal(".F"); /* and at 1 alone */
    ck_assert_uint_eq(ta_octal_proof_end(ta_game_octal(game), 10, 5), 41);
    ck_assert_uint_eq(ta_octal_proof_end(ta_game_octal(game), 1, 30), 64);
    ta_game_free(game);
}
END_TEST

START_TEST(tails_are_found)
{
    for (int k = 0; k < 300; k++) {
        test_rng r = test_rng_for("tails_are_found", k);
        uint16_t g[300] = {0};
        uint64_t n = 3 + test_below(&r, 290), p = 1 + test_below(&r, 80);
        uint64_t from = test_below(&r, n);
        for (uint64_t i = 1; i < n; i++) {
            uint64_t some = test_below(&r, 40); /* or nearly all are 0 */
            uint16_t value = (uint16_t)(k % 2 == 0 ? some % 3 : some == 0);
            g[i] = i >= from + p && i > p ? g[i - p] : value;
        }
        uint64_t tail = 1 + test_below(&r, n), want = 0, got = 0;
        if (k % 5 == 0 && n > 4) { /* the longest that a tail may have */
            tail = 1 + test_below(&r, n / 2);
            p = n - 1 - tail;
            for (uint64_t i = n - tail; i < n; i++)
                g[i] = g[i - p];
        }
        for (uint64_t q = 1; want == 0 && q + tail + 1 <= n; q++) {
            bool same = true;
            for (uint64_t i = n - tail; i < n; i++)
                same = same && g[i] == g[i - q];
            if (same)
                want = q;
        }
        ck_assert_int_eq(ta_tail_period(g, n, tail, &got), TA_OK);
        ck_assert_msg(want == got, "seed %" PRIx64 ": %" PRIu64 " not %" PRIu64,
                      r.seed, got, want);
    }
}
END_TEST

/* The least place at which the tail is also found, or 0. */
static uint64_t place_of_tail(const uint16_t *g, uint64_t n, uint64_t tail)
{
    for (uint64_t p = 1; p + tail < n; p++)
        if (memcmp(g + n - tail, g + n - tail - p, tail * sizeof *g) == 0)
            return p;
    return 0;
}

/* Long sequences, with copies of the tail; and where so much agrees that all
 * has to be looked through in another way. */
START_TEST(tails_of_long_sequences)
{
    enum { N = 1500000, TAIL = 3000 };
    uint16_t *g = calloc(N, sizeof *g);
    for (int k = 0; k < 12; k++) {
        test_rng r = test_rng_for("tails_of_long_sequences", k);
        for (uint64_t i = 1; i < N; i++) /* or two thirds agree often */
            g[i] = (uint16_t)(k < 8 ? test_below(&r, 30)
                                    : (i + (i > N - 2000)) % 100 == 0);
        for (uint64_t copies = test_below(&r, 4); copies > 0; copies--) {
            const uint64_t p = TAIL + test_below(&r, N - 2 * TAIL);
            memcpy(g + N - TAIL - p, g + N - TAIL, TAIL * sizeof *g);
        }
        uint64_t got = 0;
        ck_assert_int_eq(ta_tail_period(g, N, TAIL, &got), TA_OK);
        ck_assert_uint_eq(got, place_of_tail(g, N, TAIL));
    }
    free(g);
}
END_TEST

/* Planted sequences, which rise, and, backwards, fall. */
START_TEST(saltus_is_seen)
{
    uint16_t g[1000], before[1000];
    const bool falls = _i == 1;
    for (uint16_t i = 0; i < 1000; i++)
        g[i] = (uint16_t)(i < 100 ? i * 37 % 11 : i / 5 * 4 + i % 5);
    for (uint16_t i = 0; i < 1000 && falls; i++)
        g[i] = (uint16_t)(i < 100 ? i * 37 % 11 : 1000 - g[i]);
    memcpy(before, g, sizeof g);
    ta_octal_summary s = {.period = 0};
    ck_assert_int_eq(ta_octal_look_saltus(g, 0, 1000, &s), TA_OK);
    ck_assert_mem_eq(before, g, sizeof g);
    ck_assert_uint_eq(s.period, 5);
    ck_assert_int_eq(s.saltus, falls ? -4 : 4);
    ck_assert_uint_le(s.preperiod, 100);
    for (uint64_t i = s.preperiod; i + 5 < 1000; i++)
        ck_assert_int_eq(g[i + 5], g[i] + s.saltus);
}
END_TEST

START_TEST(unsolved_games_say_so)
{
    static const char *const open[] = {"grundy", ".6", ".04", ".06"};
    ta_game *game = octal(open[_i]);
    ta_octal_solution *s = solve(game, 20000, false);
    const ta_octal_summary *sum = ta_octal_solution_summary(s);
    ck_assert_int_eq(sum->proof, TA_OCTAL_UNPROVED);
    ck_assert_uint_eq(sum->known, 20000);
    unsigned v;
    ck_assert_int_eq(ta_octal_value(s, 19999, &v), TA_OK);
    ck_assert_int_eq(ta_octal_value(s, 20000, &v), TA_ERANGE);
    ta_error error = {""};
    ck_assert_int_eq(ta_octal_value_of(s, "10^50", &v, &error), TA_ERANGE);
    ck_assert_ptr_nonnull(strstr(error.text, "no period"));
    ta_octal_solution_free(s);
    ta_game_free(game);
}
END_TEST

/* ---- A215721's closed form ---- */

START_TEST(domino_is_arithmetic)
{
    ta_game *game = octal("domino");
    ta_octal_solution *s = solve(game, 1 << 20, false);
    ck_assert_int_ne(ta_octal_solution_summary(s)->proof, TA_OCTAL_UNPROVED);
    uint64_t cold[6], n = 0;
    for (uint64_t k = 1; k < 3000; k++) { /* a(k), offset 1 */
        unsigned v = 1;
        for (;; n++) {
            ck_assert_int_eq(ta_octal_value(s, n, &v), TA_OK);
            if (v == 0)
                break;
        }
        if (k > 14) /* a(k) = a(k - 5) + 34, as OEIS has it */
            ck_assert_uint_eq(n, cold[(k - 5) % 6] + 34);
        if (k == 14) /* and not before */
            ck_assert_uint_ne(n, cold[(k - 5) % 6] + 34);
        cold[k % 6] = n++;
    }
    ta_octal_solution_free(s);
    ta_game_free(game);
}
END_TEST

/* Splits in three: what is proved of random codes goes on so in three times the
 * heaps, found by an engine that knows nothing of the period. */
START_TEST(proofs_of_hexadecimal_games)
{
    unsigned proved = 0;
    for (int k = 0; k < 120; k++) {
        test_rng r = test_rng_for("proofs_of_hexadecimal_games", 200 * _i + k);
        char code[8] = ".F31";
        for (unsigned t = 1; k > 0 && t < 4; t++)
            code[t] = "0123489ABDF"[test_below(&r, 11)];
        ta_game *game = octal(code);
        ta_octal_solution *s = solve(game, 300, true);
        const ta_octal_summary *sum = ta_octal_solution_summary(s);
        if (sum->proof != TA_OCTAL_UNPROVED) {
            uint64_t more = 3 * sum->proof_end + 100;
            ta_sets *e;
            ck_assert_int_eq(ta_sets_new(ta_game_octal(game), 0, &e), TA_OK);
            ck_assert_int_eq(ta_sets_run(e, more, NULL), TA_OK);
            for (uint64_t h = 0; h < more; h++) {
                unsigned v = 0;
                ck_assert_int_eq(ta_octal_value(s, h, &v), TA_OK);
                ck_assert_msg(v == e->g[h], "%s: heap %" PRIu64, code, h);
            }
            ta_sets_free(e);
            proved++;
        }
        ta_octal_solution_free(s);
        ta_game_free(game);
    }
    ck_assert_uint_ge(proved, 5); /* else nothing was tested */
}
END_TEST

/* Values that rise by a saltus are said to be seen, and never proved: those of
 * 0.3F are in the tests of CGSuite (https://github.com/aaron-siegel/cgsuite,
 * commit 46122ba, GameHeapTest.scala). */
START_TEST(arithmetic_periods_are_not_proved)
{
    static const unsigned cgsuite[] = {0, 1, 2, 0, 1, 2, 3, 4, 5,  3, 4,
                                       5, 6, 7, 8, 6, 7, 8, 9, 10, 11};
    ta_game *game = octal(".3f");
    ta_octal_solution *s = solve(game, 3000, true);
    const ta_octal_summary *sum = ta_octal_solution_summary(s);
    for (unsigned h = 0; h < 21; h++)
        ck_assert_uint_eq(ta_octal_solution_values(s)[h], cgsuite[h]);
    ck_assert_int_eq(sum->proof, TA_OCTAL_UNPROVED);
    ck_assert_uint_eq(sum->known, 3000);
    ck_assert_uint_eq(sum->period, 6);
    ck_assert_int_eq(sum->saltus, 3);
    unsigned value;
    ck_assert_int_eq(ta_octal_value(s, 3000, &value), TA_ERANGE);
    ta_octal_solution_free(s);
    ta_game_free(game);
}
END_TEST

static void assert_same_summary(const ta_octal_summary *want,
                                const ta_octal_summary *got, const char *code)
{
    ck_assert_msg(got->period == want->period &&
                      got->preperiod == want->preperiod &&
                      got->saltus == want->saltus && got->proof == want->proof,
                  "%s: period %" PRIu64 " from %" PRIu64 ", saltus %" PRId64
                  ", not %" PRIu64 " from %" PRIu64 ", saltus %" PRId64,
                  code, got->period, got->preperiod, got->saltus, want->period,
                  want->preperiod, want->saltus);
}

/* G(n + period) = G(n) + saltus from the preperiod on, and from no heap before
 * it, up to the known end. */
static void assert_summary_holds(const ta_octal_solution *s, const char *code)
{
    const ta_octal_summary *sum = ta_octal_solution_summary(s);
    const uint16_t *g = ta_octal_solution_values(s);
    if (sum->period == 0) {
        ck_assert(sum->preperiod == 0 && sum->saltus == 0);
        return;
    }
    ck_assert_uint_ge(sum->preperiod, 1);
    ck_assert_uint_lt(sum->preperiod + sum->period, sum->known);
    uint64_t i = sum->known - sum->period;
    while (i > 1 && (int64_t)g[i - 1 + sum->period] == g[i - 1] + sum->saltus)
        i--;
    ck_assert_msg(sum->preperiod == i,
                  "%s, %" PRIu64 " heaps: period %" PRIu64 ", saltus %" PRId64
                  " holds from %" PRIu64 " on, not %" PRIu64,
                  code, sum->known, sum->period, sum->saltus, i,
                  sum->preperiod);
}

/* What is seen of few heaps is true of them, and the same of a run that
 * streams. The first codes have values that fall at the end. */
START_TEST(summaries_hold)
{
    static const struct {
        const char *code;
        uint64_t n;
    } all[] = {{".37", 20},  {"4.66", 15},  {"4.667", 17}, {".40707620", 36},
               {"C.3E", 14}, {".3F", 2000}, {".3F", 7000}, {".7", 3000}};
    enum { GIVEN = sizeof all / sizeof *all };
    test_rng r = test_rng_for("summaries_hold", _i);
    for (unsigned k = 0; k < 60; k++) {
        char code[16];
        uint64_t n = 1 + test_edge_biased(&r, k % 2 == 0 ? 40 : 700);
        const bool hex = test_below(&r, 2) == 0, given = _i < GIVEN && k == 0;
        size_t length = 0;
        if (test_below(&r, 3) == 0)
            code[length++] = '4';
        code[length++] = '.';
        for (uint64_t digits = 1 + test_below(&r, 6); digits > 0; digits--)
            code[length++] = "0123456789ABCDEF"[test_below(&r, hex ? 16 : 8)];
        code[length] = '\0';
        if (given)
            n = all[_i].n;
        ta_game *game = NULL;
        if (ta_game_new(given ? all[_i].code : code, TA_NORMAL, &game, NULL) !=
            TA_OK)
            continue;
        const char *name = ta_octal_code(game);
        ta_octal_solution *s = solve(game, n, false);
        ta_octal_summary streamed;
        const ta_options options = {.summary = &streamed};
        assert_summary_holds(s, name);
        ck_assert_int_eq(
            ta_run(TA_CONTENT_OCTAL, game, n, &options, NULL, NULL), TA_OK);
        assert_same_summary(ta_octal_solution_summary(s), &streamed, name);
        ta_octal_solution_free(s);
        ta_game_free(game);
    }
}
END_TEST

/* ---- heaps of any size ---- */

/* Every heap's moves to smaller values, and none to its own, by text as for
 * huge heaps, checked by the values of what is left. */
START_TEST(moves_lead_where_they_say)
{
    static const char *const codes[] = {".07", ".77", "4.3", ".45", ".1",
                                        ".22", ".51", ".F2", ".B7"};
    ta_game *game = octal(codes[_i]);
    ta_octal_solution *s = solve(game, 1 << 20, _i % 2 == 0);
    test_rng r = test_rng_for("moves", _i);
    for (int k = 0; k < 300; k++) {
        char heap[80];
        uint64_t big = test_random(&r) >> test_below(&r, 64);
        snprintf(heap, sizeof heap, "%" PRIu64 "%s", big,
                 k % 3 == 0 ? "000000000000000000000007" : "");
        unsigned v = 0;
        ck_assert_int_eq(ta_octal_value_of(s, heap, &v, NULL), TA_OK);
        for (unsigned target = 0; target <= v; target++) {
            ta_move move;
            ck_assert_int_eq(ta_octal_move_to(s, heap, target, &move, NULL),
                             TA_OK);
            ck_assert_msg(move.found == (target < v), "%s: heap %s to %u",
                          codes[_i], heap, target);
            unsigned left = 0;
            for (unsigned i = 0; i < move.n_parts; i++) {
                unsigned part = 0;
                ck_assert_int_eq(
                    ta_octal_value_of(s, move.part[i], &part, NULL), TA_OK);
                left ^= part;
            }
            ck_assert(!move.found || left == target);
            /* taken and left add up, in the last 18 digits */
            uint64_t sum = 0, modulus = 1000000000000000000u;
            for (unsigned i = 0; move.found && i <= move.n_parts; i++) {
                const char *t = i == 0 ? move.taken : move.part[i - 1];
                size_t length = strlen(t);
                sum += strtoull(length > 18 ? t + length - 18 : t, NULL, 10);
            }
            size_t length = strlen(heap);
            uint64_t whole =
                strtoull(length > 18 ? heap + length - 18 : heap, NULL, 10);
            ck_assert(!move.found || sum % modulus == whole);
            ta_move_free(&move);
        }
    }
    ta_octal_solution_free(s);
    ta_game_free(game);
}
END_TEST

START_TEST(huge_heaps)
{
    ta_game *game = octal("domino");
    ta_octal_solution *s = solve(game, 1 << 20, false);
    unsigned v = 0, w = 0;
    ta_error error = {""};
    /* modulo 17, 10^16 is 1 and 10^50 is 10^2, which is 15; 10^50 is even, so
     * it is 32 modulo 34 */
    ck_assert_int_eq(ta_octal_value_of(s, "10^50", &v, &error), TA_OK);
    ck_assert_int_eq(ta_octal_value(s, 32 + 34 * 1000, &w), TA_OK);
    ck_assert_uint_eq(v, w);
    ck_assert_int_eq(ta_octal_value_of(s, "3*10^1000*2^77", &v, &error), TA_OK);
    static const char *const bad[] = {"",   "-1",   "1.5",    "x",  "10^",
                                      "1e", "2**3", "10^50x", " 7", "*2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(ta_octal_value_of(s, bad[i], &v, &error) == TA_EINVAL,
                      "'%s'", bad[i]);
    ck_assert_int_eq(ta_octal_value_of(s, "10^10^10", &v, &error), TA_EINVAL);
    ck_assert_int_eq(ta_octal_value_of(s, "10^100000000", &v, &error),
                     TA_ERANGE);
    ck_assert_int_eq(
        ta_octal_value_of(s, "2^99999999999999999999999", &v, &error),
        TA_ERANGE);
    ck_assert_int_eq(
        ta_octal_value_of(s, "1^99999999999999999999999", &v, &error), TA_OK);
    ck_assert_uint_eq(v, 0);
    /* a million digits: what is left is as long */
    ta_move move;
    ck_assert_int_eq(ta_octal_value_of(s, "10^999999", &v, &error), TA_OK);
    ck_assert_int_eq(ta_octal_move_to(s, "10^999999", v - 1, &move, &error),
                     TA_OK);
    ck_assert(v > 0 && move.found);
    ck_assert_uint_ge(strlen(move.part[move.n_parts - 1]), 999999);
    ta_move_free(&move);
    ta_octal_solution_free(s);
    ta_game_free(game);
}
END_TEST

/* What a run hands over: blocks, then one that repeats, if a period is proved.
 */
typedef struct taken {
    ta_sink sink;
    uint16_t *values;
    uint64_t next;
    bool ended;
} taken;

static ta_status store(void *state, const ta_block *block)
{
    taken *t = state;
    ck_assert_uint_eq(block->from, t->next);
    ck_assert_uint_eq(block->period, 0);
    t->next = block->to;
    return ta_block_store(t->values, block);
}

static ta_status append(void *state, uint64_t value)
{
    taken *t = state;
    ck_assert_uint_eq(value, t->values[t->next++]);
    return TA_OK;
}

static ta_status take_block(void *state, const ta_block *block)
{
    taken *t = state;
    ck_assert_uint_eq(block->count, block->to - block->from);
    if (block->period == 0)
        return store(t, block);
    ck_assert(!t->ended && block->from == t->next);
    t->ended = true;
    for (uint64_t i = block->from; i < block->to; i++)
        t->values[i] = block->values[(i - block->from) % block->period];
    /* in pieces it says the same, from anywhere; and one by one */
    uint64_t some = block->from + (block->to - block->from) / 3;
    ck_assert_uint_eq(ta_block_count_below(block, some), some - block->from);
    uint16_t *copy = ta_alloc(block->to, sizeof *copy);
    taken pieces = {{store, &pieces}, copy, some, false};
    ck_assert_int_eq(ta_block_pieces(block, some, &pieces.sink), TA_OK);
    ck_assert_uint_eq(pieces.next, block->to);
    ck_assert_mem_eq(copy + some, t->values + some, 2 * (block->to - some));
    ta_free(copy);
    t->next = some;
    ck_assert_int_eq(ta_block_each(block, some, append, t), TA_OK);
    ck_assert_uint_eq(t->next, block->to);
    return TA_OK;
}

typedef struct cold_taken {
    ta_sink sink;
    const uint16_t *want;
    uint64_t next;
} cold_taken;

static ta_status take_cold(void *sink, const ta_block *block)
{
    cold_taken *c = (cold_taken *)sink;
    ck_assert_uint_eq(block->from, c->next);
    uint64_t k = 0;
    for (; c->next < block->to; c->next++)
        if (c->want[c->next] == 0)
            ck_assert_uint_eq(block->positions[k++], c->next);
    ck_assert_uint_eq(k, block->count);
    return TA_OK;
}

/* The same where blocks may repeat: positions one by one, from anywhere. */
typedef struct cold_bits {
    ta_sink sink;
    const uint16_t *want;
    uint64_t next;
} cold_bits;

static ta_status next_bit(void *state, uint64_t position)
{
    cold_bits *c = state;
    while (c->next < position)
        ck_assert_uint_ne(c->want[c->next++], 0);
    ck_assert_uint_eq(c->want[c->next++], 0);
    return TA_OK;
}

static ta_status take_bits(void *state, const ta_block *block)
{
    cold_bits *c = state;
    uint64_t some = block->from + (block->to - block->from) / 3, count = 0;
    ck_assert_uint_eq(block->from, c->next);
    for (uint64_t i = block->from; i < some; i++)
        count += c->want[i] == 0;
    ck_assert_uint_eq(ta_block_count_below(block, some), count);
    c->next = some;
    ck_assert_int_eq(ta_block_each(block, some, next_bit, c), TA_OK);
    while (c->next < block->to)
        ck_assert_uint_ne(c->want[c->next++], 0);
    return TA_OK;
}

/* Values, counts and cold heaps past a proved period, against the definition.
 */
START_TEST(the_rest_is_right)
{
    enum { N = 3000 };
    unsigned ended = 0;
    for (int k = 0; k < 24; k++) {
        test_rng r = test_rng_for("the_rest_is_right", 100 * _i + k);
        char code[20] = {0};
        size_t at = (size_t)sprintf(code, "%c.", _i % 2 == 0 ? '0' : '4');
        for (uint64_t t = 1 + test_below(&r, 12); t > 0; t--)
            code[at++] = (char)('0' + test_below(&r, 8));
        ta_game *game = octal(code);
        uint16_t want[N], got[N];
        uint64_t n = 1 + test_below(&r, N), ends[3], counts[3];
        ta_options naive = {.engine = "naive"};
        ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, n, &naive,
                                &(ta_sink){ta_block_store, want}, NULL),
                         TA_OK);
        taken t = {{take_block, &t}, got, 0, false};
        ta_options whole = {.periods = true};
        ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, n, &whole, &t.sink, NULL),
                         TA_OK);
        ended += t.ended;
        ck_assert_uint_eq(t.next, n);
        ck_assert_mem_eq(want, got, n * sizeof *want);
        t = (taken){{store, &t}, got, 0, false}; /* and in pieces only */
        ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, n, NULL, &t.sink, NULL),
                         TA_OK);
        ck_assert_uint_eq(t.next, n);
        ck_assert_mem_eq(want, got, n * sizeof *want);
        for (unsigned i = 0; i < 3; i++)
            ends[i] = 1 + n * i / 2;
        ta_count_sink count;
        ta_count_sink_init(&count, ends, 3, counts);
        ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, n, &whole,
                                &(ta_sink){ta_count_take, &count}, NULL),
                         TA_OK);
        ta_count_finish(&count);
        for (unsigned i = 0; i < 3; i++) {
            for (uint64_t h = 0; h < n && h < ends[i]; h++)
                counts[i] -= want[h] == 0;
            ck_assert_uint_eq(counts[i], 0);
        }
        cold_bits bits = {.sink = {take_bits, &bits}, .want = want};
        ck_assert_int_eq(
            ta_run(TA_CONTENT_COLD, game, n, &whole, &bits.sink, NULL), TA_OK);
        ck_assert_uint_eq(bits.next, n);
        cold_taken cold = {{take_cold, &cold}, want, 0};
        ck_assert_int_eq(
            ta_run(TA_CONTENT_COLD, game, n, NULL, &cold.sink, NULL), TA_OK);
        ck_assert_uint_eq(cold.next, n);
        ta_game_free(game);
    }
    ck_assert_uint_gt(ended, 0);
}
END_TEST

START_TEST(out_of_memory_is_reported)
{
    ta_game *game = octal(".45");
    ta_octal_solution *s = NULL;
    uint64_t calls = ta_alloc_calls();
    s = solve(game, 5000, false);
    calls = ta_alloc_calls() - calls;
    ta_octal_solution_free(s);
    for (uint64_t k = 1; k <= calls; k++) {
        ta_alloc_fail_at(k);
        ck_assert_int_eq(ta_octal_solve(game, 5000, false, NULL, &s, NULL),
                         TA_ENOMEM);
        ck_assert_ptr_null(s);
    }
    ta_alloc_fail_at(0);
    ta_game_free(game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("octal-period");
    TCase *c = tcase_create("periods");
    tcase_set_timeout(c, 600);
    tcase_add_loop_test(c, published_periods, 0, ALL);
    tcase_add_loop_test(c, proofs_agree, 0, 16);
    tcase_add_loop_test(c, proofs_agree_on_random_codes, 0, 4);
    tcase_add_test(c, short_proofs_are_used);
    tcase_add_test(c, proof_ends);
    tcase_add_test(c, tails_are_found);
    tcase_add_test(c, tails_of_long_sequences);
    tcase_add_loop_test(c, saltus_is_seen, 0, 2);
    tcase_add_loop_test(c, unsolved_games_say_so, 0, 4);
    tcase_add_test(c, domino_is_arithmetic);
    tcase_add_loop_test(c, proofs_of_hexadecimal_games, 0, 2);
    tcase_add_test(c, arithmetic_periods_are_not_proved);
    tcase_add_loop_test(c, summaries_hold, 0, 40);
    tcase_add_loop_test(c, moves_lead_where_they_say, 0, 9);
    tcase_add_test(c, huge_heaps);
    tcase_add_loop_test(c, the_rest_is_right, 0, 4);
    tcase_add_test(c, out_of_memory_is_reported);
    suite_add_tcase(suite, c);
    return test_main(suite);
}
