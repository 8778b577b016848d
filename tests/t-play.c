/* Sums under normal and misere play: who wins, and every winning move,
 * against the definition. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/big.h"
#include "game/game-internal.h"
#include "testing.h"

enum { HEAPS = 5, ROOM = 4096 };

/* ---- a sum, asked and answered ---- */

typedef struct answer {
    bool wins, has_sum;
    char sum[64], value[HEAPS][64];
    size_t n; /* moves: heap, taken */
    size_t heap[ROOM];
    char taken[ROOM][64];
    size_t at; /* while collecting */
} answer;

static ta_status collect(void *state, const ta_move *move)
{
    answer *a = state;
    if (a->n == ROOM || strlen(move->taken) >= sizeof *a->taken)
        return TA_ERANGE;
    a->heap[a->n] = a->at;
    strcpy(a->taken[a->n++], move->taken);
    return TA_OK;
}

static void copy(char to[64], const char *from)
{
    snprintf(to, 64, "%s", from != NULL ? from : "NA");
}

static ta_status ask_with(const char *const *game, const char *const *heap,
                          size_t n, ta_convention convention,
                          const ta_play_options *options, answer *a,
                          ta_error *error)
{
    ta_play *play = NULL;
    memset(a, 0, sizeof *a);
    ta_status st = ta_play_new(convention, &play, error);
    for (size_t i = 0; i < n && st == TA_OK; i++)
        st = ta_play_add(play, game[i], heap[i], error);
    if (st == TA_OK)
        st = ta_play_solve(play, options, error);
    if (st == TA_OK) {
        a->wins = ta_play_wins(play);
        a->has_sum = ta_play_nim_sum(play) != NULL;
        copy(a->sum, ta_play_nim_sum(play));
        for (size_t i = 0; i < n; i++)
            copy(a->value[i], ta_play_heap_at(play, i).value);
    }
    for (a->at = 0; a->at < n && st == TA_OK; a->at++) {
        bool all = false;
        st = ta_play_moves(play, a->at, 0, collect, a, &all, error);
        if (st == TA_OK && !all && (options == NULL || !options->one_move))
            st = TA_EMISMATCH;
    }
    ta_play_free(play);
    return st;
}

static void ask(const char *const *game, const char *const *heap, size_t n,
                ta_convention convention, answer *a)
{
    ta_error error = {""};
    ta_status st = ask_with(game, heap, n, convention, NULL, a, &error);
    ck_assert_msg(st == TA_OK, "%s@%s: %s", heap[0], game[0], error.text);
}

static void assert_same_moves(const answer *want, const answer *got,
                              const char *what, uint64_t seed)
{
    ck_assert_msg(want->wins == got->wins && want->n == got->n,
                  "%s, seed %" PRIu64 ": wins %d and %d, %zu moves and %zu",
                  what, seed, want->wins, got->wins, want->n, got->n);
    for (size_t k = 0; k < want->n; k++)
        if (want->heap[k] != got->heap[k] ||
            strcmp(want->taken[k], got->taken[k]) != 0)
            ck_abort_msg("%s, seed %" PRIu64 ": move %zu is %s, not %s", what,
                         seed, k, got->taken[k], want->taken[k]);
}

static void add_move(answer *a, size_t heap, uint64_t taken)
{
    a->heap[a->n] = heap;
    snprintf(a->taken[a->n++], 64, "%" PRIu64, taken);
}

/* ---- by the definition ---- */

/* A spec, and its elements below 256. */
typedef struct random_set {
    char spec[400];
    uint64_t element[64];
    size_t count;
} random_set;

static void make_set(test_rng *r, uint64_t most, random_set *s)
{
    bool in[256] = {false};
    size_t used = (size_t)snprintf(s->spec, sizeof s->spec, "list:");
    uint64_t count = 1 + test_below(r, 7);
    for (uint64_t k = 0; k < count; k++)
        in[1 + test_below(r, most)] = true;
    s->count = 0;
    for (uint64_t e = 1; e <= most; e++)
        if (in[e]) {
            used += (size_t)snprintf(s->spec + used, sizeof s->spec - used,
                                     "%s%" PRIu64, s->count > 0 ? "," : "", e);
            s->element[s->count++] = e;
        }
}

static uint16_t *define_values(const uint64_t *set, size_t count, uint64_t n)
{
    uint16_t *g = calloc(n + 1, sizeof *g);
    for (uint64_t i = 0; i < n; i++) {
        bool reached[300] = {false};
        for (size_t k = 0; k < count && set[k] <= i; k++)
            reached[g[i - set[k]]] = true;
        while (reached[g[i]])
            g[i]++;
    }
    return g;
}

/* ---- periods ---- */

