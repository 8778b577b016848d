/* The moves of a heap of an octal game: what is legal, against the rules said
 * once more for every way to take and to leave; and the moves in turn. */
#include <inttypes.h>
#include <stdio.h>

#include "octal/octal-internal.h"
#include "testing.h"

/* By the definition: what is taken and what is left make up the heap, and the
 * digit allows that many heaps. Sums that wrap are no moves. */
static bool by_the_rules(const ta_octal *game, uint64_t heap, uint64_t taken,
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
    if (rest != 0)
        return false;
    if (game->unequal && parts == 2 &&
        (part[0] == part[1] || part[1] == part[2] || part[0] == part[2]))
        return false;
    return (game->digit[taken] & (1 << parts)) != 0;
}

/* Octal codes, and hexadecimal ones every other time. */
static ta_game *random_game(test_rng *r, int number)
{
    char code[16] = "0.";
    size_t digits = 1 + test_below(r, 5);
    code[0] = "048C"[test_below(r, number % 2 ? 4 : 2)];
    for (size_t k = 0; k < digits; k++)
        code[2 + k] = "0123456789ABCDEF"[test_below(r, number % 2 ? 16 : 8)];
    code[2 + digits] = '\0';
    ta_game *game;
    ck_assert_int_eq(
        ta_game_new(number == 0 ? "grundy" : code, TA_NORMAL, &game, NULL),
        TA_OK);
    return game;
}

/* All takes and parts a little beyond the heap, and those that wrap. */
START_TEST(legal_is_by_the_rules)
{
    test_rng r = test_rng_for("legal_is_by_the_rules", _i);
    ta_game *game = random_game(&r, _i);
    for (uint64_t heap = 0; heap < 11; heap++)
        for (uint64_t k = 0; k < (heap + 8) * (heap + 3) * (heap + 3) * 4;
             k++) {
            uint64_t a = k / 4 % (heap + 3), b = k / 4 / (heap + 3);
            uint64_t taken = b / (heap + 3), c = k % 4;
            b %= heap + 3;
            /* -1, -2, ... once the sizes that fit are through; the third is
             * what makes up the heap, and others */
            uint64_t x = a <= heap ? a : heap - a;
            uint64_t y = b <= heap ? b : heap - b;
            uint64_t z = c == 3 ? heap - taken - x - y : c;
            ta_turn turn = {.taken = taken, .left = {x, y, z}};
            bool want = by_the_rules(tai_game_octal(game), heap, taken,
                                     (const uint64_t[]){x, y, z});
            ck_assert_msg(
                tai_breaks_legal(tai_game_octal(game), heap, &turn) == want,
                "%s: %" PRIu64 " -%" PRIu64 "-> %" PRIu64 " %" PRIu64
                " %" PRIu64 ", seed %" PRIu64,
                ta_game_about(game)->octal, heap, taken, x, y, z, r.seed);
        }
    ta_game_free(game);
}
END_TEST

/* No digit says anything of a take beyond the longest code. */
START_TEST(large_takes_are_illegal)
{
    test_rng r = test_rng_for("large_takes_are_illegal", _i);
    ta_game *game = random_game(&r, _i);
    const uint64_t heap = UINT64_C(1) << 40;
    for (unsigned bits = 3; bits < 40; bits++)
        for (unsigned parts = 0; parts < 4; parts++) {
            uint64_t taken = (UINT64_C(1) << bits) + 2, rest = heap - taken;
            ta_turn turn = {.taken = taken,
                            .left = {parts == 0 ? 0 : rest - (parts - 1),
                                     parts >= 2 ? 1 : 0, parts == 3 ? 1 : 0}};
            ck_assert(!tai_breaks_legal(tai_game_octal(game), heap, &turn));
        }
    ta_game_free(game);
}
END_TEST

/* Every legal move once, none else, in the order that is promised. */
START_TEST(next_finds_every_move_once)
{
    test_rng r = test_rng_for("next_finds_every_move_once", _i);
    ta_game *game = random_game(&r, _i);
    for (uint64_t heap = 0; heap < 25; heap++) {
        ta_turn turn = {.heap = 0};
        for (uint64_t taken = 0; taken <= heap; taken++) {
            const uint64_t rest = heap - taken;
            /* The rest as one heap (or none), then two, then three: parts
             * increase, and zeros count as the least. */
            for (uint64_t a = 0; a <= rest / 3; a++)
                for (uint64_t b = a; b <= (rest - a) / 2; b++) {
                    const uint64_t part[3] = {a, b, rest - a - b};
                    if (!by_the_rules(tai_game_octal(game), heap, taken, part))
                        continue;
                    unsigned zeros = (a == 0 ? 1u : 0u) + (b == 0 ? 1u : 0u);
                    ck_assert_msg(
                        tai_breaks_next(tai_game_octal(game), heap, &turn) &&
                            turn.taken == taken &&
                            turn.left[0] == part[zeros] &&
                            turn.left[1] == (zeros < 2 ? part[zeros + 1] : 0) &&
                            turn.left[2] == (zeros < 1 ? part[2] : 0),
                        "%s: after %" PRIu64 " take %" PRIu64 ", leave %" PRIu64
                        " %" PRIu64 ", seed %" PRIu64,
                        ta_game_about(game)->octal, heap, taken, a, b, r.seed);
                }
        }
        ck_assert(!tai_breaks_next(tai_game_octal(game), heap, &turn));
    }
    ta_game_free(game);
}
END_TEST

const struct test_suite test_suite = {
    .cases = {{&legal_is_by_the_rules, 40},
              {&large_takes_are_illegal, 4},
              {&next_finds_every_move_once, 40}}};
