/* Periods and their proofs, heaps of any size. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

#include "octal/octal-internal.h"
#include "play/play-internal.h"

static ta_octal_solution *solve(const ta_game *game, uint64_t n, bool long_only)
{
    ta_octal_solution *s = NULL;
    ta_error error = {""};
    ta_status st = ta_octal_solve(game, n, long_only, NULL, &s, &error);
    ck_assert_msg(st == TA_OK, "%s: %s", ta_game_about(game)->octal,
                  error.text);
    return s;
}

/* ---- known periods ---- */

typedef struct known {
    const char *code;
    uint64_t n; /* heaps to search */
    uint64_t preperiod, period;
    int saltus;
    unsigned largest; /* value, and the first heap that has it */
    uint64_t largest_at;
    ta_proof proof;
} known;

#define NONE  TA_UNPROVED
#define LONG  TA_PROOF_LONG
#define SHORT TA_PROOF_SHORT
#define GROWS TA_PROOF_ARITHMETIC

/* Guy and Smith 1956; Kenyon 1967; Austin 1976; Gangolli and Plambeck 1989;
 * Flammenkamp 2002; tczajka's table for the largest values. After them open
 * games, and values that rise or fall at the end, which proves nothing. */
static const known rows[] = {
    {".07", 1 << 25, 53, 34, 0, 9, 86, LONG},
    {".77", 1 << 25, 71, 12, 0, 8, 27, LONG},
    {".45", 1 << 25, 498, 20, 0, 8, 37, LONG},
    {".156", 1 << 25, 3479, 349, 0, 23, 1032, SHORT},
    {".356", 1 << 25, 7315, 142, 0, 19, 86, SHORT},
    {".644", 1 << 25, 3256, 442, 0, 64, 333, SHORT},
    {".165", 1 << 25, 5181, 1550, 0, 25, 620, LONG},
    {".16", 1 << 25, 105351, 149459, 0, 23, 229790, SHORT},
    {".56", 1 << 25, 326640, 144, 0, 64, 22778, SHORT},
    {"grundy", 20000, 0, 0, 0, 147, 17751, NONE},
    {".6", 20000, 0, 0, 0, 284, 18855, NONE},
    {".04", 20000, 0, 0, 0, 392, 18836, NONE},
    {".06", 20000, 0, 0, 0, 350, 19898, NONE},
    {".3F", 3000, 1, 6, 3, 1499, 2996, GROWS},
    {".8F", 1000, 7, 7, 4, 570, 999, GROWS},
    {".28", 1000, 1, 53, 16, 302, 999, GROWS},
    {".37", 20, 16, 1, -1, 4, 10, NONE},
    {"4.66", 15, 11, 2, -2, 7, 12, NONE},
    {"4.667", 17, 13, 1, -1, 9, 12, NONE},
    {".40707620", 36, 25, 2, -1, 9, 23, NONE},
    {"C.3E", 14, 7, 5, -1, 8, 8, NONE},
    /* the long tier */
    {".127", 1 << 25, 46578, 4, 0, 56, 24734, SHORT},
    {".376", 1 << 25, 2268248, 4, 0, 176, 341612, SHORT},
    {".354", 1 << 25, 10061916, 1180, 0, 113, 1152, SHORT}};
enum { ALL = sizeof rows / sizeof *rows, QUICK = ALL - 3 };

