/* Sums under normal and misere play: who wins, and every winning move,
 * against the definition. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/every-move.h"
#include "base/big.h"
#include "octal/octal-internal.h"
#include "play/play-internal.h"
#include "testing.h"

enum { HEAPS = 5, ROOM = 4096, LARGEST = 2000 };

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
    ta_game *own = NULL; /* of the last heap, if the first has another */
    memset(a, 0, sizeof *a);
    ta_status st = ta_play_new(convention, &play, error);
    if (st == TA_OK && strcmp(game[0], game[n - 1]) != 0)
        st = ta_game_new(game[n - 1], convention, &own, error);
    for (size_t i = 0; i < n && st == TA_OK; i++)
        st = i + 1 == n && own != NULL
                 ? ta_play_add_game(play, own, heap[i], error)
                 : ta_play_add(play, game[i], heap[i], error);
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
    ta_game_free(own);
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

/* ---- sums and their definition ---- */

/* A spec, and its elements below LARGEST. */
typedef struct random_set {
    char spec[400];
    uint64_t element[LARGEST];
    size_t count;
} random_set;

static void make_set(test_rng *r, uint64_t most, random_set *s)
{
    bool in[256] = {false};
    size_t used = (size_t)snprintf(s->spec, sizeof s->spec, "list:");
    for (uint64_t k = 1 + test_below(r, 7); k > 0; k--)
        in[1 + test_below(r, most)] = true;
    s->count = 0;
    for (uint64_t e = 1; e <= most; e++)
        if (in[e]) {
            used += (size_t)snprintf(s->spec + used, sizeof s->spec - used,
                                     "%s%" PRIu64, s->count > 0 ? "," : "", e);
            s->element[s->count++] = e;
        }
}

/* Makes a finite set, an infinite one, one without a move from any heap of the
 * test, or the set of the first heap. */
static void any_set(test_rng *r, const random_set *first, random_set *s)
{
    static const char *const named[] = {
        "squares",          "primes",      "odds",  "cubes", "triangular",
        "residues:1,4mod5", "list:100000", "moser", "nim",   "squares-1+cubes"};
    const uint64_t shape = test_below(r, 4);
    if (shape == 0 && first != s) {
        *s = *first;
    } else if (shape == 1) {
        uint64_t *set;
        snprintf(s->spec, sizeof s->spec, "%s", named[test_below(r, 10)]);
        ta_game *game = test_game(s->spec, TA_NORMAL);
        test_ok(ta_game_elements(game, LARGEST, &set, &s->count));
        memcpy(s->element, set, s->count * sizeof *set);
        ta_free(set);
        ta_game_free(game);
    } else {
        make_set(r, 1 + test_below(r, 20), s);
    }
}

/* A sum, the nim-values of its games and, if it is small, which of all its
 * positions are cold: a position with heaps at[i] has the number of the sum of
 * at[i] * step[i]. */
typedef struct sum {
    size_t n;
    ta_convention convention;
    random_set set[HEAPS];
    uint64_t size[HEAPS];
    char text[HEAPS][64];
    const char *game[HEAPS], *heap[HEAPS];
    uint16_t *g[HEAPS];
    uint64_t step[HEAPS], start;
    bool *cold;
} sum;

static void define_values(sum *x, size_t i)
{
    const random_set *s = &x->set[i];
    uint16_t *g = x->g[i] = calloc(x->size[i] + 1, sizeof *g);
    for (uint64_t n = 0; n <= x->size[i]; n++) {
        bool reached[LARGEST + 1] = {false};
        for (size_t k = 0; k < s->count && s->element[k] <= n; k++)
            reached[g[n - s->element[k]]] = true;
        while (reached[g[n]])
            g[n]++;
    }
}

/* A position without a move is cold under normal play, and hot under misere
 * play. */
