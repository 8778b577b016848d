/* Games of all moves but a finite set: values, periods and sums against the
 * definition, and heaps far out against near ones. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "testing.h"

enum { N = 1500, MOST = 14 };

/* The nim-values by the definition. */
static void define(const bool *left_out, uint16_t *value)
{
    for (unsigned n = 0; n < N; n++) {
        bool seen[N + 1] = {false};
        for (unsigned m = 0; m < n; m++)
            if (n - m > MOST || !left_out[n - m])
                seen[value[m]] = true;
        value[n] = 0;
        while (seen[value[n]])
            value[n]++;
    }
}

/* X has 1 to 6 numbers, fewer in early cases. Returns the text of the game. */
static const char *random_text(test_rng *rng, unsigned count, bool *left_out)
{
    static char text[64];
    size_t used = (size_t)snprintf(text, sizeof text, "allbut");
    for (unsigned k = 0; k < count; k++) {
        const unsigned x = 1 + (unsigned)test_below(rng, MOST);
        left_out[x] = true;
        used += (size_t)snprintf(text + used, sizeof text - used, "%c%u",
                                 k == 0 ? ':' : ',', x);
    }
    return text;
}

static ta_status count_move(void *count, const ta_move *move)
{
    ++*(size_t *)count;
    return move->found ? TA_OK : TA_EINVAL;
}

/* Checks the sum of heap n of the game and m squares, and the same with
 * `periods` more periods, a power of ten, and nim to make up for the saltus. */
static void check_sum(const char *game, uint64_t n, const char *far,
                      const char *nim, uint64_t target, const bool *left_out,
                      const uint16_t *value, uint64_t seed)
{
    size_t want = 0, got = 0;
    bool all;
    ta_play *play;
    char text[300];
    for (uint64_t m = 0; m < n; m++)
        want += value[m] == target && (n - m > MOST || !left_out[n - m]);
    test_ok(ta_play_new(TA_NORMAL, &play, NULL));
    snprintf(text, sizeof text, "%" PRIu64 "%s", n, far);
    test_ok(ta_play_add(play, game, text, NULL));
    snprintf(text, sizeof text, "%" PRIu64 "%s", target, nim);
    test_ok(ta_play_add(play, "nim", text, NULL));
    test_ok(ta_play_solve(play, NULL, NULL));
    snprintf(text, sizeof text, "%u", value[n]);
    if (far[0] == '\0')
        ck_assert_str_eq(ta_play_heap_at(play, 0).value, text);
    ck_assert(ta_play_wins(play) == (value[n] != target));
    test_ok(ta_play_moves(play, 0, 0, count_move, &got, &all, NULL));
    ck_assert(all);
    if (value[n] != target)
        ck_assert_msg(got == want,
                      "%s, heap %" PRIu64 "%s: %zu and %zu, seed %" PRIu64,
                      game, n, far, got, want, seed);
    ta_play_free(play);
}

/* Values, the period, which is least; sums near and far. With three numbers or
 * fewer there is no preperiod (Siegel; Sleator and Slusky, arXiv:1201.3299). */
TEST(all_but_matches_the_definition, 60)
{
    bool left_out[MOST + 1] = {false};
    uint16_t value[N], *got;
    char far[2][80];
    test_rng rng = test_rng_for("all but", _i);
    const unsigned count = 1 + (unsigned)_i / 10;
    const char *text = random_text(&rng, count, left_out);
    ta_game *game = test_game(text, TA_NORMAL);
    ta_summary p;
    define(left_out, value);
    got = test_values(TA_CONTENT_NIM, game, N, NULL);
    test_assert_values(value, got, N, text, rng.seed);
    test_ok(ta_period_find(game, N - 200, NULL, &p, NULL));
    const uint64_t e = p.nim.preperiod, q = p.nim.period;
    const unsigned c = (unsigned)p.nim.saltus;
    ck_assert_int_eq(p.nim.proof, TA_PROOF_REPEATED);
    for (uint64_t i = e; i + q < N; i++)
        ck_assert_uint_eq(value[i + q], value[i] + c);
    ck_assert(e == 0 || value[e - 1 + q] != value[e - 1] + c);
    ck_assert(e == 0 || count > 3);
    for (uint64_t d = 1, i; d < q; d++) {
        for (i = e;
             i + d < N && value[i + d] - value[i] == value[e + d] - value[e];
             i++)
            ;
        ck_assert_msg(i + d < N, "%s: %" PRIu64, text, d);
    }
    snprintf(far[0], sizeof far[0], "+%" PRIu64 "*10^40", q);
    snprintf(far[1], sizeof far[1], "+%u*10^40", c);
    for (unsigned k = 0; k < 8; k++) {
        const uint64_t n = e + MOST + 200 + test_below(&rng, N - 900);
        const uint64_t near = test_below(&rng, 40), target = value[n - near];
        check_sum(text, n, "", "", target, left_out, value, rng.seed);
        check_sum(text, n, far[0], far[1], target, left_out, value, rng.seed);
        check_sum(text, near, "", "", test_below(&rng, 9), left_out, value,
                  rng.seed);
    }
    ta_free(got);
    ta_game_free(game);
}

TEST(no_memory, 1)
{
    ta_game *game = test_game("allbut:2,5", TA_NORMAL);
    ta_summary p;
    test_failing f = {0};
    while (test_fails_next(&f))
        f.status = ta_period_find(game, 1000, NULL, &p, &f.error);
    ck_assert_uint_ge(f.failures, 5);
    ta_play *play;
    test_ok(ta_play_new(TA_NORMAL, &play, NULL));
    test_ok(ta_play_add(play, "allbut:2,5", "10^30", NULL));
    f = (test_failing){0};
    while (test_fails_next(&f))
        f.status = ta_play_solve(play, NULL, &f.error);
    ck_assert_uint_ge(f.failures, 8);
    ta_play_free(play);
    ta_game_free(game);
}