TEST(known_periods, ALL)
{
    const known *k = &rows[_i];
    ta_game *game = test_game(k->code, TA_NORMAL);
    for (int long_only = 0; long_only < 2; long_only++) {
        if (_i >= QUICK && !test_long())
            break;
        ta_octal_solution *s = solve(game, k->n, long_only);
        const ta_summary *sum = ta_octal_solution_summary(s);
        ta_error error = {""};
        unsigned v;
        ck_assert_int_eq(sum->nim.proof,
                         k->proof == SHORT && long_only ? LONG : k->proof);
        ck_assert_uint_eq(sum->nim.preperiod, k->preperiod);
        ck_assert_uint_eq(sum->nim.period, k->period);
        ck_assert_int_eq(sum->nim.saltus, k->saltus);
        ck_assert_uint_eq(sum->largest, k->largest);
        ck_assert_uint_eq(sum->largest_at, k->largest_at);
        ck_assert_uint_le(sum->proof_end, sum->known);
        const bool open = k->proof == NONE || k->proof == GROWS;
        const ta_status beyond = open ? TA_ERANGE : TA_OK;
        test_ok(tai_octal_value(s, sum->known - 1, &v));
        ck_assert_int_eq(tai_octal_value(s, sum->known, &v), beyond);
        ck_assert_int_eq(ta_octal_value_of(s, "10^50", &v, &error), beyond);
        if (open) {
            ck_assert_uint_eq(sum->known, k->n);
            ck_assert_ptr_nonnull(strstr(error.text, "no period"));
        }
        ta_octal_solution_free(s);
    }
    ta_game_free(game);
}

/* ---- proofs against each other and against more heaps ---- */

/* Values by an engine alone, which searches for no period. */
static uint16_t *alone(const ta_game *game, uint64_t n)
{
    uint16_t *values = calloc(n + 1, sizeof *values);
    octal_engine *e = tai_octal_engine_new(tai_game_octal(game), NULL, NULL);
    test_ok(tai_octal_engine_run(e, n, n, NULL, NULL));
    tai_octal_engine_values(e, 0, n, values);
    tai_octal_engine_free(e);
    return values;
}

/* G(n + period) = G(n) + saltus from the preperiod on, and from no heap before
 * it, up to the known end. */
static void assert_summary_holds(const ta_summary *sum, const uint16_t *g,
                                 const char *code)
{
    uint64_t i = sum->known - sum->nim.period;
    if (sum->nim.period == 0) {
        ck_assert(sum->nim.preperiod == 0 && sum->nim.saltus == 0);
        return;
    }
    ck_assert_uint_ge(sum->nim.preperiod, 1);
    ck_assert_uint_lt(sum->nim.preperiod + sum->nim.period, sum->known);
    while (i > 1 &&
           (int64_t)g[i - 1 + sum->nim.period] == g[i - 1] + sum->nim.saltus)
        i--;
    ck_assert_msg(sum->nim.preperiod == i,
                  "%s: period %" PRIu64 " holds from %" PRIu64 " on", code,
                  sum->nim.period, i);
}

static bool same_period(const ta_summary *a, const ta_summary *b)
{
    return a->nim.period == b->nim.period &&
           a->nim.preperiod == b->nim.preperiod &&
           a->nim.saltus == b->nim.saltus;
}

/* Whichever proof was used, the values go on so as far as three times the heaps
 * that it looked at; what is seen without a proof is true of the known heaps;
 * and a run that streams says the same. Returns the proof. */