static void define_cold(sum *x)
{
    uint64_t all = 1;
    for (size_t i = 0; i < x->n; i++) {
        x->step[i] = all;
        all *= x->size[i] + 1;
    }
    x->start = all - 1;
    x->cold = calloc(all, sizeof *x->cold);
    for (uint64_t p = 0; p < all; p++) {
        bool moves = false, to_cold = false;
        for (size_t i = 0; i < x->n; i++) {
            const uint64_t at = p / x->step[i] % (x->size[i] + 1);
            const random_set *s = &x->set[i];
            for (size_t k = 0; k < s->count && s->element[k] <= at; k++) {
                moves = true;
                to_cold |= x->cold[p - s->element[k] * x->step[i]];
            }
        }
        x->cold[p] = (moves || x->convention == TA_NORMAL) && !to_cold;
    }
}

/* Returns whether the player to move loses after a move, by the definition or,
 * in a large sum, by the nim-values. */
static bool is_lost(const sum *x, size_t heap, uint64_t taken)
{
    unsigned nim = 0, all = 0;
    if (x->cold != NULL)
        return x->cold[x->start - taken * x->step[heap]];
    for (size_t i = 0; i < x->n; i++) {
        const unsigned v = x->g[i][x->size[i] - (i == heap ? taken : 0)];
        nim ^= v;
        all |= v;
    }
    return nim == (x->convention == TA_MISERE && all < 2 ? 1 : 0);
}

static void define_answer(const sum *x, answer *a)
{
    memset(a, 0, sizeof *a);
    a->wins = !is_lost(x, 0, 0);
    for (size_t i = 0; i < x->n; i++)
        for (size_t k = 0; k < x->set[i].count; k++) {
            const uint64_t s = x->set[i].element[k];
            if (s > x->size[i] || !is_lost(x, i, s))
                continue;
            a->heap[a->n] = i;
            snprintf(a->taken[a->n++], 64, "%" PRIu64, s);
        }
}

/* Asserts that every move of `some` is one of `all`, and that there is one if
 * `all` has one. */
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

/* Adds a multiple of the period to the last heap, if the period is proved. */
static void enlarge(sum *x, test_rng *r)
{
    const size_t i = x->n - 1;
    ta_game *game = test_game(x->set[i].spec, TA_NORMAL);
    ta_summary p;
    test_ok(ta_period_find(game, 1 << 18, NULL, &p, NULL));
    ta_game_free(game);
    if (p.nim.proof == TA_UNPROVED)
        return;
    mpz_t huge;
    mpz_init(huge);
    mpz_ui_pow_ui(huge, 10, 19 + test_below(r, 30));
    mpz_mul_ui(huge, huge, p.nim.period);
    mpz_add_ui(huge, huge, x->size[i]);
    char *text = tai_big_text(huge, false);
    copy(x->text[i], text);
    ta_free(text);
    mpz_clear(huge);
}

/* Three in four sums are small: the definition decides them. One of two heaps
 * may be far larger than the other. Of the other sums every fifth has heaps
 * that are reduced by a period, however large they are. */
TEST(sums_match_the_definition, 8)
{
    static const uint64_t most[HEAPS] = {1900, 70, 20, 10, 7};
    test_rng r = test_rng_for("sums_match_the_definition", _i);
    for (int round = 0; round < 100; round++) {
        const bool small = round % 4 > 0, huge = round % 20 == 0;
        const bool far = round % 3 == 0;
        static answer want, got;
        sum x = {.n = 1 + test_below(&r, HEAPS),
                 .convention = (ta_convention)(_i % 2)};
        unsigned nim = 0;
        for (size_t i = 0; i < x.n; i++) {
            if (huge)
                make_set(&r, 2 + test_below(&r, 20), &x.set[i]);
            else
                any_set(&r, &x.set[0], &x.set[i]);
            const uint64_t top = !small            ? 300
                                 : x.n == 2 && far ? (i == 0 ? 500 : 8)
                                                   : most[x.n - 1];
            x.size[i] = test_edge_biased(&r, top) + (huge ? TA_PLAY_TABLE : 0);
            snprintf(x.text[i], sizeof x.text[i], "%" PRIu64, x.size[i]);
            x.game[i] = x.set[i].spec;
            x.heap[i] = x.text[i];
            define_values(&x, i);
            nim ^= x.g[i][x.size[i]];
        }
        if (huge)
            enlarge(&x, &r);
        if (small)
            define_cold(&x);
        define_answer(&x, &want);
        ask(x.game, x.heap, x.n, x.convention, &got);
        assert_same_moves(&want, &got, x.game[0], r.seed);
        ck_assert(got.has_sum || x.convention == TA_MISERE);
        ck_assert(!got.has_sum || strtoul(got.sum, NULL, 10) == nim);
        for (size_t i = 0; i < x.n; i++) {
            ck_assert(!got.has_sum ||
                      strtoul(got.value[i], NULL, 10) == x.g[i][x.size[i]]);
            free(x.g[i]);
        }
        test_ok(ask_with(x.game, x.heap, x.n, x.convention,
                         &(ta_play_options){.one_move = true}, &got,
                         &(ta_error){""}));
        assert_some_moves(&want, &got, r.seed);
        free(x.cold);
    }
}