START_TEST(periods_of_random_sets)
{
    test_rng r = test_rng_for("periods_of_random_sets", _i);
    for (int round = 0; round < 100; round++) {
        random_set s;
        make_set(&r, 2 + test_below(&r, round % 10 == 0 ? 60 : 20), &s);
        ta_game *game = test_game(s.spec, TA_NORMAL);
        ta_summary p;
        ck_assert_int_eq(ta_period_find(game, 1 << 18, NULL, &p, NULL), TA_OK);
        const uint64_t reach = s.element[s.count - 1];
        ck_assert(ta_game_about(game)->finite);
        ck_assert_uint_eq(ta_game_about(game)->largest, reach);
        if (p.nim.proof == TA_UNPROVED) { /* there are long ones */
            ck_assert_uint_eq(p.nim.period, 0);
            ta_game_free(game);
            continue;
        }
        uint64_t n = p.nim.preperiod + 4 * p.nim.period + 3 * reach + 100;
        uint16_t *g = define_values(s.element, s.count, n);
        unsigned largest = 0;
        uint64_t largest_at = 0, wrong = 0;
        for (uint64_t i = 0; i < n; i++) {
            if (g[i] > largest) {
                largest = g[i];
                largest_at = i;
            }
            wrong += i >= p.nim.preperiod && i + p.nim.period < n &&
                     g[i] != g[i + p.nim.period];
        }
        ck_assert_msg(wrong == 0, "%s: not a period", s.spec);
        ck_assert_uint_eq(p.largest, largest);
        ck_assert_uint_eq(p.largest_at, largest_at);
        /* both are least */
        ck_assert_msg(p.nim.preperiod == 0 ||
                          g[p.nim.preperiod - 1] !=
                              g[p.nim.preperiod - 1 + p.nim.period],
                      "%s: preperiod", s.spec);
        for (uint64_t d = 1; d < p.nim.period; d++)
            if (p.nim.period % d == 0) {
                uint64_t i = p.nim.preperiod;
                while (i < p.nim.preperiod + p.nim.period && g[i] == g[i + d])
                    i++;
                ck_assert_msg(i < p.nim.preperiod + p.nim.period,
                              "%s: %" PRIu64, s.spec, d);
            }
        free(g);
        ta_game_free(game);
    }
}
END_TEST

static ta_summary period_of(const char *spec, uint64_t search)
{
    ta_game *game = test_game(spec, TA_NORMAL);
    ta_summary p;
    ck_assert_int_eq(ta_period_find(game, search, NULL, &p, NULL), TA_OK);
    ta_game_free(game);
    return p;
}

START_TEST(known_periods)
{
    /* {1..k} has period k + 1, all multiples of one number come in blocks */
    ta_summary p = period_of("list:1-7", 1000);
    ck_assert(p.nim.proof != TA_UNPROVED && p.nim.period == 8 &&
              p.nim.preperiod == 0 && p.largest == 7);
    p = period_of("list:5", 1000);
    ck_assert(p.nim.proof != TA_UNPROVED && p.nim.period == 10 &&
              p.largest == 1);
    p = period_of("list:1,4,9", 1000);
    ck_assert(p.nim.proof != TA_UNPROVED && p.nim.period == 5 &&
              p.nim.preperiod == 0);
    /* one with a preperiod: S = {2, 4, 7}, period 3 from 8 on
     * (0 0 1 1 2 2 0 3 1 | 0 2 1 ...) */
    p = period_of("list:2,4,7", 1000);
    ck_assert(p.nim.proof != TA_UNPROVED && p.nim.period == 3 &&
              p.nim.preperiod == 8);
    p = period_of("list:1,100", 100);
    ck_assert(p.nim.proof == TA_UNPROVED && p.nim.period == 0);
    /* infinite sets: seen at most */
    p = period_of("odds", 1000);
    ck_assert(p.nim.proof == TA_UNPROVED && p.nim.period == 2 &&
              p.nim.preperiod == 0);
    p = period_of("residues:1,4mod5", 1000);
    ck_assert(p.nim.proof == TA_UNPROVED && p.nim.period == 5);
    p = period_of("squares", 10000);
    ck_assert(p.nim.proof == TA_UNPROVED && p.nim.period == 0 &&
              p.known == 10000);
    ta_game *misere = test_game("list:1", TA_MISERE);
    ck_assert_int_eq(ta_period_find(misere, 100, NULL, &p, NULL), TA_EINVAL);
    ta_game_free(misere);
    /* no moves at all */
    ta_game *empty;
    ck_assert_int_eq(ta_game_from_list(NULL, 0, TA_NORMAL, &empty, NULL),
                     TA_OK);
    ck_assert_int_eq(ta_period_find(empty, 100, NULL, &p, NULL), TA_OK);
    ck_assert(p.nim.proof != TA_UNPROVED && p.nim.period == 1 &&
              p.nim.preperiod == 0 && p.largest == 0);
    ta_game_free(empty);
}
END_TEST