static ta_proof check(const ta_game *game, uint64_t n)
{
    const char *code = ta_game_about(game)->octal;
    ta_octal_solution *by_long = solve(game, n, true);
    ta_octal_solution *by_any = solve(game, n, false);
    const ta_summary *a = ta_octal_solution_summary(by_long);
    const ta_summary *b = ta_octal_solution_summary(by_any);
    const ta_proof proof = b->nim.proof;
    ta_summary streamed;
    const ta_options options = {.summary = &streamed};
    uint64_t more = b->known;
    if (a->nim.proof != TA_UNPROVED) {
        ck_assert(a->nim.proof == LONG || a->nim.proof == GROWS);
        ck_assert_int_ne(proof, TA_UNPROVED);
        ck_assert_msg(same_period(a, b), "%s by the long proof", code);
        ck_assert_uint_le(b->proof_end, a->proof_end);
    }
    if (proof != TA_UNPROVED)
        more = 3 * b->proof_end + 100;
    uint16_t *g = alone(game, tai_max_u64(more, b->known));
    for (uint64_t h = 0; h < more; h++) {
        unsigned v = 0;
        if (proof == GROWS && h >= b->known) {
            ck_assert_msg(g[h] == g[h - b->nim.period] + b->nim.saltus,
                          "%s grows: heap %" PRIu64, code, h);
            continue;
        }
        test_ok(tai_octal_value(by_any, h, &v));
        ck_assert_msg(v == g[h], "%s: heap %" PRIu64, code, h);
    }
    assert_summary_holds(b, g, code);
    test_ok(ta_run(TA_CONTENT_NIM, game, n, &options, NULL, NULL));
    ck_assert_int_eq(streamed.nim.proof, proof);
    ck_assert_msg(same_period(b, &streamed), "%s streamed", code);
    free(g);
    ta_octal_solution_free(by_long);
    ta_octal_solution_free(by_any);
    return proof;
}

/* Case _i: codes of three digits with d0 d1 given, then random ones, with
 * splits in three too, and few heaps. */
TEST_SAMPLED(proofs_hold, 28, 3)
{
    unsigned proved = 0;
    for (int k = 0; k < 64; k++) {
        test_rng r = test_rng_for("proofs_hold", 64 * _i + k);
        char code[64];
        snprintf(code, sizeof code, "%d.%d%d%d", _i / 8 % 2 * 4, _i % 8, k / 8,
                 k % 8);
        const bool hexadecimal = k % 3 == 2;
        ta_game *game = _i < 16
                            ? test_game(code, TA_NORMAL)
                            : test_random_octal(&r, 7, hexadecimal, TA_NORMAL);
        uint64_t n = _i < 16 ? 3000 : hexadecimal ? 300 : 4000;
        if (_i >= 20)
            n = 1 + test_edge_biased(&r, k % 2 == 0 ? 40 : 700);
        proved += check(game, n) != TA_UNPROVED;
        ta_game_free(game);
    }
    ck_assert_uint_ge(proved, 5); /* else nothing was tested */
}

/* Condition 3 of the short proof, by the definition: heap h reaches the value v
 * by a take-out or by a split whose smaller part is below `parts`. */
static bool reaches(const tai_octal *game, const uint16_t *g, uint64_t h,
                    unsigned v, uint64_t parts)
{
    for (unsigned i = 0; i < game->n_take; i++)
        if (g[h - game->take[i]] == v)
            return true;
    for (unsigned i = 0; i < game->n_break; i++) {
        const uint64_t m = h - game->breaks[i];
        for (uint64_t x = 1; x < parts && 2 * x <= m; x++)
            if ((g[x] ^ g[m - x]) == v && !(game->unequal && 2 * x == m))
                return true;
    }
    return false;
}

/* What the short proof looks at, against the definition; the values and the
 * heaps after it are computed as if it had not looked. */
