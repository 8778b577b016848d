/* Misere play of octal games: the search against the definition, and published
 * outcomes. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

#include "octal/misere.h"

static ta_sums *sums_of(const ta_game *game)
{
    ta_sums *sums;
    ck_assert_int_eq(tai_sums_new(tai_game_octal(game), NULL, &sums), TA_OK);
    return sums;
}

/* By the definition, with nothing kept and no heap left out: hot without a
 * move, or with a cold option. */
static bool is_cold(const ta_octal *game, const uint64_t *heap, size_t count)
{
    uint64_t next[64];
    bool any = false;
    for (size_t i = 0; i < count; i++)
        for (uint64_t t = 0; heap[i] > 0 && t <= heap[i]; t++)
            for (uint64_t a = 0; t <= game->last && a <= heap[i] - t; a++)
                for (uint64_t b = a; a + 2 * b <= heap[i] - t; b++) {
                    uint64_t c = heap[i] - t - a - b;
                    int parts = (a > 0) + (b > 0) + (c > 0);
                    if (!(game->digit[t] >> parts & 1) ||
                        (game->unequal && parts == 2 && b == c))
                        continue;
                    memcpy(next, heap, count * sizeof *heap);
                    next[i] = c;
                    next[count] = b;
                    next[count + 1] = a;
                    any = true;
                    if (is_cold(game, next, count + (b > 0) + (a > 0)))
                        return false;
                }
    return any;
}

/* Many sums of one game, so that some are decided already, and every winning
 * move as ta_play lists it. */
START_TEST(sums_match_the_definition)
{
    test_rng r = test_rng_for("sums_match_the_definition", _i);
    ta_game *game = test_random_octal(&r, 4, _i % 2 != 0, TA_MISERE);
    ta_sums *sums = sums_of(game);
    const uint64_t most = _i % 2 != 0 ? 6 : 8; /* splits in three take long */
    for (int k = 0; k < 30; k++) {
        uint64_t heap[8], left = test_below(&r, most + 1);
        size_t count = 0;
        for (; left > 0; left -= heap[count++])
            heap[count] = 1 + test_below(&r, left);
        heap[count++] = 0;
        bool want = is_cold(tai_game_octal(game), heap, count), got;
        ck_assert_int_eq(tai_sums_cold(sums, heap, count, NULL, &got), TA_OK);
        ck_assert_msg(want == got, "%s: case %d, seed %" PRIx64,
                      ta_game_about(game)->octal, k, r.seed);
    }
    tai_sums_free(sums);
    ta_game_free(game);
}
END_TEST

/* ---- the winning moves ---- */

typedef struct listed {
    const ta_octal *game;
    const uint64_t *heap;
    size_t count, at, found;
} listed;

static ta_status check_move(void *state, const ta_move *move)
{
    listed *l = state;
    uint64_t next[16];
    size_t count = l->count;
    memcpy(next, l->heap, count * sizeof *next);
    ta_turn turn = {.taken = strtoull(move->taken, NULL, 10)};
    for (unsigned k = 0; k < move->n_parts; k++)
        turn.left[k] = strtoull(move->part[k], NULL, 10);
    ck_assert(tai_breaks_legal(l->game, l->heap[l->at], &turn));
    next[l->at] = turn.left[0];
    next[count++] = turn.left[1];
    next[count++] = turn.left[2];
    ck_assert(is_cold(l->game, next, count));
    l->found++;
    return TA_OK;
}

/* All the winning moves, none else; and whether there is one. */
START_TEST(winning_moves)
{
    test_rng r = test_rng_for("winning_moves", _i);
    ta_game *game = test_random_octal(&r, 4, _i % 2 != 0, TA_MISERE);
    char text[24];
    const ta_octal *octal = tai_game_octal(game);
    ta_play *play;
    uint64_t heap[3];
    ck_assert_int_eq(ta_play_new(TA_MISERE, &play, NULL), TA_OK);
    for (size_t i = 0; i < 3; i++) {
        heap[i] = test_below(&r, i == 2 ? 3 : 4);
        snprintf(text, sizeof text, "%" PRIu64, heap[i]);
        ck_assert_int_eq(
            ta_play_add(play, ta_game_about(game)->octal, text, NULL), TA_OK);
    }
    for (int again = 0; again < 2; again++) {
        ck_assert_int_eq(ta_play_solve(play, NULL, NULL), TA_OK);
        ck_assert(ta_play_wins(play) == !is_cold(octal, heap, 3));
    }
    for (size_t i = 0; i < 3; i++) {
        listed l = {octal, heap, 3, i, 0};
        size_t want = 0;
        bool all;
        for (ta_turn t = {0}; tai_breaks_next(octal, heap[i], &t);) {
            uint64_t next[5] = {heap[0], heap[1], heap[2], t.left[1],
                                t.left[2]};
            next[i] = t.left[0];
            want += is_cold(octal, next, 5);
        }
        ck_assert_int_eq(ta_play_moves(play, i, 0, check_move, &l, &all, NULL),
                         TA_OK);
        ck_assert(all);
        ck_assert_uint_eq(l.found, want);
    }
    ta_play_free(play);
    ta_game_free(game);
}
END_TEST