/* A finite set may reach to 2^64 - 1: no number stands for "infinite". */
START_TEST(reach_to_the_last_number)
{
    static const uint64_t last[] = {UINT64_MAX,
                                    UINT64_MAX - 1,
                                    UINT64_MAX - 2,
                                    UINT64_C(1) << 63,
                                    UINT64_C(1) << 62,
                                    UINT32_MAX,
                                    1000};
    uint64_t k = last[_i / 2];
    char spec[64];
    snprintf(spec, sizeof spec, _i % 2 ? "list:5,%" PRIu64 : "list:%" PRIu64,
             k);
    ta_summary p;
    ta_game *game = test_game(spec, TA_NORMAL);
    ck_assert(ta_game_about(game)->finite);
    ck_assert_uint_eq(ta_game_about(game)->largest, k);
    ck_assert_int_eq(ta_period_find(game, 1000, NULL, &p, NULL), TA_OK);
    ck_assert(p.nim.proof == TA_UNPROVED && p.nim.period == 0 && p.known == 0);
    ta_game_free(game);

    /* beyond 2^62 a finite set is refused for want of a period alone */
    static const char *const heap[] = {"18446744073709551615",
                                       "18446744073709551616", "10^30"};
    for (size_t i = 0; i < 3; i++) {
        ta_play *play = NULL;
        ta_error error = {""};
        ta_play_options options = {.search = 1000};
        ck_assert_int_eq(
            ta_play_new(_i % 4 < 2 ? TA_NORMAL : TA_MISERE, &play, &error),
            TA_OK);
        ck_assert_int_eq(ta_play_add(play, spec, heap[i], &error), TA_OK);
        ck_assert_int_eq(ta_play_solve(play, &options, &error), TA_ERANGE);
        ck_assert_msg(strstr(error.text, "infinite") == NULL, "%s", error.text);
        ta_play_free(play);
    }
}
END_TEST

/* ---- normal play ---- */

/* Whether the player to move loses, by the nim-values of the heaps. */
static bool is_lost(const unsigned *value, size_t n, ta_convention convention)
{
    unsigned sum = 0, all = 0;
    for (size_t i = 0; i < n; i++) {
        sum ^= value[i];
        all |= value[i];
    }
    return sum == (convention == TA_MISERE && all < 2 ? 1 : 0);
}

START_TEST(sums_match_the_values)
{
    test_rng r = test_rng_for("sums_match_the_values", _i);
    for (int round = 0; round < 60; round++) {
        random_set set[HEAPS];
        uint16_t *g[HEAPS];
        uint64_t size[HEAPS];
        char text[HEAPS][32];
        const char *game[HEAPS], *heap[HEAPS];
        const ta_convention convention = (ta_convention)(_i % 2);
        answer want, got;
        size_t n = 1 + test_below(&r, 4);
        unsigned value[HEAPS], sum = 0;
        memset(&want, 0, sizeof want);
        for (size_t i = 0; i < n; i++) {
            make_set(&r, 2 + test_below(&r, 20), &set[i]);
            /* every tenth sum has heaps that are reduced by a period */
            size[i] = test_edge_biased(&r, 300) +
                      (round % 10 == 0 ? TA_PLAY_TABLE : 0);
            g[i] = define_values(set[i].element, set[i].count, size[i] + 1);
            value[i] = g[i][size[i]];
            sum ^= value[i];
            snprintf(text[i], sizeof text[i], "%" PRIu64, size[i]);
            game[i] = set[i].spec;
            heap[i] = text[i];
        }
        want.wins = !is_lost(value, n, convention);
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < set[i].count; k++) {
                uint64_t s = set[i].element[k];
                if (s > size[i])
                    break;
                value[i] = g[i][size[i] - s];
                if (is_lost(value, n, convention))
                    add_move(&want, i, s);
            }
            value[i] = g[i][size[i]];
        }
        ask(game, heap, n, convention, &got);
        assert_same_moves(&want, &got, set[0].spec, r.seed);
        ck_assert(got.has_sum || convention == TA_MISERE);
        ck_assert(!got.has_sum || strtoul(got.sum, NULL, 10) == sum);
        for (size_t i = 0; i < n; i++) {
            ck_assert(!got.has_sum ||
                      strtoul(got.value[i], NULL, 10) == value[i]);
            free(g[i]);
        }
    }
}
END_TEST

/* All single heaps of subtract-a-square below 2000, by both conventions. */
START_TEST(single_heaps_of_squares)
{
    enum { N = 2000 };
    static const char *const game[] = {"squares"};
    ta_convention convention = _i == 0 ? TA_NORMAL : TA_MISERE;
    ta_game *squares = test_game("squares", convention);
    ta_bits cold;
    ck_assert_int_eq(ta_bits_new(N, &cold), TA_OK);
    ck_assert_int_eq(
        ta_cold_bits(squares, N, &(ta_options){.engine = "naive"}, &cold, NULL),
        TA_OK);
    for (uint64_t h = 0; h < N; h += h < 200 ? 1 : 7) {
        answer want = {.wins = !ta_bits_get(&cold, h)}, got;
        char text[32];
        const char *heap[] = {text};
        snprintf(text, sizeof text, "%" PRIu64, h);
        for (uint64_t k = 1; k * k <= h; k++)
            if (ta_bits_get(&cold, h - k * k))
                add_move(&want, 0, k * k);
        ask(game, heap, 1, convention, &got);
        assert_same_moves(&want, &got, text, convention);
        ck_assert(got.has_sum ==
                  (convention == TA_NORMAL || !got.wins || h == 0));
    }
    ta_bits_free(&cold);
    ta_game_free(squares);
}
END_TEST