TEST(checks_are_exact, 4)
{
    unsigned hold = 0, fail = 0;
    for (int k = 0; k < 30; k++) {
        test_rng r = test_rng_for("checks_are_exact", 30 * _i + k);
        ta_game *game = test_random_octal(&r, 4, false, TA_NORMAL);
        const tai_octal *code = tai_game_octal(game);
        const uint64_t n = 1100 + test_below(&r, 3000);
        octal_engine *e = tai_octal_engine_new(code, NULL, NULL);
        test_ok(tai_octal_engine_run(e, n, n, NULL, NULL));
        const octal_rare *rare = &e->rare;
        const uint64_t last = rare->count > 0 ? rare->at[rare->count - 1] : 0;
        const uint64_t first = tai_max_u64(last + 1, OCTAL_FIRST);
        uint16_t *g = alone(game, n + 500), *again = calloc(n + 500, 2);
        for (int round = 0; code->n_break > 0 && first < n && round < 4;
             round++) {
            const uint64_t from = first + test_below(&r, n - first);
            const uint64_t parts = 1 + test_edge_biased(&r, 300);
            bool want = true, holds = false;
            for (uint64_t h = from; h < n && want; h++)
                for (unsigned v = 0; v < g[h] && want; v++)
                    want = octal_label(&e->labels, h, v) >= TAI_OCTAL_COMMON ||
                           reaches(code, g, h, v, parts);
            test_ok(tai_octal_engine_check(e, from, parts, NULL, &holds));
            ck_assert_msg(holds == want, "%s: [%" PRIu64 ", %" PRIu64 "), %u",
                          code->code, from, n, (unsigned)parts);
            hold += holds;
            fail += !holds;
        }
        test_ok(tai_octal_engine_run(e, n + 500, n + 500, NULL, NULL));
        tai_octal_engine_values(e, 0, n + 500, again);
        ck_assert_mem_eq(g, again, (n + 500) * sizeof *g);
        tai_octal_engine_free(e);
        ta_game_free(game);
        free(again);
        free(g);
    }
    ck_assert_msg(hold > 0 && fail > 0, "%u hold, %u fail", hold, fail);
}

/* Searches [0, n) in constant memory, with labels discarded from heap `keep`
 * on, in steps; some begin with a small bound on parts, which then grows unless
 * `steady`, when windows have much room. Sets s->nim.proof if one is proved. */
static ta_status returns_find(const ta_game *game, uint64_t n, uint64_t keep,
                              uint64_t most, bool steady, test_rng *r,
                              ta_summary *s)
{
    octal_limits limits = {
        .keep = keep,
        .most = most,
        .rare = UINT64_MAX,
        .planes = UINT64_MAX,
        .windows = (1 << 16) + (steady ? 1 << 22 : test_below(r, 1 << 20))};
    tai_windows w = {.length = 0}; /* as those of a job, or its own */
    tai_octal_returns windows = {.windows = &windows.own};
    if (test_below(r, 2) == 0)
        windows.windows = &w;
    octal_engine *e = tai_octal_engine_new(tai_game_octal(game), &limits, NULL);
    ta_status st = e != NULL ? tai_octal_reserve(e, keep) : TA_ENOMEM;
    *s = (ta_summary){.known = 0};
    while (st == TA_OK && e->proved < n && s->nim.proof == TA_UNPROVED) {
        const bool first = windows.windows->length == 0;
        uint64_t to = e->proved + 1 + test_below(r, 4000);
        if (e->proved < octal_held_end(&e->held))
            to = tai_min_u64(to, octal_held_end(&e->held));
        st = tai_octal_engine_run(e, to, to, NULL, NULL);
        if (st == TA_OK && first && e->held.back > 0 && test_below(r, 2) == 0) {
            e->parts = 2 * octal_last_rare(&e->rare) + 1536;
            st = tai_octal_witnesses_trim(e, e->parts);
        }
        const bool grow =
            !steady && windows.windows->length > 0 && test_below(r, 30) == 0;
        e->parts += grow ? 64 : 0; /* as after a larger witness */
        if (st == TA_OK)
            st = tai_octal_returns_scan(&windows, e, s);
        ck_assert(windows.windows->length == 0 || e->held.back == 0 ||
                  windows.windows->length == octal_parts(e) + OCTAL_SPARE);
    }
    ck_assert(st != TA_ELIMIT || e->lost);
    if (st == TA_OK && s->nim.proof != TA_UNPROVED)
        st = tai_octal_returns_preperiod(&windows, &e, NULL, s, NULL);
    tai_octal_engine_free(e);
    tai_octal_returns_free(&windows);
    return st;
}

/* Constant memory against all values, to three times as far: the period holds,
 * no smaller one and no smaller preperiod does. */
