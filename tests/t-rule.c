/* Games by a rule against the definition, theorems and published values. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/rule.h"
#include "play/every-move.h"
#include "testing.h"

enum { MOST = 300 }; /* heaps of random rules */

/* option[n][0], ..., option[n][count[n] - 1]; one row is handed over at a time,
 * and the one before is spoilt. */
typedef struct random_rule {
    uint64_t option[MOST][8], row[8];
    size_t count[MOST];
    uint64_t fails; /* at this heap */
} random_rule;

static ta_status list_row(void *state, uint64_t heap, const uint64_t **options,
                          size_t *count)
{
    random_rule *r = state;
    memcpy(r->row, r->option[heap], sizeof r->row);
    *options = r->row;
    *count = r->count[heap];
    return heap == r->fails ? TA_EIO : TA_OK;
}

static ta_game *game_by(random_rule *r, ta_convention convention)
{
    ta_game *game = NULL;
    test_ok(ta_game_from_rule(list_row, r, convention, &game, NULL));
    return game;
}

static void fill_rule(random_rule *r, test_rng *rng)
{
    *r = (random_rule){.fails = UINT64_MAX};
    for (uint64_t n = 1; n < MOST; n++) {
        r->count[n] = (size_t)test_below(rng, 9);
        for (size_t k = 0; k < r->count[n]; k++)
            r->option[n][k] =
                test_below(rng, 2) ? test_below(rng, n) : n - 1 - n / (2 + k);
    }
}

/* The result of a heap by the definition; cold 0, hot 1. */
static unsigned define(ta_content content, bool misere, const uint16_t *result,
                       const uint64_t *option, size_t count)
{
    unsigned mex = 0, even = UINT32_MAX, odd = 0;
    for (size_t turn = 0; turn <= count; turn++)
        for (size_t k = 0; k < count; k++)
            mex += result[option[k]] == mex;
    for (size_t k = 0; k < count; k++) {
        const unsigned a = result[option[k]];
        even = a % 2 == 0 && a < even ? a : even;
        odd = a % 2 == 1 && a > odd ? a : odd;
    }
    return content == TA_CONTENT_NIM    ? mex
           : content == TA_CONTENT_COLD ? (count == 0 ? misere : even == 0)
           : count == 0                 ? 0
           : even != UINT32_MAX         ? even + 1
                                        : odd + 1;
}

TEST(random_rules_match_the_definition, 60)
{
    static random_rule rule;
    test_rng rng = test_rng_for("rules", _i);
    const bool misere = _i % 4 == 3;
    const ta_content content = _i % 4 == 1   ? TA_CONTENT_NIM
                               : _i % 4 == 2 ? TA_CONTENT_LENGTH
                                             : TA_CONTENT_COLD;
    uint16_t want[MOST];
    fill_rule(&rule, &rng);
    ta_game *game = game_by(&rule, misere ? TA_MISERE : TA_NORMAL);
    for (uint64_t n = 0; n < MOST; n++)
        want[n] = (uint16_t)define(content, misere, want, rule.option[n],
                                   rule.count[n]);
    uint16_t *got = test_values(content, game, MOST, NULL);
    test_assert_values(want, got, MOST, "rule", rng.seed);
    ta_free(got);
    ta_game_free(game);
}

static ta_status count_move(void *count, const ta_move *move)
{
    ++*(size_t *)count;
    return move->n_parts <= 1 ? TA_OK : TA_EINVAL;
}

/* Sums of a heap by a random rule and one of squares: who wins, and how many
 * ways; and a single heap under misère play. */