/* A heap and one that is larger by many periods have the same moves. */
START_TEST(huge_heaps_of_finite_sets)
{
    test_rng r = test_rng_for("huge_heaps_of_finite_sets", _i);
    for (int round = 0; round < 40; round++) {
        random_set s;
        make_set(&r, 2 + test_below(&r, 15), &s);
        ta_summary p = period_of(s.spec, 1 << 18);
        if (p.nim.proof == TA_UNPROVED)
            continue;
        const char *game[] = {s.spec, s.spec};
        mpz_t huge;
        mpz_init(huge);
        mpz_ui_pow_ui(huge, 10, 19 + test_below(&r, 30));
        mpz_mul_ui(huge, huge, p.nim.period);
        uint64_t size =
            p.nim.preperiod + 2 * s.element[s.count - 1] + test_below(&r, 1000);
        mpz_add_ui(huge, huge, size);
        char small_text[32], *huge_text = tai_big_text(huge), other[32];
        snprintf(small_text, sizeof small_text, "%" PRIu64, size);
        snprintf(other, sizeof other, "%" PRIu64, test_below(&r, 50));
        for (int convention = 0; convention < 2; convention++) {
            answer want, got;
            ask(game, (const char *[]){small_text, other}, 2,
                (ta_convention)convention, &want);
            ask(game, (const char *[]){huge_text, other}, 2,
                (ta_convention)convention, &got);
            assert_same_moves(&want, &got, s.spec, r.seed);
            if (want.has_sum)
                ck_assert_str_eq(want.value[0], got.value[0]);
        }
        ta_free(huge_text);
        mpz_clear(huge);
    }
}
END_TEST

/* A single heap by cold positions, and by nim-values that are asked for. */
START_TEST(large_heaps_by_cold_and_by_values)
{
    test_rng r = test_rng_for("large_heaps_by_cold_and_by_values", _i);
    const char *game[] = {"squares"};
    char text[32];
    const char *heap[] = {text};
    answer by_cold, by_values;
    ta_error error = {""};
    /* The first is cheap: it times its moves is at most TA_PLAY_STEPS. */
    const uint64_t size = _i == 0 ? 1050000 : 4300000 + test_below(&r, 3000);
    const ta_play_options options = {.search = size + 1};
    snprintf(text, sizeof text, "%" PRIu64, size);
    ask(game, heap, 1, TA_NORMAL, &by_cold);
    ck_assert_int_eq(
        ask_with(game, heap, 1, TA_NORMAL, &options, &by_values, &error),
        TA_OK);
    ck_assert(by_values.has_sum);
    ck_assert(by_cold.has_sum == (_i == 0 || !by_cold.wins));
    assert_same_moves(&by_cold, &by_values, text, r.seed);
}
END_TEST

/* ---- the Moser game ---- */

START_TEST(moser_matches_engines)
{
    enum { N = 1 << 22, TABLE = 3000 };
    static const char *const game[] = {"moser"};
    for (int convention = 0; convention < 2; convention++) {
        ta_game *moser = test_game("moser", (ta_convention)convention);
        ta_bits cold;
        uint64_t wrong = 0;
        ck_assert_int_eq(ta_bits_new(N, &cold), TA_OK);
        ck_assert_int_eq(ta_cold_bits(moser, N, NULL, &cold, NULL), TA_OK);
        for (uint64_t h = 0; h < N; h++) {
            bool closed = convention == TA_NORMAL
                              ? (h & 0x5555555555555555u) == 0
                              : h > 0 && ((h - 1) & 0x5555555555555555u) == 0;
            wrong += closed != ta_bits_get(&cold, h);
        }
        ck_assert_uint_eq(wrong, 0);
        for (uint64_t h = 0; h < TABLE; h += h < 300 ? 1 : 11) {
            answer want = {.wins = !ta_bits_get(&cold, h)}, got;
            char text[32];
            snprintf(text, sizeof text, "%" PRIu64, h);
            for (uint64_t s = 1; s <= h; s++)
                if ((s & 0xaaaaaaaaaaaaaaaau) == 0 && ta_bits_get(&cold, h - s))
                    add_move(&want, 0, s);
            ask(game, (const char *[]){text}, 1, (ta_convention)convention,
                &got);
            assert_same_moves(&want, &got, text, (uint64_t)convention);
        }
        ta_bits_free(&cold);
        ta_game_free(moser);
    }
}
END_TEST

/* Sums of the Moser game with another, by the definition. */
START_TEST(moser_sums)
{
    enum { N = 1500 };
    static const char *const game[] = {"moser", "list:1-6", "moser"};
    test_rng r = test_rng_for("moser_sums", _i);
    const ta_convention convention = (ta_convention)_i;
    uint64_t set[64], six[] = {1, 2, 3, 4, 5, 6};
    size_t count = 0;
    for (uint64_t s = 1; s < N; s++)
        if ((s & 0xaaaaaaaaaaaaaaaau) == 0)
            set[count++] = s;
    uint16_t *g = define_values(set, count, N);
    uint16_t *other = define_values(six, 6, N);
    for (int round = 0; round < 300; round++) {
        uint64_t size[3];
        char text[3][32];
        unsigned value[3], sum = 0;
        for (int i = 0; i < 3; i++) {
            /* small ones, so that values below 2 meet larger ones */
            size[i] = test_below(&r, round % 2 ? N : 9);
            value[i] = i == 1 ? other[size[i]] : g[size[i]];
            sum ^= value[i];
            snprintf(text[i], sizeof text[i], "%" PRIu64, size[i]);
        }
        answer want, got;
        memset(&want, 0, sizeof want);
        want.wins = !is_lost(value, 3, convention);
        for (size_t i = 0; i < 3; i++) {
            const uint16_t *v = i == 1 ? other : g;
            unsigned before = value[i];
            for (size_t k = 0; k < (i == 1 ? 6 : count); k++) {
                uint64_t s = i == 1 ? six[k] : set[k];
                if (s > size[i])
                    break;
                value[i] = v[size[i] - s];
                if (is_lost(value, 3, convention))
                    add_move(&want, i, s);
            }
            value[i] = before;
        }
        ask(game, (const char *[]){text[0], text[1], text[2]}, 3, convention,
            &got);
        assert_same_moves(&want, &got, "moser", r.seed);
        ck_assert(!got.has_sum || strtoul(got.sum, NULL, 10) == sum);
    }
    free(g);
    free(other);
}
END_TEST