/* ---- published ---- */

/* A class of sums: the heaps of `once`, one of each, and further heaps, an even
 * number of those of each set E, an odd number of each set D. */
typedef struct sum_class {
    unsigned once[2];   /* 0: none */
    unsigned set[2][8]; /* 0 at the end */
    bool odd[2];        /* an odd number of its heaps */
} sum_class;

typedef struct decomposition {
    const char *code;
    sum_class hot[4], cold[8]; /* cold, and hot, in normal play */
} decomposition;

/* W. L. Sibert and J. H. Conway, Mathematical Kayles, Int. J. Game Theory 20
 * (1992) 237-246: misere outcomes of Kayles are those of normal play but in
 * these classes. Transcribed from T. E. Plambeck's letter of 7 October 2002 on
 * Duplicate Kayles (.1377), as he has it at
 * http://www.plambeck.org/oldhtml/mathematics/games/misere/01377/index.htm,
 * whose heaps 2k - 1 and 2k are the k of Kayles. */
static const decomposition published[] = {
    {".77",
     {{{0}, {{5}, {4, 1}}, {0, 0}},
      {{0}, {{17, 12, 9}, {20, 4, 1}}, {0, 0}},
      {{25}, {{17, 12, 9}, {20, 4, 1}}, {0, 1}}},
     {{{0}, {{5}, {4, 1}}, {1, 1}},
      {{0}, {{5}, {4, 1}}, {0, 1}},
      {{0}, {{4, 1}, {9}}, {0, 1}},
      {{12}, {{4, 1}}, {0}},
      {{0}, {{17, 12, 9}, {20, 4, 1}}, {0, 1}},
      {{25}, {{9}, {4, 1}}, {1, 1}}}},
    {".1377",
     {{{0}, {{10, 9}, {8, 7, 2, 1}}, {0, 0}},
      {{0}, {{34, 33, 24, 23, 18, 17}, {40, 39, 8, 7, 2, 1}}, {0, 0}},
      {{50}, {{34, 33, 24, 23, 18, 17}, {40, 39, 8, 7, 2, 1}}, {0, 1}},
      {{49}, {{34, 33, 24, 23, 18, 17}, {40, 39, 8, 7, 2, 1}}, {0, 1}}},
     {{{0}, {{10, 9}, {8, 7, 2, 1}}, {1, 1}},
      {{0}, {{10, 9}, {8, 7, 2, 1}}, {0, 1}},
      {{0}, {{8, 7, 2, 1}, {18, 17}}, {0, 1}},
      {{24}, {{8, 7, 2, 1}}, {0}},
      {{23}, {{8, 7, 2, 1}}, {0}},
      {{0}, {{34, 33, 24, 23, 18, 17}, {40, 39, 8, 7, 2, 1}}, {0, 1}},
      {{50}, {{18, 17}, {8, 7, 2, 1}}, {1, 1}},
      {{49}, {{18, 17}, {8, 7, 2, 1}}, {1, 1}}}}};

static bool belongs(const sum_class *c, const uint64_t *heap, size_t count)
{
    unsigned once = 0, in[2] = {0, 0};
    if (c->once[0] == 0 && c->set[0][0] == 0)
        return false; /* no class */
    for (size_t i = 0; i < count; i++) {
        bool found = c->once[0] != 0 && heap[i] == c->once[0];
        once += found;
        for (int s = 0; s < 2 && !found; s++)
            for (int k = 0; c->set[s][k] != 0 && !found; k++) {
                found = heap[i] == c->set[s][k];
                in[s] += found;
            }
        if (!found)
            return false;
    }
    return once == (c->once[0] != 0) && in[0] % 2 == c->odd[0] &&
           in[1] % 2 == c->odd[1];
}

