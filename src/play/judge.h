/* What is known, once and for all, of the positions of a match. */
#ifndef TA_JUDGE_H
#define TA_JUDGE_H

#include "octal/octal.h"
#include "play/play.h"

/* One of four tables, by the game, the convention and the number of heaps. */
typedef struct ta_judge {
    bool misere;
    ta_lengths *lengths;      /* one heap, normal play */
    ta_bits cold;             /* one heap, misere play */
    uint16_t *values;         /* several heaps: nim-values */
    ta_octal_solution *octal; /* an octal game */
} ta_judge;

ta_status ta_judge_new(ta_judge *judge, const ta_game *game,
                       const uint64_t *heaps, size_t count,
                       const ta_options *options, ta_error *error);
void ta_judge_free(ta_judge *judge);

/* Is the position lost for the player to move, once `turn` has been made? */
bool ta_judge_lost(const ta_judge *judge, const uint64_t *heaps, size_t count,
                   ta_turn turn);

#endif