static ta_status first_move(void *state, const ta_move *move)
{
    char **left = state;
    free(*left);
    *left = strdup(move->n_parts > 0 ? move->part[0] : "0");
    return TA_OK;
}

/* Heaps of thousands of digits: there is a winning move, and what it leaves is
 * lost. */
START_TEST(moser_of_any_size)
{
    test_rng r = test_rng_for("moser_of_any_size", _i);
    for (int round = 0; round < 40; round++) {
        mpz_t a, b;
        mpz_init(a);
        mpz_init(b);
        mpz_ui_pow_ui(a, 3 + test_below(&r, 90), 1 + test_below(&r, 3000));
        mpz_ui_pow_ui(b, 3 + test_below(&r, 90), 1 + test_below(&r, 3000));
        mpz_add_ui(b, b, test_random(&r));
        char *text[2] = {tai_big_text(a), tai_big_text(b)};
        ta_convention convention = (ta_convention)(_i % 2);
        size_t n = 1 + (size_t)_i / 2, listed = 0;
        ta_play *play;
        ck_assert_int_eq(ta_play_new(convention, &play, NULL), TA_OK);
        for (size_t i = 0; i < n; i++)
            ck_assert_int_eq(ta_play_add(play, "moser", text[i], NULL), TA_OK);
        ck_assert_int_eq(ta_play_solve(play, NULL, NULL), TA_OK);
        for (size_t i = 0; i < n; i++) {
            char *left = NULL;
            bool all;
            ck_assert_int_eq(
                ta_play_moves(play, i, 0, first_move, &left, &all, NULL),
                TA_OK);
            ck_assert(all);
            if (left == NULL)
                continue;
            listed++;
            ta_play *after;
            ck_assert_int_eq(ta_play_new(convention, &after, NULL), TA_OK);
            for (size_t k = 0; k < n; k++)
                ck_assert_int_eq(
                    ta_play_add(after, "moser", k == i ? left : text[k], NULL),
                    TA_OK);
            ck_assert_int_eq(ta_play_solve(after, NULL, NULL), TA_OK);
            ck_assert(!ta_play_wins(after));
            ta_play_free(after);
            free(left);
        }
        ck_assert((listed > 0) == ta_play_wins(play));
        ta_play_free(play);
        ta_free(text[0]);
        ta_free(text[1]);
        mpz_clear(a);
        mpz_clear(b);
    }
}
END_TEST

/* ---- misere sums ---- */

/* All positions of a sum, by the definition: a position with heaps at[i] has
 * the number of the sum of at[i] * step[i]. */
typedef struct box {
    size_t n;
    random_set set[HEAPS];
    uint64_t size[HEAPS], step[HEAPS];
    bool *cold;
} box;

/* One whose player to move has no move is hot. */
static void define_cold(box *x)
{
    uint64_t all = 1;
    for (size_t i = 0; i < x->n; i++) {
        x->step[i] = all;
        all *= x->size[i] + 1;
    }
    x->cold = calloc(all, sizeof *x->cold);
    for (uint64_t p = 0; p < all; p++) {
        bool moves = false, to_cold = false;
        for (size_t i = 0; i < x->n; i++) {
            uint64_t at = p / x->step[i] % (x->size[i] + 1);
            const random_set *s = &x->set[i];
            for (size_t k = 0; k < s->count && s->element[k] <= at; k++) {
                moves = true;
                to_cold |= x->cold[p - s->element[k] * x->step[i]];
            }
        }
        x->cold[p] = moves && !to_cold;
    }
}

/* A finite set, an infinite one, one without a move from any heap of the test,
 * or the set of the first heap. */
static void any_set(test_rng *r, const random_set *first, random_set *s)
{
    enum { LARGEST = 120 };
    static const char *const named[] = {
        "squares",    "primes",           "odds",        "cubes",
        "triangular", "residues:1,4mod5", "list:100000", "moser"};
    uint64_t shape = test_below(r, 4);
    if (shape == 0) {
        *s = *first;
    } else if (shape == 1) {
        uint64_t *set;
        snprintf(s->spec, sizeof s->spec, "%s", named[test_below(r, 8)]);
        ta_game *game = test_game(s->spec, TA_NORMAL);
        ck_assert_int_eq(ta_game_elements(game, LARGEST + 1, &set, &s->count),
                         TA_OK);
        memcpy(s->element, set, s->count * sizeof *set);
        ta_free(set);
        ta_game_free(game);
    } else {
        make_set(r, 1 + test_below(r, 12), s);
    }
}