TEST(sums_match_the_definition, 40)
{
    static random_rule rule;
    test_rng rng = test_rng_for("rule sums", _i);
    const bool misere = _i % 2;
    fill_rule(&rule, &rng);
    const ta_convention convention = misere ? TA_MISERE : TA_NORMAL;
    ta_game *game = game_by(&rule, convention);
    ta_game *squares = test_game("squares", convention);
    const uint64_t a = 1 + test_below(&rng, MOST - 1), b = test_below(&rng, 90);
    uint16_t *x = test_values(misere ? TA_CONTENT_COLD : TA_CONTENT_NIM, game,
                              MOST, NULL),
             *y = misere ? NULL
                         : test_values(TA_CONTENT_NIM, squares, MOST, NULL);
    size_t want = 0, got = 0;
    bool all;
    uint64_t *moves;
    size_t count;
    test_ok(tai_game_moves(game, a, &moves, &count, NULL));
    for (size_t k = 0; k < count; k++) {
        ck_assert(k == 0 || moves[k - 1] < moves[k]);
        want += x[a - moves[k]] == (misere ? 0 : y[b]);
    }
    for (uint64_t s = 1; !misere && s * s <= b; s++)
        want += x[a] == y[b - s * s];
    ta_free(moves);
    ta_play *play;
    char text[2][24];
    snprintf(text[0], sizeof text[0], "%" PRIu64, a);
    snprintf(text[1], sizeof text[1], "%" PRIu64, b);
    test_ok(ta_play_new(convention, &play, NULL));
    test_ok(ta_play_add_game(play, game, text[0], NULL));
    if (!misere)
        test_ok(ta_play_add_game(play, squares, text[1], NULL));
    test_ok(ta_play_solve(play, NULL, NULL));
    const bool wins = misere ? x[a] != 0 : x[a] != y[b];
    ck_assert_msg(ta_play_wins(play) == wins, "seed %" PRIu64, rng.seed);
    for (size_t i = 0; i < ta_play_count(play); i++)
        test_ok(ta_play_moves(play, i, 0, count_move, &got, &all, NULL));
    ck_assert_msg(got == want, "%zu and %zu moves, seed %" PRIu64, got, want,
                  rng.seed);
    if (misere) {
        test_ok(ta_play_add_game(play, squares, text[1], NULL));
        ta_error error;
        ck_assert_int_eq(ta_play_solve(play, NULL, &error), TA_ERANGE);
        ck_assert_ptr_nonnull(strstr(error.text, "misere sums"));
    }
    ta_play_free(play);
    ta_free(x);
    ta_free(y);
    ta_game_free(game);
    ta_game_free(squares);
}

/* ---- rules with names ---- */

static uint64_t gcd(uint64_t a, uint64_t b)
{
    return b == 0 ? a : gcd(b, a % b);
}

static bool has_digit(uint64_t n, uint64_t base, uint64_t s)
{
    return n > 0 && (n % base == s || has_digit(n / base, base, s));
}

/* Returns whether s >= 1 may be taken from n >= s. */
static bool takes(int rule, uint64_t n, uint64_t s)
{
    switch (rule) {
    case 0:
        return n % s == 0;
    case 1:
        return n % s == 0 && s < n;
    case 2:
        return 2 * s <= n;
    case 3:
        return gcd(n, s) == 1;
    case 4:
        return s == 1 || n - s == n / 2;
    case 5:
        return s == 1 || n - s == n / 5;
    case 6:
        return has_digit(n, 10, s);
    default:
        return has_digit(n, 3, s);
    }
}
static const char *const names[] = {"divisors",  "proper-divisors", "half",
                                    "coprime",   "floor:2",         "floor:5",
                                    "digits:10", "digits:3"};

TEST(named_rules_match_their_words, COUNT(names))
{
    ta_game *game = test_game(names[_i], TA_NORMAL);
    tai_rule_list l = {.game = game, .end = 4 * TA_RULE_SEGMENT};
    for (uint64_t n = 0; n < 2 * TA_RULE_SEGMENT + 100;
         n += n < 300 || n % TA_RULE_SEGMENT > 2000 ? 1 : 17) {
        bool listed[4 * TA_RULE_SEGMENT] = {false};
        test_ok(tai_rule_options(&l, n));
        for (size_t k = 0; k < l.count; k++)
            listed[l.option[k]] = true;
        for (uint64_t s = 1; s <= n; s++)
            ck_assert_msg(listed[n - s] == takes(_i, n, s),
                          "%s: %" PRIu64 " from %" PRIu64, names[_i], s, n);
    }
    ta_free(l.held);
    ta_game_free(game);
}

/* proper-divisors: the exponent of 2; divisors: 1 more; coprime: 0 for even
 * heaps, else the number of the least prime factor; floor:2: cold where the
 * exponent of 2 is odd; digits:B: the multiples of B are cold. Divisors of
 * segments far apart. */