/* ---- periods ---- */

/* Sets of many numbers in few ranges: the period, and the moves of a far heap,
 * against values by the definition. */
TEST(ranges_are_right, 20)
{
    enum { N = 1 << 14 };
    static uint16_t value[N];
    static const ta_options by_definition = {.engine = "naive"};
    test_rng r = test_rng_for("ranges_are_right", _i);
    char spec[200] = "list:", heap[2][40];
    size_t used = 5;
    uint64_t at = 1 + test_below(&r, 30);
    for (uint64_t k = 1 + test_below(&r, 4); k > 0; k--) {
        const uint64_t last = at + 70 + test_below(&r, 60);
        used += (size_t)snprintf(spec + used, sizeof spec - used,
                                 "%s%" PRIu64 "-%" PRIu64, used > 5 ? "," : "",
                                 at, last);
        at = last + 2 + test_below(&r, 50);
    }
    ta_game *game = test_game(spec, TA_NORMAL);
    ta_summary p;
    test_ok(ta_nim_array(game, N, &by_definition, value, NULL));
    test_ok(ta_period_find(game, N / 2, NULL, &p, NULL));
    const uint64_t e = p.nim.preperiod, step = p.nim.period;
    uint64_t same = 0;
    for (uint64_t i = e; step > 0 && i + step < N; i++)
        same += value[i] == value[i + step];
    ck_assert_msg(step == 0 || same == N - e - step, "%s", spec);
    ck_assert(step == 0 || e == 0 || value[e - 1] != value[e - 1 + step]);
    const uint64_t near = e + at + test_below(&r, 1000);
    static answer of[2]; /* of a heap, and of one whole periods larger */
    for (int k = 0; k < 2 && step > 0; k++) {
        snprintf(heap[k], sizeof heap[k], "%" PRIu64,
                 near + (uint64_t)k * (UINT64_MAX / 2 / step * step));
        ask((const char *[]){spec}, (const char *[]){heap[k]}, 1, TA_NORMAL,
            &of[k]);
    }
    if (step > 0)
        assert_same_moves(&of[0], &of[1], spec, r.seed);
    ta_game_free(game);
}