/* Every listed move must be a winning one, and there must be one. */
static void assert_some_moves(const answer *all, const answer *some,
                              uint64_t seed)
{
    size_t k = 0;
    for (size_t i = 0; i < some->n; i++, k++) {
        while (k < all->n && (all->heap[k] != some->heap[i] ||
                              strcmp(all->taken[k], some->taken[i]) != 0))
            k++;
        ck_assert_msg(k < all->n, "seed %" PRIu64 ": %s does not win", seed,
                      some->taken[i]);
    }
    ck_assert_msg(all->wins == some->wins && (all->n > 0) == (some->n > 0),
                  "seed %" PRIu64 ": %zu moves, not one of %zu", seed, some->n,
                  all->n);
}

START_TEST(misere_sums_match_the_definition)
{
    static const uint64_t most[HEAPS] = {120, 70, 20, 10, 7};
    test_rng r = test_rng_for("misere_sums_match_the_definition", _i);
    for (int round = 0; round < 100; round++) {
        box x = {.n = 1 + (size_t)round % HEAPS};
        char text[HEAPS][32];
        const char *game[HEAPS], *heap[HEAPS];
        uint64_t start = 0;
        make_set(&r, 1 + test_below(&r, 12), &x.set[0]);
        for (size_t i = 0; i < x.n; i++) {
            any_set(&r, &x.set[0], &x.set[i]);
            x.size[i] = test_edge_biased(&r, most[x.n - 1]);
            snprintf(text[i], sizeof text[i], "%" PRIu64, x.size[i]);
            game[i] = x.set[i].spec;
            heap[i] = text[i];
        }
        define_cold(&x);
        for (size_t i = 0; i < x.n; i++)
            start += x.size[i] * x.step[i];
        answer want, got;
        memset(&want, 0, sizeof want);
        want.wins = !x.cold[start];
        for (size_t i = 0; i < x.n; i++)
            for (size_t k = 0; k < x.set[i].count; k++) {
                uint64_t s = x.set[i].element[k];
                if (s <= x.size[i] && x.cold[start - s * x.step[i]])
                    add_move(&want, i, s);
            }
        ask(game, heap, x.n, TA_MISERE, &got);
        assert_same_moves(&want, &got, game[0], r.seed);
        ta_error error = {""};
        ck_assert_int_eq(ask_with(game, heap, x.n, TA_MISERE,
                                  &(ta_play_options){.one_move = true}, &got,
                                  &error),
                         TA_OK);
        assert_some_moves(&want, &got, r.seed);
        free(x.cold);
    }
}
END_TEST

/* The only move from heap 3 of .31 is to heap 2, which moves to 0 and 1: the
 * values are 0, 1, 2, 0, and heap 3 is cold under misere play too. */
START_TEST(octal_games_do_not_follow_the_theorem)
{
    static const char *const spec[] = {".31"}, *const three[] = {"3"};
    answer normal, misere;
    ask(spec, three, 1, TA_NORMAL, &normal);
    ask(spec, three, 1, TA_MISERE, &misere);
    ck_assert_str_eq(normal.value[0], "0");
    ck_assert(!normal.wins && !misere.wins);
}
END_TEST

START_TEST(misere_of_squares)
{
    static const unsigned cold[] = {1,  3,  6,  8,  11, 13, 16,
                                    18, 21, 23, 35, 40, 45};
    size_t next = 0;
    for (unsigned h = 0; h < 46; h++) {
        char text[32];
        answer a;
        snprintf(text, sizeof text, "%u", h);
        ask((const char *[]){"squares"}, (const char *[]){text}, 1, TA_MISERE,
            &a);
        bool is_cold = next < sizeof cold / sizeof *cold && cold[next] == h;
        ck_assert_msg(a.wins == !is_cold, "%u", h);
        next += is_cold;
        /* and beside heaps that have no move, whatever their number */
        ask((const char *[]){"squares", "list:50", "squares", "list:9"},
            (const char *[]){text, "49", "0", "8"}, 4, TA_MISERE, &a);
        ck_assert(a.wins == !is_cold);
    }
    ck_assert_uint_eq(next, sizeof cold / sizeof *cold);
}
END_TEST

/* ---- octal games ---- */