TEST(theorems, 1)
{
    enum { N = 3000 };
    uint16_t *value[COUNT(names)];
    for (int k = 0; k < COUNT(names); k++) {
        ta_game *game = test_game(names[k], TA_NORMAL);
        value[k] = test_values(TA_CONTENT_NIM, game, N, NULL);
        ta_game_free(game);
    }
    for (uint64_t n = 1, prime = 1; n < N; n++) {
        uint64_t p = n > 1 ? 2 : 1;
        while (p > 1 && n % p != 0)
            p++;
        const unsigned two = (unsigned)tai_ctz(n);
        ck_assert_uint_eq(value[0][n], two + 1);
        ck_assert_uint_eq(value[1][n], two);
        ck_assert_uint_eq(value[2][n], n % 2 ? value[2][n / 2] : n / 2);
        prime += p == n && n > 2;
        ck_assert_uint_eq(value[3][n], n % 2 == 0 ? 0
                                       : p == n   ? prime
                                                  : value[3][p]);
        ck_assert_int_eq(value[4][n] == 0, two % 2);
        ck_assert_int_eq(value[6][n] == 0, n % 10 == 0);
        ck_assert_int_eq(value[7][n] == 0, n % 3 == 0);
    }
    for (int k = 0; k < COUNT(names); k++)
        ta_free(value[k]);
    ta_game *game = test_game("proper-divisors", TA_NORMAL);
    value[0] = test_values(TA_CONTENT_NIM, game, 1 << 20, NULL);
    for (uint64_t n = 1; n < 1 << 20; n++)
        ck_assert_uint_eq(value[0][n], tai_ctz(n));
    ta_free(value[0]);
    ta_game_free(game);
}

TEST(windows_match_naive, 8)
{
    static const ta_content contents[] = {TA_CONTENT_COLD, TA_CONTENT_NIM,
                                          TA_CONTENT_LENGTH, TA_CONTENT_COLD};
    const ta_content content = contents[_i % 4];
    const uint64_t n = _i < 4 ? 6000 : (uint64_t)_i - 3;
    ta_game *game = test_game("half", _i % 4 == 3 ? TA_MISERE : TA_NORMAL);
    uint16_t *want =
        test_values(content, game, n, &(ta_options){.engine = "naive"});
    uint16_t *got = test_values(content, game, n, NULL);
    test_assert_values(want, got, n, "half", 0);
    ta_free(want);
    ta_free(got);
    ta_game_free(game);
}

/* ---- exact play ---- */

/* Outcomes by minimax: the player to move loses, draws or wins, -1, 0 or 1. */
static void define_exact(const ta_game *game, uint64_t n, int *ends)
{
    for (uint64_t heap = 0; heap < n; heap++) {
        uint64_t *moves = NULL;
        size_t count;
        test_ok(tai_game_moves(game, heap, &moves, &count, NULL));
        ends[heap] = count > 0 || heap == 0 ? -1 : 0;
        for (size_t k = 0; k < count; k++)
            ends[heap] = ends[heap] > -ends[heap - moves[k]]
                             ? ends[heap]
                             : -ends[heap - moves[k]];
        ta_free(moves);
    }
}

/* Outcomes and moves of random finite sets, with their periods, of other sets
 * and of rules. */
TEST(exact_play_matches_minimax, 120)
{
    enum { N = 700 };
    static const char *const sets[] = {"squares", "primes", "pronic",
                                       "residues:3,5mod7", "poly:1,1,1"};
    static const int outcome[] = {0, 2, 1};
    test_rng rng = test_rng_for("exact", _i);
    uint64_t set[6], *left, cold = 0, found;
    size_t count = (size_t)test_below(&rng, 7);
    uint16_t *got, *of;
    int ends[N];
    ta_game *game;
    ta_summary p = {0};
    for (size_t k = 0; k < count; k++)
        set[k] = 1 + test_below(&rng, 16);
    if (_i < COUNT(names) + COUNT(sets))
        game = test_game(_i < COUNT(sets) ? sets[_i] : names[_i - COUNT(sets)],
                         TA_EXACT);
    else
        test_ok(ta_game_from_list(set, count, TA_EXACT, &game, NULL));
    define_exact(game, N, ends);
    got = test_values(TA_CONTENT_NIM, game, N, NULL);
    for (uint64_t i = 0; i < N; i++) {
        ck_assert_msg(got[i] == outcome[ends[i] + 1],
                      "heap %" PRIu64 ", seed %" PRIu64, i, rng.seed);
        cold += ends[i] < 0;
    }
    test_ok(ta_count(game, N, NULL, &found, NULL));
    ck_assert_uint_eq(found, cold);
    test_ok(tai_exact_moves(game, N - 1, &(ta_options){0}, &left, &of, &count,
                            NULL));
    for (size_t k = 0; k < count; k++)
        ck_assert_int_eq(of[k], outcome[ends[left[k]] + 1]);
    if (ta_game_about(game)->finite) {
        test_ok(ta_period_find(game, N / 2, NULL, &p, NULL));
        const uint64_t e = p.nim.preperiod, q = p.nim.period;
        ck_assert_int_eq(p.nim.proof, TA_PROOF_REPEATED);
        for (uint64_t i = e; i + q < N; i++)
            ck_assert_int_eq(ends[i], ends[i + q]);
        ck_assert(e == 0 || ends[e - 1] != ends[e - 1 + q]);
        for (uint64_t d = 1, i; d < q; d++) {
            for (i = e; i < e + q && ends[i] == ends[i + d]; i++)
                ;
            ck_assert_uint_lt(i, e + q);
        }
    }
    ta_free(left);
    ta_free(of);
    ta_free(got);
    ta_game_free(game);
}