TEST(known_periods, 1)
{
    static const struct {
        const char *spec;
        uint64_t search, period, preperiod;
        unsigned largest;
        uint64_t largest_at;
        bool proved;
    } known[] = {
        /* {1..k} has the period k + 1; the values of {k} come in blocks. */
        {"list:1-7", 1000, 8, 0, 7, 7, true},
        {"list:5", 1000, 10, 0, 1, 5, true},
        {"list:1,4,9", 1000, 5, 0, 2, 4, true},
        /* 0 0 1 1 2 2 0 3 1 | 0 2 1 ... */
        {"list:2,4,7", 1000, 3, 8, 3, 7, true},
        {"list:1,100", 100, 0, 0, 0, 0, false},
        /* Periods of infinite sets are seen at most. */
        {"odds", 1000, 2, 0, 1, 1, false},
        {"residues:1,4mod5", 1000, 5, 0, 2, 4, false},
        {"squares", 10000, 0, 0, 33, 9419, false},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        ta_game *game = test_game(known[k].spec, TA_NORMAL);
        ta_summary p;
        test_ok(ta_period_find(game, known[k].search, NULL, &p, NULL));
        ta_game_free(game);
        ck_assert_msg((p.nim.proof != TA_UNPROVED) == known[k].proved &&
                          p.nim.period == known[k].period &&
                          p.nim.preperiod == known[k].preperiod &&
                          p.largest == known[k].largest &&
                          p.largest_at == known[k].largest_at,
                      "%s: %" PRIu64 " %" PRIu64 " %u %" PRIu64, known[k].spec,
                      p.nim.period, p.nim.preperiod, p.largest, p.largest_at);
        ck_assert(strncmp(known[k].spec, "list", 4) == 0 ||
                  p.known == known[k].search);
    }
    ta_summary p;
    ta_game *misere = test_game("list:1", TA_MISERE), *empty;
    ck_assert_int_eq(ta_period_find(misere, 100, NULL, &p, NULL), TA_EINVAL);
    ta_game_free(misere);
    test_ok(ta_game_from_list(NULL, 0, TA_NORMAL, &empty, NULL));
    test_ok(ta_period_find(empty, 100, NULL, &p, NULL));
    ck_assert(p.nim.proof != TA_UNPROVED && p.nim.period == 1 &&
              p.nim.preperiod == 0 && p.largest == 0);
    ta_game_free(empty);
}

/* A single heap by cold positions, and by nim-values that are asked for. */
TEST_SAMPLED(large_heaps_by_cold_and_by_values, 3, test_watched() ? 3 : 1)
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
    test_ok(ask_with(game, heap, 1, TA_NORMAL, &options, &by_values, &error));
    ck_assert(by_values.has_sum);
    ck_assert(by_cold.has_sum == (_i == 0 || !by_cold.wins));
    assert_same_moves(&by_cold, &by_values, text, r.seed);
}

/* ---- whatever move is listed leaves a sum that is lost ---- */

typedef struct after {
    const char *const *game;
    const char *heap[4];
    size_t n, which, moves;
    ta_convention convention;
} after;

static ta_play *solved_sum(const after *a, const ta_move *move)
{
    ta_play *play;
    test_ok(ta_play_new(a->convention, &play, NULL));
    for (size_t i = 0; i < a->n; i++)
        if (move == NULL || i != a->which)
            test_ok(ta_play_add(play, a->game[i], a->heap[i], NULL));
    for (unsigned k = 0; move != NULL && k < move->n_parts; k++)
        test_ok(ta_play_add(play, a->game[a->which], move->part[k], NULL));
    test_ok(ta_play_solve(play, NULL, NULL));
    return play;
}

static ta_status must_leave_a_loss(void *state, const ta_move *move)
{
    after *a = state;
    ta_play *play = solved_sum(a, move);
    ck_assert_msg(!ta_play_wins(play), "%s of %s leaves a win", move->taken,
                  a->heap[a->which]);
    ta_play_free(play);
    a->moves++;
    return TA_OK;
}

/* Octal games of any size beside subtraction games; and heaps of games with a
 * closed form, of thousands of digits. */