START_TEST(octal_moves_are_all_listed)
{
    static const char *const code[] = {".07",    ".77", ".16",
                                       "grundy", "4.3", ".377"};
    enum { N = 90 };
    test_rng r = test_rng_for("octal_moves_are_all_listed", _i);
    ta_game *game;
    uint16_t g[N];
    ck_assert_int_eq(ta_game_new(code[_i], TA_NORMAL, &game, NULL), TA_OK);
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, N, NULL,
                            &(ta_sink){tai_block_store, g}, NULL),
                     TA_OK);
    bool unequal = strcmp(code[_i], "grundy") == 0;
    const char *text_code = ta_game_about(game)->octal;
    for (int round = 0; round < 40; round++) {
        uint64_t h = test_below(&r, N), k = test_below(&r, N);
        unsigned target = g[k];
        size_t moves = 0;
        for (uint64_t t = 0; t <= h; t++) {
            unsigned digit = 0;
            if (unequal)
                digit = t == 0 ? 4 : 0;
            else if (t == 0)
                digit = (unsigned)(text_code[0] - '0');
            else if (t + 1 < strlen(text_code))
                digit = (unsigned)(text_code[t + 1] - '0');
            moves += (digit & 1) != 0 && t == h && t > 0 && target == 0;
            moves += (digit & 2) != 0 && t > 0 && t < h && g[h - t] == target;
            for (uint64_t x = 1; (digit & 4) != 0 && 2 * x <= h - t; x++)
                moves += !(unequal && 2 * x == h - t) &&
                         (g[x] ^ g[h - t - x]) == target;
        }
        /* the other heap makes the target: only a sum that is won has moves */
        char a[32], b[32];
        answer got;
        snprintf(a, sizeof a, "%" PRIu64, h);
        snprintf(b, sizeof b, "%" PRIu64, k);
        ask((const char *[]){code[_i], code[_i]}, (const char *[]){a, b}, 2,
            TA_NORMAL, &got);
        size_t listed = 0;
        for (size_t i = 0; i < got.n; i++)
            listed += got.heap[i] == 0;
        ck_assert(got.wins == (g[h] != g[k]));
        ck_assert_msg(listed == (got.wins ? moves : 0),
                      "%s: %s beside %s: %zu, not %zu", code[_i], a, b, listed,
                      moves);
    }
    ta_game_free(game);
}
END_TEST

/* Octal games of any size, a subtraction game and the Moser game at once:
 * whatever move is listed leaves a sum that is lost. */
typedef struct after {
    const char *game[6], *heap[6];
    size_t n, which;
    size_t moves;
} after;

static ta_status must_leave_a_loss(void *state, const ta_move *move)
{
    after *a = state;
    const char *game[8], *heap[8];
    size_t n = 0;
    for (size_t i = 0; i < a->n; i++) {
        if (i == a->which)
            continue;
        game[n] = a->game[i];
        heap[n++] = a->heap[i];
    }
    for (unsigned k = 0; k < move->n_parts; k++) {
        game[n] = a->game[a->which];
        heap[n++] = move->part[k];
    }
    ta_play *play;
    ck_assert_int_eq(ta_play_new(TA_NORMAL, &play, NULL), TA_OK);
    for (size_t i = 0; i < n; i++)
        ck_assert_int_eq(ta_play_add(play, game[i], heap[i], NULL), TA_OK);
    ck_assert_int_eq(ta_play_solve(play, NULL, NULL), TA_OK);
    ck_assert_msg(!ta_play_wins(play), "%s of %s leaves a win", move->taken,
                  a->heap[a->which]);
    ta_play_free(play);
    a->moves++;
    return TA_OK;
}

START_TEST(sums_mix_games)
{
    test_rng r = test_rng_for("sums_mix_games", 0);
    for (int round = 0; round < 40; round++) {
        static const char *const game[] = {"kayles", "domino", "squares",
                                           "moser"};
        char heap[4][40];
        after a = {.n = 4};
        ta_play *play;
        ck_assert_int_eq(ta_play_new(TA_NORMAL, &play, NULL), TA_OK);
        for (size_t i = 0; i < 4; i++) {
            snprintf(heap[i], sizeof heap[i], "%" PRIu64 "%s",
                     test_below(&r, 200), i < 2 && round % 4 == 0 ? "e20" : "");
            a.game[i] = game[i];
            a.heap[i] = heap[i];
            ck_assert_int_eq(ta_play_add(play, game[i], heap[i], NULL), TA_OK);
        }
        ck_assert_int_eq(ta_play_solve(play, NULL, NULL), TA_OK);
        for (a.which = 0; a.which < 4; a.which++) {
            bool all;
            ck_assert_int_eq(ta_play_moves(play, a.which, 3, must_leave_a_loss,
                                           &a, &all, NULL),
                             TA_OK);
        }
        ck_assert((a.moves > 0) == ta_play_wins(play));
        ta_play_free(play);
    }
}
END_TEST

/* ---- what goes wrong ---- */

static int stop_at_once(void *state, double share, uint64_t done)
{
    (void)state;
    (void)share;
    (void)done;
    return 1;
}