static bool cold_as_published(const decomposition *d, const uint16_t *value,
                              const uint64_t *heap, size_t count)
{
    unsigned sum = 0;
    for (size_t i = 0; i < count; i++)
        sum ^= value[heap[i]];
    for (int k = 0; k < 4 && sum == 0; k++)
        if (belongs(&d->hot[k], heap, count))
            return false;
    for (int k = 0; k < 8 && sum != 0; k++)
        if (belongs(&d->cold[k], heap, count))
            return true;
    return sum == 0;
}

/* Half of the sums are made of heaps of one class. */
START_TEST(kayles_as_sibert_and_conway_have_it)
{
    const decomposition *d = &published[_i % 2];
    const uint64_t most = _i % 2 == 0 ? 44 : 60;
    uint16_t value[64];
    unsigned exceptions = 0;
    ta_game *game = test_game(d->code, TA_MISERE);
    ta_game *normal = test_game(d->code, TA_NORMAL);
    ta_sums *sums = sums_of(game);
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, normal, most + 1, NULL,
                            &(ta_sink){tai_block_store, value}, NULL),
                     TA_OK);
    for (int k = 0; k < 150; k++) {
        test_rng r = test_rng_for("kayles", 1000 * _i + k);
        const sum_class *c = &d->cold[test_below(&r, _i % 2 == 0 ? 6 : 8)];
        uint64_t heap[64], left = most, size;
        size_t count = 0;
        for (int tries = 0; tries < 7; tries++) {
            size = 1 + test_below(&r, left);
            if (k % 2 == 0)
                size = tries == 0
                           ? c->once[0]
                           : c->set[test_below(&r, 2)][test_below(&r, 6)];
            if (size > left || size == 0)
                continue;
            heap[count++] = size;
            left -= size;
            if (left == 0)
                break;
        }
        bool want = cold_as_published(d, value, heap, count), got;
        unsigned sum = 0;
        for (size_t i = 0; i < count; i++)
            sum ^= value[heap[i]];
        exceptions += want != (sum == 0);
        ck_assert_int_eq(tai_sums_cold(sums, heap, count, NULL, &got), TA_OK);
        ck_assert_msg(want == got, "%s: case %d", d->code, k);
    }
    ck_assert_uint_gt(exceptions, 10); /* else little was compared */
    tai_sums_free(sums);
    ta_game_free(game);
    ta_game_free(normal);
}
END_TEST

/* T. E. Plambeck, http://www.plambeck.org/oldhtml/mathematics/games/misere/
 * quaternary/0312/index.htm: single heaps of .312 have genus 1^0.., 2^2, 0^0,
 * 2^1.., 0^0, 1^1, 0^0, 1^1, ... : cold where the first exponent is 0. */
START_TEST(single_heaps_of_312)
{
    ta_game *game = test_game(".312", TA_MISERE);
    ta_bits cold;
    ck_assert_int_eq(ta_bits_new(200, &cold), TA_OK);
    ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, 200, NULL,
                            &(ta_sink){tai_block_store, cold.words}, NULL),
                     TA_OK);
    for (uint64_t h = 0; h < 200; h++)
        ck_assert_int_eq(ta_bits_get(&cold, h), h % 2);
    ta_bits_free(&cold);
    ta_game_free(game);
}
END_TEST

/* ---- refusals ---- */

static int stop(void *state, double share, uint64_t done)
{
    (void)share;
    (void)done;
    return ++*(int *)state > 3;
}

START_TEST(limits_are_heeded)
{
    ta_game *game = test_game("kayles", TA_MISERE);
    ta_error error = {""};
    ta_sums *sums = sums_of(game);
    bool cold;
    ck_assert_int_eq(
        tai_sums_cold(sums, (const uint64_t[]){300, 1}, 2, NULL, &cold),
        TA_ERANGE);
    int calls = 0;
    ta_options options = {.progress = stop, .progress_state = &calls};
    ck_assert_int_eq(
        tai_sums_cold(sums, (const uint64_t[]){90}, 1, &options, &cold),
        TA_ECANCELLED);
    ck_assert_int_eq(
        tai_sums_cold(sums, (const uint64_t[]){20}, 1, NULL, &cold),
        TA_OK); /* what was decided before is right still */
    ck_assert(cold);
    tai_sums_free(sums);
    options = (ta_options){.max_memory = 1 << 20};
    ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, 10, &options, NULL, &error),
                     TA_ELIMIT);
    ta_game_free(game);
}
END_TEST

const struct test_suite test_suite = {
    .cases = {{&sums_match_the_definition, 40},
              {&winning_moves, 40},
              {&kayles_as_sibert_and_conway_have_it, 4},
              {&single_heaps_of_312, 1},
              {&limits_are_heeded, 1}}};