TEST(listed_moves_win, 9)
{
    static const char *const mixed[] = {"kayles", "domino", "squares", "moser"},
                             *const closed[][2] = {{"moser", "moser"},
                                                   {"nim", "odds"},
                                                   {"odds", "moser"}};
    test_rng r = test_rng_for("listed_moves_win", _i);
    for (int round = 0; round < (test_watched() ? 10 : 40); round++) {
        const bool huge = _i > 0;
        after a = {.game = huge ? closed[_i / 3] : mixed,
                   .n = huge && _i < 3 ? 1
                        : huge         ? 2
                                       : 4,
                   .convention = (ta_convention)(huge ? _i % 2 : 0)};
        mpz_t size;
        mpz_init(size);
        for (size_t i = 0; i < a.n; i++) {
            mpz_ui_pow_ui(size, 3 + test_below(&r, 90),
                          1 + test_below(&r, 3000));
            if (!huge)
                mpz_set_ui(size, test_below(&r, 200));
            for (int k = 0; k < 20 && !huge && i < 2 && round % 4 == 0; k++)
                mpz_mul_ui(size, size, 10);
            mpz_add_ui(size, size, huge ? test_random(&r) : 0);
            a.heap[i] = tai_big_text(size, false);
        }
        ta_play *play = solved_sum(&a, NULL);
        for (a.which = 0; a.which < a.n; a.which++) {
            bool all;
            test_ok(ta_play_moves(play, a.which, 3, must_leave_a_loss, &a, &all,
                                  NULL));
            ck_assert(all || !huge || strcmp(a.game[a.which], "odds") == 0);
        }
        ck_assert((a.moves > 0) == ta_play_wins(play));
        ta_play_free(play);
        for (size_t i = 0; i < a.n; i++)
            ta_free((void *)(uintptr_t)a.heap[i]);
        mpz_clear(size);
    }
}

/* ---- every move, whether it wins, and the value of what it leaves ---- */

static ta_status must_be_true(void *state, const ta_move *move,
                              const char *value, bool wins)
{
    after *a = state, left = {.game = a->game + a->which}; /* no heap yet */
    ta_play *play = solved_sum(a, move);
    ck_assert_msg(wins == !ta_play_wins(play), "%s of %s: wins %d", move->taken,
                  a->heap[a->which], wins);
    ta_play_free(play);
    play = solved_sum(&left, move);
    if (value != NULL)
        ck_assert_str_eq(value, ta_play_nim_sum(play));
    ta_play_free(play);
    a->moves++;
    return TA_OK;
}

/* Sums of up to three heaps, under either play; in the last rounds huge heaps.
 */
TEST(every_move_is_listed, 40)
{
    static const char *const games[] = {"squares", "list:2,5,6", "moser",
                                        "primes",  "kayles",     "4.3"};
    test_rng r = test_rng_for("every_move_is_listed", _i);
    const bool misere = _i % 2 == 1, octal = misere && _i % 4 == 1;
    const char *game[3];
    char size[3][32];
    after a = {.game = game,
               .n = 1 + test_below(&r, 3),
               .convention = misere ? TA_MISERE : TA_NORMAL};
    for (size_t i = 0; i < a.n; i++) {
        game[i] = games[octal ? 4 : test_below(&r, misere ? 4 : 6)];
        snprintf(size[i], sizeof size[i], "%" PRIu64 "%s",
                 test_below(&r, octal ? 9 : 70),
                 _i > 30 && strchr(game[i], ':') != NULL ? "*10^20" : "");
        a.heap[i] = size[i];
    }
    ta_play *play = solved_sum(&a, NULL);
    for (a.which = 0; a.which < a.n; a.which++) {
        ta_game *of = test_game(game[a.which], TA_NORMAL);
        const uint64_t heap = strtoull(a.heap[a.which], NULL, 10);
        const bool is_huge = strchr(a.heap[a.which], '*') != NULL;
        ta_turn turn = {0};
        uint64_t *set = NULL;
        size_t legal = 0;
        bool all;
        if (tai_game_octal(of) == NULL)
            test_ok(ta_game_elements(of, is_huge ? 7 * heap : heap + 1, &set,
                                     &legal));
        else
            while (tai_breaks_next(tai_game_octal(of), heap, &turn))
                legal++;
        a.moves = 0;
        test_ok(tai_play_every_move(play, a.which, 0, must_be_true, &a, &all,
                                    NULL));
        ck_assert(all && a.moves == legal);
        ta_free(set);
        ta_game_free(of);
    }
    ta_play_free(play);
}

/* Sums of heaps whose nim-values are above 65535: the same as in Nim, as far as
 * smaller heaps decide them. */
