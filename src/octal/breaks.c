/* The moves of a heap: fewer tokens taken first, then fewer parts, then by the
 * smallest part, then the second. */
#include "octal/octal-internal.h"

/* Fills turn->left from a <= b <= c; zeros, no heaps, go behind. */
static void leave(ta_turn *turn, uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t *left = turn->left;
    left[0] = a != 0 ? a : b != 0 ? b : c;
    left[1] = a != 0 ? b : b != 0 ? c : 0;
    left[2] = a != 0 ? c : 0;
}

bool tai_breaks_next(const tai_octal *game, uint64_t heap, ta_turn *turn)
{
    const uint64_t *left = turn->left;
    bool begun = turn->taken + left[0] + left[1] + left[2] == heap;
    uint64_t t = begun ? turn->taken : 0, a = 0, b = 0;
    if (begun) { /* from the parts a <= b <= c, 0 if missing, to the next b */
        a = left[2] != 0 ? left[0] : 0;
        b = left[2] != 0 ? left[1] : left[1] != 0 ? left[0] : 0;
        b++;
    }
    for (; heap > 0 && t <= game->last && t <= heap; t++, a = b = 0) {
        const unsigned digit = game->digit[t];
        const uint64_t rest = heap - t, most = digit & 8 ? rest / 3 : 0;
        turn->taken = t;
        for (; a <= most; a++, b = a) {
            /* With a = 0 and b > 0 the move is a split in two. */
            const uint64_t b_most = a > 0 || digit & 4 ? (rest - a) / 2 : 0;
            for (; b <= b_most; b++) {
                unsigned parts = (a > 0 ? 1u : 0u) + (b > 0 ? 1u : 0u) +
                                 (rest - a - b > 0 ? 1u : 0u);
                leave(turn, a, b, rest - a - b);
                if (digit >> parts & 1 &&
                    !(game->unequal && parts == 2 && b == rest - b))
                    return true;
            }
        }
    }
    return false;
}

/* Puts two parts in order, a zero last. */
static void order_parts(ta_turn *turn, unsigned i, unsigned k)
{
    uint64_t a = turn->left[i], b = turn->left[k];
    if (b != 0 && (a == 0 || b < a)) {
        turn->left[i] = b;
        turn->left[k] = a;
    }
}

bool tai_breaks_legal(const tai_octal *game, uint64_t heap, ta_turn *turn)
{
    const uint64_t *left = turn->left;
    unsigned parts = 0;
    order_parts(turn, 0, 1);
    order_parts(turn, 1, 2);
    order_parts(turn, 0, 1);
    if (heap == 0 || turn->taken > game->last || turn->taken > heap)
        return false;
    uint64_t rest = heap - turn->taken;
    for (unsigned k = 0; k < TA_OCTAL_PARTS; k++) {
        if (left[k] > rest)
            return false;
        rest -= left[k];
        parts += left[k] != 0;
    }
    if (rest != 0 || (game->unequal && parts == 2 && left[0] == left[1]))
        return false;
    return game->digit[turn->taken] >> parts & 1;
}
