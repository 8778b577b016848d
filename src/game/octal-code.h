/* Octal and hexadecimal games, d0.d1d2.... */
#ifndef TA_GAME_OCTAL_H
#define TA_GAME_OCTAL_H

#include "base/base-internal.h"

/* Digits after the point, at most. */
enum { TA_OCTAL_DIGITS = 255 };

/* What messages say is accepted. */
#define TAI_OCTAL_CODES                                                        \
    "a code with a point, such as 0.07, .77 or 4.3, or kayles, "               \
    "dawson-kayles, dawson-chess, domino, cram-row or grundy"

/* d_t says what may be left of a heap from which t tokens are taken: the sum of
 * 1 (nothing), 2 (one heap), 4 (two) and 8 (three). */
typedef struct tai_octal {
    /* Without zeros at the end, such as "0.07"; "grundy" for Grundy's game. */
    char code[TA_OCTAL_DIGITS + 4];
    /* The two heaps of a split must differ, as in Grundy's game. */
    bool unequal;
    uint8_t digit[TA_OCTAL_DIGITS + 1]; /* digit[t] is d_t */
    /* t of the last nonzero digit: the most tokens that a move takes */
    unsigned last;
    unsigned n_take, n_break, n_third; /* entries of the arrays below */
    /* The t of moves that leave one heap (a 2 in d_t), increasing; those that
     * leave two (a 4); and three (an 8). */
    uint16_t take[TA_OCTAL_DIGITS + 1];
    uint16_t breaks[TA_OCTAL_DIGITS + 1];
    uint16_t thirds[TA_OCTAL_DIGITS + 1];
} tai_octal;

/* heaps that a move leaves, at most */
enum { TA_OCTAL_PARTS = 3 };

/* NULL: a subtraction game */
const tai_octal *tai_game_octal(const ta_game *game);

/* Returns whether a move may take a whole heap of n, by a 1 in d_n. */
static inline bool tai_octal_ends(const tai_octal *game, uint64_t n)
{
    return n <= game->last && n > 0 && (game->digit[n] & 1);
}

#endif