START_TEST(stops_and_limits)
{
    static const struct {
        const char *game, *heap, *other;
        ta_convention convention;
    } sums[] = {
        {"squares", "5000000", NULL, TA_NORMAL}, /* by cold ones */
        {"squares", "30000", "4000", TA_NORMAL},
        {"squares", "3000", "4000", TA_MISERE},
        {"list:1,5,7,33", "1e30", NULL, TA_NORMAL},
        {"list:1,5,7,33", "1e30", NULL, TA_MISERE},
    };
    ta_options stop = {.progress = stop_at_once}, little = {.max_memory = 64};
    const ta_play_options stopping = {.run = &stop}, poor = {.run = &little};
    const char *game[] = {sums[_i].game, sums[_i].game};
    const char *heap[] = {sums[_i].heap, sums[_i].other};
    size_t n = sums[_i].other != NULL ? 2 : 1;
    static answer a;
    ta_error error = {""};
    ck_assert_int_eq(
        ask_with(game, heap, n, sums[_i].convention, &stopping, &a, &error),
        TA_ECANCELLED);
    ck_assert_str_ne(error.text, "");
    error.text[0] = '\0';
    ta_status st =
        ask_with(game, heap, n, sums[_i].convention, &poor, &a, &error);
    /* without room for a period a heap of 10^30 is out of range */
    ck_assert_msg(
        st == (strncmp(game[0], "list", 4) == 0 ? TA_ERANGE : TA_ELIMIT), "%d",
        st);
    ck_assert_str_ne(error.text, "");
    /* every allocation fails once */
    uint64_t before = tai_alloc_calls();
    ck_assert_int_eq(
        ask_with(game, heap, n, sums[_i].convention, NULL, &a, &error), TA_OK);
    uint64_t calls = tai_alloc_calls() - before, step = 1 + calls / 150;
    for (uint64_t k = 1; k <= calls; k += step) {
        error.text[0] = '\0';
        tai_alloc_fail_at(k);
        st = ask_with(game, heap, n, sums[_i].convention, NULL, &a, &error);
        tai_alloc_fail_at(0);
        ck_assert_msg(st == TA_ENOMEM || st == TA_OK,
                      "%s: allocation %" PRIu64 " of %" PRIu64 " gave %d",
                      heap[0], k, calls, st);
        ck_assert(st == TA_OK || error.text[0] != '\0');
    }
}
END_TEST

START_TEST(refuses)
{
    ta_play *play;
    ta_error error;
    ck_assert_int_eq(ta_play_new(TA_MISERE, &play, &error), TA_OK);
    static const char *const bad[] = {"", "-1", "1.5", "x", "1e", "2+", " 1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error.text[0] = '\0';
        ck_assert_int_eq(ta_play_add(play, "squares", bad[i], &error),
                         TA_EINVAL);
        ck_assert_ptr_nonnull(strstr(error.text, "non-negative integers"));
    }
    ck_assert_int_eq(ta_play_add(play, "nothing", "5", &error), TA_EINVAL);
    ck_assert_int_eq(ta_play_add(play, "squares", "10^1000000000", &error),
                     TA_ERANGE);
    ck_assert_uint_eq(ta_play_count(play), 0);
    ck_assert_int_eq(ta_play_add(play, "squares", "3", &error), TA_OK);
    ta_start start = {.sink = true};
    ta_options given = {.start = &start};
    ck_assert_int_eq(
        ta_play_solve(play, &(ta_play_options){.run = &given}, &error),
        TA_EINVAL);
    ck_assert_ptr_nonnull(
        strstr(error.text, "only to the search for a period"));
    ck_assert_int_eq(ta_play_add(play, "kayles", "5", &error), TA_OK);
    ck_assert_int_eq(ta_play_solve(play, NULL, &error), TA_ERANGE);
    ck_assert_ptr_nonnull(strstr(error.text, "heaps of that game only"));
    ta_play_free(play);
}
END_TEST

static ta_status count_move(void *state, const ta_move *move)
{
    (void)move;
    ++*(size_t *)state;
    return TA_OK;
}

START_TEST(limits_are_kept)
{
    static const char *const heap[] = {"10^50", "99"};
    static const char *const game[] = {"domino", "odds"};
    for (int i = 0; i < 2; i++) {
        ta_play *play;
        bool all;
        size_t count = 0, most = 0;
        ck_assert_int_eq(ta_play_new(TA_NORMAL, &play, NULL), TA_OK);
        ck_assert_int_eq(ta_play_add(play, game[i], heap[i], NULL), TA_OK);
        ck_assert_int_eq(ta_play_solve(play, NULL, NULL), TA_OK);
        ck_assert_int_eq(
            ta_play_moves(play, 0, 0, count_move, &most, &all, NULL), TA_OK);
        /* of 10^50 there are more, further by whole periods */
        ck_assert(all == (i == 1));
        ck_assert_uint_gt(most, 1);
        ck_assert_int_eq(
            ta_play_moves(play, 0, most - 1, count_move, &count, &all, NULL),
            TA_OK);
        ck_assert_uint_eq(count, most - 1);
        ck_assert(!all);
        ta_play_free(play);
    }
}
END_TEST

const struct test_suite test_suite = {
    .cases = {{&periods_of_random_sets, 2},
              {&known_periods, 1},
              {&reach_to_the_last_number, 14},
              {&sums_match_the_values, 6},
              {&single_heaps_of_squares, 2},
              {&huge_heaps_of_finite_sets, 2},
              {&large_heaps_by_cold_and_by_values, 3},
              {&moser_matches_engines, 1},
              {&moser_sums, 2},
              {&moser_of_any_size, 4},
              {&misere_sums_match_the_definition, 4},
              {&misere_of_squares, 1},
              {&octal_games_do_not_follow_the_theorem, 1},
              {&octal_moves_are_all_listed, 6},
              {&sums_mix_games, 1},
              {&stops_and_limits, 5},
              {&refuses, 1},
              {&limits_are_kept, 1}}};
