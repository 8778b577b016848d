/* The moves of a heap of an octal game, and values, by the rules; misère play
 * of sums: the search and quotients against the definition, and published
 * outcomes. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

#include "octal/misere.h"

/* ---- moves ---- */

/* What is taken and what is left make up the heap, and the digit allows that
 * many heaps. Sums that wrap are no moves. */
static bool by_the_rules(const tai_octal *game, uint64_t heap, uint64_t taken,
                         const uint64_t part[3])
{
    uint64_t rest = heap - taken;
    int parts = 0;
    if (heap == 0 || taken > heap || taken > game->last)
        return false;
    for (int k = 0; k < 3; k++) {
        if (part[k] > rest)
            return false;
        rest -= part[k];
        parts += part[k] > 0;
    }
    if (game->unequal && parts == 2 &&
        (part[0] == part[1] || part[1] == part[2] || part[0] == part[2]))
        return false;
    return rest == 0 && (game->digit[taken] >> parts & 1);
}

/* Lists all moves: by what is taken, then the rest as one heap (or none), as
 * two and as three; the parts increase. Returns how many there are. */
static size_t moves_by_the_rules(const tai_octal *game, uint64_t heap,
                                 ta_turn *turn)
{
    size_t count = 0;
    for (uint64_t taken = 0; taken <= heap; taken++)
        for (uint64_t rest = heap - taken, a = 0; a <= rest / 3; a++)
            for (uint64_t b = a; b <= (rest - a) / 2; b++) {
                const uint64_t part[3] = {a, b, rest - a - b};
                const unsigned zeros = a > 0 ? 0 : b > 0 ? 1 : 2;
                if (!by_the_rules(game, heap, taken, part))
                    continue;
                turn[count] = (ta_turn){.taken = taken};
                memcpy(turn[count++].left, part + zeros,
                       (3 - zeros) * sizeof *part);
            }
    return count;
}

static bool is_legal(const ta_game *game, uint64_t heap, uint64_t taken,
                     const uint64_t part[3])
{
    ta_turn turn = {.taken = taken, .left = {part[0], part[1], part[2]}};
    return tai_breaks_legal(tai_game_octal(game), heap, &turn);
}

/* Every legal move once, none else, in the order that is promised. For all
 * takes and parts a little beyond the heap, and sizes that wrap: what is legal.
 * No digit says anything of a take beyond the longest code. */
TEST(moves_are_by_the_rules, 40)
{
    test_rng r = test_rng_for("moves_are_by_the_rules", _i);
    ta_game *game = test_random_octal(&r, 5, _i % 2 != 0, TA_NORMAL);
    const tai_octal *octal = tai_game_octal(game);
    for (uint64_t heap = 0; heap < 25; heap++) {
        ta_turn want[2000], turn = {.heap = 0};
        const size_t count = moves_by_the_rules(octal, heap, want);
        for (size_t k = 0; k < count; k++)
            ck_assert_msg(tai_breaks_next(octal, heap, &turn) &&
                              memcmp(&turn, &want[k], sizeof turn) == 0,
                          "%s: heap %" PRIu64 ", move %zu", octal->code, heap,
                          k);
        ck_assert(!tai_breaks_next(octal, heap, &turn));
    }
    for (uint64_t heap = 0; heap < 11; heap++)
        for (uint64_t k = 0, m = heap + 3; k < (heap + 8) * m * m * 4; k++) {
            const uint64_t a = k / 4 % m, b = k / 4 / m % m, c = k % 4;
            const uint64_t taken = k / 4 / m / m;
            /* -1, -2, ... once the sizes that fit are through; the third is
             * what makes up the heap, and others */
            uint64_t part[3] = {a <= heap ? a : heap - a,
                                b <= heap ? b : heap - b, c};
            if (c == 3)
                part[2] = heap - taken - part[0] - part[1];
            ck_assert_msg(is_legal(game, heap, taken, part) ==
                              by_the_rules(octal, heap, taken, part),
                          "%s: heap %" PRIu64 ", case %" PRIu64, octal->code,
                          heap, k);
        }
    for (uint64_t k = 12; k < 160; k++) {
        const uint64_t heap = UINT64_C(1) << 40, parts = k % 4;
        const uint64_t taken = (UINT64_C(1) << k / 4) + 2, rest = heap - taken;
        ck_assert(!is_legal(game, heap, taken,
                            (uint64_t[]){parts == 0 ? 0 : rest - (parts - 1),
                                         parts >= 2, parts == 3}));
    }
    ta_game_free(game);
}

