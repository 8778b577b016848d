/* Defines ta_octal, an octal or hexadecimal game with the code d0.d1d2..., and
 * functions that read it. */
#ifndef TA_GAME_OCTAL_H
#define TA_GAME_OCTAL_H

#include "base/base-internal.h"

/* The largest number of digits that an octal code may have after the point. */
enum { TA_OCTAL_DIGITS = 255 };

/* The octal games that a spec can name, for error messages. */
#define TAI_OCTAL_CODES                                                        \
    "a code with a point, such as 0.07, .77 or 4.3, or kayles, "               \
    "dawson-kayles, dawson-chess, domino, cram-row or grundy"

/* An octal or hexadecimal game with the digits d_0, d_1, .... Digit d_t says
 * what may be left of a heap when t tokens are removed. It is a sum of 1
 * (nothing may be left), 2 (one heap), 4 (two heaps) and 8 (three heaps). */
typedef struct ta_octal {
    /* The code as text, without zeros at its end, such as "0.07". For Grundy's
     * game, which has no code, the text is "grundy". */
    char code[TA_OCTAL_DIGITS + 4];
    /* True if the two heaps of a split must have different sizes, as in
     * Grundy's game. */
    bool unequal;
    uint8_t digit[TA_OCTAL_DIGITS + 1]; /* digit[t] is d_t */
    /* The index of the last nonzero digit: the most tokens that a move removes.
     */
    unsigned last;
    /* The number of entries of the arrays `take`, `breaks` and `thirds`. */
    unsigned n_take, n_break, n_third;
    /* The numbers t of tokens that a move may remove so that one heap is left,
     * in increasing order. The digit d_t of the code then contains 2. */
    uint16_t take[TA_OCTAL_DIGITS + 1];
    /* The numbers t of tokens that a move may remove so that two heaps are
     * left, in increasing order. The digit d_t of the code then contains 4. */
    uint16_t breaks[TA_OCTAL_DIGITS + 1];
    /* The numbers t of tokens that a move may remove so that three heaps are
     * left, in increasing order. The digit d_t of the code then contains 8. */
    uint16_t thirds[TA_OCTAL_DIGITS + 1];
} ta_octal;

/* The largest number of heaps that a move leaves of one heap. */
enum { TA_OCTAL_PARTS = 3 };

/* Returns the code of the game; NULL if the game is a subtraction game. */
const ta_octal *tai_game_octal(const ta_game *game);

/* Returns whether a move may remove a whole heap of n tokens, that is, whether
 * digit number n of the code contains 1. */
static inline bool ta_octal_ends(const ta_octal *game, uint64_t n)
{
    return n <= game->last && n > 0 && (game->digit[n] & 1);
}

#endif