TEST(windows_return, 12)
{
    static const char *const codes[] = {"4.064", ".16",   ".56",  "4.406",
                                        ".356",  "4.344", ".644", ".45",
                                        ".055",  ".156",  ".127", "4.4"};
    unsigned found = 0;
    for (int k = 0; k < (test_long() ? 200 : 6); k++) {
        test_rng r = test_rng_for("windows_return", 1000 * _i + k);
        ta_game *game = k == 0 ? test_game(codes[_i], TA_NORMAL)
                               : test_random_octal(&r, 4, false, TA_NORMAL);
        const uint64_t n = k == 0 ? 600000 : 30000;
        const uint64_t keep = k == 0 && _i < 6 ? 1 << 15 : 8700;
        ta_summary s = {.known = 0};
        const ta_status st =
            tai_game_octal(game)->n_break == 0
                ? TA_OK
                : returns_find(game, n, keep, UINT64_MAX, false, &r, &s);
        ck_assert(st == TA_OK ||
                  (st == TA_ELIMIT && s.nim.proof == TA_UNPROVED));
        if (s.nim.proof != TA_UNPROVED) {
            const uint64_t e = s.nim.preperiod, p = s.nim.period;
            const uint64_t end = tai_min_u64(3 * s.proof_end, n + 3 * p);
            uint16_t *g = alone(game, end);
            uint64_t period = 0;
            test_ok(tai_tail_period(g, end, end - e - p, &period));
            ck_assert_msg(period == p && tai_tail_start(g, end, p) == e,
                          "%s: preperiod %" PRIu64 ", period %" PRIu64
                          ", seed %" PRIx64,
                          ta_game_about(game)->octal, e, p, r.seed);
            found++;
            free(g);
        } else {
            /* .127: rare heaps up to 27106, and a head of 2^13 */
            ck_assert_msg(k > 0 || _i == 10 || _i == 1, "%s", codes[_i]);
        }
        ta_game_free(game);
    }
    ck_assert_uint_gt(found, test_long() ? 20 : 0);
}

/* The preperiod lies before the first kept window, about at `keep`: the least
 * one if `most` heaps suffice, else where this window begins. That of .56 is
 * behind more windows than are kept. */
TEST(returns_far, 3)
{
    static const struct {
        const char *code;
        uint64_t keep, most, least, greatest, period;
    } far[] = {{".16", 150000, 60000, 105352, 149999, 149459},
               {".16", 280000, UINT64_MAX, 105351, 105351, 149459},
               {".56", 1 << 15, UINT64_MAX, 326640, 326640, 144}};
    ta_game *game = test_game(far[_i].code, TA_NORMAL);
    test_rng r = test_rng_for("returns_far", _i);
    ta_summary s;
    test_ok(
        returns_find(game, 600000, far[_i].keep, far[_i].most, true, &r, &s));
    ck_assert_uint_eq(s.nim.period, far[_i].period);
    ck_assert_uint_ge(s.nim.preperiod, far[_i].least);
    ck_assert_uint_le(s.nim.preperiod, far[_i].greatest);
    ck_assert_int_eq(s.at_most, far[_i].least < far[_i].greatest);
    ta_game_free(game);
}

/* Each allocation fails once. */
TEST(returns_out_of_memory, 4)
{
    ta_game *game = test_game("4.4", TA_NORMAL);
    test_failing f = {0};
    while (test_fails_next(&f)) {
        test_rng r = test_rng_for("returns_out_of_memory", _i);
        ta_summary s;
        f.status = returns_find(game, 600000, 8700, UINT64_MAX, false, &r, &s);
        ck_assert(f.status != TA_OK || s.nim.proof != TA_UNPROVED);
    }
    ck_assert_uint_ge(f.failures, 5);
    ta_game_free(game);
}