/* The values are the least ones that no move leads to. */
TEST(definition_is_by_the_rules, 40)
{
    static const char *const codes[] = {".0c", "domino", "grundy", "kayles"};
    enum { MOST = 100 };
    static ta_turn turn[1 << 18];
    uint16_t g[MOST] = {0}, got[MOST];
    test_rng r = test_rng_for("definition_is_by_the_rules", _i);
    ta_game *game = _i < 4 ? test_game(codes[_i], TA_NORMAL)
                           : test_random_octal(&r, 9, true, TA_NORMAL);
    const uint64_t n = _i < 4 ? MOST : 60;
    test_ok(tai_octal_naive(tai_game_octal(game), n, NULL, got, NULL));
    for (uint64_t h = 0; h < n; h++) {
        bool reached[1024] = {false};
        size_t k = moves_by_the_rules(tai_game_octal(game), h, turn);
        while (k-- > 0)
            reached[g[turn[k].left[0]] ^ g[turn[k].left[1]] ^
                    g[turn[k].left[2]]] = true;
        while (reached[g[h]])
            g[h]++;
        ck_assert_msg(g[h] == got[h], "%s: heap %" PRIu64,
                      ta_game_about(game)->octal, h);
    }
    ta_game_free(game);
}

/* ---- misère sums ---- */

static tai_sums *sums_of(const ta_game *game)
{
    tai_sums *sums;
    test_ok(tai_sums_new(tai_game_octal(game), NULL, &sums));
    return sums;
}

/* By the definition, with nothing kept and no heap left out: hot without a
 * move, or with a cold option. */
static bool is_cold(const tai_octal *game, const uint64_t *heap, size_t count)
{
    uint64_t next[64];
    ta_turn turn[200];
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        size_t k = moves_by_the_rules(game, heap[i], turn);
        for (any |= k > 0; k-- > 0;) {
            memcpy(next, heap, count * sizeof *heap);
            next[i] = turn[k].left[0];
            memcpy(next + count, turn[k].left + 1, 2 * sizeof *next);
            if (is_cold(game, next,
                        count + (next[count] > 0) + (next[count + 1] > 0)))
                return false;
        }
    }
    return any;
}

/* Many sums of one game, so that some are decided already, and every winning
 * move as ta_play lists it. */
TEST(sums_match_the_definition, 40)
{
    test_rng r = test_rng_for("sums_match_the_definition", _i);
    ta_game *game = test_random_octal(&r, 4, _i % 2 != 0, TA_MISERE);
    tai_sums *sums = sums_of(game);
    const uint64_t most = _i % 2 != 0 ? 6 : 8; /* splits in three take long */
    for (int k = 0; k < 30; k++) {
        uint64_t heap[8], left = test_below(&r, most + 1);
        size_t count = 0;
        for (; left > 0; left -= heap[count++])
            heap[count] = 1 + test_below(&r, left);
        heap[count++] = 0;
        bool want = is_cold(tai_game_octal(game), heap, count), got;
        test_ok(tai_sums_cold(sums, heap, count, NULL, &got));
        ck_assert_msg(want == got, "%s: case %d, seed %" PRIx64,
                      ta_game_about(game)->octal, k, r.seed);
    }
    tai_sums_free(sums);
    ta_game_free(game);
}

