/* An octal or hexadecimal code in the form that engines use. */
#ifndef TA_GAME_OCTAL_H
#define TA_GAME_OCTAL_H

#include "base/base.h"

enum { TA_OCTAL_DIGITS = 255 }; /* most digits after the point */

typedef struct ta_octal {
    char code[TA_OCTAL_DIGITS + 4];     /* "0.07", without trailing zeros, or
                                           "grundy" */
    bool unequal;                       /* a split must be in unequal parts */
    uint8_t digit[TA_OCTAL_DIGITS + 1]; /* digit[t] of d0.d1d2... */
    unsigned last;                      /* greatest t with digit[t] != 0 */
    unsigned n_take, n_break, n_third;  /* bits 2, 4 and 8 of the digits: the */
    uint16_t take[TA_OCTAL_DIGITS + 1]; /* t with which one heap may be left, */
    uint16_t breaks[TA_OCTAL_DIGITS + 1]; /* two, */
    uint16_t thirds[TA_OCTAL_DIGITS + 1]; /* and three: hexadecimal games */
} ta_octal;

enum { TA_OCTAL_PARTS = 3 }; /* heaps that a move leaves of one, at most */

/* NULL if the game is none. */
const ta_octal *tai_game_octal(const ta_game *game);

static inline bool ta_octal_ends(const ta_octal *game, uint64_t n)
{
    return n <= game->last && n > 0 && (game->digit[n] & 1);
}

#endif
