/* An octal code, read: what take-and-break games are given by. */
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
    unsigned n_take, n_break;           /* bits 2 and 4 of the digits: the t */
    uint16_t take[TA_OCTAL_DIGITS + 1]; /* with which one heap may be left */
    uint16_t breaks[TA_OCTAL_DIGITS + 1]; /* and two */
} ta_octal;

/* NULL if the game is none. */
const ta_octal *ta_game_octal(const ta_game *game);

static inline bool ta_octal_ends(const ta_octal *game, uint64_t n)
{
    return n <= game->last && n > 0 && (game->digit[n] & 1);
}

#endif