TEST(values_above_the_largest, 2)
{
    static const struct {
        const char *game[2], *heap[2];
        ta_status status;
    } sums[] = {
        {{"list:1-70001", "list:1-70001"}, {"70000", "0"}, TA_OK},
        {{"list:1-70001", "list:1-70001"}, {"70000", "5"}, TA_OK},
        {{"powers:1", "list:1-70001"}, {"140005", "1"}, TA_OK},
        {{"nim+odds", "odds+nim"}, {"70000", "5"}, TA_OK},
        {{"powers:1", "powers:1"}, {"70000", "66000"}, TA_ERANGE},
        {{"list:1-70001", "powers:1"}, {"10^30", "1"}, TA_ERANGE},
    };
    static const char *const nim[] = {"nim", "nim"};
    for (size_t k = 0; k < sizeof sums / sizeof *sums; k++) {
        static answer want, got;
        ta_error error = {""};
        ck_assert_int_eq(ask_with(sums[k].game, sums[k].heap, 2,
                                  (ta_convention)_i, NULL, &got, &error),
                         sums[k].status);
        if (sums[k].status != TA_OK) {
            ck_assert_msg(strstr(error.text, "65535") != NULL, "%s",
                          error.text);
            continue;
        }
        ck_assert_str_eq(error.text, "");
        ask(nim, sums[k].heap, 2, (ta_convention)_i, &want);
        assert_same_moves(&want, &got, sums[k].game[0], k);
        ck_assert_str_eq(got.value[0], "NA");
    }
    /* As many elements as 1, ..., 65536, if those of both parts are counted. */
    static const char *const twice[] = {"odds+residues:1mod2", "squares"},
                             *const heaps[] = {"70001", "4"};
    static answer got;
    ask(twice, heaps, 2, TA_NORMAL, &got);
    ck_assert_str_eq(got.sum, "3");
    /* The heap with the large values may come first or last, and need not be
     * the largest: by list:1-65536 a heap n has the value n mod 65537. */
    for (unsigned k = 0; k < 4; k++) {
        const unsigned list = k % 2;
        const char *game[2], *heap[2];
        game[list] = "list:1-65536";
        heap[list] = "70000";
        game[1 - list] = "squares";
        heap[1 - list] = k < 2 ? "70000" : "70001";
        ask(game + 1 - list, heap + 1 - list, 1, TA_NORMAL, &got);
        const unsigned value = (unsigned)atoi(got.value[0]);
        ask(game, heap, 2, (ta_convention)_i, &got);
        ck_assert(got.n == 1 && got.heap[0] == list);
        ck_assert_int_eq(atoi(got.taken[0]), (int)(70000 - 65537 - value));
    }
}

/* ---- octal games ---- */

/* Two heaps of an octal game: the moves from the first heap are those that make
 * the value of the second. */
TEST(octal_moves_are_all_listed, 8)
{
    static const char *const code[] = {".07", ".77",  ".16", "grundy",
                                       "4.3", ".377", ".3f", "8.B"};
    enum { N = 90 };
    test_rng r = test_rng_for("octal_moves_are_all_listed", _i);
    ta_game *game = test_game(code[_i], TA_NORMAL);
    uint16_t *g = test_values(TA_CONTENT_NIM, game, N, NULL);
    for (int round = 0; round < 40; round++) {
        const uint64_t h = test_below(&r, N), k = test_below(&r, N);
        size_t moves = 0, listed = 0;
        ta_turn turn = {.heap = 0};
        while (g[h] != g[k] && tai_breaks_next(tai_game_octal(game), h, &turn))
            moves +=
                (g[turn.left[0]] ^ g[turn.left[1]] ^ g[turn.left[2]]) == g[k];
        char a[32], b[32];
        answer got;
        snprintf(a, sizeof a, "%" PRIu64, h);
        snprintf(b, sizeof b, "%" PRIu64, k);
        ask((const char *[]){code[_i], code[_i]}, (const char *[]){a, b}, 2,
            TA_NORMAL, &got);
        for (size_t i = 0; i < got.n; i++)
            listed += got.heap[i] == 0;
        ck_assert(got.wins == (g[h] != g[k]));
        ck_assert_msg(listed == moves, "%s: %s beside %s: %zu, not %zu",
                      code[_i], a, b, listed, moves);
    }
    ta_free(g);
    ta_game_free(game);
}