/* ---- the winning moves ---- */

typedef struct listed {
    const tai_octal *game;
    const uint64_t *heap;
    size_t at, found;
} listed;

static ta_status check_move(void *state, const ta_move *move)
{
    listed *l = state;
    uint64_t next[5] = {l->heap[0], l->heap[1], l->heap[2]}, part[3] = {0};
    const uint64_t taken = strtoull(move->taken, NULL, 10);
    for (unsigned k = 0; k < move->n_parts; k++)
        part[k] = strtoull(move->part[k], NULL, 10);
    ck_assert(by_the_rules(l->game, l->heap[l->at], taken, part));
    next[l->at] = part[0];
    memcpy(next + 3, part + 1, 2 * sizeof *part);
    ck_assert(is_cold(l->game, next, 5));
    l->found++;
    return TA_OK;
}

/* All the winning moves, none else; and whether there is one. */
TEST(winning_moves, 40)
{
    test_rng r = test_rng_for("winning_moves", _i);
    ta_game *game = test_random_octal(&r, 4, _i % 2 != 0, TA_MISERE);
    char text[24];
    const tai_octal *octal = tai_game_octal(game);
    ta_play *play;
    uint64_t heap[3];
    test_ok(ta_play_new(TA_MISERE, &play, NULL));
    for (size_t i = 0; i < 3; i++) {
        heap[i] = test_below(&r, i == 2 ? 3 : 4);
        snprintf(text, sizeof text, "%" PRIu64, heap[i]);
        test_ok(ta_play_add(play, ta_game_about(game)->octal, text, NULL));
    }
    for (int again = 0; again < 2; again++) {
        test_ok(ta_play_solve(play, NULL, NULL));
        ck_assert(ta_play_wins(play) == !is_cold(octal, heap, 3));
    }
    for (size_t i = 0; i < 3; i++) {
        listed l = {octal, heap, i, 0};
        size_t want = 0;
        bool all;
        ta_turn turn[200];
        for (size_t k = moves_by_the_rules(octal, heap[i], turn); k-- > 0;) {
            uint64_t next[5] = {heap[0], heap[1], heap[2], turn[k].left[1],
                                turn[k].left[2]};
            next[i] = turn[k].left[0];
            want += is_cold(octal, next, 5);
        }
        test_ok(ta_play_moves(play, i, 0, check_move, &l, &all, NULL));
        ck_assert(all);
        ck_assert_uint_eq(l.found, want);
    }
    ta_play_free(play);
    ta_game_free(game);
}

/* ---- published ---- */

/* A class of sums: one heap `once`, if that is not 0, and further heaps, an
 * even or odd number of those of each set. */
typedef struct sum_class {
    unsigned once;
    const char *set[2];
    bool odd[2]; /* an odd number of its heaps */
} sum_class;

/* W. L. Sibert and J. H. Conway, Mathematical Kayles, Int. J. Game Theory 20
 * (1992) 237-246: misère outcomes of Kayles are those of normal play but in
 * these classes. Transcribed from T. E. Plambeck's letter of 7 October 2002 on
 * Duplicate Kayles (.1377), whose heaps 2k - 1 and 2k are the k of Kayles, as
 * it stands at
 * http://www.plambeck.org/oldhtml/mathematics/games/misere/01377/index.htm */
enum { HOT = 3, CLASSES = 9 };
static const sum_class published[CLASSES] = {
    /* hot, and cold in normal play */
    {0, {" 5 ", " 4 1 "}, {0, 0}},
    {0, {" 17 12 9 ", " 20 4 1 "}, {0, 0}},
    {25, {" 17 12 9 ", " 20 4 1 "}, {0, 1}},
    /* cold, and hot in normal play */
    {0, {" 5 ", " 4 1 "}, {1, 1}},
    {0, {" 5 ", " 4 1 "}, {0, 1}},
    {0, {" 4 1 ", " 9 "}, {0, 1}},
    {12, {" 4 1 ", ""}, {0, 0}},
    {0, {" 17 12 9 ", " 20 4 1 "}, {0, 1}},
    {25, {" 9 ", " 4 1 "}, {1, 1}}};