TEST(exact_play_is_of_single_heaps, 1)
{
    ta_game *game = test_game("squares", TA_EXACT), *octal;
    ta_play *play;
    ta_archive_writer *writer;
    uint16_t length[4];
    ta_error error;
    const ta_archive_info info = {
        .content = TA_CONTENT_COLD, .game = "squares", .convention = TA_EXACT};
    ck_assert_int_eq(ta_play_new(TA_EXACT, &play, &error), TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "single heaps"));
    test_ok(ta_play_new(TA_NORMAL, &play, NULL));
    ck_assert_int_eq(ta_play_add_game(play, game, "7", &error), TA_EINVAL);
    ck_assert_int_eq(ta_game_new(".77", TA_EXACT, &octal, &error), TA_EINVAL);
    ck_assert_int_eq(ta_archive_writer_new(&info, &writer, &error), TA_EINVAL);
    ck_assert_int_eq(ta_length_array(game, 4, NULL, length, &error), TA_EINVAL);
    ck_assert_int_eq(ta_period_find(game, 9, &(ta_options){.sink = true},
                                    &(ta_summary){0}, &error),
                     TA_EINVAL);
    ta_play_free(play);
    ta_game_free(game);
}

TEST(published_values, 1)
{
    FILE *file = fopen("data/published/rules.tsv", "r");
    char line[100], rule[40], what[8];
    uint64_t k, value, rows = 0, found;
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#' || strncmp(line, "game\t", 5) == 0)
            continue;
        ck_assert_int_eq(sscanf(line, "%39s\t%7s\t%" SCNu64 "\t%" SCNu64, rule,
                                what, &k, &value),
                         4);
        ta_game *game = test_game(rule, TA_NORMAL);
        if (what[0] == 'c') {
            test_ok(ta_nth(game, k, NULL, &found, NULL));
        } else {
            uint16_t *values = test_values(TA_CONTENT_NIM, game, k + 1, NULL);
            found = values[k];
            ta_free(values);
        }
        ck_assert_msg(found == value, "%s", line);
        ta_game_free(game);
        rows++;
    }
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_uint_eq(rows, 329);
}

/* ---- errors ---- */

TEST(what_a_rule_must_not_list, 4)
{
    static random_rule rule;
    static const char *const texts[] = {
        "the rule lists 7 as an option of heap 7;",
        "the rule lists 100 as an option of heap 7;",
        "does not list the options of heap 7", ""};
    test_rng rng = test_rng_for("rules", 1);
    ta_error error = {""};
    uint64_t count, *list;
    size_t n_list;
    fill_rule(&rule, &rng);
    rule.count[7] = 1;
    rule.option[7][0] = _i == 0 ? 7 : _i == 1 ? 100 : 3;
    rule.fails = _i == 2 ? 7 : UINT64_MAX;
    ta_game *game = game_by(&rule, TA_NORMAL);
    ck_assert_int_eq(ta_count(game, 9, NULL, &count, &error), _i == 3 ? TA_OK
                                                              : _i == 2
                                                                  ? TA_EIO
                                                                  : TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, texts[_i]));
    test_ok(ta_count(game, 7, NULL, &count, NULL));
    ck_assert(ta_game_about(game)->rule);
    ck_assert_int_eq(ta_game_elements(game, 9, &list, &n_list), TA_EINVAL);
    ta_game_free(game);
    ck_assert_int_eq(
        ta_game_from_rule(list_row, &rule, (ta_convention)7, &game, &error),
        TA_EINVAL);
}

TEST(no_memory, 1)
{
    ta_game *game = test_game("divisors", TA_NORMAL);
    uint64_t count;
    test_failing f = {0};
    while (test_fails_next(&f))
        f.status = ta_count(game, 5000, NULL, &count, &f.error);
    ck_assert_uint_ge(f.failures, 3);
    ta_game_free(game);
}