/* ---- what goes wrong ---- */

TEST(stops_and_limits, 5)
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
    int calls = 1;
    ta_options stop = {.progress = test_stop, .progress_state = &calls},
               little = {.max_memory = 64};
    const ta_play_options stopping = {.run = &stop}, poor = {.run = &little};
    const char *game[] = {sums[_i].game, sums[_i].game};
    const char *heap[] = {sums[_i].heap, sums[_i].other};
    const ta_convention convention = sums[_i].convention;
    size_t n = sums[_i].other != NULL ? 2 : 1;
    static answer a;
    ta_error error = {""};
    ck_assert_int_eq(ask_with(game, heap, n, convention, &stopping, &a, &error),
                     TA_ECANCELLED);
    ck_assert_str_ne(error.text, "");
    error.text[0] = '\0';
    /* Without memory for a period a heap of 10^30 is out of range. */
    ck_assert_int_eq(ask_with(game, heap, n, convention, &poor, &a, &error),
                     strncmp(game[0], "list", 4) == 0 ? TA_ERANGE : TA_ELIMIT);
    ck_assert_str_ne(error.text, "");
    const uint64_t before = tai_alloc_calls;
    test_ok(ask_with(game, heap, n, convention, NULL, &a, &error));
    test_failing f = {.step = 1 + (tai_alloc_calls - before) / 150};
    while (test_fails_next(&f))
        f.status = ask_with(game, heap, n, convention, NULL, &a, &f.error);
    ck_assert_uint_gt(f.failures, 2);
}

/* Each size of each game is solved once, and an interruption is seen between
 * two of them. */
TEST(many_heaps, 1)
{
    enum { SIZES = 200 };
    int calls = SIZES / 2;
    ta_options stop = {.progress = test_stop, .progress_state = &calls};
    ta_play *play;
    char heap[16];
    test_ok(ta_play_new(TA_NORMAL, &play, NULL));
    for (int i = 0; i < 2 * SIZES; i++) {
        snprintf(heap, sizeof heap, "%d", 1 + i % SIZES);
        test_ok(ta_play_add(play, "kayles", heap, NULL));
    }
    ck_assert_int_eq(
        ta_play_solve(play, &(ta_play_options){.run = &stop}, NULL),
        TA_ECANCELLED);
    ck_assert_ptr_null(ta_play_heap_at(play, 5).value);
    test_ok(ta_play_solve(play, &(ta_play_options){.keep = true}, NULL));
    ck_assert(!ta_play_wins(play));
    ck_assert_uint_eq(play->n_different, SIZES);
    /* One of two equal heaps changes; the other has its own value then. */
    test_ok(ta_play_make(play, (ta_turn){.heap = 3, .taken = 1, .left = {3}},
                         NULL));
    test_ok(ta_play_solve(play, NULL, NULL));
    ck_assert_str_eq(ta_play_heap_at(play, 3).value, "3");
    ck_assert_str_eq(ta_play_heap_at(play, 3 + SIZES).value, "1");
    ck_assert_str_eq(ta_play_nim_sum(play), "2");
    ta_play_free(play);
}