static bool belongs(const sum_class *c, const uint64_t *heap, size_t count)
{
    unsigned once = 0, in[2] = {0, 0};
    for (size_t i = 0; i < count; i++) {
        char name[24];
        snprintf(name, sizeof name, " %" PRIu64 " ", heap[i]);
        if (heap[i] == c->once)
            once++;
        else if (strstr(c->set[0], name) != NULL)
            in[0]++;
        else if (strstr(c->set[1], name) != NULL)
            in[1]++;
        else
            return false;
    }
    return once == (c->once != 0) && in[0] % 2 == c->odd[0] &&
           in[1] % 2 == c->odd[1];
}

/* Half of the sums are made of the heaps of one class. From case 4 on, by the
 * quotient, they are large. */
TEST(kayles_as_sibert_and_conway_have_it, 6)
{
    enum { LARGE = 100000 };
    static const unsigned of_classes[] = {1, 4, 5, 9, 12, 17, 20, 25};
    const unsigned times =
        _i % 2 == 0 ? 1 : 2; /* heaps for each one of Kayles */
    const uint64_t most = _i >= 4 ? LARGE : times == 1 ? 44 : 30;
    unsigned exceptions = 0;
    static uint16_t value[LARGE + 1];
    ta_game *game = test_game(times == 1 ? ".77" : ".1377", TA_MISERE);
    ta_game *kayles = test_game(".77", TA_NORMAL);
    tai_sums *sums = sums_of(game);
    if (_i >= 4)
        test_ok(tai_sums_admit(sums, &(uint64_t){UINT64_MAX}, 1, NULL, NULL));
    test_ok(ta_run(TA_CONTENT_NIM, kayles, most + 1, NULL,
                   &(ta_sink){tai_block_store, value}, NULL));
    for (int k = 0; k < 300; k++) {
        test_rng r = test_rng_for("kayles", 1000 * _i + k);
        uint64_t of_kayles[8], heap[8], left = most;
        unsigned sum = 0, c;
        size_t count = 0;
        bool got;
        for (int tries = 0; tries < 7 && left > 0; tries++) {
            const uint64_t size = k % 2 == 0 ? of_classes[test_below(&r, 8)]
                                             : 1 + test_below(&r, left);
            if (size > left)
                continue;
            sum ^= value[size];
            of_kayles[count] = size;
            heap[count++] = times * size - test_below(&r, times);
            left -= size;
        }
        for (c = sum == 0 ? 0 : HOT; c < (sum == 0 ? HOT : CLASSES); c++)
            if (belongs(&published[c], of_kayles, count))
                break;
        const bool differs = c < (sum == 0 ? HOT : CLASSES);
        exceptions += differs;
        test_ok(tai_sums_cold(sums, heap, count, NULL, &got));
        ck_assert_msg(got == ((sum == 0) != differs), "%s: case %d",
                      ta_game_about(game)->octal, k);
    }
    ck_assert_uint_gt(exceptions, 10); /* else little was compared */
    tai_sums_free(sums);
    ta_game_free(game);
    ta_game_free(kayles);
}

/* ---- quotients ---- */

