/* The moves of a heap of an octal game, one after the other: by what is taken,
 * first the rest as one heap, then its splits, the smaller part first. */
#include "play/judge.h"

bool ta_breaks_next(const ta_octal *game, uint64_t heap, ta_turn *turn)
{
    bool begun = turn->taken + turn->left[0] + turn->left[1] == heap;
    uint64_t t = begun ? turn->taken : 0;
    uint64_t part = 0; /* 0: no split */
    if (begun)
        part = turn->left[1] != 0 ? turn->left[0] + 1 : 1;
    for (; heap > 0 && t <= game->last && t <= heap; t++, part = 0) {
        uint64_t rest = heap - t;
        unsigned digit = game->digit[t];
        turn->taken = t;
        turn->left[0] = rest;
        turn->left[1] = 0;
        if (part == 0 && (digit & (rest == 0 ? 1u : 2u)))
            return true;
        part += part == 0;
        if (!(digit & 4) || part > rest / 2 ||
            (game->unequal && part == rest - part))
            continue;
        turn->left[0] = part;
        turn->left[1] = rest - part;
        return true;
    }
    return false;
}

/* The smaller of two parts first, and a single one before none. */
static void sort_parts(ta_turn *turn)
{
    uint64_t a = turn->left[0], b = turn->left[1];
    if (b != 0 && (a == 0 || b < a)) {
        turn->left[0] = b;
        turn->left[1] = a;
    }
}

bool ta_breaks_legal(const ta_octal *game, uint64_t heap, ta_turn *turn)
{
    sort_parts(turn);
    uint64_t a = turn->left[0], b = turn->left[1];
    if (heap == 0 || turn->taken > game->last || turn->taken > heap)
        return false;
    uint64_t rest = heap - turn->taken;
    if (a > rest || b != rest - a)
        return false;
    if (game->unequal && a == b)
        return false;
    unsigned parts = (a != 0 ? 1u : 0u) + (b != 0 ? 1u : 0u);
    return game->digit[turn->taken] >> parts & 1;
}