/* No less is proved than what the condition says, and no more. */
TEST(proof_ends, 1)
{
    static const struct {
        const char *code;
        uint64_t preperiod, period, end;
    } ends[] = {{".07", 53, 34, 2 * 53 + 34 + 2},
                {".4013", 1, 1, 5}, /* splits at 1, takes up to 4 */
                {".4013", 10, 5, 26},
                {".0333", 3, 7, 7},
                {"grundy", 10, 5, 31},
                {".8F0D", 10, 5, 44}, /* splits in three at 1, 2 and 4 */
                {".F", 10, 5, 41},    /* and at 1 alone */
                {".F", 1, 30, 64}};
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        ta_game *game = test_game(ends[k].code, TA_NORMAL);
        ck_assert_uint_eq(tai_octal_proof_end(tai_game_octal(game),
                                              ends[k].preperiod,
                                              ends[k].period),
                          ends[k].end);
        ta_game_free(game);
    }
}

/* The least place at which the tail is also found, or 0. */
static uint64_t place_of_tail(const uint16_t *g, uint64_t n, uint64_t tail)
{
    for (uint64_t p = 1; p + tail < n; p++)
        if (memcmp(g + n - tail, g + n - tail - p, tail * sizeof *g) == 0)
            return p;
    return 0;
}

/* Short sequences, whose tails may be as long as they can be; long ones with
 * copies of the tail; and some in which so much agrees that the search has to
 * go another way. */
TEST(tails_are_found, 1)
{
    enum { LONG_ONE = 1500000 };
    uint16_t *g = calloc(LONG_ONE, sizeof *g);
    for (int k = 0; k < 312; k++) {
        test_rng r = test_rng_for("tails_are_found", k);
        const bool is_long = k >= 300;
        const uint64_t n = is_long ? LONG_ONE : 3 + test_below(&r, 290);
        const uint64_t p = 1 + test_below(&r, n / 3);
        const uint64_t from = is_long ? n : test_below(&r, n);
        uint64_t tail = is_long ? 3000 : 1 + test_below(&r, n), got = 0;
        for (uint64_t i = 1; i < n; i++) {
            const uint64_t some = test_below(&r, is_long ? 30 : 40);
            g[i] = (uint16_t)(k % 2 == 0 ? some % 3 : some == 0);
            if (is_long && k % 3 == 0)
                g[i] = (uint16_t)((i + (i > n - 2000)) % 100 == 0);
            if (i >= from + p && i > p)
                g[i] = g[i - p];
        }
        if (k % 5 == 0 && n > 4 && !is_long) {
            tail = 1 + test_below(&r, n / 2);
            for (uint64_t i = n - tail; i < n; i++)
                g[i] = g[i - (n - (k % 2 == 0) - tail)]; /* or too far */
        }
        for (unsigned copies = is_long ? k & 3 : 0; copies > 0; copies--)
            memcpy(g + test_below(&r, n - 2 * tail), g + n - tail, tail * 2);
        test_ok(tai_tail_period(g, n, tail, &got));
        ck_assert_msg(got == place_of_tail(g, n, tail),
                      "case %d, seed %" PRIx64 ": %" PRIu64, k, r.seed, got);
    }
    free(g);
}

/* ---- heaps of any size ---- */

#define MODULUS UINT64_C(1000000000000000000)

static uint64_t last_digits(const char *number)
{
    const size_t length = strlen(number);
    return strtoull(length > 18 ? number + length - 18 : number, NULL, 10);
}

typedef struct moved {
    ta_octal_solution *solution;
    const char *heap;
    unsigned target;
    size_t count, longest; /* moves, and digits of the last part */
} moved;

/* The values of what is left make the target, and the sizes the heap. */
static ta_status check_move(void *state, const ta_move *move)
{
    moved *m = state;
    unsigned left = 0, part = 0;
    uint64_t sum = last_digits(move->taken);
    for (unsigned i = 0; i < move->n_parts; i++) {
        test_ok(ta_octal_value_of(m->solution, move->part[i], &part, NULL));
        left ^= part;
        sum += last_digits(move->part[i]);
        m->longest = strlen(move->part[i]);
    }
    ck_assert(left == m->target);
    ck_assert(strchr(m->heap, '^') != NULL ||
              sum % MODULUS == last_digits(m->heap));
    m->count++;
    return TA_OK;
}

