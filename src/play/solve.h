/* The steps of ta_play_solve. */
#ifndef TA_PLAY_SOLVE_H
#define TA_PLAY_SOLVE_H

#include "play/play.h"

typedef struct ta_solve {
    ta_play *play;
    ta_options run;
    uint64_t search, asked; /* the latter 0 unless it was asked for */
    const char *cache;
    bool one_move; /* as in ta_play_options */
    bool exact;    /* values of 2 or more are nim-values too */
    bool left_out; /* winning moves to values of 2 or more are not listed */
    ta_error *error;
} ta_solve;

static inline ta_status ta_solve_no_memory(const ta_solve *j)
{
    return ta_fail(j->error, TA_ENOMEM, "no memory for the options of a heap");
}

/* ---- solve.c ---- */

ta_play_game *ta_solve_game(const ta_solve *j, const ta_heap *h);

/* ---- finite.c ---- */

/* Finds the nim-values of a heap and its options by a period, if the set is
 * finite, the heap is large, and the set has a period among the values that are
 * searched. *done says whether it did. */
ta_status ta_solve_by_period(const ta_solve *j, ta_heap *h, bool *done);

/* ---- sum.c ---- */

/* Decides a sum and finds its winning moves. Under misere play all games must
 * be subtraction games. */
ta_status ta_solve_sum(ta_solve *j);

/* ---- misere-octal.c ---- */

ta_status ta_solve_misere_octal(ta_solve *j);

#endif
