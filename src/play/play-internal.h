/* What the files of the module of optimal play share. The questions, the
 * theorem and the costs are in README.md. */
#ifndef TA_PLAY_H
#define TA_PLAY_H

#include "base/big.h"
#include "game/game-internal.h"
#include "game/octal-code.h"

/* ---- moser.c: the closed form of Golomb's game ---- */

/* Computes the nim-value of a heap, in time linear in the digits. */
void tai_moser_value(const mpz_t heap, mpz_t value);
/* Sets `taken` to what the one move from `heap` to a position of the value
 * `target` takes; to 0 if there is no such move. */
void tai_moser_move(const mpz_t heap, const mpz_t target, mpz_t taken);

/* ---- set-period.c: the nim-values of a finite set ---- */

/* Searches for the period of a finite set, given as an increasing list, on
 * [0, search), and proves it. *p must be zero before. Returns what
 * ta_period_find returns, without a sentence. */
ta_status tai_period_search(const uint64_t *set, size_t count, uint64_t search,
                            const ta_options *options, ta_summary *p);
/* Checks the positions that are given. TA_EINVAL. start may be NULL. */
ta_status tai_start_check(const ta_start *start, ta_error *error);

/* ---- sum-values.c: some values of a run ---- */

/* Positions, and a value for each: a nim-value, or `cap` for all nim-values of
 * cap and more. */
typedef struct value_list {
    uint64_t *position; /* increasing; NULL in a table of all, from 0 on */
    uint16_t *value;
    size_t count;
    unsigned cap; /* of a table; 0: all values are exact */
    /* During a run: `passed` counts the positions p of the list below the end
     * of the blocks so far, and `shifted` those with p - min S below it. */
    size_t passed, shifted;
} value_list;

/* Makes a list of the options of a heap, unless *list is one already. The
 * values are not set. TA_ENOMEM. */
ta_status tai_values_new(const ta_game *game, uint64_t heap, value_list *list);
/* Returns the least number that is none of the values: the value of the heap
 * that the options are of. */
unsigned tai_values_mex(const value_list *list);
void tai_values_free(value_list *list);
/* Fills the lists from one run.
 *   game   of normal play, but for a cap of 2
 *   cap    0: values are exact. 2: a run of cold positions gives 0 for a cold
 *          one, 1 where p - min S is cold, and 2 elsewhere; under normal play
 *          this is the lesser of the nim-value and 2 (README.md, the pairing).
 *          Above 2: the engine `layers` finds the values below the cap
 *   table  NULL, or answers without a run if it can. Otherwise the run is kept
 *          in it, unless the table is longer than the run
 * Returns what ta_run returns. */
ta_status tai_values_find(const ta_game *game, unsigned cap,
                          value_list *const *lists, size_t n_lists,
                          value_list *table, const ta_options *options,
                          ta_error *error);

/* ---- a sum ---- */

typedef struct play_heap {
    size_t game; /* index in play->games */
    mpz_t size;
    char *text; /* the size in decimal */

    /* What ta_play_solve has found. */
    const char *how;    /* what the value is known by */
    char *value_text;   /* NULL if the nim-value is not known */
    mpz_t value;        /* the nim-value; if it is not known, 2 for 2 or more */
    mpz_t target;       /* the value that a winning move leaves */
    bool closed;        /* the closed form of the Moser game has the moves */
    bool open;          /* a run has to find the value */
    bool left_out;      /* the winning moves are not known */
    uint64_t base;      /* a heap with the same moves and their values */
    value_list options; /* the options of `base` */
    ta_turn *turn;      /* octal games under misere play: the winning moves */
    size_t n_turn, turn_room;
} play_heap;

/* A game that some heap is of; heaps of one game share it. */
typedef struct play_game {
    ta_game *game;
    const ta_octal *octal;       /* the same if it is one, else NULL */
    ta_octal_solution *solution; /* then */
    bool moser;
    uint64_t reach; /* max S of a finite set, else 0 */
    uint64_t *set;  /* the elements below set_end, once they are needed */
    size_t count;
    uint64_t set_end;
    bool searched; /* the period was searched for */
    ta_summary period;
    value_list table; /* of a sum that is played */
} play_game;

struct ta_play {
    ta_convention convention;
    play_heap **heaps;
    size_t n_heaps, heap_room;
    play_game **games;
    size_t n_games, game_room;
    tai_lengths *lengths; /* of a single heap that is played, else NULL */
    ta_turn *made;        /* the moves so far */
    size_t n_made, made_room;
    bool solved, wins;
    char *sum_text; /* the nim-sum, NULL if it is not known */
};

/* ---- sum.c ---- */

/* Makes a heap of no size; NULL if there is no memory. */
play_heap *tai_heap_new(size_t game);
void tai_heap_free(play_heap *h); /* accepts NULL */
/* Sets the size of a heap. TA_ENOMEM: nothing has changed. */
ta_status tai_heap_resize(play_heap *h, const mpz_t size);

/* ---- sum-outcome.c and heaps.c: a sum that is solved ---- */

typedef struct solver {
    ta_play *play;
    ta_options run;
    uint64_t search;     /* heaps among which a period is searched */
    uint64_t asked;      /* the same if the caller has set it, else 0 */
    bool keep, one_move; /* as in ta_play_options */
    bool exact;          /* values of 2 or more are nim-values too */
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
/* Finds the winning moves of a sum in which `h` is the only heap with a move:
 * by the cold positions below h or, if the sum is played, by lengths. */
ta_status tai_heap_solve_single(solver *s, play_heap *h);
/* Finds the nim-values of the open heaps of one game and of their options, as
 * far as the cap of tai_values_find distinguishes them. */
ta_status tai_heaps_run(solver *s, unsigned cap, size_t game);

/* ---- misere-octal.c ---- */

/* Decides a sum of heaps of one octal game under misere play by search. */
ta_status tai_misere_octal(ta_play *play, const ta_options *options,
                           ta_error *error);

#endif
