/* What the two files that solve a sum share. */
#ifndef TA_PLAY_SOLVE_H
#define TA_PLAY_SOLVE_H

#include "play/play.h"

typedef struct solver {
    ta_play *play;
    ta_options run;
    uint64_t search, asked; /* the latter 0 unless it was asked for */
    bool keep, one_move;    /* as in ta_play_options */
    bool exact;             /* values of 2 or more are nim-values too */
    bool left_out; /* winning moves to values of 2 or more are not listed */
    ta_error *error;
} solver;

static inline play_game *game_of(const solver *s, const play_heap *h)
{
    return s->play->games[h->game];
}

/* Returns whether a heap has no move, being below min S: its value is 0. */
bool tai_heap_is_stuck(const solver *s, const play_heap *h);
/* Finds the value of a heap without a run of all heaps below it, or sets
 * h->open. */
ta_status tai_heap_find_value(solver *s, play_heap *h);
/* Finds the winning moves in a heap, the only one that has a move, by the cold
 * positions below it or, if the sum is played, by lengths. */
ta_status tai_heap_solve_single(solver *s, play_heap *h);
/* Finds the nim-values of the open heaps of one game and of their options, as
 * far as the cap of tai_values_find distinguishes them. */
ta_status tai_heaps_run(solver *s, unsigned cap, size_t game);

#endif
