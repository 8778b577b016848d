/* The steps of ta_play_solve. */
#ifndef TA_PLAY_SOLVE_H
#define TA_PLAY_SOLVE_H

#include "play/play.h"

typedef struct ta_solve {
    ta_play *play;
    ta_options run;
    uint64_t search, asked; /* the latter 0 unless it was asked for */
    const char *cache;
    size_t live; /* heaps that have a move */
    ta_error *error;
} ta_solve;

static inline ta_status ta_solve_no_memory(const ta_solve *j)
{
    return ta_fail(j->error, TA_ENOMEM, "no memory for the options of a heap");
}

/* ---- solve.c ---- */

ta_play_game *ta_solve_game(const ta_solve *j, const ta_heap *h);
/* A heap below min S has no move: value 0. */
bool ta_solve_is_stuck(const ta_solve *j, const ta_heap *h);
/* Keeps the amounts that lead to options of value `target`. The options are
 * those of `base`, which has the same ones as the heap. */
ta_status ta_solve_keep_wins(const ta_solve *j, ta_heap *h, uint64_t base,
                             uint64_t target);
/* The last of the positions, `base` where the heap itself is among them. */
uint64_t ta_solve_last(const ta_heap *h);
/* Takes `need` bytes off what engines may use. TA_ELIMIT. */
ta_status ta_solve_plan_memory(ta_solve *j, uint64_t need);
/* Who wins a single heap, and how, by the cold positions below it. */
ta_status ta_solve_by_cold(ta_solve *j, ta_heap *h);
/* Beyond 2^62 only what has a closed form or a period is answered. TA_ERANGE
 * says so. */
ta_status ta_solve_check_size(const ta_solve *j, const ta_heap *h);

/* ---- finite.c ---- */

/* Values of a heap of this size and its options by a period, if the set is
 * finite, the heap large, and a period is found. */
ta_status ta_solve_by_period(const ta_solve *j, ta_heap *h, const mpz_t size,
                             bool *done);

/* ---- normal.c, misere.c ---- */

ta_status ta_solve_normal(ta_solve *j);
ta_status ta_solve_misere(ta_solve *j);

/* ---- misere-octal.c ---- */

ta_status ta_solve_misere_octal(ta_solve *j);

#endif
