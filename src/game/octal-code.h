/* An octal or hexadecimal code d0.d1d2... in the form that engines use. */
#ifndef TA_GAME_OCTAL_H
#define TA_GAME_OCTAL_H

#include "base/base-internal.h"

/* The largest number of digits of a code after the point. */
enum { TA_OCTAL_DIGITS = 255 };

/* An octal or hexadecimal game. Digit d_t says what may be left when t tokens
 * are removed from a heap: bit 1 nothing, bit 2 one heap, bit 4 two heaps, bit
 * 8 three heaps. */
typedef struct ta_octal {
    /* The code as text, such as "0.07", without trailing zeros; or "grundy". */
    char code[TA_OCTAL_DIGITS + 4];
    /* Whether the two parts of a split must differ, as in Grundy's game. */
    bool unequal;
    uint8_t digit[TA_OCTAL_DIGITS + 1]; /* digit[t] is d_t */
    unsigned last;                      /* the greatest t with d_t != 0 */
    unsigned n_take, n_break, n_third;  /* the lengths of the lists below */
    /* The numbers t of tokens for which digit d_t has bit 2: such a move may
     * leave one heap. Increasing. */
    uint16_t take[TA_OCTAL_DIGITS + 1];
    /* The numbers t for which digit d_t has bit 4: such a move may leave two
     * heaps. */
    uint16_t breaks[TA_OCTAL_DIGITS + 1];
    /* The numbers t for which digit d_t has bit 8: such a move may leave three
     * heaps. */
    uint16_t thirds[TA_OCTAL_DIGITS + 1];
} ta_octal;

/* the largest number of heaps that a move leaves */
enum { TA_OCTAL_PARTS = 3 };

/* Returns the code of the game; NULL if the game is a subtraction game. */
const ta_octal *tai_game_octal(const ta_game *game);

/* Returns whether a move may remove a whole heap of n tokens. */
static inline bool ta_octal_ends(const ta_octal *game, uint64_t n)
{
    return n <= game->last && n > 0 && (game->digit[n] & 1);
}

#endif