/* Found with period p from e on, and proved each time. */
TEST(quotients_of_games, 9)
{
    static const struct {
        const char *code;
        unsigned order, cold;
        uint64_t e, p;
    } known[] = {{".51", 2, 1, 1, 1},    {".75", 8, 2, 8, 2},
                 {".312", 12, 3, 5, 2},  {".53", 16, 3, 21, 9},
                 {".123", 20, 5, 5, 5},  {".152", 34, 6, 25, 48},
                 {".77", 40, 9, 71, 12}, {".1377", 40, 9, 141, 24},
                 {".07", 144, 23, 0, 0}};
    ta_game *game = test_game(known[_i].code, TA_MISERE);
    tai_quotient *q;
    test_ok(tai_quotient_find(tai_game_octal(game),
                              known[_i].p > 0 ? UINT64_MAX : 26, NULL, &q));
    const tai_quotient_about a = tai_quotient_summary(q);
    ck_assert_uint_eq(a.order, known[_i].order);
    ck_assert_uint_eq(a.cold, known[_i].cold);
    ck_assert_uint_eq(a.preperiod, known[_i].e);
    ck_assert_uint_eq(a.period, known[_i].p);
    ta_free(q);
    ta_game_free(game);
}

/* Random games, and all heaps or some; the search decides sums. */
TEST(quotients_match_the_search, 24)
{
    test_rng r = test_rng_for("quotients_match_the_search", _i);
    ta_game *game = test_random_octal(&r, 4, _i % 4 == 0, TA_MISERE);
    tai_sums *sums = sums_of(game);
    tai_quotient *q;
    test_ok(tai_quotient_find(tai_game_octal(game),
                              _i % 8 == 1 ? UINT64_MAX : 12, NULL, &q));
    for (int k = 0; k < 100 && q != NULL; k++) {
        uint64_t heap[20], left = 20;
        unsigned element = 0;
        size_t count = 0;
        for (; left > 0; left -= heap[count++]) {
            heap[count] = 1 + test_below(&r, left < 10 ? left : 10);
            element = tai_quotient_add(q, element, heap[count]);
        }
        bool cold;
        test_ok(tai_sums_cold(sums, heap, count, NULL, &cold));
        ck_assert_msg(cold == tai_quotient_cold(q, element), "%s: case %d",
                      ta_game_about(game)->octal, k);
    }
    ta_free(q);
    tai_sums_free(sums);
    ta_game_free(game);
}

/* T. E. Plambeck, http://www.plambeck.org/oldhtml/mathematics/games/misere/
 * quaternary/0312/index.htm: single heaps of .312 have genus 1^0.., 2^2, 0^0,
 * 2^1.., 0^0, 1^1, 0^0, 1^1, ... : cold where the first exponent is 0. */
TEST(single_heaps_of_312, 1)
{
    ta_game *game = test_game(".312", TA_MISERE);
    ta_bits cold;
    test_ok(ta_bits_new(200, &cold));
    test_ok(ta_run(TA_CONTENT_COLD, game, 200, NULL,
                   &(ta_sink){tai_block_store, cold.words}, NULL));
    for (uint64_t h = 0; h < 200; h++)
        ck_assert_int_eq(ta_bits_get(&cold, h), h % 2);
    ta_bits_free(&cold);
    ta_game_free(game);
}

/* ---- refusals ---- */

TEST(limits_are_heeded, 1)
{
    ta_game *game = test_game("kayles", TA_MISERE);
    ta_error error = {""};
    tai_sums *sums = sums_of(game);
    bool cold;
    ck_assert_int_eq(
        tai_sums_cold(sums, (const uint64_t[]){300, 1}, 2, NULL, &cold),
        TA_ERANGE);
    int calls = 4;
    ta_options options = {.progress = test_stop, .progress_state = &calls};
    ck_assert_int_eq(
        tai_sums_cold(sums, (const uint64_t[]){90}, 1, &options, &cold),
        TA_ECANCELLED);
    test_ok(tai_sums_cold(sums, (const uint64_t[]){20}, 1, NULL,
                          &cold)); /* what was decided before is right still */
    ck_assert(cold);
    tai_sums_free(sums);
    options = (ta_options){.max_memory = 1 << 20};
    ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, 10, &options, NULL, &error),
                     TA_ELIMIT);
    ta_game_free(game);
}