/* Lists one move of a heap, as of a sum in which those to the target win. */
static void list_move_to_target(const ta_game *game, moved *m)
{
    ta_play *play;
    bool all;
    test_ok(ta_play_new(TA_NORMAL, &play, NULL));
    test_ok(ta_play_add_game(play, game, m->heap, NULL));
    play->games[0]->solution = m->solution;
    test_ok(ta_play_solve(play, NULL, NULL));
    ck_assert_ptr_eq(play->games[0]->solution, m->solution);
    play->wins = true;
    mpz_set_ui(play->heaps[0]->target, m->target);
    test_ok(ta_play_moves(play, 0, 1, check_move, m, &all, NULL));
    play->games[0]->solution = NULL;
    ta_play_free(play);
}

/* Every heap's moves to smaller values, and none to its own, by text as for
 * huge heaps, checked by the values of what is left. */
TEST(moves_lead_where_they_say, 9)
{
    static const char *const codes[] = {".07", ".77", "4.3", ".45", ".1",
                                        ".22", ".51", ".F2", ".B7"};
    ta_game *game = test_game(codes[_i], TA_NORMAL);
    ta_octal_solution *s = solve(game, 1 << 20, _i % 2 == 0);
    test_rng r = test_rng_for("moves", _i);
    for (int k = 0; k < 300; k++) {
        char heap[80];
        uint64_t big = test_random(&r) >> test_below(&r, 64);
        if (big >> 12 != 0) /* A lesser period would not be left out. */
            big |= UINT64_C(1) << 40;
        snprintf(heap, sizeof heap, "%" PRIu64 "%s", big,
                 k % 3 == 0 ? "000000000000000000000007" : "");
        unsigned v = 0;
        test_ok(ta_octal_value_of(s, heap, &v, NULL));
        for (unsigned target = 0; target <= v; target++) {
            moved m = {.solution = s, .heap = heap, .target = target};
            list_move_to_target(game, &m);
            ck_assert_msg(m.count == (target < v), "%s: heap %s to %u",
                          codes[_i], heap, target);
        }
    }
    ta_octal_solution_free(s);
    ta_game_free(game);
}

/* Sizes as texts, of any length. */
TEST(huge_heaps, 1)
{
    /* The period is 34. */
    static const char *const good[] = {"10^50", "3*10^1000*2^77",
                                       "1^99999999999999999999999"};
    static const uint64_t same[] = {32 + 34 * 1000, 6 + 34 * 2, 1};
    static const char *const large[] = {"10^100000000",
                                        "2^99999999999999999999999"};
    ta_game *game = test_game("domino", TA_NORMAL);
    ta_octal_solution *s = solve(game, 1 << 20, false);
    unsigned v = 0, w = 0;
    for (size_t i = 0; i < 3; i++) {
        test_ok(ta_octal_value_of(s, good[i], &v, NULL));
        test_ok(tai_octal_value(s, same[i], &w));
        ck_assert_uint_eq(v, w);
    }
    for (int k = 0; k < 2; k++)
        ck_assert_int_eq(ta_octal_value_of(s, large[k], &v, NULL), TA_ERANGE);
    ck_assert_int_eq(ta_octal_value_of(s, "2**3", &v, NULL), TA_EINVAL);
    moved m = {.solution = s, .heap = "10^999999"}; /* The parts are as long. */
    test_ok(ta_octal_value_of(s, m.heap, &v, NULL));
    ck_assert_uint_gt(v, 0);
    m.target = v - 1;
    list_move_to_target(game, &m);
    ck_assert(m.count == 1 && m.longest >= 999999);
    ta_octal_solution_free(s);
    ta_game_free(game);
}