TEST(refuses, 1)
{
    const ta_options given = {.sink = true};
    const ta_play_options with_start = {.run = &given};
    const size_t size = sizeof(ta_play_options);
    const size_t sizes[] = {1, size - 1, size + 1, size + 8, SIZE_MAX};
    ta_play *play;
    ta_error error;
    test_ok(ta_play_new(TA_MISERE, &play, &error));
    ck_assert_int_eq(ta_play_add(play, "squares", "1.5", &error), TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "non-negative integers"));
    ck_assert_int_eq(ta_play_add(play, "nothing", "5", &error), TA_EINVAL);
    ck_assert_int_eq(ta_play_add(play, "squares", "10^1000000000", &error),
                     TA_ERANGE);
    ck_assert_uint_eq(ta_play_count(play), 0);
    test_ok(ta_play_add(play, "squares", "3", &error));
    ck_assert_int_eq(ta_play_solve(play, &with_start, &error), TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "only the search for a period"));
    /* Options of an earlier and of a later library; size 0 is that of 0.1.0. */
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const ta_play_options other = {.size = sizes[i]};
        ck_assert_int_eq(ta_play_solve(play, &other, &error), TA_EINVAL);
        ck_assert_ptr_nonnull(strstr(error.text, "later library"));
    }
    for (size_t i = 0; i < 2; i++)
        test_ok(
            ta_play_solve(play, &(ta_play_options){.size = i * size}, &error));
    const ta_play_options hexadecimal = {.hexadecimal = true};
    test_ok(ta_play_solve(play, &hexadecimal, &error));
    ck_assert_str_eq(ta_play_heap_at(play, 0).value, "0x1");
    ck_assert_str_eq(ta_play_nim_sum(play), "0x1");
    test_ok(ta_play_add(play, "kayles", "5", &error));
    ck_assert_int_eq(ta_play_solve(play, NULL, &error), TA_ERANGE);
    ck_assert_ptr_nonnull(strstr(error.text, "heaps of that game only"));
    ta_play_free(play);

    /* No list of the 2^32 moves of a heap in which none can be made. */
    const ta_options little = {.max_memory = 1 << 20};
    const ta_play_options keep = {.run = &little, .keep = true};
    test_ok(ta_play_new(TA_NORMAL, &play, &error));
    test_ok(ta_play_add(play, "moser", "2^65-1", &error));
    test_ok(ta_play_add(play, "moser", "7", &error));
    test_ok(ta_play_solve(play, &keep, &error));
    ck_assert(test_next(play, &(ta_turn){.heap = 1}));
    ck_assert(!test_next(play, &(ta_turn){.heap = 0}));
    ta_play_free(play);

    /* A heap that is refused leaves no game behind; a single large heap of a
     * game with a formula is solved by it. */
    static const char *const large[] = {"2^40", "2^70"};
    const ta_play_options much = {.keep = true};
    for (size_t i = 0; i < 2; i++) {
        test_ok(ta_play_new(TA_NORMAL, &play, &error));
        ck_assert_int_eq(ta_play_add(play, "kayles", "x", &error), TA_EINVAL);
        test_ok(ta_play_add(play, "moser", large[i], &error));
        test_ok(ta_play_solve(play, &much, &error));
        ck_assert(ta_play_wins(play));
        ck_assert_str_eq(ta_play_heap_at(play, 0).how, "closed form");
        ta_play_free(play);
    }
    test_ok(ta_play_new(TA_NORMAL, &play, &error));
    ck_assert_int_eq(ta_play_add(play, "squares", "x", &error), TA_EINVAL);
    test_ok(ta_play_add(play, "kayles", "7", &error));
    test_ok(ta_play_solve(play, &much, &error));
    ck_assert_str_eq(ta_play_nim_sum(play), "2");
    ta_play_free(play);

    ta_game *game = test_game("squares", TA_MISERE);
    test_ok(ta_play_new(TA_NORMAL, &play, &error));
    ck_assert_int_eq(ta_play_add_game(play, game, "5", &error), TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "the other convention"));
    ta_play_free(play);
    ta_game_free(game);
}

static ta_status count_move(void *state, const ta_move *move)
{
    (void)move;
    ++*(size_t *)state;
    return TA_OK;
}

/* A heap of 10^50 has more moves, further by whole periods. */
TEST(limits_are_kept, 2)
{
    static const char *const games[] = {"domino", "odds"};
    const after a = {
        .game = &games[_i], .heap = {_i == 0 ? "10^50" : "99"}, .n = 1};
    ta_play *play = solved_sum(&a, NULL);
    bool all;
    size_t count = 0, most = 0;
    test_ok(ta_play_moves(play, 0, 0, count_move, &most, &all, NULL));
    ck_assert(all == (_i == 1));
    ck_assert_uint_gt(most, 1);
    test_ok(ta_play_moves(play, 0, most - 1, count_move, &count, &all, NULL));
    ck_assert_uint_eq(count, most - 1);
    ck_assert(!all);
    ta_play_free(play);
}
